"""Games to review, played by computer players of given levels."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from cardlab.game import Game
from cardlab.plugins import game_plugin


@cache
def played(
    name: str,
    levels: Sequence[str],
    seed: str = "3",
    preset: str = "course",
    deals: int = 99,
    **changes: str,
) -> Game:
    """A game of that many deals at most; the levels are those of the seats, in turn.

    The players have the luck of the review, so that the strong one makes the choices that it will be held to.
    """
    plugin = game_plugin(name)
    players = [plugin.players.player(level) for level in levels]
    game = Game(name, plugin.referee.make_options(preset, **changes), seed)
    while (turn := game.turn) is not None and len(plugin.referee.packs(game.state)) <= deals:
        random = Random(f"{game.seed}/{len(game.actions)}")
        game.do(players[turn % len(players)](game.view(), random).action)
    return game
