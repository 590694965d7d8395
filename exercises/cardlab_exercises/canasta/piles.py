"""Exercises on the discard pile: the ways to take it, and what taking it brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, View, apply, check, explain, make_meld, read_action, view
from cardlab.canasta.rules.actions import DRAW, Action, take_onto, take_with
from cardlab.canasta.rules.legal_actions import takes
from cardlab.canasta.rules.melds import NATURAL, RED_THREE, WILD, rank_name
from cardlab.canasta.rules.pile import freeze_rule
from cardlab.canasta.rules.state import State
from cardlab.cards import PACK52, Card, Rank, list_cards, without
from cardlab.display.scene import sentence
from cardlab.wording import plural
from cardlab_exercises.canasta.common import exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import are_laid_out, at_table, score_text, table_places, zones
from cardlab_exercises.declaration.declare import Distractor, Grade, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import balanced

# ---------------------------------------------------------------- in which ways may it be taken?

_WAYS = (
    ("pair", "with a natural pair from hand"),
    ("wild", "with one natural and one wild card"),
    ("onto", "onto a meld of your side"),
)


def _taking(random: Random, level: int, options: Options) -> View:
    """A turn that begins. From level 2 on the pile is frozen more often, or few cards are left."""
    deck = Deck(random)
    rank, other = deck.ranks(2)
    naturals = deck.one_of((0, 0, 0, 1, 1, 1, 2, 2))
    wilds = deck.one_of((0, 1, 2, 2, 2))
    few = level > 1 and deck.happens(0.18)
    if not naturals and not few:
        wilds = 2
    opened = few or deck.happens(0.75 if level == 1 else 0.42)
    fits = few or (opened and deck.happens(0.35))
    melds = [deck.sound(rank, 3, 4, options)] if fits else []
    melds += [deck.sound(other, 3, 6, options)] if opened else []
    frozen = not few and deck.happens((0.15, 0.4, 0.4)[level - 1])
    pile = [*deck.natural(deck.between(1, 2 + level), [rank]), *deck.of(rank, 1)]
    if frozen:
        pile.insert(deck.between(0, len(pile) - 1), deck.wild(1)[0])
    if level > 1 and not few and deck.happens(0.3):
        pile.append(deck.one_of((deck.black_three()[0], deck.wild(1)[0])))
    own = (*deck.of(rank, naturals), *deck.wild(wilds))
    if few:
        own, pile = deck.natural(1, [rank]), pile[-deck.one_of((1, 1, 2)) :]
    hand = own if few else (*own, *deck.odd(deck.between(5, 8), [rank, other]))
    state = deck.table(
        options=options,
        hands=[hand],
        melds=[melds, [deck.sound(deck.ranks(1, [rank, other])[0], 3, 5, options)]],
        pile=pile,
        melded=[deck.one_of((0, 2)), 1] if opened else [1],
        scores=[deck.one_of((0, 0, 500, 1500)), deck.score()],
    )
    return view(state, 0)


@lru_cache(maxsize=256)
def _ways(seen: View) -> tuple[str, ...]:
    """The ways in which the engine lets the pile be taken, in the order of the choices."""
    found = set()
    for way in takes(seen):
        naturals = sum(not WILD[card] for card in way.cards)
        found.add("onto" if way.onto is not None else "pair" if naturals >= 2 else "wild")
        if len(found) == 3:
            break
    return tuple(value for value, _ in _WAYS if value in found)


_draw_taking = balanced(_taking, lambda seen: bool(_ways(seen)), tries=60)


def _words(ways: tuple[str, ...]) -> str:
    return " ".join(ways) or "none"


def _ask_taking(seen: View) -> Prompt:
    return Prompt(
        f"{score_text(seen)} It is your turn. In which ways may you take the discard pile "
        f"({seen.options.label})?",
        (forms.several("ways", "you may take it", _WAYS),),
        zones(table_places(seen)),
    )


_NOTHING = "Your side has melded nothing yet"


def _taking_steps(seen: View) -> tuple[Step, ...]:
    """The state of the pile, what the hand holds, and what follows, in the words of the engine."""
    top = seen.pile[-1]
    text, rules = _told(seen)
    steps = [Step(f"{top.short} lies on top.", ("CAN-PILE-01",), (top,), "top card")]
    if seen.frozen:
        cards = tuple(freeze.card for freeze in seen.frozen)
        steps.append(
            Step(f"{list_cards(cards)} froze the pile.", (freeze_rule(cards[0]),), cards, "crosswise")
        )
    if not seen.own_melds:
        if _NOTHING not in text:
            steps.append(Step(_NOTHING + ".", ("CAN-PILE-02",)))
    elif not seen.melded[0]:
        steps.append(
            Step("Your partner has melded, and that opens the pile to you as well.", ("CAN-PILE-12",))
        )
    own = tuple(card for card in seen.hand if card.rank is top.rank)
    wild = tuple(card for card in seen.hand if WILD[card])
    if NATURAL[top]:
        ranks = plural(len(own), top.rank.label, rank_name(top.rank))
        held = f"You hold {ranks} and {plural(len(wild), 'wild card')}."
        steps.append(Step(held, (), (*own, *wild), "in hand"))
    return (*steps, Step(text, rules))


@lru_cache(maxsize=256)
def _told(seen: View) -> tuple[str, tuple[str, ...]]:
    """What the engine says about the pile, and the rules; of several reasons against it the first."""
    topic = explain(seen).topic("pile")
    assert topic is not None
    if not topic.allowed:
        return sentence(topic.text), topic.rules[:1]
    return f"{sentence(topic.text)} {_how(seen)}", topic.rules


def _how(seen: View) -> str:
    """What takes the pile, way by way."""
    top = seen.pile[-1].rank
    told = {
        "pair": f"Two natural {rank_name(top)} from your hand take it.",
        "wild": f"One {top.label} and one wild card from your hand take it.",
        "onto": f"The top card can be added to your side's {rank_name(top)}.",
    }
    return " ".join(told[way] for way in _ways(seen))


def _taking_solution(seen: View) -> Solution:
    ways = _ways(seen)
    title = (
        f"You may take it {' or '.join(dict(_WAYS)[way] for way in ways)}."
        if ways
        else "You may not take it."
    )
    steps = _taking_steps(seen)
    rules = {"pair": "CAN-PILE-03", "wild": "CAN-PILE-04", "onto": "CAN-PILE-05"}
    last = steps[-1]._replace(rules=tuple(dict.fromkeys((*steps[-1].rules, *[rules[way] for way in ways]))))
    return Solution({"ways": _words(ways)}, title, (*steps[:-1], last))


def _taking_distractors(seen: View) -> Iterator[Distractor]:
    ways = set(_ways(seen))
    top = seen.pile[-1]
    own = [card for card in seen.hand if card.rank is top.rank]
    wild = tuple(card for card in seen.hand if WILD[card])

    def named(found: set[str]) -> str:
        return _words(tuple(value for value, _ in _WAYS if value in found))

    if not NATURAL[top]:
        for number in (1, 2, 3):
            for found in combinations([value for value, _ in _WAYS], number):
                yield Distractor("can-top-not-natural", _words(found), cards=(top,))
        return
    if not seen.own_melds:
        other = next(rank for rank in (Rank.FOUR, Rank.KING) if rank is not top.rank)
        opened = seen._replace(
            melds=((make_meld([Card(f"{other.letter}{suit}") for suit in "CDH"]),), *seen.melds[1:])
        )
        yield Distractor("can-pile-too-early", _words(_ways(opened)))
    if seen.frozen:
        thawed = _ways(seen._replace(frozen=()))
        yield Distractor(
            "can-freeze-ignored", _words(thawed), cards=tuple(freeze.card for freeze in seen.frozen)
        )
    if not own and len(wild) > 1 and seen.own_melds and not seen.frozen:
        yield Distractor("can-two-wilds-take", named(ways | {"wild"}), cards=wild)
    if "onto" in ways:
        yield Distractor("can-onto-forgotten", named(ways - {"onto"}))
    elif any(laid.rank is top.rank for laid in seen.own_melds) and len(seen.pile) == 1 == len(seen.hand):
        yield Distractor("can-last-card-takes", "onto")
    if "wild" in ways:
        yield Distractor("can-wild-take-forgotten", named(ways - {"wild"}))


def _other_takings(seen: View) -> Iterator[View]:
    """The same with another top card, or with one card of the hand another."""
    lying = Counter([*seen.pile, *[card for side in seen.melds for laid in side for card in laid.cards]])
    used = lying + Counter(seen.hand)
    ranks = dict.fromkeys([card.rank for card in seen.hand] + [laid.rank for laid in seen.own_melds])
    top = seen.pile[-1]
    kept = tuple(freeze for freeze in seen.frozen if freeze.card is not top)
    for card in PACK52:
        if card.rank in ranks and NATURAL[card] and card.rank is not top.rank and used[card] < 2:
            yield seen._replace(pile=(*seen.pile[:-1], card), frozen=kept)
    for card in [card for card in PACK52 if card.rank is top.rank and NATURAL[card] and used[card] < 2]:
        for old in seen.hand:
            yield seen._replace(hand=tuple(sorted((*without(seen.hand, [old]), card))))


MAY_TAKE = exercise(
    id="can-pile-ways",
    title="In which ways may you take the pile?",
    topic="taking the pile",
    rules=(
        "CAN-PILE-01",
        "CAN-PILE-02",
        "CAN-PILE-03",
        "CAN-PILE-04",
        "CAN-PILE-05",
        "CAN-PILE-06",
        "CAN-PILE-07",
        "CAN-PILE-08",
        "CAN-PILE-09",
        "CAN-PILE-12",
        "CAN-FRZ-01",
        "CAN-FRZ-03",
        "CAN-FRZ-06",
        "CAN-INIT-05",
    ),
    mistakes=(
        "can-top-not-natural",
        "can-pile-too-early",
        "can-freeze-ignored",
        "can-two-wilds-take",
        "can-onto-forgotten",
        "can-wild-take-forgotten",
        "can-last-card-takes",
    ),
    levels=("mostly open piles", "frozen piles, unopened sides, few cards", "longer piles"),
    draw=_draw_taking,
    ask=_ask_taking,
    solution=_taking_solution,
    distractors=_taking_distractors,
    vary=_other_takings,
    default_level=3,
)

# ---------------------------------------------------------------- take it, or draw


def _ask_action(seen: View) -> Prompt:
    table = at_table(seen)
    return Prompt(
        f"Take the discard pile if you may by the {seen.options.label}: 'take with QH QS' or "
        "'take onto Q', and after a comma melds that you need with it. If you may not: 'draw'.",
        (forms.action("action", "you"),),
        table.zones,
        table,
    )


def _best_take(seen: View) -> Action:
    return next(iter(takes(seen)), DRAW)


def _action_solution(seen: View) -> Solution:
    best = _best_take(seen)
    title = sentence(str(best)) if best is not DRAW else "Draw: the pile may not be taken."
    steps = _taking_steps(seen)
    last = steps[-1]
    if best is DRAW:
        last = last._replace(rules=("CAN-TURN-01", *last.rules))
    return Solution({"action": str(best)}, title, (*steps[:-1], last))


def _grade_take(seen: View, answer: Mapping[str, str]) -> Grade:
    action = read_action(answer["action"], seen)
    refusals = check(seen, action)
    text, rules = _told(seen)
    if refusals:
        against = [one.rule for one in refusals if one.rule not in _FOLLOWS]
        made = {_MISTAKE_OF_RULE.get(rule, "") for rule in against}
        mistake = made.pop() if len(made) == 1 else ""
        return Grade(0.0, "That is refused.", sentence(refusals[0].text), mistake, (refusals[0].rule,))
    if action.kind == "take":
        return Grade(1.0, "Right: you take the pile.", text, rules=rules)
    if _ways(seen):
        return Grade(0.0, "The pile can be taken.", text, "can-take-missed", rules)
    return Grade(1.0, "Right: you have to draw.", text, rules=rules)


_FOLLOWS = ("CAN-INIT-01", "CAN-INIT-05")
"""What is said against a take before the first meld as well: that the minimum is not reached."""
_MISTAKE_OF_RULE = {
    "CAN-PILE-02": "can-pile-too-early",
    "CAN-PILE-06": "can-freeze-ignored",
    "CAN-FRZ-01": "can-freeze-ignored",
    "CAN-FRZ-02": "can-freeze-ignored",
    "CAN-PILE-08": "can-top-not-natural",
    "CAN-FRZ-06": "can-top-not-natural",
    "CAN-PILE-04": "can-two-wilds-take",
}


def _action_distractors(seen: View) -> Iterator[Distractor]:
    """What might be tried, judged as the answer would be."""
    for action in _tries(seen):
        grade = _grade_take(seen, {"action": str(action)})
        if grade.mistake:
            yield Distractor(grade.mistake, str(action), grade.text)


def _tries(seen: View) -> Iterator[Action]:
    yield DRAW
    top = seen.pile[-1]
    own = [card for card in seen.hand if card.rank is top.rank]
    wild = [card for card in seen.hand if WILD[card]]
    pairs = combinations(seen.hand[:2] if not NATURAL[top] else [*own, *wild], 2)
    for pair in dict.fromkeys(pairs):
        yield take_with(pair)
    if any(laid.rank is top.rank for laid in seen.own_melds):
        yield take_onto(top.rank)


def _wrong_take(seen: View) -> str:
    return "draw" if _ways(seen) else str(take_with(seen.hand[:2]))


TAKE = exercise(
    id="can-pile-take",
    title="Take the pile, or draw",
    topic="taking the pile",
    rules=(*MAY_TAKE.rules, "CAN-TURN-01"),
    mistakes=(
        "can-take-missed",
        "can-pile-too-early",
        "can-freeze-ignored",
        "can-two-wilds-take",
        "can-top-not-natural",
    ),
    levels=MAY_TAKE.levels,
    draw=_draw_taking,
    ask=_ask_action,
    solution=_action_solution,
    distractors=_action_distractors,
    grade=_grade_take,
    vary=_other_takings,
    read_action=lambda seen, text: str(read_action(text, seen)),
    wrong=_wrong_take,
    default_level=2,
    form_label="your action",
)

# ---------------------------------------------------------------- how many cards do you hold then?


class Taken(NamedTuple):
    """A turn that begins, and the legal take of the pile that opens it."""

    state: State
    action: Action


def _draw_taken(random: Random, level: int, options: Options) -> Taken:
    deck = Deck(random)
    rank, other = deck.ranks(2)
    kind = deck.one_of(("pair", "pair", "wild", "onto")[: 2 if level == 1 else 4])
    red = deck.red_three(deck.one_of((1, 1, 2))) if level > 1 and deck.happens(0.4) and kind == "pair" else ()
    pile = (*red, *deck.natural(deck.between(2, 3 + 2 * level), [rank]), *deck.of(rank, 1))
    melds = [deck.sound(other, 3, 5, options)]
    melds += [deck.sound(rank, 3, 4, options)] if kind == "onto" else []
    cards: tuple[Card, ...] = ()
    if kind != "onto":
        cards = deck.of(rank, 2) if kind == "pair" else (*deck.of(rank, 1), *deck.wild(1))
    hand = (*cards, *deck.odd(deck.between(4, 9), [rank, other]))
    state = deck.table(options=options, hands=[hand], melds=[melds], pile=pile)
    return Taken(state, take_onto(rank) if kind == "onto" else take_with(cards))


def _into(position: Taken, *wrong: str, without: str = "") -> str:
    """The answer that the rest of the pile goes into the hand, and what else is named."""
    named = {"rest", *wrong} - {without}
    return " ".join(value for value in ("cards", "top", "rest", "red", "stock") if value in named) or "none"


def _going(position: Taken) -> list[tuple[str, str]]:
    """What might go into the hand."""
    state, action = position
    red_threes = [card for card in state.pile if RED_THREE[card]]
    going = [("cards", f"{list_cards(action.cards)} from your hand")] if action.cards else []
    going.append(("top", f"the top card, {state.pile[-1].short}"))
    if not red_threes:
        return [*going, ("rest", "the other cards of the pile")]
    named = list_cards(red_threes)
    return [
        *going,
        ("rest", f"the other cards of the pile without {named}"),
        ("red", named),
        ("stock", f"{'a card' if len(red_threes) == 1 else 'cards'} from the stock for {named}"),
    ]


def _ask_taken(position: Taken) -> Prompt:
    state, action = position
    seen = view(state, 0)
    how = f"with {list_cards(action.cards)}" if action.cards else f"onto your {rank_name(seen.pile[-1].rank)}"
    return Prompt(
        f"You take the discard pile {how}. Which of these are in your hand then, and how many cards do you "
        "hold in all, before you go on?",
        (
            forms.several("into", "in your hand then", _going(position)),
            forms.number("held", "cards in hand", most=108),
        ),
        zones(table_places(seen)),
    )


def _taken_solution(position: Taken) -> Solution:
    state, action = position
    seen = view(state, 0)
    after = apply(state, action).state.hands[0]
    top = seen.pile[-1]
    rest = seen.pile[:-1]
    red_threes = tuple(card for card in rest if RED_THREE[card])
    shown = f"First you add the top card, {top.short}, to your {rank_name(top.rank)}."
    if action.cards:
        shown = f"First you show {list_cards(action.cards)} and lay them down with the top card, {top.short}."
    rule = "CAN-PILE-07" if len(action.cards) == 2 and not WILD[action.cards[-1]] else "CAN-PILE-10"
    steps = [
        Step(shown, ("CAN-PILE-11", rule), (*action.cards, top), "laid down"),
        Step(
            f"Then the other {plural(len(rest), 'card')} of the pile go into your hand."
            if len(rest) > 1
            else "Then the other card of the pile goes into your hand.",
            ("CAN-PILE-01", "CAN-PILE-10"),
            rest,
            "the rest",
        ),
    ]
    if red_threes:
        steps.append(
            Step(
                f"{are_laid_out(red_threes)}, and nothing is drawn for that.",
                ("CAN-R3-03",),
                red_threes,
                "red three",
            )
        )
    less, more = (f" − {len(cards)}" if cards else "" for cards in (action.cards, red_threes))
    count = f"{len(seen.hand)}{less} + {len(rest)}{more}"
    steps.append(Step(f"{count} = {len(after)}.", ("CAN-PILE-10",)))
    into = ("CAN-R3-03",) if red_threes else ("CAN-PILE-01", "CAN-PILE-10")
    return Solution(
        {"into": _into(position), "held": str(len(after))},
        f"You hold {len(after)} cards.",
        tuple(steps),
        by_field={"into": into, "held": into},
    )


def _taken_distractors(position: Taken) -> Iterator[Distractor]:
    state, action = position
    held, pile = len(state.hands[0]), state.pile
    right = len(apply(state, action).state.hands[0])
    red_threes = tuple(card for card in pile if RED_THREE[card])

    def holding(mistake: str, into: str, number: int, cards: tuple[Card, ...] = ()) -> Distractor:
        return Distractor(mistake, into, cards=cards, field="into", also={"held": str(number)})

    if red_threes:
        more = right + len(red_threes)
        yield holding("can-red-three-kept", _into(position, "red"), more, red_threes)
        yield holding("can-red-three-pile-replaced", _into(position, "stock"), more, red_threes)
    yield holding("can-top-card-kept", _into(position, "top"), right + 1, pile[-1:])
    if action.cards:
        kept = right + len(action.cards)
        yield holding("can-pair-kept", _into(position, "cards"), kept, action.cards)
    left = held - len(action.cards)
    yield holding("can-pile-top-only", _into(position, without="rest"), left)
    yield holding("can-pile-top-only", _into(position, "top", without="rest"), left + 1)


def _smaller_piles(position: Taken) -> Iterator[Taken]:
    """The same with one card less in the pile."""
    state = position.state
    for card in state.pile[:-1]:
        yield position._replace(state=state._replace(pile=without(state.pile, [card])))


TAKEN = exercise(
    id="can-pile-hand",
    title="How many cards do you hold then?",
    topic="taking the pile",
    rules=("CAN-PILE-01", "CAN-PILE-07", "CAN-PILE-10", "CAN-PILE-11", "CAN-R3-03"),
    mistakes=(
        "can-red-three-kept",
        "can-red-three-pile-replaced",
        "can-top-card-kept",
        "can-pair-kept",
        "can-pile-top-only",
    ),
    levels=("with a pair", "in every way, red threes among the cards", "large piles"),
    draw=_draw_taken,
    ask=_ask_taken,
    solution=_taken_solution,
    distractors=_taken_distractors,
    vary=_smaller_piles,
    default_level=2,
)

EXERCISES = (MAY_TAKE, TAKE, TAKEN)
