"""Runs waldur-site-agent as a provider of projects in Rancher does, one round of it, with the plugin as it is published.

For each line of its input, {"api": url, "token": text, "offering": uuid, "mode": name, "settings": {...}, "components": {...}}, it writes
{"value": {"log": [...]}}: what the agent logged as a warning or worse; or {"error": "..."}. `settings` and `components` are those of the
agent's configuration.
"""

from lines import failures, serve
from rounds import configuration, run_round
from structlog.testing import capture_logs


def answer(asked):
    agent = configuration(asked, "rancher", asked["components"], asked["settings"])
    with capture_logs() as logged:
        run_round(agent, asked["mode"])
    return {"log": failures(logged)}


serve(answer)
