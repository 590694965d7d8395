"""The right answers to the Canasta exercises, worked out a second way.

An oracle reads the question's position and counts by the rules as `canasta_by_hand` states them, or plays the
position out and looks where the cards lie then. None calls what the exercise itself calls to find its key.
`JUDGES` are for exercises where many answers are right: they say of any answer whether it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from cardlab_exercises import Question
from cardlab_exercises.declaration.exercise import Answer

from cardlab import canasta
from cardlab.canasta import END, Action, Part, State
from cardlab.cards import Card, show_cards
from cardlab.errors import IllegalActionError
from tests.exercises.canasta_by_hand import (
    Layout,
    Rows,
    as_answer,
    can_go_out,
    can_have_canastas,
    canasta_bonus,
    count,
    freezes,
    hidden_of,
    layouts,
    legal_takes,
    meld_is_sound,
    minimum,
    natural,
    pile_freezes,
    rank,
    red_points,
    red_three,
    turned_up,
    wild,
)
from tests.exercises.oracles import Judge, Key

SEATS = ("South", "West", "North", "East")
THREE_SEATS = ("South", "West", "East")


class UnfairQuestionError(AssertionError):
    """Two of the answers to choose from are true."""


def only(**true: bool) -> str:
    """The one reason that holds."""
    reasons = [name for name, holds in true.items() if holds]
    if len(reasons) != 1:
        raise UnfairQuestionError(reasons)
    return reasons[0].replace("_", "-")


def listed(names: Sequence[str]) -> str:
    return " ".join(names) or "none"


# ---------------------------------------------------------------- cards, the draw, the deal


def values(question: Question) -> Answer:
    return {"sum": str(count(question.position))}


def kinds(question: Question) -> Answer:
    cards, kind = question.position
    wanted = {"wild": "*2", "natural": "456789TJQKA", "neither": "3"}[kind]
    return {"picked": show_cards(sorted(card for card in cards if rank(card) in wanted))}


def cards_left(question: Question) -> Answer:
    seen, of = question.position
    if of is None:
        return {"hidden": str(12 - sum(map(wild, seen)))}
    letter = "*" if of.name == "JOKER" else of.letter
    return {"hidden": str((4 if letter == "*" else 8) - sum(rank(card) == letter for card in seen))}


def draw_order(cards: Sequence[Card]) -> list[int]:
    """The players from the highest card to the lowest (CAN-DRAW-03)."""
    high_to_low = [f"{letter}{suit}" for letter in "AKQJT98765432" for suit in "SHDC"]
    return sorted(range(len(cards)), key=lambda player: high_to_low.index(cards[player].code))


def partner(question: Question) -> Answer:
    draw, player = question.position
    order = draw_order(draw.held)
    mates = order[:2] if player in order[:2] else order[2:]
    return {"high": SEATS[order[0]], "partner": SEATS[next(mate for mate in mates if mate != player)]}


def first_deal(question: Question) -> Answer:
    draw, verb = question.position
    first = draw_order(draw.held)[0]
    return {"who": SEATS[first if verb == "plays first" else first - 1]}


def draws_again(question: Question) -> Answer:
    codes = [card.code for card in question.position.held]
    again = [name for name, code in zip(SEATS, codes, strict=True) if code == "JR" or codes.count(code) > 1]
    return {"again": listed(again)}


def duties(question: Question) -> Answer:
    state, duty = question.position
    dealer = (state.dealer + 1) % 4
    left, right = (dealer + 1) % 4, (dealer + 3) % 4
    cuts = left if question.options.pack_cut_by == "left" else right
    return {"who": SEATS[{"plays first": left, "cuts the pack": cuts}.get(duty, dealer)]}


def stock_after_the_deal(question: Question) -> Answer:
    state = question.position
    dealt = {4: 4 * 11, 3: 3 * 13, 2: 2 * 15}[state.options.players]
    return {"stock": str(108 - dealt - sum(map(len, state.red_threes)) - len(state.pile))}


def cards_turned_up(question: Question) -> Answer:
    coming, options = question.position
    return {"turned": str(len(turned_up(coming, options)))}


def begins_frozen(question: Question) -> Answer:
    coming, options = question.position
    frozen = any(freezes(card, options) for card in turned_up(coming, options))
    return {"frozen": "yes" if frozen else "no"}


# ---------------------------------------------------------------- red threes


def where_the_red_three_lies(question: Question) -> Answer:
    """Played out: where the card lies then, and whether the hand has got another for it."""
    state, action, _, red, hand = question.position
    after = canasta.apply(state, action).state
    if after.results or can_only_meld(after):
        return {"way": "ends"}
    if action.kind == "cut" and red not in hand:  # it was dealt to nobody
        return {"way": "freezes" if red in after.pile else "covered"}
    if red not in after.red_threes[0]:
        return {"way": "kept"}
    expected = {
        "cut": 11,
        "draw": len(state.hands[0]) + 1,
        "take": len(state.hands[0]) - len(action.cards) + len(state.pile) - 1,
    }[action.kind]
    return {"way": "replaced" if len(after.hands[0]) == expected else "only"}


def can_only_meld(state: State) -> bool:
    """Whether the deal ends when the player in turn has melded or does not want to."""
    try:
        return bool(canasta.apply(state, END).state.results)
    except IllegalActionError:
        return False


def red_three_points(question: Question) -> Answer:
    red_threes, melds, _, options = question.position
    return {"points": str(red_points(len(red_threes), bool(melds), options))}


# ---------------------------------------------------------------- the turn, melds, canastas


def first_wrong_step(question: Question) -> Answer:
    """A turn as a small machine: a card first, then melds, then one discard, and nothing after it."""
    state, steps = question.position[:2]
    own = {rank(next(card for card in laid.cards if natural(card))) for laid in state.melds[0]}
    phase = "draw"
    for number, action in enumerate(steps, 1):
        if action.kind in ("draw", "take"):
            lawful = phase == "draw"
            phase = "play"
        elif action.kind == "discard":
            lawful, phase = phase == "play", "over"
        else:
            (part,) = action.parts
            ranks = {rank(card) for card in part.cards}
            fits = part.rank.letter in own and ranks == {part.rank.letter} if part.rank else False
            lawful = phase == "play" and (fits if part.rank else len(part.cards) >= 3 and len(ranks) == 1)
            own |= ranks
        if not lawful:
            return {"step": f"step-{number}"}
    return {"step": "none"}


def what_is_wrong_with_a_meld(question: Question) -> Answer:
    cards, _, options = question.position
    naturals = [card for card in cards if not wild(card)]
    wilds = len(cards) - len(naturals)
    ranks = {rank(card) for card in naturals}
    if "3" in ranks:
        return {"meld": "threes"}
    if len(ranks) > 1:
        return {"meld": "ranks"}
    most = len(naturals) // 2 if options.wild_ratio == "two_naturals_per_wild" else 3
    faults = {
        "few": len(cards) < 3,
        "four_wild": wilds > 3,
        "wild": len(cards) >= 3 and (len(naturals) < 2 or wilds > max(most, 0)) and wilds <= 3,
    }
    return {"meld": only(sound=not any(faults.values()), **faults)}


def may_it_be_added(question: Question) -> Answer:
    seen, action = question.position
    (part,) = action.parts
    own, foreign = Layout(seen.own_melds, seen.options).piles, Layout(seen.melds[1], seen.options).piles
    ranks = {rank(card) for card in part.cards if not wild(card)}
    if part.rank is None:
        one = len(ranks) == 1
        known = ranks <= {*own} and seen.options.one_meld_per_rank
        return {"may": only(rank=not one, second=one and known, yes=one and not known)}
    to = part.rank.letter
    together = (*own.get(to, ()), *part.cards)
    wilds = sum(map(wild, together))
    theirs, strange = to not in own and to in foreign, not ranks <= {to}
    full = len(own.get(to, ())) >= seen.options.canasta_size
    roomy = full and seen.options.wilds_after_canasta == "unlimited"
    four = to in own and wilds > 3 and not roomy
    lean = (
        to in own
        and not roomy
        and not four
        and not strange
        and not meld_is_sound(len(together) - wilds, wilds, seen.options)
    )
    return {
        "may": only(
            yes=not (theirs or strange or four or lean),
            opponents=theirs,
            rank=strange,
            wild=lean,
            four_wild=four,
        )
    }


def what_a_meld_pays(question: Question) -> Answer:
    cards = question.position.laid.cards
    bonus = canasta_bonus(cards, question.options)
    kind = {0: "none", 300: "mixed", 500: "natural"}[bonus]
    return {"kind": kind, "bonus": str(bonus), "cards": str(count(cards))}


def bonus_after_adding(question: Question) -> Answer:
    seen, action = question.position
    (part,) = action.parts
    lying = Layout(seen.own_melds, seen.options).piles[part.rank.letter]
    return {"bonus": str(canasta_bonus((*lying, *part.cards), question.options))}


# ---------------------------------------------------------------- the first meld


def needed(question: Question) -> Answer:
    seen = question.position
    return {"minimum": "0" if seen.melds[0] else str(minimum(seen.scores[0]))}


def is_it_enough(question: Question) -> Answer:
    seen, action = question.position
    laid = [*action.cards, *(seen.pile[-1:] if action.kind == "take" else ())]
    laid += [card for part in action.parts for card in part.cards]
    enough = count(laid) >= minimum(seen.scores[0])
    return {"count": str(count(laid)), "enough": "yes" if enough else "no"}


def opens(question: Question, answer: Answer) -> bool:
    """Whether the cards make sound melds in some way of sharing out the wild ones, count enough, and
    leave two in the hand: one to discard and one to keep, unless the side has its canasta then."""
    seen = question.position
    cards = [Card(code) for code in answer["laid"].split()]
    kept = len(seen.hand) - len(cards) > 1
    fits = any(layout.piles and (kept or layout.canastas) for layout in layouts((), cards, seen.options))
    threes = any(rank(card) == "3" for card in cards)
    return fits and not threes and count(cards) >= minimum(seen.scores[0])


# ---------------------------------------------------------------- the pile


def frozen_pile(question: Question) -> Answer:
    pile, options = question.position.seen.pile, question.options
    by = list(dict.fromkeys(card.code for card in pile if freezes(card, options)))
    blocked = not by and not natural(pile[-1])
    return {"state": "frozen" if by else "blocked" if blocked else "open", "by": listed(by)}


def takes(seen: Any) -> set[str]:
    frozen = pile_freezes(seen.pile, seen.options)
    return legal_takes(seen.own_melds, seen.hand, seen.pile, frozen, seen.scores[0], seen.options)


def ways_to_take(question: Question) -> Answer:
    ways = takes(question.position)
    return {"ways": listed([way for way in ("pair", "wild", "onto") if way in ways])}


def takes_or_draws(question: Question, answer: Answer) -> bool:
    """Whether the action takes the pile in a lawful way, or draws because there is none."""
    seen = question.position
    action = canasta.read_action(answer["action"], seen)
    ways = takes(seen)
    if action.kind != "take":
        return action.kind == "draw" and not ways
    if action.onto:
        return "onto" in ways
    naturals = sum(rank(card) == rank(seen.pile[-1]) for card in action.cards)
    wilds = sum(map(wild, action.cards))
    lying = next((laid.cards for laid in seen.own_melds if rank(laid.cards[0]) == rank(seen.pile[-1])), ())
    sound = meld_is_sound(
        len(lying) - sum(map(wild, lying)) + naturals + 1, sum(map(wild, lying)) + wilds, seen.options
    )
    if naturals + wilds < len(action.cards) or not sound:
        return False
    way = "pair" if naturals >= 2 else "wild" if naturals and wilds else ""
    if not seen.own_melds and count((*action.cards, seen.pile[-1])) < minimum(seen.scores[0]):
        return False
    return way in ways


def hand_after_taking(question: Question) -> Answer:
    state, action = question.position
    into_hand = [card for card in state.pile[:-1] if not red_three(card)]
    return {"into": "rest", "held": str(len(state.hands[0]) - len(action.cards) + len(into_hand))}


def safe_discards(question: Question) -> Answer:
    """By counting what is hidden: could anybody hold the cards that take this one?"""
    state = question.position
    seen = [
        *state.hands[0],
        *state.pile,
        *[card for side in state.melds for laid in side for card in laid.cards],
    ]
    frozen = pile_freezes(state.pile, state.options)
    theirs = Layout(state.melds[1], state.options).piles
    wild_hidden = 12 - sum(map(wild, seen))

    def takeable(card: Card) -> bool:
        if not natural(card):
            return False
        left = hidden_of(rank(card), seen)
        onto = rank(card) in theirs and not frozen
        return onto or left >= 2 or (left == 1 and wild_hidden > 0 and not frozen)

    return {"safe": show_cards(sorted(card for card in state.hands[0] if not takeable(card)))}


def empty_stock(question: Question) -> Answer:
    state = question.position
    if state.stock:
        return {"what": "draw"}
    seen = canasta.view(state, 0)
    ways = takes(seen)
    forced = state.options.forced_take_empty_stock and "onto" in ways
    return {"what": "end" if not ways else "must" if forced else "may"}


# ---------------------------------------------------------------- going out


def may_go_out(question: Question) -> Answer:
    state = question.position
    need = 2 if state.options.players == 2 else 1
    melds, hand = state.melds[0], state.hands[0]
    if can_go_out(melds, hand, state.options, need):
        return {"may": "yes"}
    enough = can_have_canastas(melds, hand, state.options, need)
    return {"may": "left" if enough else "canasta"}


def laid_down_and_discarded(question: Question) -> Answer:
    """Whether the cards can be laid down and some card, if one is left, be discarded by the referee."""
    state, action = question.position
    try:
        after = canasta.apply(state, action).state
    except IllegalActionError:
        return {"may": "canasta"}
    if after.results:
        return {"may": "yes"}
    for card in after.hands[0]:
        try:
            canasta.apply(after, canasta.discard(card))
        except IllegalActionError:
            continue
        return {"may": "yes"}
    return {"may": "canasta"}


def laid(state: State, action: Action) -> tuple[Layout, list[Card]]:
    """The melds after the action, and the cards left in the hand."""
    layout = Layout(state.melds[0], state.options)
    left = Counter(state.hands[0])
    for part in action.parts:
        left.subtract(part.cards)
        layout.add(rank_of(part), part.cards)
    return layout, list(left.elements())


def rank_of(part: Part) -> str:
    """The rank of the meld that cards are laid to; of wild cards alone that of the first."""
    if part.rank:
        return str(part.rank.letter)
    return rank(next((card for card in part.cards if not wild(card)), part.cards[0]))


def goes_out(question: Question, answer: Answer) -> bool:
    """Whether the melds are sound, one card at most is left, and a canasta lies there."""
    state = question.position
    action = canasta.read_action(answer["action"], canasta.view(state, 0))
    if action.kind != "meld":
        return False
    before = Layout(state.melds[0], state.options).piles
    for part in action.parts:
        new, of = part.rank is None, rank_of(part)
        if (new and all(map(wild, part.cards))) or new == (of in before):
            return False
        if any(rank(card) not in (of, "2", "*") for card in part.cards):
            return False
    held = Counter(state.hands[0])
    held.subtract([card for part in action.parts for card in part.cards])
    if min(held.values()) < 0:
        return False
    layout, left = laid(state, action)
    return all(map(layout.sound, layout.piles)) and len(left) <= 1 and layout.canastas > 0


def concealed(question: Question) -> Answer:
    """Whether one goes out so, and if not concealed, why not; of two reasons neither may be asked about."""
    state, action = question.position
    options = state.options
    layout, left = laid(state, action)
    assert len(left) <= 1
    assert all(map(layout.sound, layout.piles))
    counted = count(card for part in action.parts for card in part.cards)
    before, bare = state.melded[0], not layout.canastas
    discards = bool(left) and options.concealed_final_discard == "not_allowed"
    waived = options.concealed_minimum == "waived_after_stock_draw" and not (before or bare or discards)
    short = not state.melds[0] and counted < minimum(state.scores[0]) and not waived
    new = [part.cards for part in action.parts if part.rank is None]
    joined = any(part.rank for part in action.parts)
    open_ended = discards and not (bare or short)
    strict = options.concealed_canasta == "own" and not (bare or short)
    others = strict and (joined or not any(canasta_bonus(cards, options) for cards in new))
    reasons = {"before": before, "own": others, "canasta": bare, "minimum": short, "discard": open_ended}
    return {"out": only(**reasons, **{"200": not any(reasons.values())})}


def black_threes(question: Question) -> Answer:
    state, action = question.position
    layout, left = laid(state, action)
    fault = not layout.sound("3")
    early, bare = len(left) > 1, layout.canastas == 0
    return {"may": only(yes=not (fault or early or bare), set=fault, early=early, canasta=bare)}


def what_the_answer_allows(question: Question) -> Answer:
    """After a yes one must go out with the next action, after a no one may not go out (CAN-OUT-07)."""
    state, ideas = question.position
    allowed = []
    for at, action in enumerate(ideas):
        left = len(state.hands[0]) - len(action.cards) - sum(len(part.cards) for part in action.parts)
        out = left == 0 if action.kind == "discard" else left <= 1
        if {"yes": out, "no": not out, "": True}[state.turn.asked]:
            allowed.append(f"idea-{at}")
    return {"may": listed(allowed)}


# ---------------------------------------------------------------- scores


def rows_of(ending: Any) -> Rows:
    bonus = {"out": 100, "concealed": 200}.get(ending.out, 0)
    left = (*ending.left, *ending.partner)
    return Rows(ending.melds, ending.red_threes, left, bonus, ending.options)


def score_of_a_deal(question: Question) -> Answer:
    rows = rows_of(question.position)
    return {**as_answer(rows), "total": str(rows.total)}


def wrong_row(question: Question) -> Answer:
    """The row whose number, as it is written in the choice, is not what it should be."""
    rows = rows_of(question.position.ending)
    written = {
        choice.value: int(re.sub(r"[^0-9−]", "", choice.label.replace(",", "")).replace("−", "-"))
        for choice in question.fields[0].choices
        if choice.value != "none"
    }
    wrong = [name for name in rows if rows[name] != written[name]]
    if len(wrong) > 1:
        raise UnfairQuestionError(wrong)
    return {"row": listed(wrong)}


def match_of_two(question: Question) -> Answer:
    before, scored, out, options = question.position
    ours, theirs = (was + now for was, now in zip(before, scored, strict=True))
    won = "we" if ours > theirs else "they" if theirs > ours else tied(options)
    if max(ours, theirs) < 5000:
        won = "on"
    elif min(ours, theirs) >= 5000 and options.both_reach_target == "side_that_went_out" and out is not None:
        won = "we" if out == 0 else "they"
    return {"we": str(ours), "they": str(theirs), "won": won}


def tied(options: Any) -> str:
    """What becomes of a match whose best totals are equal (CAN-SCORE-12)."""
    return {"extra_deal": "on", "shared": "shared"}[options.tie_at_target]


# ---------------------------------------------------------------- two and three players


def hand_after_drawing(question: Question) -> Answer:
    """Two cards are drawn; each red three is laid out and replaced while the stock lasts."""
    state = question.position
    drawn = gone = 0
    for card in state.stock:
        if drawn == 2:
            break
        gone += 1
        drawn += not red_three(card)
    return {"gone": str(gone), "held": str(len(state.hands[0]) + drawn)}


def lone_player(question: Question) -> Answer:
    state, action = question.position
    if state.solo_seat is not None:
        return {"lone": THREE_SEATS[state.solo_seat]}
    return {"lone": "nobody" if action.kind == "end" else THREE_SEATS[state.turn.seat]}


def score_of_a_partner(question: Question) -> Answer:
    state, _, player = question.position
    melds = state.melds[state.side_of[1]]
    left = (*state.hands[1], *state.hands[2])
    return {"score": str(Rows(melds, state.red_threes[player], left, 0, state.options).total)}


def match_of_three(question: Question) -> Answer:
    totals = question.position.totals
    best = max(totals)
    if best < 7500:
        return {"won": "on"}
    lone = totals.count(best) == 1
    return {"won": THREE_SEATS[totals.index(best)] if lone else tied(question.position.options)}


KEYS: dict[str, Key] = {
    "can-card-values": values,
    "can-card-kinds": kinds,
    "can-cards-left": cards_left,
    "can-draw-partner": partner,
    "can-draw-first-deal": first_deal,
    "can-draw-again": draws_again,
    "can-deal-duties": duties,
    "can-deal-stock": stock_after_the_deal,
    "can-upcard-cover": cards_turned_up,
    "can-upcard-frozen": begins_frozen,
    "can-red-three": where_the_red_three_lies,
    "can-red-three-score": red_three_points,
    "can-turn-mistake": first_wrong_step,
    "can-is-meld": what_is_wrong_with_a_meld,
    "can-add": may_it_be_added,
    "can-canasta-pays": what_a_meld_pays,
    "can-canasta-bonus": bonus_after_adding,
    "can-minimum": needed,
    "can-opening-count": is_it_enough,
    "can-opening-pile": is_it_enough,
    "can-pile-frozen": frozen_pile,
    "can-pile-ways": ways_to_take,
    "can-pile-hand": hand_after_taking,
    "can-safe-discards": safe_discards,
    "can-go-out": may_go_out,
    "can-keep-a-card": laid_down_and_discarded,
    "can-concealed": concealed,
    "can-black-threes": black_threes,
    "can-ask-partner": what_the_answer_allows,
    "can-stock-empty": empty_stock,
    "can-score-deal": score_of_a_deal,
    "can-score-mistake": wrong_row,
    "can-winner": match_of_two,
    "can-two-deal": stock_after_the_deal,
    "can-two-draw": hand_after_drawing,
    "can-two-out": may_go_out,
    "can-three-deal": stock_after_the_deal,
    "can-three-draw": hand_after_drawing,
    "can-three-lone": lone_player,
    "can-three-score": score_of_a_partner,
    "can-three-won": match_of_three,
}
"""The key of each exercise with one right answer."""

JUDGES: dict[str, Judge] = {
    "can-find-opening": opens,
    "can-pile-take": takes_or_draws,
    "can-go-out-how": goes_out,
}
"""Whether an answer is right, for each exercise with many right answers."""
FAULTS = {"can-keep-a-card": ((2, 24), (2, 113), (2, 115))}
"""Questions, as level and seed, whose keys were wrong once."""
