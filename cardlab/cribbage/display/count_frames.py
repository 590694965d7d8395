"""Cribbage as scenes: the frames of a count, step by step.

>>> from cardlab.cribbage import count
>>> frames = counting_frames(count("5H 5D 5S JC", "5C"))
>>> len(frames), frames[0].ask.answer, frames[-1].scene.total
(11, 16, 29)
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Literal

from cardlab.cards import Card, Rank
from cardlab.cribbage.rules.show import Count, CountLine
from cardlab.display.scene import Ask, Frame, Group, LedgerLine, Scene, Transport, Zone, faces
from cardlab.game import Item

Predict = Literal["all", "total", "none"]

_LEFT = {
    "fifteens": "",
    "pairs": "No fifteens are left. ",
    "runs": "Fifteens and pairs are done. ",
    "flush": "Now the suits. ",
    "nobs": "One thing is left. ",
}
_SCORE = {
    "fifteens": "The fifteens score",
    "pairs": "Cards of one rank score",
    "runs": "The runs score",
    "flush": "The flush scores",
    "nobs": "His nobs scores",
}
_QUESTION = {
    "fifteens": "What do the fifteens score?",
    "pairs": "What do cards of one rank score?",
    "runs": "What do the runs score?",
    "flush": "What does the flush score?",
    "nobs": "What does the jack of the starter's suit score?",
}


def counting_frames(
    count: Count,
    title: str = "",
    seed: str | int | None = None,
    predict: Predict = "all",
) -> tuple[Frame, ...]:
    """The count as frames: first the bare cards, then one frame an item, its cards lit up.

    `predict` puts one question before the first item ("total"), or one before each category ("all").
    A hand that counts nothing has a frame to say so, that its number of steps gives nothing away.
    """
    lines = count.lines
    return tuple(
        Frame(
            _counting_scene(count, lines, at, title, seed),
            _ask(count, lines, at, predict),
        )
        for at in range(max(len(lines), 1) + 1)
    )


def count_zones(
    hand: Sequence[Card],
    starter: Card,
    hot: Sequence[Card] = (),
    crib: bool = False,
    selectable: bool = False,
) -> tuple[Zone, ...]:
    """The two zones of a count: four cards, and the starter on the pack."""
    return (
        Zone("hand", "crib" if crib else "hand", faces(hand, hot, selectable=selectable)),
        Zone(
            "starter",
            "starter",
            faces([starter], hot, note="starter", selectable=selectable),
            layout="pack",
        ),
    )


def proof(items: Sequence[Item], category: str) -> Group:
    """The items of one category as a group: every set of cards that pays, with the rules."""
    return Group(
        category,
        tuple(item.cards for item in items),
        sum(item.points for item in items),
        tuple(dict.fromkeys(item.rule for item in items)),
    )


def proofs(count: Count) -> tuple[Group, ...]:
    """Everything a count pays, a group a category."""
    return tuple(
        proof([line.item for line in lines], category)
        for category, lines in groupby(count.lines, key=lambda line: line.category)
    )


def ledger(lines: Sequence[CountLine]) -> tuple[LedgerLine, ...]:
    """The lines of a count so far, the last of them the one that is said now."""
    return tuple(
        LedgerLine(
            line.call,
            line.item.cards,
            _sum_text(line.item),
            line.item.rule,
            line.item.points,
            line is lines[-1],
        )
        for line in lines
    )


def _sum_text(item: Item) -> str:
    """How a fifteen adds up, ``J + 5 = 15``; empty for what is not a sum."""
    if item.rule != "CRIB-SHOW-03":
        return ""
    return " + ".join(_index(card) for card in item.cards) + " = 15"


def _index(card: Card) -> str:
    return "10" if card.rank is Rank.TEN else card.rank.letter


def _counting_scene(
    count: Count, lines: tuple[CountLine, ...], at: int, title: str, seed: str | int | None
) -> Scene:
    done = lines[:at]
    now = done[-1] if done else None
    steps = max(len(lines), 1)
    chips = (count.options.label, *((f"seed {seed}",) if seed is not None else ()))
    return Scene(
        kind="count",
        eyebrow="Cribbage · the show",
        title=title or ("Counting the crib" if count.crib else "Counting a hand"),
        chips=chips,
        zones=count_zones(count.hand, count.starter, now.item.cards if now else (), count.crib),
        total=now.total if now else 0,
        total_note=_so_far(done) if lines or at < steps else count.spoken,
        ledger=ledger(done),
        transport=Transport(at, steps),
        status=_status(count, now, at == steps),
        options=count.options,
    )


def _status(count: Count, now: CountLine | None, last: bool) -> str:
    """What is announced: the call, its points, and at the end the whole count."""
    if now is None:
        return f"{count.title}. Nothing counted yet." if not last else f"{count.title}: {count.spoken}."
    end = f" That is all: {count.total}." if last else ""
    return f"{now.call}. {now.item.name}, {now.item.points}.{end}"


def _so_far(done: Sequence[CountLine]) -> str:
    """What has been counted: ``8 fifteens, four of a kind, his nobs``."""
    names = groupby(done, key=lambda line: line.item.name)
    return ", ".join(_several(len(list(lines)), name) for name, lines in names)


def _several(number: int, name: str) -> str:
    """
    >>> _several(2, "run of three"), _several(1, "pair"), _several(1, "flush of four")
    ('2 runs of three', '1 pair', 'flush of four')
    """
    noun, _, rest = name.partition(" ")
    if noun not in ("fifteen", "pair", "run"):
        return name
    return f"{number} {noun}{'s' if number > 1 else ''} {rest}".strip()


def _ask(count: Count, lines: tuple[CountLine, ...], at: int, predict: Predict) -> Ask | None:
    if predict == "none" or at == max(len(lines), 1):
        return None
    if predict == "total" or not lines:
        return _ask_total(count) if at == 0 else None
    category = lines[at].category
    if at and category == lines[at - 1].category:
        return None
    points = count.categories[category]
    return Ask(
        (_LEFT[category] if at else "") + _QUESTION[category],
        "points",
        points,
        f"{_SCORE[category]} {points}.",
    )


def _ask_total(count: Count) -> Ask:
    return Ask(
        "What does this count in all?",
        "total",
        count.total,
        f"It counts {count.total}: {count.spoken}.",
    )
