"""Exercises on the score of a deal: item by item, and an error in a score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardlab.canasta import CATEGORIES, Options, ScoreSheet, make_meld, score_sheet, value_of
from cardlab.canasta.rules.melds import NATURAL, WILD, Meld, in_order
from cardlab.cards import Card, list_words
from cardlab.display.scene import sentence
from cardlab.game import Item
from cardlab.wording import say, signed
from cardlab_exercises.canasta.common import exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, meld_places, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms

# ---------------------------------------------------------------- score this deal


class Ending(NamedTuple):
    """The end of a deal as it concerns one side.

    `out` says who went out: "out" and "concealed" this player, "theirs" an opponent, "" nobody.
    """

    melds: tuple[Meld, ...]
    red_threes: tuple[Card, ...]
    left: tuple[Card, ...]
    partner: tuple[Card, ...]
    out: str
    options: Options

    @property
    def sheet(self) -> ScoreSheet:
        """The score by the engine."""
        hands = (self.left, self.partner)
        concealed = self.out == "concealed"
        return score_sheet(self.melds, self.red_threes, hands, self.won, concealed, self.options)

    @property
    def won(self) -> bool:
        """Whether it was this player who went out."""
        return self.out in ("out", "concealed")


_ROWS = {
    "canastas": "canastas",
    "red": "red threes",
    "out": "going out",
    "melded": "cards melded",
    "left": "cards left in hand",
}
_ROW_RULES = {
    "canastas": ("CAN-SCORE-01", "CAN-SCORE-02"),
    "red": ("CAN-SCORE-03",),
    "out": ("CAN-SCORE-04", "CAN-SCORE-05"),
    "melded": ("CAN-SCORE-06",),
    "left": ("CAN-SCORE-07",),
    "total": ("CAN-SCORE-08",),
}


def _draw_ending(random: Random, level: int, options: Options) -> Ending:
    deck = Deck(random)
    number = (1, deck.between(1, 3), deck.between(2, 3))[level - 1]
    if level > 1 and deck.happens(0.15):
        number = 0
    melds = []
    for rank in deck.ranks(number):
        full = options.canasta_size
        low, high = (full, full + 1) if deck.happens(0.55) else (3, full - 1)
        melds.append(make_meld(deck.sound(rank, low, high, options), options))
    canasta = any(laid.canasta for laid in melds)
    out = deck.one_of(("", "theirs"))
    if canasta and deck.happens(0.55):
        out = "concealed" if deck.happens(0.35) else "out"
    red_threes = deck.red_three(deck.one_of(((0, 1), (0, 1, 2, 4), (1, 2, 3, 4))[level - 1]))
    own = () if out in ("out", "concealed") else deck.draw(deck.between(1, 5), lambda card: card.rank != 3)
    triple = deck.of(deck.ranks(1, [laid.rank for laid in melds])[0], 3) if deck.happens(0.3) else ()
    partner = (*triple, *deck.draw(deck.between(2, 3 + 2 * level), lambda card: card.rank != 3))
    return Ending(tuple(melds), red_threes, in_order(own), in_order(partner), out, options)


def _how(position: Ending) -> str:
    return {
        "out": "You have gone out.",
        "concealed": "You have gone out concealed.",
        "theirs": "The opponents have gone out.",
        "": "The stock has run out, and nobody has gone out.",
    }[position.out]


def _places(position: Ending) -> list[Place]:
    places = meld_places(position.melds, "your side") or [Place("melds", "your side's melds", ())]
    if position.red_threes:
        places.append(Place("reds", "red threes", position.red_threes))
    if position.left:
        places.append(Place("left", "left in your hand", position.left))
    return [*places, Place("partner", "left in your partner's hand", position.partner)]


def _ask_ending(position: Ending) -> Prompt:
    rows = [forms.row(name, label, most=9999, least=-9999) for name, label in _ROWS.items()]
    return Prompt(
        f"{_how(position)} What does your side score in this deal ({position.options.label})? "
        "Write 0 where there is nothing, and a minus sign for what is taken off.",
        (*rows, forms.number("total", "total", most=9999, least=-9999)),
        zones(_places(position)),
    )


def _ending_solution(position: Ending) -> Solution:
    sheet = position.sheet
    steps = [
        Step(_said(item, position), _item_rules(item), item.cards, item.name, item.points)
        for item in sheet.items
    ]
    if position.out:
        text = "The deal was over at once: what is still in the hands can no longer be laid down."
        steps.insert(0, Step(text, ("CAN-OUT-06",)))
    else:
        steps.append(Step("Nobody went out, so nobody gets the bonus for that.", ("CAN-STOCK-03",)))
    points = " ".join(f"{'+' if item.points >= 0 else '−'} {abs(item.points)}" for item in sheet.items)
    total = Step(f"{points.removeprefix('+ ')} = {signed(sheet.total)}.", ("CAN-SCORE-08",))
    answer = {name: str(points) for name, points in sheet.categories.items()}
    return Solution(
        {**answer, "total": str(sheet.total)},
        f"Your side scores {signed(sheet.total)}.",
        (*steps, total),
        by_field=_ROW_RULES,
    )


def _said(item: Item, position: Ending) -> str:
    return sentence(f"{_named(item, position)}: {signed(item.points)}")


def _named(item: Item, position: Ending) -> str:
    """The item's name; of cards left it says in whose hand."""
    if item.rule != "CAN-SCORE-07":
        return item.name
    whose = {in_order(position.partner): "your partner's", in_order(position.left): "your"}
    return f"cards left in {whose[in_order(item.cards)]} hand"


def _item_rules(item: Item) -> tuple[str, ...]:
    return (item.rule, "CAN-SCORE-03") if item.rule.startswith("CAN-R3") else (item.rule,)


def _ending_hints(position: Ending) -> tuple[str, ...]:
    names = [_named(item, position) for item in position.sheet.items]
    return (
        "Go row by row: bonuses first, then the cards on the table, then the cards in both hands, "
        f"{'taken off' if position.options.hand_cards_sign == 'minus' else 'added'}.",
        f"There are {say(len(names))} items: {list_words(names)}."
        if len(names) > 1
        else f"There is one item: {names[0]}.",
    )


class Error(NamedTuple):
    """A common error in a row of a score: the mistake, the row, and the points that it makes of it."""

    mistake: str
    row: str
    points: int


def errors(position: Ending) -> Iterator[Error]:
    """The errors that the end of the deal invites."""
    true = position.sheet.categories
    natural = sum(laid.canasta == "natural" for laid in position.melds)
    mixed = sum(laid.canasta == "mixed" for laid in position.melds)
    nearly = [laid for laid in position.melds if len(laid.cards) == laid.canasta_size - 1]
    six = sum(300 if laid.wilds else 500 for laid in nearly)
    if mixed:
        yield Error("can-mixed-as-natural", "canastas", 500 * (natural + mixed))
    if natural:
        yield Error("can-natural-as-mixed", "canastas", 300 * (natural + mixed))
    if six:
        yield Error("can-six-cards-canasta", "canastas", true["canastas"] + six)
    red_threes = len(position.red_threes)
    if red_threes:
        sign = 1 if position.melds else -1
        yield Error("can-red-three-credited" if sign < 0 else "can-red-three-debited", "red", -true["red"])
        if abs(true["red"]) == 200 * red_threes:
            yield Error("can-red-threes-not-doubled", "red", sign * 100 * red_threes)
        elif red_threes > 1:
            yield Error("can-red-threes-doubled", "red", sign * 200 * red_threes)
    if position.out == "concealed":
        yield Error("can-concealed-not-paid", "out", 100)
    elif position.won:
        yield Error("can-out-paid-twice", "out", 200)
    else:
        yield Error("can-out-not-earned", "out", 100)
    canastas = [laid for laid in position.melds if laid.canasta]
    if canastas:
        cards = sum(laid.value for laid in canastas)
        yield Error("can-canasta-cards-nothing", "melded", true["melded"] - cards)
    wild = [card for laid in position.melds for card in laid.cards if WILD[card]]
    if wild:
        yield Error("can-wild-cards-nothing", "melded", true["melded"] - value_of(wild))
    for rank in {card.rank for card in position.partner if NATURAL[card]} if position.out else ():
        alike = [card for card in position.partner if card.rank is rank]
        if len(alike) >= 3:
            yield Error("can-one-more-turn", "melded", true["melded"] + value_of(alike))
    yield Error("can-hand-added", "left", -true["left"])
    if position.partner:
        share = value_of(position.left) * (-1 if true["left"] < 0 else 1)
        yield Error("can-partner-hand-forgotten", "left", share)


def _ending_distractors(position: Ending) -> Iterator[Distractor]:
    sheet = position.sheet
    for error in errors(position):
        yield Distractor(error.mistake, str(error.points), field=error.row)
    yield Distractor("can-hand-added", str(sheet.total - 2 * sheet.categories["left"]), field="total")


def _other_endings(position: Ending) -> Iterator[Ending]:
    """The same with one card less on the table or in the partner's hand."""
    for place, laid in enumerate(position.melds):
        if laid.canasta:
            fewer = make_meld(laid.cards[:-1], position.options)
            yield position._replace(melds=(*position.melds[:place], fewer, *position.melds[place + 1 :]))
    yield position._replace(partner=position.partner[:-1])


DEAL = exercise(
    id="can-score-deal",
    title="Score this deal",
    topic="scoring a deal",
    rules=(
        "CAN-SCORE-01",
        "CAN-SCORE-02",
        "CAN-SCORE-03",
        "CAN-SCORE-04",
        "CAN-SCORE-05",
        "CAN-SCORE-06",
        "CAN-SCORE-07",
        "CAN-SCORE-08",
        "CAN-STOCK-03",
        "CAN-OUT-06",
        "CAN-R3-04",
        "CAN-R3-05",
        "CAN-R3-06",
    ),
    mistakes=(
        "can-mixed-as-natural",
        "can-natural-as-mixed",
        "can-six-cards-canasta",
        "can-red-three-credited",
        "can-red-three-debited",
        "can-red-threes-not-doubled",
        "can-red-threes-doubled",
        "can-concealed-not-paid",
        "can-out-paid-twice",
        "can-out-not-earned",
        "can-canasta-cards-nothing",
        "can-wild-cards-nothing",
        "can-one-more-turn",
        "can-hand-added",
        "can-partner-hand-forgotten",
    ),
    levels=("one meld", "several melds, red threes", "many items"),
    draw=_draw_ending,
    ask=_ask_ending,
    solution=_ending_solution,
    distractors=_ending_distractors,
    vary=_other_endings,
    hints=_ending_hints,
    default_level=2,
    form_label="the score sheet",
)

# ---------------------------------------------------------------- spot the mistake


class Written(NamedTuple):
    """The end of a deal, and an error in the score sheet that somebody has written for it, if any."""

    ending: Ending
    error: Error | None

    @property
    def rows(self) -> dict[str, int]:
        """The rows as they are written."""
        rows = self.ending.sheet.categories
        return rows if self.error is None else {**rows, self.error.row: self.error.points}

    @property
    def wrong_row(self) -> str:
        """The row that differs from the engine's; "none" when the sheet is right."""
        true = self.ending.sheet.categories
        return next((row for row in CATEGORIES if self.rows[row] != true[row]), "none")


def _draw_written(random: Random, level: int, options: Options) -> Written:
    deck = Deck(random)
    while True:
        ending = _draw_ending(random, level, options)
        true = ending.sheet.categories
        found = [error for error in errors(ending) if error.points != true[error.row]]
        if found:
            return Written(ending, None if deck.happens(0.25) else deck.one_of(found))


def _ask_written(position: Written) -> Prompt:
    choices = [(row, f"{label} {signed(position.rows[row])}") for row, label in _ROWS.items()]
    ending = position.ending
    return Prompt(
        f"{_how(ending)} Somebody has written this score for your side. Which row is wrong "
        f"({ending.options.label})?",
        (forms.choose("row", "the wrong row", [*choices, ("none", "none: all of it is right")]),),
        zones(_places(ending)),
    )


def _written_solution(position: Written) -> Solution:
    true = position.ending.sheet.categories
    row = position.wrong_row
    steps = []
    for name in CATEGORIES:
        items = [item for item in position.ending.sheet.items if _row_of(item) == name]
        cards = tuple(card for item in items for card in item.cards)
        text = f"{_ROWS[name].capitalize()}: {signed(true[name])}."
        if name == row:
            text = f"{_ROWS[name].capitalize()}: {signed(true[name])}, not {signed(position.rows[name])}."
        rules = tuple(dict.fromkeys(item.rule for item in items)) or _ROW_RULES[name][:1]
        steps.append(Step(text, rules, cards, _ROWS[name], true[name]))
    steps.sort(key=lambda step: "not" in step.text)
    title = "All of it is right." if row == "none" else f"The row “{_ROWS[row]}” is wrong."
    return Solution({"row": row}, title, tuple(steps))


def _row_of(item: Item) -> str:
    return next(name for name, points in ScoreSheet((item,)).categories.items() if points == item.points)


def _written_hints(position: Written) -> tuple[str, ...]:
    rows = [name for name in CATEGORIES if name != position.wrong_row]
    return (
        "Work out each row for yourself, and compare.",
        f"The rows “{_ROWS[rows[0]]}” and “{_ROWS[rows[-1]]}” are right.",
    )


def _written_distractors(position: Written) -> Iterator[Distractor]:
    """To find nothing wrong is to make the mistake oneself; to blame a row of a right sheet is to make one.

    Blaming a right row beside a wrong one shows no mistake.
    """
    if position.error is not None:
        yield Distractor(position.error.mistake, "none")
        return
    true = position.ending.sheet.categories
    for error in errors(position.ending):
        if error.points != true[error.row]:
            yield Distractor(error.mistake, error.row)


def _other_sheets(position: Written) -> Iterator[Written]:
    """The same end of a deal with the right score sheet instead, or with one wrong row."""
    if position.error is not None:
        yield position._replace(error=None)
        return
    true = position.ending.sheet.categories
    for error in errors(position.ending):
        if error.points != true[error.row]:
            yield position._replace(error=error)


SPOT = exercise(
    id="can-score-mistake",
    title="Spot the mistake in the score",
    topic="scoring a deal",
    rules=tuple(rule for rule in DEAL.rules if rule not in ("CAN-SCORE-08", "CAN-STOCK-03")),
    mistakes=DEAL.mistakes,
    levels=DEAL.levels,
    draw=_draw_written,
    ask=_ask_written,
    solution=_written_solution,
    distractors=_written_distractors,
    hints=_written_hints,
    vary=_other_sheets,
    default_level=2,
)

EXERCISES = (DEAL, SPOT)
