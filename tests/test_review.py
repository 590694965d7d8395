"""Reviews: what choices cost, what cards brought, and that both are judged by what was seen."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from cardlab.cli import cli
from cardlab.errors import InputError
from cardlab.game import Game
from cardlab.plugins import game_plugin
from cardlab.review import GRADES, Review, begin, further, review
from cardlab.review_text import review_text
from tests.reviewed import played
from tests.shares import third_daily

MIXED = ("beginner", "strong", "steady", "beginner")
GAMES = [
    ("cribbage", {}),
    ("cribbage", {"preset": "classic", "target": "61"}),
    ("cribbage", {"players": "3"}),
    ("cribbage", {"players": "4"}),
    ("cribbage", {"counting": "by_hand", "muggins": "on", "match": "3", "target": "61"}),
    ("canasta", {"deals": 1}),
    ("canasta", {"preset": "classic", "players": "2", "deals": 2}),
    ("canasta", {"preset": "classic", "players": "3", "deals": 1}),
]
"""Both games, both presets, every number of players, and rules of the house."""


@pytest.fixture(params=third_daily((game,) for game in GAMES), ids=str, scope="module")
def made(request: pytest.FixtureRequest) -> Review:
    name, how = request.param
    return review(played(name, MIXED, **how), seat=0)


def test_luck_and_choices_are_what_happened(made: Review) -> None:
    restarts = sum(change for step in made.steps for name, change in step.stages if name == "a new game")
    assert made.change == pytest.approx(made.luck + made.skill + made.others)
    assert made.steps[-1].value - made.start == pytest.approx(made.change + restarts)
    assert made.skill <= 0 <= made.others


def test_accuracy_is_a_share_and_sums_up_the_grades(made: Review) -> None:
    seats = range(made.game.options.players)
    for seat in seats:
        accuracy = made.accuracy(seat)
        assert accuracy is not None
        assert 0 <= accuracy <= 100
    assert sum(made.number(seat, grade) for seat in seats for grade in GRADES) == len(made.decisions)


@pytest.mark.parametrize(("name", "how"), third_daily(GAMES), ids=str)
def test_the_strong_player_always_finds_the_best(name: str, how: dict[str, str]) -> None:
    made = review(played(name, ("strong",), **how), seat=0)
    assert made.decisions
    assert {step.grade for step in made.decisions} == {"best"}
    assert made.skill == made.others == 0


def test_each_value_is_between_nothing_and_everything_with_two_at_cribbage() -> None:
    made = review(played("cribbage", MIXED))
    assert made.measure.unit == "chance"
    assert all(0 <= step.value <= 1 for step in made.steps)
    assert made.steps[-1].value in (0, 1)
    outcome = made.game.outcome
    assert outcome is not None
    assert made.steps[-1].value == (outcome.winner == 0)


@pytest.mark.parametrize(("name", "how"), third_daily(GAMES[:-1]), ids=str)
def test_nothing_changes_when_hidden_cards_are_others(name: str, how: dict[str, str]) -> None:
    """Whatever others held and the pack had, as long as the seat saw the same: the judgement is the same."""
    game = played(name, MIXED, **how)
    rules, plugin = game.referee, game_plugin(name)
    random = Random(1)
    seen = 0
    for step in review(game).decisions[::5]:
        if step.choice is None or step.view.phase not in ("lay", "play", "draw"):
            continue
        other = rules.imagine(step.view, random)
        again = rules.view(other, step.seat)
        choice = plugin.players.player("strong")(again, Random(f"{game.seed}/{step.number}"))
        assert plugin.review.loss(again, choice, step.action) == step.cost
        assert plugin.review.value(again) == plugin.review.value(step.view)
        seen += 1
    assert seen > 3


def test_cards_that_nobody_saw_do_not_matter() -> None:
    """The last deal's cards below those that were dealt and turned up are swapped in the record."""
    game = played("cribbage", MIXED)
    lines = game.record().splitlines()
    at = max(place for place, line in enumerate(lines) if line.startswith("deal "))
    head, _, cards = lines[at].partition(": ")
    pack = cards.split()
    # Twelve cards are dealt from the top; the starter is cut from the rest, wherever that is.
    starter = str(game.state.starter)
    rest = [place for place in range(12, 52) if pack[place] != starter]
    for one, other in zip(rest, reversed(rest[len(rest) // 2 :]), strict=False):
        pack[one], pack[other] = pack[other], pack[one]
    lines[at] = f"{head}: {' '.join(pack)}"
    changed = Game.from_record("\n".join(lines))
    assert changed.record() != game.record()
    first, second = review(game), review(changed)
    assert [step.cost for step in first.steps] == [step.cost for step in second.steps]
    assert [step.value for step in first.steps] == [step.value for step in second.steps]


def test_a_named_blunder_is_told_with_its_reason() -> None:
    """What the strong player puts last of fifteen ways to lay away."""
    game = Game("cribbage", seed=5)
    for action in ("cut 12", "cut 30"):
        game.do(action)
    hand = game.view().hand
    plugin = game_plugin("cribbage")
    choice = plugin.players.player("strong")(game.view(), Random(0))
    worst = choice.candidates[-1].action
    game.do(worst)
    made = review(game, seat=game.referee.to_act(game.step(2)[0]) or 0)
    step = made.decisions[-1]
    assert step.action == worst
    assert step.grade == "blunder"
    assert set(worst.cards) < set(hand)
    assert "Best: Lay" in review_text(made)
    assert "Keep" in review_text(made)


def test_a_review_that_is_stopped_keeps_what_is_done() -> None:
    game = played("cribbage", MIXED)
    part = review(game, progress=lambda done, of: done < 20)
    assert len(part.steps) == 20
    assert not part.complete
    assert "the first 20 of" in review_text(part)
    whole = part
    while not whole.complete:
        whole = further(whole)
    assert whole.steps == review(game).steps
    assert further(whole) is whole


def test_a_miscount_costs_the_points_that_were_missed() -> None:
    made = review(played("cribbage", ("beginner", "strong"), seed="6", counting="by_hand"))
    claims = [step for step in made.decisions if step.action.kind == "claim"]
    assert {step.grade for step in claims} > {"best"}
    assert all(step.grade == "best" for step in claims if step.seat == 1)


def test_a_game_without_reviews_says_so() -> None:
    plugin = game_plugin("cribbage")
    bare = replace(plugin, modules={part: name for part, name in plugin.modules.items() if part != "review"})
    with pytest.raises(InputError, match="Cribbage has no review"):
        _ = bare.review


def test_reviews_need_neither_numpy_nor_pandas() -> None:
    record = played("cribbage", MIXED, target="61").record()
    code = (
        "import sys\n"
        "for name in ('numpy', 'pandas', 'plotly'): sys.modules[name] = None\n"
        "from cardlab.game import Game\n"
        "from cardlab.review import review\n"
        "from cardlab_widgets.tables.review_page import review_page\n"
        "made = review(Game.from_record(sys.stdin.read()))\n"
        "print(made.complete, len(review_page(made)) > 1000)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], input=record, text=True, capture_output=True, check=True
    )
    assert run.stdout.split() == ["True", "True"]


def test_the_command(tmp_path: Path) -> None:
    file, page = tmp_path / "game.txt", tmp_path / "game\u202e.html"
    file.write_text(played("cribbage", MIXED, target="61").record(), encoding="utf-8")
    shown = CliRunner().invoke(cli, ["review", str(file), "--most", "2"])
    assert shown.exit_code == 0, shown.output
    assert "accuracy" in shown.output
    assert "luck in all" in shown.output
    done = CliRunner().invoke(cli, ["review", str(file), "--html", str(page)])
    assert (done.exit_code, "game\\u202e.html has the review" in done.output) == (0, True)
    text = page.read_text(encoding="utf-8")
    assert text.count("<article") == len(
        review(Game.from_record(file.read_text(encoding="utf-8"))).costliest(0)
    )
    assert "<script" not in text
    assert "http" not in text.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("content", "said"), [(None, "No such file"), ("nonsense", "this is no cardlab record")]
)
def test_the_command_says_what_is_wrong_with_a_file(tmp_path: Path, content: str | None, said: str) -> None:
    file = tmp_path / "game.txt"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    shown = CliRunner().invoke(cli, ["review", str(file)])
    assert shown.exit_code == 2
    assert said in shown.output


def test_the_review_goes_on_from_where_it_was() -> None:
    made = begin(played("cribbage", MIXED))
    assert made.steps == ()
    assert further(made).steps[0].number == 0
