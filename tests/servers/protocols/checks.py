"""Strict checks of what a fake was sent."""

from fastapi.responses import JSONResponse


class Wrong(Exception):
    """A request that the interface does not take."""


def require(fields, wanted, optional=None):
    """`wanted` and `optional`: name -> a type, or the values allowed. Anything else is wrong."""
    optional = optional or {}
    if not isinstance(fields, dict):
        raise Wrong(f"expected an object, got {fields!r}")
    for name in fields:
        if name not in wanted and name not in optional:
            raise Wrong(f"unknown field {name!r}")
    for name, kind in {**wanted, **optional}.items():
        if name not in fields:
            if name in wanted:
                raise Wrong(f"{name}: missing")
            continue
        value = fields[name]
        if isinstance(kind, type):
            if not isinstance(value, kind) or (kind is str and not value):
                raise Wrong(f"{name}: got {value!r}")
        elif value not in kind:
            raise Wrong(f"{name}: got {value!r}, expected one of {kind}")


def require_content_type(request, wanted):
    found = request.headers.get("content-type", "")
    if not found.startswith(wanted):
        raise Wrong(f"content type {found!r}, expected {wanted}")


def trouble(text):
    """The reply of a server in trouble, where that is an HTTP status."""
    if "#503" in text:
        return JSONResponse({"detail": "the model is loading"}, 503)
    return None
