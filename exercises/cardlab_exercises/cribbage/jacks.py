"""The exercise `crib-heels-nobs`: what does a jack pay, and to whom?

His heels: a jack turned up as the starter. His nobs: a jack held of the starter's suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cardlab.cards import PACK52, Card, Rank, shuffle
from cardlab.cribbage import Options, count, cut, position
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import HEELS
from cardlab.cribbage.rules.positions import CUT_HERE
from cardlab.display.scene import Zone, faces
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import pick


class TurnedStarter(NamedTuple):
    """A starter that is turned up, whether you deal, and a hand (or your crib) to look for nobs in."""

    options: Options
    deals: bool
    starter: Card
    hand: tuple[Card, ...]
    crib: bool

    @property
    def heels(self) -> int:
        """What the dealer pegs when the starter is turned up, or by some rules has to claim for it."""
        state = position(
            options=self.options,
            phase="starter",
            dealer=0 if self.deals else 1,
            hands=[self.hand, None],
            starter=self.starter,
        )
        step = referee.apply(state, cut(CUT_HERE))
        if step.state.heels:
            step = referee.apply(step.state._replace(turn=step.state.dealer), HEELS)
        return sum(event.points for event in step.events if event.kind == "heels")

    @property
    def claimed(self) -> bool:
        """Whether his heels pay only the dealer who claims them."""
        return self.options.heels_claim == "claimed"

    @property
    def nobs(self) -> int:
        return count(self.hand, self.starter, self.crib, self.options).categories["nobs"]


def _draw(random: Random, level: int, rules: Options) -> TurnedStarter:
    """A jack turned up in a third of the questions, and one or two held in most of the others."""
    jacks = [card for card in PACK52 if card.rank is Rank.JACK]
    others = shuffle([card for card in PACK52 if card.rank is not Rank.JACK], random)
    shuffle(jacks, random)
    heels = random.random() < 0.35
    starter = jacks.pop() if heels else others.pop()
    wanted = [jack for jack in jacks if jack.suit is starter.suit]
    held: list[Card] = []
    if wanted and random.random() < 0.45:
        held = wanted
    elif random.random() < 0.7:
        held = [jack for jack in jacks if jack not in wanted][: 1 if level == 1 else pick(random, (1, 1, 2))]
    hand = tuple(sorted([*held, *others[: 4 - len(held)]]))
    deals = random.random() < 0.5
    return TurnedStarter(rules, deals, starter, hand, level > 1 and deals and random.random() < 0.4)


def _ask(turned: TurnedStarter) -> Prompt:
    what = "crib" if turned.crib else "hand"
    dealer = "You deal" if turned.deals else "Your opponent deals"
    pegs = "may claim points at once" if turned.claimed else "pegs at once"
    return Prompt(
        f"{dealer}, and the starter is {turned.starter.short}. "
        f"Who {pegs} for it, and how many? And what will your {what} count for nobs?",
        (
            forms.choose("who", f"who {pegs}", _WHO.items()),
            forms.number("heels", "claimed at once" if turned.claimed else "pegged at once", most=29),
            forms.number("nobs", "for nobs, later", most=29),
        ),
        (
            Zone("hand", f"your {what}", faces(turned.hand)),
            Zone("starter", "starter", faces([turned.starter], note="starter")),
        ),
    )


_WHO = {"you": "you", "opponent": "your opponent", "nobody": "nobody"}


def _solution(turned: TurnedStarter) -> Solution:
    heels, nobs = turned.heels, turned.nobs
    jacks = tuple(card for card in turned.hand if card.rank is Rank.JACK)
    suit = turned.starter.name.partition(" of ")[2]
    pegs = f"may claim {heels} for his heels before playing a card" if turned.claimed else ""
    pegs = pegs or f"pegs {heels} at once for his heels"
    steps = [
        Step(
            f"The starter is a jack: the dealer {pegs}."
            if heels
            else "The starter is no jack: the dealer pegs nothing for it.",
            ("CRIB-START-03",),
            (turned.starter,),
            "heels",
            heels,
        )
    ]
    if heels:
        steps.append(Step("In the count it pays nothing more.", ("CRIB-SHOW-11",)))
    if nobs:
        steps.append(
            Step(
                f"You hold the jack of {suit}, the starter's suit: 1 for his nobs.",
                ("CRIB-SHOW-10",),
                jacks,
                "nobs",
                1,
            )
        )
    elif jacks:
        steps.append(
            Step(
                f"You hold no jack of {suit}, the starter's suit: no nobs.",
                ("CRIB-SHOW-10",),
                jacks,
                "nobs",
                0,
            )
        )
    else:
        steps.append(Step("You hold no jack: no nobs.", ("CRIB-SHOW-10",)))
    dealer = "you" if turned.deals else "opponent"
    at_once = "Nobody may claim anything" if turned.claimed else "Nobody pegs anything at once"
    if heels:
        who = "You" if turned.deals else "Your opponent"
        peg = "may claim" if turned.claimed else "peg" if turned.deals else "pegs"
        at_once = f"{who} {peg} {heels} at once"
    what = "crib" if turned.crib else "hand"
    return Solution(
        {"who": dealer if heels else "nobody", "heels": str(heels), "nobs": str(nobs)},
        f"{at_once}; your {what} counts {nobs or 'nothing'} for nobs.",
        tuple(steps),
        by_field={"who": ("CRIB-START-03",), "heels": ("CRIB-START-03",), "nobs": ("CRIB-SHOW-10",)},
    )


def _distractors(turned: TurnedStarter) -> Iterator[Distractor]:
    starter = (turned.starter,)
    held = tuple(card for card in turned.hand if card.rank is Rank.JACK)
    if turned.starter.rank is Rank.JACK:
        dealer, other = ("you", "opponent") if turned.deals else ("opponent", "you")
        yield Distractor("crib-heels-missed", "nobody", "", starter, "who", {"heels": "0"})
        yield Distractor("crib-heels-as-nobs", "1", "", starter, "heels", {"who": dealer})
        yield Distractor("crib-heels-to-cutter", other, "", starter, "who", {"heels": "2"})
        yield Distractor("crib-heels-again", "2", field="nobs")
        yield Distractor("crib-starter-jack-nobs", "1", cards=starter, field="nobs")
    if turned.nobs:
        yield Distractor("crib-nobs-missed", "0", field="nobs")
        yield Distractor("crib-nobs-as-heels", "2", field="nobs")
        yield Distractor("crib-nobs-at-once", "1", field="heels", also={"who": "you"})
    else:
        for number in range(1, len(held) + 1):
            yield Distractor("crib-nobs-wrong-suit", str(number), cards=held, field="nobs")


def _vary(turned: TurnedStarter) -> Iterator[TurnedStarter]:
    for card in PACK52:
        if card not in turned.hand and card is not turned.starter:
            yield turned._replace(starter=card)


JACKS = exercise(
    id="crib-heels-nobs",
    title="Heels or nobs?",
    topic="what a jack pays",
    rules=("CRIB-START-03", "CRIB-SHOW-10", "CRIB-SHOW-11"),
    mistakes=(
        "crib-heels-missed",
        "crib-heels-as-nobs",
        "crib-heels-to-cutter",
        "crib-heels-again",
        "crib-starter-jack-nobs",
        "crib-nobs-wrong-suit",
        "crib-nobs-missed",
        "crib-nobs-as-heels",
        "crib-nobs-at-once",
    ),
    levels=("one jack at most in the hand", "hands and cribs"),
    default_level=2,
    draw=_draw,
    ask=_ask,
    solution=_solution,
    distractors=_distractors,
    vary=_vary,
)
EXERCISES = (JACKS,)
