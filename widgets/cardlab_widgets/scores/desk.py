"""The way through scores: from a class or a learner down to a single answer, and back.

Each step on the way narrows the answers that are looked at, and the last one says how they are shown.

>>> from cardlab_exercises.reports.sample import sample_learner
>>> desk = OwnDesk("Sam", sample_learner())
>>> desk.act("look", {})
>>> desk.act("tab:exercises", {})
>>> desk.act("open:exercise:crib-count-hand", {})
>>> [button.label for button in desk.scene().bar]
['Sam']
>>> desk.scene().title
'How many points?'
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cardlab_exercises.declaration.lessons import lessons
from cardlab_exercises.reports.attempts import mistake_name
from cardlab_exercises.reports.figures import accuracy, activity
from cardlab_exercises.reports.progress import Progress, exercise_title, progress, rule_title
from cardlab_exercises.reports.results import TestResults
from cardlab_exercises.store.attempt import Attempt
from cardlab_exercises.store.store import Store
from cardlab_exercises.store.visitor import on_page

from cardlab.display.scene import Button, Message, Scene, sentence
from cardlab_widgets.scores import views

LEARNER_TABS = {
    "lessons": "By lesson",
    "exercises": "By exercise",
    "rules": "By rule",
    "tests": "Tests",
    "time": "Over time",
}
TEST_TABS = {"learners": "By learner", "questions": "By question"}

NOT_ANY_MORE = "what was open here has been deleted meanwhile"


_NOT_SHOWN = ("_drawn", "_reading", "_live")
"""What a desk holds that makes no difference to what it shows."""


class Opened(NamedTuple):
    """A step of the way: the kind of thing that was opened, and what tells which one."""

    kind: str
    key: str


Answers = Sequence[Attempt]


class ScoreDesk:
    """What all pages about scores can do.

    Actions: ``tab:NAME``, ``open:KIND:KEY`` as the rows of `views` have it, ``back:N`` to the first N steps,
    ``page:N`` of a list of answers.
    """

    _path: tuple[Opened, ...] = ()
    _tabs: Mapping[str, str] = {}
    _page = 0
    _drawn: tuple[Any, Scene] | None = None

    @property
    @abstractmethod
    def _all(self) -> Answers:
        """The answers that the way begins with, in the order of time."""

    @abstractmethod
    def _begin(self) -> Scene:
        """What is shown before any step."""

    @abstractmethod
    def _root_name(self) -> str:
        """What the beginning is called on the way back."""

    # ---------------------------------------------------------------- what is shown

    def scene(self) -> Scene:
        """What is open now. It is the same object as long as nothing has changed."""
        state = {name: value for name, value in vars(self).items() if name not in _NOT_SHOWN}
        if self._drawn is None or self._drawn[0] != state:
            self._drawn = (state, self._draw())
        return self._drawn[1]

    def _draw(self) -> Scene:
        if not self._path:
            return self._begin()
        *before, step = self._path
        answers = narrowed(self._all, self._path)
        if not answers:
            return self._framed(message=Message("info", "Nothing here any more.", "It has been deleted."))
        if step.kind == "answer":
            return self._one_answer(answers[0], narrowed(self._all, before))
        if step.kind == "learner":
            return self._learner(Progress(answers[0].learner, tuple(answers)))
        if step.kind == "test":
            tab = self._tab(TEST_TABS)
            test = TestResults(step.key, tuple(answers))
            return self._framed(tabs=TEST_TABS, prompt=f"{test.title}.", **views.test_view(test, tab))
        if step.kind == "lesson" and self._several and not before:
            return self._framed(**views.lesson_view(answers))
        several = self._several and not {"learner", "sat"} & {kind for kind, _ in self._path}
        return self._framed(answers=answers, **views.answers_view(answers, self._page, several))

    _several = False
    """Whether the answers may be those of several learners."""
    _about = "Scores"
    """What stands over the title."""

    def _learner(self, score: Progress) -> Scene:
        tab = self._tab(LEARNER_TABS)
        view = {} if tab == "time" else views.learner_view(score, tab)
        empty = tab != "time" and not view["grids"]
        return self._framed(
            tabs=LEARNER_TABS,
            prompt=views.learner_prompt(score),
            message=Message("info", "Nothing yet.") if empty else None,
            **view,
        )

    def _framed(
        self, tabs: Mapping[str, str] | None = None, answers: Answers = (), message: Any = None, **view: Any
    ) -> Scene:
        """A scene with the way back, what can be chosen, and the pages of a list."""
        title = self._names()[-1]
        buttons: tuple[Button, ...] = ()
        if tabs:
            at = self._tab(tabs)
            buttons = tuple(Button(f"tab:{name}", label, primary=name == at) for name, label in tabs.items())
        last = (len(answers) - 1) // views.MOST_ROWS
        if answers and last:
            shown = f"Page {self._page + 1} of {last + 1}"
            view["prompt"] = f"{len(answers):,} answers, the latest first. {shown}."
            if self._page:
                buttons += (Button(f"page:{self._page - 1}", "Later"),)
            if self._page < last:
                buttons += (Button(f"page:{self._page + 1}", "Earlier"),)
        scene = Scene(
            "scores", self._about, title, bar=self._trail(), buttons=buttons, message=message, **view
        )
        # Figures that change with each answer of others are not announced.
        return scene._replace(status=f"{title}. {message.title}" if message else title)

    def _one_answer(self, made: Attempt, among: Answers) -> Scene:
        """A single answer, with the ones before and after it in its list."""
        at = [one.id for one in among].index(made.id)
        buttons = [Button(f"back:{len(self._path) - 1}", f"Back to {self._names()[-2]}", primary=True)]
        if at:
            buttons.append(Button(f"instead:{among[at - 1].id}", "Earlier answer"))
        if at < len(among) - 1:
            buttons.append(Button(f"instead:{among[at + 1].id}", "Later answer"))
        return views.answer_scene(made)._replace(buttons=tuple(buttons))

    def _trail(self) -> tuple[Button, ...]:
        """The steps so far, to go back to; none at the beginning."""
        names = self._names()[:-1]
        return tuple(Button(f"back:{place}", name, quiet=True) for place, name in enumerate(names))

    def _names(self) -> list[str]:
        """What the beginning and each step are called."""
        names, answers = [self._root_name()], self._all
        for step in self._path:
            answers = narrowed(answers, [step])
            names.append(named(step, answers))
        return names

    def _tab(self, tabs: Mapping[str, str]) -> str:
        """Which of these is open: the first, until another one is chosen."""
        kind = self._path[-1].kind if self._path else ""
        chosen = self._tabs.get(kind, "")
        return chosen if chosen in tabs else next(iter(tabs))

    def plot(self) -> tuple[Any, Callable[[], Any]] | None:
        """What is drawn below the scene: what tells whether it is still the same, and how to make it."""
        answers = narrowed(self._all, self._path)
        if not answers or "time" not in self._open_tabs():
            return None
        one = not self._several or (self._path and self._path[-1].kind == "learner")
        draw = accuracy if one else activity
        return (self._path, len(answers), answers[-1].id), lambda: draw(tuple(answers))

    def _open_tabs(self) -> list[str]:
        scene = self.scene()
        return [button.action.removeprefix("tab:") for button in scene.buttons if button.primary]

    # ---------------------------------------------------------------- what is done

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """Takes an action. Raises `ValueError` in plain words, and then nothing has changed."""
        verb, _, rest = action.partition(":")
        if verb == "tab":
            kind = self._path[-1].kind if self._path else ""
            self._tabs = {**self._tabs, kind: rest}
        elif verb == "open":
            kind, _, key = rest.partition(":")
            self._go((*self._path, Opened(kind, key)))
        elif verb == "instead":
            self._go((*self._path[:-1], Opened("answer", rest)))
        elif verb == "back":
            self._path, self._page = self._path[: int(rest)], 0
        elif verb == "page":
            self._page = int(rest)
        else:
            raise ValueError("there is no such thing to do here")

    def _go(self, path: tuple[Opened, ...]) -> None:
        if not narrowed(self._all, path):
            raise ValueError(NOT_ANY_MORE)
        self._path, self._page = path, 0


class OwnDesk(ScoreDesk):
    """How the learner who sits here has done, down to each answer.

    `store` and `learner` are by default one's own, on a page of a server those of the visitor. Action
    ``look`` reads the score; nothing is read before.
    """

    def __init__(self, learner: str | None = None, store: Store | None = None) -> None:
        self._learner_name, self._store = learner, store
        self._score: Progress | None = None

    @property
    def _all(self) -> Answers:
        return self._score.attempts if self._score else ()

    def _root_name(self) -> str:
        return self._score.learner if self._score and not self._score.is_own else "Your progress"

    def _begin(self) -> Scene:
        if self._score is None:
            text = "How you have done so far, by lesson, by exercise and by rule."
            button = Button("look", "Show my progress", primary=True)
            return Scene("scores", "Scores", "Your progress", prompt=text, buttons=(button,), status=text)
        score = self._score
        where = " ".join(filter(None, (score.where and f"Kept in {score.where}.", score.notice)))
        if score.attempts:
            return self._learner(score)._replace(aside=where)
        said = str(score).splitlines()[0].partition(": ")[2]
        return self._framed(message=Message("info", sentence(said)), aside=where)

    def act(self, action: str, values: Mapping[str, str]) -> None:
        if action != "look":
            return super().act(action, values)
        try:
            self._score = progress(self._learner_name, self._store)
        except Exception as error:
            if not on_page():
                raise  # the trace of it would show visitors the folders of the server
            raise ValueError(f"the progress cannot be read: {type(error).__name__}") from None
        self._path, self._page = (), 0
        return None


# ---------------------------------------------------------------- steps


def narrowed(answers: Answers, path: Sequence[Opened]) -> Answers:
    """Those of the answers that a way leads to."""
    for step in path:
        answers = _narrow(answers, *step)
    return answers


def _narrow(answers: Answers, kind: str, key: str) -> Answers:
    if kind == "question":
        test = TestResults("", tuple(answers)).by_question()
        return next((made for question, made in test if str(question.number) == key), [])
    ids = {"lesson": frozenset(_lesson(key)), "exercise": frozenset([key])}.get(kind, frozenset())
    wanted: dict[str, Callable[[Attempt], bool]] = {
        "rule": lambda made: not made.test and made.rules.get(key) is False,
        "mistake": lambda made: not made.test and key in made.mistakes,
        "lesson": lambda made: not made.test and made.exercise in ids,
        "exercise": lambda made: not made.test and made.exercise in ids,
        "told": lambda made: key in made.rules,
        "learner": lambda made: views.learner_key(made.class_code, made.learner) == key,
        "sat": lambda made: views.learner_key(made.class_code, made.learner) == key,
        "test": lambda made: made.test == key,
        "own-test": lambda made: made.test == key,
        "answer": lambda made: made.id == key,
    }
    if kind not in wanted:
        raise ValueError("there is no such thing to open")
    return [made for made in answers if wanted[kind](made)]


def named(step: Opened, answers: Answers) -> str:
    """What a step is called."""
    if step.kind in ("learner", "sat"):
        return answers[0].learner if answers else "nobody"
    titles: dict[str, Callable[[str], str]] = {
        "rule": rule_title,
        "told": rule_title,
        "mistake": mistake_name,
        "lesson": lambda name: next((one.title for one in lessons() if one.name == name), name),
        "exercise": exercise_title,
        "test": lambda code: f"Test {code}",
        "own-test": lambda code: f"Test {code}",
        "question": lambda number: f"Question {number}",
        "answer": lambda id: exercise_title(answers[0].exercise) if answers else "an answer",
    }
    return titles[step.kind](step.key)


def _lesson(name: str) -> tuple[str, ...]:
    return next((one.exercises for one in lessons() if one.name == name), ())
