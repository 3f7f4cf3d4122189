"""Runs waldur-site-agent as a provider does, one round of it, with the agent's own backend in memory.

For each line of its input, {"api": url, "token": text, "offering": uuid, "mode": name, "usage": {backend id: {account: {component:
amount}}}}, it writes {"value": {"result": ..., "log": [...], "backend": [...], "resources": {...}}}: what diagnostics end with, what the
agent logged as a warning or worse, the operations of the backend in this round, and what it has after it, by backend id; or {"error":
"..."}. `usage` is what the backend finds when it is asked. Modes are `diagnostics` and those of the agent that ask the API in turns. The
backend stays from line to line.
"""

from unittest import mock

from lines import failures, serve
from rounds import configuration, run_round
from structlog.testing import capture_logs
from waldur_site_agent.common import utils
from waldur_site_agent.testing.mock_backend import MockBackend

COMPONENTS = {
    name: {"limit": 10, "measured_unit": unit, "unit_factor": 1, "accounting_type": "limit", "label": name}
    for name, unit in (("cpu", "cores"), ("mem", "GB"))
}
BACKEND = MockBackend({}, COMPONENTS)


def found():
    return {
        backend_id: {"users": sorted(it.users), "limits": it.limits}
        for backend_id, it in BACKEND._created_resources.items()
    }


def answer(asked):
    for backend_id, usage in asked.get("usage", {}).items():
        BACKEND._created_resources[backend_id].usage = usage
    BACKEND.clear_operations_log()
    agent = configuration(asked, "mock", COMPONENTS)
    result = None
    given = mock.patch.object(utils, "get_backend_for_offering", return_value=(BACKEND, "1"))
    with given, capture_logs() as logged:
        if asked["mode"] == "diagnostics":
            with mock.patch.object(utils, "init_configuration", return_value=agent):
                result = utils.diagnostics()
        else:
            run_round(agent, asked["mode"])
    operations = [entry["operation"] for entry in BACKEND.get_operations_log()]
    return {"result": result, "log": failures(logged), "backend": operations, "resources": found()}


serve(answer)
