"""How strong the players are: pairings over many games through the public referee, the deal alternating.

    python -m pytest tests/bench/test_cribbage_ladder.py --benchmark-only -s
    python tests/bench/test_cribbage_ladder.py --games 20000 strong greedy

Two fixed references stand outside the package: `greedy` keeps the four cards that count most and plays
the card that pays most; `table` lays away by the hand's average and Hessel's published cribs, and plays
like greedy.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from csv import DictReader
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardlab.cribbage import options, position
from cardlab.cribbage.analysis.discard_frequencies import NAMES, PAIR_NUMBER
from cardlab.cribbage.analysis.discards import discards
from cardlab.cribbage.players import PLAYERS, player
from cardlab.cribbage.players.pegging_graph import node_of
from cardlab.cribbage.rules.actions import GO, PLAYS, Action
from cardlab.cribbage.rules.show import held_items
from cardlab.cribbage.rules.state import State, View
from cardlab.players import Choice, Player
from cardlab.study import Share, Study, share, simulate

HESSEL = Path(__file__).parent.parent / "cribbage" / "hessel.csv"


@cache
def hessel(dealer: bool) -> tuple[float, ...]:
    lines = HESSEL.read_text(encoding="utf-8").splitlines()
    rows = list(DictReader(line for line in lines if not line.startswith("#")))
    assert [row["kind"] for row in rows] == list(NAMES)
    return tuple(float(row["own" if dealer else "opponent"]) for row in rows)


def greedy(view: View, random: Random) -> Choice:
    if view.phase != "lay":
        return _greedy_play(view, random)
    ways = combinations(view.hand, 2)
    return Choice(Action("lay", max(ways, key=lambda laid: _held(view, laid))))


def _held(view: View, laid: Sequence[Any]) -> int:
    kept = [card for card in view.hand if card not in laid]
    return sum(item.points for item in held_items(kept, view.options))


def table(view: View, random: Random) -> Choice:
    if view.phase != "lay":
        return _greedy_play(view, random)
    dealer = view.turn == view.dealer
    cribs = hessel(dealer)

    def worth(way: Any) -> float:
        crib = cribs[PAIR_NUMBER[way.laid[0] >> 2, way.laid[1] >> 2]]
        return float(way.hand) + (crib if dealer else -crib)

    return Choice(Action("lay", max(discards(view.hand, dealer, view.options).ways, key=worth).laid))


def _greedy_play(view: View, random: Random) -> Choice:
    if view.phase != "play":
        return PLAYERS["steady"](view, random)
    points = node_of([card >> 2 for card in view.run], view.options).points
    best = max(view.hand, key=lambda card: (points[card >> 2], card), default=None)
    return Choice(GO if best is None or points[best >> 2] < 0 else PLAYS[best])


REFERENCES: dict[str, Player] = {"greedy": greedy, "table": table}


def begin(seed: str, number: int) -> State:
    """Game `number`: the deal alternates, and each order of cards comes twice, for either dealer."""
    return position(options=options("classic"), seed=f"{seed}/{number // 2}", dealer=number % 2)


def pairing(first: str, second: str, games: int, seed: str = "ladder", jobs: int = 1) -> tuple[Study, Share]:
    """`games` games between two players by name, and how many of them the first one won."""
    players = [REFERENCES.get(name) or player(name) for name in (first, second)]
    start = partial(begin, seed)
    if jobs > 1:
        with ProcessPoolExecutor(jobs) as executor:
            study = simulate("cribbage", players, games, seed, begin=start, executor=executor)
    else:
        study = simulate("cribbage", players, games, seed, begin=start)
    return study, share(int((study.games["winner"] == 0).sum()), games)


def report(study: Study, names: Sequence[str]) -> str:
    """What either player pegs and counts on average in a deal, as dealer and as pone.

    Only deals that were counted to the end are taken, so that all averages are of the same deals.
    """
    points = study.points.assign(
        what=study.points["kind"].map({"heels": "heels", "count": "hand"}).fillna("pegs")
    )
    counts = points[points["kind"] == "count"]
    points.loc[counts.index[counts.groupby(["game", "deal"]).cumcount() == 2], "what"] = "crib"
    whole = counts.groupby(["game", "deal"]).size().eq(3).rename("whole")
    points = points.join(whole, on=["game", "deal"]).query("whole == True")
    lines = []
    for seat, name in enumerate(names):
        for role, mine in (("dealer", points["dealer"] == seat), ("pone", points["dealer"] != seat)):
            deals = len(points[mine].drop_duplicates(["game", "deal"]))
            scored = points[mine & (points["seat"] == seat)].groupby("what")["points"].sum() / deals
            shown = ", ".join(f"{what} {average:.2f}" for what, average in scored.items())
            lines.append(f"  {name} as {role}: {shown}, over {deals:,} deals")
    return "\n".join(lines)


def first_dealer(study: Study) -> Share:
    return share(int((study.games["winner"] == study.games["dealer"]).sum()), len(study.games))


@pytest.mark.parametrize(
    ("first", "second"),
    [("strong", "greedy"), ("strong", "table"), ("strong", "steady"), ("steady", "beginner")],
)
def test_pairing(benchmark: Any, first: str, second: str) -> None:
    """A short run, to see the speed and that all works; the command gives the figures."""
    study, won = benchmark.pedantic(pairing, (first, second, 20), rounds=1)
    print(f"\n{first} against {second}: {won}")
    assert len(study.games) == 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("first", choices=[*PLAYERS, *REFERENCES])
    parser.add_argument("second", choices=[*PLAYERS, *REFERENCES])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", default="ladder")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    names = (arguments.first, arguments.second)
    study, won = pairing(*names, arguments.games, arguments.seed, arguments.jobs)
    print(f"{names[0]} against {names[1]}: wins {won}; the first dealer wins {first_dealer(study)}")
    print(report(study, names))


if __name__ == "__main__":
    main()
