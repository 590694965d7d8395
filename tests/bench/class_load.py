"""A class of 100 on PostgreSQL: whether all is kept, how long recording takes, and what a learner costs.

    python tests/bench/class_load.py                    for 90 seconds
    python tests/bench/class_load.py --learners 30 --seconds 30

Ten of the learners have kernels of Jupyter's in which they answer exercises, ten have pages of Voila's open,
and the others record attempts as an exercise does, each with a store of their own. Each answers every three
seconds or so. Needs PostgreSQL's programs, and a quiet machine for figures to go by.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import browsing
import psutil
from cardlab_exercises import Practice, Store
from jupyter_client.manager import start_new_kernel

from tests.databases import postgresql_server
from tests.exercises.writers import attempt
from tests.wire import PATIENCE_S, running_loop, wire_visit

ROOT = Path(__file__).resolve().parents[2]
KERNELS = 10
PAGES = 10
PAUSE = (2.0, 4.0)
"""Seconds between two answers of a learner."""
PROCESSES = 4
"""Among how many processes the learners without a kernel are shared."""
Timed = tuple[str, float, bool]
"""The id of an attempt that the store says is kept, the seconds that recording took, and whether it was the
learner's first, for which SQLAlchemy is loaded and the database opened."""


class TimedStore(Store):
    """A store that notes how long recording takes."""

    def __init__(self, place: str) -> None:
        super().__init__(place)
        self.timed: list[Timed] = []

    def record(self, *attempts: Any) -> None:
        began = time.perf_counter()
        super().record(*attempts)
        seconds = time.perf_counter() - began
        self.timed += [(made.id, seconds, not self.timed) for made in attempts]


def learn(place: str, learner: str, seconds: float, with_exercise: bool) -> list[Timed]:
    """A learner who answers for some seconds. Raises `RuntimeError` where something is not kept."""
    store, chance = TimedStore(place), random.Random(learner)
    until = time.monotonic() + seconds
    number = 0
    time.sleep(chance.uniform(0, PAUSE[1]))
    while time.monotonic() < until:
        number += 1
        if with_exercise:
            run = Practice("crib-count-hand", seed=5, learner=learner, store=store)
            run.act("check", {"total": "6"})
        else:
            store.record(attempt(learner, number))
        if store.notice:
            raise RuntimeError(store.notice)
        time.sleep(chance.uniform(*PAUSE))
    return store.timed


def learn_together(place: str, learners: list[str], seconds: float, out: Any) -> None:
    """Learners without a kernel, each in a thread of this process."""
    timed: list[Timed] = []
    errors: list[str] = []

    def one(learner: str) -> None:
        try:
            timed.extend(learn(place, learner, seconds, False))
        except RuntimeError as error:
            errors.append(str(error))

    threads = [threading.Thread(target=one, args=(learner,)) for learner in learners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    out.put((timed, errors))


class InKernel:
    """A learner in a kernel of Jupyter's, as a lesson has one."""

    def __init__(self) -> None:
        self.manager, self.client = start_new_kernel(startup_timeout=PATIENCE_S)
        paths = [str(ROOT), str(ROOT / "scripts"), str(ROOT / "tests" / "bench")]
        self.run(f"import sys; sys.path[:0] = {paths!r}")
        self.run("import json, cardlab_widgets\nfrom class_load import learn")
        self.process = psutil.Process(self.manager.provisioner.pid)

    def run(self, code: str) -> str:
        """Runs code, and gives what it printed. Raises `RuntimeError` where it fails."""
        told: list[str] = []

        def hear(message: Any) -> None:
            told.append(message["content"].get("text", ""))

        reply = self.client.execute_interactive(code, timeout=PATIENCE_S * 4, output_hook=hear)
        if reply["content"]["status"] != "ok":
            raise RuntimeError(str(reply["content"]))
        return "".join(told)

    def learn(self, place: str, learner: str, seconds: float, out: list[Timed]) -> None:
        told = self.run(f"print(json.dumps(learn({place!r}, {learner!r}, {seconds}, True)))")
        out.extend(tuple(one) for one in json.loads(told))

    def close(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def megabytes(process: psutil.Process) -> float:
    """The memory that is this process's alone."""
    return float(process.memory_full_info().uss) / 2**20


def busy(process: psutil.Process) -> float:
    """Seconds of a processor that it has used."""
    times = process.cpu_times()
    return float(times.user + times.system)


@contextmanager
def pages(folder: Path, number: int) -> Iterator[list[psutil.Process]]:
    """Pages of Voila's that visitors have open; gives the server and their kernels."""
    with browsing.voila_server(folder) as url, running_loop() as loop:
        address = f"{url}/voila/render/counting-a-hand.ipynb"
        visits = [asyncio.run_coroutine_threadsafe(wire_visit(address), loop) for _ in range(number)]
        sockets = [visit.result(PATIENCE_S)[1] for visit in visits]
        port = url.rpartition(":")[2]
        (server,) = [one for one in psutil.Process().children() if port in " ".join(one.cmdline())]
        kernels = [one for one in server.children(recursive=True) if os.getpgid(one.pid) == one.pid]
        try:
            yield [server, *kernels]
        finally:
            for socket in sockets:
                loop.call_soon_threadsafe(socket.close)


def milliseconds(seconds: list[float], share: float) -> str:
    """What `share` of the times do not exceed."""
    return f"{1000 * sorted(seconds)[min(len(seconds) - 1, int(share * len(seconds)))]:.1f} ms"


def measure(learners: int, seconds: float, folder: Path) -> None:
    with ExitStack() as stack:
        place = stack.enter_context(postgresql_server())
        Store(place).record(attempt("first"))  # the tables are there before the class comes
        lab = stack.enter_context(browsing.lab_server(folder / "work", folder / "home"))
        port = lab.rpartition(":")[2]
        (lab_process,) = [one for one in psutil.Process().children() if port in " ".join(one.cmdline())]
        voila, *page_kernels = stack.enter_context(pages(folder / "voila", PAGES))
        kernels = [InKernel() for _ in range(KERNELS)]
        for kernel in kernels:
            stack.callback(kernel.close)
        timed: list[Timed] = []
        in_kernels = [
            threading.Thread(target=kernel.learn, args=(place, f"kernel-{number}", seconds, timed))
            for number, kernel in enumerate(kernels)
        ]
        others = [f"learner-{number}" for number in range(learners - KERNELS - PAGES)]
        fork = multiprocessing.get_context("spawn")
        told = fork.Queue()
        processes = [
            fork.Process(target=learn_together, args=(place, others[at::PROCESSES], seconds, told))
            for at in range(PROCESSES)
        ]
        used = [busy(kernel.process) for kernel in kernels]
        for worker in (*in_kernels, *processes):
            worker.start()
        for _ in processes:
            theirs, errors = told.get(timeout=seconds + PATIENCE_S)
            timed += theirs
            if errors:
                print(f"not kept: {errors[0]} ({len(errors)} learners)")
        for worker in (*in_kernels, *processes):
            worker.join()
        spent = sum(busy(kernel.process) - before for kernel, before in zip(kernels, used, strict=True))
        kept = [made.id for made in Store(place).attempts() if made.learner != "first"]
        said = [id for id, _, _ in timed]
        took = [seconds for _, seconds, first in timed if not first]
        firsts = [seconds for _, seconds, first in timed if first]
        print(
            f"{learners} learners, {seconds:.0f} s: {len(said)} attempts, {len(set(said) - set(kept))} lost, "
            f"{len(kept) - len(set(said))} too many; recording took {milliseconds(took, 0.5)} (median), "
            f"{milliseconds(took, 0.95)} (95 of 100), {milliseconds(took, 1)} at most; a learner's first "
            f"{milliseconds(firsts, 0.5)} (median)"
        )
        own = sum(map(megabytes, (one for one in (voila, *voila.children(recursive=True)))))
        at_pages = sum(map(megabytes, page_kernels))
        print(
            f"a learner's JupyterLab: {megabytes(lab_process):.0f} MB; a kernel of a lesson: "
            f"{sum(megabytes(one.process) for one in kernels) / KERNELS:.0f} MB, and of one processor "
            f"{100 * spent / KERNELS / seconds:.1f} % while it answers; a page's kernel, forked: "
            f"{at_pages / len(page_kernels):.0f} MB; Voila: {own - at_pages:.0f} MB"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="What a class on PostgreSQL costs.")
    parser.add_argument("--learners", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=90)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(options.learners, options.seconds, Path(folder))


if __name__ == "__main__":
    main()
