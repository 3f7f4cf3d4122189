"""Does what waldur-site-agent asks of its plugin for Rancher, with the plugin as it is published.

For each line of its input, {"settings": {...}, "components": {type: {...}}, "resource": {...}, "call": name, "given": [...]}, it writes
{"value": {"result": ..., "log": [...]}}: what the call of the plugin answers, and what was logged as a warning or worse; or {"error":
"..."}. `settings` and `components` are those of the agent's configuration, `resource` is the resource as Waldur's client has it. A call
gets the resource first, or its backend id. Each line is a process that has just been started: it logs in again.
"""

from dataclasses import asdict, is_dataclass
from uuid import UUID

from lines import failures, serve
from structlog.testing import capture_logs
from waldur_api_client.models.resource import Resource
from waldur_api_client.models.resource_limits import ResourceLimits
from waldur_site_agent_rancher.backend import RancherBackend

CALLS = {
    "ping": lambda plugin, it: plugin.ping(raise_exception=True),
    "diagnostics": lambda plugin, it: plugin.diagnostics(),
    "list": lambda plugin, it: plugin.client.list_projects(),
    "create": lambda plugin, it: plugin.create_resource(it),
    "add_user": lambda plugin, it, name: plugin.add_user(it, name),
    "remove_user": lambda plugin, it, name: plugin.remove_user(it, name),
    "pull": lambda plugin, it: plugin.pull_resource(it),
    "metadata": lambda plugin, it: plugin.get_resource_metadata(it.backend_id),
    "set_limits": lambda plugin, it, limits: plugin.set_resource_limits(it.backend_id, limits),
    "delete": lambda plugin, it: plugin.delete_resource(it),
}


def resource_of(fields):
    limits = ResourceLimits.from_dict(fields.get("limits", {}))
    return Resource(**{**fields, "uuid": UUID(fields["uuid"]), "limits": limits})


def plain(result):
    if isinstance(result, list):
        return [plain(one) for one in result]
    return asdict(result) if is_dataclass(result) else result


def answer(asked):
    with capture_logs() as logged:
        plugin = RancherBackend(asked["settings"], asked["components"])
        result = CALLS[asked["call"]](plugin, resource_of(asked["resource"]), *asked.get("given", []))
    return {"result": plain(result), "log": failures(logged)}


serve(answer)
