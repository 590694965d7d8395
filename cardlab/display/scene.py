"""What a screen or a terminal shows, as data: zones of cards, a ledger, a form, a message.

A scene is made from what a seat may see and holds nothing else, so whatever draws it cannot give
anything away. `str(scene)` is its plain text form: for terminals, `text/plain` and tests. Steppers
are made of `Frame`s: a scene, and perhaps a question to answer before the next one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from cardlab.cards import Card, keyed
from cardlab.display.scene_parts import (
    Bar,
    Bars,
    Board,
    Button,
    CardFace,
    Chart,
    ChartPoint,
    Dot,
    Drop,
    Field,
    FieldKind,
    Form,
    FormChoice,
    Gauge,
    Grid,
    Group,
    Joy,
    Layout,
    LedgerLine,
    Message,
    Panel,
    Place,
    Score,
    ScorePanel,
    Seat,
    Side,
    Told,
    Tone,
    Track,
    Transport,
    Zone,
)
from cardlab.display.scene_text import (
    bars_text,
    gauge_text,
    grid_text,
    ledger_text,
    message_text,
    seat_text,
    side_text,
    zone_text,
)
from cardlab.wording import signed, upper

__all__ = [
    "Ask",
    "Bar",
    "Bars",
    "Board",
    "Button",
    "CardFace",
    "Chart",
    "ChartPoint",
    "Dot",
    "Drop",
    "Field",
    "FieldKind",
    "Form",
    "FormChoice",
    "Frame",
    "Gauge",
    "Grid",
    "Group",
    "Joy",
    "Layout",
    "LedgerLine",
    "Message",
    "Panel",
    "Place",
    "Scene",
    "Score",
    "ScorePanel",
    "Seat",
    "Side",
    "Told",
    "Tone",
    "Track",
    "Transport",
    "Zone",
    "cited",
    "faces",
    "sentence",
]


class Scene(NamedTuple):
    """All there is to show. `kind` chooses the layout; `status` is what is announced when it appears.

    `tools` is a small form in the head, such as the seed to deal from. `options` are the game's
    options in whose words the rules are explained.

    A table has `seats`, perhaps a `board`, what was `said` last and the `log` of what was before; `bar`
    are the buttons beside those of the game; after `beat` milliseconds it goes on by itself. In Canasta
    it has the melds of its `sides`, their `scores`, the `gauge` of what is being prepared, and at the end
    of a deal the `sheets`.

    `home` is the address of the list that this page belongs to. Where `numbers` is False, the marks with the
    rules' ids are left out of what is shown.

    A page about scores has `bars` and `grids`, and in its `bar` the way back.

    `joy` is what there is to be glad about; `sound` is a name for this moment and the tones that go with it,
    in hertz: ``12:523 659``.
    """

    kind: str
    eyebrow: str
    title: str
    chips: tuple[str, ...] = ()
    zones: tuple[Zone, ...] = ()
    prompt: str = ""
    aside_label: str = ""
    aside: str = ""
    total: int | None = None
    total_note: str = ""
    ledger: tuple[LedgerLine, ...] | None = None
    form: Form | None = None
    message: Message | None = None
    buttons: tuple[Button, ...] = ()
    dots: tuple[Dot, ...] = ()
    transport: Transport | None = None
    status: str = ""
    tools: Form | None = None
    options: Any = None
    seats: tuple[Seat, ...] = ()
    board: Board | None = None
    said: Told | None = None
    log: tuple[Told, ...] = ()
    bar: tuple[Button, ...] = ()
    panel: Panel | None = None
    beat: int = 0
    sides: tuple[Side, ...] = ()
    scores: tuple[Score, ...] = ()
    gauge: Gauge | None = None
    sheets: tuple[ScorePanel, ...] = ()
    joy: Joy = ""
    sound: str = ""
    home: str = ""
    numbers: bool = True
    chart: Chart | None = None
    grids: tuple[Grid, ...] = ()
    bars: tuple[Bars, ...] = ()

    def __str__(self) -> str:
        lines = [self.title]
        small = [
            *self.chips,
            *(
                f"{field.label} {field.value}"
                for field in (self.tools.fields if self.tools else ())
                if field.value
            ),
        ]
        if small:
            lines[0] += f" ({', '.join(small)})"
        if self.prompt:
            lines.append(self.prompt)
        lines += [seat_text(seat) for seat in self.seats]
        lines += [zone_text(zone) for zone in self.zones]
        for side in self.sides:
            lines += side_text(side)
        for sheet in self.sheets:
            lines += [f"  {sheet.name}: {sheet.sum}  {sheet.note}".rstrip(), *ledger_text(sheet.lines)]
        if self.gauge:
            lines.append(f"  {gauge_text(self.gauge)}")
        lines += [f"  {score.name} {signed(score.points)}  {score.note}".rstrip() for score in self.scores]
        if self.board:
            lines += [f"  {track.name} {track.front}  {track.note}".rstrip() for track in self.board.tracks]
        if self.said:
            lines.append(" ".join(filter(None, (self.said.text, self.said.more))))
        for bars in self.bars:
            lines += bars_text(bars)
        for grid in self.grids:
            lines += grid_text(grid)
        if self.chart:
            lines += [f"  {point.label}" for point in self.chart.listed]
        if self.ledger is not None:
            lines += ledger_text(self.ledger)
        if self.total is not None:
            lines.append(f"  total {self.total}" + (f": {self.total_note}" if self.total_note else ""))
        if self.aside:
            lines.append(f"{self.aside_label}: {self.aside}" if self.aside_label else self.aside)
        if self.form:
            lines.append(self.form.prompt)
            lines += [
                f"  {field.label}: {field.text or '_'}" + (f"  ({field.note})" if field.note else "")
                for field in self.form.fields
            ]
        if self.message:
            lines += message_text(self.message)
        if self.transport:
            lines.append(f"step {self.transport.at} of {self.transport.of}")
        return "\n".join(filter(None, lines))


class Ask(NamedTuple):
    """A question put before the next frame is shown: predict, then reveal.

    The answer is a number or, if there are `choices`, one of them.
    """

    prompt: str
    label: str
    answer: int | str
    reveal: str
    choices: tuple[str, ...] = ()


class Frame(NamedTuple):
    """One step of a stepper: what is shown, and what is asked before going on."""

    scene: Scene
    ask: Ask | None = None


def cited(scene: Scene) -> tuple[str, ...]:
    """The rules that the scene names, each once, in reading order."""
    named = [line.rule for line in scene.ledger or ()]
    if scene.message:
        named += [rule for group in scene.message.proof for rule in group.rules]
        named += scene.message.rules
    if scene.said:
        named += scene.said.rules
    if scene.gauge:
        named.append(scene.gauge.rule)
    named += [line.rule for sheet in scene.sheets for line in sheet.lines]
    return tuple(dict.fromkeys(filter(None, named)))


def faces(
    cards: Iterable[Card],
    hot: Iterable[Card] = (),
    note: str = "",
    hot_note: str = "counts in this line",
    selectable: bool = False,
) -> tuple[CardFace, ...]:
    """The faces of cards that lie face up; those in `hot` are lit up and say so.

    >>> from cardlab.cards import parse_cards
    >>> [face.label for face in faces(parse_cards("5H JC"), hot=parse_cards("JC"))]
    ['five of hearts', 'jack of clubs, counts in this line']
    """
    lit = set(hot)
    return tuple(
        CardFace(
            key,
            card,
            ("hot",) if card in lit else (),
            ", ".join(filter(None, (note, hot_note if card in lit else ""))),
            selectable,
        )
        for key, card in keyed(cards)
    )


def sentence(text: str) -> str:
    """Words as a sentence.

    >>> sentence("the count is 25")
    'The count is 25.'
    """
    return upper(text) + ("" if text.endswith((".", "!", "?")) else ".")
