"""What practising shows: a `Scene` of kind "exercise", made from where a run and its question stand."""

from __future__ import annotations

import re
from collections import Counter

from cardlab.cards import list_words
from cardlab.display.scene import Button, CardFace, Field, Form, Message, Scene, Zone
from cardlab.rulebook import load
from cardlab.wording import lower
from cardlab_exercises.declaration.exercise import Exercise, Outcome, Question
from cardlab_exercises.practice.plans import Plan
from cardlab_exercises.practice.run import Run, Sitting
from cardlab_exercises.store.attempt import SIZES

NO_MORE_HINTS = "That was the last hint. Press Solution to see the whole working."

_WORTH_JOY = 10
"""A run of so many questions without a fault is celebrated."""

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def practice_scene(plan: Plan, run: Run | None, sitting: Sitting | None, keeps: bool, notice: str) -> Scene:
    """The scene of a question, of a run that is over, or of one that has not begun.

    `keeps` says whether the attempts are kept, `notice` what is wrong with their store, if anything is.
    """
    options = sitting.question.options if sitting else plan.options
    reason = run.task.reason if run and sitting else ""
    bare = Scene(
        kind="exercise",
        eyebrow=plan.eyebrow,
        title=plan.title,
        chips=tuple(filter(None, (options.label, reason, "" if keeps else "score not kept"))),
        dots=run.dots if run else (),
        tools=_seed_form(run) if plan.reseeds else None,
        options=options,
    )
    if run is None:
        return _start_scene(plan, bare)
    if sitting is None:
        return _result_scene(plan, run, notice, bare)
    return question_scene(sitting, bare)


def _seed_form(run: Run | None) -> Form:
    return Form(
        "Deal from a seed",
        (Field("seed", "seed", run.seed if run else "", kind="text"),),
        (Button("seed", "Deal", quiet=True),),
    )


# ---------------------------------------------------------------- before and after a run


def _start_scene(plan: Plan, bare: Scene) -> Scene:
    prompt = plan.intro
    return bare._replace(prompt=prompt, buttons=(Button("next", "Begin", primary=True),), status=prompt)


def _result_scene(plan: Plan, run: Run, notice: str, bare: Scene) -> Scene:
    results: Counter[str] = Counter(run.results.values())
    asked = sum(results.values())
    parts = [
        f"{results[state]} {words}"
        for state, words in (("retry", "later or with help"), ("missed", "by looking at the solution"))
        if results[state]
    ]
    title = f"{results['ok']} of {asked} right at the first try."
    text = f"The others: {list_words(parts)}. " if parts else ""
    common = Counter(run.mistakes).most_common(3)
    if common:
        named = [f"{lower(load(game).mistake(id).name)} ({times})" for (game, id), times in common]
        text += f"What went wrong most often: {'; '.join(named)}."
    more = Button("next", plan.more, primary=True)
    retry = (Button("again", "Repeat those that went wrong"),) if run.to_retry else ()
    faultless = results["ok"] == asked >= _WORTH_JOY
    return bare._replace(
        joy="run" if faultless else "",
        message=Message("good" if not parts else "info", title, f"{text} {notice}".strip()),
        buttons=(more, *retry),
        status=f"The run is over. {title} {text}".strip(),
    )


# ---------------------------------------------------------------- a question


def question_text(exercise: Exercise, question: Question) -> str:
    """The question in words, with the cards as they lie: to read it later as it was asked."""
    return str(asked_scene(exercise, question))[: SIZES["asked"]]


def asked_scene(exercise: Exercise, question: Question) -> Scene:
    """The question alone, with nothing to press."""
    bare = Scene("exercise", "", exercise.title, chips=(question.options.label,))
    shown = question_scene(Sitting(exercise, question, exercise.solve(question)), bare)
    form = shown.form and shown.form._replace(buttons=())
    return shown._replace(form=form, buttons=(), aside="", aside_label="")


def question_scene(sitting: Sitting, bare: Scene) -> Scene:
    """`bare` with a question, as far as it has come, in it."""
    said = sitting.done and sitting.solution.said
    message = _message(sitting)
    example = "Worked example. " if sitting.phase == "example" else ""
    prompt = example + sitting.question.prompt
    ground = sitting.question.ground
    at_table = ground is not None and ground.kind in ("table", "canasta")  # the prompt belongs to the form
    return (ground or bare)._replace(
        eyebrow=f"{sitting.exercise.game.capitalize()} · {sitting.exercise.topic}",
        title=sitting.exercise.title,
        chips=bare.chips,
        dots=bare.dots,
        tools=bare.tools,
        options=bare.options,
        prompt="" if at_table else prompt,
        zones=tuple(_zone(zone, sitting) for zone in sitting.question.zones),
        aside_label="said aloud" if said else "",
        aside=f"“{said}”" if said else _tally(sitting),
        form=Form(
            prompt if at_table else sitting.exercise.form_label,
            tuple(_field(entry, sitting) for entry in sitting.question.fields),
            () if sitting.done else _buttons(sitting),
            note=_tries(sitting),
        ),
        message=message,
        buttons=_after(sitting) if sitting.done else (),
        status=f"{message.title} {message.text}".strip() if message else sitting.question.prompt,
    )


def _tally(sitting: Sitting) -> str:
    if sitting.done or sitting.exercise.tally is None:
        return ""
    return sitting.exercise.tally(sitting.cards) or "Tap cards to add them up."


def _after(sitting: Sitting) -> tuple[Button, ...]:
    """What can be done once the question is done."""
    buttons = [Button("next", "Next question", primary=True)]
    if sitting.solution.frames:
        buttons.append(Button("steps", sitting.exercise.steps_label))
    if sitting.twin is not None:
        buttons.append(Button("twin", "One thing changed"))
    if sitting.phase == "shown":
        buttons.append(Button("again", "Try it again", quiet=True))
    return tuple(buttons)


def _buttons(sitting: Sitting) -> tuple[Button, ...]:
    hints = len(sitting.exercise.hints(sitting.question))
    left = sitting.hints < hints
    return (
        Button("check", "Check", primary=True),
        Button(
            "hint",
            "Hint",
            note=f"{sitting.hints + 1} of {hints}" if left else "no more",
            why_not="" if left else NO_MORE_HINTS,
        ),
        Button("solution", "Solution"),
    )


def _zone(zone: Zone, sitting: Sitting) -> Zone:
    return zone._replace(faces=tuple(_face(face, sitting) for face in zone.faces))


def _face(face: CardFace, sitting: Sitting) -> CardFace:
    if sitting.done:
        return face._replace(selectable=False)
    return face._replace(marks=(*face.marks, "selected")) if face.key in sitting.picked else face


def _field(entry: Field, sitting: Sitting) -> Field:
    """A field with what stands in it; once it is checked, with what was found, until it is changed."""
    right = sitting.solution.answer[entry.name]
    if sitting.phase in ("shown", "example"):
        return entry._replace(value=right, locked=True)
    if entry.locked:
        return entry
    typed = sitting.typed.get(entry.name, "")
    result = sitting.verdict.fields.get(entry.name) if sitting.verdict else None
    checked = sitting.checked is not None and sitting.checked.get(entry.name) == typed
    if sitting.done:
        state = result.state if result else ""
        return entry._replace(value=right, state=state, note=result.note if result else "", locked=True)
    if result and checked:
        return entry._replace(value=typed, state=result.state, note=result.note)
    return entry._replace(value=typed)


def _tries(sitting: Sitting) -> str:
    if sitting.phase in ("shown", "example", "told"):
        return ""
    if sitting.phase == "asked":
        return f"try {sitting.tries}" if sitting.tries else ""
    when = _ORDINALS[sitting.tries - 1] if sitting.tries <= len(_ORDINALS) else f"{sitting.tries}th"
    article = "at the first try" if sitting.tries == 1 else f"on the {when} try"
    return f"right {article}{', with help' if sitting.helped else ''}"


def _message(sitting: Sitting) -> Message | None:
    solution, verdict = sitting.solution, sitting.verdict
    if sitting.phase in ("shown", "example"):
        return Message("info", solution.title, solution.text, solution.proof, solution.rules)
    if sitting.hinted_last:
        hints = sitting.exercise.hints(sitting.question)
        title = f"Hint {sitting.hints} of {len(hints)}"
        return Message("info", title, hints[sitting.hints - 1])
    if verdict is None:
        return None
    if verdict.outcome is Outcome.NOT_ATTEMPTED:
        return Message("info", verdict.title, verdict.text)
    if verdict.outcome is Outcome.COULD_NOT_RUN:
        return Message("error", verdict.title, verdict.text)
    text = " ".join(filter(None, (verdict.text, sitting.notice)))
    if verdict.outcome is Outcome.CORRECT:
        return Message("good", verdict.title, text, solution.proof, verdict.rules)
    if sitting.tries < 2 and not sitting.done:
        return Message("warn", verdict.title, text, verdict.proof, verdict.rules)
    rules = tuple(dict.fromkeys((*verdict.rules, *solution.rules)))
    text = " ".join(filter(None, (*_not_said_in(solution.text, verdict.text), sitting.notice)))
    working = f"{text} This is the whole working: {solution.text}".strip()
    return Message("warn", verdict.title, working, solution.proof, rules)


def _not_said_in(working: str, text: str) -> list[str]:
    """The sentences of `text` that the working does not say once more.

    >>> _not_said_in("No card fits. So you say go.", "1 of 2 right. No card fits.")
    ['1 of 2 right.']
    """
    said = set(_sentences(working))
    return [sentence for sentence in _sentences(text) if sentence not in said]


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+", text)
