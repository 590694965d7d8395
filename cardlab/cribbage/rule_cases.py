"""Rule cases of Cribbage, each kind turned into calls of the referee; see `cardlab.judge`.

Nothing here knows a rule: positions are built with `position`, and what `check`, `apply` and `count`
say is put under the names that cases use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cardlab.cards import Card
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import GO, PLAYS, STOP, claim, cut, play
from cardlab.cribbage.rules.options import Options, options
from cardlab.cribbage.rules.positions import CUT_HERE, position
from cardlab.cribbage.rules.show import count
from cardlab.cribbage.rules.state import State, view
from cardlab.cribbage.rules.transitions import to_count
from cardlab.game import Event, Item
from cardlab.judge import NotSupportedError

Given = Mapping[str, Any]

UNORDERED = frozenset({"why", "playable"})


def make_options(given: Given, preset: str) -> Options:
    """The options of a case: its preset, its `options`, and `target` and `players` where it names them."""
    changes = dict(given.get("options", {}))
    changes |= {name: given[name] for name in ("target", "players") if name in given}
    return options(preset, **changes)


def _names(given: Given, options: Options) -> list[str]:
    """The players of a case in the order of their seats, made up where it does not name them all."""
    found: dict[str, None] = {}
    for field in ("order", "scores", "hands", "cuts"):
        value = given.get(field, ())
        found |= dict.fromkeys(value if isinstance(value, list | dict) else ())
    if "dealer" in given:
        found |= {given["dealer"]: None}
    names = list(found)
    return names + [f"({seat})" for seat in range(len(names), options.players)]


def _seated(given: Given, options: Options) -> tuple[list[str], Options]:
    """The players, and the options for that number of players."""
    names = _names(given, options)
    return names, options if "players" in given else options._replace(players=len(names))  # type: ignore[arg-type]


def _show(given: Given, options: Options) -> dict[str, Any]:
    counted = count(given["hand"], given["starter"], bool(given.get("crib", False)), options)
    return {"total": counted.total, **counted.categories}


def _peg(given: Given, options: Options) -> dict[str, Any]:
    names, options = _seated(given, options)
    order = given.get("order", names)
    state = position(
        options=options._replace(counting="by_hand"),  # so that it rests when the play is over
        phase="play",
        dealer=names.index(given["dealer"]) if "dealer" in given else None,
        turn=names.index(order[0]),
        hands=[given["hands"].get(name, ()) for name in names],
        starter=given.get("starter"),
        scores=_by_side(given.get("scores"), names, options),
    )
    steps, ends, totals = [], [], dict.fromkeys(names, 0)
    for at, (name, what) in enumerate(given["plays"]):
        action = {"GO": GO, "STOP": STOP}.get(str(what).upper()) or play(what)
        refusals = referee.check(view(state, names.index(name)), action)
        if refusals:
            steps.append({"count": state.total, "pts": 0, "why": [refusal.rule for refusal in refusals]})
            break
        total = state.total
        state, events = referee.apply(state, action)
        step = {"count": total, "pts": 0, "why": []}
        for event in events:
            if event.points and event.seat is not None:
                totals[names[event.seat]] += event.points
            if event.kind == "play":
                step = {
                    "count": event.total,
                    "pts": event.points,
                    "why": [_reason(item) for item in event.items],
                }
            elif event.kind in _ENDS and event.seat is not None:
                why = _ENDS[event.kind]
                ends.append({"after": at, "to": names[event.seat], "pts": event.points, "why": why})
        steps.append(step)
    return {"steps": steps, "ends": ends, "totals": totals}


_ENDS = {"go_pegged": "go", "last_card": "last", "closed": "31"}


def _reason(item: Item) -> str:
    if item.rule == "CRIB-PEG-06":
        return f"run{len(item.cards)}"
    return _REASONS[item.rule]


_REASONS = {
    "CRIB-PEG-02": "15",
    "CRIB-GO-05": "31",
    "CRIB-PEG-03": "pair",
    "CRIB-PEG-04": "royal",
    "CRIB-PEG-05": "double-royal",
}


def _legal(given: Given, options: Options) -> dict[str, Any]:
    """Which cards may be played, and whether go must be said; `play` asks about one action as well."""
    state = position(options=options, phase="play", hands={0: given["hand"]}, turn=0, total=given["count"])
    seen = view(state, 0)
    cards = [card for card in map(Card, given["hand"]) if not referee.check(seen, PLAYS[card])]
    got: dict[str, Any] = {
        "playable": [str(card) for card in cards],
        "must_say_go": not referee.check(seen, GO),
    }
    if "play" in given:
        what = str(given["play"])
        refusals = referee.check(seen, GO if what.upper() == "GO" else play(what))
        got |= {"legal": not refusals, "why": [refusal.rule for refusal in refusals]}
    return got


def _heels(given: Given, options: Options) -> dict[str, Any]:
    names, state = _before_starter(given, options)
    state, events = referee.apply(state, cut(CUT_HERE))
    return {
        "points": _points(events, "heels"),
        "scores": _by_name(state.scores, names, given["scores"]),
        "game_over": referee.outcome(state) is not None,
        "winner": _winner(state, names),
    }


def _heels_show(given: Given, options: Options) -> dict[str, Any]:
    _, state = _before_starter(given, options)
    heels = _points(referee.apply(state, cut(CUT_HERE)).events, "heels")
    hand = count(given["hands"][given["dealer"]], given["starter"], False, options).total
    return {"heels": heels, "hand": hand, "sum": heels + hand}


def _before_starter(given: Given, options: Options) -> tuple[list[str], State]:
    names = _names(given, options)
    return names, position(
        options=options,
        phase="starter",
        dealer=names.index(given["dealer"]),
        scores=_by_side(given.get("scores"), names, options),
        hands={names.index(name): cards for name, cards in given.get("hands", {}).items()},
        starter=given["starter"],
    )


def _cut(given: Given, options: Options) -> dict[str, Any]:
    names, options = _seated({"cuts": given["cuts"]}, options)
    state = position(options=options, phase="cut", cuts=list(given["cuts"].values()))
    events: list[Event] = []
    for _ in names:
        state, told = referee.apply(state, cut(CUT_HERE))
        events += told
    dealers = [names[event.seat] for event in events if event.kind == "dealer" and event.seat is not None]
    return {"dealer": dealers[0] if dealers else None, "recut": any(event.kind == "tie" for event in events)}


def _result(given: Given, options: Options) -> dict[str, Any]:
    """The worth of a win, made by his heels from one hole short of the target."""
    loser = given["loser_score"] if "loser_score" in given else min(given["scores"].values())
    losers = [loser] * (options.sides - 1)
    state = position(
        options=options, phase="starter", dealer=0, scores=[options.target - 1, *losers], starter="JC"
    )
    outcome = referee.outcome(referee.apply(state, cut(CUT_HERE)).state)
    if outcome is None:
        raise NotSupportedError("two points for his heels did not win the game")
    return {"games": outcome.games, "label": outcome.label}


def _countout(given: Given, options: Options) -> dict[str, Any]:
    """The show, counted by hand and rightly, so that the score after each hand can be read."""
    names, options = _seated(given, options)
    state = position(
        options=options._replace(counting="by_hand", muggins="off"),
        phase="show",
        dealer=names.index(given["dealer"]),
        scores=_by_side(given.get("scores"), names, options),
        hands=[given["hands"].get(name, ()) for name in names],
        crib=given.get("crib", ()),
        starter=given["starter"],
    )
    counted = []
    state = referee.show(state).state
    for _ in range(options.players + 1):
        if state.phase != "show" or state.turn is None:
            break
        hand, seat = to_count(state), state.turn
        state = referee.apply(state, claim(hand.total)).state
        score = state.scores[seat % options.sides]
        what = "crib" if hand.crib else "hand"
        counted.append({"who": names[seat], "what": what, "points": hand.total, "score": score})
    return {
        "counted": counted,
        "winner": _winner(state, names),
        "final": _by_name(state.scores, names, given.get("scores", {})),
    }


def _deal(given: Given, options: Options) -> dict[str, Any]:
    state = position(options=options)
    cards_each, to_crib = len(state.hands[0]), len(state.crib)
    while state.phase == "lay" and state.turn is not None:
        action = next(referee.legal_actions(view(state, state.turn)))
        state = referee.apply(state, action).state
    return {
        "cards_each": cards_each,
        "laid_away_each": cards_each - len(state.hands[0]),
        "dealt_to_crib": to_crib,
        "crib_size": len(state.crib),
        "hand_size": len(state.hands[0]),
    }


def _by_side(scores: Mapping[str, int] | None, names: Sequence[str], options: Options) -> list[int] | None:
    """Scores by name as scores by side; partners may be named or not."""
    if scores is None:
        return None
    if len(scores) == options.sides:
        return [scores[name] for name in sorted(scores, key=names.index)]
    return [scores.get(names[side], 0) for side in range(options.sides)]


def _by_name(scores: Sequence[int], names: Sequence[str], like: Mapping[str, int]) -> dict[str, int]:
    asked = [name for name in names if name in like] or list(names)
    return {name: scores[names.index(name) % len(scores)] for name in asked}


def _winner(state: State, names: Sequence[str]) -> str | None:
    outcome = referee.outcome(state)
    return None if outcome is None or outcome.winner is None else names[outcome.winner]


def _points(events: Iterable[Event], kind: str) -> int:
    return sum(event.points for event in events if event.kind == kind)


KINDS: dict[str, Callable[[Given, Options], dict[str, Any]]] = {
    "crib.show": _show,
    "crib.peg": _peg,
    "crib.legal": _legal,
    "crib.heels": _heels,
    "crib.heels_show": _heels_show,
    "crib.cut": _cut,
    "crib.result": _result,
    "crib.countout": _countout,
    "crib.deal": _deal,
}
