"""Games of random play a second: our simulator, our referee, and OpenSpiel's `cribbage` driven from Python.

All in one environment: pip install open_spiel -e . ; they play by turns, other games
in every round, in CPU time.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from operator import truediv
from statistics import median
from time import process_time

from cardlab.cribbage import options
from cardlab.cribbage.rules import referee
from cardlab.study import random_games

GAMES, ROUNDS = 100, 20


def cardlab_game(seed: int, read: bool) -> None:
    draw = random.Random(seed).random
    state = referee.start(options(), seed)
    while state.turn is not None:
        legal = list(referee.legal_actions(referee.view(state, state.turn)))
        state, events = referee.apply(state, legal[int(draw() * len(legal))])
        if read:
            tuple(events)


def openspiel_game(seed: int) -> None:
    draw = random.Random(seed).random
    state = GAME.new_initial_state()
    while not state.is_terminal():
        # At a chance node every card that is left is as likely as the others, and each is a legal action.
        actions = state.legal_actions()
        state.apply_action(actions[int(draw() * len(actions))])


def one_by_one(play: Callable[[int], None], seed: int) -> None:
    for number in range(GAMES):
        play(GAMES * seed + number)


def main() -> None:
    runs: dict[str, Callable[[int], object]] = {
        "cardlab, simulated": lambda seed: random_games("cribbage", GAMES, seed),
        "OpenSpiel": partial(one_by_one, openspiel_game),
        "cardlab, events unread": partial(one_by_one, partial(cardlab_game, read=False)),
        "cardlab, events read": partial(one_by_one, partial(cardlab_game, read=True)),
    }
    times: dict[str, list[float]] = {name: [] for name in runs}
    for number in range(ROUNDS):
        for name, play in runs.items():
            start = process_time()
            play(number)
            times[name].append(process_time() - start)
    ours, theirs = times["cardlab, simulated"], times["OpenSpiel"]
    for name, taken in times.items():
        print(f"{name:<24} {GAMES / median(taken):7.0f} games/s, at best {GAMES / min(taken):7.0f}")
    print(f"simulated games for one of OpenSpiel: {median(map(truediv, theirs, ours)):.2f}")


if __name__ == "__main__":
    import pyspiel

    GAME = pyspiel.load_game("cribbage(players=2)")
    main()
