"""Counting a Cribbage hand on the screen: a given one, or one for every seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from cardlab.cards import PACK52, Card, CardLike, CardsLike, shuffled
from cardlab.cribbage import count, options
from cardlab.cribbage.display.count_frames import Predict, counting_frames
from cardlab.display.scene import Frame
from cardlab.errors import InputError
from cardlab_widgets.lessons.stepper import Stepper, recalled

if TYPE_CHECKING:
    from cardlab_widgets.screen.widget import SceneWidget


def count_stepper(
    hand: CardsLike | None = None,
    starter: CardLike | None = None,
    crib: bool = False,
    seed: str | int | None = None,
    preset: str = "course",
    predict: Predict = "all",
    recall: Mapping[int, str] | None = None,
    large: bool = False,
    four_colour: bool = False,
) -> SceneWidget:
    """A count, step by step, of `hand` and `starter`; without them of a hand dealt from `seed`.

    `predict` asks before each category ("all"), once for the total ("total"), or never ("none").
    `recall` has rules that define something, to be read out at a step, as in `watch`. `large` is for a
    projector. Without a hand there is a box to type a seed in.

    Raises `NotationError` or `IllegalActionError` for cards that cannot be counted, `ValueError` for
    an unknown preset or only one of hand and starter.
    """
    from cardlab_widgets.screen.widget import SceneWidget

    model = counting_model(hand, starter, crib, seed, preset, predict, recall)
    return SceneWidget(model, large=large, four_colour=four_colour)


def counting_model(
    hand: CardsLike | None = None,
    starter: CardLike | None = None,
    crib: bool = False,
    seed: str | int | None = None,
    preset: str = "course",
    predict: Predict = "all",
    recall: Mapping[int, str] | None = None,
) -> Stepper:
    """The stepper of `count_stepper`, without a screen.

    >>> counting_model("5H 5D 5S JC", "5C").scene().title
    'Counting a hand'
    """
    chosen = options(preset)
    if predict not in ("all", "total", "none"):
        raise InputError(f"predict can be all, total or none, not {predict!r}")
    if (hand is None) != (starter is None):
        raise InputError("a count needs both the hand and the starter, or neither to have them dealt")
    if hand is not None and starter is not None:
        frames = counting_frames(count(hand, starter, crib, chosen), seed=seed, predict=predict)
        return Stepper(recalled(frames, recall or {}))

    def deal(seed: str) -> Sequence[Frame]:
        four, turned = deal_hand(seed)
        return recalled(counting_frames(count(four, turned, crib, chosen), predict=predict), recall or {})

    return Stepper(deal=deal, seed=seed)


def deal_hand(seed: str | int) -> tuple[tuple[Card, ...], Card]:
    """Four cards and a starter from `seed`: of six cards dealt, the four that count most.

    >>> deal_hand(7) == deal_hand("7")
    True
    """
    *six, starter = shuffled(PACK52, seed, 1)[:7]
    return max(combinations(sorted(six), 4), key=lambda four: count(four, starter).total), starter
