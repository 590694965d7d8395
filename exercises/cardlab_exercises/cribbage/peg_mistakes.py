"""What goes wrong in pegging a card: what each common mistake would peg, and why an answer is wrong.

What is right is what the referee says; see `pegging`, which asks, and `spotting_play`, which tells it wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from cardlab.cards import Card, list_cards, list_words
from cardlab.cribbage import State
from cardlab.cribbage.rules.pegging import LIMIT, VALUES, peg
from cardlab.game import Item
from cardlab_exercises.cribbage.plays import PlayedCard
from cardlab_exercises.declaration.declare import Distractor, Step
from cardlab_exercises.declaration.exercise import Answer

KINDS = {
    "fifteen": "fifteen",
    "thirty-one": "thirty-one",
    "pair": "a pair",
    "pair-royal": "a pair royal",
    "double-pair-royal": "a double pair royal",
    "run": "a run",
    "go": "the go",
    "last-card": "the last card",
}


def cards_before(state: State) -> tuple[Card, ...]:
    return tuple(card for _, card in state.plays[state.count_start :])


def kind_of(item: Item) -> str:
    return "run" if item.name.startswith("run") else item.name.replace(" ", "-")


def peg_distractors(at: PlayedCard) -> Iterator[Distractor]:
    """What common mistakes would peg for that card: how many points, and for what."""
    found = {kind_of(item): item.points for item in (*at.event.items, *at.closing)}
    for slip in (*_left_out(at), *_added(at), *by_starter(at)):
        points = sum(found.values()) + sum(slip.more.values()) - sum(found[kind] for kind in slip.less)
        kinds = (found.keys() - {*slip.less}) | slip.more.keys()
        named = " ".join(kind for kind in KINDS if kind in kinds) or "none"
        yield Distractor(slip.mistake, str(points), slip.text, slip.cards, "points", {"for": named})


class PegSlip(NamedTuple):
    """A mistake in pegging: what it adds to what is right, and which kinds of points it leaves out."""

    mistake: str
    text: str = ""
    cards: tuple[Card, ...] = ()
    more: Mapping[str, int] = {}
    less: tuple[str, ...] = ()


def _left_out(at: PlayedCard) -> Iterator[PegSlip]:
    """What is pegged too low, or not at all."""
    items = at.event.items
    kinds = [kind_of(item) for item in items]
    for item, kind in zip(items, kinds, strict=True):
        if len(items) > 1:
            others = tuple(other for other in kinds if other != kind)
            yield PegSlip("crib-peg-one-score", f"It makes {KINDS[kind]}, and more besides.", less=others)
        elif kind in _MISSED:
            yield PegSlip(_MISSED[kind], less=(kind,))
        if kind in ("pair-royal", "double-pair-royal"):
            yield PegSlip("crib-peg-royal-short", "", item.cards, {"pair": 2}, (kind,))
            yield PegSlip("crib-peg-royal-short", "", item.cards, {kind: 2}, (kind,))
        if kind == "run" and item.points > 3:
            yield PegSlip("crib-peg-run-short", "The run goes back further.", (), {"run": 3}, ("run",))
    for item in at.closing:
        yield PegSlip(_MISSED[kind_of(item)], less=(kind_of(item),))


_MISSED = {
    "fifteen": "crib-score-fifteen-missed",
    "pair": "crib-score-pair-missed",
    "run": "crib-peg-run-missed",
    "go": "crib-score-go-missed",
    "last-card": "crib-score-last-missed",
}


def _added(at: PlayedCard) -> Iterator[PegSlip]:
    """What is pegged though the cards of the count do not make it."""
    cards = [*cards_before(at.state), at.card]
    broken = broken_run(cards)
    if broken:
        text = f"Another card lies between {list_cards(broken)}."
        yield PegSlip("crib-peg-run-broken", text, broken, {"run": len(broken)})
    total = at.state.total + VALUES[at.card]
    if total not in (15, LIMIT) and _some_fifteen(cards):
        text = f"The count is {total}, not 15; single cards do not matter."
        yield PegSlip("crib-peg-fifteen-inside", text, (), {"fifteen": 2})
    if len(cards) == 1 or _alike(cards) > 1:
        return
    before = cards[-2]
    if VALUES[before] == VALUES[at.card] == 10:
        yield PegSlip("crib-peg-court-pair", "", (before, at.card), {"pair": 2})
    apart = [card for card in cards[:-2] if card.rank is at.card.rank]
    if apart:
        yield PegSlip("crib-peg-pair-apart", "", (apart[-1], at.card), {"pair": 2})


def by_starter(at: PlayedCard) -> Iterator[PegSlip]:
    """What would be pegged if the starter were one of the cards played."""
    starter, cards = at.state.starter, [*cards_before(at.state), at.card]
    if starter is None:
        return
    total = at.state.total + VALUES[at.card]
    text = f"The starter {starter.short} is not played: it makes no "
    if starter.rank is at.card.rank:
        with_it = _alike_kinds(peg([starter, *cards[-_alike(cards) :]], at.state.options))
        found = _alike_kinds(at.event.items)
        if with_it != found:
            yield PegSlip("crib-peg-starter", f"{text}pair.", (starter, at.card), with_it, tuple(found))
    runs = [item.points for item in at.event.items if kind_of(item) == "run"]
    longest = max(
        (size for size in range(3, len(cards) + 2) if _is_run([starter, *cards[1 - size :]])), default=0
    )
    if longest > sum(runs):
        run = (starter, *cards[1 - longest :])
        yield PegSlip("crib-peg-starter", f"{text}run.", run, {"run": longest}, ("run",) if runs else ())
    if total != 15 and 15 in (total + VALUES[starter], VALUES[at.card] + VALUES[starter]):
        yield PegSlip("crib-peg-starter", f"{text}fifteen.", (starter, at.card), {"fifteen": 2})


def _alike_kinds(items: Sequence[Item]) -> dict[str, int]:
    """The pair, pair royal or double pair royal among the items, with its points."""
    return {kind_of(item): item.points for item in items if kind_of(item).endswith(("pair", "royal"))}


def _is_run(cards: Sequence[Card]) -> bool:
    ranks = sorted(card.rank for card in cards)
    return all(high - low == 1 for low, high in pairwise(ranks))


def _alike(cards: Sequence[Card]) -> int:
    """How many cards at the end are of one rank."""
    return sum(1 for _ in takewhile(lambda card: card.rank is cards[-1].rank, reversed(cards)))


def broken_run(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards up to the last that would be a run if none lay between them."""
    last = cards[-1]
    if any(kind_of(item) == "run" for item in peg(cards)):
        return ()
    for length in range(len(cards), 3, -1):
        tail = cards[-length:]
        ranks = sorted({card.rank for card in tail})
        one_each = [next(card for card in reversed(tail) if card.rank == rank) for rank in ranks]
        for size in range(len(ranks), 2, -1):
            for at in range(len(ranks) - size + 1):
                run = one_each[at : at + size]
                if run[-1].rank - run[0].rank == size - 1 and last in run and len(run) < length:
                    return tuple(run)
    return ()


def _some_fifteen(cards: Sequence[Card]) -> bool:
    """Whether some of the cards, the last among them, come to fifteen."""
    sums = {VALUES[cards[-1]]}
    for card in cards[:-1]:
        sums |= {made + VALUES[card] for made in sums}
    return 15 in sums


# ---------------------------------------------------------------- an answer that no mistake explains


def tell_pegging(at: PlayedCard, answer: Answer) -> Step | None:
    """What is wrong with the kinds of points that were chosen: one too many, else one that is missing."""
    true = {kind_of(item): item for item in (*at.event.items, *at.closing)}
    chosen = {kind for kind in answer["for"].split() if kind != "none"}
    false = [kind for kind in KINDS if kind in chosen and kind not in true]
    if false:
        return _not_made(at, false[0])
    missing = [kind for kind in KINDS if kind in true and kind not in chosen]
    if missing:
        few = "Something that it pegs for is" if len(missing) == 1 else "Some things that it pegs for are"
        return Step(f"{few} missing.", (true[missing[0]].rule,))
    item = max(true.values(), key=lambda item: item.points, default=None)
    if item is None:
        return None
    what = list_words([KINDS[kind] for kind in true])
    return Step(f"It does peg for {what}; look again at how much.", (item.rule,))


def _not_made(at: PlayedCard, kind: str) -> Step:
    """Why a card does not peg for that."""
    total = at.state.total + VALUES[at.card]
    before = cards_before(at.state)
    text, rule = {
        "fifteen": (f"The count is {total}, not 15.", "CRIB-PEG-02"),
        "thirty-one": (f"The count is {total}, not {LIMIT}.", "CRIB-GO-05"),
        "run": ("The last cards played make no run.", "CRIB-PEG-07"),
        "go": ("The count is not closed by a go here.", "CRIB-GO-03"),
        "last-card": ("It is not the last card of the deal.", "CRIB-GO-08"),
    }.get(kind, ("", ""))
    if kind == "go" and total == LIMIT and at.state.options.go_then_31 == "one_and_two":
        text, rule = "Nobody has said go in this count.", "CRIB-GO-05"
    elif kind in ("go", "last-card") and total == LIMIT:
        text, rule = f"Nothing is pegged for that besides the points for {LIMIT}.", "CRIB-GO-05"
    if text:
        return Step(text, (rule,))
    rule = {"pair": "CRIB-PEG-03", "pair-royal": "CRIB-PEG-04"}.get(kind, "CRIB-PEG-05")
    if not before:
        return Step("It is the first card of the count.", (rule,))
    return Step(f"That is not {KINDS[kind]}: the card just before it is the {before[-1].name}.", (rule,))
