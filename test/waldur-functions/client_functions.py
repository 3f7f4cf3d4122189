"""Prints what Waldur's API client calls below paths of the API: {"version": ..., "segments": [...], "functions":
{"rancher_nodes.rancher_nodes_pull": "POST /api/rancher-nodes/{uuid}/pull/"}}. Arguments: the first segments of the paths below
`/api/`."""

import json
import re
import sys
from importlib.metadata import version
from pathlib import Path

import waldur_api_client

API = Path(waldur_api_client.__file__).parent / "api"


def called(source):
    """Method and path of a function."""
    method = re.search(r'"method": "(\w+)"', source)
    path = re.search(r'"url": f?"([^"]+)"', source)
    return (method[1].upper(), path[1]) if method and path else ("", "")


def functions_below(segments):
    """By module, what each function calls that has a path beginning with one of the segments."""
    found = {}
    for module in sorted(API.glob("*/*.py")):
        method, path = called(module.read_text())
        if path and path.split("/")[2] in segments:
            found[f"{module.parent.name}.{module.stem}"] = f"{method} {path}"
    return found


segments = sys.argv[1:]
found = {"version": version("waldur-api-client"), "segments": segments, "functions": functions_below(segments)}
print(json.dumps(found, indent=2))
