"""The demos of Canasta: how each draws a case from a seed, and what it shows of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from cardlab_exercises.declaration.answers import read_number
from cardlab_exercises.declaration.sampling import aim, pick

from cardlab.canasta import COURSE, Options, check, position, read_action, view
from cardlab.canasta.rules.partner_draw import ranking, settle
from cardlab.cards import PACK108, Card, Rank, parse_cards, show_cards, shuffle
from cardlab.display.scene import Ask, Frame
from cardlab.errors import IllegalActionError, InputError
from cardlab.game import OPEN, Game, referee
from cardlab_widgets.demos.script import Script, Values, listed, text_field
from cardlab_widgets.tables.watch import Watched, watched, watched_frames

_RULES = referee("canasta")
_SOUTH = 0
_MELDABLE = [rank for rank in Rank if rank not in (Rank.TWO, Rank.THREE, Rank.JOKER)]
_MOST_SETS = 8


# ---------------------------------------------------------------- before the first turn


def _draw_picks(random: Random) -> dict[str, str]:
    return {"picks": " ".join(str(1 + int(random.random() * 108)) for _ in range(4))}


def _show_picks(values: Values, rules: Options, seed: str) -> Sequence[Frame]:
    """The draw for partners; who begins, who plays with whom and who deals is asked first."""
    if rules.seating == "agreed":
        raise InputError("by these rules partners are agreed: leave seating at draw")
    game = Game(_RULES, rules, seed)
    parts = listed(values["picks"].replace(",", " "), " ")
    if len(parts) > len(PACK108):
        raise ValueError(f"the pack has {len(PACK108)} cards; {len(parts)} places cannot be picked")
    places = iter([read_number(part, "a place picked", len(PACK108), 1) for part in parts])
    while game.state.phase == "pick":
        _pick(game, next(places, None) or 1)
    frames = list(watched_frames(Watched(game), OPEN, predict="none"))
    names = tuple(_RULES.seat_names(game.options))
    highest, partner, *_ = ranking(game.state.draw)
    dealer = settle(game.state.draw).dealer
    asks = (
        Ask("Who plays first?", "", names[highest], "The highest card plays first.", names),
        Ask("Who is the partner?", "", names[partner], "The second highest card.", _but(names, highest)),
        Ask("Who deals?", "", names[dealer], "The player to the right of the one who plays first.", names),
    )
    for place, ask in enumerate(asks, len(frames) - 4):
        frames[place] = frames[place]._replace(ask=ask)
    return frames


def _pick(game: Game, place: int) -> None:
    """Picks the card at `place`, or the next one that is still there."""
    for step in range(108):
        try:
            game.do(f"pick {1 + (place + step - 1) % 108}")
        except IllegalActionError:
            continue
        return


def _but(names: Sequence[str], seat: int) -> tuple[str, ...]:
    return tuple(name for of, name in enumerate(names) if of != seat)


def _draw_deal(random: Random) -> dict[str, str]:
    """A deal in which somebody is dealt a red three."""
    while True:
        deal, cut = f"{int(random.random() * 10_000)}", f"{8 + int(random.random() * 80)}"
        if _some_red(_dealt(deal, cut, COURSE)):
            return {"deal": deal, "cut": cut}


def _some_red(game: Game) -> bool:
    """Whether somebody was dealt a red three."""
    return any(event.kind == "red three" for event in game.step(0)[1])


def _dealt(deal: str, cut: str, rules: Options) -> Game:
    game = Game(_RULES, rules._replace(seating="agreed"), deal)
    game.do(f"cut {cut}")
    return game


def _show_deal(values: Values, rules: Options, seed: str) -> Sequence[Frame]:
    """The deal, the red threes and the upcard: how many cards, and what becomes of a red three."""
    game = _dealt(values["deal"] or seed, values["cut"] or "40", rules)
    frames = list(watched_frames(Watched(game), OPEN, predict="none"))
    each = game.options.cards_each
    ask = Ask("How many cards are dealt to each player?", "cards", each, f"{each} cards each.")
    frames[1] = frames[1]._replace(ask=ask)
    out = "It is laid out, another is drawn"
    choices = (out, "It stays in the hand", "It goes under the stock")
    if _some_red(game):
        ask = Ask("Somebody was dealt a red three. What becomes of it?", "", out, f"{out}.", choices)
        frames[2] = frames[2]._replace(ask=ask)
    return frames


# ---------------------------------------------------------------- melds


def _naturals(random: Random, rank: Rank, size: int) -> list[Card]:
    return shuffle([card for card in PACK108 if card.rank is rank], random)[:size]


def _wild(random: Random, size: int) -> list[Card]:
    return shuffle([card for card in PACK108 if card.rank in (Rank.TWO, Rank.JOKER)], random)[:size]


_KINDS = ((3, 0), (4, 0), (2, 1), (3, 3), (1, 2), (2, 0), (3, 4), (0, 3))
"""Sets to judge: the number of natural and of wild cards. The first four are melds, by both presets."""


def _draw_sets(random: Random) -> dict[str, str]:
    """Six sets of cards, some of them melds; among the others black threes and cards of two ranks."""
    sets = [_set(random, *kind) for kind in shuffle(list(_KINDS), random)[:4]]
    low, high = shuffle(list(_MELDABLE), random)[:2]
    sets.append([*_naturals(random, low, 2), *_naturals(random, high, 1)])
    sets.append([Card("3S"), Card("3C"), Card("3S")])
    return {"sets": ", ".join(map(show_cards, shuffle(sets, random)))}


def _set(random: Random, naturals: int, wild: int) -> list[Card]:
    return [*_naturals(random, pick(random, _MELDABLE), naturals), *_wild(random, wild)]


def _show_sets(values: Values, rules: Options, seed: str) -> Sequence[Frame]:
    """Set after set: may it be melded by a side that has melded before?"""
    sets = [show_cards(parse_cards(cards)) for cards in listed(values["sets"])]
    if not 1 <= len(sets) <= _MOST_SETS:
        raise ValueError(f"write one to {_MOST_SETS} sets of cards with commas between them")
    frames: list[Frame] = []
    for number, cards in enumerate(sets, 1):
        ranks = {card.rank for card in parse_cards(cards)}
        before = "4S 4H 4D" if Rank.FOUR not in ranks else "6S 6H 6D"
        rest = [card for card in ("5C", "9D", "QC", "AD") if Card(card).rank not in ranks][:2]
        played = watched(
            "canasta",
            f"try meld {cards}",
            options=rules,
            hands=[f"{cards} {' '.join(rest)}"],
            melds=[[before]],
            phase="play",
            seed=seed,
        )
        frames += _retold(played, f"set {number} of {len(sets)}")
    return frames


def _retold(played: Watched, what: str) -> list[Frame]:
    """The frames of one case among several; the first says which it is."""
    shown = watched_frames(played, _SOUTH)
    return [frame._replace(scene=frame.scene._replace(chips=(*frame.scene.chips, what))) for frame in shown]


_SCORES = (-85, 0, 640, 1495, 1500, 2370, 2995, 3000, 4100)


def _draw_opening(random: Random) -> dict[str, str]:
    """A score and some melds to open with, half of the time enough of them."""
    return aim(random, _some_opening, _is_legal_opening, (True, False))


def _some_opening(random: Random) -> dict[str, str]:
    ranks = shuffle(list(_MELDABLE), random)
    kinds = [pick(random, _KINDS[:3]) for _ in range(1 + int(random.random() * 3))]
    wild = _wild(random, sum(wild for _, wild in kinds))
    melds = []
    for rank, (naturals, wilds) in zip(ranks, kinds, strict=False):
        melds.append([*_naturals(random, rank, naturals), *[wild.pop() for _ in range(wilds)]])
    lay = ", ".join(map(show_cards, melds))
    rest = [*_naturals(random, ranks[-1], 1), *_naturals(random, ranks[-2], 1)]
    hand = show_cards(sorted([*[card for meld in melds for card in meld], *rest]))
    return {"score": str(pick(random, _SCORES)), "hand": hand, "lay": lay}


def _is_legal_opening(values: Values) -> bool:
    state = position(scores=[int(values["score"]), 0], hands=[values["hand"]], phase="play")
    return not check(view(state, _SOUTH), read_action(f"meld {values['lay']}"))


def _show_opening(values: Values, rules: Options, seed: str) -> Sequence[Frame]:
    played = watched(
        "canasta",
        f"try meld {values['lay']}",
        options=rules,
        scores=[_whole(values["score"] or "0"), 0],
        hands=[values["hand"]],
        phase="play",
        seed=seed,
    )
    return watched_frames(played, _SOUTH)


def _whole(text: str) -> int:
    try:
        return int(text.replace(",", "").replace("−", "-"))
    except ValueError:
        raise ValueError("the score before the deal is a whole number, like 1495") from None


# ---------------------------------------------------------------- the pile


def _draw_pile(random: Random) -> dict[str, str]:
    """A pile, frozen or not, and a way to take it that is allowed half of the time."""
    return aim(random, _some_pile, _may_take, (True, False))


def _some_pile(random: Random) -> dict[str, str]:
    top, own, *others = shuffle(list(_MELDABLE), random)
    under = [_naturals(random, rank, 1)[0] for rank in others[: 2 + int(random.random() * 3)]]
    if random.random() < 0.5:
        under.insert(1 + int(random.random() * len(under)), _wild(random, 1)[0])
    cards = _naturals(random, top, 6)
    melds = [_naturals(random, own, 3)]
    how = pick(random, ("pair", "wild", "onto"))
    if how == "onto" or random.random() < 0.3:
        melds.append(cards[3:6])
    wild = [card for card in _wild(random, 3) if card not in under][:1]
    holds = {"pair": cards[1:3], "wild": [cards[1], *wild], "onto": []}[how]
    rest = [_naturals(random, rank, 1)[0] for rank in others[-3:]]
    take = f"take onto {top.letter}" if how == "onto" else f"take with {show_cards(holds)}"
    return {
        "pile": show_cards([*under, cards[0]]),
        "hand": show_cards([*holds, *rest]),
        "melds": ", ".join(map(show_cards, melds)),
        "take": take,
    }


def _pile_position(values: Values) -> dict[str, Any]:
    return {
        "hands": [values["hand"]],
        "melds": [listed(values["melds"])],
        "pile": values["pile"],
    }


def _may_take(values: Values) -> bool:
    state = position(**_pile_position(values))
    return not check(view(state, _SOUTH), read_action(values["take"]))


def _show_pile(values: Values, rules: Options, seed: str) -> Sequence[Frame]:
    played = watched("canasta", f"try {values['take']}", options=rules, seed=seed, **_pile_position(values))
    return watched_frames(played, _SOUTH)


# ---------------------------------------------------------------- the end of a deal


def _draw_end(random: Random) -> dict[str, str]:
    """South can go out: a canasta, a meld that a card can be added to, and a last card to discard."""
    first, second, third, fourth, last = shuffle(list(_MELDABLE), random)[:5]
    natural = 5 + int(random.random() * 3)
    wild = _wild(random, 6)
    canasta = [*_naturals(random, first, natural), *[wild.pop() for _ in range(7 - natural)]]
    adding = _naturals(random, second, 5)
    red_threes = shuffle([Card("3H"), Card("3H"), Card("3D"), Card("3D")], random)
    number = int(random.random() * 4)
    theirs = [_naturals(random, third, 4), [*_naturals(random, fourth, 2), wild.pop()]]
    held = _naturals(random, last, 7)
    left = [held[1:3], held[3:5], held[5:7]]
    return {
        "hand": show_cards([adding[4], held[0]]),
        "others": ", ".join(map(show_cards, left)),
        "ours": ", ".join(map(show_cards, [canasta, adding[:4]])),
        "theirs": ", ".join(map(show_cards, theirs)),
        "reds": show_cards(sorted(red_threes[:number])),
        "do": f"meld +{second.letter} {adding[4]}; discard {held[0]}",
    }


def _show_end(values: Values, rules: Options, seed: str) -> Sequence[Frame]:
    played = watched(
        "canasta",
        values["do"],
        options=rules,
        hands=[values["hand"], *listed(values["others"])],
        melds=[listed(values["ours"]), listed(values["theirs"])],
        red_threes=[values["reds"]],
        phase="play",
        seed=seed,
    )
    return watched_frames(played, _SOUTH)


SCRIPTS = {
    "partnership-draw": Script(
        (text_field("picks", "places picked, from 1 to 108"),), _draw_picks, _show_picks
    ),
    "deal-and-red-threes": Script(
        (text_field("deal", "seed of the deal"), text_field("cut", "cards lifted")), _draw_deal, _show_deal
    ),
    "is-this-a-meld": Script((text_field("sets", "sets of cards, commas between"),), _draw_sets, _show_sets),
    "the-opening-minimum": Script(
        (
            text_field("score", "score before the deal"),
            text_field("hand", "South's hand"),
            text_field("lay", "melds to lay, commas between"),
        ),
        _draw_opening,
        _show_opening,
    ),
    "frozen-or-not": Script(
        (
            text_field("pile", "pile, the top card last"),
            text_field("hand", "South's hand"),
            text_field("melds", "own melds, commas between"),
            text_field("take", "taking it"),
        ),
        _draw_pile,
        _show_pile,
    ),
    "going-out": Script(
        (
            text_field("hand", "South's hand"),
            text_field("others", "the other hands, commas between"),
            text_field("ours", "own melds"),
            text_field("theirs", "their melds"),
            text_field("reds", "South's red threes"),
            text_field("do", "what South does"),
        ),
        _draw_end,
        _show_end,
    ),
}
"""The demos of Canasta by name."""
