"""Keys of the Canasta exercises by the classic rules too, those of twins, and answers that somebody tries.

Ten seeds a level run daily, forty in the thorough one; `pytest -m slow` compares two thousand.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from cardlab_exercises import AnswerError, Outcome, Question
from cardlab_exercises.declaration import bank

from cardlab import canasta
from cardlab.canasta import Action, Part, View
from cardlab.cards import show_cards
from tests.exercises.canasta_by_hand import rank, wild
from tests.exercises.oracles import every_seed_range
from tests.exercises.oracles_canasta import JUDGES, KEYS

PRESETS = ("course", "classic")


def questions(id: str, level: int, seeds: range) -> Iterator[Question]:
    """The questions of those seeds by the classic rules, and of every fifth its twin by either.

    `test_oracles.py` has those by the course rules.
    """
    exercise = bank.get(id)
    for seed in seeds:
        yield exercise.question(seed, level, "classic")
        if seed % 5 == 0:
            yield from (exercise.question(f"{seed}~", level, preset) for preset in PRESETS)


def levels(table: dict[str, Any]) -> list[tuple[str, int]]:
    return [(id, level) for id in table for level in range(1, len(bank.get(id).levels) + 1)]


def test_every_canasta_exercise_has_an_oracle() -> None:
    assert {*KEYS, *JUDGES} == {id for id, one in bank.exercises().items() if one.game == "canasta"}


@every_seed_range
@pytest.mark.parametrize(("id", "level"), levels(KEYS))
def test_the_key_is_what_the_oracle_says(id: str, level: int, seeds: range) -> None:
    solve, oracle = bank.get(id).solve, KEYS[id]
    for question in questions(id, level, seeds):
        assert solve(question).answer == oracle(question), question.key


@every_seed_range
@pytest.mark.parametrize(("id", "level"), levels(JUDGES))
def test_what_is_judged_right_is_what_the_oracle_says(id: str, level: int, seeds: range) -> None:
    """Of many answers tried; among them are right and wrong ones."""
    exercise = bank.get(id)
    found = set()
    for question in questions(id, level, seeds):
        assert JUDGES[id](question, {**exercise.solve(question).answer}), question.key
        for answer in tries(question):
            try:
                right = exercise.judge(question, answer).outcome is Outcome.CORRECT
            except AnswerError:
                continue
            found.add(right)
            assert right == JUDGES[id](question, answer), (question.key, answer)
    assert found == {True, False}


def tries(question: Question) -> Iterator[dict[str, str]]:
    """Answers that somebody might give, most of them wrong."""
    random = Random(question.seed)
    seen = question.position
    seen = seen if isinstance(seen, View) else canasta.view(seen, 0)
    for _ in range(8):
        if question.exercise == "can-find-opening":
            yield {"laid": show_cards(sorted(_some_sets(seen, random)))}
        elif question.exercise == "can-pile-take":
            yield {"action": str(_some_take(seen, random))}
        else:
            yield {"action": str(_some_meld(seen, random))}


def _some_sets(seen: View, random: Random) -> list[Any]:
    """All cards of one rank or two, and some of the wild ones; or some cards."""
    held = [card for card in seen.hand if not wild(card)]
    if random.random() < 0.3 or not held:
        return random.sample(seen.hand, min(4, len(seen.hand)))
    ranks = {rank(random.choice(held)) for _ in range(random.randint(1, 2))}
    jokers = [card for card in seen.hand if wild(card)]
    return [card for card in held if rank(card) in ranks] + jokers[: random.randint(0, len(jokers))]


def _some_take(seen: View, random: Random) -> Action:
    top = seen.pile[-1]
    fits = [card for card in seen.hand if rank(card) == rank(top) or wild(card)]
    if random.random() < 0.2:
        return canasta.DRAW
    if random.random() < 0.3 and not wild(top):
        return canasta.take_onto(top.rank)
    cards = fits if len(fits) > 1 and random.random() < 0.8 else list(seen.hand)
    return Action("take", tuple(sorted(random.sample(cards, min(len(cards), random.randint(1, 3))))))


def _some_meld(seen: View, random: Random) -> Action:
    """Every rank of the hand to its meld or as a new one, some left out, the wild cards anywhere."""
    own = {laid.rank for laid in seen.own_melds}
    groups = {
        one: [card for card in seen.hand if card.rank is one] for one in sorted({c.rank for c in seen.hand})
    }
    parts = [
        Part(tuple(cards), one if one in own else None)
        for one, cards in groups.items()
        if not wild(cards[0]) and random.random() < 0.8
    ]
    for card in filter(wild, seen.hand):
        homes = [*range(len(parts)), *([-1] if own and random.random() < 0.5 else [])]
        if homes and (at := random.choice(homes)) >= 0:
            parts[at] = parts[at]._replace(cards=(*parts[at].cards, card))
        elif own:
            parts.append(Part((card,), random.choice(sorted(own))))
    return Action("meld", parts=tuple(parts)) if parts else canasta.discard(seen.hand[0])
