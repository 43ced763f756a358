// A library that somebody preloads, and that must stay where it is.
extern "C" int traced_harmless() { return 0; }
