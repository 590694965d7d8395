"""What a position of Canasta is worth to one seat: how a game is reviewed.

It is the difference that the seat can expect on the score sheets, the match so far included: what lies on
the table, what unfinished melds may still bring, and what hands are worth, ours less theirs. Hands that the
seat has not seen count with what any cards are worth, so that no hidden card plays a part.

>>> from cardlab.canasta import position, view
>>> table = position(hands=["QS QD 4C 8S"], melds=[["6S 6H 6D 6C 6S 6H 6D"]], pile="9C QH")
>>> value(view(table, 0)) > 0 > value(view(table, 1))
True
"""

from __future__ import annotations

from cardlab.canasta.players import candidate
from cardlab.canasta.players.evaluation import WEIGHTS, Evaluator
from cardlab.canasta.rules.actions import Action
from cardlab.canasta.rules.melds import WILD
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.scoring import score_sheet
from cardlab.canasta.rules.state import View, column_of
from cardlab.players import Choice, Measure

IN_HAND = 10.0
"""What a card in one's own hand is worth besides the sets and canastas that it may join: with it, a hand
that is seen comes to as much on average as one that is not."""
MEASURE = Measure("expected difference of the match", "points", (10, 40, 100, 200))


def measure(options: Options) -> Measure:
    """Points, whatever the options."""
    return MEASURE


def value(view: View) -> float:
    """By how many points the seat of the view can expect to be ahead when this deal has been scored."""
    ahead = _match(view)
    if view.phase not in ("draw", "play", "answer"):
        return ahead
    evaluator = Evaluator(view)
    sides = sorted(set(view.side_of))
    rest = {side: _table(view, evaluator, side) for side in sides}
    rest[view.side] += _hand(view, evaluator)
    for seat, cards in enumerate(view.counts):
        if seat != view.seat:
            rest[view.side_of[seat]] += WEIGHTS.unknown * cards - evaluator.few(cards)
    others = [worth for side, worth in rest.items() if side != view.side]
    return ahead + rest[view.side] - sum(others) / len(others)


def happened(before: View, after: View) -> tuple[tuple[str, float], ...]:
    """The stages in which one view of a seat became the other, and the value after each."""
    now = value(after)
    live = ("draw", "play", "answer")
    if before.phase not in live:
        return (("the deal", now),)
    if after.number != before.number and after.phase in live:
        return (("the score sheets", float(_match(after))), ("the deal", now))
    if after.phase not in live:
        return (("the score sheets", now),)
    return ((_name(before, after), now),)


def loss(view: View, choice: Choice, action: Action) -> float | None:
    """What the action costs against the best, in points."""
    made = candidate(view, choice, action)
    if made is None or (len(choice.candidates) < 2 and made.action == choice.action):
        return None
    return max(0.0, choice.candidates[0].worth - made.worth)


def _name(before: View, after: View) -> str:
    if after.stock != before.stock:
        own = before.turn.seat == before.seat
        return "cards that you drew" if own else "cards that the others drew"
    if before.phase == "draw" and len(after.pile) < len(before.pile):
        return "piles that were taken"
    return "melds and discards"


def _match(view: View) -> float:
    """How far the seat is ahead in the match, before this deal or after the last."""
    own = column_of(view.options, view.side_of, view.seat)
    others = [score for column, score in enumerate(view.scores) if column != own]
    return view.scores[own] - sum(others) / len(others)


def _table(view: View, evaluator: Evaluator, side: int) -> float:
    """What a side has on the table, and what its unfinished melds may become."""
    threes = [
        card for seat, cards in enumerate(view.red_threes) if view.side_of[seat] == side for card in cards
    ]
    melds = view.melds[side]
    sheet = score_sheet(melds, threes, options=view.options)
    opened = WEIGHTS.opened if melds else 0.0
    return sheet.total + evaluator.hopes(melds) + opened


def _hand(view: View, evaluator: Evaluator) -> float:
    """What the cards in the seat's hand are worth to it."""
    naturals = sum(
        [evaluator.group(rank, number, evaluator.opened) for rank, number in evaluator.counts.items()]
    )
    wilds = sum([evaluator.wild(card) for card in view.hand if WILD[card]])
    return naturals + wilds + IN_HAND * len(view.hand) - evaluator.few(len(view.hand))
