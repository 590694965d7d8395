"""Whether a hand can go out this turn, and how: all of it laid down but for at most one card.

Suits play no part, so each way is given once. The ranks are settled one after another: how its natural
cards are shared among melds, and how many wild cards go to each of those. A table, filled from the last
rank to the first, says from how many wild cards spent and canastas made the rest can still be laid down,
so that the search never takes a step that leads nowhere, however many cards the hand has.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple

from cardlab.canasta.rules.actions import Action, Part
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.meld_validation import judge_meld
from cardlab.canasta.rules.melds import (
    BLACK_THREE,
    MOST_WILDS,
    VALUES,
    WILD,
    Meld,
    added_faults,
    canastas,
    meld_faults,
)
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.state import View
from cardlab.cards import PACK108, Card, Rank
from cardlab.game import OPEN

WILD_CARDS = len([card for card in PACK108 if WILD[card]])


class _Group(NamedTuple):
    """Natural cards that go to one meld: the `nth` of its rank on the table, or a new one (0).

    `ways` are the numbers of wild cards that can go with them, each with whether the meld then becomes
    a canasta that it was not before.
    """

    naturals: int
    nth: int
    ways: tuple[tuple[int, bool], ...]


class _Split(NamedTuple):
    """One way to share the natural cards of a rank among melds, and what it can come to.

    `sums` are the numbers of wild cards and of new canastas that are possible together.
    """

    groups: tuple[_Group, ...]
    sums: tuple[tuple[int, int], ...]


class _RankSplits(NamedTuple):
    """The splits of a rank, and what they can come to together."""

    splits: tuple[_Split, ...]
    sums: tuple[tuple[int, int], ...]


class _Lot(NamedTuple):
    """What is laid to one meld: natural cards of a rank, wild cards, and the number of the meld (0: new)."""

    rank: int
    naturals: int
    nth: int
    wilds: int


def way_out(view: View) -> Action | None:
    """A meld action by which the seat could go out now, with or without a last discard.

    None when there is no such action. With a single card in hand nothing has to be melded first;
    then the discard itself goes out.
    """
    return next(ways_out(view), None)


def ways_out(view: View, most: int | None = None, below: int | None = None) -> Iterator[Action]:
    """The lawful meld actions that leave at most one card and go out, one for each class.

    A large hand has millions of them: `most` bounds how many there are for each card that can be left.
    With `below`, only those whose melds count less, black threes aside.
    """
    if view.phase != "play" or view.seat not in (view.to_act, OPEN):
        return
    for same in covers(view, below):
        first = next(same, None)
        # Nothing that is judged here depends on how the same cards are shared among melds.
        if first is not None and not judge_meld(view, Action("meld", parts=first)).refusals:
            yield Action("meld", parts=first)
            for parts in islice(same, None if most is None else most - 1):
                yield Action("meld", parts=parts)


def covers(view: View, below: int | None = None) -> Iterator[Iterator[tuple[Part, ...]]]:
    """Every way to lay down all cards but at most one with canastas enough, judged no further.

    For each card that can be left (none first), the ways to lay down all the rest. `below` as in `ways_out`.
    """
    holding = Holding.of(view.hand)
    if _hopeless(view, holding):
        return
    leftovers: list[Card | None] = [None]
    if not view.turn.closing:
        leftovers += [
            cards[0] for cards in (*holding.naturals.values(), holding.deuces, holding.jokers) if cards
        ]
    homes: dict[int, tuple[tuple[int, int], ...]] = {}
    for meld in view.own_melds:
        homes[int(meld.rank)] = (*homes.get(int(meld.rank), ()), (meld.naturals, meld.wilds))
    ranks = {
        rank: _rank_splits(rank, len(holding.naturals.get(rank, ())), homes.get(rank, ()), view.options)
        for rank in sorted({*homes, *holding.naturals})
    }
    need = max(0, view.options.canastas_to_go_out - canastas(view.own_melds))
    for left in leftovers:
        rest = holding if left is None else holding.less(left)
        if not rest.size or (below is not None and _plain_count(rest) >= below):
            continue
        splits = ranks
        if left is not None and not WILD[left]:
            rank = int(left.rank)
            number = len(rest.naturals.get(rank, ()))
            splits = ranks | {rank: _rank_splits(rank, number, homes.get(rank, ()), view.options)}
        yield _covers_all(splits, rest, need)


def _plain_count(holding: Holding) -> int:
    """What all the cards count, black threes aside."""
    cards = (*sum(holding.naturals.values(), ()), *holding.deuces, *holding.jokers)
    return sum([VALUES[card] for card in cards if not BLACK_THREE[card]])


def _hopeless(view: View, holding: Holding) -> bool:
    """Whether it is plain at a glance that the hand cannot go out: the search need not begin."""
    homes: dict[int, int] = {}
    for meld in view.own_melds:
        homes[int(meld.rank)] = max(homes.get(int(meld.rank), 0), len(meld.cards))
    strays = 0
    for rank, cards in holding.naturals.items():
        if rank not in homes and (len(cards) == 1 or len(cards) + holding.wilds < 3):
            strays += len(cards)
            if strays > 1:
                return True
    have = canastas(view.own_melds)
    if have >= view.options.canastas_to_go_out:
        return False
    sizes = dict(homes)
    for rank, cards in holding.naturals.items():
        sizes[rank] = sizes.get(rank, 0) + len(cards)
    return all(size + holding.wilds < view.options.canasta_size for size in sizes.values())


def _covers_all(ranks: dict[int, _RankSplits], holding: Holding, need: int) -> Iterator[tuple[Part, ...]]:
    """Every way to lay down all cards of `holding` with `need` new canastas, without exploring dead ends."""
    hopes = _hopes([ways.sums for ways in ranks.values()], holding.wilds, need)
    stages = list(ranks.items())

    def place(at: int, used: int, made: int) -> Iterator[tuple[_Lot, ...]]:
        if at == len(stages):
            yield ()
            return
        rank, ways = stages[at]
        for split in ways.splits:
            for wilds, spent, have in _shares(split, used, made, hopes[at + 1]):
                lots = [
                    _Lot(rank, group.naturals, group.nth, wild)
                    for group, wild in zip(split.groups, wilds, strict=True)
                ]
                for rest in place(at + 1, spent, have):
                    yield (*lots, *rest)

    if hopes[0][0] & 1:
        for lots in place(0, 0, 0):
            yield from _parts(lots, holding)


def _hopes(ranks: list[tuple[tuple[int, int], ...]], wilds: int, need: int) -> list[list[int]]:
    """From where the ranks that follow can be laid down: by rank, and by canastas made so far.

    Each entry is a set of numbers, as bits: how many wild cards may have been spent by then. No more
    canastas are counted than the `need` still is.
    """
    hopes = [[0] * need + [1 << wilds]]
    for sums in reversed(ranks):
        after = hopes[-1]
        here = [0] * (need + 1)
        for made in range(need + 1):
            for spent, new in sums:
                here[made] |= after[min(need, made + new)] >> spent
        hopes.append(here)
    hopes.reverse()
    return hopes


def _shares(
    split: _Split, used: int, made: int, after: list[int]
) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """How many wild cards go to each group so that the rest can be laid down; what is used and made then."""
    need = len(after) - 1
    if not any(after[min(need, made + new)] >> (used + wilds) & 1 for wilds, new in split.sums):
        return

    def share(at: int, last: int, used: int, made: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
        if at == len(split.groups):
            if after[made] >> used & 1:
                yield (), used, made
            return
        group = split.groups[at]
        # Of new melds with equally many natural cards it makes no difference which is which.
        alike = at > 0 and not group.nth and not split.groups[at - 1].nth
        least = last if alike and split.groups[at - 1].naturals == group.naturals else 0
        for wild, new in group.ways:
            if wild >= least:
                for rest, spent, have in share(at + 1, wild, used + wild, min(need, made + new)):
                    yield (wild, *rest), spent, have

    yield from share(0, 0, used, made)


@lru_cache(maxsize=4096)
def _rank_splits(rank: int, number: int, homes: tuple[tuple[int, int], ...], options: Options) -> _RankSplits:
    """The ways to place `number` natural cards of one rank; `homes` are the melds, as naturals and wilds."""
    single = options.one_meld_per_rank
    found = []
    for sizes in _splits(number, len(homes), 0 if single and homes else 1 if single else number // 2):
        groups = [
            _Group(size, nth, _home_ways(Rank(rank), home, size, options))
            for nth, (size, home) in enumerate(zip(sizes, homes, strict=False), 1)
        ]
        groups += [_Group(size, 0, _new_ways(Rank(rank), size, options)) for size in sizes[len(homes) :]]
        sums = {(0, 0)}
        for group in groups:
            sums = {
                (w + wild, c + new) for w, c in sums for wild, new in group.ways if w + wild <= WILD_CARDS
            }
        if sums:
            found.append(_Split(tuple(groups), tuple(sorted(sums))))
    return _RankSplits(tuple(found), tuple(sorted({sum for split in found for sum in split.sums})))


def _home_ways(
    rank: Rank, home: tuple[int, int], number: int, options: Options
) -> tuple[tuple[int, bool], ...]:
    """The numbers of wild cards that can join a meld on the table together with `number` natural ones."""
    size = sum(home)
    meld = Meld(rank, (Card("JR"),) * size, home[1], options.canasta_size)
    old = size >= options.canasta_size
    return tuple(
        (wild, not old and size + number + wild >= options.canasta_size)
        for wild in range(WILD_CARDS + 1)
        if not (number or wild) or not added_faults(meld, number, wild, options)
    )


def _new_ways(rank: Rank, number: int, options: Options) -> tuple[tuple[int, bool], ...]:
    """The numbers of wild cards that make a new meld with `number` natural ones."""
    return tuple(
        (wild, number + wild >= options.canasta_size)
        for wild in range(MOST_WILDS + 1)
        if number > 1 and not meld_faults(rank, number, wild, options)
    )


@cache
def _splits(number: int, homes: int, most_new: int) -> tuple[tuple[int, ...], ...]:
    """The ways to share `number` cards among `homes` melds and up to `most_new` new ones.

    New melds stand in falling order of size, so that each way comes once.
    """
    if homes:
        return tuple(
            (first, *rest)
            for first in range(number, -1, -1)
            for rest in _splits(number - first, homes - 1, most_new)
        )
    if not number:
        return ((),)
    if not most_new:
        return ()
    return tuple(
        (first, *rest)
        for first in range(number, 0, -1)
        for rest in _splits(number - first, 0, most_new - 1)
        if not rest or rest[0] <= first
    )


def _parts(lots: tuple[_Lot, ...], holding: Holding) -> Iterator[tuple[Part, ...]]:
    """The melds of a way, for each way to say which wild cards are deuces and which jokers."""

    def kinds(at: int, last: int, deuces: int) -> Iterator[tuple[int, ...]]:
        """How many deuces each has, of the `deuces` that are left for all from `at` on."""
        if at == len(lots):
            yield ()
            return
        later = sum([lot.wilds for lot in lots[at + 1 :]])
        least = max(0, deuces - later)
        if at and lots[at - 1] == lots[at] and not lots[at].nth:
            least = max(least, last)
        for number in range(least, min(lots[at].wilds, deuces) + 1):
            for rest in kinds(at + 1, number, deuces - number):
                yield (number, *rest)

    for shares in kinds(0, 0, len(holding.deuces)):
        given: dict[int, int] = {}
        deuces = jokers = 0
        parts = []
        for lot, number in zip(lots, shares, strict=True):
            start = given.get(lot.rank, 0)
            given[lot.rank] = start + lot.naturals
            cards = (
                *holding.naturals.get(lot.rank, ())[start : start + lot.naturals],
                *holding.deuces[deuces : deuces + number],
                *holding.jokers[jokers : jokers + lot.wilds - number],
            )
            deuces += number
            jokers += lot.wilds - number
            if cards:
                parts.append(Part(cards, Rank(lot.rank), lot.nth) if lot.nth else Part(cards))
        yield tuple(parts)
