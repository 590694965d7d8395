"""What follows from an action that is legal: the next state, and notes of the events on the way.

Every function takes a state and gives a new one. `notes` collects what happened, to be told in words
when somebody reads it (`cardlab.events.LazyEvents`): functions of `event_text` with their arguments, and
between them the states on the way. A state in the list is the one after the notes before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise, repeat
from typing import Any, TypeAlias

from cardlab.cards import PACK52, shuffled
from cardlab.cribbage.rules import event_text
from cardlab.cribbage.rules.actions import Action
from cardlab.cribbage.rules.cutting import lowest_cut
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.outcome import next_first_dealer, result
from cardlab.cribbage.rules.pegging import LIMIT, VALUES, peg_cards
from cardlab.cribbage.rules.score_lookup import total as total_of
from cardlab.cribbage.rules.show import Count, count
from cardlab.cribbage.rules.state import (
    CARDS_DEALT,
    CARDS_KEPT,
    UNPLAYED,
    Hand,
    Plays,
    State,
    after_card,
    changed,
)
from cardlab.game import Event, Item

Notes: TypeAlias = list["tuple[Any, ...] | State"]
Pegs: TypeAlias = tuple[int, ...]

JACK = 10  # as a rank index: card // 4


def follow(state: State, action: Action, notes: Notes) -> State:
    """The state after a legal action, with all that happens by itself before somebody acts again."""
    new = _FOLLOW[action.kind](state, action, notes)
    if new.scores is state.scores:  # nobody has pegged, which is mostly so
        return new
    return end_if_won(new, "at heels" if action.kind in ("cut", "heels") else None, notes)


def told(notes: Notes, end: State) -> Iterator[tuple[Event, State]]:
    """The events of the notes, each with the state after it; `end` is the last of these states.

    Events between which no state stands happen at once. Nobody is to act before the end.
    """
    waiting: list[Event] = []
    for note in notes:
        if isinstance(note, State):
            yield from zip(waiting, repeat(changed(note, turn=None)), strict=False)
            waiting = []
        else:
            tell, *arguments = note
            event = tell(*arguments)
            waiting += [event] if isinstance(event, Event) else event
    yield from zip(waiting, repeat(end), strict=False)


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
    notes.append((event_text.cut_for_deal, options, seat, card))
    state = changed(state, pack=pack, cuts=cuts)
    for later in range(seat + 1, options.players):
        if later not in state.passed:
            return changed(state, turn=later)
    made = {of: cut for of, cut in enumerate(cuts) if cut is not None and of not in state.passed}
    lowest = lowest_cut(made)
    notes.append(state)
    if len(lowest) == 1:
        notes.append((event_text.first_dealer, options, lowest[0], made[lowest[0]]))
        return deal(changed(state, dealer=lowest[0]), notes)
    notes.append((event_text.cut_again, options, lowest))
    return changed(
        state,
        turn=lowest[0],
        pack=pack + tuple(made.values()),
        cuts=tuple([None if of in made else cut for of, cut in enumerate(cuts)]),
        passed=tuple(of for of in range(options.players) if of not in lowest),
    )


def deal(state: State, notes: Notes) -> State:
    """The next deal, by `state.dealer`: one card at a time, beginning at the dealer's left."""
    notes.append(state)
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
    notes.append((event_text.dealt, options, number, dealer, hands))
    nobody = ((),) * players
    return changed(
        state,
        packs=packs,
        deals=number,
        phase="lay",
        turn=(dealer + 1) % players,
        pack=pack[given + len(crib) :],
        cuts=(None,) * players,
        hands=hands,
        laid=nobody,
        crib=crib,
        **UNPLAYED,
    )


def _lay(state: State, action: Action, notes: Notes) -> State:
    seat, gone = state.turn, action.cards
    assert seat is not None
    kept = tuple([card for card in state.hands[seat] if card not in gone])
    notes.append((event_text.laid_away, state.options, seat, state.dealer, gone))
    left = (seat + 1) % state.options.players
    return changed(
        state,
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
    notes.append((event_text.starter, options, state.dealer, card))
    jack = card >> 2 == JACK
    state = changed(
        state,
        phase="play",
        turn=(state.dealer + 1) % options.players,
        pack=state.pack[:at] + state.pack[at + 1 :],
        starter=card,
        heels=jack and options.heels_claim == "claimed",
    )
    if jack and options.heels_claim == "automatic":
        notes += state, (event_text.heels, options, state.dealer, card)
        return _pegged(state, state.dealer, 2)
    return state


def _cut(state: State, action: Action, notes: Notes) -> State:
    return (_cut_for_deal if state.phase == "cut" else _cut_starter)(state, action, notes)


# ---------------------------------------------------------------- the play


def _heels(state: State, action: Action, notes: Notes) -> State:
    notes.append((event_text.heels, state.options, state.dealer, state.starter))
    return _pegged(changed(state, heels=False), state.dealer, 2)


def _play(state: State, action: Action, notes: Notes) -> State:
    options, seat, card = state.options, state.turn, action.cards[0]
    assert seat is not None
    hands = state.hands
    hand = hands[seat]
    at = hand.index(card)
    hands = (*hands[:seat], hand[:at] + hand[at + 1 :], *hands[seat + 1 :])
    total = state.total + VALUES[card]
    plays = (*state.plays, (seat, card))
    items = peg_cards([played for _, played in plays[state.count_start :]], options, total)
    heels = state.heels
    if heels and seat == state.dealer:
        heels = False
        notes += (event_text.heels_lost, options, seat), changed(state, heels=False)
    notes.append((event_text.played, options, seat, card, total, items, plays, state.count_start))
    scores, rear_pegs = state.scores, state.rear_pegs
    if items:
        scores, rear_pegs = _moved(options, scores, rear_pegs, seat, sum([item.points for item in items]))
    won = scores[seat % options.sides] == options.target
    then = None if won else _next_player(options, hands, total, state.passed, seat, seat, notes)
    new = after_card(state, hands, seat if then is None else then, scores, rear_pegs, heels, total, plays)
    return _close(new, seat, notes) if then is None and not won else new


def _go(state: State, action: Action, notes: Notes) -> State:
    seat, options = state.turn, state.options
    assert seat is not None
    told = event_text.said_go if action.kind == "go" else event_text.stopped
    notes.append((told, options, seat, state.total))
    # In a position that names the count but not its cards, the player before `seat` made it.
    last = state.plays[-1][0] if len(state.plays) > state.count_start else (seat - 1) % options.players
    passed = (*state.passed, seat)
    then = _next_player(options, state.hands, state.total, passed, seat, last, notes)
    if then is None:
        return _close(changed(state, passed=passed), last, notes)
    return changed(state, passed=passed, turn=then)


def _next_player(
    options: Options,
    hands: tuple[Hand, ...],
    total: int,
    passed: tuple[int, ...],
    seat: int,
    last: int,
    notes: Notes,
) -> int | None:
    """Who is next after `seat`, if `last` has played the last card; None when the count closes.

    Players without cards are passed over (CRIB-GO-10), and so is who said go. The player of the last
    card goes on alone while a card fits (CRIB-GO-04, CRIB-3P-03).
    """
    if total == LIMIT or not any(hands):
        return None
    players = options.players
    then = seat + 1 if seat + 1 < players else 0
    if then != last and hands[then] and then not in passed:  # mostly it is simply the next player
        return then
    for step in range(1, players + 1):
        then = (seat + step) % players
        if then == last:
            if then not in passed and any([total + VALUES[card] <= LIMIT for card in hands[then]]):  # noqa: C419
                return then
            if then != seat:
                continue
        elif then in passed:
            continue
        elif hands[then]:
            return then
        else:
            notes.append((event_text.passed_over, options, then))
    return None


def _close(state: State, last: int, notes: Notes) -> State:
    """The count is over: a point for the go or the last card, and the next count or the show."""
    options, total, passed = state.options, state.total, state.passed
    done = not any(state.hands)
    items = _closing_items(state, options, done)
    notes += state, (event_text.count_closed, options, last, total, items)
    if items:
        state = _pegged(state, last, sum([item.points for item in items]))
        if state.scores[last % options.sides] == options.target:
            return state
    if done:
        return show(state, notes)
    leader = passed[0] if passed and options.next_lead == "go_caller" else _next_with_cards(state.hands, last)
    notes += state, (event_text.next_count, options, leader, total)
    return changed(state, turn=leader, total=0, count_start=len(state.plays), passed=())


def _next_with_cards(hands: tuple[Hand, ...], last: int) -> int:
    """The first to the left of `last` who still holds cards."""
    players = len(hands)
    return next(seat for seat in [(last + step) % players for step in range(1, players + 1)] if hands[seat])


GO_POINT = Item("CRIB-GO-03", "go", (), 1)
"""What is pegged for a go."""
LAST_POINT = Item("CRIB-GO-08", "last card", (), 1)
"""What is pegged for the last card of a deal."""


def _closing_items(state: State, options: Options, done: bool) -> tuple[Item, ...]:
    """The points for closing a count (CRIB-GO-03, CRIB-GO-05, CRIB-GO-08, CRIB-GO-09)."""
    if state.total == LIMIT:  # its two points came with the card
        return (GO_POINT,) if state.passed and options.go_then_31 == "one_and_two" else ()
    if not done:
        return (GO_POINT,)
    if options.last_card_after_go == "separate" and _somebody_passed(
        state.plays[state.count_start :], options
    ):
        return (GO_POINT, LAST_POINT)
    return (LAST_POINT,)


def _somebody_passed(plays: Plays, options: Options) -> bool:
    """Whether a player without cards was passed over between two cards of this count."""
    return any((first + 1) % options.players != second for (first, _), (second, _) in pairwise(plays))


# ---------------------------------------------------------------- the show


def show(state: State, notes: Notes) -> State:
    """The show begins (CRIB-SHOW-01). Counted automatically, it is over at once and the next deal made.

    A hand that a position gives without all its four cards is not counted.
    """
    options, played = state.options, state
    state = changed(state, phase="show", turn=(state.dealer + 1) % options.players, shown=0)
    if options.counting == "by_hand":
        return _next_claim(state, notes)
    notes.append(played)
    for shown in range(options.players + 1):
        seat, hand, crib = _hand_to_count(state, shown)
        if len(hand) != CARDS_KEPT or state.starter is None:
            continue
        points = total_of(hand, state.starter, crib, options)
        notes.append((event_text.counted, options, seat, hand, state.starter, crib, points))
        scores, rear_pegs = _moved(options, state.scores, state.rear_pegs, seat, points)
        state = changed(state, scores=scores, rear_pegs=rear_pegs, shown=shown + 1)
        if scores[seat % options.sides] == options.target:
            return state
        notes.append(state)
    return _next_deal(state, notes)


def _next_claim(state: State, notes: Notes) -> State:
    """Whoever counts next has the turn; after the crib comes the next deal."""
    for shown in range(state.shown, state.options.players + 1):
        seat, hand, _ = _hand_to_count(state, shown)
        if len(hand) == CARDS_KEPT:
            return changed(state, shown=shown, turn=seat)
    return _next_deal(state, notes)


def _hand_to_count(state: State, shown: int) -> tuple[int, Hand, bool]:
    """Whose hand is counted when `shown` have been, its cards, and whether it is the crib.

    From the dealer's left round to the dealer, and the crib last (CRIB-SHOW-01, CRIB-3P-05).
    """
    players = state.options.players
    if shown == players:
        return state.dealer, state.crib, True
    seat = (state.dealer + 1 + shown) % players
    return seat, tuple(sorted([card for player, card in state.plays if player == seat])), False


def to_count(state: State) -> Count:
    """The hand or crib that is counted now, with its items.

    >>> from cardlab.cribbage import position
    >>> to_count(position(phase="show", hands=["5H 5D 5S JC", None], starter="5C")).total
    29
    """
    _, hand, crib = _hand_to_count(state, state.shown)
    assert state.starter is not None
    return count(hand, state.starter, crib, state.options)


def _claim(state: State, action: Action, notes: Notes) -> State:
    """A claim is pegged as far as the hand holds it; what is missed is lost, or left to muggins."""
    options, seat, points = state.options, state.turn, action.number
    assert seat is not None
    counted = to_count(state)
    pegged = min(points, counted.total)
    notes.append((event_text.claimed, options, seat, points))
    if options.muggins == "off":
        notes += (event_text.judged, options, seat, points, counted), state
        notes.append((event_text.counted, options, seat, counted.hand, counted.starter, counted.crib, pegged))
        return _counted(_pegged(state, seat, pegged), notes)
    unpegged, state = state, _pegged(state, seat, pegged)
    if state.scores[seat % options.sides] == options.target:
        notes += (event_text.judged, options, seat, points, counted), unpegged
        notes.append((event_text.counted, options, seat, counted.hand, counted.starter, counted.crib, pegged))
        return changed(state, shown=state.shown + 1)
    return changed(state, phase="muggins", claimed=points, turn=(seat + 1) % options.players)


def _muggins(state: State, action: Action, notes: Notes) -> State:
    options, seat, owner = state.options, state.turn, _hand_to_count(state, state.shown)[0]
    assert seat is not None
    counted = to_count(state)
    missed = max(counted.total - state.claimed, 0)
    if action.kind == "pass":
        notes.append((event_text.muggins_passed, options, seat))
        then = (seat + 1) % options.players
        if options.players == 3 and then != owner:
            return changed(state, turn=then)
    else:
        notes.append((event_text.muggins_called, options, seat, action.number, missed))
        state = _pegged(state, seat, min(action.number, missed))
    notes += (event_text.judged, options, owner, state.claimed, counted), state
    pegged = min(state.claimed, counted.total)
    notes.append((event_text.counted, options, owner, counted.hand, counted.starter, counted.crib, pegged))
    return _counted(changed(state, phase="show", claimed=0), notes)


def _counted(state: State, notes: Notes) -> State:
    """One hand more is counted by hand: the next one, or the next deal."""
    state = changed(state, shown=state.shown + 1)
    return state if max(state.scores) == state.options.target else _next_claim(state, notes)


def _next_deal(state: State, notes: Notes) -> State:
    dealer = (state.dealer + 1) % state.options.players
    notes += state, (event_text.next_dealer, state.options, dealer)
    return deal(changed(state, dealer=dealer), notes)


# ---------------------------------------------------------------- the score


def _pegged(state: State, seat: int, points: int) -> State:
    """`points` for the side of `seat`."""
    scores, rear_pegs = _moved(state.options, state.scores, state.rear_pegs, seat, points)
    return changed(state, scores=scores, rear_pegs=rear_pegs)


def _moved(options: Options, scores: Pegs, rear_pegs: Pegs, seat: int, points: int) -> tuple[Pegs, Pegs]:
    """Front and rear pegs after `points`: the rear one jumps over the front one, and not past the end."""
    if not points:
        return scores, rear_pegs
    side = seat % options.sides
    front = min(scores[side] + points, options.target)
    return (
        (*scores[:side], front, *scores[side + 1 :]),
        (*rear_pegs[:side], scores[side], *rear_pegs[side + 1 :]),
    )


def _end_game(state: State, reason: str, notes: Notes) -> State:
    """The game is won: it is entered in the match, and the loser deals the next one if there is one."""
    options = state.options
    winner = state.scores.index(options.target)
    outcome = result(options, state.scores, winner, reason)
    uncounted = state.phase in ("show", "muggins") and state.shown <= options.players
    notes += state, (event_text.game_won, options, outcome, uncounted)
    games = tuple([won + outcome.games * (side == winner) for side, won in enumerate(state.games)])
    state = changed(state, results=(*state.results, outcome), games=games, phase="over", turn=None)
    needed = options.match * (2 if options.loss_scheme == "acc" else 1)
    if games[winner] >= needed:
        return state
    dealer = next_first_dealer(options, state.scores, state.dealer)
    notes += state, (event_text.loser_deals, options, dealer)
    nil = (0,) * options.sides
    return deal(changed(state, scores=nil, rear_pegs=nil, dealer=dealer), notes)


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
