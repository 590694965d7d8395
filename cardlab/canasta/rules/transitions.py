"""How a match moves on: the deal, the draw, the turn, the end of a deal and of the match.

Functions from state to state. Whether an action may be taken is not their affair.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab.canasta.rules.meld_validation import Table
from cardlab.canasta.rules.melds import RED_THREE, Meld, meld_faults
from cardlab.canasta.rules.options import COURSE, Options, as_options
from cardlab.canasta.rules.partner_draw import Draw, Seats, agreed, settle, spread, to_draw
from cardlab.canasta.rules.pile import covered, freezes
from cardlab.canasta.rules.scoring import Sheet, score_sheet
from cardlab.canasta.rules.state import (
    Freeze,
    Result,
    State,
    Turn,
    column_of,
    column_seats,
    seat_names,
)
from cardlab.cards import PACK108, Card, shuffled, without
from cardlab.errors import NotationError
from cardlab.game import Outcome

_NOTHING: tuple[tuple[Card, ...], ...] = ((), (), (), ())


def start(
    options: Options | str = COURSE, seed: str | int = 0, packs: Sequence[Sequence[Card]] = ()
) -> State:
    """A new match: at the draw for partners, or at the first cut when the seats are agreed.

    Deal n comes from `packs` while there are any, then from ``seed/n``. `options` may be the name of a
    preset. Raises `InputError` for options that are none, `NotationError` when one of `packs` is not the
    double pack.
    """
    options = as_options(options)
    for number, pack in enumerate(packs, 1):
        if sorted(pack) != sorted(PACK108):
            raise NotationError(f"deal {number} does not hold the 108 cards of two packs and four jokers")
    players = options.players
    drawing = options.seating == "draw"
    state = State(
        options=options,
        seed=str(seed),
        phase="pick",
        draw=spread(players, seed) if drawing else None,
        packs=tuple(tuple(pack) for pack in packs),
        number=0,
        side_of=sides(players),
        dealer=players - 1,
        scores=(0,) * options.sides,
        results=(),
        hands=_NOTHING[:players],
        known=_NOTHING[:players],
        melds=tuple(() for _ in range(players)),
        red_threes=_NOTHING[:players],
        stock=(),
        pile=(),
        frozen=(),
        melded=(False,) * players,
        turn=Turn(0, 0),
    )
    return state if drawing else seated(state, agreed(players))


def sides(players: int) -> tuple[int, ...]:
    """The side of each seat as a deal begins: partners sit opposite (CAN-DRAW-05)."""
    return (0, 1, 0, 1) if players == 4 else tuple(range(players))


def seated(state: State, seats: Seats) -> State:
    """Everybody has a seat; the first deal is to be cut."""
    return to_cut(state._replace(dealer=seats.dealer))


def picked(state: State, draw: Draw) -> State:
    """After a card was drawn for partners."""
    if to_draw(draw):
        return state._replace(draw=draw)
    return seated(state._replace(draw=draw), settle(draw))


def to_cut(state: State) -> State:
    """The next pack is shuffled and waits for the cut."""
    number = state.number + 1
    packs = state.packs
    if len(packs) < number:
        packs = (*packs, shuffled(PACK108, state.seed, number))
    return state._replace(phase="cut", number=number, packs=packs)


# ---------------------------------------------------------------- the deal


def dealt(state: State, at: int) -> State:
    """The pack is cut after `at` cards and dealt: hands, red threes, the first upcard."""
    options = state.options
    players = options.players
    first = (state.dealer + 1) % players
    hands, stock = dealt_out(state, at)
    red_threes: list[tuple[Card, ...]] = [() for _ in range(players)]
    side_of = sides(players)
    if options.red_three_dealt_when == "after_deal":
        for place in range(players):
            seat = (first + place) % players
            red_threes[seat] = _lay_out_reds(hands[seat], stock)
    pile, frozen = turn_up(stock, options)
    state = state._replace(
        side_of=side_of,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        known=_NOTHING[:players],
        melds=tuple(() for _ in range(max(side_of) + 1)),
        red_threes=tuple(red_threes),
        stock=tuple(stock),
        pile=pile,
        frozen=frozen,
        melded=(False,) * players,
        solo_seat=None,
        aside=(),
        turn=Turn(first, 0),
    )
    return turn_of(state, first)


def dealt_out(state: State, at: int) -> tuple[list[list[Card]], list[Card]]:
    """The hands as they are dealt one card at a time from the dealer's left, red threes and all; the rest."""
    players = state.options.players
    order = state.packs[state.number - 1]
    pack = order[at:] + order[:at]
    last = players * state.options.cards_each
    hands = [list(pack[(seat - state.dealer - 1) % players : last : players]) for seat in range(players)]
    return hands, list(pack[last:])


def _lay_out_reds(hand: list[Card], stock: list[Card]) -> tuple[Card, ...]:
    """Takes the red threes out of a hand and replaces them from the stock (CAN-R3-01, CAN-R3-09)."""
    laid = [card for card in hand if RED_THREE[card]]
    for card in laid:
        hand.remove(card)
    missing = len(laid)
    while missing and stock:
        card = stock.pop(0)
        if RED_THREE[card]:
            laid.append(card)
        else:
            hand.append(card)
            missing -= 1
    return tuple(laid)


def turn_up(stock: list[Card], options: Options) -> tuple[tuple[Card, ...], tuple[Freeze, ...]]:
    """Turns cards up from the stock until one may stay on top (CAN-DEAL-05 to CAN-DEAL-07)."""
    pile: list[Card] = []
    while stock:
        pile.append(stock.pop(0))
        if not covered(pile[-1], options):
            break
    return tuple(pile), tuple(Freeze(card, 0) for card in pile if freezes(card, options))


def turn_of(state: State, seat: int, **changes: Any) -> State:
    """The turn of `seat` begins, after other `changes` to the state."""
    number = state.turn.number + 1
    turn = Turn(seat, number, "", not state.melded[seat], len(state.melds[state.side_of[seat]]))
    state = state._replace(phase="draw", turn=turn, **changes)
    if state.options.red_three_dealt_when == "first_turn" and number <= state.options.players:
        hand, stock = list(state.hands[seat]), list(state.stock)
        red_threes = _lay_out_reds(hand, stock)
        state = state._replace(
            hands=put(state.hands, seat, tuple(sorted(hand))),
            red_threes=put(state.red_threes, seat, state.red_threes[seat] + red_threes),
            stock=tuple(stock),
        )
    return state


def put(items: tuple, place: int, item: object) -> tuple:  # type: ignore[type-arg]
    """`items` with another `item` in one place."""
    return (*items[:place], item, *items[place + 1 :])


# ---------------------------------------------------------------- the turn


def drawn(state: State) -> State:
    """The player draws; red threes are laid out and replaced while the stock lasts (CAN-R3-02)."""
    turn = state.turn
    seat = turn.seat
    new: list[Card] = []
    red_threes: list[Card] = []
    at, stock = 0, state.stock
    for _ in range(state.options.cards_drawn):
        while at < len(stock):
            card = stock[at]
            at += 1
            if not RED_THREE[card]:
                new.append(card)
                break
            red_threes.append(card)
    changes: dict[str, Any] = (
        {"red_threes": put(state.red_threes, seat, (*state.red_threes[seat], *red_threes))}
        if red_threes
        else {}
    )
    state = state._replace(
        phase="play",
        hands=put(state.hands, seat, tuple(sorted((*state.hands[seat], *new)))),
        stock=stock[at:],
        turn=Turn(seat, turn.number, "stock", turn.unopened, turn.before, closing=not new),
        **changes,
    )
    if not new and state.options.last_stock_red_three == "end_deal":
        return finished(state, None, "CAN-R3-08")
    return state


def laid(state: State, table: Table, taking: bool) -> State:
    """The player's melds lie on the table; when `taking`, the pile has gone into the hand."""
    turn = state.turn
    seat = turn.seat
    side = state.side_of[seat]
    changes: dict[str, Any] = {}
    if taking:
        changes = {"pile": (), "frozen": ()}
        if table.red_threes:
            changes["red_threes"] = put(state.red_threes, seat, (*state.red_threes[seat], *table.red_threes))
    if state.known[seat] or taking:
        changes["known"] = put(state.known, seat, _still_known(state, table, seat, taking))
    state = state._replace(
        phase="play",
        hands=put(state.hands, seat, table.hand),
        melds=put(state.melds, side, table.melds),
        melded=put(state.melded, seat, True),
        turn=turn._replace(joined=turn.joined or table.joined, drew="pile" if taking else turn.drew),
        **changes,
    )
    if taking and state.options.players == 3 and state.solo_seat is None:
        state = alone(state, seat)
    if not table.hand:
        return finished(state, seat)
    return state


def _still_known(state: State, table: Table, seat: int, taking: bool) -> tuple[Card, ...]:
    """The cards that everybody knows to be in the hand: seen going in, and not come out since."""
    before = list(state.hands[seat])
    kept = list(state.known[seat])
    if taking:
        rest = [card for card in state.pile[:-1] if not RED_THREE[card]]
        before += rest
        kept += rest
    for card in table.hand:
        before.remove(card)
    for card in before:  # what is left of it was laid down
        if card in kept:
            kept.remove(card)
    return tuple(kept)


def discarded(state: State, card: Card) -> State:
    """The player discards; the next one's turn begins, or the deal is over."""
    seat = state.turn.seat
    hand = without(state.hands[seat], (card,))
    changes: dict[str, Any] = {"hands": put(state.hands, seat, hand), "pile": (*state.pile, card)}
    known = state.known[seat]
    if card in known:
        changes["known"] = put(state.known, seat, without(known, (card,)))
    if freezes(card, state.options):
        changes["frozen"] = (*state.frozen, Freeze(card, state.turn.number))
    if not hand:
        return finished(state._replace(**changes), seat, discard=True)
    return turn_of(state, (seat + 1) % state.options.players, **changes)


def alone(state: State, seat: int) -> State:
    """In a game of three, `seat` plays alone from now on; the other two share their melds (CAN-3P-03)."""
    one, other = [player for player in range(3) if player != seat]
    shared = list(state.melds[one])
    for meld in state.melds[other]:
        _merge(shared, meld, state.options)
    melds = put(put(state.melds, one, tuple(shared)), other, ())
    side_of = put(state.side_of, other, one)
    return state._replace(solo_seat=seat, melds=melds, side_of=side_of)


def _merge(melds: list[Meld], meld: Meld, options: Options) -> None:
    """Lays a partner's meld to the one of its rank; side by side where together they would not be sound."""
    for place, own in enumerate(melds):
        if own.rank is meld.rank and options.one_meld_per_rank:
            wilds = own.wilds + meld.wilds
            if not meld_faults(own.rank, own.naturals + meld.naturals, wilds, options):
                melds[place] = own.with_cards(meld.cards)
                return
    melds.append(meld)


# ---------------------------------------------------------------- the end


def is_concealed(state: State, discard: bool) -> bool:
    """Whether the player in turn, who goes out, does so concealed (CAN-CONC-01 to CAN-CONC-03)."""
    turn, options = state.turn, state.options
    if not turn.unopened or (discard and options.concealed_final_discard == "not_allowed"):
        return False
    if options.concealed_canasta == "side":
        return True
    own = state.melds[state.side_of[turn.seat]][turn.before :]
    return not turn.joined and any(meld.canasta for meld in own)


def finished(state: State, seat: int | None, rule: str = "CAN-STOCK-01", discard: bool = False) -> State:
    """The deal is over: `seat` went out, or nobody did, for the reason of `rule`. It is scored."""
    options = state.options
    concealed = seat is not None and is_concealed(state, discard)
    if options.players == 3 and state.solo_seat is None and seat is not None:
        state = alone(state, seat)
    sheets = tuple(_sheet(state, column, seat, concealed) for column in range(options.sides))
    scores = tuple(score + sheet.total for score, sheet in zip(state.scores, sheets, strict=True))
    reason = "stock exhausted" if seat is None else "went out concealed" if concealed else "went out"
    rules = (rule,) if seat is None else ("CAN-CONC-01",) if concealed else ("CAN-OUT-02",)
    winner = None if seat is None else column_of(options, state.side_of, seat)
    outcome = Outcome(reason, winner, tuple(sheet.total for sheet in sheets), rules=rules)
    result = Result(state.number, outcome, seat, concealed, sheets, scores)
    state = state._replace(scores=scores, results=(*state.results, result))
    if match_outcome(options, scores, winner) is not None:
        return state._replace(phase="over")
    return to_cut(state._replace(dealer=(state.dealer + 1) % options.players))


def stopped(state: State) -> State:
    """The deal ends with no card left to draw."""
    return finished(state, None, "CAN-R3-08" if state.turn.closing else "CAN-STOCK-01")


def _sheet(state: State, column: int, out: int | None, concealed: bool) -> Sheet:
    """The score sheet of a column. A lone player's partners score together, red threes apart (CAN-3P-05)."""
    seats = column_seats(state.options, state.side_of, column)
    side = state.side_of[seats[0]]
    mates = [seat for seat in range(state.options.players) if state.side_of[seat] == side]
    hands = [[card for card in state.hands[seat] if not RED_THREE[card]] for seat in mates]
    red_threes = [
        card
        for seat in seats
        for card in (*state.red_threes[seat], *[card for card in state.hands[seat] if RED_THREE[card]])
    ]
    names = [seat_names(state.options)[seat] for seat in mates] if len(mates) > 1 else ()
    return score_sheet(state.melds[side], red_threes, hands, out in mates, concealed, state.options, names)


def match_outcome(options: Options, scores: tuple[int, ...], went_out: int | None = None) -> Outcome | None:
    """How the match ended, or None while it goes on (CAN-SCORE-10 to CAN-SCORE-12).

    `went_out` is the column of the player who went out in the last deal, if anybody did.
    """
    there = [column for column, score in enumerate(scores) if score >= options.target]
    if not there:
        return None
    rules = ["CAN-SCORE-10"]
    best = max(scores)
    leaders = [column for column, score in enumerate(scores) if score == best]
    if len(there) > 1:
        rules.append("CAN-SCORE-11")
        if options.both_reach_target == "side_that_went_out" and went_out in there:
            leaders = [column for column in there if column == went_out]
    if len(leaders) > 1:
        if options.tie_at_target == "extra_deal":
            return None
        return Outcome("tie", None, scores, rules=(*rules, "CAN-SCORE-12"))
    return Outcome("target reached", leaders[0], scores, rules=tuple(rules))
