"""Reads answers as Waldur's API client reads them. Each line of standard input is one, as JSON: {"collection": "rancher_nodes",
"operation": "list" or "retrieve", "body": ...}. Each line of the answer is {"value": [...]}: what is wrong with it, nothing where the
client has read it and every field has the type that the client's model declares, which the client itself does not look at."""

import datetime
import json
import sys
from importlib import import_module
from typing import Any, ForwardRef, Union, get_args, get_origin

import attrs
import httpx
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


def problems(collection, operation, body):
    """What is wrong with an answer: the client does not read it, or reads what is of another type."""
    call = import_module(f"waldur_api_client.api.{collection}.{collection}_{operation}")
    try:
        found = call._parse_response(client=None, response=httpx.Response(200, json=body))
    except Exception as error:  # whatever its models raise
        return [f"{type(error).__name__}: {error}"]
    return list(mistyped(found, collection))


for line in sys.stdin:
    try:
        reply = {"value": problems(**json.loads(line))}
    except Exception as error:
        reply = {"error": repr(error)}
    print(json.dumps(reply), flush=True)
