"""One round of waldur-site-agent, as a provider's configuration makes it."""

from waldur_site_agent.common import structures
from waldur_site_agent.polling_processing import agent_membership_sync, agent_order_process, agent_report

_ROUNDS = {
    "order_process": agent_order_process._process_offerings,
    "membership_sync": agent_membership_sync._process_offerings,
    "report": agent_report._process_offerings,
}


def configuration(asked, backend, components, settings=None):
    """Of an agent with one offering, of which it does everything with one backend."""
    offering = structures.Offering(
        name="Allocations",
        waldur_api_url=asked["api"],
        waldur_api_token=asked["token"],
        waldur_offering_uuid=asked["offering"],
        backend_type=backend,
        backend_settings=settings or {},
        backend_components=components,
        order_processing_backend=backend,
        membership_sync_backend=backend,
        reporting_backend=backend,
    )
    mode = asked["mode"]
    agent = structures.WaldurAgentConfiguration(offerings=[offering])
    agent.waldur_site_agent_mode = "order_process" if mode == "diagnostics" else mode
    return agent


def run_round(agent, mode):
    _ROUNDS[mode](agent, {})
