"""Rule cases of Canasta, each kind turned into calls of the referee; see `cardlab.judge`.

Nothing here knows a rule: tables are built with `position`, and what `check`, `apply` and the score sheet
say is put under the names that cases use.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from cardlab.canasta.rules import partner_draw, transitions
from cardlab.canasta.rules.actions import (
    ASK,
    DRAW,
    END,
    Action,
    Part,
    add,
    answer,
    cut,
    discard,
    meld,
    new,
    take_onto,
    take_with,
)
from cardlab.canasta.rules.check import check
from cardlab.canasta.rules.legal_actions import takes
from cardlab.canasta.rules.melds import NATURAL, RED_THREE, make_meld, one_rank, value_of
from cardlab.canasta.rules.options import Options, options
from cardlab.canasta.rules.positions import position
from cardlab.canasta.rules.referee import apply
from cardlab.canasta.rules.scoring import score_sheet
from cardlab.canasta.rules.state import State, cutter, view
from cardlab.cards import PACK108, Card, Rank, parse_cards, show_cards
from cardlab.errors import IllegalActionError
from cardlab.judge import NotSupportedError

Given = Mapping[str, Any]

UNORDERED = frozenset({"why", "redraw", "partners", "freezing", "tabled"})


def make_options(given: Given, preset: str) -> Options:
    """The options of a case: its preset, its `options`, and the number of players if it names one."""
    changes = dict(given.get("options", {}))
    if "players" in given:
        changes["players"] = given["players"]
    return options(preset, **changes)


# ---------------------------------------------------------------- what the tables are made of


def _spare(number: int, *used: Iterable[Card], ranks: Iterable[Rank] = ()) -> list[Card]:
    """Natural cards of different ranks that nothing else on the table has, nor could be melded with."""
    taken = {card.rank for cards in used for card in cards} | set(ranks)
    found: dict[Rank, Card] = {}
    for card in PACK108:
        if NATURAL[card] and card.rank not in taken:
            found.setdefault(card.rank, card)
    return list(found.values())[:number]


def _other_meld(size: int, *used: Iterable[Card]) -> list[Card]:
    """A meld of a rank that nothing else has: it opens the side, or as a canasta lets it go out."""
    rank = _spare(1, *used)[0].rank
    return [card for card in PACK108 if card.rank is rank][:size]


def _without_red_threes(cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if not RED_THREE[card]]


def _verdict(state: State, *actions: Action) -> tuple[State, dict[str, Any]]:
    """The state after the actions, or with the first that is refused, and the verdict in a case's words."""
    try:
        for action in actions:
            state = apply(state, action).state
    except IllegalActionError as error:
        return state, {"legal": False, "why": _rules(error), "refused": str(error)}
    return state, {"legal": True, "why": []}


def _rules(error: IllegalActionError) -> list[str]:
    return [refusal.rule for refusal in error.refusals]


def _table(given: Given, options: Options, **known: Any) -> State:
    """The position of a case: the hand in turn, the melds of its side, the pile, the score."""
    if "hand" in given:
        known.setdefault("hands", {0: given["hand"]})
    own = known.pop("own", given.get("side_melds", []))
    other = known.pop("other", given.get("opponent_melds", []))
    known.setdefault("melds", {0: own, 1: other})
    if "pile" in given:
        known.setdefault("pile", given["pile"])
    if "stock" in given:
        known.setdefault("stock", given["stock"])
    scores = [0] * options.sides
    scores[0] = given.get("score", 0)
    return position(options=options, scores=scores, **known)


# ---------------------------------------------------------------- cards, the draw, the deal


def _value(given: Given, options: Options) -> dict[str, Any]:
    return {"points": value_of(given["cards"])}


def _draw(given: Given, options: Options) -> dict[str, Any]:
    names = list(given["draws"])
    held = parse_cards(list(given["draws"].values()))
    draw = partner_draw.Draw(len(names), held)
    redraw = [names[player] for player in partner_draw.to_draw(draw)]
    if redraw:
        return {"redraw": redraw}
    seats = partner_draw.settle(draw)
    pairs = [[names[player] for player in pair] for pair in seats.partners]
    by_chair = {chair: names[player] for player, chair in enumerate(seats.chairs)}
    return {
        "redraw": [],
        "first": by_chair[seats.first],
        "dealer": by_chair[seats.dealer],
        "partners": pairs,
    }


def _dealer(given: Given, options: Options) -> dict[str, Any]:
    names = given["seats_clockwise"]
    high = names.index(given["highest"])
    order = parse_cards("AS QS KS JS")[: len(names)]  # the partner, opposite, draws the second highest
    held = tuple(order[(player - high) % len(names)] for player in range(len(names)))
    seats = partner_draw.settle(partner_draw.Draw(len(names), held))
    by_chair = {chair: names[player] for player, chair in enumerate(seats.chairs)}
    state = transitions.seated(transitions.start(options._replace(seating="agreed")), seats)
    after = apply(position(options=options, dealer=seats.dealer, stock=0, pile="3S"), END).state
    return {
        "first": by_chair[seats.first],
        "dealer": by_chair[state.dealer],
        "cuts": by_chair[cutter(state)],
        "next_dealer": by_chair[after.dealer],
    }


def _setup(given: Given, options: Options) -> dict[str, Any]:
    state = apply(transitions.start(options._replace(seating="agreed")), cut(40)).state
    return {
        "cards_each": len(state.hands[0]),
        "draw": options.cards_drawn,
        "canastas_to_go_out": options.canastas_to_go_out,
        "target": options.target,
    }


def _upcard(given: Given, options: Options) -> dict[str, Any]:
    turned = given["turned"]
    pile, frozen = transitions.turn_up(parse_cards(turned), options)
    shown = turned[: len(pile)]
    by_freeze = list(frozen)
    freezing = []
    for name, card in zip(shown, pile, strict=True):
        if by_freeze and by_freeze[0].card is card:
            freezing.append(name)
            del by_freeze[0]
    top = pile[-1]
    pair = [card for card in (Counter(PACK108) - Counter(pile)).elements() if card.rank is top.rank][:2]
    own = [_other_meld(3, pile, pair)]
    hand = [*pair, *_spare(3, pile, pair, own[0])]
    state = position(
        options=options, hands={0: [card for card in hand if not RED_THREE[card]]}, melds={0: own}, pile=pile
    )
    takeable = not check(view(state, 0), take_with(pair))
    return {"pile": shown, "frozen": bool(frozen), "freezing": freezing, "takeable_top": takeable}


def _red3(given: Given, options: Options) -> dict[str, Any]:
    event = given["event"]
    if event == "dealt":
        return _red3_dealt(given, options)
    if event in ("drawn", "draw", "stock"):
        return _red3_drawn(given, options)
    if event == "take_pile":
        return _red3_taken(given, options)
    raise NotSupportedError(f"there is no event {event!r} for red threes")


def _red3_dealt(given: Given, options: Options) -> dict[str, Any]:
    """Deals exactly this hand to the dealer's left, with these cards on top of the stock."""
    hand, coming = list(parse_cards(given["hand"])), list(parse_cards(given.get("stock_next", ())))
    left = list((Counter(PACK108) - Counter(hand) - Counter(coming)).elements())
    plain = _without_red_threes(left)
    missing = options.cards_each - len(hand)
    hand += plain[:missing]
    del plain[:missing]
    pack: list[Card] = []
    for card in hand:
        pack += [card, *plain[: options.players - 1]]
        del plain[: options.players - 1]
    pack += coming + plain + [card for card in left if RED_THREE[card]]
    state = transitions.start(options._replace(seating="agreed"), packs=[[*pack[54:], *pack[:54]]])
    state = apply(state, cut(54)).state
    gone = len(PACK108) - options.players * options.cards_each - len(state.stock) - len(state.pile)
    return {
        "tabled": show_cards(state.red_threes[0]).split(),
        "hand_size": len(state.hands[0]),
        "drawn": given.get("stock_next", [])[:gone],
    }


def _red3_drawn(given: Given, options: Options) -> dict[str, Any]:
    coming = given.get("stock_next", [])
    known = {"stock": given["stock"]} if "stock" in given else {}
    state = _table({"hand": given["hand"], "pile": ["9C"]}, options, draws=coming, **known)
    after = apply(state, DRAW).state
    return {
        "tabled": show_cards(after.red_threes[0]).split(),
        "hand_size": len(after.hands[0]),
        "drawn": coming[: len(state.stock) - len(after.stock)],
        "deal_over": bool(after.results),
    }


def _red3_taken(given: Given, options: Options) -> dict[str, Any]:
    red_threes = parse_cards(given["red_in_pile"])
    top, pair = Card("AC"), parse_cards("AS AH")
    below = [card for card in _spare(9, [top]) for _ in range(2)][: given["pile_size"] - len(red_threes) - 1]
    used = pair[: given.get("cards_used_from_hand", 2)]
    own = [parse_cards("KS KH KD")] if given.get("side_has_melded", True) else []
    fill = _spare(9, [top], *own) * 2
    hand = [*used, *reversed(fill)][: given["hand_size_before"]]
    state = position(
        options=options,
        hands={0: hand},
        melds={0: own},
        pile=[*red_threes, *below, top],
        stock=20,
        red_threes={},
    )
    after, got = _verdict(state, take_with(used))
    return {
        **got,
        "tabled": show_cards(after.red_threes[0]).split(),
        "replacements": len(state.stock) - len(after.stock),
        "hand_size_after": len(after.hands[0]),
    }


# ---------------------------------------------------------------- melds


def _meld(given: Given, options: Options) -> dict[str, Any]:
    cards = parse_cards(given["cards"])
    out = given.get("going_out", False)
    table = [_other_meld(options.canasta_size if out else 3, cards)]
    if out and options.canastas_to_go_out > 1:
        table.append(_other_meld(options.canasta_size, cards, table[0]))
    hand = _without_red_threes(cards) + ([] if out else _spare(2, cards, *table))
    known: dict[str, Any] = {"phase": "play", "hands": {0: hand}, "own": table}
    return _verdict(_table({}, options, **known), meld(cards))[1]


def _add(given: Given, options: Options) -> dict[str, Any]:
    lies, cards = parse_cards(given["meld"]), parse_cards(given["add"])
    own = given.get("owner", "own") == "own"
    rank = make_meld(lies).rank
    other = _other_meld(3, lies, cards)
    hand = _without_red_threes(cards) + _spare(2, lies, cards, other)
    known: dict[str, Any] = {"phase": "play", "hands": {0: hand}}
    sides = {"own": [lies], "other": []} if own else {"own": [other], "other": [lies]}
    state, got = _verdict(_table({}, options, **known, **sides), meld(add(rank, cards)))
    kinds = [one.canasta for one in state.melds[0] if one.rank is rank]
    return {**got, "canasta": kinds[0] if kinds and got["legal"] else None}


def _initial(given: Given, options: Options) -> dict[str, Any]:
    melds = [parse_cards(cards) for cards in given["melds"]]
    laid = [card for cards in melds for card in cards]
    hand = given.get("hand") or _without_red_threes(laid) + _spare(2, laid)
    state = _table({**given, "hand": hand}, options, phase="play", drew=given.get("drew", "stock"))
    return {
        "minimum": view(state, 0).minimum,
        "count": value_of(laid),
        **_verdict(state, meld(*melds))[1],
    }


def _parts(melds: Sequence[Any], table: Sequence[Any]) -> list[Part]:
    """Melds of a case as parts: those of a rank that lies on the side's table already are added to it."""
    ranks = {make_meld(cards).rank for cards in table}
    parts = []
    for cards in map(parse_cards, melds):
        rank = one_rank(cards)
        parts.append(add(rank, cards) if rank is not None and rank in ranks else new(cards))
    return parts


def _pile(given: Given, options: Options) -> dict[str, Any]:
    state = _table(given, options)
    take = given["take"]
    shown = parse_cards(take.get("cards", ()))
    pile = parse_cards(given["pile"])
    hand = Counter(parse_cards(given["hand"])) - Counter(shown)
    at_once, later = [], []
    for part in _parts(given.get("extra_melds", []), given.get("side_melds", [])):
        need = Counter(part.cards)
        if need <= hand:
            hand -= need
            at_once.append(part)
        else:
            later.append(part)  # it uses cards that come out of the pile
    if take["how"] == "add":
        action = take_onto(pile[-1].rank, *at_once) if pile else take_with(shown)
    else:
        action = take_with(shown, *at_once)
    after, got = _verdict(state, action, *([meld(*later)] if later else []))
    return {**got, "hand_size_after": len(after.hands[0]), "frozen": bool(state.frozen)}


# ---------------------------------------------------------------- going out, the stock


def _laying_out(given: Given, state: State) -> tuple[State, dict[str, Any]]:
    """Lays everything down that the case names, in one action, and then discards."""
    table = given.get("side_melds", [])
    parts = [new(cards) for cards in given.get("new_melds", [])]
    parts += [add(make_meld(table[at]).rank, cards) for at, cards in given.get("adds", [])]
    actions: list[Action] = []
    if given.get("asked"):
        actions += [ASK, answer(given["asked"] == "yes")]
    if parts:
        actions.append(meld(*parts))
    if given.get("discard"):
        actions.append(discard(given["discard"]))
    return _verdict(state, *actions)


def _out(given: Given, options: Options) -> dict[str, Any]:
    try:
        state, got = _laying_out(given, _table(given, options, phase="play"))
    except IllegalActionError as error:
        return {"legal": False, "goes_out": False, "why": _rules(error)}
    over = bool(state.results) and state.results[-1].seat == 0
    if got["legal"] and not over and given.get("discard", "") is None:
        got = _verdict(state, END)[1]  # the turn is to end with cards in hand and without a discard
    return {**got, "goes_out": got["legal"] and over}


def _concealed(given: Given, options: Options) -> dict[str, Any]:
    melded = [0] if given.get("player_melded_before") else []
    melded += [2] if given.get("side_melds") and options.players == 4 else []
    drew = given.get("drew", "stock")
    try:
        state = _table(given, options, phase="play", drew=drew, melded=melded)
        state, got = _laying_out(given, state)
    except IllegalActionError as error:
        return {"legal": False, "concealed": False, "bonus": 0, "why": _rules(error)}
    if not got["legal"] or not state.results:
        return {**got, "concealed": False, "bonus": 0}
    result = state.results[-1]
    return {**got, "concealed": result.concealed, "bonus": result.sheets[0].categories["out"]}


def _stock(given: Given, options: Options) -> dict[str, Any]:
    seen = view(_table(given, options), 0)
    may_end = not check(seen, END)
    return {
        "may_take": any(True for _ in takes(seen)),
        "must_take": not may_end and bool(check(seen, DRAW)),
        "may_end_deal": may_end,
        "may_draw": not check(seen, DRAW),
    }


# ---------------------------------------------------------------- scores


def _score(given: Given, options: Options) -> dict[str, Any]:
    red_threes = given.get("red_threes", 0)
    if isinstance(red_threes, int):
        red_threes = parse_cards("3D 3D 3H 3H")[:red_threes]
    sheet = score_sheet(
        [make_meld(cards, options) for cards in given.get("melds", [])],
        red_threes,
        given.get("hands_left", []),
        given.get("went_out", False),
        given.get("concealed", False),
        options,
    )
    return {**sheet.categories, "total": sheet.total}


def _game(given: Given, options: Options) -> dict[str, Any]:
    names = list(given["before"])
    if len(names) == 3:
        options = options._replace(players=3)
    if given.get("target", options.target) != options.target:
        raise NotSupportedError(f"the target is {options.target}, not {given['target']}")
    totals = tuple(given["before"][name] + given["deal"][name] for name in names)
    out = names.index(given["went_out"]) if given.get("went_out") else None
    ended = transitions.match_outcome(options, totals, out)
    winner = names[ended.winner] if ended is not None and ended.winner is not None else None
    return {
        "totals": dict(zip(names, totals, strict=True)),
        "over": ended is not None,
        "winner": winner,
    }


KINDS: dict[str, Callable[[Given, Options], dict[str, Any]]] = {
    "can.value": _value,
    "can.draw": _draw,
    "can.dealer": _dealer,
    "can.setup": _setup,
    "can.upcard": _upcard,
    "can.red3": _red3,
    "can.meld": _meld,
    "can.add": _add,
    "can.initial": _initial,
    "can.pile": _pile,
    "can.out": _out,
    "can.concealed": _concealed,
    "can.stock": _stock,
    "can.score": _score,
    "can.game": _game,
}
