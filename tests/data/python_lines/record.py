"""Records line tables with the lines that this Python itself reads from them.

    python3.8 record.py >> recorded.txt; python3.9 record.py >> recorded.txt; ...

A line of recorded.txt: version in hexadecimal, first line, table in hexadecimal, then the line of
every second byte of code as LINE*TIMES, -1 being "none" (PyCode_Addr2Line).
"""
import ctypes
import sys
import types

SOURCE = """

def gaps(a):
    first = a
""" + "\n" * 140 + """
    second = a
""" + "\n" * 300 + """
    return (first +
        second)

def backward(a):
    return max(
        a,
        min(a,
            3),
        [x
         for x in a
         if x])

def without_lines(a):
    try:
        with a as b:
            for x in b:
                if x:
                    continue
                yield x
    except KeyError as error:
        raise ValueError from error
    finally:
        a = None

class Body:
    async def method(self):
        async with self as x:
            await x
        return {k: v for k, v in
                x}
"""


def line_of(code, position):
    function = ctypes.pythonapi.PyCode_Addr2Line
    function.argtypes = [ctypes.py_object, ctypes.c_int]
    return function(code, position)


def record(code):
    table = code.co_linetable if sys.version_info >= (3, 10) else code.co_lnotab
    runs = []
    for position in range(0, len(code.co_code), 2):
        line = line_of(code, position)
        if runs and runs[-1][0] == line:
            runs[-1][1] += 1
        else:
            runs.append([line, 1])
    print("%x %d %s %s" % (sys.hexversion >> 16, code.co_firstlineno, table.hex(),
                           " ".join("%d*%d" % tuple(run) for run in runs)))
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            record(constant)


record(compile(SOURCE, "recorded", "exec"))
