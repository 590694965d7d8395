"""The legal actions of a seat: one for each class of actions that differ by more than suits.

Listing every grouping of a hand would fill a book, so single parts are listed, which lead to all the
rest one after another; first melds and going out after a yes, which happen at once, are listed whole.
Of those a very large hand can have millions: then no more than a bounded number is listed.
Everything that is listed has passed the one check.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from cardlab.canasta.rules.actions import ASK, DRAW, END, Action, Part
from cardlab.canasta.rules.going_out import covers, ways_out
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import (
    MOST_WILDS,
    NATURAL,
    VALUES,
    added_faults,
    keyed_melds,
    meld_faults,
    value_of,
)
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.pile import is_frozen
from cardlab.canasta.rules.state import State, View, as_view
from cardlab.cards import JOKER, Card, Rank
from cardlab.game import OPEN

MOST_FIRST = 1000
"""How many first melds of one kind are listed at most: from the hand, or with the pile."""
MOST_OUT = 100
"""How many ways to go out are listed at most for each card that can be left."""


def legal_actions(view: View | State) -> Iterator[Action]:
    """What the seat may do now, one action a class. Empty only when it is another's turn or all is over.

    Sound: `check` accepts each. Reaching: whatever end of the turn can be reached by actions that
    `check` accepts can be reached by these, suits aside, as long as there are no more than `MOST_FIRST`
    first melds and `MOST_OUT` ways to go out with the same card left. Stable: suits inside melds decide
    nothing.

    Of a State, what the seat that is to act may do. Raises `InputError` for what is neither.
    """
    view = as_view(view)
    if view.to_act is None or view.seat not in (view.to_act, OPEN):
        return
    for action in _candidates(view):
        if not verdict(view, action).refusals:
            yield action


def takes(view: View) -> Iterator[Action]:
    """The legal ways to take the pile, the shortest first."""
    if view.phase == "draw" and view.to_act is not None:
        for action in _takes(view):
            if not verdict(view, action).refusals:
                yield action


def melds(view: View) -> Iterator[Action]:
    """The legal ways to meld: single parts, or while the side has melded nothing, whole first melds."""
    if view.phase == "play" and view.to_act is not None:
        for action in _melds(view):
            if not verdict(view, action).refusals:
                yield action


def _candidates(view: View) -> Iterator[Action]:
    if view.phase == "pick":
        yield from [Action("pick", number=number) for number in range(1, 109)]
    elif view.phase == "cut":
        yield from [Action("cut", number=number) for number in range(1, 108)]
    elif view.phase == "draw":
        yield DRAW
        yield from _takes(view)
        yield END
    elif view.phase == "answer":
        yield from (Action("answer", yes=True), Action("answer"))
    else:
        yield from _melds(view)
        yield ASK
        yield from _discards(view)
        yield END


def _discards(view: View) -> Iterator[Action]:
    seen = set()
    for card in view.hand:
        if card.rank not in seen:
            seen.add(card.rank)
            yield Action("discard", (card,))


# ---------------------------------------------------------------- melding


def _melds(view: View) -> Iterator[Action]:
    if view.turn.asked == "yes":
        yield from ways_out(view, MOST_OUT)
    elif view.own_melds:
        holding = Holding.of(view.hand)
        for part in _single_parts(view, holding):
            yield Action("meld", parts=(part,))
    else:
        yield from first_melds(view)


def _single_parts(view: View, holding: Holding) -> Iterator[Part]:
    """Each single part that could be laid: additions first, then new melds, the highest ranks first."""
    naturals = holding.naturals
    wilds = holding.wilds
    roomy = view.options.wilds_after_canasta == "unlimited"
    single = view.options.one_meld_per_rank
    homes = set()
    for meld, nth in keyed_melds(view.own_melds):
        rank = int(meld.rank)
        homes.add(rank)
        cards = naturals.get(rank, ())
        room = wilds if roomy else min(wilds, MOST_WILDS - meld.wilds)
        if not cards and not room:
            continue
        for wild in _wilds(holding, room):
            for number in range(len(cards), 0 if not wild else -1, -1):
                if not wild or not added_faults(meld, number, len(wild), view.options):
                    yield Part((*cards[:number], *wild), meld.rank, nth)
    for rank in reversed(naturals):
        cards = naturals[rank]
        if len(cards) < 2 or (single and rank in homes):
            continue
        for wild in _wilds(holding, min(wilds, MOST_WILDS)):
            for number in range(len(cards), 1 if wild else 2, -1):
                if not wild or not meld_faults(Rank(rank), number, len(wild), view.options):
                    yield Part((*cards[:number], *wild))


def _wilds(holding: Holding, most: int) -> Iterator[tuple[Card, ...]]:
    """Each choice of wild cards, none included, by how many deuces and how many jokers."""
    yield ()
    if most > 0:
        for number in range(1, most + 1):
            for jokers in range(max(0, number - len(holding.deuces)), min(number, len(holding.jokers)) + 1):
                yield (*holding.deuces[: number - jokers], *holding.jokers[:jokers])


# ---------------------------------------------------------------- first melds


class _Choice(NamedTuple):
    """A number of cards of a rank as one new meld, what it counts, and the least that could go from it.

    `spare` is the value of the cheapest card (or of all three) that could be left out, so a first meld
    is minimal by inclusion exactly when leaving out any `spare` makes it too small.
    """

    rank: int
    naturals: int
    deuces: int
    jokers: int
    value: int
    spare: int


def first_melds(view: View) -> Iterator[Action]:
    """The first melds that reach the minimum, minimal by inclusion; not judged yet."""
    holding = Holding.of(view.hand)
    for chosen in islice(least_openings(holding, view.minimum, view.options), MOST_FIRST):
        yield Action("meld", parts=laid_out(holding, chosen))
    # What only a going out allows: to fall short of the minimum, or to reach it with black threes.
    yield from ways_out(view, MOST_OUT, below=view.minimum)


def least_openings(
    holding: Holding, minimum: int, options: Options, top: Card | None = None
) -> Iterator[list[_Choice]]:
    """The first melds that reach the minimum and are minimal by inclusion.

    With `top`, the first choice is the meld made with the top card of the pile.
    """
    if _most(holding, top) < minimum:
        return
    several = not options.one_meld_per_rank
    firsts: list[_Choice | None] = [None]
    if top is not None:
        held = len(holding.naturals.get(int(top.rank), ()))
        firsts = list(_choices(int(top.rank), held, holding, options, top))
    for first in firsts:
        free = {rank: len(cards) for rank, cards in holding.naturals.items() if rank != Rank.THREE}
        if first is not None:
            free[first.rank] = free[first.rank] - first.naturals if several else 0
        ranks = [list(_choices(rank, held, holding, options)) for rank, held in free.items() if held > 1]
        ranks = [choices for choices in ranks if choices]
        ranks.sort(key=lambda choices: -max(choice.value for choice in choices))
        yield from _enough(first, ranks, free, holding, minimum, several)


def _most(holding: Holding, top: Card | None) -> int:
    """No first melds count more than this: every pair needs a wild card, or the top card of the pile."""
    pairs = sorted([value_of(cards) for cards in holding.naturals.values() if len(cards) == 2], reverse=True)
    larger = sum([value_of(cards) for cards in holding.naturals.values() if len(cards) > 2])
    wilds = value_of((*holding.deuces, *holding.jokers))
    beside = 0 if top is None else 1
    return larger + sum(pairs[: holding.wilds + beside]) + wilds + (VALUES[top] if top is not None else 0)


def _enough(
    first: _Choice | None,
    ranks: list[list[_Choice]],
    free: dict[int, int],
    holding: Holding,
    minimum: int,
    several: bool,
) -> Iterator[list[_Choice]]:
    """The choices from `ranks` that reach the minimum together with `first`, and are minimal by inclusion.

    `free` are the natural cards of each rank; `several` melds of a rank may be made of them.
    """
    held = [free[choices[0].rank] for choices in ranks]
    values = [number * VALUES[4 * choices[0].rank - 4] for number, choices in zip(held, ranks, strict=True)]
    rest = [sum(values[place:]) for place in range(len(ranks) + 1)]

    def choose(
        at: int, least: int, left: int, chosen: list[_Choice], count: int, deuces: int, jokers: int
    ) -> Iterator[list[_Choice]]:
        """Adds melds: of the `left` cards of a rank, from its choice `least` on, then of later ranks."""
        if count >= minimum:
            if all(count - choice.spare < minimum for choice in chosen):
                yield chosen
            return
        if count + rest[at] + 20 * deuces + 50 * jokers < minimum:
            return
        for place in range(at, len(ranks)):
            if place > at:
                least, left = 0, held[place]
            for number in range(least, len(ranks[place])):
                choice = ranks[place][number]
                if choice.naturals <= left and choice.deuces <= deuces and choice.jokers <= jokers:
                    yield from choose(
                        place,
                        number if several else len(ranks[place]),
                        left - choice.naturals,
                        [*chosen, choice],
                        count + choice.value,
                        deuces - choice.deuces,
                        jokers - choice.jokers,
                    )

    used = first or _Choice(0, 0, 0, 0, 0, 0)
    deuces, jokers = len(holding.deuces) - used.deuces, len(holding.jokers) - used.jokers
    yield from choose(0, 0, held[0] if held else 0, [first] if first else [], used.value, deuces, jokers)


def _choices(
    rank: int, held: int, holding: Holding, options: Options, top: Card | None = None
) -> Iterator[_Choice]:
    """The sound new melds of one rank; with `top`, those that a natural pair makes with it."""
    each = VALUES[(rank - 1) * 4]
    extra = 1 if top is not None else 0
    of, ways = _RANKS[rank], list(_wilds(holding, min(holding.wilds, MOST_WILDS)))
    for naturals in range(2, held + 1):
        for wild in ways:
            if meld_faults(of, naturals + extra, len(wild), options):
                continue
            jokers = wild.count(JOKER)
            deuces = len(wild) - jokers
            value = (naturals + extra) * each + 20 * deuces + 50 * jokers
            spare = _spare(of, naturals, deuces, jokers, value, options, extra)
            yield _Choice(rank, naturals, deuces, jokers, value, spare)


_RANKS = {int(rank): rank for rank in Rank}


def _spare(
    rank: Rank, naturals: int, deuces: int, jokers: int, value: int, options: Options, extra: int
) -> int:
    """The value of the least that can be left out of a meld so that a sound one, or none, remains."""
    if naturals + deuces + jokers == 3 - extra:
        return value if not extra else 10**6  # the meld made with the top card cannot be left out
    spares = [20] * (deuces > 0) + [50] * (jokers > 0)
    if naturals > 2 and not meld_faults(rank, naturals + extra - 1, deuces + jokers, options):
        spares.append(VALUES[(rank - 1) * 4])
    return min(spares, default=10**6)


def laid_out(holding: Holding, chosen: list[_Choice]) -> tuple[Part, ...]:
    """The chosen melds in cards: each takes the lowest that are left."""
    deuces = jokers = 0
    given: dict[int, int] = {}
    parts = []
    for choice in chosen:
        start = given.get(choice.rank, 0)
        given[choice.rank] = start + choice.naturals
        cards = (
            *holding.naturals[choice.rank][start : start + choice.naturals],
            *holding.deuces[deuces : deuces + choice.deuces],
            *holding.jokers[jokers : jokers + choice.jokers],
        )
        deuces += choice.deuces
        jokers += choice.jokers
        parts.append(Part(cards))
    return tuple(parts)


# ---------------------------------------------------------------- taking the pile


def _takes(view: View) -> Iterator[Action]:
    top = view.top
    if top is None or not NATURAL[top]:
        return
    if not view.own_melds:
        yield from first_takes(view)
        return
    rank = top.rank
    if not is_frozen(view):  # else only a pair will do
        for meld, nth in keyed_melds(view.own_melds):
            if meld.rank is rank:
                yield Action("take", onto=(rank, nth))
    own = [card for card in view.hand if card.rank is rank]
    if len(own) >= 2:
        yield Action("take", (own[0], own[1]))
    if own and not is_frozen(view):
        holding = Holding.of(view.hand)
        for wild in (holding.deuces[:1], holding.jokers[:1]):
            if wild:
                yield Action("take", (own[0], *wild))


def first_takes(view: View) -> Iterator[Action]:
    """The ways to take the pile with a side's first meld, minimal by inclusion; not judged yet."""
    top = view.top
    if top is None or not NATURAL[top] or view.options.pile_before_initial != "natural_pair":
        return
    if len([card for card in view.hand if card.rank is top.rank]) < 2:
        return
    holding = Holding.of(view.hand)
    for chosen in islice(least_openings(holding, view.minimum, view.options, top), MOST_FIRST):
        first, *parts = laid_out(holding, chosen)
        yield Action("take", first.cards, tuple(parts))
    if len(holding.naturals.get(Rank.THREE, ())) >= 2 and len(view.pile) <= 5:
        yield from _last_takes(view, top)


def _last_takes(view: View, top: Card) -> Iterator[Action]:
    """The first takes that reach the minimum with black threes, going out with all the rest."""
    in_hand = tuple(sorted((*view.hand, top)))
    melding = view._replace(phase="play", hand=in_hand, turn=view.turn._replace(drew="pile"))
    ways = [islice(same, MOST_OUT) for same in covers(melding, below=view.minimum)]
    for parts in chain.from_iterable(ways):
        seen = set()
        for place, part in enumerate(parts):
            kind = tuple([card.rank for card in part.cards])
            if part.rank is None and kind[0] is top.rank and kind not in seen:
                seen.add(kind)
                made, *others = _with_hand_cards(view, top, (part, *parts[:place], *parts[place + 1 :]))
                yield Action("take", made.cards, tuple(others))


def _with_hand_cards(view: View, top: Card, parts: tuple[Part, ...]) -> list[Part]:
    """The parts with the top card left out of the first, and other cards of its rank from the hand."""
    own = iter([card for card in view.hand if card.rank is top.rank])
    first = parts[0]._replace(cards=parts[0].cards[1:])
    return [
        part._replace(cards=tuple([next(own) if card.rank is top.rank else card for card in part.cards]))
        for part in (first, *parts[1:])
    ]
