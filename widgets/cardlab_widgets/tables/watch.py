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
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from cardlab.cards import Card, Rank, list_words
from cardlab.display.scene import Ask, Frame, Message, Scene, Told
from cardlab.errors import IllegalActionError, InputError
from cardlab.game import OPEN, Event, Game, Moment, referee
from cardlab.plugins import game_plugin
from cardlab.seats import place
from cardlab.wording import with_signs
from cardlab_widgets.lessons.stepper import Stepper, recalled
from cardlab_widgets.tables.advice import refused
from cardlab_widgets.tables.history import wind
from cardlab_widgets.tables.lifting import lifted, used_cards

if TYPE_CHECKING:
    from cardlab_widgets.screen.widget import SceneWidget

Predict = Literal["scores", "holes", "none"]
Prediction: TypeAlias = Predict | Collection[int]
"""What is asked for before it is shown: all scores, the holes of the pegs, nothing, or the steps named."""


class Try(NamedTuple):
    """An action to think about after `after` others: what it is in words, and why not if it is refused.

    `cards` are those that it uses.
    """

    after: int
    seat: str
    words: str
    why_not: Message | None
    cards: tuple[Card, ...] = ()


class Watched(NamedTuple):
    """A game whose actions have been taken, and the actions to think about in between."""

    game: Game
    tries: tuple[Try, ...] = ()


def watch(
    game: str = "cribbage",
    do: str | Sequence[str] = (),
    *,
    seat: str | int = "open",
    title: str = "",
    predict: Prediction = "scores",
    recall: Mapping[int, str] | None = None,
    since: int = 0,
    until: int | None = None,
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
    ``hands``, ``starter``, ``total``, ``dealer``; cards that are not named are dealt
    from ``seed``, and ``phase="start"`` is the very beginning of a game. `seat`
    is whose view is shown, or "open" for all cards. With `predict` "scores" each score is asked for
    before it is shown, with "holes" the hole that the peg goes to; step numbers choose what is asked
    for, scores of nothing too. `recall` has rules that define something, to be read out at a step: by the
    step's number the id, or several with spaces between them. It begins at step `since` and ends
    after step `until`.

    >>> watch("cribbage", "play 7D", hands=["7D 8S", "AC"], total=24, turn=0, predict="none")
    SceneWidget('South is to play')

    Raises `ValueError` for what cannot be: an unknown game, seat or option, an action that is no
    notation or not legal there.
    """
    from cardlab_widgets.screen.widget import SceneWidget

    played = watched(game, do, preset, options or {}, **position)
    names = list(played.game.referee.seat_names(played.game.options))
    seen_by = OPEN if seat == "open" else place(seat, names)
    frames = list(recalled(watched_frames(played, seen_by, title, predict), recall or {}))
    if until is not None and until + 1 < len(frames):
        frames[until:] = [frames[until]._replace(ask=None)]
    frames = frames[since:]
    return SceneWidget(Stepper(frames), large=large, four_colour=four_colour)


def watched(
    game: str,
    do: str | Sequence[str],
    preset: str = "course",
    options: Any = None,
    **position: Any,
) -> Watched:
    """The game that begins at a position, with the actions taken and those tried.

    `options` are changes of the preset by name, or the game's options as they are.
    """
    rules = referee(game)
    changes = options or {}
    whole = not isinstance(changes, Mapping)
    chosen = rules.as_options(changes) if whole else rules.make_options(preset, **changes)
    seed = position.get("seed", 0)
    if position.get("phase") == "start":
        played = Game(rules, chosen, seed)
    else:
        start = rules.position(options=chosen, **position)
        played = Game(rules, chosen, seed, state=start)
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
    used: tuple[Card, ...] = ()
    with suppress(ValueError):  # what cannot be read is refused below
        used = used_cards(game.referee.read_action(action, game.view(seat if seat is not None else 0)))
    try:
        game.do(action)
    except IllegalActionError as error:
        why_not = refused(error, game.referee)
        allowed = [_deed(button.action.removeprefix("do:")) for button in why_not.buttons]
        instead = "".join(f" Allowed instead: {deed}." for deed in allowed)
        why_not = why_not._replace(text=(why_not.text + instead).strip(), buttons=(), closable=False)
        return Try(after, name, _deed(action), why_not, used)
    return Try(after, name, _deed(action), None, used)


_VERBS = {
    "go": "say go",
    "lay": "lay away",
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
    if verb == "cut":
        return f"lift {rest} cards"
    if verb == "meld" or rest.startswith("onto "):
        parts = [_part(part.strip()) for part in f"{verb} {rest}".replace("meld ", "").split(",")]
        return list_words(parts, "and")
    return f"{_VERBS.get(verb.lower(), verb)} {with_signs(rest)}".strip()


def _part(part: str) -> str:
    """
    >>> _part("+8 8C 2D"), _part("KS KH KD"), _part("take onto Q")
    ('add 8♣ 2♦ to the eights', 'meld K♠ K♥ K♦', 'take the pile onto the queens')
    """
    head, _, cards = part.partition(" ")
    if head == "take":
        return f"take the pile onto the {_plural(cards.removeprefix('onto '))}"
    if head.startswith("+"):
        return f"add {with_signs(cards)} to the {_plural(head[1:])}"
    return f"meld {with_signs(part)}"


def _plural(rank: str) -> str:
    return next((one.plural for one in Rank if one.letter == rank.partition("#")[0]), rank)


def watched_frames(
    played: Watched, seat: int = OPEN, title: str = "", predict: Prediction = "scores"
) -> tuple[Frame, ...]:
    """A game as frames: one for every moment and every refusal, and questions before them.

    A score is asked for before it is shown, and so is whether an action that is tried is allowed.
    """
    known = predict in get_args(Predict) if isinstance(predict, str) else isinstance(predict, Collection)
    if not known:
        raise InputError(f"predict can be {list_words(get_args(Predict), 'or')}, or steps, not {predict!r}")
    table = game_plugin(played.game.referee.name).table
    names = played.game.referee.seat_names(played.game.options)
    reel = wind(None, played.game, seat, table.moments)
    ends = (1, *reel.ends)
    frames: list[Frame] = []
    for number, moment in enumerate(reel.moments, 1):
        scene = _by_name(table.table(moment), "" if seat == OPEN else names[seat])
        if title:
            scene = scene._replace(eyebrow=title)
        if frames and frames[-1].ask is None:
            ask = _ask(reel.moments[number - 2], moment, predict, len(frames))
            frames[-1] = frames[-1]._replace(ask=ask)
        frames.append(Frame(scene))
        for one in played.tries:
            if ends[one.after] == number:
                frames[-1:] = _thought_about(frames[-1], one, scene, predict)
    return tuple(frames)


def _by_name(scene: Scene, name: str) -> Scene:
    """A scene of somebody who is watched: it calls the player by name, as questions and events do."""

    def named(text: str) -> str:
        for said, instead in _ADDRESSED:
            text = re.sub(said, instead.format(name=name), text)
        return text

    if not name:
        return scene
    zones = tuple(zone._replace(label=named(zone.label), note=named(zone.note)) for zone in scene.zones)
    return scene._replace(title=named(scene.title), zones=zones, status=named(scene.status))


_ADDRESSED = (
    (r"\bYou are\b", "{name} is"),
    (r"\bYou win\b", "{name} wins"),
    (r"\byou deal\b", "{name} deals"),
    (r"\byou laid\b", "{name} laid"),
    (r"\b[Yy]our\b", "{name}'s"),
)
"""How a table speaks to its player, and what it says of a player who is watched."""


def _thought_about(before: Frame, one: Try, scene: Scene, predict: Prediction) -> Iterator[Frame]:
    """The frame before an action that is tried, with the question; and its refusal, if it is refused."""
    answer = "No" if one.why_not else "Yes"
    reveal = f"The {scene.options.preset} rules {'forbid' if one.why_not else 'allow'} it."
    ask = Ask(f"May {one.seat} {one.words} here?", "", answer, reveal, ("Yes", "No"))
    scene = lifted(scene, one.cards)
    yield Frame(lifted(before.scene, one.cards), ask if predict != "none" else None)
    if one.why_not:
        said = Told(f"{one.seat} would like to {one.words}.")
        status = f"{said.text} {one.why_not.title} {one.why_not.text}"
        yield Frame(scene._replace(said=said, message=one.why_not, status=status))


def _ask(moment: Moment, then: Moment, predict: Prediction, step: int) -> Ask | None:
    """What `then` scores: a count is asked for once its cards are face up, everything else beforehand."""
    if predict == "none":
        return None
    if predict == "holes":
        return _which_hole(moment, then)
    chosen = not isinstance(predict, str) and step in predict
    if predict != "scores" and not chosen:
        return None
    if moment.line == 0:
        return _question(next(event for event in moment.events if event.kind == "count"))
    if then.line is not None:
        return None
    paid = next((event for event in then.events if event.points > 0), None)
    if paid is None and chosen:
        counted = (event for event in then.events if event.kind == "first meld")
        paid = next(counted, then.events[0])
    return _question(paid) if paid else None


def _which_hole(moment: Moment, then: Moment) -> Ask | None:
    """Where the next peg goes; for a count it is asked once its cards are face up, before a peg moves."""
    if then.line is not None and moment.line != 0:
        return None
    paid = next((event for event in then.events if event.points), None)
    if paid is None or paid.seat is None or paid.kind == "score":
        return None
    side = paid.seat % len(then.view.scores)
    hole = min(moment.view.scores[side] + paid.points, then.view.options.target)
    return Ask(f"{_upper(paid.text)}. Which hole does the peg go to?", "hole", hole, f"It goes to {hole}.")


def _question(event: Event) -> Ask:
    what, _, _ = event.text.partition(": ")
    what = _upper(what)
    if event.kind == "first meld":
        return Ask("What does this first meld count?", "points", event.total or 0, f"{_upper(event.text)}.")
    if event.kind == "score":
        who, _, rest = what.rpartition(" score")
        do = "does" if rest.startswith("s") else "do"
        return Ask(f"What {do} {who} score in this deal?", "points", event.points, f"{event.text}.")
    if event.cards and what != _upper(event.text):
        return Ask(f"{what}. What does it score?", "points", event.points, f"{event.text}.")
    return Ask("What is pegged next?", "points", event.points, f"{event.text}.")


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
