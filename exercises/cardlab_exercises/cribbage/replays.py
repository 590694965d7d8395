"""The same play of a deal with one card another: the other halves of minimal pairs.

The referee plays all of it again; where it refuses what the others did before, there is no pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardlab.cribbage import State, play, view
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import GO, Action
from cardlab.errors import IllegalActionError
from cardlab_exercises.cribbage.plays import Acted, actor, unseen, with_card


def one_card_apart(at: Acted) -> Iterator[Acted]:
    """The same, but a player held another card in this count and did otherwise: the latest step first.

    That player plays the new card, or says go where none fits; the others do what they did. Where
    somebody has nothing to play after that, the go that follows is one more position.
    """
    actions = (*at.before, at.action)
    steps = replay(at.first, actions)
    for place in reversed(range(len(steps))):
        if steps[place].state.count_start != at.state.count_start:
            return
        for first, does in _otherwise(steps[place]):
            told = replay(first, (*actions[:place], does, *actions[place + 1 :]))
            yield from (one for one in _and_forced_gos(told) if _cards_apart(one, at) <= 1)


def one_play_apart(acted: Sequence[Acted]) -> Iterator[tuple[Acted, ...]]:
    """The same play of a whole deal, in which one card that was played was another."""
    actions = [at.action for at in acted]
    for place, at in enumerate(acted):
        for first, does in _otherwise(at):
            told = replay(first, (*actions[:place], does, *actions[place + 1 :]))
            if told and at.action.cards and does.cards and not _goes_on(_after(told[-1])):
                yield tuple(told)


def replay(first: State, actions: Sequence[Action]) -> list[Acted]:
    """The actions taken one after the other; nothing where the referee refuses one of them."""
    told, state = [], first
    for done, action in enumerate(actions):
        told.append(Acted(state, action, first, tuple(actions[:done])))
        try:
            state = referee.apply(state, action).state
        except IllegalActionError:
            return []
    return told


def _otherwise(at: Acted) -> Iterator[tuple[State, Action]]:
    """What the player would do with another card, and the state from which the play began with it."""
    seat = actor(at.state)
    ranks = {card.rank: card for card in unseen(at.first)}  # suits mean nothing in the play
    for old in at.action.cards or at.state.hands[seat]:
        for new in sorted(ranks.values(), key=lambda new: abs(new.rank - old.rank)):
            held = view(with_card(at.state, seat, old, new), seat)
            for does in (play(new), GO):
                if "play" in (does.kind, at.action.kind) and not referee.check(held, does):
                    yield with_card(at.first, seat, old, new), does


def _and_forced_gos(told: Sequence[Acted]) -> Iterator[Acted]:
    """The last of what is told, and each go after it that is all that is left to do in the count."""
    for at in told[-1:]:
        yield at
        state = _after(at)
        while _goes_on(state) and state.count_start == at.state.count_start:
            if list(referee.legal_actions(state)) != [GO]:
                return
            at = Acted(state, GO, at.first, (*at.before, at.action))
            yield at
            state = _after(at)


def _after(at: Acted) -> State:
    state: State = referee.apply(at.state, at.action).state
    return state


def _goes_on(state: State) -> bool:
    """Whether the play of the deal goes on."""
    return state.phase == "play" and state.deals == 1


def _cards_apart(one: Acted, other: Acted) -> int:
    """How many cards lie in one that do not lie in the other."""
    lie, others_lie = ({card for _, card in at.state.plays} for at in (one, other))
    return max(len(lie - others_lie), len(others_lie - lie))
