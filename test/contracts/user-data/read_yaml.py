"""Reads YAML as cloud-init does, with PyYAML's safe loader. Each line of standard input is a document, as a JSON text; each line of the
answer is what it reads as, in JSON, or {"error": "..."}."""
import json
import sys

import yaml

for line in sys.stdin:
    try:
        answer = {"value": yaml.safe_load(json.loads(line))}
    except (yaml.YAMLError, ValueError) as error:
        answer = {"error": str(error)}
    print(json.dumps(answer, default=repr), flush=True)
