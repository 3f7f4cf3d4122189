"""Calls functions of Waldur's API client. Argument: the address of the API. Each line of standard input is a call, as JSON:
{"name": "rancher_nodes.rancher_nodes_pull", "token": text, "arguments": {"uuid": ...}, "body": {...} where it takes one}. Each line of
the answer is {"value": {"status": the answer's or 0 where nothing was sent, "answer": its JSON or null, "problems": [...]}}: what is wrong
with it in the eyes of the client, nothing where it has read it and every field has the type that its model declares."""

import json
import sys
from importlib import import_module
from inspect import signature
from typing import Any, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from field_types import fits, mistyped
from httpx import Timeout
from waldur_api_client import AuthenticatedClient
from waldur_api_client.errors import UnexpectedStatus

API = sys.argv[1]
PATIENCE_S = 60


def variants(kind):
    """The types that a union is of, or the one."""
    return get_args(kind) if get_origin(kind) is Union else (kind,)


def argument(kind, value):
    """What the function takes for the value of a path or query."""
    return UUID(value) if UUID in variants(kind) else value


def arguments_of(function, given, body):
    """Its arguments as the client's own types; bodies are read by their models, JSON before forms."""
    kinds = {name: parameter.annotation for name, parameter in signature(function).parameters.items()}
    found = {name: argument(kinds[name], value) for name, value in given.items()}
    return {**found, "body": variants(kinds["body"])[0].from_dict(body)} if body is not None else found


def faults(function, response):
    """What of a success is of another type than declared, or is not there."""
    kind = get_args(get_type_hints(function)["return"])[0]
    if kind is Any:
        return []
    if not fits(response.parsed, kind):
        return [f"the answer is no {kind}: {str(response.parsed)[:300]}"]
    return list(mistyped(response.parsed, ""))


def call(name, token, arguments, body=None):
    """One call, whatever comes of it."""
    sent = []
    client = AuthenticatedClient(
        base_url=API,
        token=token,
        prefix="Token",
        timeout=Timeout(PATIENCE_S),
        httpx_args={"event_hooks": {"response": [sent.append]}},
    )
    function = import_module(f"waldur_api_client.api.{name}").sync_detailed
    problems = []
    try:
        problems = faults(function, function(client=client, **arguments_of(function, arguments, body)))
    except UnexpectedStatus as error:
        # It raises this for every refusal, too.
        problems = [f"unexpected status {error.status_code}"] if error.status_code < 400 else []
    except Exception as error:  # whatever its models raise
        problems = [f"{type(error).__name__}: {error}"]
    content = sent[-1].read() if sent else b""
    return {
        "status": sent[-1].status_code if sent else 0,
        "answer": json.loads(content) if content else None,
        "problems": problems,
    }


for line in sys.stdin:
    try:
        reply = {"value": call(**json.loads(line))}
    except Exception as error:
        reply = {"error": repr(error)}
    print(json.dumps(reply), flush=True)
