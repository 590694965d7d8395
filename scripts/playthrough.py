"""A whole game as text: each state, what each seat sees, what it may do, and what happened.

It serves to read a game closely, and as a golden file: whatever changes in the rules or in what a seat may
see shows up as a difference. It works for any referee.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cardlab.game import Event, Referee
from cardlab.wording import signed


def playthrough(referee: Referee, options: Any, seed: str | int, most: int = 10_000) -> str:
    """A game of random legal play, at most `most` actions long, as text."""
    return "\n".join(_lines(referee, options, seed, most)) + "\n"


def _lines(referee: Referee, options: Any, seed: str | int, most: int) -> Iterator[str]:
    names = referee.seat_names(options)
    random = Random(f"playthrough {seed}")
    state = referee.start(options, seed)
    yield f"{referee.name}, {options.label}, seed {seed}"
    for number in range(1, most + 1):
        seat = referee.to_act(state)
        if seat is None:
            break
        yield f"\n# state {number}"
        yield str(state)
        for other, name in enumerate(names):
            yield f"{name} sees: {_seen(str(referee.view(state, other)), str(state))}"
        legal = list(referee.legal_actions(referee.view(state, seat)))
        yield f"{names[seat]} may: {_summary([referee.write_action(action) for action in legal])}"
        action = legal[int(random.random() * len(legal))]
        yield f"> {names[seat]}: {referee.write_action(action)}"
        state, events = referee.apply(state, action)
        for event in events:
            yield _event(event, names)
    yield "\n# end"
    yield str(state)
    outcome = referee.outcome(state)
    if outcome is not None:
        yield f"outcome: {outcome}"


def _seen(view: str, state: str) -> str:
    """A view on one line, without the lines that say the same as the state."""
    same = set(state.splitlines())
    return " | ".join(line.strip() for line in view.splitlines() if line not in same) or "the same"


def _summary(actions: list[str]) -> str:
    """Actions by kind; numbers that follow each other as a span.

    >>> _summary(["claim 0", "claim 1", "claim 2", "go"])
    'claim 0 to 2, go'
    """
    spans: list[list[str]] = []
    for action in actions:
        kind, _, number = action.partition(" ")
        if spans and number.isdigit() and spans[-1][0] == kind and int(spans[-1][-1]) + 1 == int(number):
            spans[-1][2:] = [number]
        else:
            spans.append([kind, *([number] if number else [])])
    return ", ".join(f"{kind} {' to '.join(numbers)}".strip() for kind, *numbers in spans)


def _event(event: Event, names: Any) -> str:
    seen = "" if event.seats is None else f" (for {', '.join(names[seat] for seat in event.seats)})"
    points = f" {signed(event.points, '+,')}" if event.points else ""
    return f"  - {event.text}{seen}{points} [{', '.join(event.rules)}]"
