"""Kernels for a class on one server: each begins as a copy of a process that has everything loaded.

An ordinary kernel is a new Python that loads IPython, ipywidgets and cardlab again for each page, which is
most of a page's time and memory. Here one process, the fork server of Python's own `multiprocessing`, loads
them once (`cardlab_widgets.serving.warm`) and does nothing else; each kernel is a fork of it. What was loaded
is shared between all of them until somebody changes it.

Jupyter calls what starts a kernel a provisioner, and finds this one by its entry point.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from importlib.metadata import entry_points
from threading import Thread
from typing import TYPE_CHECKING, Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, ForkServerProcess

NAME = "cardlab-fork"
"""The provisioner's name among the entry points."""

EXTENSIONS = ("ipywidgets",)
"""What looks for a kernel when it is loaded, and found none: each kernel has to call it by itself."""

LAUNCHER = ("-m", "ipykernel_launcher")
"""How a kernel in Python is started; any other kernel is left to start in its own way."""


def can_fork() -> bool:
    """Whether kernels can be forks here: Windows has none, and macOS's own libraries may crash in one.

    Jupyter must know of them too, which it does not where an older cardlab was installed and only its files
    have been renewed.
    """
    return sys.platform == "linux" and NAME in entry_points(group=KernelProvisionerFactory.GROUP_NAME).names


def prepare() -> None:
    """Starts the fork server, if there can be one; it loads what kernels need while this process goes on."""
    if can_fork():
        from multiprocessing import forkserver

        _context()
        os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # nobody debugs a page of Voila
        forkserver.ensure_running()


class ForkedKernel(LocalProvisioner):
    """Starts a kernel as a fork; stops, interrupts and watches it as Jupyter does with any other."""

    process: Any

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        if tuple(cmd[1:3]) != LAUNCHER:
            return await super().launch_kernel(cmd, **kwargs)
        arguments = [_plain(word) for word in cmd[3:]]
        env = {_plain(name): _plain(value) for name, value in kwargs["env"].items()}
        folder = _plain(kwargs.get("cwd") or os.curdir)
        fork = _context().Process(target=_kernel, args=(arguments, env, folder), daemon=True)
        try:
            fork.start()
        except (EOFError, OSError):  # the fork server is about to end; the next kernel finds a new one
            return await super().launch_kernel(cmd, **kwargs)
        self.process = _Process(fork)
        self.pid = self.pgid = fork.pid
        return self.connection_info


class _Process:
    """A fork as Jupyter expects a process: as `subprocess.Popen`, without pipes."""

    stdin = stdout = stderr = None

    def __init__(self, fork: ForkServerProcess) -> None:
        assert fork.pid is not None
        self.pid = fork.pid
        self._fork = fork

    def poll(self) -> int | None:
        return self._fork.exitcode

    def wait(self) -> int | None:
        self._fork.join()
        return self._fork.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["cardlab_widgets.serving.warm"])
    return context


def _plain(text: str | os.PathLike[str]) -> str:
    """`text` as a new process gets it. Voila's are of a class for which a fork would load all of Voila."""
    return os.fsdecode(os.fsencode(text))


def _kernel(arguments: list[str], env: dict[str, str], folder: str) -> None:
    """The life of a kernel, in the fork."""
    os.setsid()  # a group of its own, which signals for the kernel go to
    os.environ.clear()
    os.environ.update(env)
    os.chdir(folder)
    options = [f"--ext={name}" for name in EXTENSIONS]
    sys.argv = ["ipykernel_launcher", f"--IPKernelApp.parent_handle={os.getppid()}", *options, *arguments]
    Thread(target=_end_with_server, daemon=True).start()
    from ipykernel.kernelapp import launch_new_instance

    launch_new_instance()


def _end_with_server() -> None:
    """A server that was killed could not tell its kernels to go."""
    server = multiprocessing.parent_process()
    assert server is not None
    server.join()
    os._exit(1)
