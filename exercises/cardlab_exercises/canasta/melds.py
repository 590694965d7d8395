"""Exercises on melds and canastas: what is one, what may join it, what it pays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, view
from cardlab.canasta.rules.actions import meld
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import BLACK_THREE, RED_THREE, WILD, in_order
from cardlab.cards import JOKER, Card, Rank
from cardlab.display.scene import sentence
from cardlab.errors import Refusal
from cardlab.rulebook import load
from cardlab.wording import plural
from cardlab_exercises.canasta.common import by_other_rules, exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import until

# ---------------------------------------------------------------- is this a meld?

FAULTS = {
    "sound": "yes, it is a meld",
    "few": "no: too few cards",
    "ranks": "no: cards of different ranks",
    "wild": "no: too many wild cards for its natural cards",
    "four-wild": "no: more than three wild cards",
    "threes": "no: threes are no part of it",
}
_FAULT_OF_RULE = {
    "CAN-MELD-01": "few",
    "CAN-MELD-02": "wild",
    "CAN-MELD-03": "four-wild",
    "CAN-MELD-04": "wild",
    "CAN-MELD-05": "threes",
    "CAN-MELD-06": "threes",
    "CAN-MELD-11": "ranks",
    "CAN-MELD-12": "threes",
}


class Laid(NamedTuple):
    """Cards that somebody lays down as one meld in the middle of a deal, and those kept in hand."""

    cards: tuple[Card, ...]
    kept: tuple[Card, ...]
    options: Options

    @property
    def refusals(self) -> list[Refusal]:
        """What the engine has against it from a player whose side has melded and who holds more cards."""
        return _refused(self)


@lru_cache(maxsize=256)
def _refused(position: Laid) -> list[Refusal]:
    cards, kept, options = position
    deck = Deck(Random("table"))
    held = deck.spend((*[card for card in cards if not RED_THREE[card]], *kept))
    other = deck.ranks(1, [card.rank for card in (*cards, *kept)])[0]
    table = deck.table(options=options, phase="play", hands=[held], melds=[[deck.meld(other, 4)]])
    return verdict(view(table, 0), meld(cards)).refusals


def _fault(position: Laid) -> str:
    faults = [_fault_of(refusal) for refusal in position.refusals]
    return faults[0] if faults else "sound"


def _fault_of(refusal: Refusal) -> str:
    if refusal.rule == "CAN-MELD-01" and "different ranks" in refusal.text:
        return "ranks"
    return _FAULT_OF_RULE[refusal.rule]


def _one_fault(position: Laid) -> bool:
    """Whether there is one reason at most why it is not a meld; threes among other cards would be two."""
    threes = [card.rank is Rank.THREE for card in position.cards if not WILD[card]]
    return len({_fault_of(refusal) for refusal in position.refusals}) <= 1 and len({*threes}) <= 1


def _draw_laid(random: Random, level: int, options: Options) -> Laid:
    """Half of them sound; what is wrong with the others can be seen at a glance, or only by counting."""
    deck = Deck(random)
    cards = in_order(_RECIPES[deck.one_of(_KINDS[level])](deck, options))
    kept = deck.odd(deck.between(3, 6), [card.rank for card in cards])
    return Laid(cards, in_order(kept), options)


def _leanest(deck: Deck, options: Options) -> tuple[Card, ...]:
    """As many wild cards as these rules or those of the other preset allow."""
    naturals, wilds = deck.one_of(((2, 1), (2, 2), (3, 2), (4, 2), (2, 3), (4, 3), (5, 3), (6, 3), (3, 1)))
    return deck.meld(deck.ranks(1)[0], naturals, wilds)


def _mixed_ranks(deck: Deck, options: Options) -> tuple[Card, ...]:
    rank, other = deck.ranks(2)
    return (*deck.of(rank, deck.between(2, 4)), *deck.of(other, 1), *deck.wild(deck.between(0, 1)))


def _sequence(deck: Deck, options: Options) -> tuple[Card, ...]:
    low = deck.between(4, 9)
    return tuple(card for step in range(deck.between(3, 4)) for card in deck.of(Rank(low + step), 1))


def _black_threes(deck: Deck, options: Options) -> tuple[Card, ...]:
    if deck.happens(0.4):
        return (*deck.black_three(2), *deck.wild(1))
    return deck.black_three(deck.between(3, 4))


_RECIPES: dict[str, Callable[[Deck, Options], tuple[Card, ...]]] = {
    "sound": lambda deck, options: deck.sound(deck.ranks(1)[0], 3, 6, options),
    "leanest": _leanest,
    "few": lambda deck, options: deck.of(deck.ranks(1)[0], 2),
    "ranks": _mixed_ranks,
    "sequence": _sequence,
    "wild": lambda deck, options: deck.wild(3),
    "four-wild": lambda deck, options: deck.meld(deck.ranks(1)[0], 8, 4),
    "three-wild": lambda deck, options: deck.meld(deck.ranks(1)[0], deck.between(6, 8), 3),
    "black": _black_threes,
    "red": lambda deck, options: deck.red_three(3),
}
_KINDS = {
    1: ("sound", "sound", "sound", "leanest", "ranks", "sequence", "few", "wild", "black"),
    2: (
        *("sound", "sound", "leanest", "leanest", "leanest", "few", "ranks", "sequence", "wild"),
        *("four-wild", "three-wild", "black", "red"),
    ),
    3: (
        *("leanest", "leanest", "leanest", "leanest", "ranks", "sequence", "few", "wild"),
        *("three-wild", "three-wild", "four-wild", "four-wild", "black", "red", "red"),
    ),
}


def _ask_laid(position: Laid) -> Prompt:
    return Prompt(
        "In the middle of a deal you lay cards down as one meld and keep others in hand. "
        f"Is it a meld by the {position.options.label}?",
        (forms.choose("meld", "is it a meld?", FAULTS.items()),),
        zones([Place("laid", "laid down", position.cards), Place("kept", "kept in hand", position.kept)]),
    )


def _laid(position: Laid) -> Solution:
    cards = position.cards
    refusals = position.refusals
    wild = tuple(card for card in cards if WILD[card])
    naturals = len(cards) - len(wild)
    counted = f"{plural(naturals, 'natural card') if not _all_threes(cards) else plural(naturals, 'three')}"
    first = Step(f"{counted}, {plural(len(wild), 'wild card')}.".capitalize(), ("CAN-RANK-02",), wild, "wild")
    if refusals:
        text = f"{sentence(refusals[0].text)} So it is not a meld."
        rules = tuple(dict.fromkeys(refusal.rule for refusal in reversed(refusals)))
    else:
        text = "Three or more cards, the natural ones all of one rank."
        if wild:
            text = f"{text} {load('canasta').rule('CAN-MELD-02').text(position.options)}"
        rules = ("CAN-MELD-01", *(("CAN-MELD-03", "CAN-MELD-04", "CAN-MELD-02") if wild else ()))
    return Solution(
        {"meld": _fault(position)},
        "It is a meld." if not refusals else "It is not a meld.",
        (first, Step(text, rules, cards, "laid down")),
    )


def _all_threes(cards: Sequence[Card]) -> bool:
    return all(card.rank is Rank.THREE for card in cards)


def _laid_distractors(position: Laid) -> Iterator[Distractor]:
    cards, options = position.cards, position.options
    fault = _fault(position)
    wild = sum(WILD[card] for card in cards)
    if fault == "sound":
        if wild == 3:
            yield Distractor("can-three-wilds-refused", "four-wild")
        if wild:
            other = by_other_rules(options, "wild_ratio")
            if _refused(position._replace(options=other)):
                yield Distractor("can-wild-ratio", "wild")
        if len(cards) == 3:
            yield Distractor("can-three-are-few", "few")
    if fault == "wild" and wild == len(cards):
        yield Distractor("can-wilds-alone", "sound")
    elif fault == "wild" and not _refused(position._replace(options=by_other_rules(options, "wild_ratio"))):
        yield Distractor("can-wild-ratio", "sound")
    if fault == "four-wild":
        yield Distractor("can-fourth-wild", "sound")
    if fault == "ranks":
        ranks = {card.rank for card in cards if not WILD[card]}
        sequence = len(ranks) == len(cards)
        yield Distractor("can-sequence-meld" if sequence else "can-ranks-mixed", "sound")
    if fault == "few":
        yield Distractor("can-pair-meld", "sound")
    if fault == "threes":
        yield Distractor(
            "can-black-threes-early" if any(BLACK_THREE[card] for card in cards) else "can-red-threes-melded",
            "sound",
        )


def _other_laid(position: Laid) -> Iterator[Laid]:
    """The same cards with one of them exchanged."""
    cards = position.cards
    naturals = [card for card in cards if not WILD[card]]
    for place in range(len(cards) - 1, -1, -1):
        for card in (*naturals[:1], JOKER, Card("9H")):
            other = position._replace(cards=in_order((*cards[:place], card, *cards[place + 1 :])))
            if _possible((*other.cards, *other.kept)) and _one_fault(other):
                yield other


def _possible(cards: Sequence[Card]) -> bool:
    return all(list(cards).count(card) <= (4 if card is JOKER else 2) for card in set(cards))


IS_MELD = exercise(
    id="can-is-meld",
    title="Is this a meld?",
    topic="melds",
    rules=(
        "CAN-MELD-01",
        "CAN-MELD-02",
        "CAN-MELD-03",
        "CAN-MELD-04",
        "CAN-MELD-05",
        "CAN-MELD-06",
        "CAN-MELD-11",
        "CAN-MELD-12",
        "CAN-RANK-02",
    ),
    mistakes=(
        "can-wild-ratio",
        "can-wilds-alone",
        "can-fourth-wild",
        "can-three-wilds-refused",
        "can-ranks-mixed",
        "can-sequence-meld",
        "can-pair-meld",
        "can-three-are-few",
        "can-black-threes-early",
        "can-red-threes-melded",
    ),
    levels=("seen at a glance", "wild cards to count", "as many wild cards as may be"),
    draw=until(_draw_laid, _one_fault),
    ask=_ask_laid,
    solution=_laid,
    distractors=_laid_distractors,
    vary=_other_laid,
    default_level=2,
)
EXERCISES = (IS_MELD,)
