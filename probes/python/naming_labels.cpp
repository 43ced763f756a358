#include "probes/python/naming_code.h"

namespace ttsoak {

const char* const kNamingLabels = R"python(
sys = modules['sys']; gc = modules['gc']
Module = type(sys); Function = type(lambda: 0); Code = type((lambda: 0).__code__)
Cell = type((lambda x: (lambda: x))(0).__closure__[0]); Member = type(Function.__globals__)
GetSet = type(type.__dict__['__dict__'])
def _generator(): yield
async def _coroutine(): pass
_g = _generator(); _c = _coroutine(); _c.close()
Generator = type(_g); Coroutine = type(_c); Frame = type(_g.gi_frame)
async def _async_generator(): yield
AsyncGenerator = type(_async_generator())
Traceback = modules['types'].TracebackType if 'types' in modules else None
class _Own:
    def method(self): pass
PyMethod = type(_Own().method)
deque = modules['_collections'].deque if '_collections' in modules else ()
numpy = modules.get('numpy'); torch = modules.get('torch')
ndarray = Module.__dict__['__dict__'].__get__(numpy).get('ndarray') if type(numpy) is Module else None
Tensor = Module.__dict__['__dict__'].__get__(torch).get('Tensor') if type(torch) is Module else None
mro_of = type.__dict__['__mro__'].__get__
dict_of_type = type.__dict__['__dict__'].__get__
basic_size = type.__dict__['__basicsize__'].__get__
dict_of_module = Module.__dict__['__dict__'].__get__
qualname = type.__dict__['__qualname__'].__get__
module_of_type = type.__dict__['__module__'].__get__
SCALARS = (str, int, float, bytes, bool, type(None))

def is_heap(cls): return bool(type.__dict__['__flags__'].__get__(cls) & 512)
def type_name(cls):
    module, name = module_of_type(cls), qualname(cls)
    return name if type(module) is not str or module == 'builtins' else module + '.' + name
def key_text(key):
    cls = type(key)
    if cls is str: return repr(key if len(key) <= 40 else key[:40] + '...')
    if cls in SCALARS: return repr(key)[:40]
    if cls is tuple: return '(' + ', '.join([key_text(k) for k in key[:3]]) + ')'
    return '<' + qualname(cls) + '>'
def attribute_text(key):
    return '.' + key if type(key) is str and len(key) <= 80 else '[' + key_text(key) + ']'
def key_of(dictionary, value):
    try:
        for k, v in dict.items(dictionary):
            if v is value: return (k,)
        for k in dict.keys(dictionary):
            if k is value: return ('keys',)
    except RuntimeError: pass
    return None
def index_of(items, value):
    try:
        for i, v in enumerate(items):
            if v is value: return i
    except RuntimeError: pass
    return None
)python"
                                  R"python(_names = {}
def names_in(cls):
    "Attributes that the class's own code speaks of, and its slots."
    known = _names.get(id(cls))
    if known is not None: return known
    names, slots, hidden = {}, {}, set()
    for base in mro_of(cls):
        for name, value in list(dict_of_type(base).items()):
            if type(name) is not str: continue
            hidden.add(name)
            if type(value) is Member: slots[name] = value
            if type(value) in (staticmethod, classmethod): value = value.__func__
            if type(value) is Function:
                for used in value.__code__.co_names: names[used] = True
    known = _names[id(cls)] = ([n for n in names if n not in hidden], slots)
    return known
def own_dict(thing):
    for base in mro_of(type(thing)):
        found = dict_of_type(base).get('__dict__')
        if type(found) is GetSet:
            try: return found.__get__(thing)
            except Exception: return None
    return None
def instance_label(owner, value):
    names, slots = names_in(type(owner))
    for name, slot in slots.items():
        try:
            if slot.__get__(owner) is value: return '.' + name
        except Exception: pass
    if not is_heap(type(owner)) and type(owner) not in (Function,): names = ()
    for name in names:
        try:
            if object.__getattribute__(owner, name) is value: return '.' + name
        except Exception: pass
    own = own_dict(owner)
    if own is value: return ''
    if type(own) is dict:
        key = key_of(own, value)
        if key: return attribute_text(key[0])
    return None
def frame_label(frame, value):
    if frame is None: return None
    if frame.f_back is value: return '.f_back'
    key = key_of(dict(frame.f_locals), value)
    return ' local ' + key_text(key[0]) if key else None
def function_label(function, value):
    for name in ('__closure__', '__defaults__', '__kwdefaults__'):
        if getattr(function, name) is value: return '(' + name.strip('_') + ')'
    return instance_label(function, value)
def label(before, owner, value):
    "How `value` hangs on `owner`; '' where a reader need not know. `before` refers to owner."
    cls = type(owner)
    if issubclass(cls, dict):
        key = key_of(owner, value)
        if key and '_thread._local' in [type_name(base) for base in mro_of(type(before))]:
            thread_dicts.add(id(value))
            return ''
        if key: return (attribute_text if is_namespace(before, owner) else
                        lambda k: '[' + key_text(k) + ']')(key[0])
    elif issubclass(cls, (list, tuple)):
        if type(before) is Function and cls is tuple:
            code, i = before.__code__, index_of(tuple.__iter__(owner), value)
            if owner is before.__closure__: return ' ' + repr(code.co_freevars[i])
            if owner is before.__defaults__:
                return ' ' + repr(code.co_varnames[code.co_argcount - len(owner) + i])
        i = index_of((list if issubclass(cls, list) else tuple).__iter__(owner), value)
        if i is not None: return '[%d]' % i
    elif deque and issubclass(cls, deque):
        i = index_of(deque.__iter__(owner), value)
        if i is not None: return '[%d]' % i
    elif issubclass(cls, (set, frozenset)): return '{...}'
    elif cls is Cell or issubclass(cls, type) or issubclass(cls, Module): return ''
    elif cls is Function: found = function_label(owner, value); return '' if found is None else found
    elif cls is Frame: return frame_label(owner, value) or ''
    elif cls in (Generator, Coroutine, AsyncGenerator):
        frame = owner.gi_frame if cls is Generator else (
            owner.cr_frame if cls is Coroutine else owner.ag_frame)
        return (frame_label(frame, value) or '') if frame is not value else ''
    elif issubclass(cls, BaseException):
        for name in ('__context__', '__cause__', '__traceback__', 'args'):
            if BaseException.__dict__[name].__get__(owner) is value: return '.' + name
    elif cls is Traceback:
        return '.tb_next' if owner.tb_next is value else '.tb_frame'
    elif cls is PyMethod: return '.__self__' if owner.__self__ is value else ''
    elif cls in (property, classmethod, staticmethod): return ''
    elif qualname(cls) == 'hamt_bitmap_node':
        items = gc.get_referents(owner); i = index_of(items, value)  # value, variable, ...
        if i is not None and i + 1 < len(items) and qualname(type(items[i + 1])) == 'ContextVar':
            return '[ContextVar %s]' % key_text(items[i + 1].name)
        return ''
    elif type_name(cls) in ('functools._lru_cache_wrapper', 'hamt', '_contextvars.Context',
                            'Context', 'contextvars.Context'): return ''
    found = instance_label(owner, value)
    return found if found is not None else ('' if not is_heap(type(value)) else
                                            ' -> ' + qualname(type(value)))
thread_dicts = set()  # what threads have in a threading.local
def is_namespace(before, dictionary):
    if id(dictionary) in thread_dicts: return True
    if before is None: return id(dictionary) in module_names
    if isinstance_of(before, (dict, list, tuple, set)): return own_dict(before) is dictionary
    if issubclass(type(before), (type, Module)): return True
    own = own_dict(before)  # None: its class hides it, as that of a proxy does
    return own is dictionary or (own is None and is_heap(type(before)) and type(dictionary) is dict)
def isinstance_of(thing, classes): return issubclass(type(thing), classes)
)python";

}  // namespace ttsoak
