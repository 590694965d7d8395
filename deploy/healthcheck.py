#!/usr/bin/env python3
"""Ends with 0 if the server of this container answers, and with 1 if it does not.

It asks for what costs nothing: a file of Voila's, or what `HEALTH` names, such as ``/hub/health``. The server
of a learner knows its own address from JupyterHub.
"""

import os
import sys
from urllib.parse import urlsplit
from urllib.request import urlopen


def address() -> str:
    served = os.environ.get("JUPYTERHUB_SERVICE_URL")
    if served:
        return f"http://127.0.0.1:{urlsplit(served).port}{os.environ['JUPYTERHUB_SERVICE_PREFIX']}api"
    path = os.environ.get("HEALTH") or os.environ.get("BASE_URL", "/") + "voila/static/voila-style.js"
    return f"http://127.0.0.1:{os.environ.get('PORT', '8000')}{path}"


try:
    with urlopen(address(), timeout=8) as answer:
        answer.read()
except OSError as error:
    print(f"{address()}: {error}", file=sys.stderr)
    sys.exit(1)
