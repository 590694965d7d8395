"""What follows from an action that is legal: the next state, and notes of the events on the way.

Every function takes a state and gives a new one. `notes` collects what happened, to be told in words
when somebody reads it (`cardlab.game.Telling`).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeAlias

from cardlab.cards import PACK52, Card, shuffled
from cardlab.cribbage import telling
from cardlab.cribbage.actions import Action
from cardlab.cribbage.counting import Count, count
from cardlab.cribbage.cutting import lowest_cut
from cardlab.cribbage.options import Options
from cardlab.cribbage.outcome import next_first_dealer, result
from cardlab.cribbage.pegging import LIMIT, VALUES, peg
from cardlab.cribbage.state import CARDS_DEALT, Hand, Plays, State
from cardlab.game import Item

Notes: TypeAlias = list[tuple[Any, ...]]

JACK = 10  # as a rank index: card // 4


def follow(state: State, action: Action, notes: Notes) -> State:
    """The state after a legal action, with all that happens by itself before somebody acts again."""
    new = _FOLLOW[action.kind](state, action, notes)
    return end_if_won(new, "at heels" if action.kind in ("cut", "heels") else None, notes)


def end_if_won(state: State, reason: str | None, notes: Notes) -> State:
    """Ends the game if somebody has reached the target (CRIB-END-02)."""
    if max(state.scores) < state.options.target:
        return state
    if reason is None:
        reason = "at the show" if state.phase in ("show", "muggins") else "in the play"
    return _end_game(state, reason, notes)


# ---------------------------------------------------------------- cutting and dealing


def _cut_for_deal(state: State, action: Action, notes: Notes) -> State:
    """The cutter shows the lowest card of the packet lifted, which then stays out of the pack."""
    options, seat = state.options, state.turn
    assert seat is not None
    card = state.pack[action.number - 1]
    pack = state.pack[: action.number - 1] + state.pack[action.number :]
    cuts = (*state.cuts[:seat], card, *state.cuts[seat + 1 :])
    notes.append((telling.cut_for_deal, options, seat, card))
    state = state._replace(pack=pack, cuts=cuts)
    for later in range(seat + 1, options.players):
        if later not in state.out:
            return state._replace(turn=later)
    made = {of: cut for of, cut in enumerate(cuts) if cut is not None and of not in state.out}
    lowest = lowest_cut(made)
    if len(lowest) == 1:
        notes.append((telling.first_dealer, options, lowest[0], made[lowest[0]]))
        return deal(state._replace(dealer=lowest[0]), notes)
    notes.append((telling.cut_again, options, lowest))
    return state._replace(
        turn=lowest[0],
        pack=pack + tuple(made.values()),
        cuts=tuple([None if of in made else cut for of, cut in enumerate(cuts)]),
        out=tuple(of for of in range(options.players) if of not in lowest),
    )


def deal(state: State, notes: Notes) -> State:
    """The next deal, by `state.dealer`: one card at a time, beginning at the dealer's left."""
    options, number = state.options, state.deals + 1
    players, dealer = options.players, state.dealer
    packs = state.packs
    if number > len(packs):
        packs = (*packs, shuffled(PACK52, state.seed, number))
    pack = packs[number - 1]
    given = CARDS_DEALT[players] * players
    hands = tuple(
        [tuple(sorted(pack[(seat - dealer - 1) % players : given : players])) for seat in range(players)]
    )
    crib = pack[given : given + 1] if players == 3 else ()
    notes.append((telling.dealt, options, number, dealer, hands))
    nobody = ((),) * players
    return state._replace(
        packs=packs,
        deals=number,
        phase="lay",
        turn=(dealer + 1) % players,
        pack=pack[given + len(crib) :],
        cuts=(None,) * players,
        hands=hands,
        laid=nobody,
        crib=crib,
        starter=None,
        heels=False,
        total=0,
        plays=(),
        fresh=0,
        out=(),
        shown=0,
        claimed=0,
    )


def _lay(state: State, action: Action, notes: Notes) -> State:
    seat, gone = state.turn, action.cards
    assert seat is not None
    kept = tuple([card for card in state.hands[seat] if card not in gone])
    notes.append((telling.laid_away, state.options, seat, state.dealer, gone))
    left = (seat + 1) % state.options.players
    return state._replace(
        phase="starter" if seat == state.dealer else "lay",
        turn=left,
        hands=(*state.hands[:seat], kept, *state.hands[seat + 1 :]),
        laid=(*state.laid[:seat], gone, *state.laid[seat + 1 :]),
        crib=tuple(sorted(state.crib + gone)),
    )


def _cut_starter(state: State, action: Action, notes: Notes) -> State:
    """The top card of the lower part is turned up; a jack pays the dealer two (CRIB-START-03)."""
    options, at = state.options, action.number
    card = state.pack[at]
    notes.append((telling.starter, options, state.dealer, card))
    jack = card >> 2 == JACK
    state = state._replace(
        phase="play",
        turn=(state.dealer + 1) % options.players,
        pack=state.pack[:at] + state.pack[at + 1 :],
        starter=card,
        heels=jack and options.heels_claim == "claimed",
    )
    if jack and options.heels_claim == "automatic":
        notes.append((telling.heels, options, state.dealer, card))
        return _pegged(state, state.dealer, 2)
    return state


def _cut(state: State, action: Action, notes: Notes) -> State:
    return (_cut_for_deal if state.phase == "cut" else _cut_starter)(state, action, notes)


# ---------------------------------------------------------------- the play


def _heels(state: State, action: Action, notes: Notes) -> State:
    notes.append((telling.heels, state.options, state.dealer, state.starter))
    return _pegged(state._replace(heels=False), state.dealer, 2)


def _play(state: State, action: Action, notes: Notes) -> State:
    options, seat, card = state.options, state.turn, action.cards[0]
    assert seat is not None
    hands = state.hands
    rest = tuple([held for held in hands[seat] if held is not card])
    total = state.total + VALUES[card]
    plays = (*state.plays, (seat, card))
    run = tuple([played for _, played in plays[state.fresh :]])
    items = peg(run, options, total)
    lost = state.heels and seat == state.dealer
    if lost:
        notes.append((telling.heels_lost, options, seat))
    notes.append((telling.played, options, seat, card, total, items, plays, state.fresh))
    state = state._replace(
        hands=(*hands[:seat], rest, *hands[seat + 1 :]),
        total=total,
        plays=plays,
        heels=state.heels and not lost,
    )
    if items:
        state = _pegged(state, seat, sum([item.points for item in items]))
        if state.scores[seat % options.sides] == options.target:
            return state
    return _onward(state, seat, notes)


def _go(state: State, action: Action, notes: Notes) -> State:
    seat = state.turn
    assert seat is not None
    told = telling.said_go if action.kind == "go" else telling.stopped
    notes.append((told, state.options, seat, state.total))
    return _onward(state._replace(out=(*state.out, seat)), seat, notes)


def _onward(state: State, seat: int, notes: Notes) -> State:
    """Who is next after `seat` has played or passed; or the count closes.

    Players without cards are passed over (CRIB-GO-10), and so is who said go. The player of the last
    card goes on alone while a card fits (CRIB-GO-04, CRIB-3P-03).
    """
    hands, players = state.hands, state.options.players
    # In a position that names the count but not its cards, the player before `seat` made it.
    last = state.plays[-1][0] if len(state.plays) > state.fresh else (seat - 1) % players
    if state.total == LIMIT or not any(hands):
        return _close(state, last, notes)
    for step in range(1, players + 1):
        then = (seat + step) % players
        if then in state.out:
            continue
        if not hands[then]:
            if then != last:
                notes.append((telling.passed_over, state.options, then))
            continue
        if then != last:
            return state._replace(turn=then)
        if any(state.total + VALUES[card] <= LIMIT for card in hands[then]):
            return state._replace(turn=then)
        break
    return _close(state, last, notes)


def _close(state: State, last: int, notes: Notes) -> State:
    """The count is over: a point for the go or the last card, and the next count or the show."""
    options, total, out = state.options, state.total, state.out
    done = not any(state.hands)
    items = _closing_items(state, options, done)
    notes.append((telling.count_closed, options, last, total, items))
    if items:
        state = _pegged(state, last, sum([item.points for item in items]))
        if state.scores[last % options.sides] == options.target:
            return state
    if done:
        return show(state, notes)
    if out and options.next_lead == "go_caller":
        leader = out[0]
    else:
        players = options.players
        leader = next(
            seat for seat in ((last + step) % players for step in range(1, players + 1)) if state.hands[seat]
        )
    notes.append((telling.next_count, options, leader, total))
    return state._replace(turn=leader, total=0, fresh=len(state.plays), out=())


_GO_POINT = Item("CRIB-GO-03", "go", (), 1)
_LAST_POINT = Item("CRIB-GO-08", "last card", (), 1)


def _closing_items(state: State, options: Options, done: bool) -> tuple[Item, ...]:
    """The points for closing a count (CRIB-GO-03, CRIB-GO-05, CRIB-GO-08, CRIB-GO-09)."""
    if state.total == LIMIT:  # its two points came with the card
        return (_GO_POINT,) if state.out and options.go_then_31 == "one_and_two" else ()
    if not done:
        return (_GO_POINT,)
    if options.last_card_after_go == "separate" and _somebody_passed(state.plays[state.fresh :], options):
        return (_GO_POINT, _LAST_POINT)
    return (_LAST_POINT,)


def _somebody_passed(plays: Plays, options: Options) -> bool:
    """Whether a player without cards was passed over between two cards of this count."""
    return any((first + 1) % options.players != second for (first, _), (second, _) in pairwise(plays))


# ---------------------------------------------------------------- the show


def show(state: State, notes: Notes) -> State:
    """The show begins (CRIB-SHOW-01). Counted automatically, it is over at once and the next deal made."""
    options = state.options
    state = state._replace(phase="show", turn=(state.dealer + 1) % options.players, shown=0)
    if options.counting == "by_hand":
        return state
    while state.shown <= options.players:
        counted = to_count(state)
        seat = counter(state)
        notes.append((telling.counted, options, seat, counted, counted.total))
        state = _pegged(state, seat, counted.total)._replace(shown=state.shown + 1)
        if state.scores[seat % options.sides] == options.target:
            return state
    return _next_deal(state, notes)


def counter(state: State) -> int:
    """The seat whose hand or crib is counted now: from the dealer's left to the dealer, then the crib."""
    players = state.options.players
    return state.dealer if state.shown >= players else (state.dealer + 1 + state.shown) % players


def to_count(state: State) -> Count:
    """The hand or crib that is counted now, with its items."""
    assert state.starter is not None
    crib = state.shown == state.options.players
    if crib:
        return count(state.crib, state.starter, True, state.options)
    seat = counter(state)
    hand = [card for player, card in state.plays if player == seat]
    return count(hand, state.starter, False, state.options)


def _claim(state: State, action: Action, notes: Notes) -> State:
    """A claim is pegged as far as the hand holds it; what is missed is lost, or left to muggins."""
    options, seat, points = state.options, state.turn, action.number
    assert seat is not None
    counted = to_count(state)
    pegged = min(points, counted.total)
    notes.append((telling.claimed, options, seat, points))
    if options.muggins == "off":
        notes.append((telling.judged, options, seat, points, counted))
        notes.append((telling.counted, options, seat, counted, pegged))
        return _counted(_pegged(state, seat, pegged), seat, notes)
    state = _pegged(state, seat, pegged)
    if state.scores[seat % options.sides] == options.target:
        notes.append((telling.judged, options, seat, points, counted))
        notes.append((telling.counted, options, seat, counted, pegged))
        return state._replace(shown=state.shown + 1)
    return state._replace(phase="muggins", claimed=points, turn=(seat + 1) % options.players)


def _muggins(state: State, action: Action, notes: Notes) -> State:
    options, seat, owner = state.options, state.turn, counter(state)
    assert seat is not None
    counted = to_count(state)
    missed = max(counted.total - state.claimed, 0)
    if action.kind == "pass":
        notes.append((telling.muggins_passed, options, seat))
        then = (seat + 1) % options.players
        if options.players == 3 and then != owner:
            return state._replace(turn=then)
    else:
        notes.append((telling.muggins_called, options, seat, action.number, missed))
        state = _pegged(state, seat, min(action.number, missed))
    notes.append((telling.judged, options, owner, state.claimed, counted))
    pegged = min(state.claimed, counted.total)
    notes.append((telling.counted, options, owner, counted, pegged))
    return _counted(state._replace(phase="show", claimed=0), owner, notes)


def _counted(state: State, seat: int, notes: Notes) -> State:
    """One hand more is counted by hand: the next one, or the next deal."""
    state = state._replace(shown=state.shown + 1)
    if max(state.scores) == state.options.target:
        return state
    if state.shown > state.options.players:
        return _next_deal(state, notes)
    return state._replace(turn=counter(state))


def _next_deal(state: State, notes: Notes) -> State:
    dealer = (state.dealer + 1) % state.options.players
    notes.append((telling.next_dealer, state.options, dealer))
    return deal(state._replace(dealer=dealer), notes)


# ---------------------------------------------------------------- the score


def _pegged(state: State, seat: int, points: int) -> State:
    """`points` for the side of `seat`: the rear peg jumps over the front one; none goes past the end."""
    if not points:
        return state
    side = seat % state.options.sides
    scores, backs = state.scores, state.backs
    front = min(scores[side] + points, state.options.target)
    return state._replace(
        scores=(*scores[:side], front, *scores[side + 1 :]),
        backs=(*backs[:side], scores[side], *backs[side + 1 :]),
    )


def _end_game(state: State, reason: str, notes: Notes) -> State:
    """The game is won: it is entered in the match, and the loser deals the next one if there is one."""
    options = state.options
    winner = state.scores.index(options.target)
    outcome = result(options, state.scores, winner, reason)
    uncounted = state.phase in ("show", "muggins") and state.shown <= options.players
    notes.append((telling.game_won, options, outcome, uncounted))
    games = tuple([won + outcome.games * (side == winner) for side, won in enumerate(state.games)])
    state = state._replace(results=(*state.results, outcome), games=games)
    needed = options.match * (2 if options.loss_scheme == "acc" else 1)
    if games[winner] >= needed:
        return state._replace(phase="over", turn=None)
    dealer = next_first_dealer(options, state.scores, state.dealer)
    notes.append((telling.loser_deals, options, dealer))
    nil = (0,) * options.sides
    return deal(state._replace(scores=nil, backs=nil, dealer=dealer), notes)


def cards_in(state: State) -> list[Card]:
    """Every card of the pack, wherever it lies: 52 different ones at any time.

    >>> from cardlab.cribbage import position
    >>> len(set(cards_in(position(seed=3))))
    52
    """
    held: list[Hand] = [*state.hands, state.crib, state.pack]
    out = [card for card in (*state.cuts, state.starter) if card is not None]
    return [card for hand in held for card in hand] + [card for _, card in state.plays] + out


_FOLLOW: dict[str, Callable[[State, Action, Notes], State]] = {
    "cut": _cut,
    "lay": _lay,
    "play": _play,
    "go": _go,
    "stop": _go,
    "heels": _heels,
    "claim": _claim,
    "muggins": _muggins,
    "pass": _muggins,
}
