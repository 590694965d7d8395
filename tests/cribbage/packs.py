"""Where the cards of a game of Cribbage are."""

from __future__ import annotations

from cardlab.cards import Card
from cardlab.cribbage import State


def cards_in(state: State) -> list[Card]:
    """Every card of the pack, wherever it lies: 52 different ones at any time."""
    held = [*state.hands, state.crib, state.pack]
    passed = [card for card in (*state.cuts, state.starter) if card is not None]
    return [card for hand in held for card in hand] + [card for _, card in state.plays] + passed
