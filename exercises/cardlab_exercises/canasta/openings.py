"""Exercises on a side's first meld: what it must count, what it counts, and whether that is enough."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from random import Random
from typing import NamedTuple

from cardlab.canasta import Options, View, minimum, value_of, view
from cardlab.canasta.rules.actions import Action, meld, take_with
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import VALUES, WILD, Meld, canastas, in_order, make_meld, rank_name
from cardlab.cards import Card, list_cards, without
from cardlab.wording import signed
from cardlab_exercises.canasta.common import exercise, having, slip
from cardlab_exercises.canasta.generators import EDGES, Deck
from cardlab_exercises.canasta.zones import (
    Place,
    hand_place,
    meld_places,
    pile_place,
    score_text,
    zones,
)
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import balanced

# ---------------------------------------------------------------- what is the minimum?

_MINIMA = (("0", "none: anything sound"), ("15", "15"), ("50", "50"), ("90", "90"), ("120", "120"))


def _draw_minimum(random: Random, level: int, options: Options) -> View:
    """From level 2 on at the edges of the table of minimums; from level 1 on the partner may have melded."""
    deck = Deck(random)
    ours = deck.one_of(EDGES) if level > 1 and deck.happens(0.5) else deck.score()
    red_threes = deck.red_three(deck.between(0, min(level, 2)))
    if red_threes and deck.happens(0.25):  # with them the score would need more
        ours = deck.one_of((1500, 3000)) - 5 * deck.between(2, 20 * len(red_threes))
    melds = [[deck.sound(deck.ranks(1)[0], 3, 5, options)]] if deck.happens(0.2) else []
    state = deck.table(
        options=options,
        phase="play",
        hands=[deck.natural(deck.between(5, 12))],
        melds=melds,
        red_threes=[red_threes],
        scores=[ours, deck.score()],
        melded=[2] if melds else [],
    )
    return view(state, 0)


def side_reds(seen: View) -> tuple[Card, ...]:
    """The red threes of the seat's side."""
    return tuple(
        card for seat, side in enumerate(seen.side_of) if side == seen.side for card in seen.red_threes[seat]
    )


def _side_places(seen: View) -> list[Place]:
    places = meld_places(seen.own_melds, "your partner's")
    red_threes = side_reds(seen)
    if red_threes:
        places.append(Place("reds", "your side's red threes", red_threes))
    return places


def _ask_minimum(seen: View) -> Prompt:
    return Prompt(
        f"{score_text(seen)} You want to meld, for the first time in this deal. "
        "What must the cards that you lay down count at least?",
        (forms.choose("minimum", "at least", _MINIMA),),
        zones([*_side_places(seen), hand_place(seen.hand)]),
    )


def _needed(seen: View) -> int:
    return 0 if seen.own_melds else seen.minimum


def _minimum(seen: View) -> Solution:
    need = _needed(seen)
    if seen.own_melds:
        return Solution(
            {"minimum": "0"},
            "There is no minimum any more.",
            (
                Step("Your partner has melded in this deal.", (), seen.own_melds[0].cards, "partner"),
                Step("Only the first meld of a side needs the minimum.", ("CAN-INIT-01", "CAN-INIT-07")),
            ),
        )
    return Solution(
        {"minimum": str(need)},
        f"They must count {need}.",
        (
            Step(
                f"What matters is your side's total before the deal: {signed(seen.score)}.", ("CAN-INIT-02",)
            ),
            Step(f"With that total the minimum is {need}.", ("CAN-INIT-01",)),
        ),
    )


def _minimum_distractors(seen: View) -> Iterator[Distractor]:
    theirs = minimum(seen.scores[1 - seen.side])
    if seen.own_melds:
        yield Distractor("can-minimum-again", str(seen.minimum))
        return
    if seen.score < 0:
        yield Distractor("can-minimum-below-zero", "50")
    for other in (seen.score - 5, seen.score + 5):
        if minimum(other) != seen.minimum:
            yield Distractor("can-minimum-edge", str(minimum(other)))
    red_threes = 100 * len(side_reds(seen))
    if minimum(seen.score + red_threes) != seen.minimum:
        yield Distractor("can-minimum-this-deal", str(minimum(seen.score + red_threes)))
    yield Distractor("can-minimum-of-opponents", str(theirs))


def _other_scores(seen: View) -> Iterator[View]:
    """The same at the nearest other scores at which the minimum changes."""
    for score in sorted((-5, 0, 1495, 1500, 2995, 3000), key=lambda score: abs(score - seen.score)):
        yield seen._replace(scores=(score, *seen.scores[1:]))


MINIMUM = exercise(
    id="can-minimum",
    title="What is the minimum?",
    topic="the first meld",
    rules=("CAN-INIT-01", "CAN-INIT-02", "CAN-INIT-07"),
    mistakes=(
        "can-minimum-again",
        "can-minimum-below-zero",
        "can-minimum-edge",
        "can-minimum-this-deal",
        "can-minimum-of-opponents",
    ),
    levels=("any score", "scores where it changes", "scores where it changes, and red threes"),
    draw=_draw_minimum,
    ask=_ask_minimum,
    solution=_minimum,
    distractors=_minimum_distractors,
    vary=_other_scores,
    default_level=2,
)

# ---------------------------------------------------------------- what does it count, and is it enough?


class FirstMeld(NamedTuple):
    """What the player in turn sees, and the first meld of the side that is about to be laid."""

    seen: View
    action: Action

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards that count: those laid from the hand, and of a pile the top card."""
        return (*self.action.cards, *([self.seen.pile[-1]] if self.taking else []), *self.action.laid)

    @property
    def taking(self) -> bool:
        return self.action.kind == "take"

    @property
    def melds(self) -> list[tuple[Card, ...]]:
        """The melds as they would lie."""
        made = [in_order((*self.action.cards, self.seen.pile[-1]))] if self.taking else []
        return made + [part.cards for part in self.action.parts]

    @property
    def laid(self) -> list[Meld]:
        """The same as melds, which know whether they are canastas."""
        return [make_meld(cards, self.seen.options) for cards in self.melds]


def _opening(random: Random, level: int, options: Options) -> FirstMeld:
    deck = Deck(random)
    ranks = deck.ranks(3)
    parts = [
        deck.sound(rank, 3, 4 if level < 3 else 7, options) for rank in ranks[: deck.between(1, level)][:2]
    ]
    red_threes = deck.red_three(deck.one_of((0, 0, 1, 2)))
    odd = deck.odd(deck.between(3, 5), ranks)
    hand = (*[card for part in parts for card in part], *odd)
    scores = [deck.one_of(_SCORES), deck.score()]
    state = deck.table(options=options, phase="play", hands=[hand], red_threes=[red_threes], scores=scores)
    return FirstMeld(view(state, 0), meld(*parts))


_SCORES = (-100, 0, 0, 700, 1500, 2100, 3000, 3600)


def _pile_opening(random: Random, level: int, options: Options) -> FirstMeld:
    """A pile taken with a natural pair for the first meld, from level 2 on often with another meld."""
    deck = Deck(random)
    ranks = deck.ranks(2)
    pair = deck.of(ranks[0], 2)
    parts = [deck.sound(ranks[1], 3, 2 + level, options)] if level > 1 and deck.happens(0.6) else []
    pile = (*deck.natural(deck.between(1, 1 + 2 * level), ranks), *deck.of(ranks[0], 1))
    hand = (*pair, *[card for part in parts for card in part], *deck.odd(deck.between(4, 6), ranks))
    red_threes = deck.red_three(deck.one_of((0, 0, 1, 2)))
    scores = [deck.one_of(_SCORES), deck.score()]
    state = deck.table(options=options, hands=[hand], red_threes=[red_threes], pile=pile, scores=scores)
    return FirstMeld(view(state, 0), take_with(pair, *parts))


@lru_cache(maxsize=256)
def _enough(asked: FirstMeld) -> bool:
    return not verdict(asked.seen, asked.action).refusals


def _ask_opening(asked: FirstMeld) -> Prompt:
    seen, action = asked
    places = [
        Place(f"meld-{at}", rank_name(make_meld(cards).rank), cards, "meld")
        for at, cards in enumerate(asked.melds)
    ]
    how = "You lay this down"
    if asked.taking:
        how = f"You take the pile with {list_cards(action.cards)} and lay this down"
        places.append(pile_place(seen))
    places += [
        *_side_places(seen),
        hand_place(without(seen.hand, (*action.laid, *action.cards)), label="kept in hand"),
    ]
    return Prompt(
        f"{score_text(seen)} Your side has melded nothing yet. {how}. What does that count for the first "
        f"meld, and is it enough by the {seen.options.label}?",
        (forms.number("count", "it counts", most=2000), forms.yes_no("enough", "is it enough?")),
        zones(places),
    )


def _opening_solution(asked: FirstMeld) -> Solution:
    seen = asked.seen
    count = value_of(asked.cards)
    enough = _enough(asked)
    steps = []
    for cards in asked.melds:
        values = " + ".join(str(VALUES[card]) for card in cards)
        steps.append(
            Step(
                f"{list_cards(cards)}: {values} = {value_of(cards)}.",
                ("CAN-INIT-03",),
                cards,
                "meld",
                value_of(cards),
            )
        )
    rules: tuple[str, ...] = ("CAN-INIT-04",) if len(asked.melds) > 1 else ()
    rules += ("CAN-INIT-06",) if side_reds(seen) or canastas(asked.laid) else ()
    rules += ("CAN-INIT-05",) if asked.taking else ()
    text = "Of the pile only its top card counts." if asked.taking else "Bonuses do not count."
    steps += [
        Step(f"That counts {count}. {text}", rules),
        Step(
            f"With {signed(seen.score)} before the deal your side needs {seen.minimum}: "
            f"{count} is {'enough' if enough else 'not enough'}.",
            ("CAN-INIT-02", "CAN-INIT-01"),
        ),
    ]
    return Solution(
        {"count": str(count), "enough": "yes" if enough else "no"},
        f"It counts {count}, and that is {'enough' if enough else 'not enough'}.",
        tuple(steps),
        by_field={"count": ("CAN-INIT-03", *rules), "enough": ("CAN-INIT-02", "CAN-INIT-01")},
    )


def _opening_distractors(asked: FirstMeld) -> Iterator[Distractor]:
    seen = asked.seen
    count = value_of(asked.cards)
    right = {"count": str(count), "enough": "yes" if _enough(asked) else "no"}

    def counted(mistake: str, points: int, cards: tuple[Card, ...] = ()) -> Distractor:
        """A player who arrives at this number of points judges by it."""
        enough = "yes" if points >= seen.minimum else "no"
        return slip(mistake, right, {"count": str(points), "enough": enough}, cards=cards)

    red_threes = side_reds(seen)
    if red_threes:
        yield counted("can-red-three-in-minimum", count + 100 * len(red_threes), red_threes)
    bonus = sum(laid.bonus for laid in asked.laid)
    if bonus:
        yield counted("can-bonus-in-minimum", count + bonus)
    if len(asked.melds) > 1:
        yield counted("can-melds-not-added", max(value_of(cards) for cards in asked.melds))
    if asked.taking:
        yield counted("can-pile-in-minimum", count + value_of(seen.pile[:-1]), seen.pile[:-1])
        yield counted("can-top-card-left-out", count - VALUES[seen.pile[-1]], seen.pile[-1:])
    wild = tuple(card for card in asked.cards if WILD[card])
    if wild:
        ranked = sum(
            VALUES[next(card for card in cards if not WILD[card])] * len(cards) for cards in asked.melds
        )
        yield counted("can-wild-at-rank-value", ranked, wild)
    if (count >= minimum(seen.scores[1 - seen.side])) != _enough(asked):
        answer = "no" if _enough(asked) else "yes"
        also = {"count": right["count"]}  # a wrong count does not show which minimum it was held against
        yield Distractor("can-minimum-of-opponents", answer, field="enough", also=also)


def _opening_hints(asked: FirstMeld) -> tuple[str, ...]:
    what = (
        "Of the pile the top card counts, and no other."
        if asked.taking
        else "Red threes and bonuses do not count."
    )
    return (
        f"Add up the values of the cards that are laid down. {what}",
        f"With {signed(asked.seen.score)} before the deal your side needs {asked.seen.minimum}.",
    )


def _other_openings(asked: FirstMeld) -> Iterator[FirstMeld]:
    """The same at another score."""
    seen = asked.seen
    for score in (-100, 0, 1500, 3000):
        yield asked._replace(seen=seen._replace(scores=(score, *seen.scores[1:])))


OPENING = exercise(
    id="can-opening-count",
    title="Is that enough for a first meld?",
    topic="the first meld",
    rules=("CAN-INIT-01", "CAN-INIT-02", "CAN-INIT-03", "CAN-INIT-04", "CAN-INIT-06"),
    mistakes=(
        "can-red-three-in-minimum",
        "can-bonus-in-minimum",
        "can-melds-not-added",
        "can-wild-at-rank-value",
        "can-minimum-of-opponents",
    ),
    levels=("one meld", "up to two melds", "large melds, canastas among them"),
    draw=balanced(_opening, _enough, tries=40),
    ask=_ask_opening,
    solution=_opening_solution,
    distractors=_opening_distractors,
    hints=_opening_hints,
    vary=_other_openings,
    default_level=3,
)
PILE_OPENING = exercise(
    id="can-opening-pile",
    title="Does the pile open your side?",
    topic="the first meld",
    rules=("CAN-INIT-01", "CAN-INIT-02", "CAN-INIT-03", "CAN-INIT-04", "CAN-INIT-05", "CAN-INIT-06"),
    mistakes=(
        "can-pile-in-minimum",
        "can-top-card-left-out",
        "can-red-three-in-minimum",
        "can-melds-not-added",
        "can-wild-at-rank-value",
        "can-minimum-of-opponents",
    ),
    levels=("the pair alone", "another meld with it", "a large pile, larger melds"),
    options=partial(having, name="pile_before_initial", value="natural_pair"),
    draw=balanced(_pile_opening, _enough, tries=40),
    ask=_ask_opening,
    solution=_opening_solution,
    distractors=_opening_distractors,
    hints=_opening_hints,
    vary=_other_openings,
    default_level=2,
)

EXERCISES = (MINIMUM, OPENING, PILE_OPENING)
