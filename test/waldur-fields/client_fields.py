"""Prints the fields that the models of Waldur's API client have: {"version": ..., "collections": {"rancher_nodes": {"model":
"RancherNode", "fields": {"uuid": true, ...}}}}, where true says that the client reads no object without the field. Arguments:
collections as the client names them."""

import json
import re
import sys
from importlib import import_module
from importlib.metadata import version
from inspect import getsource

import attrs
from waldur_api_client import models


def fields_of(collection):
    """Of the model of one object of a collection, as its JSON has them."""
    source = getsource(import_module(f"waldur_api_client.api.{collection}.{collection}_retrieve"))
    name = re.search(r"(\w+)\.from_dict\(", source)[1]
    known = [field for field in attrs.fields(getattr(models, name)) if field.init]
    return {"model": name, "fields": {field.name.rstrip("_"): field.default is attrs.NOTHING for field in known}}


found = {collection: fields_of(collection) for collection in sys.argv[1:]}
print(json.dumps({"version": version("waldur-api-client"), "collections": found}, indent=2))
