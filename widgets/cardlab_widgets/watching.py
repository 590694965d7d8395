"""Watching a rule: a position and some actions become a stepper, one step for everything that happens.

>>> frames = watched_frames(watched("cribbage", "play 5S, play TD", hands=["5S 6H", "TD 4C"], turn=0))
>>> [frame.scene.said.text if frame.scene.said else "" for frame in frames]
['', 'South plays 5♠: 5.', 'North plays 10♦: 15, fifteen for 2.']
>>> frames[1].ask.prompt, frames[1].ask.answer
('North plays 10♦. What does it score?', 2)

An action after ``try`` is one to think about first: may it be done? If not, a step says why.

>>> frames = watched_frames(watched("cribbage", "try go, play 7D", hands=["7D"], turn=0, total=24))
>>> frames[0].ask.prompt, frames[0].ask.answer, frames[1].scene.message.rules
('May South say go here?', 'No', ('CRIB-GO-02',))
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cardlab.errors import IllegalActionError
from cardlab.game import OPEN, Event, Game, Moment, referee
from cardlab.rulebook import find_rule
from cardlab.scene import Ask, Frame, Message, Scene, Told
from cardlab_widgets.advice import refused, with_signs
from cardlab_widgets.reel import wind
from cardlab_widgets.stepper import Stepper
from cardlab_widgets.tables import place

if TYPE_CHECKING:
    from cardlab_widgets.widget import SceneWidget

Predict = Literal["scores", "none"]


class Try(NamedTuple):
    """An action to think about after so many others: what it is in words, and why not if it is refused."""

    after: int
    seat: str
    words: str
    why_not: Message | None


class Watched(NamedTuple):
    """A game whose actions have been taken, and the actions to think about in between."""

    game: Game
    tries: tuple[Try, ...] = ()


def watch(
    game: str = "cribbage",
    do: str | Sequence[str] = (),
    *,
    seat: str = "open",
    title: str = "",
    predict: Predict = "scores",
    recall: Mapping[int, str] | None = None,
    preset: str = "course",
    options: Mapping[str, object] | None = None,
    large: bool = False,
    four_colour: bool = False,
    **position: Any,
) -> SceneWidget:
    """A stepper through what the actions `do` bring about, from a `position` on.

    `do` is actions in notation, as a list or divided by commas, semicolons or lines; ``try`` before one
    asks whether it may be done, and shows the refusal if it may not. `position` is what the game's
    `position` takes:
    ``hands``, ``starter``, ``total``, ``dealer``; cards that are not named are dealt from ``seed``. `seat`
    is whose view is shown, or "open" for all cards. With `predict` "scores" each score is asked for
    before it is shown. `recall` has rules that define something to be read out at a step: by the step's
    number the id, or several with spaces between them.

    >>> watch("cribbage", "play 7D", hands=["7D 8S", "AC"], total=24, turn=0, predict="none")
    SceneWidget('South is to play')

    Raises `ValueError` for what cannot be: an unknown game, seat or option, an action that is no
    notation or not legal there.
    """
    from cardlab_widgets.widget import SceneWidget

    played = watched(game, do, preset, options or {}, **position)
    names = list(played.game.referee.seat_names(played.game.options))
    seen_by = OPEN if seat == "open" else place(seat, names)
    frames = recalled(watched_frames(played, seen_by, title, predict), recall or {})
    return SceneWidget(Stepper(frames), large=large, four_colour=four_colour)


def watched(
    game: str,
    do: str | Sequence[str],
    preset: str = "course",
    options: Mapping[str, object] | None = None,
    **position: Any,
) -> Watched:
    """The game that begins at a position, with the actions taken and those tried."""
    rules = referee(game)
    chosen = rules.make_options(preset, **(options or {}))
    start = import_module(f"cardlab.{game}.positions").position(options=chosen, **position)
    played = Game(rules, chosen, position.get("seed", 0), state=start)
    tries = []
    for action in _BETWEEN.split(do) if isinstance(do, str) else do:
        verb, _, rest = action.strip().partition(" ")
        if verb.lower() == "try":
            tries.append(_tried(played, rest.strip()))
        elif verb:
            played.do(action.strip())
    return Watched(played, tuple(tries))


_BETWEEN = re.compile(r"[;\n]+|,(?=\s*(?:go\b|[a-z]{3}))")
"""What divides actions: the end of a line, or a comma before another verb (melds have commas too)."""


def _tried(game: Game, action: str) -> Try:
    """Takes an action if it is allowed, and tells why not if it is not."""
    after, seat = len(game.actions), game.referee.to_act(game.state)
    name = "" if seat is None else game.referee.seat_names(game.options)[seat]
    try:
        game.do(action)
    except IllegalActionError as error:
        why_not = refused(error, game.referee)
        instead = "".join(f" Allowed: {button.label.removesuffix(' instead')}." for button in why_not.buttons)
        why_not = why_not._replace(text=(why_not.text + instead).strip(), buttons=(), closable=False)
        return Try(after, name, _deed(action), why_not)
    return Try(after, name, _deed(action), None)


_VERBS = {
    "go": "say go",
    "lay": "lay away",
    "cut": "lift this many cards:",
    "draw": "draw from the stock",
    "take": "take the pile",
    "ask": "ask the partner",
    "end": "leave the pile",
}


def _deed(action: str) -> str:
    """An action in the words of a question.

    >>> _deed("play 7D"), _deed("take with QH QS")
    ('play 7♦', 'take the pile with Q♥ Q♠')
    """
    verb, _, rest = action.partition(" ")
    return f"{_VERBS.get(verb.lower(), verb)} {with_signs(rest)}".strip()


def watched_frames(
    played: Watched, seat: int = OPEN, title: str = "", predict: Predict = "scores"
) -> tuple[Frame, ...]:
    """A game as frames: one for every moment and every refusal, and questions before them.

    A score is asked for before it is shown, and so is whether an action that is tried is allowed.
    """
    if predict not in ("scores", "none"):
        raise ValueError(f"predict can be scores or none, not {predict!r}")
    table = import_module(f"cardlab.{played.game.referee.name}.table")
    reel = wind(None, played.game, seat, table.moments)
    ends = (1, *reel.ends)
    frames: list[Frame] = []
    for number, moment in enumerate(reel.moments, 1):
        scene = table.table(moment)
        if title:
            scene = scene._replace(eyebrow=title)
        then = reel.moments[number] if number < len(reel.moments) else None
        frames.append(Frame(scene, _ask(moment, then) if predict == "scores" else None))
        for one in played.tries:
            if ends[one.after] == number:
                frames[-1:] = _thought_about(frames[-1], one, scene, predict)
    return tuple(frames)


def _thought_about(before: Frame, one: Try, scene: Scene, predict: Predict) -> Iterator[Frame]:
    """The frame before an action that is tried, with the question; and its refusal, if it is refused."""
    answer = "No" if one.why_not else "Yes"
    reveal = "It is against the rules." if one.why_not else "Nothing speaks against it."
    ask = Ask(f"May {one.seat} {one.words} here?", "", answer, reveal, ("Yes", "No"))
    yield before._replace(ask=ask if predict == "scores" else None)
    if one.why_not:
        said = Told(f"{one.seat} would like to {one.words}.")
        status = f"{said.text} {one.why_not.title} {one.why_not.text}"
        yield Frame(scene._replace(said=said, message=one.why_not, status=status), before.ask)


def recalled(frames: Sequence[Frame], recall: Mapping[int, str]) -> tuple[Frame, ...]:
    """`frames` with rules read out at some of them, in the words of the options of the game.

    Raises `ValueError` for a step that there is not, or a rule that does more than define something:
    those are shown by what happens, or not at all.
    """
    made = list(frames)
    for step, ids in recall.items():
        if step not in range(len(made)):
            raise ValueError(f"the steps are numbered from 0 to {len(made) - 1}; there is no {step}")
        for id in ids.split():
            made[step] = made[step]._replace(scene=_with_rule(made[step].scene, id))
    return tuple(made)


def _with_rule(scene: Scene, id: str) -> Scene:
    rule = find_rule(id)[1]
    if rule.kind != "defines":
        raise ValueError(f"{rule.id} does not define a term; let the steps show it at work")
    text, said = rule.text(scene.options), scene.said or Told("")
    told = said._replace(
        text=said.text or text,
        more=f"{said.more} {text}".strip() if said.text else said.more,
        rules=(*said.rules, rule.id),
    )
    return scene._replace(said=told, status=f"{scene.status} {text}".strip())


def _ask(moment: Moment, then: Moment | None) -> Ask | None:
    """What the next moment scores: a count is asked for when its cards lie open, all else before it comes."""
    if moment.line == 0:
        return _question(next(event for event in moment.events if event.kind == "count"))
    if then is None or then.line is not None:
        return None
    paid = next((event for event in then.events if event.points > 0), None)
    return _question(paid) if paid else None


def _question(event: Event) -> Ask:
    what, _, _ = event.text.partition(": ")
    what = what[:1].upper() + what[1:]
    if event.kind == "score":
        who, _, rest = what.rpartition(" score")
        do = "does" if rest.startswith("s") else "do"
        return Ask(f"What {do} {who} score in this deal?", "points", event.points, f"{event.text}.")
    if event.cards:
        return Ask(f"{what}. What does it score?", "points", event.points, f"{event.text}.")
    return Ask("What is pegged next?", "points", event.points, f"{event.text}.")
