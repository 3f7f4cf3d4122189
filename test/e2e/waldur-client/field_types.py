"""Whether what Waldur's API client has read is of the types that its models declare, which the client itself does not look at."""

import datetime
from typing import Any, ForwardRef, Union, get_args, get_origin

import attrs
from waldur_api_client import models


def fits(value, kind):
    """Whether a field's value is of the type that its model declares."""
    if isinstance(kind, (str, ForwardRef)):
        return fits(value, getattr(models, getattr(kind, "__forward_arg__", kind)))
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any:
        return True
    if origin is Union:
        return any(fits(value, one) for one in arguments)
    if origin is list:
        return isinstance(value, list) and all(fits(one, *arguments) for one in value)
    if origin is dict:
        return isinstance(value, dict) and all(fits(one, arguments[1]) for one in value.values())
    if kind is float:
        return type(value) in (int, float)
    return type(value) is kind if kind in (int, bool, datetime.date) else isinstance(value, kind)


def mistyped(value, path):
    """The fields of a model, and of those in it, that are of another type than declared."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from mistyped(item, f"{path}[{number}]")
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            inner = getattr(value, field.name)
            if fits(inner, field.type):
                yield from mistyped(inner, f"{path}.{field.name}")
            else:
                yield f"{path}.{field.name}: {inner!r} is no {field.type}"
