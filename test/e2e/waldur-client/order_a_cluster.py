"""A customer's program: finds an offering, orders a cluster, follows it, lets a colleague in, adds a node, changes and ends it.

It speaks through Waldur's own API client only (PyPI waldur-api-client), the way programs written for Waldur do. Argument: JSON
{"api": url, "token": text, "project": uuid, "offering": uuid, "attributes": {...}, "colleague": uuid, "ending": "slash" or "bare"}: whether its paths end
in a slash. Prints what the client made of the replies, as JSON.
"""

import json
import sys
import time
from collections import Counter
from uuid import UUID

from read_lists import read_lists
from spelled_client import spelled_client
from waldur_api_client.api.marketplace_orders import (
    marketplace_orders_create,
    marketplace_orders_list,
    marketplace_orders_retrieve,
)
from waldur_api_client.api.marketplace_public_offerings import marketplace_public_offerings_list
from waldur_api_client.api.marketplace_resources import marketplace_resources_terminate
from waldur_api_client.api.rancher_clusters import (
    rancher_clusters_count,
    rancher_clusters_list,
    rancher_clusters_partial_update,
    rancher_clusters_pull,
    rancher_clusters_retrieve,
)
from waldur_api_client.api.projects import projects_add_user, projects_list_users_list
from waldur_api_client.api.rancher_nodes import rancher_nodes_create, rancher_nodes_list
from waldur_api_client.models import (
    GenericOrderAttributes,
    OrderCreateRequest,
    OrderState,
    PatchedRancherClusterRequest,
    RancherCreateNodeRequest,
    RancherNodeRoleEnum,
    ResourceTerminateRequest,
    UserRoleCreateRequest,
)

PATIENCE_S = 240
ENDED = (OrderState.DONE, OrderState.ERRED, OrderState.CANCELED, OrderState.REJECTED)


def followed(client, uuid):
    """The order once it has ended."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        order = marketplace_orders_retrieve.sync(client=client, uuid=uuid)
        if order.state in ENDED:
            return order
        time.sleep(0.5)
    raise TimeoutError(f"order {uuid} has not ended after {PATIENCE_S} s")


def changed(client, cluster):
    """What the cluster says of itself after it got another description."""
    body = PatchedRancherClusterRequest(description="Described by a program.")
    rancher_clusters_partial_update.sync(client=client, uuid=cluster.uuid, body=body)
    rancher_clusters_pull.sync_detailed(client=client, uuid=cluster.uuid)
    return rancher_clusters_retrieve.sync(client=client, uuid=cluster.uuid).description


def granted(client, task):
    """The roles of somebody who is added to the project, as its list of people has them."""
    body = UserRoleCreateRequest(role="PROJECT.ADMIN", user=UUID(task["colleague"]))
    projects_add_user.sync(client=client, uuid=task["project"], body=body)
    people = projects_list_users_list.sync_all(client=client, uuid=task["project"])
    return [item.role_name for item in people if item.user_uuid == UUID(task["colleague"])]


def grown(client, task, cluster):
    """The node that was added, once it works."""
    like = next(node for node in task["attributes"]["nodes"] if node["role"] == "agent")
    body = RancherCreateNodeRequest(
        cluster=cluster.url, role=RancherNodeRoleEnum.AGENT, subnet=like["subnet"], flavor=like["flavor"]
    )
    rancher_nodes_create.sync_detailed(client=client, body=body)
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        nodes = rancher_nodes_list.sync_all(client=client, cluster_uuid=cluster.uuid)
        if len(nodes) == len(task["attributes"]["nodes"]) + 1 and all(node.state == "OK" for node in nodes):
            return sorted([node.role, node.state] for node in nodes)
        time.sleep(0.5)
    raise TimeoutError(f"the node is not OK after {PATIENCE_S} s")


def main(task):
    asked = Counter()
    client = spelled_client(task["api"], task["token"], task["ending"], asked)
    offerings = marketplace_public_offerings_list.sync_all(client=client, type_=["Rancher"])
    offering = next(item for item in offerings if item.uuid.hex == task["offering"])
    body = OrderCreateRequest(
        offering=offering.url,
        project=f"{task['api']}/api/projects/{task['project']}/",
        attributes=GenericOrderAttributes.from_dict(task["attributes"]),
    )
    ordered = marketplace_orders_create.sync(client=client, body=body)
    created = followed(client, ordered.uuid)
    name = task["attributes"]["name"]
    listed = rancher_clusters_list.sync_all(client=client, name_exact=name)
    cluster = rancher_clusters_retrieve.sync(client=client, uuid=listed[0].uuid)
    nodes = rancher_nodes_list.sync_all(client=client, cluster_uuid=cluster.uuid)
    roles = granted(client, task)
    grown_nodes = grown(client, task, cluster)
    lists = read_lists(client, task["attributes"]["tenant"])
    description = changed(client, cluster)
    ended = marketplace_resources_terminate.sync(
        client=client, uuid=ordered.marketplace_resource_uuid, body=ResourceTerminateRequest()
    )
    terminated = followed(client, ended.order_uuid)
    pages = [
        marketplace_orders_list.sync(client=client, resource_name=name, page=number, page_size=1) for number in (1, 2)
    ]
    return {
        "offering": offering.name,
        "created": created.state,
        "cluster": {"name": cluster.name, "state": cluster.state, "runtime_state": cluster.runtime_state},
        "nodes": sorted([node.role, node.state] for node in nodes),
        "roles": roles,
        "grown": grown_nodes,
        "description": description,
        "lists": lists,
        "terminated": terminated.state,
        "orders": sorted([order.type_, order.state] for page in pages for order in page),
        "left": rancher_clusters_count.sync(client=client, name_exact=name),
        "asked": dict(asked),
    }


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.argv[1]))))
