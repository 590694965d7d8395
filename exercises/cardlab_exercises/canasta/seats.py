"""Exercises on the draw for partners, the seats, and who does what in a deal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import NamedTuple

from cardlab import seats as _seats
from cardlab.canasta import Options, State, apply, seat_names
from cardlab.canasta.rules.actions import cut, discard
from cardlab.canasta.rules.partner_draw import Draw, again, ranking, settle, strength
from cardlab.canasta.rules.state import cutter
from cardlab.cards import JOKER, Card, Rank, Suit, list_cards, list_words
from cardlab.display.scene import Zone
from cardlab.rulebook import load
from cardlab_exercises.canasta.common import exercise, having, slip
from cardlab_exercises.canasta.generators import Deck
from cardlab_exercises.canasta.zones import Place, zones
from cardlab_exercises.declaration.declare import Distractor, Prompt, Solution, Step, forms
from cardlab_exercises.declaration.sampling import pick

NAMES = _seats.NAMES[4]
CHOICES = tuple((name, name) for name in NAMES)
_drawn = partial(having, name="seating", value="draw")


def _shown(draw: Draw) -> tuple[Zone, ...]:
    """What each player has drawn."""
    return zones(Place(name.lower(), name, (card,)) for name, card in zip(NAMES, _held(draw), strict=True))


def _held(draw: Draw) -> list[Card]:
    return [card for card in draw.held if card is not None]


def _settled(random: Random, level: int) -> Draw:
    """A draw that needs no redraw. From level 2 on cards of one rank, aces and twos come up often."""
    while True:
        deck = Deck(random)
        cards: tuple[Card, ...] = ()
        if level > 1:
            rank = deck.one_of((*deck.ranks(1), Rank.ACE, Rank.TWO))
            cards = deck.alike(rank, deck.between(1, level))
        cards += deck.draw(4 - len(cards), lambda card: card is not JOKER)
        draw = Draw(4, deck.mixed(cards))
        if not again(draw.held) and (level > 1 or len({card.rank for card in cards}) == 4):
            return draw


def _order(draw: Draw) -> Step:
    cards = [_held(draw)[player] for player in ranking(draw)]
    return Step(f"From high to low: {list_cards(cards)}.", ("CAN-DRAW-03",), tuple(cards), "in order")


def _misread(draw: Draw) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The players in the wrong orders that common mistakes give, the highest first."""
    suits = list(Suit)
    keys: dict[str, Callable[[Card], tuple[int, int]]] = {
        "can-draw-ace-low": lambda card: (int(card.rank), strength(card)),
        "can-draw-two-high": lambda card: (int(card.rank is Rank.TWO), strength(card)),
        "can-draw-suits": lambda card: (strength(card) // 4, -suits.index(card.suit or Suit.CLUBS)),
    }
    for mistake, key in keys.items():
        yield mistake, tuple(sorted(range(4), key=lambda player: key(_held(draw)[player]), reverse=True))


# ---------------------------------------------------------------- who is whose partner?


class Partner(NamedTuple):
    """A draw, and the player whose partner is asked for."""

    draw: Draw
    player: int


def _draw_partner(random: Random, level: int, options: Options) -> Partner:
    return Partner(_settled(random, level), pick(random, range(4)))


def _ask_partner(position: Partner) -> Prompt:
    name = NAMES[position.player]
    others = [(other, other) for other in NAMES if other != name]
    return Prompt(
        f"Each player has drawn a card. Whose is the highest, and who will be {name}'s partner?",
        (
            forms.choose("high", "the highest card", CHOICES),
            forms.choose("partner", f"{name}'s partner", others),
        ),
        _shown(position.draw),
    )


def _partner(position: Partner) -> Solution:
    draw, player = position
    pairs = settle(draw).partners
    best, second = ranking(draw)[:2]
    name = NAMES[_mate(pairs, player)]
    return Solution(
        {"high": NAMES[best], "partner": name},
        f"{name} is {NAMES[player]}'s partner.",
        (
            _order(draw),
            Step(f"The highest card is {NAMES[best]}'s, the next {NAMES[second]}'s.", ("CAN-DRAW-01",)),
            Step(
                f"Those two play together, and so do the other two: {_pairs(pairs)}.",
                ("CAN-PLAY-01", "CAN-DRAW-02"),
                tuple(_held(draw)[one] for one in pairs[0]),
                "partners",
            ),
        ),
        by_field={"high": ("CAN-DRAW-01", "CAN-DRAW-03"), "partner": ("CAN-DRAW-03", "CAN-DRAW-02")},
    )


def _pairs(pairs: tuple[tuple[int, ...], ...]) -> str:
    return list_words([list_words([NAMES[one] for one in pair]) for pair in pairs], "against")


def _mate(pairs: tuple[tuple[int, ...], ...], player: int) -> int:
    return next(one for pair in pairs if player in pair for one in pair if one != player)


def _partner_distractors(position: Partner) -> Iterator[Distractor]:
    draw, player = position
    right = _partner(position).answer
    for mistake, order in _misread(draw):
        mate = _mate((order[:2], order[2:]), player)
        yield slip(mistake, right, {"high": NAMES[order[0]], "partner": NAMES[mate]})
    order = ranking(draw)
    ends = _mate(((order[0], order[3]), (order[1], order[2])), player)
    read = {"high": right["high"]}  # a player who makes these mistakes has the order right
    yield Distractor("can-draw-high-with-low", NAMES[ends], field="partner", also=read)
    yield Distractor("can-draw-seat-decides", NAMES[(player + 2) % 4], field="partner", also=read)


def _other_cards(position: Partner) -> Iterator[Partner]:
    """The same draw with one card another."""
    for draw in _one_card_apart(position.draw):
        if not again(draw.held):
            yield Partner(draw, position.player)


def _one_card_apart(draw: Draw) -> Iterator[Draw]:
    for place in range(4):
        for card in (Card("AS"), Card("2C"), Card("9H"), JOKER, *_held(draw)):
            held = (*draw.held[:place], card, *draw.held[place + 1 :])
            if held != draw.held:
                yield draw._replace(held=held)


PARTNER = exercise(
    id="can-draw-partner",
    options=_drawn,
    title="Who is whose partner?",
    topic="the draw for partners",
    rules=("CAN-DRAW-02", "CAN-DRAW-01", "CAN-DRAW-03", "CAN-PLAY-01"),
    mistakes=(
        "can-draw-ace-low",
        "can-draw-two-high",
        "can-draw-suits",
        "can-draw-high-with-low",
        "can-draw-seat-decides",
    ),
    levels=("four ranks", "aces, twos and equal ranks", "several cards of one rank"),
    draw=_draw_partner,
    ask=_ask_partner,
    solution=_partner,
    distractors=_partner_distractors,
    vary=_other_cards,
    default_level=2,
)

# ---------------------------------------------------------------- who plays first, who deals?


class SeatedDraw(NamedTuple):
    """A draw after which everybody sits where they should, and what is asked: "plays" or "deals"."""

    draw: Draw
    verb: str


def _draw_opening(random: Random, level: int, options: Options) -> SeatedDraw:
    while True:
        draw = _settled(random, level)
        if settle(draw).chairs == (0, 1, 2, 3):  # nobody has to move, so that players are chairs
            return SeatedDraw(
                draw, pick(random, ("plays first", "deals the first hand", "deals the first hand"))
            )


def _ask_opening(position: SeatedDraw) -> Prompt:
    return Prompt(
        "The players have drawn and sit clockwise South, West, North, East, partners opposite. "
        f"Who {position.verb}?",
        (forms.choose("who", f"who {position.verb}", CHOICES),),
        _shown(position.draw),
    )


def _opening(position: SeatedDraw) -> Solution:
    draw, verb = position
    seats = settle(draw)
    card = _held(draw)[seats.first]
    steps = [
        _order(draw),
        Step(
            f"{NAMES[seats.first]} has drawn the highest card, {card.short}, and so plays first.",
            ("CAN-DRAW-05", "CAN-DRAW-01"),
            (card,),
            "highest",
        ),
    ]
    who = seats.first
    if verb != "plays first":
        who = seats.dealer
        text = f"The player to the right of {NAMES[seats.first]} deals the first hand: {NAMES[who]}."
        steps.append(Step(text, ("CAN-DRAW-06",)))
    return Solution({"who": NAMES[who]}, f"{NAMES[who]} {verb}.", tuple(steps))


def _opening_distractors(position: SeatedDraw) -> Iterator[Distractor]:
    draw, verb = position
    seats = settle(draw)
    if verb == "plays first":
        yield Distractor("can-dealer-begins", NAMES[seats.dealer])
    else:
        yield Distractor("can-highest-deals", NAMES[seats.first])
        yield Distractor("can-dealer-on-the-left", NAMES[(seats.first + 1) % 4])
    for mistake, order in _misread(draw):
        yield Distractor(mistake, NAMES[order[0] if verb == "plays first" else (order[0] - 1) % 4])


def _other_openings(position: SeatedDraw) -> Iterator[SeatedDraw]:
    """The same draw with one card another, and nobody's seat changed by it."""
    for draw in _one_card_apart(position.draw):
        if not again(draw.held) and settle(draw).chairs == (0, 1, 2, 3):
            yield position._replace(draw=draw)


OPENING = exercise(
    id="can-draw-first-deal",
    options=_drawn,
    title="Who plays first, who deals?",
    topic="the draw for partners",
    rules=("CAN-DRAW-06", "CAN-DRAW-01", "CAN-DRAW-03", "CAN-DRAW-05"),
    mistakes=(
        "can-dealer-begins",
        "can-highest-deals",
        "can-dealer-on-the-left",
        "can-draw-ace-low",
        "can-draw-two-high",
        "can-draw-suits",
    ),
    levels=("four ranks", "aces, twos and equal ranks", "several cards of one rank"),
    draw=_draw_opening,
    ask=_ask_opening,
    solution=_opening,
    distractors=_opening_distractors,
    vary=_other_openings,
    default_level=2,
)

# ---------------------------------------------------------------- who must draw again?


def _draw_again(random: Random, level: int, options: Options) -> Draw:
    """A joker or two cards alike, or neither; from level 2 on beside cards that only look alike."""
    deck = Deck(random)
    cards: list[Card] = []
    kind = deck.one_of(("nobody", "joker", "alike", "both" if level == 3 else "joker"))
    if kind in ("joker", "both"):
        cards += deck.draw(2 if level > 1 and deck.happens(0.2) else 1, lambda card: card is JOKER)
    if kind in ("alike", "both") and len(cards) < 3:
        twin = deck.natural(1)[0]
        cards += (twin, *deck.draw(1, lambda card: card is twin))
    if deck.happens((0.3, 0.6, 0.8)[level - 1]):
        for card in deck.of(deck.ranks(1)[0], 3):
            if len(cards) < 4 and card not in cards:
                cards.append(card)
    for card in deck.draw(8, lambda card: card is not JOKER):
        if len(cards) < 4 and card not in cards:
            cards.append(card)
    return Draw(4, deck.mixed(cards))


def _ask_again(draw: Draw) -> Prompt:
    return Prompt(
        "Each player has drawn a card for partners. Who must draw again?",
        (forms.several("again", "draws again", CHOICES),),
        _shown(draw),
    )


def _named(players: tuple[int, ...] | list[int]) -> str:
    return " ".join(NAMES[player] for player in sorted(players)) or "none"


def _again(draw: Draw) -> Solution:
    players = again(draw.held)
    cards = tuple(_held(draw)[player] for player in players)
    names = [NAMES[player] for player in players]
    who = (
        f"{list_words(names)} {'draws' if len(names) == 1 else 'draw'} again."
        if names
        else "Nobody draws again."
    )
    found = "There is nothing of the kind here. Everybody keeps the card that they drew."
    if cards:
        found = f"Here that applies to {list_cards(cards)}. The other players keep the cards that they drew."
    return Solution(
        {"again": _named(players)},
        who,
        (
            Step(
                "Whoever has drawn a joker, or a card of another player's rank and suit, draws again.",
                ("CAN-DRAW-03", "CAN-DRAW-04"),
            ),
            Step(found, ("CAN-DRAW-04",), cards, "again"),
        ),
    )


def _again_distractors(draw: Draw) -> Iterator[Distractor]:
    players = again(draw.held)
    held = _held(draw)
    ranks = [card.rank for card in held]
    yield Distractor("can-draw-joker-stands", _named([one for one in players if held[one] is not JOKER]))
    yield Distractor("can-draw-twin-stands", _named([one for one in players if held[one] is JOKER]))
    alike = [one for one in range(4) if ranks.count(ranks[one]) > 1 or held[one] is JOKER]
    yield Distractor("can-draw-equal-rank", _named(alike))
    if players:
        yield Distractor("can-draw-all-again", _named([0, 1, 2, 3]))


AGAIN = exercise(
    id="can-draw-again",
    options=_drawn,
    title="Who must draw again?",
    topic="the draw for partners",
    rules=("CAN-DRAW-04", "CAN-DRAW-03"),
    mistakes=("can-draw-joker-stands", "can-draw-twin-stands", "can-draw-equal-rank", "can-draw-all-again"),
    levels=("one thing to see", "cards that only look alike", "jokers and equal cards at once"),
    draw=_draw_again,
    ask=_ask_again,
    solution=_again,
    distractors=_again_distractors,
    vary=_one_card_apart,
)

# ---------------------------------------------------------------- who does what in the next deal?


class Duty(NamedTuple):
    """The end of a deal, one discard before it is over, and what is asked about the next one."""

    state: State
    duty: str


_DUTIES = {
    "deals": "CAN-DRAW-06",
    "shuffles last": "CAN-DEAL-01",
    "cuts the pack": "CAN-DEAL-02",
    "plays first": "CAN-TURN-04",
}


def _draw_duty(random: Random, level: int, options: Options) -> Duty:
    deck = Deck(random)
    rank, other = deck.ranks(2)
    state = deck.table(
        options=options._replace(seating="agreed"),
        phase="play",
        dealer=deck.one_of(range(4)),
        hands=[deck.of(other, 1)],
        melds=[[deck.meld(rank, 7)]],
    )
    return Duty(state, deck.one_of(tuple(_DUTIES)))


def _ask_duty(position: Duty) -> Prompt:
    state, duty = position
    story = f"{NAMES[state.dealer]} dealt the hand that is just over. Who deals the next one?"
    if duty != "deals":
        story = f"{NAMES[_next_deal(state)[0]]} deals. Who {duty}?"
    return Prompt(
        f"{story} Clockwise the seats are South, West, North, East.",
        (forms.choose("who", f"who {position.duty}", CHOICES),),
    )


def _next_deal(state: State) -> tuple[int, int, int]:
    """Who deals, cuts and plays first once the deal that is about to end is over: asked of the engine."""
    over = apply(state, discard(state.hands[0][0])).state
    return over.dealer, cutter(over), apply(over, cut(40)).state.turn.seat


def _duty(position: Duty) -> Solution:
    state, duty = position
    names = seat_names(state.options)
    dealer, cuts, first = _next_deal(state)
    who = {"cuts the pack": cuts, "plays first": first}.get(duty, dealer)
    side = state.options.pack_cut_by
    seated = {
        "deals": f"Clockwise {names[dealer]} comes after {names[state.dealer]}.",
        "cuts the pack": f"{names[cuts]} sits on {names[dealer]}'s {side}.",
        "plays first": f"{names[first]} sits on {names[dealer]}'s left.",
    }
    rule = load("canasta").rule(_DUTIES[duty])
    steps = [Step(rule.text(state.options), (rule.id,))]
    if duty in seated:
        steps.append(Step(seated[duty], (rule.id,)))
    steps.append(Step(f"So {names[who]} {duty}.", (rule.id,)))
    return Solution({"who": names[who]}, f"{names[who]} {duty}.", tuple(steps))


def _duty_distractors(position: Duty) -> Iterator[Distractor]:
    state, duty = position
    dealer, cuts, first = _next_deal(state)
    if duty == "deals":
        yield Distractor("can-same-dealer", NAMES[state.dealer])
        yield Distractor("can-deal-other-way", NAMES[(state.dealer - 1) % 4])
    if duty == "plays first":
        yield Distractor("can-dealer-begins", NAMES[dealer])
        yield Distractor("can-turns-other-way", NAMES[(2 * dealer - first) % 4])
    if duty == "shuffles last":
        yield Distractor("can-cutter-shuffles", NAMES[cuts])
    if duty == "cuts the pack":
        yield Distractor("can-cut-other-side", NAMES[(2 * dealer - cuts) % 4])
        yield Distractor("can-dealer-cuts", NAMES[dealer])


def _other_duties(position: Duty) -> Iterator[Duty]:
    """The same duty with another dealer."""
    for dealer in range(4):
        yield position._replace(state=position.state._replace(dealer=dealer))


DUTY = exercise(
    id="can-deal-duties",
    title="Who does what?",
    topic="the deal",
    rules=(*_DUTIES.values(),),
    mistakes=(
        "can-same-dealer",
        "can-deal-other-way",
        "can-dealer-begins",
        "can-cut-other-side",
        "can-dealer-cuts",
        "can-turns-other-way",
        "can-cutter-shuffles",
    ),
    levels=("the duties of a deal",),
    draw=_draw_duty,
    ask=_ask_duty,
    solution=_duty,
    distractors=_duty_distractors,
    vary=_other_duties,
    distinct=(16,),
)

EXERCISES = (PARTNER, OPENING, AGAIN, DUTY)
