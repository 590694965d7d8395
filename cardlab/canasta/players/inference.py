"""What a seat can conclude from what it has seen: who may hold what, and who could take the pile.

All of it comes from the View: the cards on the table, in the pile and in its own hand; those that
everybody saw go into a hand; and what each player threw, or let lie, since the pile was last taken.
"""

from __future__ import annotations

from cardlab.canasta.rules.melds import Meld, minimum
from cardlab.canasta.rules.pile import is_frozen
from cardlab.canasta.rules.state import View, column_of

DEUCE, JOKER = 2, 14
_PACK = [0, 8, 8, 4, *[8] * 10, 4]
_OPENS = {15: 1, 50: 0.61, 90: 0.37, 120: 0.18}
"""How often a hand with a pair for the pile also makes the minimum; rough figures."""
_THREW = 0.72
"""How much less likely a player who threw a card of a rank is to hold a pair of it."""
_LET_LIE = 0.45
"""The same for a player who let such a card lie, on a pile that the pair would have taken."""
_KEEPS_PAIRS = 3.1
"""How much likelier than by chance a hand holds a pair: players throw lone cards and keep pairs."""
_SPENDS_WILD = 0.76
"""How often a player who could take the pile with a natural and a wild card does so."""


class Seen:
    """The unseen cards by rank (as numbers), and where they may be.

    >>> from cardlab.canasta import position, view
    >>> table = position(hands=["QS QD 4C 8S"], melds=[["6S 6H 6D"]], pile="9C QH")
    >>> seen = Seen(view(table, 0))
    >>> seen.unseen[12], seen.unseen[6], seen.unseen[14]
    (5, 5, 4)
    """

    __slots__ = ("_free", "_known", "_pool", "_shy", "frozen", "unseen", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.frozen = is_frozen(view)
        unseen = _PACK.copy()
        for cards in (view.hand, view.pile, *[meld.cards for side in view.melds for meld in side]):
            for card in cards:
                unseen[(card >> 2) + 1] -= 1
        unseen[3] += sum([card.code in ("3D", "3H") for card in view.pile])
        self._known = []
        self._free = []
        for seat, cards in enumerate(view.known):
            known: dict[int, int] = {}
            if seat != view.actor:
                for card in cards:
                    rank = (card >> 2) + 1
                    known[rank] = known.get(rank, 0) + 1
                    unseen[rank] -= 1
            self._known.append(known)
            self._free.append(view.counts[seat] - len(cards) if seat != view.actor else 0)
        self.unseen = unseen
        self._pool = max(1, sum(self._free) + view.stock + view.undealt)
        self._shy = self._read_pile()

    def _read_pile(self) -> dict[tuple[int, int], float]:
        """How much less likely each seat is to hold a pair of a rank, after what it threw or let lie."""
        view = self.view
        players = view.options.players
        shy: dict[tuple[int, int], float] = {}
        thrown = min(len(view.pile), view.turn.number - 1)
        for back in range(thrown):
            rank = (view.pile[-1 - back] >> 2) + 1
            thrower = (view.turn.seat - 1 - back) % players
            shy[thrower, rank] = _THREW
            passed = (thrower + 1) % players
            if back and view.melds[view.side_of[passed]]:
                shy.setdefault((passed, rank), _LET_LIE)
        return shy

    def holds(self, seat: int, rank: int, number: int) -> float:
        """The chance that `seat` holds at least `number` (1 or 2) cards of a rank."""
        missing = number - self._known[seat].get(rank, 0)
        if missing <= 0:
            return 1.0
        return self._at_least(seat, max(0, self.unseen[rank]), missing) * self._shy.get((seat, rank), 1.0)

    def holds_wild(self, seat: int) -> float:
        """The chance that `seat` holds a wild card."""
        if self._known[seat].get(DEUCE) or self._known[seat].get(JOKER):
            return 1.0
        return self._at_least(seat, max(0, self.unseen[DEUCE] + self.unseen[JOKER]), 1)

    def _at_least(self, seat: int, among: int, number: int) -> float:
        """The chance that a hand has one, or two, of that number of unseen cards."""
        share = min(1.0, self._free[seat] / self._pool)
        none: float = (1 - share) ** among
        if number == 1:
            return 1 - none
        if not among:
            return 0.0
        one: float = among * share * (1 - share) ** (among - 1)
        return max(0.0, 1 - none - one)

    def takes(self, seat: int, rank: int, frozen: bool | None = None) -> float:
        """The chance that `seat` could take the pile with a card of `rank` (4 to ace) on top."""
        view = self.view
        side = view.side_of[seat]
        pair = min(1.0, _KEEPS_PAIRS * self.holds(seat, rank, 2))
        if not view.melds[side]:
            if view.options.pile_before_initial == "forbidden":
                return 0.0
            score = view.scores[column_of(view.options, view.side_of, seat)]
            return pair * _OPENS[minimum(score)]
        if self.frozen if frozen is None else frozen:
            return pair
        if any(meld.rank == rank for meld in view.melds[side]):
            return 1.0
        one = max(0.0, self.holds(seat, rank, 1) - pair)
        return pair + one * self.holds_wild(seat) * _SPENDS_WILD


def opponents(view: View) -> list[int]:
    """The seats of other sides, in the order of play from the seat of the view."""
    players = view.options.players
    order = [(view.actor + step) % players for step in range(1, players)]
    return [seat for seat in order if view.side_of[seat] != view.side]


def their_melds(view: View) -> list[Meld]:
    """All melds of the other sides."""
    return [meld for side, melds in enumerate(view.melds) if side != view.side for meld in melds]
