"""Why an action is a good one, in the words of a teacher.

The numbers that rank the actions are the players'; here is what a person can see from a seat: which melds
grow, what the pile holds, who can use a discard. Every statement is read off the referee's verdict or
the cards in view, none is a guess.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardlab.canasta.players.inference import Seen, opponents, their_melds
from cardlab.canasta.rules.actions import Action
from cardlab.canasta.rules.explanations import nearest_take
from cardlab.canasta.rules.legal_actions import takes
from cardlab.canasta.rules.legality import verdict
from cardlab.canasta.rules.melds import BLACK_THREE, NATURAL, WILD, Meld, rank_name, value_of
from cardlab.canasta.rules.pile import covered, freezes, is_frozen
from cardlab.canasta.rules.state import View
from cardlab.cards import Card, Rank, list_words
from cardlab.players import Advice
from cardlab.wording import plural, say

MOST_NAMED = 3
"""How many ranks or melds a sentence names at most."""


def advice(view: View, action: Action) -> Advice:
    """What speaks for the action in this position: a few sentences, or nothing where only chance decides."""
    match action.kind:
        case "draw":
            said = _drawn(view)
        case "take":
            said = (*_pile(view), *_laid(view, action))
        case "meld":
            said = _laid(view, action)
        case "discard":
            said = _thrown(view, action.cards[0])
        case "ask" | "answer":
            said = _ending(view, action.kind == "ask" or action.yes)
        case "end":
            said = ("Nothing is left to draw or to do: the deal ends with the melds as they lie.",)
        case _:
            said = ()
    return Advice(" ".join(filter(None, said)), _meant(view, action))


def _meant(view: View, action: Action) -> tuple[Card, ...]:
    """The cards of the hand that the action uses."""
    return (*action.cards, *(card for part in action.parts for card in part.cards))


# ---------------------------------------------------------------- drawing and taking


def _drawn(view: View) -> tuple[str, ...]:
    if not view.pile:
        return ("There is no pile to take.",)
    way = next(takes(view), None)
    if way is None:
        why_not = verdict(view, nearest_take(view)).refusals[0].text
        return ("You cannot take the pile.", f"{why_not[:1].upper()}{why_not[1:]}.")
    size = plural(len(view.pile), "card")
    if not view.own_melds:
        return (f"You could take the pile of {size}, but the first meld would cost your hand more.",)
    if way.cards:
        return (f"You could take the pile of {size}, but it is not worth the cards that you would lay.",)
    return (f"The pile of {size} could be yours, but a new card is worth more than what lies there.",)


def _pile(view: View) -> tuple[str, ...]:
    under = view.pile[:-1]
    if not under:
        return ("The pile is one card, and it goes straight into a meld.",)
    ranks = Counter(card.rank for card in under if NATURAL[card])
    held = Counter(card.rank for card in view.hand)
    own = {meld.rank for meld in view.own_melds}
    joins = [rank_name(rank) for rank in ranks if rank in own]
    sets = [
        rank_name(rank)
        for rank, number in ranks.items()
        if rank not in own and rank is not view.pile[-1].rank and number + held[rank] >= 3
    ]
    wilds = sum(WILD[card] for card in under)
    said = [f"The pile gives you {plural(len(under), 'card')} besides its top card"]
    if wilds:
        said.append(f"{plural(wilds, 'wild card')} among them")
    found = [f"{', '.join(said)}."]
    if joins:
        found.append(f"Its {list_words(joins[:MOST_NAMED])} can join your melds.")
    if sets:
        found.append(f"Its {list_words(sets[:MOST_NAMED])} make a meld with yours.")
    return tuple(found)


# ---------------------------------------------------------------- melds


def _laid(view: View, action: Action) -> tuple[str, ...]:
    result = verdict(view, action).table
    if result is None:
        return ()
    before = list(view.own_melds)
    changed = [meld for meld in result.melds if meld not in before]
    said = [_made(meld) for meld in changed if meld.canasta and not _was_canasta(meld, before)]
    growing = [meld for meld in changed if not meld.canasta]
    if changed and not growing and not said:
        said.append("What lies on the table counts for you, what you hold at the end against you.")
    if growing and not said:
        said.append(_growing(max(growing, key=lambda meld: len(meld.cards))))
    if not before and result.melds:
        counts = sum(meld.value for meld in result.melds)
        said.insert(0, f"These melds count {counts}, and your first meld needs {view.minimum}.")
    if not result.hand:
        said.append("You go out with it: a hundred points, and the others are left with their cards.")
    return tuple(said)


def _was_canasta(meld: Meld, before: Sequence[Meld]) -> bool:
    return any(old.canasta and old.rank == meld.rank and {*old.cards} <= {*meld.cards} for old in before)


def _made(meld: Meld) -> str:
    return f"It completes a {meld.label}, {meld.bonus} points."


def _growing(meld: Meld) -> str:
    missing = meld.canasta_size - len(meld.cards)
    more = f"{say(missing)} more {'makes' if missing == 1 else 'make'} a canasta"
    return f"That makes {meld.label}; {more}."


# ---------------------------------------------------------------- the discard


def _thrown(view: View, card: Card) -> tuple[str, ...]:
    if len(view.hand) == 1:
        return ("It is your last card: you go out with it.",)
    if BLACK_THREE[card]:
        frozen = ", and it freezes the pile" if freezes(card, view.options) else ""
        return (f"The next player cannot take the pile with a black three on top{frozen}.",)
    if WILD[card]:
        held = sum(WILD[other] for other in view.hand)
        name = "joker" if card.rank is Rank.JOKER else "deuce"
        return (
            f"The {name} freezes the pile: from now on it takes a natural pair from the hand."
            + (f" You keep {plural(held - 1, 'wild card')}." if held > 1 else ""),
        )
    return _lone(view, card), _usable(view, card)


def _lone(view: View, card: Card) -> str:
    name = card.rank.label
    if any(meld.rank is card.rank for meld in view.own_melds):
        return ""
    mates = sum(other.rank is card.rank for other in view.hand) - 1
    if mates == 0:
        return f"The {name} stands alone in your hand."
    return f"You keep {say(mates)} more {card.rank.plural if mates > 1 else name}."


def _usable(view: View, card: Card) -> str:
    """What the others can do with a natural card on top of the pile."""
    rank = card.rank
    theirs = any(meld.rank is rank for meld in their_melds(view))
    if theirs and not is_frozen(view) and not covered(card, view.options):
        return "It fits a meld of the others, who may take the pile with it; your other cards cost more."
    unseen = Seen(view).unseen[int(rank)]
    most = unseen + max(sum(held.rank is rank for held in view.known[seat]) for seat in opponents(view))
    if most == 0:
        return f"Nobody else can hold {rank.plural}: you can see all of them."
    if most == 1:
        return f"Nobody else can hold a pair of {rank.plural}: you can see all but one of them."
    if is_frozen(view):
        return f"The pile is frozen, so only a natural pair of {rank.plural} takes it."
    return f"The others have no {rank.plural} on the table to lay it to."


# ---------------------------------------------------------------- going out


def _ending(view: View, out: bool) -> tuple[str, ...]:
    against = sum(view.counts[seat] for seat in opponents(view))
    if out:
        held = plural(against, "card")
        return (f"The others still hold {held}, which count against them if the deal ends now.",)
    own = value_of(view.hand)
    return (f"Your own cards count {own}: they would be lost if the deal ended now.",)
