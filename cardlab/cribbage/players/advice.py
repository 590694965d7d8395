"""Why an action is a good one, in the words of a teacher.

The numbers that rank the actions are the players'; here is what a person can see in the cards: what the
hand counts, what the crib gets, which answers a card leaves open. Every statement is read off the rules
(`held_items`, `peg_cards`), none is a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cardlab.cards import PACK52, Card, Rank, list_words, without
from cardlab.cribbage.players.standing import near_end
from cardlab.cribbage.rules.actions import Action
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.pegging import peg_cards
from cardlab.cribbage.rules.score_lookup import total
from cardlab.cribbage.rules.show import held_items
from cardlab.cribbage.rules.state import View
from cardlab.events import Item
from cardlab.players import Advice
from cardlab.wording import in_figures, say

FIFTEENS = "CRIB-SHOW-03"
CLOSE = 2
"""Cards of ranks no further apart than this may become a run."""
LIMIT = 31


def advice(view: View, action: Action) -> Advice:
    """What speaks for the action in this position: a few sentences, or nothing where only chance decides."""
    match action.kind:
        case "lay":
            said = (*_kept(view, action.cards), _laid(view, action.cards), _race(view))
        case "play":
            said = (*_played(view, action.cards[0]), _race(view))
        case "go":
            said = (_no_card_fits(view),)
        case "stop":
            said = (_stopping(view),)
        case "heels":
            said = ("The jack turned up is worth two points to you, but only before a card is played.",)
        case _:
            said = ()
    return Advice(" ".join(filter(None, said)), _meant(view, action))


# ---------------------------------------------------------------- laying away


def _kept(view: View, laid: Sequence[Card]) -> tuple[str, ...]:
    kept = without(view.hand, laid)
    items = held_items(kept, view.options)
    points = sum(item.points for item in items)
    shown = "-".join(map(_index, kept))
    if not items:
        return (f"Keep {shown}.", _starters(kept, view.hand, view.options))
    return (
        f"Keep {shown}: {_combinations(items)}, "
        f"{in_figures(points, 'point')} before the starter is turned up.",
        _starters(kept, view.hand, view.options),
    )


def _combinations(items: Sequence[Item]) -> str:
    """The combinations of a hand in words, the fifteens by their cards.

    >>> _combinations(held_items("5H 6D TS QC"))
    'the five makes fifteen with the ten and the queen'
    >>> _combinations(held_items("7S 8D 8H 6C"))
    'two fifteens (7-8), a pair and two runs of three'
    """
    said = []
    fifteens = [item for item in items if item.rule == FIFTEENS]
    if fifteens:
        said.append(_fifteens(fifteens))
    for name, group in groupby(item.name for item in items if item.rule != FIFTEENS):
        number = len(list(group))
        several = f"{say(number)} {_several(name)}"
        said.append(several if number > 1 else name if name.endswith("of a kind") else f"a {name}")
    return list_words(said)


def _several(name: str) -> str:
    first, *rest = name.split(" ", 1)
    return " ".join((f"{first}s", *rest))


def _fifteens(fifteens: Sequence[Item]) -> str:
    common = set(fifteens[0].cards).intersection(*[item.cards for item in fifteens])
    if len(common) == 1 and all(len(item.cards) == 2 for item in fifteens):
        (card,) = common
        others = sorted({other.rank for item in fifteens for other in item.cards if other != card})
        if len(others) == len(fifteens):
            return (
                f"the {card.rank.label} makes fifteen with {list_words([f'the {r.label}' for r in others])}"
            )
    kinds = dict.fromkeys("-".join(map(_index, sorted(item.cards))) for item in fifteens)
    number = "a fifteen" if len(fifteens) == 1 else f"{say(len(fifteens))} fifteens"
    return f"{number} ({', '.join(kinds)})"


def _starters(kept: Sequence[Card], hand: Sequence[Card], options: Options) -> str:
    """Which starters help most, where some help clearly more than the rest do."""
    gains: dict[Rank, float] = {}
    for rank in list(Rank)[:13]:
        starters = [card for card in PACK52 if card.rank == rank and card not in hand]
        if starters:
            gains[rank] = sum(total(kept, card, options=options) for card in starters) / len(starters)
    best = max(gains.values())
    if best < sum(gains.values()) / len(gains) + 2:
        return ""
    ranks = [f"{_article(rank.label)} {rank.label}" for rank, gained in gains.items() if gained > best - 0.5]
    return f"The best starter would be {list_words(ranks, 'or')}."


def _laid(view: View, laid: Sequence[Card]) -> str:
    whose, own = _crib(view)
    ranks = [card.rank for card in laid]
    if len(set(ranks)) < len(ranks):
        goes = f"The {ranks[0].plural} go to {whose}"
    else:
        goes = f"{_capital(list_words([f'the {rank.label}' for rank in ranks]))} "
        goes += f"{'go' if len(ranks) > 1 else 'goes'} to {whose}"
    gifts = _gifts(laid, view.options)
    if not gifts:
        return f"{goes}{'' if own else ' and bring nothing at once' if len(ranks) > 1 else ''}."
    if own:
        return f"{goes} and take {gifts} there."
    return f"{goes}. They take {gifts} there, but the other ways cost you more."


def _gifts(laid: Sequence[Card], options: Options) -> str:
    """What cards bring with them into a crib: points at once, a five, or half a run."""
    found = [f"a {item.name}" for item in peg_cards(laid, options)] if len(laid) > 1 else []
    ranks = sorted(card.rank for card in laid)
    if Rank.FIVE in ranks:
        found.append("a five")
    if 0 < ranks[-1] - ranks[0] <= CLOSE:
        found.append("the beginning of a run")
    return list_words(found)


def _crib(view: View) -> tuple[str, bool]:
    """Whose crib it is, in words, and whether it counts for the side that lays away."""
    assert view.turn is not None
    if view.dealer == view.turn:
        return "your own crib", True
    if (view.dealer - view.turn) % view.options.sides == 0:
        return "your partner's crib", True
    return ("their crib" if view.options.sides == 2 else "the dealer's crib"), False


# ---------------------------------------------------------------- the play


def _played(view: View, card: Card) -> tuple[str, ...]:
    run = (*view.run, card)
    paid = peg_cards(run, view.options, view.total + _value(card))
    points = in_figures(sum(item.points for item in paid), "point")
    first = f"It pegs {points}: {list_words([_called(item) for item in paid])}." if paid else ""
    fitting = [held for held in view.hand if view.total + _value(held) <= LIMIT]
    if len(fitting) == 1 and len(view.hand) > 1:
        first = f"{first} No other card fits.".strip()
    if len(view.hand) == 1:
        return (first or "It is your last card.",)
    if view.total + _value(card) == LIMIT:
        return (first,)
    if set(view.passed) >= set(range(view.options.players)) - {view.turn}:
        return first, "The others have said go: play on as near to 31 as you can."
    return first, _answers(view, card), _bait(view, card), _low_cards(view, card, fitting)


def _called(item: Item) -> str:
    bare = item.name in ("fifteen", "thirty-one") or item.name.endswith("of a kind")
    return item.name if bare else f"{_article(item.name)} {item.name}"


def _answers(view: View, card: Card) -> str:
    """What the next card can make of the count, found by trying every rank."""
    now = view.total + _value(card)
    tried = [
        item
        for rank in list(Rank)[:13]
        if now + min(rank, 10) <= LIMIT
        for item in peg_cards((*view.run, card, _other(rank, card)), view.options, now + min(rank, 10))
    ]
    goal = "fifteen" if now < 15 else "thirty-one"
    if all(item.name != goal for item in tried):
        nor = "" if any(item.name.startswith("run") for item in tried) else ", nor a run"
        return f"At {now} nobody can make {goal} with one card{nor}."
    needed = (15 if now < 15 else LIMIT) - now
    name = "ten-card" if needed == 10 else Rank(needed).label
    held = sum(_value(other) == needed for other in without(view.hand, (card,)))
    if held:
        what = f"{say(held)} of those" if held > 1 else "one of those"
        return f"At {now} it takes {_article(name)} {name} to make {goal}, and you hold {what} yourself."
    if needed == 10:
        return f"At {now} any ten-card makes {goal}, but the other ways cost you more."
    return f"At {now} only {_article(name)} {name} makes {goal}."


def _bait(view: View, card: Card) -> str:
    """Whether the card may be paired, and the pair answered from the hand."""
    mates = sum(other.rank == card.rank for other in view.hand) - 1
    if mates < 1 or view.total + 3 * _value(card) > LIMIT:
        return ""
    return f"If they pair your {card.rank.label}, you answer with another for three of a kind."


def _low_cards(view: View, card: Card, fitting: Sequence[Card]) -> str:
    others = [_value(held) for held in fitting if held != card]
    if view.total + _value(card) <= 21 and others and _value(card) > max(others) and min(others) < 5:
        return "Your low cards stay in hand for the end of the count, when the others have to say go."
    return ""


def _no_card_fits(view: View) -> str:
    if not view.hand:
        return ""
    low = min(view.hand, key=_value)
    over = view.total + _value(low)
    return f"No card fits: even your {low.rank.label} would bring the count to {over}."


def _stopping(view: View) -> str:
    return "The others have said go, and these rules let you stop: what you keep can score in the next count."


# ---------------------------------------------------------------- the score


def _race(view: View) -> str:
    """Near the end of a game for two: how many points are missing, and who counts first."""
    if not near_end(view):
        return ""
    assert view.turn is not None
    needs = view.options.target - view.scores[view.turn]
    first = "the other side counts first" if view.turn == view.dealer else "you count first"
    return f"You need {in_figures(needs, 'point')} to win, and {first}."


# ---------------------------------------------------------------- words


def _value(card: Card) -> int:
    return min(card.rank, 10)


def _other(rank: Rank, card: Card) -> Card:
    """A card of the rank that is not `card` itself; suits do not matter in the play."""
    return next(one for one in PACK52 if one.rank == rank and one != card)


def _index(card: Card) -> str:
    return card.rank.letter.replace("T", "10")


def _article(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _meant(view: View, action: Action) -> tuple[Card, ...]:
    """The cards of the hand that are kept, or the one that is played."""
    return without(view.hand, action.cards) if action.kind == "lay" else action.cards
