"""Laying cards down: what a meld or a take would lead to, and every rule that it breaks.

Part of `legality`, which decides when an action may be taken at all.
"""

from __future__ import annotations

from typing import NamedTuple

from cardlab.canasta.rules.actions import Action, Part
from cardlab.canasta.rules.melds import (
    BLACK_THREE,
    NATURAL,
    RED_THREE,
    WILD,
    Meld,
    added_faults,
    canastas,
    in_order,
    meld_faults,
    one_rank,
    rank_faults,
    rank_name,
    value_of,
    wild_cards,
)
from cardlab.canasta.rules.pile import pile_faults
from cardlab.canasta.rules.state import View
from cardlab.cards import Card, Rank
from cardlab.errors import Refusal
from cardlab.wording import plural, say, signed


class MeldResult(NamedTuple):
    """How the acting side would stand: its hand, its melds, and whether an old one was joined."""

    hand: tuple[Card, ...]
    melds: tuple[Meld, ...]
    joined: bool


class ActionVerdict(NamedTuple):
    """Every rule that an action breaks, the most helpful first, and for a meld or take its result."""

    refusals: list[Refusal]
    table: MeldResult | None = None


def out_faults(view: View, have: int, doing: str) -> list[Refusal]:
    """Why going out now is not allowed, with `have` canastas on the table."""
    need = view.options.canastas_to_go_out
    if have < need:
        what = f"{doing} would be going out, and for that your side needs {_canasta_words(need, have)}"
        rule = "CAN-2P-03" if need > 1 else "CAN-OUT-01"
        return [Refusal(rule, what)]
    if view.turn.asked == "no":
        return [Refusal("CAN-OUT-07", f"{doing} would be going out, and your partner said no")]
    return []


def _canasta_words(need: int, have: int) -> str:
    if need == 1:
        return "a canasta; it has none"
    return f"{say(need)} canastas; it has {say(have) if have else 'none'}"


def end_faults(view: View) -> list[Refusal]:
    """What keeps the seat from ending its turn lawfully with the hand it has; empty when it can."""
    trial = Trial(view)
    trial.judge_end(len(view.hand))
    return trial.refusals


class Trial:
    """An action's melds laid down on a copy of the side's table, noting all that is wrong."""

    __slots__ = ("blacks", "count", "hand", "joined", "melds", "options", "refusals", "side", "view")

    def __init__(self, view: View) -> None:
        self.view = view
        self.options = view.options
        self.hand = list(view.hand)
        self.side = view.side
        self.melds = list(view.melds[self.side])
        self.refusals: list[Refusal] = []
        self.count = 0
        self.joined = False
        self.blacks = False

    def refuse(self, rule: str, text: str) -> None:
        self.refusals.append(Refusal(rule, text))

    def spend(self, cards: tuple[Card, ...]) -> None:
        """Takes cards from the hand."""
        for card in cards:
            try:
                self.hand.remove(card)
            except ValueError:
                self._missing(card)

    def _missing(self, card: Card) -> None:
        if RED_THREE[card]:
            self.refuse("CAN-MELD-12", f"{card.short} is a red three: it lies apart and is never melded")
        elif self.view.phase == "draw" and card in self.view.pile[:-1]:
            self.refuse(
                "CAN-PILE-10",
                f"{card.short} is still in the pile: take the pile first, then meld it from your hand",
            )
        else:
            more = "another " if card in self.view.hand else ""
            self.refuse("CAN-TURN-02", f"you do not hold {more}{card.short}")

    def lay(self, part: Part) -> None:
        """Lays one part from the hand."""
        cards, rank, nth = part
        if not cards:
            self.refuse("CAN-TURN-02", "say which cards are laid down")
        self.spend(cards)
        self.count += value_of(cards)
        if rank is None:
            self.start(cards)
        else:
            self.extend(rank, nth, cards)

    def start(self, cards: tuple[Card, ...]) -> None:
        """Lays cards as a new meld."""
        rank = one_rank(cards)
        if rank is None:
            self.refusals += rank_faults(cards)
            return
        wilds = wild_cards(cards)
        if rank is Rank.THREE:
            self._threes(cards)
        self.refusals += meld_faults(rank, len(cards) - wilds, wilds, self.options)
        if self.options.one_meld_per_rank and self.home(rank) is not None:
            name = rank_name(rank)
            self.refuse("CAN-MELD-10", f"your side has a meld of {name} already; further {name} join it")
        self.melds.append(Meld(rank, in_order(cards), wilds, self.options.canasta_size))

    def home(self, rank: Rank, nth: int = 1) -> int | None:
        """The place of the side's `nth` meld of `rank`."""
        for place, meld in enumerate(self.melds):
            if meld.rank is rank:
                nth -= 1
                if not nth:
                    return place
        return None

    def _threes(self, cards: tuple[Card, ...]) -> None:
        self.blacks = any(BLACK_THREE[card] for card in cards)
        for card in cards:
            if RED_THREE[card] and card in self.view.hand:
                self.refuse("CAN-MELD-12", f"{card.short} is a red three: it lies apart and is never melded")

    def extend(self, rank: Rank, nth: int, cards: tuple[Card, ...]) -> None:
        """Adds cards to the side's `nth` meld of `rank`."""
        place = self.home(rank, nth)
        if place is None:
            self._no_meld(rank, nth)
            return
        meld = self.melds[place]
        wilds = wild_cards(cards)
        strangers = [card for card in cards if card.rank is not rank and not WILD[card]]
        if strangers:
            text = f"{strangers[0].short} cannot join the {meld.name}: only {meld.name} and wild cards can"
            self.refuse("CAN-MELD-08", text)
            return
        self.refusals += added_faults(meld, len(cards) - wilds, wilds, self.options)
        if rank is Rank.THREE:
            self.blacks = True
        if place < self.view.turn.before:
            self.joined = True
        self.melds[place] = meld.with_cards(cards)

    def _no_meld(self, rank: Rank, nth: int) -> None:
        name = rank_name(rank)
        own, melds = self.side, self.view.melds
        if nth > 1:
            self.refuse("CAN-MELD-08", f"your side has no meld number {nth} of {name}")
        elif any(meld.rank is rank for side in (*melds[:own], *melds[own + 1 :]) for meld in side):
            text = f"the {name} on the table are your opponents'; you may add only to your side's melds"
            self.refuse("CAN-MELD-09", text)
        else:
            self.refuse("CAN-MELD-08", f"your side has no meld of {name} to add to")

    # ------------------------------------------------------------ what the whole must satisfy

    def finish(self, taken: tuple[Card, ...] | None = None) -> ActionVerdict:
        """Judges the first meld and whether the turn can still end lawfully.

        `taken` is the rest of a pile, which goes into the hand now.
        """
        if taken:
            self.hand += [card for card in taken if not RED_THREE[card]]
            self.hand.sort()
        view = self.view
        if not view.melds[self.side]:
            self._judge_opening(taken is not None)
        left = len(self.hand)
        if left < 2 or self.blacks or view.turn.asked == "yes":
            self.judge_end(left)
        return ActionVerdict(self.refusals, MeldResult(tuple(self.hand), tuple(self.melds), self.joined))

    def _judge_opening(self, taken: bool) -> None:
        """CAN-INIT-01, and the exception for a concealed hand (CAN-CONC-02)."""
        view = self.view
        need = view.minimum
        if self.count >= need:
            return
        out = (
            len(self.hand) < (1 if view.turn.closing else 2)
            and canastas(self.melds) >= self.options.canastas_to_go_out
        )
        if out and view.turn.unopened and self._waived(taken):
            return
        text = f"these melds count {self.count}; your side needs {need}"
        if taken:
            self.refuse("CAN-INIT-05", f"{text}, and of the pile only the top card counts")
        self.refusals.append(
            Refusal("CAN-INIT-01", f"{text} for its first meld, with a score of {signed(view.score)}")
        )
        if out and view.turn.unopened:
            self.refuse(
                "CAN-CONC-02",
                f"a concealed hand does not free your side from the {need}; it counts {self.count}",
            )

    def _waived(self, taken: bool) -> bool:
        if self.options.concealed_minimum == "required" or taken or self.view.turn.drew != "stock":
            return False
        return not self.hand or self.options.concealed_final_discard == "allowed"

    def judge_end(self, left: int) -> None:
        """Whether the turn can end lawfully with so few cards, or after black threes, or after a yes."""
        view = self.view
        have = canastas(self.melds)
        if view.turn.asked == "yes" and left > 1:
            self.refuse(
                "CAN-OUT-07",
                f"your partner said yes, so you must go out with this; {plural(left, 'card')} would be left",
            )
            return
        if self.blacks and (left > 1 or self._no_discard(left)):
            self.refuse(
                "CAN-MELD-05",
                "black threes are melded only in the turn in which you go out; "
                f"{plural(left, 'card')} would be left in your hand",
            )
            return
        if left == 0 or (left == 1 and not self._no_discard(left)):
            self._judge_out(left, have)

    def _no_discard(self, left: int) -> bool:
        return self.view.turn.closing and left > 0

    def _judge_out(self, left: int, have: int) -> None:
        need = self.options.canastas_to_go_out
        if left == 0:
            self.refusals += out_faults(self.view, have, "laying down your last card")
        elif have < need and (have < need - 1 or not self._completes(self.hand[0])):
            keep = "your side may not go out: it needs " + _canasta_words(need, have)
            text = f"this would leave you one card, and after the discard none; {keep}"
            self.refuse("CAN-OUT-04", text)
        elif self.view.turn.asked == "no":
            self.refuse("CAN-OUT-07", "your partner said no: two cards must stay, one of them to discard")

    def _completes(self, card: Card) -> bool:
        """Whether the last card, laid to one of the side's melds, would complete a canasta."""
        for meld in self.melds:
            if len(meld.cards) != meld.canasta_size - 1 or not (WILD[card] or card.rank is meld.rank):
                continue
            wild = int(WILD[card])
            if not added_faults(meld, 1 - wild, wild, self.options):
                return True
        return False


def judge_meld(view: View, action: Action) -> ActionVerdict:
    trial = Trial(view)
    if not action.parts or action.cards:
        trial.refuse("CAN-TURN-02", "say which cards are melded")
        return ActionVerdict(trial.refusals)
    for part in action.parts:
        trial.lay(part)
    return trial.finish()


def judge_take(view: View, action: Action) -> ActionVerdict:
    refusals = pile_faults(view, action)
    top = view.top
    if top is None or not NATURAL[top]:
        return ActionVerdict(refusals)
    trial = Trial(view)
    trial.refusals = refusals
    trial.spend(action.cards)
    trial.count = value_of((*action.cards, top))
    if action.onto is not None:
        _join_top(trial, top, action)
    else:
        _meld_top(trial, top, action)
    for part in action.parts:
        trial.lay(part)
    return trial.finish(view.pile[:-1])


def _join_top(trial: Trial, top: Card, action: Action) -> None:
    """The top card joins a meld on the table (CAN-PILE-05)."""
    assert action.onto is not None
    rank, nth = action.onto
    if action.cards:
        trial.refuse("CAN-PILE-05", "the top card joins a meld by itself; name further cards after a comma")
    if rank is not top.rank:
        trial.refuse(
            "CAN-PILE-05", f"the top card is {top.short}; it cannot join a meld of {rank_name(rank)}"
        )
    elif trial.home(rank) is None:
        trial.refuse(
            "CAN-PILE-05", f"your side has no meld of {rank_name(rank)} that the top card could join"
        )
    else:
        trial.extend(rank, nth, (top,))


def _meld_top(trial: Trial, top: Card, action: Action) -> None:
    """The top card and cards from hand are melded; with one meld a rank they join it (CAN-MELD-10)."""
    cards = (*action.cards, top)
    if one_rank(cards) is not top.rank:
        return  # already refused: those cards do not take this pile
    if trial.options.one_meld_per_rank and trial.home(top.rank) is not None:
        trial.extend(top.rank, 1, cards)
    else:
        trial.start(cards)
