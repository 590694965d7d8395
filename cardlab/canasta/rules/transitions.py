"""How a match moves on: the deal, the draw, the turn, the end of a deal and of the match.

Functions from state to state. Whether an action may be taken is not their affair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardlab.canasta.rules.meld_validation import MeldResult
from cardlab.canasta.rules.melds import RED_THREE, Meld, meld_faults
from cardlab.canasta.rules.options import COURSE, Options, as_options
from cardlab.canasta.rules.partner_draw import Draw, Seats, agreed, settle, spread, to_draw
from cardlab.canasta.rules.pile import covered, freezes
from cardlab.canasta.rules.scoring import ScoreSheet, score_sheet
from cardlab.canasta.rules.state import (
    DealResult,
    Freeze,
    State,
    Turn,
    changed,
    column_of,
    column_seats,
    seat_names,
)
from cardlab.cards import PACK108, Card, shuffled, without
from cardlab.changes import put
from cardlab.errors import NotationError
from cardlab.game import GameOutcome

_NOTHING: tuple[tuple[Card, ...], ...] = ((), (), (), ())


def start(
    options: Options | str = COURSE, seed: str | int = 0, packs: Sequence[Sequence[Card]] = ()
) -> State:
    """A new match: at the draw for partners, or at the first cut when the seats are agreed.

    Deal n comes from `packs` while there are any, then from ``seed/n``. `options` may be the name of a
    preset. Raises `InputError` for anything but options, `NotationError` when one of `packs` is not the
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
    return to_cut(changed(state, dealer=seats.dealer))


def picked(state: State, draw: Draw) -> State:
    """After a card was drawn for partners."""
    if to_draw(draw):
        return changed(state, draw=draw)
    return seated(changed(state, draw=draw), settle(draw))


def to_cut(state: State) -> State:
    """The next pack is shuffled and waits for the cut."""
    number = state.number + 1
    packs = state.packs
    if len(packs) < number:
        packs = (*packs, shuffled(PACK108, state.seed, number))
    return changed(state, phase="cut", number=number, packs=packs)


# ---------------------------------------------------------------- the deal


def dealt(state: State, at: int) -> State:
    """The pack is cut after `at` cards and dealt: hands, red threes, the first upcard."""
    *_, state = dealing(state, at)
    return state


def dealing(state: State, at: int) -> Iterator[State]:
    """The deal, state after state: hands, red threes out seat by seat, the upcard, the first turn."""
    options = state.options
    players = options.players
    first = (state.dealer + 1) % players
    hands, stock = dealt_out(state, at)
    side_of = sides(players)
    state = changed(
        state,
        phase="draw",
        side_of=side_of,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        known=_NOTHING[:players],
        melds=tuple(() for _ in range(max(side_of) + 1)),
        red_threes=_NOTHING[:players],
        stock=stock,
        pile=(),
        frozen=(),
        melded=(False,) * players,
        solo_seat=None,
        aside=(),
        turn=Turn(first, 0),
    )
    yield state
    if options.red_three_dealt_when == "after_deal":
        for place in range(players):
            seat = (first + place) % players
            state = red_threes_out(state, seat, hands[seat])
            yield state
    pile, frozen = turn_up(state.stock, options)
    state = changed(state, stock=state.stock[len(pile) :], pile=pile, frozen=frozen)
    yield state
    yield turn_of(state, first)


def dealt_out(state: State, at: int) -> tuple[list[tuple[Card, ...]], tuple[Card, ...]]:
    """The hands as they are dealt one card at a time from the dealer's left, red threes and all; the rest."""
    players = state.options.players
    order = state.packs[state.number - 1]
    pack = order[at:] + order[:at]
    last = players * state.options.cards_each
    hands = [pack[(seat - state.dealer - 1) % players : last : players] for seat in range(players)]
    return hands, pack[last:]


def red_threes_out(state: State, seat: int, came: Iterable[Card], replaced: bool = True) -> State:
    """Lays out the red threes among the cards that `came` into a hand.

    They are `replaced` from the stock while it lasts, except those of a pile (CAN-R3-01 to CAN-R3-03,
    CAN-R3-09).
    """
    out = [card for card in came if RED_THREE[card]]
    if not out:
        return state
    hand = [*without(state.hands[seat], out)]
    missing, at = len(out) if replaced else 0, 0
    while missing and at < len(state.stock):
        card = state.stock[at]
        at += 1
        if RED_THREE[card]:
            out.append(card)
        else:
            hand.append(card)
            missing -= 1
    return changed(
        state,
        hands=put(state.hands, seat, tuple(sorted(hand))),
        red_threes=put(state.red_threes, seat, (*state.red_threes[seat], *out)),
        stock=state.stock[at:],
    )


def turn_up(stock: Iterable[Card], options: Options) -> tuple[tuple[Card, ...], tuple[Freeze, ...]]:
    """Turns cards up from the stock until one may stay on top (CAN-DEAL-05 to CAN-DEAL-07)."""
    pile: list[Card] = []
    for card in stock:
        pile.append(card)
        if not covered(card, options):
            break
    return tuple(pile), tuple(Freeze(card, 0) for card in pile if freezes(card, options))


def turn_of(state: State, seat: int) -> State:
    """The turn of `seat` begins."""
    number = state.turn.number + 1
    turn = Turn(seat, number, "", not state.melded[seat], len(state.melds[state.side_of[seat]]))
    state = changed(state, phase="draw", turn=turn)
    if state.options.red_three_dealt_when == "first_turn" and number <= state.options.players:
        return red_threes_out(state, seat, state.hands[seat])
    return state


# ---------------------------------------------------------------- the turn


def drawn(state: State) -> State:
    """The player draws; red threes are laid out and replaced while the stock lasts (CAN-R3-02)."""
    seat, number = state.turn.seat, state.options.cards_drawn
    after = red_threes_out(lifted(state), seat, state.stock[:number])
    if len(after.hands[seat]) > len(state.hands[seat]):
        return after
    after = changed(after, turn=after.turn._replace(closing=True))
    return finished(after, None, "CAN-R3-08") if state.options.last_stock_red_three == "end_deal" else after


def lifted(state: State) -> State:
    """The player has drawn, and red threes are still among the cards in hand."""
    turn, number = state.turn, state.options.cards_drawn
    seat = turn.seat
    return changed(
        state,
        phase="play",
        hands=put(state.hands, seat, tuple(sorted(state.hands[seat] + state.stock[:number]))),
        stock=state.stock[number:],
        turn=Turn(seat, turn.number, "stock", turn.unopened, turn.before),
    )


def taken(state: State) -> State:
    """The player has the whole pile in hand."""
    seat = state.turn.seat
    *rest, top = state.pile
    seen = [card for card in rest if not RED_THREE[card]]
    return changed(
        state,
        phase="play",
        hands=put(state.hands, seat, tuple(sorted(state.hands[seat] + state.pile))),
        known=put(state.known, seat, (top, *state.known[seat], *seen)),
        pile=(),
        frozen=(),
        turn=state.turn._replace(drew="pile"),
    )


def laid(state: State, table: MeldResult, taking: bool) -> State:
    """The player's melds lie on the table; when `taking`, the pile has gone into the hand."""
    seat = state.turn.seat
    if taking:
        state = red_threes_out(taken(state), seat, state.pile, replaced=False)
        if state.options.players == 3 and state.solo_seat is None:
            state = alone(state, seat)
    state = _with_melds(state, table.hand, table.melds, table.joined)
    return state if table.hand else finished(state, seat)


def one_laid(state: State, place: int, meld: Meld) -> State:
    """One of the side's melds has become what `meld` is, or lies there new."""
    seat = state.turn.seat
    old = state.melds[state.side_of[seat]]
    cards = without(meld.cards, old[place].cards) if place < len(old) else meld.cards
    hand, joined = without(state.hands[seat], cards), place < state.turn.before
    return _with_melds(state, hand, put(old, place, meld), joined)


def _with_melds(state: State, hand: tuple[Card, ...], melds: tuple[Meld, ...], joined: bool) -> State:
    """The side in turn has these `melds`, and the player this `hand` left."""
    turn = state.turn
    seat = turn.seat
    known = state.known
    if known[seat]:
        known = put(known, seat, _still_known(known[seat], without(state.hands[seat], hand)))
    return changed(
        state,
        phase="play",
        hands=put(state.hands, seat, hand),
        known=known,
        melds=put(state.melds, state.side_of[seat], melds),
        melded=put(state.melded, seat, True),
        turn=turn._replace(joined=True) if joined and not turn.joined else turn,
    )


def _still_known(known: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    """The cards that everybody knows to be in the hand: seen going in, and not come out since."""
    kept = list(known)
    for card in gone:
        if card in kept:
            kept.remove(card)
    return tuple(kept)


def discarded(state: State, card: Card) -> State:
    """The player discards; the next one's turn begins, or the deal is over."""
    seat = state.turn.seat
    state = thrown(state, card)
    if not state.hands[seat]:
        return finished(state, seat, discard=True)
    return turn_of(state, (seat + 1) % state.options.players)


def thrown(state: State, card: Card) -> State:
    """The card lies on the pile, and the turn is not yet another player's."""
    turn, known, frozen = state.turn, state.known, state.frozen
    seat = turn.seat
    if card in known[seat]:
        known = put(known, seat, without(known[seat], (card,)))
    if freezes(card, state.options):
        frozen = (*frozen, Freeze(card, turn.number))
    return changed(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], (card,))),
        known=known,
        pile=(*state.pile, card),
        frozen=frozen,
    )


def alone(state: State, seat: int) -> State:
    """In a game of three, `seat` plays alone from now on; the other two share their melds (CAN-3P-03)."""
    one, other = [player for player in range(3) if player != seat]
    shared = list(state.melds[one])
    for meld in state.melds[other]:
        _merge(shared, meld, state.options)
    melds = put(put(state.melds, one, tuple(shared)), other, ())
    side_of = put(state.side_of, other, one)
    return changed(state, solo_seat=seat, melds=melds, side_of=side_of)


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
    outcome = GameOutcome(reason, winner, tuple(sheet.total for sheet in sheets), rules=rules)
    result = DealResult(state.number, outcome, seat, concealed, sheets, scores)
    state = changed(state, scores=scores, results=(*state.results, result))
    if match_outcome(options, scores, winner) is not None:
        return changed(state, phase="over")
    return to_cut(changed(state, dealer=(state.dealer + 1) % options.players))


def sheets_open(state: State, result: DealResult, columns: int) -> State:
    """The deal is over with `result`, all hands are shown, and so is the given number of score sheets."""
    result = result._replace(sheets=result.sheets[:columns])
    return changed(state, phase="score", results=(*state.results, result))


def stopped(state: State) -> State:
    """The deal ends with no card left to draw."""
    return finished(state, None, "CAN-R3-08" if state.turn.closing else "CAN-STOCK-01")


def _sheet(state: State, column: int, out: int | None, concealed: bool) -> ScoreSheet:
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


def match_outcome(
    options: Options, scores: tuple[int, ...], went_out: int | None = None
) -> GameOutcome | None:
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
        return GameOutcome("tie", None, scores, rules=(*rules, "CAN-SCORE-12"))
    return GameOutcome("target reached", leaders[0], scores, rules=tuple(rules))
