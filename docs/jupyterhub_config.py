"""An example for JupyterHub: everybody has the lessons in a folder of their own, and one database for all.

Start it with ``jupyterhub -f jupyterhub_config.py`` where ``HUB_PEOPLE`` names a folder with two files,
``learners`` and ``teachers``: the names of those who may log in, one on a line. The servers of the users need
jupyterhub, jupyterlab and cardlab in their environment, and the hub's needs jupyterhub-idle-culler.
"""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

c = get_config()  # noqa: F821

PEOPLE = Path(os.environ.get("HUB_PEOPLE", "/etc/cardlab"))


def names(file):
    """The names in a file of `PEOPLE`, one on a line; none where there is no such file."""
    try:
        lines = (PEOPLE / file).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return set()
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


# Who may log in. Without other settings these are accounts of this machine, with their passwords (PAM).
# JupyterHub keeps in its own database whom it has admitted; here the lists decide, at every start.
c.Authenticator.admin_users = names("teachers")
c.Authenticator.allowed_users = names("learners") | names("teachers")
c.Authenticator.allow_existing_users = False

# Each user's server, run as that user: it limits what a process may take, copies the lessons into the user's
# own folder, leaves changed ones as they are, and opens JupyterLab on the start page, even if
# the lessons cannot be copied. JupyterHub puts mem_limit, in bytes, into MEM_LIMIT.
START = """
[ -z "$MEM_LIMIT" ] || ulimit -d "$((MEM_LIMIT / 1024))" || exit 1
umask 007
cardlab init || mkdir -p ~/cardlab
exec jupyter-labhub "$@"
"""
c.Spawner.cmd = ["sh", "-c", START, "jupyter-labhub"]
c.Spawner.args = [
    # Nothing asks other machines for news or updates, and no window asks whether it should.
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    # The kernel of a lesson that was left ends after half an hour: scores and games are on the disk.
    "--MappingKernelManager.cull_idle_timeout=1800",
    "--MappingKernelManager.cull_interval=60",
]
c.Spawner.notebook_dir = "~/cardlab"
c.Spawner.default_url = "/lab/tree/notebooks/index.ipynb"

# The limits. The line with `ulimit` holds each process of a learner to mem_limit, whichever the spawner. One
# that knows control groups holds all of a learner's processes together to both: the one for systemd, used if
# jupyterhub-systemdspawner is installed, and those for containers. JupyterHub's own ignores cpu_limit.
if find_spec("systemdspawner"):
    c.JupyterHub.spawner_class = "systemd"
c.Spawner.mem_limit = "1G"
c.Spawner.cpu_limit = 1.0
c.JupyterHub.active_server_limit = 100
c.JupyterHub.concurrent_spawn_limit = 10

# The class: one database, and a code. JupyterHub tells each server who its user is.
DATABASE = os.environ.get("CARDLAB_DATABASE", "postgresql://cardlab@127.0.0.1/cardlab")
c.Spawner.environment = {
    "CARDLAB_DATABASE": DATABASE,
    "CARDLAB_CLASS": os.environ.get("CARDLAB_CLASS", "7b"),
    # A thread for each processor would take its share of the memory before it is used.
    "OPENBLAS_NUM_THREADS": "1",
}

# Two services. Servers that nobody has used for an hour are stopped; `cardlab voila` shows the demos to
# whoever reaches the hub, at /services/demos/, and prints the teacher's address into the hub's log.
PORT = os.environ.get("DEMOS_PORT", "8866")
c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=3600", "--cull-every=300"],
    },
    {
        "name": "demos",
        "url": f"http://127.0.0.1:{PORT}",
        "command": [
            *(sys.executable, "-m", "cardlab", "voila", "--no-browser"),
            *(f"--port={PORT}", "--Voila.base_url=/services/demos/"),
        ],
        "environment": {"CARDLAB_DATABASE": DATABASE},
    },
]
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
        "services": ["idle-culler"],
    },
]
