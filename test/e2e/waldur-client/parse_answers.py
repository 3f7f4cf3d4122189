"""Reads answers as Waldur's API client reads them. Each line of standard input is one, as JSON: {"collection": "rancher_nodes",
"operation": "list" or "retrieve", "body": ...}. Each line of the answer is {"value": [...]}: what is wrong with it, nothing where the
client has read it and every field has the type that the client's model declares, which the client itself does not look at."""

import json
import sys
from importlib import import_module

import httpx
from field_types import mistyped


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
