"""Runs waldur-site-agent as a provider does, one round of it, with the agent's own backend in memory.

For each line of its input, {"api": url, "token": text, "offering": uuid, "mode": name, "usage": {backend id: {account: {component:
amount}}}}, it writes {"value": {"result": ..., "log": [...], "backend": [...], "resources": {...}}}: what diagnostics end with, what the
agent logged as a warning or worse, the operations of the backend in this round, and what it has after it, by backend id; or {"error":
"..."}. `usage` is what the backend finds when it is asked. Modes are `diagnostics` and those of the agent that ask the API in turns. The
backend stays from line to line.
"""

from unittest import mock

from lines import failures, serve
from structlog.testing import capture_logs
from waldur_site_agent.common import structures, utils
from waldur_site_agent.polling_processing import agent_membership_sync, agent_order_process, agent_report
from waldur_site_agent.testing.mock_backend import MockBackend

ROUNDS = {
    "order_process": agent_order_process._process_offerings,
    "membership_sync": agent_membership_sync._process_offerings,
    "report": agent_report._process_offerings,
}
COMPONENTS = {
    name: {"limit": 10, "measured_unit": unit, "unit_factor": 1, "accounting_type": "limit", "label": name}
    for name, unit in (("cpu", "cores"), ("mem", "GB"))
}
BACKEND = MockBackend({}, COMPONENTS)


def configuration(asked):
    offering = structures.Offering(
        name="Allocations",
        waldur_api_url=asked["api"],
        waldur_api_token=asked["token"],
        waldur_offering_uuid=asked["offering"],
        backend_type="mock",
        backend_components=COMPONENTS,
        order_processing_backend="mock",
        membership_sync_backend="mock",
        reporting_backend="mock",
    )
    mode = asked["mode"]
    agent = structures.WaldurAgentConfiguration(offerings=[offering])
    agent.waldur_site_agent_mode = "order_process" if mode == "diagnostics" else mode
    return agent


def found():
    return {
        backend_id: {"users": sorted(it.users), "limits": it.limits}
        for backend_id, it in BACKEND._created_resources.items()
    }


def answer(asked):
    for backend_id, usage in asked.get("usage", {}).items():
        BACKEND._created_resources[backend_id].usage = usage
    BACKEND.clear_operations_log()
    agent = configuration(asked)
    result = None
    given = mock.patch.object(utils, "get_backend_for_offering", return_value=(BACKEND, "1"))
    with given, capture_logs() as logged:
        if asked["mode"] == "diagnostics":
            with mock.patch.object(utils, "init_configuration", return_value=agent):
                result = utils.diagnostics()
        else:
            ROUNDS[asked["mode"]](agent, {})
    operations = [entry["operation"] for entry in BACKEND.get_operations_log()]
    return {"result": result, "log": failures(logged), "backend": operations, "resources": found()}


serve(answer)
