"""An example for JupyterHub: everybody has the lessons in a folder of their own, and one database for all.

Start it with ``jupyterhub -f jupyterhub_config.py``. The servers of the users need jupyterhub, jupyterlab
and cardlab in their environment.
"""

c = get_config()  # noqa: F821

# Each user's server, run as that user: it copies the lessons into the user's own folder, leaves changed ones
# as they are, and opens JupyterLab on the start page. JupyterLab starts even if the lessons cannot be copied.
c.Spawner.cmd = ["sh", "-c", 'cardlab init || mkdir -p ~/cardlab; exec jupyter-labhub "$@"', "jupyter-labhub"]
c.Spawner.args = [
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    # The kernel of a lesson that was left ends after half an hour: scores and games are on the disk.
    "--MappingKernelManager.cull_idle_timeout=1800",
    "--MappingKernelManager.cull_interval=60",
]
c.Spawner.notebook_dir = "~/cardlab"
c.Spawner.default_url = "/lab/tree/notebooks/index.ipynb"
c.Spawner.mem_limit = "1G"

# The class: one database, and a code. JupyterHub tells each server who its user is.
c.Spawner.environment = {
    "CARDLAB_DATABASE": "sqlite:////srv/cardlab/class.db",
    "CARDLAB_CLASS": "7b",
}
