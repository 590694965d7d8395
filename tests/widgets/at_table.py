"""What the tests of tables share: somebody to play on, and a look for cards in all that a widget sends."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from cardlab_widgets import SceneWidget
from cardlab_widgets.screen.snapshot import Snapshot
from cardlab_widgets.tables.playing import Play

from cardlab.cards import Card

Until = Callable[[Play], bool]


def go_on(table: Play, until: Until, most: int = 2000) -> Play:
    """Lets a beginner sit in the person's place until something is so."""
    whim = Random(0)
    for _ in range(most):
        if until(table):
            return table
        seen = table.game.view(table.seat)
        if table.scene().beat == 0 and table._turn == table.seat and not _goes_on(table):
            table.act(f"do:{table._player(seen, whim).action}", {})
        else:
            table.act("on", {})
    raise AssertionError("it never came to that")


def _goes_on(table: Play) -> bool:
    return any(button.action == "on" for button in table.scene().buttons)


def mine(phase: str) -> Until:
    return lambda table: table.game.state.phase == phase and table._live


def over(table: Play) -> bool:
    return table.game.outcome is not None and not _goes_on(table)


_SIGN = re.compile(r"(?<!\w)(10|[2-9AJQK])([♠♥♦♣])")
_KEY = re.compile(r'data-(?:key|id|action|origin)="(?:[^"]*:)?([2-9TJQKA][SHDC])(?:&#39;)*"')
_RANKS = "ace two three four five six seven eight nine ten jack queen king".split()  # noqa: SIM905
_NAME = re.compile(rf"({'|'.join(_RANKS)}) of (clubs|diamonds|hearts|spades)")


def named(text: str) -> set[Card]:
    """Every card that a text names, in whatever way. What rules say in their own words is no card."""
    text = re.sub(r"<div popover.*?</div>", "", text, flags=re.S)
    found = {Card(f"{rank.replace('10', 'T')}{sign}") for rank, sign in _SIGN.findall(text)}
    found |= {Card(code) for code in _KEY.findall(text)}
    ranks = dict(zip(_RANKS, "A23456789TJQK", strict=True))
    found |= {Card(ranks[rank] + suit[0].upper()) for rank, suit in _NAME.findall(text)}
    return found


def told(table: Play) -> set[Card]:
    """The cards that the moment shown tells of."""
    events = table._reel.moments[table._at].events
    found = {card for event in events for card in (*event.cards, *named(event.text))}
    return found | {card for event in events for item in event.items for card in item.cards}


def named_anywhere(widget: SceneWidget) -> set[Card]:
    """The cards named in the scene's text, the snapshot, the widget's name and all that it syncs."""
    scene = widget.model.scene()
    texts = [str(scene), repr(Snapshot(scene)), Snapshot(scene)._repr_html_(), repr(widget)]
    state = widget.get_state()
    texts += [str(value) for key, value in state.items() if key not in ("_esm", "_css", "_sprite")]
    return {card for text in texts for card in named(text)}
