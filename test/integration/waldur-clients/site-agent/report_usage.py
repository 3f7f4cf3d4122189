"""Reports usage as waldur-site-agent does in its mode `report`, by its own OfferingReportProcessor.

For each line of its input, {"api": url, "token": text, "resource": uuid, "total": {component: amount}, "users":
{username: {component: amount}}}, it writes {"value": {"usages": {component: text}, "users": [[component usage, username, text]]}}: what
the client reads afterwards; or {"error": "..."}.
"""

from types import SimpleNamespace
from uuid import UUID

from lines import serve
from waldur_api_client.api.marketplace_component_usages import (
    marketplace_component_usages_list,
    marketplace_component_usages_retrieve,
)
from waldur_api_client.api.marketplace_component_user_usages import marketplace_component_user_usages_list
from waldur_site_agent.common import processors, utils


def processor_of(asked):
    """With what reporting needs, and nothing that reads the offering, its resources or its users."""
    processor = processors.OfferingReportProcessor.__new__(processors.OfferingReportProcessor)
    processor.waldur_rest_client = utils.get_client(asked["api"], asked["token"], "waldur-site-agent", True, "")
    processor.timezone = ""
    processor.offering = SimpleNamespace(omit_anomalous_usage_components=False)
    processor.resource_backend = SimpleNamespace(supports_decreasing_usage=False)
    processor._get_cached_offering_users = list
    return processor


def parent_of(usage):
    return usage.component_usage.rstrip("/").split("/")[-1]


def answer(asked):
    processor = processor_of(asked)
    client = processor.waldur_rest_client
    resource = SimpleNamespace(uuid=UUID(asked["resource"]), backend_id="hpc_sim")
    components = [SimpleNamespace(type_=component) for component in asked["total"]]
    processor._submit_total_usage_for_resource(resource, dict(asked["total"]), components)
    listed = marketplace_component_usages_list.sync_all(client=client, resource_uuid=resource.uuid)
    usages = [marketplace_component_usages_retrieve.sync(usage.uuid, client=client) for usage in listed]
    processor._submit_bulk_user_usages_for_resource(asked["users"], usages)
    users = marketplace_component_user_usages_list.sync_all(client=client, resource_uuid=resource.uuid)
    types = {usage.uuid.hex: usage.type_ for usage in usages}
    return {
        "usages": {usage.type_: usage.usage for usage in usages},
        "users": [[types[parent_of(user)], user.username, user.usage] for user in users],
    }


serve(answer)
