"""The exercise `can-find-opening`: find a first meld in the hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from random import Random

from cardlab.canasta import Options, View, best_count, minimum, value_of, view
from cardlab.canasta.rules.actions import Action, Part
from cardlab.canasta.rules.legal_actions import first_melds
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import WILD, in_order, make_meld
from cardlab.cards import Card, Rank, list_cards, parse_cards, show_cards, without
from cardlab.display.scene import sentence
from cardlab.errors import Refusal
from cardlab.wording import plural, signed
from cardlab_exercises.canasta.common import by_other_rules, exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.openings import side_reds
from cardlab_exercises.canasta.zones import at_table
from cardlab_exercises.declaration.declare import Distractor, Grade, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import until


def _draw_hand(random: Random, level: int, options: Options) -> View:
    """A hand that can open: with natural cards; with a wild card; with several melds or wild cards."""
    deck = Deck(random)
    ranks = deck.ranks(4)
    sets = [
        deck.of(ranks[0], deck.between(3, 4)),
        deck.of(ranks[1], deck.between(2, 3)),
        deck.of(ranks[2], 2),
    ]
    wild = deck.wild((0, 1, deck.between(1, 2))[level - 1] + deck.happens(0.3))
    score = deck.one_of(((-50, 0, 400), (0, 800, 1500), (1500, 2400, 3000))[level - 1])
    held = [card for cards in sets[: deck.between(2, 3)] for card in cards]
    state = deck.table(
        options=options,
        phase="play",
        hands=[(*held, *wild, *deck.odd(12 - len(held) - len(wild), ranks[:3]))],
        red_threes=[deck.red_three(int(deck.happens(0.3)))],
        scores=[score, deck.score()],
    )
    return view(state, 0)


def _ask_hand(seen: View) -> Prompt:
    table = at_table(seen, selectable=True)
    return Prompt(
        f"Pick cards for your side's first meld ({seen.options.label}). Several ways may be right.",
        (forms.cards("laid", "laid down"),),
        table.zones,
        table,
    )


def groupings(cards: Sequence[Card]) -> Iterator[Action]:
    """Every way to lay `cards` down as new melds, one a rank, the wild cards shared out among them."""
    ranks = list(dict.fromkeys(card.rank for card in cards if not WILD[card]))
    wild = [card for card in cards if WILD[card]]
    for share in product(ranks, repeat=len(wild)):
        groups: dict[Rank, list[Card]] = {
            rank: [card for card in cards if card.rank is rank] for rank in ranks
        }
        for card, rank in zip(wild, share, strict=True):
            groups[rank].append(card)
        yield Action("meld", parts=tuple(Part(in_order(group)) for group in groups.values()))


@lru_cache(maxsize=64)
def _found(seen: View) -> Action | None:
    """A first meld that the hand holds, if it holds any."""
    lawful = (action for action in first_melds(seen) if not verdict(seen, action).refusals)
    return next(lawful, None) if best_count(seen) >= seen.minimum else None


def _first(seen: View) -> Action:
    found = _found(seen)
    assert found is not None
    return found


def _hand_solution(seen: View) -> Solution:
    found = _first(seen)
    cards = tuple(sorted(found.laid))
    steps = [
        Step(
            f"{list_cards(part.cards)} count {value_of(part.cards)}.",
            ("CAN-INIT-03",),
            part.cards,
            "meld",
            value_of(part.cards),
        )
        for part in found.parts
    ]
    need = f"With {signed(seen.score)} before the deal your side needs {seen.minimum}."
    return Solution(
        {"laid": show_cards(cards)},
        f"For example {list_cards(in_order(cards))}.",
        (
            Step(need, ("CAN-INIT-02", "CAN-INIT-01")),
            *steps,
            Step(
                f"That makes {value_of(cards)}, and {seen.minimum} are needed.",
                ("CAN-MELD-01", "CAN-INIT-04", "CAN-INIT-01"),
            ),
        ),
    )


def _hand_hints(seen: View) -> tuple[str, ...]:
    ranks = [make_meld(part.cards).name for part in _first(seen).parts]
    return (
        f"Your side needs {seen.minimum}. Look for cards of one rank; wild cards can fill them up.",
        f"Begin with the {ranks[0]}."
        if len(ranks) == 1
        else f"Lay down {plural(len(ranks), 'meld')} together.",
    )


def _grade_hand(seen: View, answer: Mapping[str, str]) -> Grade:
    cards = parse_cards(answer["laid"])
    tried = [verdict(seen, action).refusals for action in groupings(cards)]
    if not tried:
        text = "Wild cards alone are no meld: a meld has at least two natural cards."
        return Grade(0.0, "Not a first meld.", text, rules=("CAN-MELD-04",))
    best = min(tried, key=_unlikeliness)
    if not best:
        count = value_of(cards)
        text = f"It counts {count}, and {seen.minimum} are needed."
        return Grade(1.0, "Right.", text, rules=("CAN-INIT-01", "CAN-INIT-04", "CAN-INIT-03"))
    whole = cards in _sets(seen)
    if {refusal.rule for refusal in best} == {"CAN-INIT-01"}:
        text = sentence(best[0].text)
        if side_reds(seen):
            text += " Red threes do not count for it."
        return Grade(0.0, "Not enough.", text, "can-opening-short" if whole else "", ("CAN-INIT-01",))
    refusal = best[0]
    mistake = _MISTAKE_OF_RULE.get(refusal.rule, "") if whole else ""
    if mistake == "can-wild-ratio" and not _sound_by_other_rules(seen, cards):
        mistake = ""
    return Grade(0.0, "Not a first meld.", sentence(refusal.text), mistake, (refusal.rule,))


def _unlikeliness(refusals: Sequence[Refusal]) -> tuple[int, bool]:
    """Sorts what the learner most likely meant first: fewest refusals, and melds that are sound as such."""
    return len(refusals), any(refusal.rule in _MISTAKE_OF_RULE for refusal in refusals)


_MISTAKE_OF_RULE = {"CAN-MELD-02": "can-wild-ratio", "CAN-MELD-01": "can-pair-meld"}


def _sound_by_other_rules(seen: View, cards: Sequence[Card]) -> bool:
    """Whether the melds would be sound, enough or not, by the other limit for wild cards."""
    other = seen._replace(options=by_other_rules(seen.options, "wild_ratio"))
    tried = (verdict(other, action).refusals for action in groupings(cards))
    return any({refusal.rule for refusal in refusals} <= {"CAN-INIT-01"} for refusals in tried)


@lru_cache(maxsize=64)
def _sets(seen: View) -> frozenset[tuple[Card, ...]]:
    """What somebody lays down who sees cards of one rank: whole pairs and sets, with all wild cards or none.

    Only these show a mistake; other cards may be picked for any reason.
    """
    wild = [card for card in seen.hand if WILD[card]]
    ranks = dict.fromkeys(card.rank for card in seen.hand if not WILD[card])
    sets = [[card for card in seen.hand if card.rank is rank] for rank in ranks]
    sets = [cards for cards in sets if len(cards) > 1]
    return frozenset(
        tuple(sorted([*chain(*some), *joined]))
        for number in range(1, len(sets) + 1)
        for some in combinations(sets, number)
        for joined in ([], wild)
    )


def _hand_distractors(seen: View) -> Iterator[Distractor]:
    """Cards that look like a first meld, and are not: as graded."""
    for cards in sorted(_sets(seen)):
        grade = _grade_hand(seen, {"laid": show_cards(cards)})
        if grade.mistake:
            yield Distractor(grade.mistake, show_cards(cards))


def _other_hands(seen: View) -> Iterator[View]:
    """The same at a score that asks for more, or with a card of the first meld another; it can open still."""
    laid = dict.fromkeys(_first(seen).laid)
    dearer = [score for score in (0, 1500, 3000) if minimum(score) > seen.minimum]
    others = [seen._replace(scores=(score, *seen.scores[1:])) for score in dearer]
    odd = [card for card in (Card("9H"), Card("4S"), Card("QC"), Card("6D")) if card not in seen.hand]
    for old in laid:
        others += [seen._replace(hand=tuple(sorted((*without(seen.hand, [old]), new)))) for new in odd]
    return filter(_found, others)


FIND = exercise(
    id="can-find-opening",
    title="Find a first meld",
    topic="the first meld",
    rules=("CAN-INIT-01", "CAN-INIT-02", "CAN-INIT-03", "CAN-INIT-04", "CAN-MELD-01", "CAN-MELD-02"),
    mistakes=("can-opening-short", "can-pair-meld", "can-wild-ratio"),
    levels=("natural cards", "a wild card helps", "a high minimum"),
    draw=until(_draw_hand, _found),
    ask=_ask_hand,
    solution=_hand_solution,
    distractors=_hand_distractors,
    hints=_hand_hints,
    grade=_grade_hand,
    vary=_other_hands,
    default_level=2,
)

EXERCISES = (FIND,)
