"""Reads configurations as waldur-site-agent does.

For each line of its input, {"configuration": text}, the text of a file, it writes {"value": [{type: {...}}]}: for each offering its
components by their types; or {"error": "..."}.
"""

import tempfile

from lines import serve
from waldur_site_agent.common import utils


def offerings_in(text):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(text)
        file.flush()
        return utils.load_configuration(file.name).offerings


def components_of(offering):
    return {name: it.model_dump(mode="json") for name, it in offering.backend_components.items()}


serve(lambda asked: [components_of(it) for it in offerings_in(asked["configuration"])])
