"""A game that was played, reviewed: what each decision cost, and what the cards brought.

A `Review` is made for one seat. After every action it has what the seat could expect then, judged by what
the seat had seen: in Cribbage for two the chance to win, otherwise points. Each decision, of whatever seat,
is judged by what its own player had seen, against the best that the strong computer player finds there.

What happened is the sum of three things: the seat's own choices, those of the others, and luck. Choices
are what they cost against the best; luck is all the rest, what the cards brought.

>>> from cardlab.game import Game
>>> game = Game("cribbage", seed=5)
>>> for action in ("cut 12", "cut 30"):
...     _ = game.do(action)
>>> made = review(game, seat=0)
>>> len(made.steps), abs(made.luck + made.skill + made.others - made.change) < 1e-9
(2, True)
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from cardlab.game import Game
from cardlab.players import Choice, Measure
from cardlab.plugins import Reviewing, game_plugin, games
from cardlab.wording import in_words

Grade: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
"""The grades of decisions, from nothing lost to much."""
FRESH_START = "a new game"
"""The stage in which the next game of a match begins: what changes there is neither luck nor choice."""
_PLAYER = "strong"


class ReviewStep(NamedTuple):
    """One action of a game, and what came of it for the seat that looks back.

    `number` is that of the action, `seat` who acted, `view` what that seat saw, `action` what it did.
    `grade` and `choice` are empty where there was nothing to decide, or nobody can tell what is best. `cost`
    is what the action cost its own side. `stages` are what happened with it, and what each changed.
    """

    number: int
    seat: int
    view: Any
    action: Any
    value: float
    stages: tuple[tuple[str, float], ...]
    share: float = 0.0
    cost: float = 0.0
    grade: Grade | None = None
    choice: Choice | None = None

    @property
    def change(self) -> float:
        """What changed for the seat that looks back, the start of a next game left out."""
        return sum([change for name, change in self.stages if name != FRESH_START])

    @property
    def chosen(self) -> float:
        """What of that the choice did: its cost, with the sign it has for the seat that looks back."""
        return self.share * self.cost


class Review(NamedTuple):
    """The review of a game for `seat`, as far as it has come; `start` is what the seat could expect first."""

    game: Game
    seat: int
    measure: Measure
    start: float
    steps: tuple[ReviewStep, ...] = ()

    @property
    def complete(self) -> bool:
        return len(self.steps) >= len(self.game.actions)

    @property
    def decisions(self) -> tuple[ReviewStep, ...]:
        """The steps at which something was decided, in order."""
        return tuple(step for step in self.steps if step.grade)

    def of(self, seat: int) -> tuple[ReviewStep, ...]:
        """The decisions of a seat."""
        return tuple(step for step in self.decisions if step.seat == seat)

    def costliest(self, seat: int) -> tuple[ReviewStep, ...]:
        """The decisions of a seat that were not best, the costliest first."""
        found = [step for step in self.of(seat) if step.grade != "best"]
        return tuple(sorted(found, key=lambda step: (-step.cost, step.number)))

    def accuracy(self, seat: int) -> float | None:
        """How near to the best a seat came, in per cent; None where it had nothing to decide.

        A decision counts 100 where nothing was lost, and less in proportion: nothing from twice a blunder on.
        """
        decided = self.of(seat)
        if not decided:
            return None
        worst = 2 * self.measure.limits[-1]
        return 100 * sum([max(0.0, 1 - step.cost / worst) for step in decided]) / len(decided)

    def number(self, seat: int, grade: Grade) -> int:
        """How many decisions of a seat have that grade."""
        return sum(step.grade == grade for step in self.of(seat))

    @property
    def change(self) -> float:
        """What the whole game brought the seat, against what it could expect at its start."""
        return sum([step.change for step in self.steps])

    @property
    def skill(self) -> float:
        """What the seat's own choices, and its partner's, cost it: nothing or less."""
        return sum([step.chosen for step in self.steps if step.share < 0])

    @property
    def others(self) -> float:
        """What the others' choices brought the seat: nothing or more."""
        return sum([step.chosen for step in self.steps if step.share > 0])

    @property
    def luck(self) -> float:
        """What the cards brought: all that no choice did."""
        return sum(self.lucks.values())

    @property
    def lucks(self) -> dict[str, float]:
        """Luck by the stages of the game: the deal, the starter, what others turned out to hold."""
        found: dict[str, float] = {}
        for step in self.steps:
            for place, (name, change) in enumerate(step.stages):
                if name != FRESH_START:
                    # What was chosen comes first, and the cards after it.
                    found[name] = found.get(name, 0.0) + change - (0.0 if place else step.chosen)
        return found

    def words(self, step: ReviewStep) -> str:
        """What was done, in words: ``North: play 7♠``."""
        referee = self.game.referee
        name = referee.seat_names(self.game.options)[step.seat]
        return f"{name}: {in_words(referee.write_action(step.action))}"

    def advice(self, step: ReviewStep) -> str:
        """Why the best is best, in words; what it is, where there is more than one thing to do."""
        if step.choice is None:
            return ""
        return game_plugin(self.game.referee.name).players.advice(step.view, step.choice.action).text

    def shown(self, value: float, signed: bool = False) -> str:
        """A number in the unit of the review: per cent, or points."""
        chance = self.measure.unit == "chance"
        number = round(100 * value if chance else value, 1)
        sign = "+" if signed and number else ""
        return f"{number or 0.0:{sign}.1f} {'%' if chance else 'points'}".replace("-", "−")


def begin(game: Game, seat: int = 0) -> Review:
    """The review of a game before its first action. `further` goes on with it.

    Raises `InputError` for a game that has no reviews.
    """
    plugin = _reviewing(game)
    # A game that is played on, or undone, must not change what is reviewed.
    game = game.copy()
    first = game.step(0)[0] if game.actions else game.state
    value = plugin.value(game.referee.view(first, seat))
    return Review(game, seat, plugin.measure(game.options), value)


def further(review: Review) -> Review:
    """The review with one action more; itself where it is complete."""
    if review.complete:
        return review
    game, number, seat = review.game, len(review.steps), review.seat
    before, _, after = game.step(number)
    look, plugin = game.referee.view, _reviewing(game)
    actor = game.referee.to_act(before)
    assert actor is not None
    value = review.steps[-1].value if review.steps else review.start
    stages = []
    happened = plugin.happened(look(before, seat), look(after, seat))
    if number + 1 == len(game.actions) and len(happened) > 1 and game.turn is not None:
        happened = happened[:-1]  # the cards of a deal in which nobody has done anything yet
    for name, then in happened:
        stages.append((name, then - value))
        value = then
    action = game.actions[number]
    step = ReviewStep(number, actor, look(before, actor), action, value, tuple(stages))
    return review._replace(steps=(*review.steps, _judged(review, step, after)))


def review(game: Game, seat: int = 0, progress: Callable[[int, int], bool] | None = None) -> Review:
    """The whole review of a game for a seat.

    `progress(done, total)` is called after each action; if it returns False, the review ends there.
    """
    made = begin(game, seat)
    while not made.complete:
        made = further(made)
        if progress is not None and not progress(len(made.steps), len(game.actions)):
            break
    return made


def read_game(text: str) -> Game:
    """The game of a record, or one that was typed as its game reads it (`cardlab.plugins.Typed`).

    Raises `NotationError` or `IllegalActionError`, naming the line.
    """
    words = next((line.split() for line in text.splitlines() if line.split("#")[0].strip()), [""])
    if words[0].casefold() in games():
        game: Game = game_plugin(words[0].casefold()).typed.read(text)
        return game
    return Game.from_record(text)


def _judged(review: Review, step: ReviewStep, after: Any) -> ReviewStep:
    """The step with its grade, where there was something to decide."""
    game = review.game
    plugin = game_plugin(game.referee.name)
    choice = plugin.players.player(_PLAYER)(step.view, Random(f"{game.seed}/{step.number}"))
    lost = plugin.review.loss(step.view, choice, step.action)
    if lost is None:
        return step
    limits = review.measure.limits
    grade = next((GRADES[place] for place, limit in enumerate(limits) if lost <= limit), GRADES[-1])
    return step._replace(share=_share(after, review.seat, step.seat), cost=lost, grade=grade, choice=choice)


def _share(state: Any, seat: int, actor: int) -> float:
    """What a loss of `actor` is to `seat`: a loss for its side, and for others their share of a gain."""
    side_of = getattr(state, "side_of", None) or tuple(
        place % state.options.sides for place in range(state.options.players)
    )
    return -1.0 if side_of[seat] == side_of[actor] else 1.0 / max(1, len(set(side_of)) - 1)


def _reviewing(game: Game) -> Reviewing:
    return game_plugin(game.referee.name).review
