"""Which query parameters the installed waldur-api-client can send to each list, as JSON: test/architecture/waldur-parameters.json."""

import json
import re
from pathlib import Path

import waldur_api_client

API = Path(waldur_api_client.__file__).parent / "api"


def sent():
    """By path below `api/`, what its list function puts into the query."""
    lists = {}
    for module in sorted(API.glob("*/*_list.py")):
        text = module.read_text()
        path = re.search(r'"url": f?"/api/([^"]+)"', text)
        if path:
            lists[re.sub(r"\{\w+\}", "{uuid}", path.group(1))] = sorted(set(re.findall(r'params\["([^"]+)"\]', text)))
    return lists


if __name__ == "__main__":
    print(json.dumps(sent(), indent=2, sort_keys=True))
