"""What went wrong in a game comes back: the decisions that cost most, and the hands miscounted."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from cardlab_exercises import Outcome, Practice, Store
from cardlab_exercises.practice.from_game import (
    SLACK,
    choice_exercise,
    count_exercise,
    count_question,
    decision_question,
    decisions,
    exercises,
    miscounts,
)
from cardlab_exercises.practice.game_plan import FromGame

from cardlab import canasta
from cardlab.canasta.players import player as canasta_player
from cardlab.canasta.players import weighed
from cardlab.canasta.rules.actions import ASK
from cardlab.cribbage.players import player as cribbage_player
from cardlab.game import Game, referee


@cache
def played(name: str, level: str = "beginner", actions: int = 400, **options: str) -> Game:
    """A game in which every seat plays at that level, up to so many actions."""
    rules = referee(name)
    choose: Any = {"cribbage": cribbage_player, "canasta": canasta_player}[name](level)
    game = Game(rules, rules.make_options("course", **options), seed=5)
    while game.outcome is None and len(game.actions) < actions:
        seat = rules.to_act(game.state)
        assert seat is not None
        game.do(choose(game.view(seat), Random(f"{seat}/{len(game.actions)}")).action)
    return game


@pytest.mark.parametrize("name", ["cribbage", "canasta"])
def test_the_costliest_decisions_come_first_and_cost_what_the_strong_player_says(name: str) -> None:
    game = played(name)
    found = decisions(game, 0)
    assert len(found) >= 5
    weights = [decision.weight for decision in found]
    assert weights == sorted(weights, reverse=True)
    for decision in found:
        rules = game.referee
        assert rules.to_act(game.step(decision.number)[0]) == 0
        assert game.actions[decision.number] == decision.action
        assert decision.cost > SLACK[name, decision.choice.unit][0]
        assert not rules.check(decision.view, decision.choice.action)


def test_a_strong_player_leaves_little_behind() -> None:
    """Its own choices cost nothing but for the luck of its samples."""
    strong, beginner = decisions(played("cribbage", "strong"), 0), decisions(played("cribbage"), 0)
    assert sum(decision.weight for decision in strong) < sum(decision.weight for decision in beginner) / 4


def test_the_strong_player_weighs_its_own_candidates_and_any_other_action_in_the_same_numbers() -> None:
    """In Canasta it looks at few actions; what a learner did instead has its price too."""
    game = played("canasta")
    others: set[str] = set()
    for number, action in enumerate(game.actions):
        state = game.step(number)[0]
        seat = game.referee.to_act(state)
        if seat is None or action.kind in ("pick", "cut"):
            continue
        view = game.referee.view(state, seat)
        choice = canasta_player("strong")(view, Random(number))
        best = {str(one.action): one.worth for one in reversed(choice.candidates)}
        for candidate in choice.candidates:
            made = weighed(view, candidate.action)
            assert made is not None
            assert made.worth == pytest.approx(best[str(candidate.action)]), candidate
        if action not in [candidate.action for candidate in choice.candidates]:
            assert weighed(view, action) is not None, action
            others.add(action.kind)
    assert {"meld", "discard"} <= others


def test_asking_without_a_way_out_is_not_weighed() -> None:
    hands = ["4C 5D 8H", None, None, None]
    state = canasta.position(phase="play", hands=hands, melds=[["QC QD QH QS QC QD QH"]], options="classic")
    assert weighed(canasta.view(state, 0), ASK) is None


@pytest.mark.parametrize("name", ["cribbage", "canasta"])
def test_the_examples_are_judged_as_their_names_say(name: str) -> None:
    game, exercise = played(name), choice_exercise(name)
    for decision in decisions(game, 0)[:6]:
        question = decision_question(game, decision)
        examples = exercise.examples(question)
        assert exercise.judge(question, examples.right).outcome is Outcome.CORRECT
        assert exercise.judge(question, exercise.solve(question).answer).score == 1.0
        assert exercise.judge(question, examples.wrong).outcome in (Outcome.WRONG, Outcome.PARTLY)
        assert exercise.judge(question, examples.empty).outcome is Outcome.NOT_ATTEMPTED
        again = exercise.judge(question, {"action": game.referee.write_action(decision.action)})
        assert question.ground is not None  # the table as it was
        assert again.outcome in (Outcome.WRONG, Outcome.PARTLY)
        assert "costs" in again.text


def test_what_is_not_allowed_names_the_rule() -> None:
    game = played("cribbage")
    decision = next(one for one in decisions(game, 0) if one.view.phase == "play")
    verdict = choice_exercise("cribbage").judge(decision_question(game, decision), {"action": "go"})
    assert verdict.outcome is Outcome.WRONG
    assert verdict.rules == ("CRIB-GO-02",)


def test_in_cribbage_the_cards_are_picked() -> None:
    game = played("cribbage")
    found = decisions(game, 0)
    lay = next(place for place, one in enumerate(found) if one.view.phase == "lay")
    model = Practice(plan=FromGame(game, most=lay + 1), store=Store(None), learner="Ana")
    model.act("next")
    for _ in range(lay):
        model.act("solution")
        model.act("next")
    best = found[lay].choice.action.cards
    for card in best:
        model.act(f"card:{card}")
    model.act("check")
    assert model.sitting
    assert model.sitting.phase == "right"


def test_a_question_shows_what_the_seat_saw_and_nothing_else() -> None:
    for name in ("cribbage", "canasta"):
        game = played(name)
        for decision in decisions(game, 0):
            shown = {
                str(face.card)
                for zone in decision_question(game, decision).zones
                for face in zone.faces
                if face.card is not None
            }
            allowed = set(map(str, decision.view.hand))
            if name == "cribbage":
                seen = [card for _, card in decision.view.plays]
                laid = [card for cards in decision.view.laid if cards for card in cards]
                allowed |= set(map(str, (*seen, *laid, decision.view.starter)))
            else:
                melds = [card for side in decision.view.melds for meld in side for card in meld.cards]
                red_threes = [card for cards in decision.view.red_threes for card in cards]
                allowed |= set(map(str, (*melds, *red_threes, *decision.view.pile)))
            assert shown <= allowed


def by_hand() -> Game:
    """A game with counting by hand in which a beginner overlooks things."""
    return played("cribbage", counting="by_hand")


def test_every_miscount_comes_back_and_no_right_count() -> None:
    game = by_hand()
    wrong = miscounts(game, 0)
    assert wrong
    for number, action in enumerate(game.actions):
        before, events, _ = game.step(number)
        if action.kind == "claim" and game.referee.to_act(before) == 0:
            total = next(event for event in events if event.kind == "count").items
            assert (sum(item.points for item in total) != action.number) == (number in wrong)
    question = count_question(game, wrong[0])
    exercise = count_exercise(question.position.crib)
    claimed = game.actions[wrong[0]].number
    assert exercise.judge(question, {"total": str(claimed)}).outcome is not Outcome.CORRECT
    assert exercise.judge(question, exercise.solve(question).answer).outcome is Outcome.CORRECT
    assert miscounts(played("canasta"), 0) == []


def test_a_run_of_them() -> None:
    game, store = by_hand(), Store(None)
    model = Practice(plan=FromGame(game, most=3), store=store, learner="Ana")
    assert model.scene().title == "From your game"
    model.act("next")
    assert model.run
    assert len(model.run.tasks) == len(miscounts(game, 0)) + 3
    assert "miscounted" in model.scene().chips
    while model.run and not model.run.over:
        assert model.sitting
        model.act("check", model.sitting.solution.answer)
        model.act("next")
    assert {made.exercise for made in store.attempts()} <= set(exercises())
    assert len({(made.exercise, made.seed) for made in store.attempts()}) == len(model.run.tasks)
    assert model.scene().message.title.endswith("right at the first try.")  # type: ignore[union-attr]


def test_a_game_without_fault_says_so() -> None:
    model = Practice(plan=FromGame(Game(referee("cribbage"), seed=5)), store=Store(None))
    with pytest.raises(ValueError, match="nothing to practise"):
        model.act("next")


def test_no_seed_gives_such_a_question() -> None:
    with pytest.raises(ValueError, match="not from a seed"):
        choice_exercise("cribbage").question(1)
