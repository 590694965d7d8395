"""Whether a hand can go out this turn, and how: all of it laid down but for at most one card.

The search shares the wild cards out among the melds; suits play no part, so each way is given once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from cardlab.canasta.rules.actions import Action, Part
from cardlab.canasta.rules.hand_groups import Holding
from cardlab.canasta.rules.meld_validation import judge_meld
from cardlab.canasta.rules.melds import Meld, added_faults, canastas, keyed_melds, meld_faults
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.state import View
from cardlab.cards import Card, Rank
from cardlab.game import OPEN


class _Group(NamedTuple):
    """Natural cards that go to one meld: a meld on the table, or a new one (`meld` is None)."""

    rank: Rank
    naturals: int
    meld: Meld | None
    nth: int

    def takes(self, wilds: int, options: Options) -> bool:
        """Whether the meld is sound with so many wild cards from the hand."""
        if self.meld is None:
            return not meld_faults(self.rank, self.naturals, wilds, options)
        if not self.naturals and not wilds:
            return True
        return not added_faults(self.meld, self.naturals, wilds, options)

    def size(self, wilds: int) -> int:
        return self.naturals + wilds + (len(self.meld.cards) if self.meld else 0)


def way_out(view: View) -> Action | None:
    """A meld action by which the seat could go out now, with or without a last discard.

    None when there is no such action. With a single card in hand nothing has to be melded first;
    then the discard itself goes out.
    """
    return next(ways_out(view), None)


def ways_out(view: View) -> Iterator[Action]:
    """Every lawful meld action that leaves at most one card and goes out, one for each class."""
    if view.phase != "play" or view.seat not in (view.to_act, OPEN):
        return
    for parts in covers(view):
        action = Action("meld", parts=parts)
        if not judge_meld(view, action).refusals:
            yield action


def covers(view: View) -> Iterator[tuple[Part, ...]]:
    """Every way to lay down all cards but at most one with canastas enough, judged no further."""
    holding = Holding.of(view.hand)
    if _hopeless(view, holding):
        return
    leftovers: list[Card | None] = [None]
    if not view.turn.closing:
        leftovers += [
            cards[0] for cards in (*holding.naturals.values(), holding.deuces, holding.jokers) if cards
        ]
    for left in leftovers:
        rest = holding if left is None else holding.less(left)
        if rest.size:
            yield from _covers_all(view, rest)


def _hopeless(view: View, holding: Holding) -> bool:
    """Whether it is plain at a glance that the hand cannot go out: the search need not begin."""
    homes = {int(meld.rank): len(meld.cards) for meld in view.own_melds}
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


def _covers_all(view: View, holding: Holding) -> Iterator[tuple[Part, ...]]:
    """Every way to lay down all cards of `holding`."""
    for groups in _groupings(view, holding):
        for shares in _shares(groups, holding.wilds, view):
            yield from _parts(groups, shares, holding)


def _groupings(view: View, holding: Holding) -> Iterator[list[_Group]]:
    """Every way to assign the natural cards to melds; all but one way need second melds of a rank."""
    table: dict[int, list[tuple[Meld, int]]] = {}
    for meld, nth in keyed_melds(view.own_melds):
        table.setdefault(int(meld.rank), []).append((meld, nth))
    plans: list[list[_Group]] = [[]]
    for rank in sorted({*table, *holding.naturals}):
        homes = table.get(rank, [])
        number = len(holding.naturals.get(rank, ()))
        ways = _rank_ways(Rank(rank), number, homes, view.options, holding.wilds)
        plans = [[*plan, *way] for plan in plans for way in ways]
    yield from plans


def _rank_ways(
    rank: Rank, number: int, homes: list[tuple[Meld, int]], options: Options, wilds: int
) -> list[list[_Group]]:
    """The ways to place `number` natural cards of one rank."""
    single = options.one_meld_per_rank
    ways: list[list[_Group]] = []
    for split in _splits(number, len(homes), 0 if single and homes else 1 if single else number // 2):
        old, fresh = split[: len(homes)], split[len(homes) :]
        if any(size < 2 or size + wilds < 3 for size in fresh):
            continue
        groups = [_Group(rank, size, meld, nth) for size, (meld, nth) in zip(old, homes, strict=True)]
        ways.append(groups + [_Group(rank, size, None, 0) for size in fresh])
    return ways


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


def _shares(groups: list[_Group], wilds: int, view: View) -> Iterator[list[int]]:
    """Every way to share the wild cards out so that all melds are sound and there are canastas enough."""
    options = view.options
    choices = [[k for k in range(wilds + 1) if group.takes(k, options)] for group in groups]
    if not all(choices):
        return
    least = [min(choice) for choice in choices]
    most = [max(choice) for choice in choices]
    need = options.canastas_to_go_out - canastas(view.own_melds)
    news = [group.meld is None or not group.meld.canasta for group in groups]

    def share(at: int, left: int, made: int) -> Iterator[list[int]]:
        if at == len(groups):
            if left == 0 and made >= need:
                yield []
            return
        if not sum(least[at:]) <= left <= sum(most[at:]):
            return
        hopes = sum(
            news[place] and groups[place].size(min(left, most[place])) >= options.canasta_size
            for place in range(at, len(groups))
        )
        if made + hopes < need:
            return
        for wild in choices[at]:
            if wild <= left:
                done = news[at] and groups[at].size(wild) >= options.canasta_size
                for rest in share(at + 1, left - wild, made + done):
                    yield [wild, *rest]

    yield from share(0, wilds, 0)


def _parts(groups: list[_Group], shares: list[int], holding: Holding) -> Iterator[tuple[Part, ...]]:
    """The melds of a way, for each way to say which wild cards are deuces and which jokers."""
    taken: dict[int, int] = {}
    naturals = []
    for group in groups:
        start = taken.get(int(group.rank), 0)
        taken[int(group.rank)] = start + group.naturals
        naturals.append(holding.naturals.get(int(group.rank), ())[start : start + group.naturals])

    def kinds(at: int, deuces: int, jokers: int) -> Iterator[list[tuple[Card, ...]]]:
        if at == len(groups):
            yield []
            return
        for number in range(max(0, shares[at] - jokers), min(shares[at], deuces) + 1):
            wild = (*holding.deuces[:number], *holding.jokers[: shares[at] - number])
            rest_deuces, rest_jokers = deuces - number, jokers - (shares[at] - number)
            if sum(shares[at + 1 :]) == rest_deuces + rest_jokers:
                for others in kinds(at + 1, rest_deuces, rest_jokers):
                    yield [wild, *others]

    for wilds in kinds(0, len(holding.deuces), len(holding.jokers)):
        spent = 0
        parts = []
        for group, own, wild in zip(groups, naturals, wilds, strict=True):
            deuces = len([card for card in wild if card.rank is Rank.TWO])
            real = (*holding.deuces[spent : spent + deuces], *wild[deuces:])
            spent += deuces
            if own or real:
                rank = group.rank if group.meld is not None else None
                parts.append(Part((*own, *real), rank, group.nth if group.meld is not None else 1))
        yield tuple(parts)
