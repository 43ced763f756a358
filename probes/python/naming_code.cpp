#include "probes/python/naming_code.h"

namespace ttsoak {
namespace {

const char* const kPathsAndSizes = R"python(
def collapsed(labels):
    out, i = [], 0
    while i < len(labels):
        for period in (1, 2, 3):
            unit, times = labels[i:i + period], 1
            while len(unit) == period and labels[i + times * period:i + (times + 1) * period] == unit:
                times += 1
            if times >= 3:
                out.append(''.join(unit) + ' x%d' % times); i += times * period
                break
        else: out.append(labels[i]); i += 1
    return ''.join(out)
def root_name(root):
    if id(root) in module_names: return module_names[id(root)]
    if type(root) is Frame:
        module = root.f_globals.get('__name__') if type(root.f_globals) is dict else None
        return (module + '.' if type(module) is str else '') + root.f_code.co_name + '()'
    return '<' + type_name(type(root)) + '>'
def path_text(path):
    labels = [label(path[i - 1] if i else None, path[i], path[i + 1])
              for i in range(len(path) - 1)]
    return root_name(path[0]) + collapsed([l for l in labels if l])
def is_weak(path):
    for thing in path[-4:-1]:
        name = type_name(type(thing))
        if name in ('_weakrefset.WeakSet', 'weakref.WeakSet', 'weakref.WeakValueDictionary',
                    'weakref.WeakKeyDictionary'): return True
    if issubclass(type(path[-1]), dict):  # the subclasses of a class, for one
        values = last_of(dict.values(path[-1]), 5)
        return bool(values) and all([qualname(type(v)) == 'ReferenceType' and
                                     v.__callback__ is None for v in values])
    return False

STOP = (Module, type, Function, Code, Frame)
def size_of(one):
    cls = type(one)
    if ndarray and issubclass(cls, ndarray): return basic_size(cls) + ndarray.nbytes.__get__(one)
    if Tensor and cls is Tensor: return 200 + one.numel() * one.element_size()
    if is_heap(cls) or cls in (Coroutine, Generator, AsyncGenerator): return basic_size(cls) + 64
    size = sys.getsizeof(one, 64)
    return size if size < 1 << 40 else 64
def mean_size(things):
    "Bytes that hang on each of them, on average. What is as near to two belongs to neither."
    owners, level, total, whole = {id(t): n for n, t in enumerate(things)}, list(things), 0, 0
    while level and len(owners) < 5000:
        total += sum([size_of(one) for one in level])
        found, objects = {}, {}
        for one in level:
            for child in gc.get_referents(one):
                if id(child) in owners or issubclass(type(child), STOP): continue
                objects[id(child)] = child
                owner = owners[id(one)]
                found[id(child)] = owner if found.get(id(child), owner) == owner else -1
        owners.update(found)
        level = [objects[one] for one in found if found[one] >= 0]
    return total / len(things)
def last_of(items, count):
    out = []
    for item in items:
        out.append(item)
        if len(out) == count: break
    return out
def bytes_text(n):
    if n >= 1 << 20: return '%.1f MiB' % (n / (1 << 20))
    return '%.0f KiB' % (n / 1024) if n >= 10240 else '%d B' % n
def newest(thing):
    "(bytes for each element, in words)"
    cls = type(thing)
    if issubclass(cls, (bytes, bytearray)): return 1, 'bytes'
    if issubclass(cls, str): return len(thing) and (sys.getsizeof(thing) / len(thing)), 'text'
    if ndarray and issubclass(cls, ndarray):
        return ndarray.itemsize.__get__(thing), 'array elements'
    if Tensor and cls is Tensor: return thing.element_size(), 'tensor elements'
    if type_name(cls) == '_io.BytesIO' or type_name(cls) == '_io.StringIO': return 1, 'bytes'
    try:
        if type_name(cls) == 'functools._lru_cache_wrapper':
            inside = gc.get_referents(thing)
            at = [i for i, r in enumerate(inside) if type(r) is dict][0]
            thing, cls, links = inside[at], dict, [r for r in inside[:at] if type(r) is not type]
            if links:  # a bounded one: its keys and results, oldest first
                each = max(1, len(links) // max(1, dict.__len__(thing)))
                items = [tuple(links[i:i + each]) for i in range(0, len(links), each)][-5:]
                mean = mean_size(items)
                words = ' -> '.join([qualname(type(r)) for r in items[-1]])
                return mean + 100, words + ', ' + bytes_text(mean)
        if issubclass(cls, dict):
            items = last_of(reversed(dict.items(thing)), 5)
            words = qualname(type(items[0][0])) + ' -> ' + qualname(type(items[0][1]))
        else:
            if issubclass(cls, list): items = last_of(list.__reversed__(thing), 5)
            elif deque and issubclass(cls, deque): items = last_of(deque.__reversed__(thing), 5)
            elif issubclass(cls, set): items = last_of(set.__iter__(thing), 5)
            elif issubclass(cls, tuple): items = list(tuple.__iter__(thing))[-5:]
            else: return -1, ''
            words = qualname(type(items[-1]))
    except Exception: return -1, ''
    mean = mean_size(items)
    return mean + 8, words + ', ' + bytes_text(mean)
)python";

const char* const kSearch = R"python(
module_names, phases, closed = {}, [[], [], []], []
def gather_roots():
    sys_dict = dict_of_module(sys)
    stdlib = dict_of_module(modules['os']).get('__file__') if 'os' in modules else None
    stdlib = stdlib.rpartition('/')[0] + '/' if type(stdlib) is str else '/usr/lib/python3'
    for name, module in list(modules.items()):
        if type(name) is not str or not issubclass(type(module), Module): continue
        own = dict_of_module(module)
        if type(own) is not dict or id(own) in module_names: continue
        module_names[id(own)] = name
        file = own.get('__file__')
        is_application = name == '__main__' or (
            type(file) is str and not file.startswith(stdlib) and
            '/site-packages/' not in file and '/dist-packages/' not in file)
        phases[0 if is_application else 1].append(own)
        closed.append(module)
    me = modules['_thread'].get_ident()
    for thread, frame in sys._current_frames().items():
        while thread != me and frame is not None:
            phases[2].append(frame)
            frame = frame.f_back
def clean(text): return text.replace('\t', ' ').replace('\n', ' ')
def repeats_at_end(text):
    count = text.rpartition(' x')[2]
    return int(count) if count.isdigit() else 1
def is_held(path):
    "Or garbage, or ours: neither a module nor a running function leads there."
    return bool(path) and (id(path[0]) in module_names or type(path[0]) is Frame)
def name_all():
    gather_roots()
    samples = some_of(types)
    sample_ids = [id(s) for group in samples for s in group]
    ids = wanted + slots
    paths = paths_to(phases, closed, ids + sample_ids)
    if paths is None: return 'busy'
    lines = []
    for i, path in enumerate(paths[:len(ids)]):
        if not path: continue
        if path[0] is None: path = path[1:]
        each, words = newest(path[-1])
        lines.append('%s\t%d\t%d\t%s\t%f\t%s' % (
            'container' if i < len(wanted) else 'slot', i if i < len(wanted) else i - len(wanted),
            is_weak(path), clean(path_text(path)), each, clean(words)))
    targets, at, chains = set(ids), len(ids), {}
    for i, group in enumerate(samples):
        own = paths[at:at + len(group)]; at += len(group)
        newest_ones = len(group) > 4 and own[4:] or own
        # The oldest of these are the interpreter's.
        if group and type(group[0]) in (list, dict, tuple, set): own = newest_ones
        good = [(sum([type(step) is type(path[-1]) for step in path]), path) for path in own
                if is_held(path) and not any([id(step) in targets for step in path])]
        if not good: continue
        times, longest = max(good, key=lambda found: found[0])
        if repeats_at_end(path_text(longest)) < 5:  # a chain explains itself
            # Else it takes a class of the program's, since the interpreter's types are everywhere,
            # of which most new ones are neither garbage nor in a container that is named.
            kept = [path for path in newest_ones if is_held(path)]
            free = [path for path in kept if not any([id(step) in targets for step in path])]
            if 2 * len(kept) < len(newest_ones) or 2 * len(free) < len(kept): continue
            if not is_heap(type(longest[-1])): continue
        # The links of a chain, and what each of them has: the links speak for all.
        start = tuple([id(step) for step in longest[:2]])
        if start not in chains or chains[start][0] < times: chains[start] = (times, i, longest)
    for times, i, path in chains.values():
        lines.append('type\t%d\t0\t%s\t%f\t' % (
            i, clean(path_text(path)), basic_size(type(path[-1]))))
    return '\n'.join(lines)
try: result = name_all()
except Exception as error:
    where = error.__traceback__
    while where.tb_next: where = where.tb_next
    result = 'failed\t' + type(error).__name__ + ' ' + str(error)[:200] + ' at line %d' % where.tb_lineno
)python";

}  // namespace

std::string naming_code() { return std::string(kNamingLabels) + kPathsAndSizes + kSearch; }

const char* const kCudaCode = R"python(
result = ''
torch = modules.get('torch')
if torch is not None and 'torch.cuda' in modules:
    cuda = modules['torch.cuda']
    try:
        if cuda.is_initialized():
            devices = range(cuda.device_count())
            result = '%d %d' % (sum([cuda.memory_allocated(d) for d in devices]),
                                sum([cuda.memory_reserved(d) for d in devices]))
    except Exception: pass
)python";

}  // namespace ttsoak
