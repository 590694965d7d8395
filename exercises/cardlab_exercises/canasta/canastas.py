"""Exercises on building melds up: what may be added, when they are canastas, what they pay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, View, make_meld, view
from cardlab.canasta.actions import Action, add, meld
from cardlab.canasta.legality import verdict
from cardlab.canasta.melds import CANASTA_SIZE, VALUES, WILD, Meld, in_order, meld_faults, plural, rank_name
from cardlab.cards import JOKER, PACK52, Card, Rank, list_cards, without
from cardlab.scene import sentence
from cardlab_exercises import forms
from cardlab_exercises.asking import Asked, Step, Trap, Work
from cardlab_exercises.canasta.dealing import Deck
from cardlab_exercises.canasta.declaring import by_other_rules, exercise
from cardlab_exercises.canasta.showing import Place, hand_place, meld_places, zones
from cardlab_exercises.canasta.values import value_steps
from cardlab_exercises.drawing import aim

# ---------------------------------------------------------------- natural or mixed, and what it pays

_KINDS = (
    ("natural", "natural: a red card on top"),
    ("mixed", "mixed: a black card on top"),
    ("none", "no canasta"),
)


class Kept(NamedTuple):
    """A meld at the end of a deal, and the cards left in hand of the player who might have added to it."""

    laid: Meld
    hand: tuple[Card, ...]


def _draw_meld(random: Random, level: int, options: Options) -> Kept:
    deck = Deck(random)
    low, high = ((6, 7), (6, 8), (6, 10))[level - 1]
    rank = deck.ranks(1)[0]
    cards = (
        deck.meld(rank, deck.between(low, 7)) if deck.happens(0.3) else deck.sound(rank, low, high, options)
    )
    joins = deck.of(rank, 1) if deck.happens(0.4) else ()
    return Kept(make_meld(cards), in_order((*joins, *deck.odd(deck.between(3, 5), [rank]))))


def _ask_meld(position: Kept) -> Asked:
    laid, hand = position
    return Asked(
        "The deal is over. This meld of your side lies on the table. Is it a canasta, and what does it pay?",
        (
            forms.choose("kind", "canasta", _KINDS),
            forms.row("bonus", "bonus for the canasta", most=9999),
            forms.row("cards", "its cards", most=9999),
        ),
        zones([Place("meld", laid.name, laid.cards), Place("left", "left in your hand", hand)]),
    )


def _meld_work(position: Kept) -> Work:
    laid = position.laid
    wild = tuple(card for card in laid.cards if WILD[card])
    size = plural(len(laid.cards), "card")
    if laid.canasta:
        kind = Step(
            f"{size.capitalize()} make a canasta; {plural(len(wild), 'wild card')}: it is {laid.canasta}.",
            ("CAN-CAN-01", "CAN-CAN-04", "CAN-CAN-02" if laid.canasta == "natural" else "CAN-CAN-03"),
            laid.cards,
            laid.label,
            laid.bonus,
        )
    else:
        kind = Step(
            f"{size.capitalize()} are no canasta: that takes seven.",
            ("CAN-CAN-01",),
            laid.cards,
            laid.label,
            0,
        )
    total = laid.bonus + laid.value
    sums = Step(
        f"Bonus {laid.bonus} and cards {laid.value}: {total}.", ("CAN-MELD-13", "CAN-RANK-03", "CAN-SCORE-06")
    )
    bonus_rule = {"natural": "CAN-SCORE-01", "mixed": "CAN-SCORE-02"}.get(laid.canasta or "", "CAN-CAN-01")
    return Work(
        {"kind": laid.canasta or "none", "bonus": str(laid.bonus), "cards": str(laid.value)},
        f"It is {_a(laid)}." if laid.canasta else f"It is no canasta: {laid.label}.",
        (kind, *value_steps(laid.cards), sums._replace(rules=(*sums.rules, bonus_rule))),
        by_field={
            "kind": ("CAN-CAN-01", "CAN-CAN-02", "CAN-CAN-03"),
            "bonus": (bonus_rule,),
            "cards": ("CAN-SCORE-06", "CAN-RANK-03"),
        },
    )


def _meld_hints(position: Kept) -> tuple[str, ...]:
    laid = position.laid
    return (
        "Count the cards, then the wild ones: seven cards make a canasta, one wild card makes it mixed.",
        f"{plural(len(laid.cards), 'card').capitalize()}, {plural(laid.wilds, 'wild card')}. "
        "A natural canasta pays 500, a mixed one 300.",
    )


def _meld_traps(position: Kept) -> Iterator[Trap]:
    laid, hand = position
    joins = tuple(card for card in hand if card.rank is laid.rank)
    if joins:
        yield Trap("can-hand-with-meld", str(laid.value + VALUES[joins[0]]), cards=joins, field="cards")
        if not laid.canasta:
            with_it = laid.with_cards(joins)
            yield Trap("can-hand-with-meld", with_it.canasta or "", cards=joins, field="kind")
            yield Trap("can-hand-with-meld", str(with_it.bonus), cards=joins, field="bonus")
    wild = tuple(card for card in laid.cards if WILD[card])
    if laid.canasta == "mixed":
        yield Trap("can-mixed-as-natural", "natural", cards=wild, field="kind")
        yield Trap("can-mixed-as-natural", "500", cards=wild, field="bonus")
    elif laid.canasta == "natural":
        yield Trap("can-natural-as-mixed", "mixed", field="kind")
        yield Trap("can-natural-as-mixed", "300", field="bonus")
    else:
        kind, bonus = ("mixed", "300") if wild else ("natural", "500")
        yield Trap("can-six-cards-canasta", kind, field="kind")
        yield Trap("can-six-cards-canasta", bonus, field="bonus")
    if len(laid.cards) > CANASTA_SIZE:
        more = len(laid.cards) - CANASTA_SIZE
        yield Trap("can-bonus-grows", str(laid.bonus + 100 * more), field="bonus")
        seven = sum(sorted((VALUES[card] for card in laid.cards), reverse=True)[:CANASTA_SIZE])
        yield Trap("can-only-seven-count", str(seven), field="cards")
    if wild:
        natural = next(card for card in laid.cards if not WILD[card])
        yield Trap(
            "can-wild-at-rank-value", str(VALUES[natural] * len(laid.cards)), cards=wild, field="cards"
        )
    if laid.bonus:
        yield Trap("can-bonus-in-cards", str(laid.bonus + laid.value), field="cards")
        yield Trap("can-canasta-cards-nothing", "0", field="cards")


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
    levels=("six or seven cards", "six to eight cards", "up to ten cards"),
    draw=_draw_meld,
    ask=_ask_meld,
    work=_meld_work,
    traps=_meld_traps,
    hints=_meld_hints,
    default_level=2,
)

# ---------------------------------------------------------------- may this be added?


class Addition(NamedTuple):
    """What the player in turn sees, and what that player wants to lay down."""

    seen: View
    action: Action


_ADDED = {
    "yes": "yes",
    "opponents": "no: that meld is the opponents'",
    "rank": "no: those cards are of another rank",
    "wild": "no: too many wild cards for its natural cards",
    "four-wild": "no: more than three wild cards",
    "second": "no: your side has a meld of that rank, which they join",
}
_ADDED_OF_RULE = {
    "CAN-MELD-01": "rank",
    "CAN-MELD-11": "rank",
    "CAN-MELD-02": "wild",
    "CAN-MELD-03": "four-wild",
    "CAN-MELD-08": "rank",
    "CAN-MELD-09": "opponents",
    "CAN-MELD-10": "second",
}


@lru_cache(maxsize=256)
def _added(asked: Addition) -> str:
    refusals = verdict(asked.seen, asked.action).refusals
    return _ADDED_OF_RULE[refusals[0].rule] if refusals else "yes"


def _draw_addition(random: Random, level: int, options: Options) -> Addition:
    return aim(
        random,
        lambda random: _addition(random, level, options),
        lambda one: _added(one) == "yes",
        (True, False),
    )


_ADDITIONS = {
    1: ("own", "own", "foreign", "stranger"),
    2: ("own", "own", "wild", "wild", "foreign", "second", "stranger"),
    3: ("wild", "wild", "second", "own"),
}


def _addition(random: Random, level: int, options: Options) -> Addition:
    while True:
        deck = Deck(random)
        kind = deck.one_of(_ADDITIONS[level])
        rank, second, other, foreign = ranks = deck.ranks(4)
        mine = deck.sound(rank, 3, 5 if kind == "second" else (5, 7, 8)[level - 1], options)
        if kind == "own" and deck.happens(0.4):
            mine = (*mine, *deck.of(rank, max(0, 7 - len(mine))))
        melds = [[mine, deck.sound(second, 3, 4, options)], [deck.sound(foreign, 3, 6, options)]]
        if kind == "second":
            cards = deck.of(deck.one_of((rank, rank, other)), 3)
            action = meld(cards)
        else:
            to = foreign if kind == "foreign" else rank
            number = {"own": 1, "wild": deck.between(0, 1), "foreign": deck.between(1, 2), "stranger": 1}[
                kind
            ]
            wild = deck.between(1, 2) if kind == "wild" else 0
            cards = (*deck.of(other if kind == "stranger" else to, number), *deck.wild(wild))
            action = meld(add(to, cards))
        if len(cards) == 3 or (cards and kind != "second"):
            hand = (*cards, *deck.odd(deck.between(4, 6), ranks))
            state = deck.table(options=options, phase="play", hands=[hand], melds=melds)
            return Addition(view(state, 0), action)


def _addition_places(asked: Addition) -> list[Place]:
    seen, action = asked
    laid = action.parts[0].cards
    return [
        Place("laid", "laid down", laid),
        *meld_places(seen.own_melds, "your side"),
        *meld_places(seen.melds[1 - seen.side], "opponents"),
        hand_place(without(seen.hand, laid), label="kept in hand"),
    ]


def _ask_addition(asked: Addition) -> Asked:
    part = asked.action.parts[0]
    what = f"lay {list_cards(part.cards)} down as a new meld"
    if part.rank is not None:
        what = f"add {list_cards(part.cards)} to the {rank_name(part.rank)}"
    return Asked(
        f"You want to {what}. May you, by the {asked.seen.options.preset} rules?",
        (forms.choose("may", "may you?", _ADDED.items()),),
        zones(_addition_places(asked)),
    )


def _addition_work(asked: Addition) -> Work:
    seen, action = asked
    part = action.parts[0]
    judged = verdict(seen, action)
    answer = _added(asked)
    if part.rank is None:
        first = Step(
            f"It would be a new meld of {rank_name(_rank_of(part.cards))}.", (), part.cards, "laid down"
        )
    else:
        own = next((laid for laid in seen.own_melds if laid.rank is part.rank), None)
        text = (
            f"Your side's {own.name} are {_a(own)}."
            if own
            else f"The {rank_name(part.rank)} are the opponents'."
        )
        first = Step(text, (), own.cards if own else (), "the meld")
    if judged.refusals:
        refusal = judged.refusals[0]
        text = sentence(refusal.text)
        return Work(
            {"may": answer}, "No.", (first, Step(text, tuple(one.rule for one in judged.refusals[::-1])))
        )
    assert judged.table is not None
    after = next(laid for laid in judged.table.melds if laid.rank is _rank_of(part.cards, part.rank))
    rule = (
        "CAN-MELD-07"
        if part.rank is None
        else "CAN-CAN-05"
        if len(after.cards) > CANASTA_SIZE
        else "CAN-MELD-08"
    )
    return Work(
        {"may": "yes"},
        "Yes.",
        (first, Step(f"It makes {_a(after)}.", ("CAN-MELD-08", rule), after.cards, "then")),
    )


def _a(laid: Meld) -> str:
    return f"a {laid.label}" if laid.canasta else laid.label


def _rank_of(cards: tuple[Card, ...], rank: Rank | None = None) -> Rank:
    return rank or next(card.rank for card in cards if not WILD[card])


def _addition_traps(asked: Addition) -> Iterator[Trap]:
    answer = _added(asked)
    part = asked.action.parts[0]
    mistakes = {
        "opponents": "can-add-to-opponents",
        "rank": "can-ranks-mixed",
        "wild": "can-wild-ratio",
        "second": "can-second-meld",
    }
    if answer != "yes":
        if answer in mistakes:
            yield Trap(mistakes[answer], "yes")
        return
    wild = any(WILD[card] for card in part.cards)
    other = by_other_rules(asked.seen.options, "wild_ratio")
    if wild and _added(asked._replace(seen=asked.seen._replace(options=other))) == "wild":
        text = "These rules ask for two natural cards in all, not for two a wild card."
        yield Trap("can-wild-ratio", "wild", text)
    own = next((laid for laid in asked.seen.own_melds if laid.rank is part.rank), None)
    if own and own.canasta:
        yield Trap("can-canasta-closed", "second")


def _other_additions(asked: Addition) -> Iterator[Addition]:
    """The same with one of the cards that are laid exchanged for another."""
    seen, action = asked
    part = action.parts[0]
    rank = _rank_of(part.cards, part.rank)
    rest = without(seen.hand, part.cards[-1:])
    used = Counter([*rest, *[card for melds in seen.melds for laid in melds for card in laid.cards]])
    for card in (*[card for card in PACK52 if card.rank is rank], Card("2C"), JOKER, Card("5H"), Card("9S")):
        if used[card] < (4 if card is JOKER else 2):
            laid = part._replace(cards=in_order((*part.cards[:-1], card)))
            yield Addition(seen._replace(hand=tuple(sorted((*rest, card)))), meld(laid))


ADD = exercise(
    id="can-add",
    title="May you add this?",
    topic="adding to melds",
    rules=(
        "CAN-MELD-07",
        "CAN-MELD-08",
        "CAN-MELD-09",
        "CAN-MELD-10",
        "CAN-MELD-02",
        "CAN-MELD-03",
        "CAN-CAN-05",
    ),
    mistakes=(
        "can-add-to-opponents",
        "can-ranks-mixed",
        "can-wild-ratio",
        "can-second-meld",
        "can-canasta-closed",
    ),
    levels=(
        "natural cards to melds of both sides",
        "wild cards, and second melds",
        "as many wild cards as may be",
    ),
    draw=_draw_addition,
    ask=_ask_addition,
    work=_addition_work,
    traps=_addition_traps,
    vary=_other_additions,
    default_level=2,
)

# ---------------------------------------------------------------- what is the bonus then?


def _draw_bonus(random: Random, level: int, options: Options) -> Addition:
    """A meld of five to nine cards that one or two cards are added to."""
    while True:
        deck = Deck(random)
        rank, second = deck.ranks(2)
        laid = deck.sound(rank, 5, (5, 6, 7)[level - 1], options)
        if deck.happens(0.35):
            deck = Deck(random)
            laid = deck.meld(rank, deck.between(6, 7))
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


def _ask_bonus(asked: Addition) -> Asked:
    part = asked.action.parts[0]
    assert part.rank is not None
    return Asked(
        f"You add {list_cards(part.cards)} to your side's {rank_name(part.rank)}. "
        "What bonus does that meld bring then, at the end of the deal?",
        (forms.choose("bonus", "bonus", (("0", "none"), ("300", "300"), ("500", "500"))),),
        zones(_addition_places(asked)),
    )


def _before_and_after(asked: Addition) -> tuple[Meld, Meld]:
    rank = asked.action.parts[0].rank
    table = verdict(*asked).table
    assert table is not None
    before = next(laid for laid in asked.seen.own_melds if laid.rank is rank)
    return before, next(laid for laid in table.melds if laid.rank is rank)


def _bonus(asked: Addition) -> Work:
    before, after = _before_and_after(asked)
    size = plural(len(after.cards), "card")
    first = Step(
        f"It then has {size}, {plural(after.wilds, 'wild card')} among them.",
        ("CAN-CAN-01",),
        after.cards,
        "then",
    )
    if not after.canasta:
        last = Step("That is no canasta yet: it takes seven.", ("CAN-CAN-01",))
    elif before.canasta == "natural" and after.canasta == "mixed":
        last = Step("The wild card makes the natural canasta a mixed one.", ("CAN-CAN-03", "CAN-CAN-06"))
    elif before.canasta:
        text = f"It stays a {after.canasta} canasta: more cards do not change the bonus."
        last = Step(text, ("CAN-MELD-08", "CAN-CAN-05"))
    else:
        rule = "CAN-CAN-02" if after.canasta == "natural" else "CAN-CAN-03"
        last = Step(f"It becomes a {after.canasta} canasta.", ("CAN-CAN-01", rule))
    title = f"The bonus is {after.bonus} then." if after.bonus else "There is no bonus yet."
    return Work({"bonus": str(after.bonus)}, title, (first, last))


def _bonus_traps(asked: Addition) -> Iterator[Trap]:
    before, after = _before_and_after(asked)
    if before.canasta == "natural" and after.canasta == "mixed":
        yield Trap("can-natural-stays", "500")
    if not after.canasta:
        yield Trap("can-six-cards-canasta", "300" if after.wilds else "500")
    elif after.canasta == "mixed":
        yield Trap("can-mixed-as-natural", "500")
    else:
        yield Trap("can-natural-as-mixed", "300")
    if after.canasta and not before.canasta:
        yield Trap("can-canasta-at-once", "0")


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
        laid = make_meld(cards)
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
    levels=("from five cards", "from up to six", "from up to seven"),
    draw=_draw_bonus,
    ask=_ask_bonus,
    work=_bonus,
    traps=_bonus_traps,
    vary=_bonus_twins,
    default_level=2,
)

EXERCISES = (ADD, PAYS, BONUS)
