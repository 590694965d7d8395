"""Exercises on canastas: when a meld is one, of which kind, and what it pays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, make_meld, view
from cardlab.canasta.rules.actions import add, meld
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import VALUES, WILD, Meld, in_order, meld_faults, rank_name
from cardlab.cards import JOKER, PACK52, Card, list_cards, without
from cardlab.wording import plural, say
from cardlab_exercises.canasta.additions import Addition, addition_places, with_article
from cardlab_exercises.canasta.common import exercise, slip
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.values import value_steps
from cardlab_exercises.canasta.zones import Place, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms

# ---------------------------------------------------------------- natural or mixed, and what it pays

_KINDS = (
    ("natural", "natural: a red card on top"),
    ("mixed", "mixed: a black card on top"),
    ("none", "no canasta"),
)


class MeldAndHand(NamedTuple):
    """A meld at the end of a deal, and the cards left in hand of the player who might have added to it."""

    laid: Meld
    hand: tuple[Card, ...]


def _draw_meld(random: Random, level: int, options: Options) -> MeldAndHand:
    deck = Deck(random)
    full = options.canasta_size
    low, high = ((full - 1, full), (full - 1, full + 1), (full - 1, full + 3))[level - 1]
    rank = deck.ranks(1)[0]
    cards = (
        deck.meld(rank, deck.between(low, full))
        if deck.happens(0.3)
        else deck.sound(rank, low, high, options)
    )
    joins = deck.of(rank, 1) if deck.happens(0.4) else ()
    return MeldAndHand(make_meld(cards, options), in_order((*joins, *deck.odd(deck.between(3, 5), [rank]))))


def _ask_meld(position: MeldAndHand) -> Prompt:
    laid, hand = position
    return Prompt(
        "The deal is over. This meld of your side lies on the table. Is it a canasta, and what does it pay?",
        (
            forms.choose("kind", "canasta", _KINDS),
            forms.row("bonus", "bonus for the canasta", most=9999),
            forms.row("cards", "its cards", most=9999),
        ),
        zones([Place("meld", laid.name, laid.cards), Place("left", "left in your hand", hand)]),
    )


def _pays(laid: Meld) -> dict[str, str]:
    """What is asked about a meld."""
    return {"kind": laid.canasta or "none", "bonus": str(laid.bonus), "cards": str(laid.value)}


def _meld_solution(position: MeldAndHand) -> Solution:
    laid = position.laid
    wild = tuple(card for card in laid.cards if WILD[card])
    size = plural(len(laid.cards), "card")
    if laid.canasta:
        kind = Step(
            f"{size.capitalize()} make a {laid.canasta} canasta: {plural(len(wild), 'wild card')}.",
            ("CAN-CAN-01", "CAN-CAN-04", "CAN-CAN-02" if laid.canasta == "natural" else "CAN-CAN-03"),
            laid.cards,
            laid.label,
            laid.bonus,
        )
    else:
        kind = Step(
            f"{size.capitalize()} are not a canasta: it takes {say(laid.canasta_size)}.",
            ("CAN-CAN-01",),
            laid.cards,
            laid.label,
            0,
        )
    total = laid.bonus + laid.value
    text = f"The bonus of {laid.bonus} and the cards, {laid.value}, make {total}."
    if not laid.bonus:
        text = f"There is no bonus; the cards count {laid.value}."
    sums = Step(text, ("CAN-MELD-13", "CAN-RANK-03", "CAN-SCORE-06"))
    bonus_rule = {"natural": "CAN-SCORE-01", "mixed": "CAN-SCORE-02"}.get(laid.canasta or "", "CAN-CAN-01")
    return Solution(
        _pays(laid),
        f"It is {with_article(laid)}." if laid.canasta else f"It is not a canasta: {laid.label}.",
        (kind, *value_steps(laid.cards), sums._replace(rules=(*sums.rules, bonus_rule))),
        by_field={
            "kind": ("CAN-CAN-01", "CAN-CAN-02", "CAN-CAN-03"),
            "bonus": (bonus_rule,),
            "cards": ("CAN-SCORE-06", "CAN-RANK-03"),
        },
    )


def _meld_hints(position: MeldAndHand) -> tuple[str, ...]:
    laid = position.laid
    return (
        f"Count the cards, then the wild ones: {say(laid.canasta_size)} cards make a canasta, and one wild "
        "card makes it mixed.",
        f"{plural(len(laid.cards), 'card').capitalize()}, {plural(laid.wilds, 'wild card')}. "
        "A natural canasta pays 500, a mixed one 300.",
    )


def _meld_distractors(position: MeldAndHand) -> Iterator[Distractor]:
    laid, hand = position
    right = _pays(laid)
    joins = tuple(card for card in hand if card.rank is laid.rank)
    if joins:
        yield slip("can-hand-with-meld", right, _pays(laid.with_cards(joins)), cards=joins)
    wild = tuple(card for card in laid.cards if WILD[card])
    if laid.canasta == "mixed":
        yield slip("can-mixed-as-natural", right, {"kind": "natural", "bonus": "500"}, cards=wild)
    elif laid.canasta == "natural":
        yield slip("can-natural-as-mixed", right, {"kind": "mixed", "bonus": "300"})
    else:
        kind, bonus = ("mixed", "300") if wild else ("natural", "500")
        yield slip("can-six-cards-canasta", right, {"kind": kind, "bonus": bonus})
    more = len(laid.cards) - laid.canasta_size
    if more > 0:
        yield Distractor("can-bonus-grows", str(laid.bonus + 100 * more), field="bonus")
        first = sum(sorted((VALUES[card] for card in laid.cards), reverse=True)[: laid.canasta_size])
        yield Distractor("can-only-seven-count", str(first), field="cards")
    if wild:
        natural = next(card for card in laid.cards if not WILD[card])
        yield Distractor(
            "can-wild-at-rank-value", str(VALUES[natural] * len(laid.cards)), cards=wild, field="cards"
        )
    if laid.bonus:
        yield Distractor("can-bonus-in-cards", str(laid.bonus + laid.value), field="cards")
        yield Distractor("can-canasta-cards-nothing", "0", field="cards")


def _other_melds(position: MeldAndHand) -> Iterator[MeldAndHand]:
    """The same meld with one card more, less or exchanged."""
    cards = position.laid.cards
    for old in (cards[-1], cards[0]):
        fewer = make_meld(without(cards, [old]))._replace(canasta_size=position.laid.canasta_size)
        yield position._replace(laid=fewer)
        for new in (Card("2C"), JOKER):
            if new is not old:
                yield position._replace(laid=fewer.with_cards([new]))


PAYS = exercise(
    id="can-canasta-pays",
    title="Natural or mixed, and what does it pay?",
    topic="canastas",
    rules=(
        "CAN-CAN-01",
        "CAN-CAN-02",
        "CAN-CAN-03",
        "CAN-CAN-04",
        "CAN-CAN-05",
        "CAN-SCORE-01",
        "CAN-SCORE-02",
        "CAN-SCORE-06",
        "CAN-RANK-03",
        "CAN-MELD-13",
        "CAN-VAL-01",
        "CAN-VAL-02",
        "CAN-VAL-03",
        "CAN-VAL-04",
    ),
    mistakes=(
        "can-hand-with-meld",
        "can-mixed-as-natural",
        "can-natural-as-mixed",
        "can-six-cards-canasta",
        "can-bonus-grows",
        "can-only-seven-count",
        "can-wild-at-rank-value",
        "can-bonus-in-cards",
        "can-canasta-cards-nothing",
    ),
    levels=("with a canasta or one card less", "up to one card more", "up to three cards more"),
    draw=_draw_meld,
    ask=_ask_meld,
    solution=_meld_solution,
    distractors=_meld_distractors,
    vary=_other_melds,
    hints=_meld_hints,
    default_level=2,
)

# ---------------------------------------------------------------- what is the bonus then?


def _draw_bonus(random: Random, level: int, options: Options) -> Addition:
    """A meld near a canasta that up to three cards are added to."""
    while True:
        deck = Deck(random)
        rank, second = deck.ranks(2)
        full = options.canasta_size
        laid = deck.sound(rank, full - 2, full + level - 3, options)
        if deck.happens(0.35):
            deck = Deck(random)
            laid = deck.meld(rank, deck.between(full - 1, full))
        cards = (*deck.of(rank, deck.between(0, 2)), *deck.wild(int(deck.happens(0.5))))
        hand = (*cards, *deck.odd(deck.between(4, 6), [rank, second]))
        melds = [[laid, deck.sound(second, 3, 5, options)]]
        if not cards or sum(card.rank is rank for card in (*laid, *cards)) > 8:
            continue
        asked = Addition(
            view(deck.table(options=options, phase="play", hands=[hand], melds=melds), 0),
            meld(add(rank, cards)),
        )
        if not verdict(*asked).refusals:
            return asked


def _ask_bonus(asked: Addition) -> Prompt:
    part = asked.action.parts[0]
    assert part.rank is not None
    return Prompt(
        f"You add {list_cards(part.cards)} to your side's {rank_name(part.rank)}. "
        "What bonus does that meld bring then, at the end of the deal?",
        (forms.choose("bonus", "bonus", (("0", "none"), ("300", "300"), ("500", "500"))),),
        zones(addition_places(asked)),
    )


def _before_and_after(asked: Addition) -> tuple[Meld, Meld]:
    rank = asked.action.parts[0].rank
    table = verdict(*asked).table
    assert table is not None
    before = next(laid for laid in asked.seen.own_melds if laid.rank is rank)
    return before, next(laid for laid in table.melds if laid.rank is rank)


def _bonus(asked: Addition) -> Solution:
    before, after = _before_and_after(asked)
    size = plural(len(after.cards), "card")
    first = Step(
        f"It then has {size}, {say(after.wilds) if after.wilds else 'none'} of them wild.",
        ("CAN-CAN-01",),
        after.cards,
        "then",
    )
    if not after.canasta:
        last = Step(f"That is not a canasta yet: it takes {say(after.canasta_size)}.", ("CAN-CAN-01",))
    elif before.canasta == "natural" and after.canasta == "mixed":
        last = Step("The wild card makes the natural canasta a mixed one.", ("CAN-CAN-03", "CAN-CAN-06"))
    elif before.canasta:
        text = f"It stays a {after.canasta} canasta: more cards do not change the bonus."
        last = Step(text, ("CAN-MELD-08", "CAN-CAN-05"))
    else:
        rule = "CAN-CAN-02" if after.canasta == "natural" else "CAN-CAN-03"
        last = Step(f"It becomes a {after.canasta} canasta.", ("CAN-CAN-01", rule))
    title = f"The bonus is {after.bonus} then." if after.bonus else "There is no bonus yet."
    return Solution({"bonus": str(after.bonus)}, title, (first, last))


def _bonus_distractors(asked: Addition) -> Iterator[Distractor]:
    before, after = _before_and_after(asked)
    if before.canasta == "natural" and after.canasta == "mixed":
        yield Distractor("can-natural-stays", "500")
    elif not after.canasta:
        yield Distractor("can-six-cards-canasta", "300" if after.wilds else "500")
    elif after.canasta == "mixed":
        yield Distractor("can-mixed-as-natural", "500")
    else:
        yield Distractor("can-natural-as-mixed", "300")
    if after.canasta and not before.canasta:
        yield Distractor("can-canasta-at-once", "0")


def _bonus_twins(asked: Addition) -> Iterator[Addition]:
    """The same with one card less among those that are laid, or one card more or less on the table."""
    seen, action = asked
    part = action.parts[0]
    if len(part.cards) > 1:
        for card in dict.fromkeys(part.cards):
            fewer = part._replace(cards=without(part.cards, [card]))
            yield Addition(seen._replace(hand=without(seen.hand, [card])), meld(fewer))
    before = _before_and_after(asked)[0]
    used = Counter([*seen.hand, *[card for melds in seen.melds for laid in melds for card in laid.cards]])
    more = [(*before.cards, card) for card in PACK52 if card.rank is before.rank and used[card] < 2]
    for cards in [*more, *[without(before.cards, [card]) for card in dict.fromkeys(before.cards)]]:
        laid = make_meld(cards, seen.options)
        melds = tuple(laid if own is before else own for own in seen.own_melds)
        other = asked._replace(seen=seen._replace(melds=(melds, *seen.melds[1:])))
        if (
            not meld_faults(laid.rank, laid.naturals, laid.wilds, seen.options)
            and not verdict(*other).refusals
        ):
            yield other


BONUS = exercise(
    id="can-canasta-bonus",
    title="What is its bonus then?",
    topic="canastas",
    rules=("CAN-CAN-01", "CAN-CAN-02", "CAN-CAN-03", "CAN-CAN-05", "CAN-CAN-06", "CAN-MELD-08"),
    mistakes=(
        "can-natural-stays",
        "can-six-cards-canasta",
        "can-mixed-as-natural",
        "can-natural-as-mixed",
        "can-canasta-at-once",
    ),
    levels=("from two cards less", "from up to one card less", "from up to a canasta"),
    draw=_draw_bonus,
    ask=_ask_bonus,
    solution=_bonus,
    distractors=_bonus_distractors,
    vary=_bonus_twins,
    default_level=2,
)

EXERCISES = (PAYS, BONUS)
