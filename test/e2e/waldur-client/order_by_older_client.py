"""A customer's program on python-waldur-client: orders a cluster by names, follows the order, looks at the resource and ends it.

Argument: JSON {"api": url, "token": text, "project": name or uuid, "offering": uuid, "attributes": {...}}. Prints what came of it, as JSON.
"""

import json
import sys
import time

from waldur_client import WaldurClient

PATIENCE_S = 240
ENDED = ("done", "erred", "canceled", "rejected")


def followed(client, uuid):
    """The order once it has ended."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        order = client.get_order(uuid)
        if order["state"] in ENDED:
            return order
        time.sleep(0.5)
    raise TimeoutError(f"order {uuid} has not ended after {PATIENCE_S} s")


def main(task):
    client = WaldurClient(f"{task['api']}/api", task["token"])
    made = client.create_resource_via_marketplace(
        task["project"], task["offering"], None, task["attributes"], None
    )
    created = followed(client, made["create_order_uuid"])
    uuid = made["marketplace_resource_uuid"]
    resource = client.get_marketplace_resource(uuid)
    terminated = followed(client, client.marketplace_resource_terminate_order(uuid))
    listed = client.list_marketplace_resources(offering_uuid=task["offering"], state="OK", fields=["name"])
    return {
        "created": created["state"],
        "resource": [resource["name"], resource["state"]],
        "terminated": terminated["state"],
        "left": [it["name"] for it in listed if it["name"] == resource["name"]],
    }


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
