"""A demo on its page: the steps or the table, and beside them what its teacher needs.

A `Stage` shows what its script makes of a seed, or of what a teacher has typed in, and adds to it the
seed box, the teacher's note, a case to prepare with its link, and a question to the class.

>>> stage = Stage(entry("counting-a-hand"), SCRIPTS["counting-a-hand"], seed=9)
>>> stage.act("next", {})
>>> stage.scene().transport.at
1
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from copy import copy
from hashlib import blake2s
from random import Random, SystemRandom
from typing import Any
from urllib.parse import urlsplit

from cardlab_exercises.declaration.answers import read_class_code, read_seed
from cardlab_exercises.store import polls
from cardlab_exercises.store.visitor import NOT_THE_TEACHER, may_teach, on_page, visitor

from cardlab.display.scene import Button, Field, Form, FormChoice, Message, Panel, Scene, sentence
from cardlab.errors import InputError
from cardlab.game import referee
from cardlab.wording import in_figures
from cardlab_widgets.demos import canasta, cribbage
from cardlab_widgets.demos.catalogue import Entry, entry
from cardlab_widgets.demos.link import (
    START,
    Request,
    asked_for,
    beside,
    for_others,
    here,
    is_local,
    link,
    start,
    written,
)
from cardlab_widgets.demos.script import Script
from cardlab_widgets.demos.seen import open_cards
from cardlab_widgets.lessons.stepper import Stepper, new_seed

__all__ = ["SCRIPTS", "Stage", "entry"]

SCRIPTS: dict[str, Script] = {**canasta.SCRIPTS, **cribbage.SCRIPTS}
"""The demos that go through a case step by step, by name."""

FOR_TEACHERS = Button("teach", "For teachers", "menu", quiet=True)
ASK = Button("ask", "Ask the class", quiet=True)
SHOW, HIDE = Button("numbers", "Show the numbers"), Button("numbers", "Hide the numbers")
PREPARE = Button("prepare", "Show it", primary=True)
PRESETS = (FormChoice("course", "course rules"), FormChoice("classic", "classic rules"))


class Stage:
    """One demo, its steps and its teacher's panel.

    Actions: those of a stepper; ``seed`` and ``new``, another case; ``teach``, the panel; ``numbers``,
    whether rules show theirs; ``prepare`` (values of the script's fields, ``preset``), a case typed in;
    ``ask`` (value ``class``, else the code that this browser has), the question that is open goes to the
    class; ``count`` shows its answers, ``unask`` ends it.
    """

    every = 1.0
    """Seconds between two looks at how many have answered."""

    def __init__(self, about: Entry, script: Script, seed: str | int, options: Any = "course") -> None:
        self.about = about
        self._script = script
        self._rules = self._playable(options)
        self._panel = False
        self._numbers = False
        self._code = ""
        self._asked: polls.ClassQuestion | None = None
        self._answers: tuple[tuple[str, int], ...] = ()
        self._counted = False
        self._wrong: Message | None = None
        self._stepper: Stepper
        self._values: dict[str, str]
        self._seed: str
        self._deal(read_seed(seed))
        self._arrive()

    # ---------------------------------------------------------------- what is shown

    def scene(self) -> Scene:
        """The step that is shown, with what stands beside it."""
        shown = self._stepper.scene()
        return shown._replace(
            eyebrow=f"{self.about.title} · {shown.eyebrow.partition(' · ')[2]}",
            chips=tuple(chip for chip in shown.chips if not chip.startswith("first to")),
            form=self._form(shown.form),
            tools=self._tools(),
            message=_with_fault(shown.message, self._wrong),
            panel=self._teacher() if self._panel else self._poll() if self._asked else None,
            home=start(),
            numbers=self._numbers,
            status=f"{self._wrong.title} {self._wrong.text} {shown.status}" if self._wrong else shown.status,
        )

    @property
    def taught(self) -> tuple[str, ...]:
        """The rules that the steps name."""
        return self._stepper.taught

    @property
    def at(self) -> int:
        """The step that is shown."""
        return self._stepper.at

    @property
    def case(self) -> tuple[dict[str, str], Any]:
        """The values of the case that is shown, and its rules."""
        return self._values, self._rules

    def _form(self, form: Form | None) -> Form | None:
        """The question of the step; beside its answers the class can be asked."""
        if form is None or self._stepper.asks is None or self._asked or not may_teach() or _alone():
            return form
        return form._replace(buttons=(*form.buttons, ASK))

    def _tools(self) -> Form:
        return Form(
            "Another case",
            (Field("seed", "seed", self._seed, kind="text"),),
            (
                Button("seed", "Deal"),
                Button("new", "New"),
                FOR_TEACHERS,
            ),
        )

    def _teacher(self) -> Panel:
        fields = [field._replace(value=self._values[field.name]) for field in self._script.fields]
        address = link(here(), {**self._values, **written(self.about.game, self._rules)})
        where = Form("Its link", (Field("link", "to open or to send", address, kind="long", locked=True),))
        return Panel(
            f"For teachers: {self.about.title}",
            (
                Form(
                    "Prepare a case of your own",
                    (*fields, self._rules_field()),
                    (PREPARE,),
                ),
                where,
                self._ask_form(),
                Form("Rules by number", (), (HIDE if self._numbers else SHOW,)),
            ),
            notes=self.about.notes,
            wide=True,
            close="teach",
        )

    def _rules_field(self) -> Field:
        """Whose rules: those of a preset, or the house rules that are shown."""
        label = self._rules.label
        choices: tuple[FormChoice, ...] = PRESETS
        value = next((choice.value for choice in PRESETS if choice.label == label), label)
        if value == label:
            choices = (*PRESETS, FormChoice(label, label))
        return Field("preset", "whose rules", value, kind="one", choices=choices)

    def _ask_form(self) -> Form:
        if not may_teach():
            return Form("Ask the class", (), note=sentence(NOT_THE_TEACHER))
        note = "The question on the screen goes to the page 'Answer from your own screen'."
        code = Field("class", "class code", self._code, kind="text")
        return Form("Ask the class", (code,), (Button("ask", "Ask"),), note=note)

    def _poll(self) -> Panel:
        asked = self._asked
        assert asked is not None
        page = f"{start()}poll" if start() else beside("class-poll.ipynb")
        at = for_others(link(page, {"class": asked.class_code}))
        split = Button("count", "Show the answers", primary=True)
        buttons = (Button("unask", "End the question"),) if self._counted else (split, Button("unask", "End"))
        number = in_figures(sum(times for _, times in self._answers), "answer")
        return Panel(
            f"Class {asked.class_code}: {number}",
            (Form("" if on_page() else f"Answer at {at}", (), buttons, note=_reach(at)),),
            tally=self._answers if self._counted else (),
            wide=True,
            close="unask",
            low=True,
            address=at if on_page() else "",
        )

    # ---------------------------------------------------------------- what is done

    def act(self, action: str, values: Mapping[str, str]) -> None:
        """Takes an action. Raises `ValueError` in plain words; the widget then puts back what stood here."""
        self._wrong = None
        if action in ("seed", "new"):
            self._deal(new_seed() if action == "new" else read_seed(values.get("seed", "")))
        elif action == "teach":
            self._panel = not self._panel
        elif action == "numbers":
            self._numbers, self._panel = not self._numbers, False
        elif action == "prepare":
            self._prepare(values)
        elif action == "ask":
            self._ask(values["class"] if "class" in values else self._code or _own_code())
        elif action == "count" and self._asked:
            self._answers, self._counted = polls.tally(self._asked), True
        elif action == "unask" and self._asked:
            self._unask()
        else:
            stepper = copy(self._stepper)
            stepper.act(action, values)
            self._stepper = stepper
            if self._asked and not stepper.asks:
                self._unask()

    def renew(self) -> bool:
        """Counts the answers of the class; what can be done stays the same."""
        if self._asked is not None:
            self._answers = polls.tally(self._asked)
        return False

    def _playable(self, options: Any) -> Any:
        """The rules asked for. Raises `ValueError` for more or fewer players than the demo has."""
        rules = referee(self.about.game).as_options(options)
        usual = type(rules)().players
        if rules.players != usual:
            raise InputError(f"this demo is made for {usual} players: leave players at {usual}")
        return rules

    def _deal(self, seed: str) -> None:
        """The case that a seed stands for."""
        self._show(self._script.draw(Random(f"demo/{seed}")), self._rules, seed)

    def _prepare(self, values: Mapping[str, str]) -> None:
        """A case that was typed in. What was not named, the seed deals."""
        typed = {field.name: values.get(field.name, "").strip() for field in self._script.fields}
        rules = self._playable(values.get("preset") or self._rules)
        self._show(typed, rules, self._seed)
        self._panel = False

    def _show(self, values: dict[str, str], rules: Any, seed: str) -> None:
        stepper = Stepper(self._script.show(values, rules, seed))
        if self._asked is not None:
            self._unask()
        self._stepper, self._values, self._rules, self._seed = stepper, values, rules, seed

    def _ask(self, code: str) -> None:
        if not may_teach():
            raise ValueError(NOT_THE_TEACHER)
        ask = self._stepper.asks
        if ask is None:
            raise ValueError("there is no question on the screen; go on to the next one first")
        if _alone():
            raise ValueError("there is no page to answer on: start 'cardlab voila' without a demo's name")
        shown = open_cards(self._stepper.scene())
        before, self._asked = self._asked, polls.ask_class(code, ask.prompt, ask.choices, ask.label, shown)
        if before is not None and before.class_code != self._asked.class_code:
            self._end(before)
        self._code, self._panel = self._asked.class_code, False
        self._answers, self._counted = (), False

    def _unask(self) -> None:
        assert self._asked is not None
        self._end(self._asked)
        self._asked, self._answers, self._counted = None, (), False

    def _end(self, asked: polls.ClassQuestion) -> None:
        """Ends a question. Where that fails the demo goes on without it, and says so."""
        try:
            polls.close(asked)
        except ValueError as error:
            text = f"{sentence(str(error))} Learners may still see it as open until the class is asked again."
            self._wrong = Message("warn", "The question to the class could not be ended.", text)

    def _arrive(self) -> None:
        """Shows what the address of the page asks for; what cannot be shown is said."""
        try:
            asked = asked_for([field.name for field in self._script.fields], self._rules._fields)
            self._open(asked)
        except ValueError as error:
            self._wrong = Message("warn", "The address asks for what cannot be shown.", sentence(str(error)))

    def _open(self, asked: Request) -> None:
        if asked.code:
            self._code = read_class_code(asked.code)
        if asked.record:
            raise ValueError("a record is for the pages of whole games")
        rules = self._playable(asked.rules(self.about.game, self._rules))
        seed = read_seed(asked.seed) if asked.seed else self._seed
        values = self._script.draw(Random(f"demo/{seed}"))
        if asked.values:
            values = {field.name: asked.values.get(field.name, "") for field in self._script.fields}
        if asked.values or asked.preset or asked.changes or asked.seed:
            self._show(values, rules, seed)


def _with_fault(message: Message | None, wrong: Message | None) -> Message | None:
    """The message of the step; what went wrong is said after it."""
    if message is None or wrong is None:
        return wrong or message
    return message._replace(text=f"{message.text} {wrong.title} {wrong.text}".strip())


def _alone() -> bool:
    """Whether there is no page for a class to answer on: this is the only one of its server, or has none."""
    return START in os.environ or (on_page() and not urlsplit(here()).path.endswith(".ipynb"))


def _reach(address: str) -> str:
    """What a teacher has to know where the devices of learners cannot open an address."""
    if not on_page() or not is_local(address):
        return ""
    return "Only this computer can open it: for others, start 'cardlab voila --Voila.ip=0.0.0.0'."


def _own_code() -> str:
    """A class code for a teacher who has named none: the same on all pages of a browser.

    >>> len(_own_code())
    4
    """
    seen = visitor() or str(SystemRandom().random())
    letters = "bcdfghjkmnpqrstvwxz"  # without vowels, so that no word comes of it
    return "".join(letters[byte % len(letters)] for byte in blake2s(seen.encode(), digest_size=4).digest())
