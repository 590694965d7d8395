"""Games of random play a second: our referee, and OpenSpiel's `cribbage` driven from Python, in one run.

Both in one environment: pip install open_spiel -e . ; the best of several rounds counts, taken in turns.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from cardlab.cribbage import options
from cardlab.cribbage.rules import referee

GAMES, ROUNDS = 15, 12


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


def main() -> None:
    runs: dict[str, Callable[[int], None]] = {
        "cardlab, events unread": lambda seed: cardlab_game(seed, read=False),
        "cardlab, events read": lambda seed: cardlab_game(seed, read=True),
        "OpenSpiel": openspiel_game,
    }
    best: dict[tuple[str, int], float] = {}
    for _ in range(ROUNDS):
        for seed in range(GAMES):
            for name, play in runs.items():
                start = process_time()
                play(seed)
                best[name, seed] = min(best.get((name, seed), 9.0), process_time() - start)
    for name in runs:
        total = sum(best[name, seed] for seed in range(GAMES))
        print(f"{name:<24} {GAMES / total:7.0f} games/s")


if __name__ == "__main__":
    import pyspiel

    GAME = pyspiel.load_game("cribbage(players=2)")
    main()
