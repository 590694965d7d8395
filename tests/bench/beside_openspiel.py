"""Games of random play a second, beside OpenSpiel's `cribbage` driven from Python.

Our games go through the simulator, side by side in numpy and singly, and through the referee. All in one
environment: pip install open_spiel -e . ; they play by turns, other games in every round, in CPU time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import truediv
from random import Random
from statistics import median
from time import process_time

from cardlab.cribbage import options
from cardlab.cribbage.players.simulator import Simulator, random_policy
from cardlab.cribbage.rules import referee
from cardlab.study import random_games

GAMES, ROUNDS = 1000, 12


def cardlab_game(seed: int, read: bool) -> None:
    draw = Random(seed).random
    state = referee.start(options(), seed)
    while state.turn is not None:
        legal = list(referee.legal_actions(referee.view(state, state.turn)))
        state, events = referee.apply(state, legal[int(draw() * len(legal))])
        if read:
            tuple(events)


def openspiel_game(seed: int) -> None:
    draw = Random(seed).random
    state = GAME.new_initial_state()
    while not state.is_terminal():
        # At a chance node every card that is left is as likely as the others, and each is a legal action.
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])


def one_by_one_in_integers(games: int, seed: int) -> None:
    random = Random(seed)
    table = Simulator(options(), [random_policy(random)] * 2, random)
    for _ in range(games):
        table.game()


def one_by_one(play: Callable[[int], None], games: int, seed: int) -> None:
    for number in range(games):
        play(games * seed + number)


def main() -> None:
    runs: dict[str, tuple[Callable[[int, int], object], int]] = {
        "cardlab, simulated": (partial(random_games, "cribbage"), GAMES),
        "cardlab, simulated singly": (one_by_one_in_integers, GAMES // 5),
        "OpenSpiel": (partial(one_by_one, openspiel_game), GAMES),
        "cardlab, events unread": (partial(one_by_one, partial(cardlab_game, read=False)), GAMES // 20),
        "cardlab, events read": (partial(one_by_one, partial(cardlab_game, read=True)), GAMES // 20),
    }
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(ROUNDS):
        for name, (play, games) in runs.items():
            start = process_time()
            play(games, number)
            speeds[name].append(games / (process_time() - start))
    for name, reached in speeds.items():
        ratio = median(map(truediv, reached, speeds["OpenSpiel"]))
        print(f"{name:<26} {median(reached):7.0f} games/s, {ratio:5.2f} times OpenSpiel")


if __name__ == "__main__":
    import pyspiel

    GAME = pyspiel.load_game("cribbage(players=2)")
    main()
