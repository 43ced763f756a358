#pragma once

namespace ttsoak::tracer {

// Functions that the naming code finds among its globals, as Python callables:
//   paths_to(phases, closed, ids)  the shortest path to each object: a search by breadth from the
//                                  objects of the first list of `phases`, then of the next; at last
//                                  from what nobody refers to, then (the path begins with None)
//                                  from what hangs in circles. `closed` are not entered. One list
//                                  of objects for each id, empty where there is no such object;
//                                  long ones are cut behind 400.
//   some_of(types)                 for each type (its id) up to 68 objects: the 4 oldest, and of
//                                  the newest
// Both return None while the collector is at work. With the GIL throughout; nothing of the
// program's is called but tp_traverse.

// Puts them into `globals`. False: no memory.
bool add_path_functions(void* globals);

}  // namespace ttsoak::tracer
