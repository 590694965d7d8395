"""Exercises on the cards themselves: what they count, which are wild, how many there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, value_of
from cardlab.canasta.rules.melds import BLACK_THREE, NATURAL, VALUES, WILD, in_order
from cardlab.cards import JOKER, PACK108, Card, Rank, list_cards, show_cards
from cardlab.wording import plural
from cardlab_exercises.canasta.common import exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms


def value_rule(card: Card) -> str:
    """The rule that says what the card counts."""
    if BLACK_THREE[card]:
        return "CAN-VAL-05"
    return {5: "CAN-VAL-01", 10: "CAN-VAL-02", 20: "CAN-VAL-03", 50: "CAN-VAL-04"}[VALUES[card]]


def value_steps(cards: Iterable[Card]) -> tuple[Step, ...]:
    """The cards by what they count, the dearest first, a step a value."""
    held = list(cards)
    steps = []
    for value in sorted({VALUES[card] for card in held}, reverse=True):
        alike = in_order([card for card in held if VALUES[card] == value])
        rules = tuple(dict.fromkeys(value_rule(card) for card in alike))
        total = value_of(alike)
        text = f"{list_cards(alike)}: {len(alike)} × {value} = {total}."
        steps.append(Step(text, rules, alike, f"{len(alike)} × {value}", total))
    return tuple(steps)


# ---------------------------------------------------------------- what do these cards count?


def _draw_cards(random: Random, level: int, options: Options) -> tuple[Card, ...]:
    deck = Deck(random)
    wild = deck.wild((0, 1, deck.between(1, 3))[level - 1])
    black = deck.black_three() if level > 1 and deck.happens(0.4) else ()
    aces = deck.of(Rank.ACE, 1) if deck.happens(0.5) else ()
    border = deck.of(deck.one_of((Rank.SEVEN, Rank.EIGHT)), 1) if deck.happens(0.5) else ()
    some = (*wild, *black, *aces, *border)
    return deck.mixed((*some, *deck.natural((4, 5, 8)[level - 1] - len(some))))


def _ask_value(cards: tuple[Card, ...]) -> Prompt:
    return Prompt(
        "What do these cards count together?",
        (forms.number("sum", "the cards count", most=999),),
        zones([Place("cards", "cards", cards)]),
    )


def _value(cards: tuple[Card, ...]) -> Solution:
    right = value_of(cards)
    steps = value_steps(cards)
    sums = " + ".join(str(step.points) for step in steps)
    text = f"{sums} = {right}." if len(steps) > 1 else f"That makes {right}."
    last = Step(text, ("CAN-INIT-03",))
    return Solution({"sum": str(right)}, f"They count {right}.", (*steps, last))


def _value_hints(cards: tuple[Card, ...]) -> tuple[str, ...]:
    number = len({VALUES[card] for card in cards})
    kinds = plural(number, "value", "different values")
    return (
        "A joker counts 50, an ace or a two 20, a king down to an eight 10, a seven down to a four and a "
        "black three 5.",
        f"Sort the cards by what they count: you find {kinds}.",
    )


_MISVALUED: tuple[tuple[str, Callable[[Card], bool], int, str], ...] = (
    (
        "can-joker-low",
        lambda card: card.rank is Rank.JOKER,
        20,
        "A joker counts 50, more than any other card.",
    ),
    ("can-deuce-low", lambda card: card.rank is Rank.TWO, 5, "A two is wild and counts 20."),
    ("can-ace-low", lambda card: card.rank is Rank.ACE, 10, "An ace counts 20, twice a king."),
    ("can-black-three-nothing", lambda card: BLACK_THREE[card], 0, "A black three counts 5."),
    ("can-eight-low", lambda card: card.rank is Rank.EIGHT, 5, "An eight counts 10 already."),
    (
        "can-seven-high",
        lambda card: card.rank is Rank.SEVEN,
        10,
        "A seven counts 5; ten begins with the eight.",
    ),
)


def _value_distractors(cards: tuple[Card, ...]) -> Iterator[Distractor]:
    for mistake, suspect, taken_for, text in _MISVALUED:
        wrong = sum(taken_for if suspect(card) else VALUES[card] for card in cards)
        yield Distractor(mistake, str(wrong), text, tuple(card for card in cards if suspect(card)))
    face = sum(_face_value(card) for card in cards)
    text = "Canasta does not count what is printed on a card: a nine counts 10, a six 5."
    yield Distractor("can-face-value", str(face), text)
    for value in sorted({VALUES[card] for card in cards if not BLACK_THREE[card]}):
        text = f"A card that counts {value} is missing from the sum."
        yield Distractor("can-card-overlooked", str(value_of(cards) - value), text)


def _one_exchanged(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """The same cards with one of them another."""
    for place, old in enumerate(cards):
        for new in (Card("AH"), Card("2C"), Card("7D"), Card("8S"), JOKER):
            if new is not old and cards.count(new) < 2:
                yield (*cards[:place], new, *cards[place + 1 :])


def _face_value(card: Card) -> int:
    if card.rank is Rank.JOKER:
        return 50
    return 1 if card.rank is Rank.ACE else min(int(card.rank), 10)


VALUE = exercise(
    id="can-card-values",
    title="What do these cards count?",
    topic="card values",
    rules=("CAN-VAL-01", "CAN-VAL-02", "CAN-VAL-03", "CAN-VAL-04", "CAN-VAL-05", "CAN-INIT-03"),
    mistakes=(*[entry[0] for entry in _MISVALUED], "can-face-value", "can-card-overlooked"),
    levels=("natural cards", "a wild card among them", "eight cards, several of them wild"),
    draw=_draw_cards,
    ask=_ask_value,
    solution=_value,
    distractors=_value_distractors,
    hints=_value_hints,
    vary=_one_exchanged,
    default_level=2,
)

# ---------------------------------------------------------------- wild, natural or neither?


class Kinds(NamedTuple):
    """Cards, and which kind of them to pick: "wild", "natural" or "neither"."""

    cards: tuple[Card, ...]
    kind: str


_KINDS: dict[str, tuple[str, Callable[[Card], bool]]] = {
    "wild": ("wild cards", lambda card: WILD[card]),
    "natural": ("natural cards", lambda card: NATURAL[card]),
    "neither": ("cards that are neither wild nor natural", lambda card: not (WILD[card] or NATURAL[card])),
}


def _draw_kinds(random: Random, level: int, options: Options) -> Kinds:
    deck = Deck(random)
    some = (
        *deck.of(Rank.TWO, 1),
        *deck.of(Rank.JOKER, 1),
        *deck.of(Rank.ACE, 1),
        *deck.draw(1, lambda card: card.rank is Rank.THREE),
    )
    more = deck.draw((1, 3, 5)[level - 1], lambda card: card.rank <= 4 or card.rank is Rank.JOKER)
    return Kinds(deck.mixed((*some, *more, *deck.natural(2))), deck.one_of(("wild", "natural", "neither")))


def _wanted(position: Kinds) -> tuple[Card, ...]:
    return tuple(sorted(card for card in position.cards if _KINDS[position.kind][1](card)))


def _ask_kinds(position: Kinds) -> Prompt:
    name = _KINDS[position.kind][0]
    return Prompt(
        f"Pick all {name}.",
        (forms.cards("picked", name),),
        zones([Place("cards", "cards", position.cards, selectable=True)]),
    )


def _kinds(position: Kinds) -> Solution:
    right = _wanted(position)
    name = _KINDS[position.kind][0]
    return Solution(
        {"picked": show_cards(right)},
        f"{'These are' if len(right) > 1 else 'This is'} {list_cards(right)}.",
        (
            Step("High to low: joker, two, ace, king down to four. Threes stand apart.", ("CAN-RANK-01",)),
            Step("Jokers and twos are wild; four to ace are natural; threes are neither.", ("CAN-RANK-02",)),
            Step(f"So pick {list_cards(right)}.", (), right, name),
        ),
    )


def _kinds_distractors(position: Kinds) -> Iterator[Distractor]:
    right = _wanted(position)
    for mistake, rank in (
        ("can-deuce-natural", Rank.TWO),
        ("can-ace-wild", Rank.ACE),
        ("can-three-kind", Rank.THREE),
    ):
        strange = tuple(card for card in position.cards if card.rank is rank)
        if any(card.rank is rank for card in right):
            taken = [card for card in right if card.rank is not rank]
        else:
            taken = sorted((*right, *strange))
        yield Distractor(mistake, show_cards(taken), cards=strange)


def _other_kinds(position: Kinds) -> Iterator[Kinds]:
    """The same with one of the cards another, and something left to pick."""
    for cards in _one_exchanged(position.cards):
        other = position._replace(cards=cards)
        if _wanted(other):
            yield other


KINDS = exercise(
    id="can-card-kinds",
    title="Wild, natural or neither?",
    topic="ranks and wild cards",
    rules=("CAN-RANK-02", "CAN-RANK-01"),
    mistakes=("can-deuce-natural", "can-ace-wild", "can-three-kind"),
    levels=("seven cards", "nine cards", "eleven cards, many of them special"),
    draw=_draw_kinds,
    ask=_ask_kinds,
    solution=_kinds,
    distractors=_kinds_distractors,
    vary=_other_kinds,
)

# ---------------------------------------------------------------- how many are left?


class HiddenCards(NamedTuple):
    """Cards in view, and a kind of card of which some are hidden: a rank, or None for wild cards."""

    seen: tuple[Card, ...]
    rank: Rank | None

    @property
    def name(self) -> str:
        return "wild cards" if self.rank is None else self.rank.plural

    @property
    def here(self) -> tuple[Card, ...]:
        return in_order(card for card in self.seen if self.meant(card))

    @property
    def total(self) -> int:
        return sum(self.meant(card) for card in PACK108)

    def meant(self, card: Card) -> bool:
        return WILD[card] if self.rank is None else card.rank is self.rank


def _draw_unseen(random: Random, level: int, options: Options) -> HiddenCards:
    deck = Deck(random)
    natural = deck.ranks(1)[0]
    rank = deck.one_of((natural, natural, Rank.JOKER, Rank.TWO, None))
    asked = HiddenCards((), rank)
    hits = deck.draw(deck.between(1, 3), asked.meant)
    return HiddenCards(deck.mixed((*hits, *deck.natural((4, 7, 10)[level - 1], [natural]))), rank)


def _ask_unseen(position: HiddenCards) -> Prompt:
    return Prompt(
        f"These cards are in view. How many {position.name} can still be hidden, in hands and in the stock?",
        (forms.number("hidden", position.name),),
        zones([Place("seen", "in view", position.seen)]),
    )


def _unseen(position: HiddenCards) -> Solution:
    right = position.total - len(position.here)
    return Solution(
        {"hidden": str(right)},
        f"{right} {position.name} can still be hidden.",
        (
            Step(
                f"There are {position.total} {position.name} in the double pack.",
                ("CAN-RANK-02", "CAN-PACK-01") if position.rank is None else ("CAN-PACK-01",),
            ),
            Step(
                f"{len(position.here)} of them {'is' if len(position.here) == 1 else 'are'} in view: "
                f"{position.total} − {len(position.here)} = {right}.",
                (),
                position.here,
                "in view",
            ),
        ),
    )


def _unseen_distractors(position: HiddenCards) -> Iterator[Distractor]:
    here, total = len(position.here), position.total
    if position.rank is Rank.JOKER:
        yield Distractor("can-two-jokers", str(max(0, 2 - here)))
    else:
        yield Distractor("can-one-pack", str(max(0, total // 2 - here)))
    if position.rank is None:
        jokers = sum(card.rank is Rank.JOKER for card in position.here)
        yield Distractor("can-deuce-natural", str(4 - jokers), "The eight twos are wild, as the jokers are.")
    yield Distractor("can-seen-not-taken-off", str(total), cards=position.here)


UNSEEN = exercise(
    id="can-cards-left",
    title="How many are left?",
    topic="the double pack",
    rules=("CAN-PACK-01", "CAN-RANK-02"),
    mistakes=("can-one-pack", "can-two-jokers", "can-deuce-natural", "can-seen-not-taken-off"),
    levels=("a few cards in view", "ten cards or so", "a dozen cards in view"),
    draw=_draw_unseen,
    ask=_ask_unseen,
    solution=_unseen,
    distractors=_unseen_distractors,
    vary=lambda position: (position._replace(seen=cards) for cards in _one_exchanged(position.seen)),
)

EXERCISES = (VALUE, KINDS, UNSEEN)
