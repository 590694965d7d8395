"""An example for JupyterHub: everybody has the lessons in a folder of their own, and one database for all.

Start it with ``jupyterhub -f jupyterhub_config.py`` where jupyterhub, jupyterlab and cardlab are installed.
"""

c = get_config()  # noqa: F821

# Each user's server: JupyterLab, opened on the start page of the lessons.
c.Spawner.cmd = ["jupyter-labhub"]
c.Spawner.notebook_dir = "~/cardlab"
c.Spawner.default_url = "/lab/tree/notebooks/index.ipynb"
c.Spawner.mem_limit = "1G"

# The class: one database, and a code. JupyterHub tells each server who its user is.
c.Spawner.environment = {
    "CARDLAB_DATABASE": "sqlite:////srv/cardlab/class.db",
    "CARDLAB_CLASS": "7b",
}


async def bring_lessons(spawner):
    """Before a server starts: the lessons into the user's folder, changed ones left as they are."""
    import asyncio
    import sys

    home = f"~{spawner.user.name}/cardlab"
    command = (sys.executable, "-m", "cardlab", "init", home)
    process = await asyncio.create_subprocess_exec(*command)
    if await process.wait():
        spawner.log.warning("the lessons could not be copied for %s", spawner.user.name)


c.Spawner.pre_spawn_hook = bring_lessons
