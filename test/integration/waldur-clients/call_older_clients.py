"""Calls what python-waldur-client and ansible-waldur-module publish, as their users do.

For each line of its input, a JSON text, it writes one of {"value": ...} or {"error": "..."}. Asked is either
{"api": url, "token": text, "function": name, "args": [...], "kwargs": {...}}: a method of python-waldur-client's WaldurClient,
or {"api": url, "token": text, "module": name, "params": {...}}: a module of ansible-waldur-module, run by Ansible on this machine.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import ansible_waldur_module
from waldur_client import WaldurClient

MODULES = Path(ansible_waldur_module.__file__).parent


def from_ansible(api, token, module, params):
    """What the module returns, with Ansible's word for it as its status: SUCCESS, CHANGED or FAILED!"""
    arguments = json.dumps({"api_url": api, "access_token": token, **params})
    where = ["localhost", "--inventory", "localhost,", "--connection", "local", "--one-line"]
    python = ["--extra-vars", f"ansible_python_interpreter={sys.executable}"]
    command = [sys.executable, "-m", "ansible", "adhoc", *where, *python, "--module-path", str(MODULES)]
    run = subprocess.run([*command, "-m", module, "-a", arguments], capture_output=True, text=True, timeout=60)
    said = re.search(r"^localhost \| (\S+) => (\{.*\})$", run.stdout, re.MULTILINE)
    if said is None:
        raise RuntimeError(run.stdout + run.stderr)
    return {"status": said[1], **json.loads(said[2])}


def answer(asked):
    api, token = asked["api"], asked["token"]
    if "module" in asked:
        return from_ansible(api, token, asked["module"], asked["params"])
    function = getattr(WaldurClient(api, token), asked["function"])
    return function(*asked.get("args", []), **asked.get("kwargs", {}))


for line in sys.stdin:
    try:
        print(json.dumps({"value": answer(json.loads(line))}), flush=True)
    except Exception as error:  # whatever the clients raise is their answer
        print(json.dumps({"error": f"{type(error).__name__}: {error}"}), flush=True)
