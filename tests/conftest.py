"""What all tests share: a store of their own, a PostgreSQL, a browser, and the witness for rule marks.

A test marked ``@pytest.mark.rule("CRIB-SHOW-04")`` passes only if the engine itself named the rule
while the test ran, in a refusal, an item of a score or an event. Rules that merely define a term
are never named so; a mark with one of those is not witnessed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from cardlab import errors, game
from cardlab.rulebook import find_rule
from tests.databases import find_initdb, postgresql_server


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules that this test proves")


HOMES = count()


@pytest.fixture(autouse=True)
def _own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    # Made only by those that keep something there: most tests need none, and thousands of folders take time.
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path_factory.getbasetemp() / f"home-{next(HOMES)}"))
    for name in ("DATABASE", "LEARNER", "CLASS", "ASK", "SESSION"):
        monkeypatch.delenv(f"CARDLAB_{name}", raising=False)
    monkeypatch.delenv("JUPYTERHUB_USER", raising=False)


@pytest.fixture(autouse=True)
def _rule_witness(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    marked = {id for mark in request.node.iter_markers("rule") for id in mark.args}
    if not marked:
        yield
        return
    emitted: set[str] = set()
    for kind, names in ((errors.Refusal, "rule"), (game.Item, "rule"), (game.Event, "rules")):
        _listen(monkeypatch, kind, names, emitted)
    yield
    silent = {id for id in marked if find_rule(id)[1].kind != "defines"} - emitted
    assert not silent, f"marked with {sorted(silent)}, but the engine named only {sorted(emitted)}"


def _listen(monkeypatch: pytest.MonkeyPatch, kind: Any, field: str, emitted: set[str]) -> None:
    """Notes the rules of every `kind` that is made while the test runs."""
    plain = kind.__new__

    def listening(cls: Any, *args: Any, **kwargs: Any) -> Any:
        made = plain(cls, *args, **kwargs)
        rules = getattr(made, field)
        emitted.update([rules] if isinstance(rules, str) else rules)
        return made

    monkeypatch.setattr(kind, "__new__", listening)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a PostgreSQL database that ends with the tests."""
    if find_initdb() is None:
        give_up = pytest.fail if os.environ.get("CI") else pytest.skip
        give_up("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    with postgresql_server() as url:
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The system's Chromium; without one its tests are skipped and say how to get it, and in CI they fail."""
    import browsing

    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        path = browsing.find_chromium(playwright)
        if path is None:
            give_up = pytest.fail if os.environ.get("CI") else pytest.skip
            give_up(browsing.REMEDY)
        chromium = browsing.launch(playwright, path)
        yield chromium
        chromium.close()
