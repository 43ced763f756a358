"""Compares one stack that the tracer sees with the one that Python itself shows."""
import atexit  # noqa: F401  the tracer waits for somebody to import it
import ctypes
import os
import sys
import threading

HELD = ctypes.PyDLL(None)  # calls keep the GIL
FREED = ctypes.CDLL(None)  # calls release it
HAS_QUALIFIED_NAMES = sys.version_info >= (3, 11)
ROOM = 1 << 20
NO_PYTHON_FRAMES, NO_PYTHON_OBJECTS = 1 << 2, 1 << 3  # blackbox::Blind

failures = []
checked = 0


class Figures(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint64) for name in (
        "samples", "with_python", "mismatches", "nameless", "lines_checked", "lines_wrong",
        "python_born", "python_freed", "python_bytes", "foreign_frees", "codes_used",
        "is_settled", "blind")]

    @property
    def blindness(self):
        return self.blind & (NO_PYTHON_FRAMES | NO_PYTHON_OBJECTS)


def figures():
    values = Figures()
    HELD.frames_figures(ctypes.byref(values))
    return values


local = threading.local()


def buffer():
    if not hasattr(local, "buffer"):
        local.buffer = ctypes.create_string_buffer(ROOM)
    return local.buffer


def name_of(code):
    return code.co_qualname if HAS_QUALIFIED_NAMES else code.co_name


def expected_from(frame):
    frames = []
    while frame is not None:
        frames.append((os.fsencode(frame.f_code.co_filename),
                       name_of(frame.f_code).encode("utf-8", "surrogateescape"), frame.f_lineno))
        frame = frame.f_back
    return frames


def parse(text):
    stack = []
    for line in text.split(b"\n")[:-1]:
        kind, rest = line.split(b" ", 1)
        if kind == b"python":
            name, qualified, number = rest.rsplit(b"|", 2)
            stack.append((name, qualified, int(number)))
        else:
            stack.append((kind.decode(), rest.decode()))
    return stack


def check(label, library=HELD, allowed_eval=0):
    """From here outward; the innermost frame is this function's own."""
    global checked
    text = buffer()
    expected = expected_from(sys._getframe(1))
    size = library.frames_capture(text, ROOM)
    stack = parse(text.raw[:size])
    found = [frame for frame in stack if len(frame) == 3]
    evals = sum(frame[0] == "eval" for frame in stack)
    checked += 1
    if not found or found[0][1].split(b".")[-1] != b"check" or found[1:] != expected or \
            evals != allowed_eval:
        failures.append("%s: expected %r, found %r, %d C frames of the evaluation function" % (
            label, expected, found[1:], evals))
    return stack


def wait_until_settled():
    """The tracer needs a sample for that, then some Python code to be run."""
    for _ in range(5000):
        HELD.frames_capture(buffer(), ROOM)
        if figures().is_settled:
            return
    failures.append("the tracer did not settle")


def finish():
    last = figures()
    print("%d stacks compared; %d sampled, %d with Python frames, %d code objects, "
          "%d lines checked" % (checked, last.samples, last.with_python, last.codes_used,
                                last.lines_checked))
    for what in ("mismatches", "nameless", "lines_wrong", "blindness"):
        if getattr(last, what):
            failures.append("%s: %d" % (what, getattr(last, what)))
    for failure in failures[:20]:
        print("FAILED", failure)
    sys.exit(1 if failures else 0)
