"""Decisions at the table: what to lay away, which card to play, which card pegs most.

What is best is what the exact discard analysis says, the steady player's numbers, or the referee.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from cardlab.cards import Card, Rank, list_cards, list_words, parse_cards
from cardlab.cribbage import Options, State, play, position, view
from cardlab.cribbage.analysis.discards import Discard, Discards, discards
from cardlab.cribbage.display.table import table
from cardlab.cribbage.players import player
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import Action
from cardlab.cribbage.rules.notation import read_action, write_action
from cardlab.cribbage.rules.pegging import LIMIT, VALUES, peg
from cardlab.display.scene import Scene, Zone, faces, sentence
from cardlab.game import Item, Moment
from cardlab.players import Candidate, Choice
from cardlab.rulebook import load
from cardlab.wording import lower, signed
from cardlab_exercises.cribbage.common import exercise
from cardlab_exercises.cribbage.plays import YOU, one_card_held_apart, unseen, walk, with_card
from cardlab_exercises.declaration.answers import AnswerError
from cardlab_exercises.declaration.declare import Distractor, Grade, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.exercise import Answer
from cardlab_exercises.declaration.sampling import aim, aim_among, pick


def on_table(state: State, selectable: bool = False) -> tuple[Scene, tuple[Zone, ...]]:
    """The table as you see it, and its zones, with your hand to pick from or not."""
    seen = view(state, YOU)
    scene = table(Moment(seen))
    zones = tuple(
        zone._replace(faces=faces(seen.hand, selectable=selectable)) if zone.id == "hand" else zone
        for zone in scene.zones
    )
    return scene._replace(said=None, message=None, buttons=(), form=None), zones


# ---------------------------------------------------------------- what to lay away

_CLOSE, _DEAR = 0.3, 3.0
"""A way that costs no more than this counts as the best; one that costs this or more is wrong."""


@lru_cache(maxsize=64)
def _ways(state: State) -> Discards:
    return discards(state.hands[YOU], dealer=state.dealer == YOU, options=state.options)


def _draw_lay(random: Random, level: int, rules: Options) -> State:
    def draw(random: Random) -> State:
        return position(options=rules, seed=str(random.random()), dealer=pick(random, (0, 1, 1)), turn=YOU)

    def suits(state: State) -> bool:
        found = _ways(state)
        ahead = found.ways[1].loss
        level_fits = ahead >= 1 if level == 1 else level == 2 or 0.3 < ahead < 1
        return level_fits and found.ways[-1].loss >= 2 * _DEAR

    return aim(random, draw, suits, (True,), tries=12)


def _ask_lay(state: State) -> Prompt:
    whose = "your own" if state.dealer == YOU else "your opponent's"
    scene, zones = on_table(state, selectable=True)
    return Prompt(
        f"Lay away two cards to {whose} crib: pick them in your hand. What costs you least on average?",
        (forms.cards("laid", "lay away"),),
        zones,
        scene,
    )


def _vary_lay(state: State) -> Iterator[State]:
    """The same with one card that was kept another, so that keeping the other four costs a point or more."""
    best = _ways(state).best
    for old in best.kept:
        for new in sorted(unseen(state), key=lambda new: abs(new.rank - old.rank)):
            other = with_card(state, YOU, old, new)
            found = _ways(other)
            if found.of(best.laid).loss >= 1 and found.ways[-1].loss >= 2 * _DEAR:
                yield other


def _work_lay(state: State) -> Solution:
    found = _ways(state)
    told = found.explain()
    whose = "yours: what you lay away still counts for you" if found.dealer else "your opponent's"
    steps = [Step(f"The crib is {whose}.", ("CRIB-CRIB-02",))]
    steps += [Step(text, ("CRIB-CRIB-01",)) for text in told.sentences[1:]]
    first = told.sentences[0]
    steps.append(Step(first, ("CRIB-CRIB-01",), found.best.laid, "lay away"))
    return Solution({"laid": " ".join(card.code for card in found.best.laid)}, first, tuple(steps))


def _hints_lay(state: State) -> tuple[str, ...]:
    found = _ways(state)
    told = found.explain()
    whose = "your own" if found.dealer else "your opponent's"
    return (
        f"The crib is {whose}. Look for what belongs together in your hand, and keep that.",
        f"With the best four {lower(told.sentences[1])}",
        f"You keep {list_cards(found.best.kept[:2])}.",
    )


def _grade_lay(state: State, answer: Answer) -> Grade:
    found = _ways(state)
    laid = parse_cards(answer["laid"])
    if len(laid) != 2:
        raise AnswerError(f"lay away two cards, not {len(laid)}")
    way = found.of(laid)
    rules = ("CRIB-CRIB-01", "CRIB-CRIB-02")
    if way.loss <= _CLOSE:
        text = "" if way is found.best else f"{list_cards(found.best.laid)} is worth {way.loss:.2f} more."
        return Grade(1.0, f"Good: {way.hand:.2f} in the hand on average.", text, rules=rules)
    sentences = found.explain(laid).sentences
    text = f"{' '.join(sentences[1:4])} There is a way that is worth {way.loss:.2f} more."
    mistake = _mistake(found, way) if way.loss >= 1 else ""
    score = max(0.0, 1 - way.loss / _DEAR)
    return Grade(score, f"That costs {way.loss:.1f} points on average.", text, mistake, rules)


def _mistake(found: Discards, way: Discard) -> str:
    """What it is that costs: the crib that is fed, or what is broken up in the hand."""
    one, two = way.laid
    best = found.best
    if not found.dealer and way.crib - best.crib > best.hand - way.hand:
        if one.rank is two.rank:
            return "crib-lay-pair-to-them"
        return "crib-lay-five-to-them" if Rank.FIVE in (one.rank, two.rank) else "crib-lay-feeds-them"
    if found.dealer and way.crib > best.crib:
        return "crib-lay-for-the-crib"
    return "crib-lay-breaks-hand"


def _traps_lay(state: State) -> Iterator[Distractor]:
    found = _ways(state)
    for way in found.ways:
        if way.loss >= 1:
            yield Distractor(_mistake(found, way), " ".join(card.code for card in way.laid))


LAY = exercise(
    id="crib-lay-away",
    title="What do you lay away?",
    topic="laying away",
    rules=("CRIB-CRIB-01", "CRIB-CRIB-02"),
    mistakes=(
        "crib-lay-pair-to-them",
        "crib-lay-five-to-them",
        "crib-lay-feeds-them",
        "crib-lay-for-the-crib",
        "crib-lay-breaks-hand",
    ),
    levels=("one way stands out", "hands as they come", "close choices"),
    default_level=2,
    draw=_draw_lay,
    ask=_ask_lay,
    solution=_work_lay,
    distractors=_traps_lay,
    hints=_hints_lay,
    vary=_vary_lay,
    grade=_grade_lay,
    wrong=lambda state: " ".join(card.code for card in _ways(state).ways[-1].laid),
)


# ---------------------------------------------------------------- which card to play


@lru_cache(maxsize=64)
def _weighed(state: State) -> Choice:
    """Your cards as the steady player weighs them: their points, less what the answer pegs on average."""
    return player("steady")(view(state, YOU), Random(0))


def _draw_card(random: Random, level: int, rules: Options) -> State:
    """Your turn with at least two ranks that fit, of which one is clearly worse than the best."""

    def draw(random: Random) -> list[State]:
        turns = [at.state for at in walk(random, rules) if at.state.turn == YOU]
        return [state for state in turns if len({card.rank for card in _fits(state)}) > 1]

    return aim_among(random, draw, _card_side, _CARD_SIDES[level - 1])


_CARD_SIDES = (
    ("crib-play-misses-points", "crib-play-misses-points", "crib-play-leaves-tens"),
    ("crib-play-misses-points", "crib-play-leaves-tens", "crib-play-feeds-answer"),
    ("crib-play-leaves-tens", "crib-play-feeds-answer"),
)


def _card_side(state: State) -> str:
    """The common mistake that the worst card would be, if it is clearly worse; few gaps are in between."""
    choice = _weighed(state)
    gaps = [choice.candidates[0].worth - candidate.worth for candidate in choice.candidates]
    if gaps[-1] < 0.7 or any(_SAME < gap < 2 * _SAME for gap in gaps):
        return ""
    return _why(state, choice.candidates[-1].action.cards[0])


_SAME = 0.2
"""Cards whose worth differs by no more than this are as good as each other."""


def _ask_card(state: State) -> Prompt:
    scene, zones = on_table(state, selectable=True)
    what = f"The count is {state.total}" if state.total else "You lead"
    return Prompt(
        f"{what}. Which card do you play? Think of what it pegs, and of what your opponent can answer. "
        "Pick it in your hand.",
        (forms.cards("card", "you play"),),
        zones,
        scene,
    )


def _vary_card(state: State) -> Iterator[State]:
    """The same with a card of the hand another; one that is clearly worse than the best is there, too."""
    for other in one_card_held_apart(state, *_weighed(state).action.cards):
        if len({card.rank for card in _fits(other)}) > 1 and _card_side(other):
            yield other


def _points(state: State, card: Card) -> tuple[Item, ...]:
    run = (*view(state, YOU).run, card)
    return peg(run, state.options, state.total + VALUES[card])


def _told(state: State, card: Card) -> str:
    """What a card is worth, in the numbers by which the cards are ranked."""
    found = _candidate(state, card)
    parts = dict(found.parts)
    now = f"{parts['now']:.0f}" if parts["now"] else "nothing"
    worth = signed(found.worth, "z.1f")
    return (
        f"{card.short} pegs {now} now; the answer to it costs {-parts['the answer']:z.1f} on average, and "
        f"the low cards kept are worth {parts['low cards kept']:.1f}: that is {worth} in all."
    )


def _work_card(state: State) -> Solution:
    choice = _weighed(state)
    (best,) = choice.action.cards
    others = [one.action.cards[0] for one in choice.candidates[1:]]
    steps = [Step(_told(state, card), ("CRIB-PEG-01",), (card,), "instead") for card in others]
    steps.append(Step(_told(state, best), ("CRIB-PEG-01",), (best,), "best"))
    return Solution({"card": best.code}, f"{best.short} is best.", tuple(steps))


def _hints_card(state: State) -> tuple[str, ...]:
    most = max(sum(item.points for item in _points(state, card)) for card in _fits(state))
    first = (
        f"The most that a card of yours pegs now is {most}."
        if most
        else "None of your cards pegs anything now."
    )
    return (first, "Then look at each count that you would leave: which ranks would peg on it?")


def _fits(state: State) -> list[Card]:
    seen = view(state, YOU)
    return [card for card in seen.hand if not referee.check(seen, play(card))]


def _grade_card(state: State, answer: Answer) -> Grade:
    cards = parse_cards(answer["card"])
    if len(cards) != 1:
        raise AnswerError(f"pick one card, not {len(cards)}")
    (card,) = cards
    refusals = referee.check(view(state, YOU), play(card))
    if refusals:
        return Grade(0.0, "That card cannot be played.", f"{refusals[0].text}.", rules=(refusals[0].rule,))
    gap = _gap(state, card)
    if gap <= _SAME:
        return Grade(1.0, f"Good: {_told(state, card)}", rules=("CRIB-PEG-01",))
    text = f"{_told(state, card)} There is a card that is worth {gap:.1f} more."
    score = 0.5 if gap < 0.7 else 0.0
    return Grade(score, f"That costs {gap:.1f} points on average.", text, _why(state, card), ("CRIB-PEG-01",))


def _gap(state: State, card: Card) -> float:
    return _weighed(state).candidates[0].worth - _candidate(state, card).worth


def _candidate(state: State, card: Card) -> Candidate:
    """A card as it was weighed; of one rank one card stands for all."""
    return next(one for one in _weighed(state).candidates if one.action.cards[0].rank is card.rank)


def _why(state: State, card: Card) -> str:
    """The common mistake that a worse card is an example of: by what most of its cost comes from."""
    best, found = _weighed(state).candidates[0], _candidate(state, card)
    costs = {name: part - dict(found.parts)[name] for name, part in best.parts}
    if costs["now"] > 0:
        return "crib-play-misses-points"
    if costs["the answer"] < costs["low cards kept"]:
        return ""
    return "crib-play-leaves-tens" if state.total + VALUES[card] in (5, 21) else "crib-play-feeds-answer"


def _traps_card(state: State) -> Iterator[Distractor]:
    for card in _fits(state):
        if _gap(state, card) > _SAME and _why(state, card):
            yield Distractor(_why(state, card), card.code)


def _worst_card(state: State) -> str:
    return str(_weighed(state).candidates[-1].action.cards[0])


CARD = exercise(
    id="crib-which-card",
    title="Which card do you play?",
    topic="choosing a card",
    rules=("CRIB-PEG-01",),
    mistakes=(
        "crib-play-misses-points",
        "crib-play-leaves-tens",
        "crib-play-feeds-answer",
    ),
    levels=("mostly points to see", "points, and what you leave", "what you leave to answer"),
    default_level=2,
    draw=_draw_card,
    ask=_ask_card,
    solution=_work_card,
    distractors=_traps_card,
    hints=_hints_card,
    vary=_vary_card,
    grade=_grade_card,
    wrong=_worst_card,
)


# ---------------------------------------------------------------- an action in notation


class TurnToPlay(NamedTuple):
    """Your turn at the table, and the actions open to you with what each pegs at once."""

    state: State

    @property
    def pays(self) -> dict[Action, int]:
        seen = view(self.state, YOU)
        return {
            action: sum(item.points for item in _points(self.state, action.cards[0])) if action.cards else 0
            for action in referee.legal_actions(seen)
        }


def _draw_turn(random: Random, level: int, rules: Options) -> TurnToPlay:
    def draw(random: Random) -> Sequence[TurnToPlay]:
        turns = [at.state for at in walk(random, rules) if at.state.turn == YOU and at.state.total]
        return [TurnToPlay(state) for state in turns if level < 3 or len(state.hands[YOU]) > 1]

    return aim_among(random, draw, _turn_side, ("go", "pays", "pays", "pays"))


def _turn_side(turn: TurnToPlay) -> str:
    pays = turn.pays
    if [action.kind for action in pays] == ["go"]:
        return "go"
    return "pays" if max(pays.values()) > 0 == min(pays.values()) else ""


def _ask_turn(turn: TurnToPlay) -> Prompt:
    scene, zones = on_table(turn.state)
    return Prompt(
        f"The count is {turn.state.total} and it is your turn. Do what pegs most now. "
        "Write it as in a record: a card, like play 7D, or go.",
        (forms.action("do", "you do"),),
        zones,
        scene,
    )


def _read(turn: TurnToPlay, text: str) -> str:
    return write_action(read_action(text, view(turn.state, YOU)))


def _work_turn(turn: TurnToPlay) -> Solution:
    pays = turn.pays
    best = max(pays, key=lambda action: pays[action])
    if best.kind == "go":
        book = load("cribbage").rule("CRIB-GO-02").text(turn.state.options)
        step = Step(f"No card fits on {turn.state.total}. {book}", ("CRIB-GO-01", "CRIB-GO-02"))
        return Solution({"do": write_action(best)}, "You have to say go.", (step,))
    steps = []
    for action in sorted(pays, key=lambda action: pays[action]):
        if action.cards:
            items = _points(turn.state, action.cards[0])
            what = list_words([f"{item.points} ({item.name})" for item in items]) or "nothing"
            rules = tuple(item.rule for item in items) or ("CRIB-PEG-01",)
            steps.append(Step(f"{action.cards[0].short} pegs {what}.", rules, action.cards, "play"))
    return Solution(
        {"do": write_action(best)}, f"{best.cards[0].short} pegs most: {pays[best]}.", tuple(steps)
    )


def _vary_turn(turn: TurnToPlay) -> Iterator[TurnToPlay]:
    """The same with a card of the hand another."""
    state = turn.state
    best = max(turn.pays, key=turn.pays.__getitem__)
    for other in one_card_held_apart(state, *best.cards):
        made = TurnToPlay(other)
        if _turn_side(made) or max(made.pays.values()):
            yield made


def _hints_turn(turn: TurnToPlay) -> tuple[str, ...]:
    room = LIMIT - turn.state.total
    most = max(turn.pays.values())
    fits = "Any card fits" if room >= 10 else f"Only cards that count {room} or less fit"
    pegs = f"The most there is to peg is {most}." if most else "There is nothing to peg."
    return f"{fits} on {turn.state.total}.", pegs


def _grade_turn(turn: TurnToPlay, answer: Answer) -> Grade:
    action = read_action(answer["do"], view(turn.state, YOU))
    refusals = referee.check(view(turn.state, YOU), action)
    if refusals:
        mistake = {"go": "crib-go-holds-fit", "play": "crib-go-any-card"}.get(action.kind, "")
        text, rule = sentence(refusals[0].text), refusals[0].rule
        return Grade(0.0, "That is not allowed here.", text, mistake, (rule,))
    pays = turn.pays
    most = max(pays.values())
    if pays[action] == most:
        return Grade(1.0)
    text = f"That pegs {pays[action] or 'nothing'}; there is a card that pegs {most}."
    return Grade(pays[action] / most, "There is more to peg.", text, "crib-play-misses-points")


def _traps_turn(turn: TurnToPlay) -> Iterator[Distractor]:
    pays = turn.pays
    most = max(pays.values())
    for action, points in pays.items():
        if points < most:
            yield Distractor("crib-play-misses-points", write_action(action))
    for card in turn.state.hands[YOU]:
        if play(card) not in pays:
            yield Distractor("crib-go-any-card", write_action(play(card)))
    if most:
        yield Distractor("crib-go-holds-fit", "go")


TURN = exercise(
    id="crib-table-turn",
    title="Your turn",
    topic="a turn at the table",
    rules=(
        "CRIB-GO-01",
        "CRIB-GO-02",
        "CRIB-GO-05",
        "CRIB-PEG-01",
        "CRIB-PEG-02",
        "CRIB-PEG-03",
        "CRIB-PEG-04",
        "CRIB-PEG-06",
    ),
    mistakes=("crib-play-misses-points", "crib-go-any-card", "crib-go-holds-fit"),
    levels=("early and late in a deal", "two or more cards to choose from"),
    draw=_draw_turn,
    ask=_ask_turn,
    solution=_work_turn,
    distractors=_traps_turn,
    hints=_hints_turn,
    vary=_vary_turn,
    grade=_grade_turn,
    read_action=_read,
    wrong=lambda turn: next(distractor.answer for distractor in reversed(list(_traps_turn(turn)))),
)
EXERCISES = (LAY, CARD, TURN)
