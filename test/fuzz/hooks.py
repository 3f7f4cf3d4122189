"""What Schemathesis has to know of the installation it calls, from PADDOCK_FUZZ (test/fuzz/known-objects.ts).

Without the uuids of what is there it would hardly ever get past "does not exist"; without the decoys it would revoke its
own token, and change the password of the cloud that everything else is asked of.
"""

import json
import os
import random

import schemathesis

KNOWN = json.loads(os.environ["PADDOCK_FUZZ"])
#: How often a generated uuid, or all references of a body, are replaced by such that exist.
SHARE = 0.7


def chance(value):
    """The same for the same input, so that a failure found is found again by the command that reproduces it."""
    return random.Random(repr(value))


def real_references(value, draw):
    if isinstance(value, list):
        return [real_references(item, draw) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: draw.choice(KNOWN["references"][name])
        if name in KNOWN["references"]
        else real_references(below, draw)
        for name, below in value.items()
    }


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    collection = context.operation.path.split("/")[2]
    uuids = KNOWN["paths"].get(collection)
    draw = chance(path_parameters)
    if not uuids or not path_parameters or "uuid" not in path_parameters or draw.random() > SHARE:
        return path_parameters
    return {**path_parameters, "uuid": draw.choice(uuids)}


@schemathesis.hook
def map_query(context, query):
    draw = chance(query)
    if not query or draw.random() > SHARE:
        return query
    return {
        name: draw.choice(KNOWN["queries"][name]) if name in KNOWN["queries"] else value
        for name, value in query.items()
    }


@schemathesis.hook
def map_body(context, body):
    draw = chance(body)
    return real_references(body, draw) if draw.random() < SHARE else body


@schemathesis.hook
def before_call(context, case, kwargs):
    """Here and not in a filter, because values that came out of earlier replies pass no filter."""
    uuid = str((case.path_parameters or {}).get("uuid", "")).replace("-", "").lower()
    if case.method != "GET" and uuid in KNOWN["decoys"]:
        case.path_parameters["uuid"] = KNOWN["decoys"][uuid]
