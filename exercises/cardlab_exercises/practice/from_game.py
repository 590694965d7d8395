"""Exercises from a game that was played: its costliest decisions, and the hands that were miscounted.

What a decision cost is told by a strong computer player, in the numbers by which it ranks its own.

>>> from random import Random
>>> from cardlab.cribbage.rules import referee
>>> from cardlab.cribbage.players import player
>>> game, play = Game(referee, seed=5), player("beginner")
>>> while len(game.actions) < 30:
...     seat = referee.to_act(game.state)
...     _ = game.do(play(game.view(seat), Random(seat)).action)
>>> worst = decisions(game, seat=0)[0]
>>> referee.write_action(worst.action), referee.write_action(worst.choice.action), round(worst.cost, 1)
('lay 4D 7H', 'lay 5S 7H', 3.4)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, NamedTuple

from cardlab.cards import show_cards
from cardlab.cribbage.display.count_frames import count_zones
from cardlab.cribbage.players import shown_count
from cardlab.display.scene import Zone, sentence
from cardlab.errors import IllegalActionError, NotationError
from cardlab.game import Game, Moment, Referee, referee
from cardlab.players import Candidate, Choice, Unit
from cardlab.plugins import game_plugin, games
from cardlab.wording import gain, in_words, lower, with_signs
from cardlab_exercises.declaration import bank, forms
from cardlab_exercises.declaration.answers import AnswerError
from cardlab_exercises.declaration.exercise import (
    Answer,
    Examples,
    Exercise,
    Outcome,
    Question,
    Result,
    Verdict,
    WorkedSolution,
)

SLACK: dict[tuple[str, Unit], tuple[float, float]] = {
    ("cribbage", "points"): (0.15, 1.0),
    ("cribbage", "chance"): (0.01, 0.05),
    ("canasta", "points"): (5.0, 30.0),
    ("canasta", "chance"): (0.01, 0.05),
}
"""What a choice may cost to be as good as the best, and to be partly right; elsewhere 0.01 and 0.05."""
_PLAYER = "strong"


class Decision(NamedTuple):
    """A choice that a seat made in a game.

    `game` is its name, `number` that of the action, `view` what the seat saw, `action` what it did,
    `choice` what a strong player weighed there, `cost` how much worse it was than the best, in the unit of
    the choice.
    """

    game: str
    number: int
    view: Any
    action: Any
    choice: Choice
    cost: float

    @property
    def rules(self) -> Referee:
        return referee(self.game)

    @property
    def weight(self) -> float:
        """The cost measured by what is partly right in that game, so that costs can be compared."""
        return self.cost / _slack(self)[1]


def decisions(game: Game, seat: int) -> list[Decision]:
    """The decisions of `seat` that cost more than nothing, the costliest first.

    Left out is what nobody can tell the cost of: what is decided by chance (cuts, the draw for partners),
    what was the only thing to do, counts that were claimed (see `miscounts`), and in Canasta asking the
    partner where the strong player sees no way to go out.
    """
    players = game_plugin(game.referee.name).players
    player = players.player(_PLAYER)
    found = []
    for number, action in enumerate(game.actions):
        state = game.step(number)[0]
        if game.referee.to_act(state) != seat:
            continue
        view = game.referee.view(state, seat)
        choice = player(view, Random(f"{game.seed}/{number}"))
        made = players.candidate(view, choice, action)
        if made is not None:
            cost = max(0.0, choice.candidates[0].worth - made.worth)
            found.append(Decision(game.referee.name, number, view, action, choice, cost))
    dear = [decision for decision in found if decision.cost > _slack(decision)[0]]
    return sorted(dear, key=lambda decision: (-decision.weight, decision.number))


def miscounts(game: Game, seat: int) -> list[int]:
    """The numbers of the actions by which `seat` claimed less or more than its cards count."""
    if game.referee.name != "cribbage":
        return []
    wrong = []
    for number, action in enumerate(game.actions):
        state = game.step(number)[0]
        if action.kind == "claim" and game.referee.to_act(state) == seat:
            counted = shown_count(game.referee.view(state, seat))
            wrong += [number] if counted.total != action.number else []
    return wrong


def _slack(decision: Decision) -> tuple[float, float]:
    return SLACK.get((decision.game, decision.choice.unit), (0.01, 0.05))


# ---------------------------------------------------------------- questions


def decision_question(game: Game, decision: Decision) -> Question:
    """The question what to do where that decision was made, at the table as it was then."""
    exercise = choice_exercise(game.referee.name)
    text = str(game.referee.explain(decision.view).text).rstrip(".")
    ground = game_plugin(game.referee.name).table.table(Moment(decision.view))
    picks = _picks(decision)
    how = "Pick the cards." if picks else "Write it as in a record, like discard 4C or meld KS KH KD."
    form = forms.cards if picks else forms.action
    return Question(
        prompt=f"From your game: {lower(text)}. What is best? {how}",
        position=decision,
        zones=tuple(_selectable(zone) if picks else zone for zone in ground.zones),
        fields=(form("action", "what you do"),),
        ground=ground,
        exercise=exercise.id,
        seed=_seed(game, decision.number),
        options=game.options,
    )


def _picks(decision: Decision) -> bool:
    """Whether the cards say it all, as they do in Cribbage unless one may also stop."""
    return decision.game == "cribbage" and all(one.action.cards for one in decision.choice.candidates)


def _selectable(zone: Zone) -> Zone:
    if zone.id != "hand":
        return zone
    return zone._replace(faces=tuple(face._replace(selectable=True) for face in zone.faces))


def _written(decision: Decision, action: Any) -> str:
    """An action as an answer: its cards, or its notation."""
    return show_cards(action.cards) if _picks(decision) else decision.rules.write_action(action)


def count_question(game: Game, number: int) -> Question:
    """The question what the hand or crib counts that was miscounted by that action."""
    state = game.step(number)[0]
    counted = shown_count(game.referee.view(state, game.referee.to_act(state) or 0))
    exercise = count_exercise(counted.crib)
    what = "crib" if counted.crib else "hand"
    like = bank.get(_COUNTS[counted.crib]).question(1)
    zones = count_zones(counted.hand, counted.starter, crib=counted.crib, selectable=True)
    return replace(
        like,
        prompt=f"From your game: you miscounted this {what}. What does it count?",
        position=counted,
        zones=zones,
        exercise=exercise.id,
        seed=_seed(game, number),
        level=1,
        options=game.options,
    )


def _seed(game: Game, number: int) -> str:
    return f"game {game.seed}/{number}"


# ---------------------------------------------------------------- checking


def _check(question: Question, answer: Answer) -> Verdict:
    decision: Decision = question.position
    text = answer.get("action", "").strip()
    if not text:
        return Verdict(Outcome.NOT_ATTEMPTED, "There is nothing to check yet.", "Write what you would do.")
    rules = decision.rules
    try:
        action = rules.read_action(text, decision.view)
        refusals = rules.check(decision.view, action)
    except IllegalActionError as error:
        refusals = list(error.refusals)
    except NotationError as error:
        raise AnswerError(f"what you do: {error}") from error
    if refusals:
        return Verdict(
            Outcome.WRONG,
            "That is not allowed here.",
            sentence(refusals[0].text),
            {"action": Result("wrong", "not allowed")},
            rules=tuple(dict.fromkeys(refusal.rule for refusal in refusals)),
        )
    made = game_plugin(rules.name).players.candidate(decision.view, decision.choice, action)
    if made is None:
        return Verdict(
            Outcome.COULD_NOT_RUN, "That is allowed, but nobody knows what it is worth.", "Try another way."
        )
    return _priced(decision, made)


def _priced(decision: Decision, made: Candidate) -> Verdict:
    """The verdict on a choice by what it costs against the best."""
    cost = max(0.0, decision.choice.candidates[0].worth - made.worth)
    good, fair = _slack(decision)
    score = 1.0 if cost <= good else max(0.0, round(1 - cost / (2 * fair), 2))
    rules = tuple(decision.rules.explain(decision.view).rules)
    if cost <= good:
        return Verdict(
            Outcome.CORRECT, "Nothing is better.", "", {"action": Result("right", "")}, rules=rules, score=1.0
        )
    partly = cost <= fair
    return Verdict(
        Outcome.PARTLY if partly else Outcome.WRONG,
        "Good, but there is better." if partly else "There is better.",
        f"It costs {price(cost, decision.choice.unit)} against the best.",
        {"action": Result("wrong", f"costs {price(cost, decision.choice.unit)}")},
        rules=rules,
        score=score if partly else 0.0,
    )


def price(cost: float, unit: Unit) -> str:
    """
    >>> price(1.25, "points"), price(0.043, "chance")
    ('1.2 points', '4.3 % of the games')
    """
    return f"{cost:.1f} points" if unit == "points" else f"{100 * cost:.1f} % of the games"


def _solve(question: Question) -> WorkedSolution:
    decision: Decision = question.position
    write = decision.rules.write_action
    best, made = in_words(write(decision.choice.action)), in_words(write(decision.action))
    why = game_plugin(decision.rules.name).players.advice(decision.view, decision.choice.action).text
    return WorkedSolution(
        answer={"action": _written(decision, decision.choice.action)},
        title=f"Best is: {best}.",
        text=f"{why} In the game you chose: {made}. That costs "
        f"{price(decision.cost, decision.choice.unit)}: {with_signs(decision.choice.reason)}.",
        proof=(),
        rules=tuple(decision.rules.explain(decision.view).rules),
    )


def _hints(question: Question) -> tuple[str, ...]:
    decision: Decision = question.position
    best = decision.choice.candidates[0]
    parts = ", ".join(f"{name} {gain(number)}" for name, number in best.parts)
    return (
        f"In the game you chose: {in_words(decision.rules.write_action(decision.action))}. "
        f"There is something that is worth {price(decision.cost, decision.choice.unit)} more.",
        f"The best is to {best.action.kind}; what it is worth: {parts}.",
    )


def _examples(question: Question) -> Examples:
    decision: Decision = question.position
    worst = decision.choice.candidates[-1].action
    return Examples(
        {"action": _written(decision, decision.choice.action)},
        {"action": _written(decision, worst)},
        {"action": " "},
    )


def _no_seed(random: Random, level: int, options: Any) -> Question:
    raise ValueError("these questions come from a game that was played, not from a seed")


@cache
def choice_exercise(game: str) -> Exercise:
    """The exercise about decisions of a game. It is not in the bank, because no seed gives its questions."""
    return Exercise(
        id=f"{game_plugin(game).prefix}-game-choice",
        title="What would you do now?",
        topic="from your game",
        game=game,
        rules=(),
        mistakes=(),
        levels=("as in the game",),
        options=referee(game).make_options,
        make=_no_seed,
        check=_check,
        solve=_solve,
        hints=_hints,
        examples=_examples,
        form_label="your choice",
    )


@cache
def count_exercise(crib: bool) -> Exercise:
    """The exercise about hands (or cribs) that were miscounted in a game."""
    like = bank.get(_COUNTS[crib])
    title = f"{'A crib' if crib else 'A hand'} that you miscounted"
    id = f"crib-game-{'crib' if crib else 'hand'}"
    # No twin: it would be another hand than the one of the game.
    return replace(like, id=id, title=title, topic="from your game", make=_no_seed, twin=None)


_COUNTS = {False: "crib-count-hand", True: "crib-count-crib"}


def exercises() -> Mapping[str, Exercise]:
    """The exercises whose questions come from games, by id."""
    found = [*map(choice_exercise, games()), count_exercise(False), count_exercise(True)]
    return {exercise.id: exercise for exercise in found}
