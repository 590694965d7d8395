"""JupyterHub in a container: the example of docs/, with accounts of its own and a container for each learner.

A person signs up with a name and a password, and can log in when a teacher has admitted them at
``/hub/authorize``. The names in ``HUB_PEOPLE/teachers`` are admitted as they sign up, so teachers sign up
first.
"""

import os
from pathlib import Path

import nativeauthenticator

c = get_config()  # noqa: F821
load_subconfig(str(Path(__file__).parents[1] / "docs" / "jupyterhub_config.py"))  # noqa: F821

c.JupyterHub.authenticator_class = "native"
c.JupyterHub.template_paths = [str(Path(nativeauthenticator.__file__).parent / "templates")]
c.NativeAuthenticator.minimum_password_length = 8
c.NativeAuthenticator.allowed_failed_logins = 5
c.Authenticator.allow_all = True  # of those whom a teacher has admitted

DATA = Path(os.environ.get("HUB_DATA", "/data"))
c.JupyterHub.bind_url = f"http://{os.environ.get('ADDRESS', '0.0.0.0')}:{os.environ.get('PORT', '8000')}"
c.JupyterHub.hub_ip = os.environ.get("ADDRESS", "0.0.0.0")
# In a file of its own: like cardlab, JupyterHub has a table `alembic_version`.
c.JupyterHub.db_url = f"sqlite:///{DATA / 'jupyterhub.sqlite'}"
c.JupyterHub.cookie_secret_file = str(DATA / "cookie_secret")
c.ConfigurableHTTPProxy.pid_file = str(DATA / "proxy.pid")

c.JupyterHub.spawner_class = "docker"
c.JupyterHub.hub_connect_ip = os.environ.get("HUB_NAME", "hub")
c.DockerSpawner.image = os.environ.get("LEARNER_IMAGE", "cardlab")
c.DockerSpawner.network_name = os.environ.get("LEARNER_NETWORK", "cardlab")
c.DockerSpawner.use_internal_ip = True
c.DockerSpawner.remove = True
c.DockerSpawner.volumes = {"cardlab-{username}": "/srv/learner"}
c.DockerSpawner.notebook_dir = "/srv/learner/cardlab"
