"""Positions in the play of the cards, drawn so that what is worth practising comes up often.

Cards are drawn as a count (a few ranks close together, or cards that count ten) and then played by
the referee, so that every position can really come up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from cardlab.cards import PACK52, Card, Suit, list_words, shuffle, without
from cardlab.cribbage import Options, State, play, position, view
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import STOP, Action
from cardlab.cribbage.rules.pegging import LIMIT, VALUES, peg
from cardlab.cribbage.rules.state import seat_names
from cardlab.display.scene import CardFace, Zone, faces
from cardlab.game import Event, Item
from cardlab.wording import upper
from cardlab_exercises.declaration.sampling import between, pick, weighted

YOU, OTHER = 0, 1


class PlayedCard(NamedTuple):
    """A state of the play, and the card that is played next."""

    state: State
    card: Card

    @property
    def event(self) -> Event:
        """What the referee says about that card."""
        return next(event for event in self._events if event.kind == "play")

    @property
    def closing(self) -> tuple[Item, ...]:
        """What the same player pegs because the count is closed by the card: for go or the last card."""
        return next((e.items for e in self._events if e.kind in ("go_pegged", "last_card")), ())

    @property
    def _events(self) -> Sequence[Event]:
        return referee.apply(self.state, play(self.card)).events


def draw_count(random: Random, size: int, spread: int = 2) -> list[Card]:
    """Cards for one count, in the order of play: `size` of them, or fewer if 31 comes before.

    Their ranks lie within `spread` of a rank drawn first, mostly; now and then they share a suit.
    """
    middle = between(random, 1, 13)
    near = [card for card in PACK52 if abs(card.rank - middle) <= spread]
    one_suit = pick(random, tuple(Suit)) if random.random() < 0.15 else None
    cards: list[Card] = []
    total = 0
    while len(cards) < size and total < LIMIT:
        fits = [
            card
            for card in (near if random.random() < 0.8 else PACK52)
            if total + VALUES[card] <= LIMIT and card not in cards and one_suit in (None, card.suit)
        ]
        if not fits:
            break
        cards.append(pick(random, fits))
        total += VALUES[cards[-1]]
    return cards


def played(random: Random, cards: Sequence[Card], options: Options) -> PlayedCard:
    """All but the last of `cards` played in turn from hands that hold them, and the last one to come."""
    return in_turn(random, cards, options)[-1]


def in_turn(random: Random, cards: Sequence[Card], options: Options) -> list[PlayedCard]:
    """Each of `cards`, which make one count, as it is played: in turn, from hands that hold them."""
    first = pick(random, (YOU, OTHER))
    own: list[list[Card]] = [[], []]
    for number, card in enumerate(cards):
        own[(first + number) % 2].append(card)
    rest = shuffle([card for card in PACK52 if card not in cards], random)
    starter = _starter(random, cards, rest)
    hands = [(*held, *(rest.pop() for _ in range(4 - len(held)))) for held in own]
    state = position(
        options=options,
        seed=str(random.random()),
        hands=hands,
        starter=starter,
        dealer=(first + 1) % 2,
    )
    plays = []
    for card in cards:
        plays.append(PlayedCard(state, card))
        state = referee.apply(state, play(card)).state
    return plays


def _starter(random: Random, cards: Sequence[Card], rest: list[Card]) -> Card:
    """Often one that would go with the last card, if starters were played."""
    wanted = weighted(random, (("pair", 2), ("any", 3)))
    alike = [card for card in rest if wanted == "pair" and card.rank is cards[-1].rank]
    starter = (alike or rest)[0]
    rest.remove(starter)
    return starter


class Acted(NamedTuple):
    """A state of the play, and what the player whose turn it is does next.

    `first` is the state in which the play began, `before` all that has been done since.
    """

    state: State
    action: Action
    first: State
    before: tuple[Action, ...]

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(referee.apply(self.state, self.action).events)


def walk(random: Random, options: Options, eager: bool = False) -> list[Acted]:
    """The play of one deal by players who do anything that is allowed: all that they did, in order.

    They like to make thirty-one, so that it comes up often enough to be practised; `eager` ones like
    anything that pegs.
    """
    dealer = between(random, 0, options.players - 1)
    state = position(options=options, phase="play", seed=str(random.random()), dealer=dealer)
    first, acted = state, list[Acted]()
    while state.phase == "play" and state.deals == 1:
        actions = list(referee.legal_actions(view(state, actor(state))))
        exact = [act for act in actions if act.cards and state.total + VALUES[act.cards[0]] == LIMIT]
        paying = [act for act in actions if act.cards and _pays(state, act.cards[0])] if eager else exact
        if (paying or exact) and random.random() < 0.7:
            action = pick(random, paying or exact)
        elif STOP in actions and random.random() < 0.3:
            action = STOP
        else:
            action = pick(random, actions)
        acted.append(Acted(state, action, first, tuple(at.action for at in acted)))
        state = referee.apply(state, action).state
    return acted


def _pays(state: State, card: Card) -> bool:
    run = [*(played for _, played in state.plays[state.count_start :]), card]
    return bool(peg(run, state.options, state.total + VALUES[card]))


def closings(acted: Sequence[Acted]) -> list[tuple[Acted, int | None]]:
    """What closed a count, with the seat that leads the next one; None after the last card."""
    ends: list[tuple[Acted, int | None]] = [
        (at, after.state.turn)
        for at, after in pairwise(acted)
        if after.state.count_start > at.state.count_start
    ]
    return [*ends, (acted[-1], None)]


def with_card(state: State, seat: int, old: Card, new: Card) -> State:
    """The state in which `seat` holds another card instead of one, which lies in the pack then."""
    hands = list(state.hands)
    hands[seat] = tuple(sorted((*without(hands[seat], [old]), new)))
    pack = tuple(old if card is new else card for card in state.pack)
    return state._replace(hands=tuple(hands), pack=pack)


def unseen(state: State) -> list[Card]:
    """The cards that are in no hand and no crib, not played and not the starter."""
    seen = {card for hand in (*state.hands, state.crib) for card in hand}
    seen |= {card for _, card in state.plays}
    return [card for card in PACK52 if card not in seen and card is not state.starter]


def one_card_held_apart(state: State, *last: Card) -> Iterator[State]:
    """The same with one card of your hand another, of a rank near to it; the cards `last` come last."""
    for old in (*without(state.hands[YOU], last), *last):
        ranks = {card.rank: card for card in unseen(state)}
        for new in sorted(ranks.values(), key=lambda new: abs(new.rank - old.rank)):
            yield with_card(state, YOU, old, new)


# ---------------------------------------------------------------- how it is shown


def played_zones(state: State) -> tuple[Zone, ...]:
    """The cards of the count with who played them, and before them those of the counts that are closed."""

    def lying(plays: Sequence[tuple[int, Card]], marks: tuple[str, ...] = ()) -> tuple[CardFace, ...]:
        return tuple(
            CardFace(card.code, card, marks, note=f"played by {who(state, seat)}", tag=who(state, seat))
            for seat, card in plays
        )

    count = Zone("played", "played in this count", lying(state.plays[state.count_start :]))
    if not state.count_start:
        return (count,)
    return (Zone("before", "counts before", lying(state.plays[: state.count_start], ("dim",))), count)


def now_zones(at: PlayedCard) -> tuple[Zone, ...]:
    """The play so far, the card that is played now, and the starter."""
    assert at.state.starter is not None
    by = whose_turn(at.state)
    now = CardFace(at.card.code, at.card, note=f"played now by {by}", tag=by)
    starter = CardFace(at.state.starter.code, at.state.starter, note="starter")
    return (
        *played_zones(at.state),
        Zone("now", "played now", (now,)),
        Zone("starter", "starter", (starter,)),
    )


def hand_zones(state: State, selectable: bool = False) -> tuple[Zone, ...]:
    """The play so far and your own hand."""
    return (*played_zones(state), Zone("hand", "your hand", faces(state.hands[YOU], selectable=selectable)))


def who(state: State, seat: int) -> str:
    """A seat as the learner is told of it: ``you`` or its name."""
    return "you" if seat == YOU else seat_names(state.options)[seat]


def actor(state: State) -> int:
    """The seat whose turn it is, while there is one."""
    assert state.turn is not None
    return state.turn


def whose_turn(state: State) -> str:
    return who(state, actor(state))


def seated(rules: Options, players: int) -> Options:
    """The same rules for that number of players."""
    return rules._replace(players=players)  # type: ignore[arg-type]


def does(name: str, verb: str) -> str:
    """
    >>> does("you", "play"), does("North", "play")
    ('You play', 'North plays')
    """
    return f"You {verb}" if name == "you" else f"{name} {verb}s"


def done(at: Acted) -> str:
    """What is done, for the prompt."""
    by = whose_turn(at.state)
    if at.action.kind == "play":
        card = at.action.cards[0]
        total = at.state.total + VALUES[card]
        return f"{does(by, 'play')} {card.short}: {total}."
    if at.action.kind == "go":
        return f"The count is {at.state.total}. {does(by, 'say')} go."
    return f"The count is {at.state.total}. {does(by, 'play')} no further card."


def said_go(at: Acted) -> str:
    said = [who(at.state, seat) for seat in at.state.passed]
    if not said:
        return ""
    plural = len(said) > 1 or said[0] == "you"
    text = f"{list_words(said)} {'have' if plural else 'has'} said go in this count. "
    return upper(text)


def cards_left(at: Acted) -> str:
    """Who still holds cards once it is done."""
    after = sizes_after(at)
    held = [f"{who(at.state, seat)} {size}" for seat, size in enumerate(after) if size]
    return f"Cards left: {', '.join(held)}. " if held else "That was the last card of all. "


def sizes_after(at: Acted) -> list[int]:
    sizes = [len(hand) for hand in at.state.hands]
    if at.action.kind == "play" and at.state.turn is not None:
        sizes[at.state.turn] -= 1
    return sizes


def in_your_words(event: Event) -> str:
    """What the referee says, with you for South.

    >>> in_your_words(Event("play", 0, "South plays 5♥: 15, fifteen for 2", ()))
    'You play 5♥: 15, fifteen for 2'
    """
    return re.sub(r"\bSouth (play|peg|say|count)s\b", r"You \1", event.text)


def seat_values(options: Options) -> tuple[str, ...]:
    """The seats as values to choose from, in order: ``south``, ``north``."""
    return tuple(name.lower() for name in seat_names(options))


def seat_choices(options: Options) -> list[tuple[str, str]]:
    """The seats to choose from, with their labels."""
    labels = ["you", *seat_names(options)[1:]]
    return list(zip(seat_values(options), labels, strict=True))
