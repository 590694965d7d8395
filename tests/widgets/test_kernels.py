"""Kernels that are forks: each is a kernel like any other, and none is left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from cardlab_widgets.serving import kernels
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager
from jupyter_client.provisioning import KernelProvisionerFactory, LocalProvisioner

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(not kernels.can_fork(), reason="kernels are forks on Linux only"),
]
PATIENCE = 60


@pytest.fixture(scope="module", autouse=True)
def forks() -> Iterator[None]:
    """New kernels are forks."""
    factory = KernelProvisionerFactory.instance()
    before = factory.default_provisioner_name
    factory.default_provisioner_name = kernels.NAME
    kernels.prepare()
    yield
    factory.default_provisioner_name = before


class Session:
    """A kernel and who talks to it."""

    def __init__(self, **how: Any) -> None:
        self.manager = KernelManager()
        self.manager.shutdown_wait_time = 2
        self.manager.start_kernel(**how)
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(PATIENCE)
        self.pid = int(self.value("__import__('os').getpid()"))

    def run(self, code: str) -> dict[str, Any]:
        return dict(self.client.execute_interactive(code, timeout=PATIENCE, output_hook=lambda _: None))

    def value(self, expression: str) -> str:
        """What `expression` is in the kernel, as its `repr`."""
        reply = self.client.execute("", user_expressions={"value": expression}, reply=True, timeout=PATIENCE)
        return str(reply["content"]["user_expressions"]["value"]["data"]["text/plain"])

    def end(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel()


@pytest.fixture
def kernel() -> Iterator[Session]:
    session = Session()
    yield session
    session.end()


def comes_true(claim: Callable[[], bool]) -> bool:
    """Whether `claim` holds before patience is at an end."""
    until = time.monotonic() + PATIENCE
    while not (holds := claim()) and time.monotonic() < until:
        time.sleep(0.1)
    return holds


def gone(pid: int) -> bool:
    """Whether a process ends; one that nobody has waited for has ended as well."""

    def ended() -> bool:
        try:
            return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            return True

    return comes_true(ended)


def test_a_kernel_has_cardlab_loaded_and_names_of_its_own_only(kernel: Session) -> None:
    assert kernel.value("'cardlab_widgets.demos.stage' in __import__('sys').modules") == "True"
    assert kernel.value("'demo' in dir()") == "False"
    assert kernel.value("__name__") == "'__main__'"
    assert os.getpgid(kernel.pid) == kernel.pid != os.getpgid(0)


def test_a_kernel_shows_a_demo(kernel: Session) -> None:
    reply = kernel.run("from cardlab_widgets import demo\nwidget = demo('counting-a-hand', seed=3)\nwidget")
    assert reply["content"]["status"] == "ok"
    assert "data-transport" in kernel.value("widget.html")


ANSWER = """
from cardlab_exercises import Practice, Store
from cardlab_widgets import play
run = Practice("crib-count-hand", seed=5, store=Store(place), learner="Ana")
run.act("check", {"total": "6"})
kept = [made.score for made in run.store.attempts("Ana")]
games = [play("canasta"), play("cribbage")]
"""


def test_a_lesson_finds_all_that_it_needs_loaded(kernel: Session, tmp_path: Path) -> None:
    """What a kernel loads by itself is not there at once, and takes memory of its own."""
    ours = "name.startswith(('cardlab', 'sqlalchemy'))"
    modules = f"sorted(name for name in __import__('sys').modules if {ours})"
    before = kernel.value(modules)
    kernel.run(f"place = {str(tmp_path / 'score.db')!r}")
    assert kernel.run(ANSWER)["content"]["status"] == "ok"
    assert kernel.value("kept") == "[1.0]"
    assert kernel.value(modules) == before


SURROUNDINGS = """
import cardlab_widgets.serving.warm, nbformat, ipywidgets, plotly.io
shell = get_ipython()
formatters = shell.display_formatter.formatters
found = [
    sorted(shell.kernel.comm_manager.targets),
    {mime: [*one.type_printers, *one.deferred_printers] for mime, one in formatters.items()},
    {name: len(calls) for name, calls in shell.events.callbacks.items()},
    sorted(shell.magics_manager.magics["line"]),
    plotly.io.renderers.default,
]
"""


def test_a_fork_is_as_a_kernel_that_has_loaded_the_same_by_itself(kernel: Session) -> None:
    factory = KernelProvisionerFactory.instance()
    factory.default_provisioner_name = "local-provisioner"
    try:
        ordinary = Session()
    finally:
        factory.default_provisioner_name = kernels.NAME
    try:
        for session in (kernel, ordinary):
            assert session.run(SURROUNDINGS)["content"]["status"] == "ok"
        assert kernel.value("found") == ordinary.value("found")
    finally:
        ordinary.end()


def test_a_kernel_starts_where_and_with_what_it_is_told(tmp_path: Path) -> None:
    env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    session = Session(cwd=str(tmp_path), env={**env, "QUERY_STRING": "seed=7"})
    try:
        assert session.value("__import__('os').getcwd()") == repr(str(tmp_path.resolve()))
        assert session.value("__import__('os').environ['QUERY_STRING']") == "'seed=7'"
        assert session.value("'CARDLAB_HOME' in __import__('os').environ") == "False"
    finally:
        session.end()


def test_kernels_share_nothing_that_one_of_them_changes(kernel: Session) -> None:
    other = Session()
    try:
        kernel.run("import random, uuid, cardlab\ncardlab.mark = 1\nmine = 1")
        other.run("import random, uuid, cardlab")
        assert other.value("hasattr(cardlab, 'mark'), 'mine' in dir()") == "(False, False)"
        assert kernel.value("random.random()") != other.value("random.random()")
        assert kernel.value("uuid.uuid4()") != other.value("uuid.uuid4()")
    finally:
        other.end()


def test_a_kernel_can_be_interrupted(kernel: Session) -> None:
    code = "import time\nprint('now', flush=True)\ntime.sleep(600)"
    sent = kernel.client.execute(code, stop_on_error=False)  # or the next request may be aborted with it
    while kernel.client.get_iopub_msg(timeout=PATIENCE)["msg_type"] != "stream":
        pass
    kernel.manager.interrupt_kernel()
    while (reply := kernel.client.get_shell_msg(timeout=PATIENCE))["parent_header"]["msg_id"] != sent:
        pass
    assert reply["content"]["ename"] == "KeyboardInterrupt"
    assert kernel.value("1 + 1") == "2"


def test_a_kernel_can_be_restarted(kernel: Session) -> None:
    kernel.run("kept = 1")
    before = kernel.pid
    kernel.manager.restart_kernel(now=True)
    kernel.client.wait_for_ready(PATIENCE)
    assert kernel.value("'kept' in dir()") == "False"
    assert gone(before)


def test_a_kernel_that_is_told_to_go_has_gone() -> None:
    session = Session()
    assert session.manager.is_alive()
    session.end()
    assert not session.manager.is_alive()
    assert gone(session.pid)


@pytest.mark.parametrize("end", ["import os; os._exit(3)", "import os; os.kill(os.getpid(), 9)"])
def test_a_kernel_that_ends_by_itself_is_known_to_have_ended(end: str) -> None:
    session = Session()
    session.client.execute(end)
    assert comes_true(lambda: not session.manager.is_alive())
    assert gone(session.pid)
    session.end()


def test_kernels_end_with_a_server_that_was_killed() -> None:
    server = textwrap.dedent(
        f"""
        from cardlab_widgets.serving import kernels
        from jupyter_client.manager import KernelManager
        from jupyter_client.provisioning import KernelProvisionerFactory

        KernelProvisionerFactory.instance().default_provisioner_name = kernels.NAME
        manager = KernelManager()
        manager.start_kernel()
        client = manager.client()
        client.start_channels()
        client.wait_for_ready({PATIENCE})
        print(manager.provisioner.pid, flush=True)
        input()
        """
    )
    with subprocess.Popen(
        [sys.executable, "-c", server], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        forker = psutil.Process(pid).parent()
        assert psutil.pid_exists(pid)
        assert forker is not None
        process.send_signal(signal.SIGKILL)
        assert gone(pid)
        assert gone(forker.pid)


def test_kernels_start_though_the_fork_server_was_killed() -> None:
    before = Session()
    forker = psutil.Process(before.pid).parent()
    assert forker is not None
    forker.kill()
    sessions = [Session(), Session()]
    try:
        assert [session.value("1 + 1") for session in sessions] == ["2", "2"]
        last = psutil.Process(sessions[-1].pid).parent()
        assert last is not None
        assert last.pid not in (forker.pid, os.getpid()), "the last is a fork of a new fork server"
        assert gone(before.pid), "nobody would end it any more"
    finally:
        for session in (before, *sessions):
            session.end()


def test_without_the_entry_point_kernels_start_as_they_always_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "NAME", "cardlab-unknown")
    assert not kernels.can_fork()


def test_another_language_starts_as_it_always_does(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    async def launch(self: Any, cmd: list[str], **kwargs: Any) -> dict[str, Any]:
        started.append(cmd)
        return {}

    monkeypatch.setattr(LocalProvisioner, "launch_kernel", launch)
    provisioner = kernels.ForkedKernel(kernel_id="a", kernel_spec=KernelSpec())
    asyncio.run(provisioner.launch_kernel(["R", "--slave", "-e", "IRkernel::main()"], env={}))
    assert started == [["R", "--slave", "-e", "IRkernel::main()"]]
