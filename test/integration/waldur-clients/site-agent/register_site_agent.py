"""Registers a site agent as waldur-site-agent does when it starts, by its own AgentIdentityManager.

For each line of its input, {"api": url, "token": text, "offering": uuid, "name": text}, it writes {"value": {"identity": uuid,
"services": [uuid], "processors": [uuid], "found": uuid, "provider": uuid, "keys": number, "queue": text}}: what the agent read from the
answers, and why it was given no queue; or {"error": "..."}.
"""

from lines import serve
from waldur_api_client.api.marketplace_service_providers import (
    marketplace_service_providers_keys_list,
    marketplace_service_providers_list,
)
from waldur_api_client.errors import UnexpectedStatus
from waldur_site_agent.common import structures, utils
from waldur_site_agent.common.agent_identity_management import AgentIdentityManager

MODES = ("order_process", "membership_sync", "report")


def manager_of(asked):
    offering = structures.Offering(
        name="HPC",
        waldur_api_url=asked["api"],
        waldur_api_token=asked["token"],
        waldur_offering_uuid=asked["offering"],
        backend_type="noting",
    )
    client = utils.get_client(offering.api_url, offering.api_token, "waldur-site-agent", True, "")
    return AgentIdentityManager(offering, client)


def refusal_of_queue(manager, identity):
    try:
        manager.register_queue(identity, [])
    except UnexpectedStatus as error:
        return str(error)
    return ""


def answer(asked):
    manager = manager_of(asked)
    identity = manager.register_identity(asked["name"])
    services = [manager.register_service(identity, mode, mode) for mode in MODES]
    processors = [manager.register_processor(it, f"{it.name} processor", "noting", "1") for it in services]
    client = manager.waldur_rest_client
    provider = marketplace_service_providers_list.sync(client=client)[0]
    return {
        "identity": identity.uuid.hex,
        "services": [it.uuid.hex for it in services],
        "processors": [it.uuid.hex for it in processors],
        "found": manager.get_identity(asked["name"]).uuid.hex,
        "provider": provider.uuid.hex,
        "keys": len(marketplace_service_providers_keys_list.sync(provider.uuid, client=client)),
        "queue": refusal_of_queue(manager, identity),
    }


serve(answer)
