"""Exercises on the discard: which cards the next player cannot take, whatever that player holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from cardlab.canasta import Options, State, apply, view
from cardlab.canasta.rules.actions import discard
from cardlab.canasta.rules.legal_actions import takes
from cardlab.canasta.rules.melds import BLACK_THREE, NATURAL, RED_THREE, WILD, in_order, rank_name
from cardlab.cards import PACK108, Card, Rank, list_cards, list_words, show_cards, without
from cardlab.display.scene import sentence
from cardlab.wording import plural
from cardlab_exercises.canasta.common import exercise
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import table_places, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import until


def _unseen(state: State) -> Counter[Card]:
    """The cards that South does not see: in the other hands or in the stock."""
    lying = [card for side in state.melds for laid in side for card in laid.cards]
    red_threes = [card for cards in state.red_threes for card in cards]
    left = Counter(PACK108)
    left.subtract([*state.hands[0], *state.pile, *lying, *red_threes])
    return left


def _best_hand(state: State, card: Card) -> tuple[Card, ...]:
    """The hand with which the next player could best take `card`: two of its rank, wild cards, aces."""
    left = _unseen(state)
    alike = [one for one in left.elements() if one.rank is card.rank and not RED_THREE[one]]
    wild = sorted([one for one in left.elements() if WILD[one]], reverse=True)
    aces = [one for one in left.elements() if one.rank is Rank.ACE and one not in alike]
    others = [one for one in left.elements() if NATURAL[one] and one not in alike and one not in aces]
    return tuple([*alike[:2], *wild[:2], *aces[:4], *others][: len(state.hands[1])])


def can_be_taken(state: State, card: Card) -> bool:
    """Whether the next player could take the pile after that discard, with the best hand there can be."""
    after = apply(state, discard(card)).state
    hand = tuple(sorted(_best_hand(state, card)))
    other = after._replace(hands=(after.hands[0], hand, *after.hands[2:]))
    return next(takes(view(other, 1)), None) is not None


@lru_cache(maxsize=128)
def safe_cards(state: State) -> tuple[Card, ...]:
    """The cards of South's hand that the next player cannot take, sorted, every copy."""
    judged = {card: can_be_taken(state, card) for card in dict.fromkeys(state.hands[0])}
    return tuple(card for card in state.hands[0] if not judged[card])


def _is_mixed(state: State) -> bool:
    """Whether some of South's cards are safe, and some are not."""
    return 0 < len(safe_cards(state)) < len(state.hands[0])


def _table(random: Random, level: int, options: Options) -> State:
    """From level to level more is told by the table and by counting."""
    deck = Deck(random)
    own, other, theirs, *rest = deck.ranks(6)
    number = 7 if level > 1 or deck.happens(0.4) else deck.between(3, 5)
    melds = [
        [deck.of(own, number), deck.sound(other, 3, 4, options)],
        [deck.sound(theirs, 3, 5, options)],
    ]
    hand = [*deck.of(own, 1), *deck.of(theirs, 1)]
    if deck.happens(0.4):
        hand += deck.of(other, 1)
    if deck.happens(0.6):
        hand += deck.black_three()
    if deck.happens(0.5):
        hand += deck.wild(1)
    hand += [card for rank in rest[: deck.between(1, 3)] for card in deck.of(rank, deck.between(1, 2))]
    pile = [*deck.natural(deck.between(2, 4), [own, theirs])]
    if deck.happens((0.2, 0.4, 0.5)[level - 1]):
        pile.insert(deck.between(0, len(pile) - 1), deck.wild(1)[0])
    return deck.table(options=options, phase="play", hands=[hand], melds=melds, pile=pile)


def _ask_table(state: State) -> Prompt:
    return Prompt(
        "It is your discard. Pick every card that the next player cannot take, whatever that player holds "
        f"({state.options.label}).",
        (forms.cards("safe", "safe discards"),),
        zones(table_places(view(state, 0), selectable=True)),
    )


def _reasons(state: State) -> Iterator[tuple[str, str, tuple[Card, ...], tuple[str, ...]]]:
    """Why cards of the hand are safe or not: a key, a sentence, the cards, the rules."""
    safe = set(safe_cards(state))
    hand = list(dict.fromkeys(state.hands[0]))
    wild = tuple(card for card in hand if WILD[card])
    black = tuple(card for card in hand if BLACK_THREE[card])
    natural = [card for card in hand if NATURAL[card]]
    if wild:
        yield (
            "wild",
            f"{list_cards(wild)}: a wild card on top cannot be taken, and it freezes the pile.",
            wild,
            ("CAN-PILE-08", "CAN-FRZ-01"),
        )
    if black:
        text = f"{list_cards(black)}: a black three on top cannot be taken."
        yield "black", text, black, ("CAN-PILE-08", "CAN-FRZ-03")
    laid = [meld.rank for meld in state.melds[1]]
    onto = () if state.frozen else tuple(card for card in natural if card.rank in laid)
    if onto:
        names = list_words([*dict.fromkeys(rank_name(card.rank) for card in onto)])
        text = f"{list_cards(onto)} could be taken onto the opponents' {names}."
        yield "onto", text, onto, ("CAN-PILE-05",)
    counted = tuple(card for card in natural if card in safe)
    if counted:
        left = _unseen(state)
        few = [
            plural(sum(left[one] for one in left if one.rank is rank), rank.label, rank_name(rank))
            for rank in dict.fromkeys(card.rank for card in counted)
        ]
        rule = "CAN-PILE-06" if state.frozen else "CAN-PILE-04"
        are = "is" if len(few) == 1 and few[0].startswith("one ") else "are"
        text = (
            f"{list_words(few)} {are} hidden, so nobody can hold the cards that take {list_cards(counted)}."
        )
        yield "counted", sentence(text), counted, (rule,)
    open_to_all = tuple(card for card in natural if card not in safe and card not in onto)
    if open_to_all:
        text = f"{list_cards(open_to_all)} could be taken by a player who holds two cards of that rank."
        yield "pair", text, open_to_all, ("CAN-PILE-03",)


def _table_solution(state: State) -> Solution:
    safe = safe_cards(state)
    steps = [Step(text, rules, cards, "look at") for _, text, cards, rules in _reasons(state)]
    last = Step(f"The next player cannot take {list_cards(in_order(safe))}.", ("CAN-TURN-03",), safe, "safe")
    return Solution(
        {"safe": show_cards(safe)},
        f"{list_cards(in_order(safe))} {'are' if len(safe) > 1 else 'is'} safe.",
        (*steps, last),
    )


def _table_hints(state: State) -> tuple[str, ...]:
    number = len(safe_cards(state))
    return (
        "What cannot be taken when it lies on top? And the others: who could hold cards that take them?",
        "Look at the opponents' melds, at whether the pile is frozen, and count the cards that you see.",
        f"{number} of your {len(state.hands[0])} cards {'are' if number > 1 else 'is'} safe.",
    )


def _table_distractors(state: State) -> Iterator[Distractor]:
    safe = list(safe_cards(state))
    for key, _, cards, _ in _reasons(state):
        every = [card for card in state.hands[0] if card in cards]
        rest = show_cards(card for card in safe if card not in cards)
        if key == "wild":
            yield Distractor("can-wild-unsafe", rest, cards=cards)
        if key == "black":
            yield Distractor("can-black-three-unsafe", rest, cards=cards)
        if key == "onto":
            yield Distractor("can-discard-onto-meld", show_cards(sorted([*safe, *every])), cards=cards)
        if key == "counted":
            yield Distractor("can-not-counted", rest, cards=cards)
        if key == "pair":
            own = [card for card in every if any(card.rank is laid.rank for laid in state.melds[0])]
            if own:
                yield Distractor("can-own-meld-safe", show_cards(sorted([*safe, *own])), cards=tuple(own))
            if state.frozen:
                yield Distractor("can-frozen-is-safe", show_cards(sorted([*safe, *every])), cards=cards)


def _other_tables(state: State) -> Iterator[State]:
    """The same without the card that freezes, or with one card of the hand another."""
    others = []
    if len(state.frozen) == 1:
        others.append(state._replace(frozen=(), pile=without(state.pile, [state.frozen[0].card])))
    left = _unseen(state)
    for old in state.hands[0]:
        for new in (Card("3S"), Card("9H"), *[card for laid in state.melds[1] for card in laid.cards[:1]]):
            if left[new] and old is not new:
                hand = tuple(sorted((*without(state.hands[0], [old]), new)))
                others.append(state._replace(hands=(hand, *state.hands[1:])))
    return filter(_is_mixed, others)


SAFE = exercise(
    id="can-safe-discards",
    title="Which discards are safe?",
    topic="the discard",
    rules=(
        "CAN-TURN-03",
        "CAN-PILE-03",
        "CAN-PILE-04",
        "CAN-PILE-05",
        "CAN-PILE-06",
        "CAN-PILE-08",
        "CAN-FRZ-01",
        "CAN-FRZ-03",
    ),
    mistakes=(
        "can-wild-unsafe",
        "can-black-three-unsafe",
        "can-discard-onto-meld",
        "can-not-counted",
        "can-own-meld-safe",
        "can-frozen-is-safe",
    ),
    levels=("mostly open piles", "counting what is hidden", "frozen piles"),
    draw=until(_table, _is_mixed),
    ask=_ask_table,
    solution=_table_solution,
    distractors=_table_distractors,
    hints=_table_hints,
    vary=_other_tables,
    default_level=2,
)

EXERCISES = (SAFE,)
