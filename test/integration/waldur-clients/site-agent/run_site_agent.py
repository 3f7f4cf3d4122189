"""Runs waldur-site-agent as a provider does, one round of it, with a backend that notes what it is told to do.

For each line of its input, {"api": url, "token": text, "offering": uuid, "mode": name}, it writes
{"value": {"result": ..., "log": [...], "backend": [...]}}: what diagnostics end with, what the agent logged as a warning or worse, and
the calls of the backend; or {"error": "..."}. Modes are `diagnostics` and those of the agent that ask the API in turns.
"""

import json
import sys
from unittest import mock

from structlog.testing import capture_logs
from waldur_site_agent.backend.backends import UnknownBackend
from waldur_site_agent.common import structures, utils
from waldur_site_agent.polling_processing import agent_membership_sync, agent_order_process, agent_report

NAME = "noting"
ROUNDS = {
    "order_process": agent_order_process._process_offerings,
    "membership_sync": agent_membership_sync._process_offerings,
    "report": agent_report._process_offerings,
}


class Noting(UnknownBackend):
    """It can do nothing, and says what it was asked."""

    def __init__(self, *_settings):
        super().__init__()
        self.backend_type = NAME
        self.asked = []

    def __getattribute__(self, name):
        found = object.__getattribute__(self, name)
        if callable(found) and not name.startswith("_"):
            object.__getattribute__(self, "asked").append(name)
        return found

    def diagnostics(self):
        return True


def words(entry):
    return " ".join([entry["event"], *map(str, entry.get("positional_args", ()))])


def configuration(asked):
    backends = {f"{it}_backend": NAME for it in ("order_processing", "membership_sync", "reporting")}
    offering = structures.Offering(
        name="Kubernetes",
        waldur_api_url=asked["api"],
        waldur_api_token=asked["token"],
        waldur_offering_uuid=asked["offering"],
        backend_type=NAME,
        **backends,
    )
    mode = asked["mode"]
    agent = structures.WaldurAgentConfiguration(offerings=[offering])
    agent.waldur_site_agent_mode = "order_process" if mode == "diagnostics" else mode
    return agent


def answer(asked):
    backend = Noting()
    agent = configuration(asked)
    result = None
    given = mock.patch.object(utils, "get_backend_for_offering", return_value=(backend, "1"))
    with given, capture_logs() as logged:
        if asked["mode"] == "diagnostics":
            with mock.patch.object(utils, "init_configuration", return_value=agent):
                result = utils.diagnostics()
        else:
            ROUNDS[asked["mode"]](agent, {})
    failures = [words(entry) for entry in logged if entry["log_level"] in ("warning", "error", "critical")]
    return {"result": result, "log": failures, "backend": backend.asked}


def main():
    real, sys.stdout = sys.stdout, sys.stderr  # the agent logs to its standard output
    for line in sys.stdin:
        try:
            said = {"value": answer(json.loads(line))}
        except Exception as error:  # whatever it raises is its answer
            said = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(said), file=real, flush=True)


main()
