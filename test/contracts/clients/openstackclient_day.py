"""
What an operator types into `openstack` on a day. usage: openstackclient_day.py SCRIPT AUTH_URL PASSWORD EXTERNAL_NETWORK

Each line of the script is one command as the shell would get it. `!` before it: it must fail. `=> text` after it: what it prints
has that text in it. `as USER PASSWORD PROJECT` changes who types. All lines run, then what was wrong is printed.
"""
import contextlib
import io
import os
import re
import shlex
import sys
import time

from openstackclient.common.clientmanager import ClientManager
from openstackclient.shell import OpenStackShell
from osc_lib.clientmanager import ClientCache

script, auth_url, password, external = sys.argv[1:5]
os.environ.update(
    OS_AUTH_URL=auth_url, OS_IDENTITY_API_VERSION="3", OS_REGION_NAME="RegionOne",
    OS_USER_DOMAIN_ID="default", OS_PROJECT_DOMAIN_ID="default", OS_COMPUTE_API_VERSION="2.90", COLUMNS="200",
)


# Its `--wait` looks every five seconds; a simulator is sooner there.
sleep = time.sleep
time.sleep = lambda seconds: sleep(min(seconds, 0.1))


def become(user, secret, project):
    # A process of its own would have none of the clients that another user has logged in with.
    for cache in (one for kind in ClientManager.__mro__ for one in vars(kind).values() if isinstance(one, ClientCache)):
        cache._handle = None
    os.environ.update(OS_USERNAME=user, OS_PASSWORD=secret, OS_PROJECT_NAME=project)


def typed(command):
    """Exit code, and what it printed on both channels."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            code = OpenStackShell().run(shlex.split(command))
        except SystemExit as end:
            code = end.code
    return code, out.getvalue()


become("admin", password, "admin")
calls, wrong, kept = 0, [], {"EXTERNAL": external, "PASSWORD": password}
for line in open(script, encoding="utf8"):
    line = re.sub(r"\$(\w+)", lambda found: kept.get(found[1], "nosuch"), line.strip())
    if not line or line.startswith("#"):
        continue
    if line.startswith("as "):
        become(*line.split()[1:])
        continue
    expected, _, text = line.partition(" => ")
    name, assigned, command = expected.partition(" = ")
    keep = name if assigned and name.isupper() and name.isalpha() else None
    command = command if keep else expected
    fails = command.startswith("! ")
    code, printed = typed(command.removeprefix("! "))
    calls += 1
    if keep:
        kept[keep] = printed.strip()
    if bool(code) != fails or " ".join(text.split()) not in " ".join(printed.split()):
        wrong.append(f"{line}\n    exit {code}: {printed.strip()[-700:]}")
print("\n".join(wrong), file=sys.stderr)
print(f"done: {calls} commands")
sys.exit(1 if wrong else 0)
