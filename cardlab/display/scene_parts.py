"""The parts of a scene: cards and zones, buttons and forms, seats, boards, scores and messages."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple

from cardlab.cards import Card, parse_cards
from cardlab.wording import signed

Layout = Literal["row", "pack", "fan", "pile", "meld", "canasta", "discards", "run", "spread"]
Place = Literal["south", "west", "north", "east"]
Tone = Literal["info", "good", "warn", "ice", "error"]
FieldKind = Literal["number", "row", "text", "long", "one", "several", "cards", "action", "menu"]
Joy = Literal["", "win", "hand", "run"]


class CardFace(NamedTuple):
    """A card as it lies in a zone.

    `card` is None face down, and then the key says no more than where it lies. `marks` say how it
    lies: "hot" (counts now), "selected", "dim", "cross". `note` is read aloud after its name, `tag` is a
    word under the card, and `origin` the key of a card in whose place it appears when it is new.

    A card that is `selectable` is a button; it sends `action`, or ``card:`` and its key. Pressed twice in a
    row it sends `twice`, if that is given.
    """

    key: str
    card: Card | None
    marks: tuple[str, ...] = ()
    note: str = ""
    selectable: bool = False
    action: str = ""
    tag: str = ""
    origin: str = ""
    twice: str = ""

    @property
    def label(self) -> str:
        """What is read aloud: ``five of clubs, starter, counts in this line``."""
        name = self.card.name if self.card is not None else "face-down card"
        return f"{name}, {self.note}" if self.note else name


class Button(NamedTuple):
    """Something that can be done. `action` is sent when it is pressed.

    `why_not` says why it cannot be done now; the button then stays reachable and answers with it. `key` is
    the letter that presses it; one that is the `only` thing to do takes the focus.
    """

    action: str
    label: str
    icon: str = ""
    primary: bool = False
    quiet: bool = False
    note: str = ""
    why_not: str = ""
    key: str = ""
    only: bool = False


class Drop(NamedTuple):
    """That cards of the zone `source` may be dragged here, and the action that it is: without one, what
    pressing the card would be. With `gathers` it is done as soon as so many cards were brought.
    """

    source: str
    action: str = ""
    gathers: int = 0


class Zone(NamedTuple):
    """A place on the table and the cards in it; `buttons` are what can be done with all of them.

    `mark` is a word in a band across the cards or, for discards, why they are frozen. `drops` are the cards
    that may be dragged here.
    """

    id: str
    label: str
    faces: tuple[CardFace, ...]
    layout: Layout = "row"
    note: str = ""
    mark: str = ""
    buttons: tuple[Button, ...] = ()
    drops: tuple[Drop, ...] = ()


class Side(NamedTuple):
    """What one side has on the table: its melds and its red threes. `own`: the side of who looks on;
    `drops`: the cards that may be dragged there.
    """

    id: str
    name: str
    melds: tuple[Zone, ...]
    red_threes: tuple[CardFace, ...] = ()
    note: str = ""
    own: bool = False
    drops: tuple[Drop, ...] = ()


class Score(NamedTuple):
    """The score of a side, with a word on it; `now` while it changes."""

    name: str
    points: int
    note: str = ""
    now: bool = False


class Gauge(NamedTuple):
    """What is prepared against what is needed; `needs` is None where nothing is."""

    label: str
    counts: int
    needs: int | None
    note: str = ""
    rule: str = ""


class LedgerLine(NamedTuple):
    """One line of a count: the call, the cards, their sum if that matters, the rule, the points."""

    call: str
    cards: tuple[Card, ...]
    sum: str
    rule: str
    points: int
    current: bool = False


class FormChoice(NamedTuple):
    """One of several things to choose from; `value` is a word without spaces, and what is sent."""

    value: str
    label: str


class Field(NamedTuple):
    """A field of a form. `state` is "", "right" or "wrong"; `note` says it in words.

    `kind` is what goes into it: a "number" from `least` to `most`, alone or in a "row" of a score sheet;
    a "text" or "long" text; "one" or "several" of the `choices`, or one of them from a "menu"; "cards"
    picked on the table; an "action" in the game's notation. Whatever it is, `value` is text: the values
    chosen, or the cards.
    """

    name: str
    label: str
    value: str = ""
    state: Literal["", "right", "wrong"] = ""
    note: str = ""
    large: bool = False
    locked: bool = False
    kind: FieldKind = "number"
    choices: tuple[FormChoice, ...] = ()
    least: int = 0
    most: int = 99

    @property
    def chosen(self) -> tuple[str, ...]:
        """The values chosen, in the order in which they were."""
        return tuple(self.value.split())

    @property
    def text(self) -> str:
        """What stands in it, as plain text; a choice shows all there is to choose from.

        >>> choices = (FormChoice("yes", "yes"), FormChoice("no", "no"))
        >>> Field("go", "go?", "no", kind="one", choices=choices).text
        '( ) yes  (x) no'
        """
        if self.kind in ("one", "several"):
            left, right = "()" if self.kind == "one" else "[]"
            return "  ".join(
                f"{left}{'x' if choice.value in self.chosen else ' '}{right} {choice.label}"
                for choice in self.choices
            )
        if self.kind == "menu":
            return next((choice.label for choice in self.choices if choice.value == self.value), "")
        if self.kind == "cards":
            return " ".join(card.short for card in parse_cards(self.value))
        if self.locked and self.kind in ("number", "row"):  # what was typed stays as it was typed
            return self.value.replace("-", "−")
        return self.value


class ScorePanel(NamedTuple):
    """A score sheet: its lines, what they come to, and what that makes with the score before.

    `won` is None for a single deal; on the sheet of a whole game it says whether this side has won it.
    """

    name: str
    lines: tuple[LedgerLine, ...]
    total: int
    note: str = ""
    won: bool | None = None

    @property
    def sum(self) -> str:
        """The total; that of a deal has its sign, for it is added to what stands there."""
        return signed(self.total, "+,") if self.won is None else signed(self.total)


class Form(NamedTuple):
    """A question with fields; the first button submits it. `more` fields are behind a toggle, `fold`."""

    prompt: str
    fields: tuple[Field, ...]
    buttons: tuple[Button, ...] = ()
    eyebrow: str = ""
    note: str = ""
    more: tuple[Field, ...] = ()
    fold: str = ""


class Group(NamedTuple):
    """Some cards and what they are worth, if it is about points: part of the proof in a message."""

    name: str
    sets: tuple[tuple[Card, ...], ...]
    points: int | None
    rules: tuple[str, ...]


class Message(NamedTuple):
    """Something said to the player: the cards that prove it, the rules it rests on, what to do about it."""

    tone: Tone
    title: str
    text: str = ""
    proof: tuple[Group, ...] = ()
    rules: tuple[str, ...] = ()
    closable: bool = False
    buttons: tuple[Button, ...] = ()


class Seat(NamedTuple):
    """A player's place at the table, with what the others see of the cards held there.

    `said` is what the player has just said aloud; `turn` marks who is to act.
    """

    name: str
    place: Place
    note: str = ""
    faces: tuple[CardFace, ...] = ()
    said: str = ""
    turn: bool = False
    you: bool = False


class Track(NamedTuple):
    """One side's holes on a Cribbage board: where its front and its back peg stand."""

    name: str
    front: int
    back: int
    note: str = ""


class Board(NamedTuple):
    """A Cribbage board. `moved` is the track of the last move; `lines` are marked after a hole."""

    target: int
    tracks: tuple[Track, ...]
    moved: int | None = None
    lines: tuple[tuple[int, str], ...] = ()

    @property
    def label(self) -> str:
        """The whole board in words, for those who do not see it."""
        pegs = [
            f"{track.name}: front peg in hole {track.front}, back peg in {track.back}, "
            f"{self.target - track.front} to go"
            for track in self.tracks
        ]
        lines = [f"{name} line after hole {hole}" for hole, name in self.lines]
        return f"Cribbage board to {self.target}. {'; '.join([*pegs, *lines])}."


class Told(NamedTuple):
    """Something that happened, told: the rules it rests on, the points it paid, and how to ask why."""

    text: str
    rules: tuple[str, ...] = ()
    points: int = 0
    why: str = ""
    more: str = ""


class Panel(NamedTuple):
    """Settings and papers: small forms, and a text to keep, such as a game's record.

    `keep` is the name of the file that the text is kept in; `take` the action that takes a file in.
    `address` is one for others to open, shown to be read and to be scanned.
    `notes` are headings with their lines; `tally` how often each answer was given. A `wide` panel stands
    across the sheet, any other beside the table; a `low` one keeps to a line or two, so that the table stays
    in view. `close` is the action of its closing button.
    """

    title: str
    forms: tuple[Form, ...]
    text: str = ""
    keep: str = ""
    take: str = ""
    notes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    tally: tuple[tuple[str, int], ...] = ()
    wide: bool = False
    close: str = "panel"
    low: bool = False
    address: str = ""


class ChartPoint(NamedTuple):
    """A decision in a chart: where it lies (0 to 1, from the left and from below), what it is called.

    `action` opens it, `grade` is how good it was, `own` whether the seat that looks back made it.
    """

    action: str
    x: float
    y: float
    grade: str
    label: str
    own: bool = True


class Chart(NamedTuple):
    """A line through a game: `line` are its places as in `ChartPoint`, `grid` heights with their labels.

    `points` are the decisions, of which `listed` stand in words below it; `at` is the action of the one
    that is open. `done` says how much of it there is, from 0 to 1.
    """

    name: str
    line: tuple[tuple[float, float], ...]
    grid: tuple[tuple[float, str], ...]
    points: tuple[ChartPoint, ...]
    listed: tuple[ChartPoint, ...] = ()
    at: str = ""
    done: float = 1.0


class Grid(NamedTuple):
    """A plain table; the first cell of each row names it.

    A time is shown in the zone of who reads it, as far as that is known. `actions`, where there are any, are
    what opens each row.
    """

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str | datetime, ...], ...]
    actions: tuple[str, ...] = ()


class Bar(NamedTuple):
    """A bar of a chart: its name, how long it is (0 to 1), the figure at its end and what that rests on.

    `action` opens it; it is `current` when it is the one that is spoken of. One with `parts` is made of them:
    where each begins and ends (0 to 1), and its tone.
    """

    label: str
    share: float
    figure: str
    note: str = ""
    action: str = ""
    current: bool = False
    parts: tuple[tuple[float, float, Tone], ...] = ()


class Bars(NamedTuple):
    """Bars below each other, under a caption. `tone` is what a long one means: "good" or "warn".

    `legend` says what each tone stands for, where they are several.
    """

    caption: str
    bars: tuple[Bar, ...]
    tone: Tone = "good"
    legend: tuple[tuple[Tone, str], ...] = ()


class Dot(NamedTuple):
    """One question of a run: "" (to come), "ok" (first try), "retry" (later, or with help), "missed"."""

    state: Literal["", "ok", "retry", "missed"] = ""
    current: bool = False


class Transport(NamedTuple):
    """Where a stepper stands: step `at` of `of`, counted from 0, and whether it can play on by itself."""

    at: int
    of: int
    waiting: bool = False
