"""Positions: any table one names, or the whole table as one seat imagines it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Literal, TypeAlias

from cardlab.canasta.rules.meld_validation import end_faults
from cardlab.canasta.rules.melds import NATURAL, RED_THREE, Meld, make_meld, meld_faults
from cardlab.canasta.rules.options import COURSE, Options, as_options
from cardlab.canasta.rules.pile import freezes
from cardlab.canasta.rules.state import Freeze, State, Turn, View, as_view, seat_names, view
from cardlab.canasta.rules.transitions import alone, sides, start
from cardlab.cards import PACK108, Card, CardsLike, Rank, parse_cards, quoted, shuffle, shuffled
from cardlab.errors import IllegalActionError, NotationError, Refusal
from cardlab.seats import by_seat, find_seat, whole_numbers
from cardlab.wording import plural

Seat: TypeAlias = int | str
Named: TypeAlias = (
    Mapping[Seat, CardsLike] | Mapping[int, CardsLike] | Mapping[str, CardsLike] | Sequence[CardsLike | None]
)
Melds: TypeAlias = (
    Mapping[Seat, Iterable[CardsLike]]
    | Mapping[int, Iterable[CardsLike]]
    | Mapping[str, Iterable[CardsLike]]
    | Sequence[Iterable[CardsLike]]
)


def position(
    *,
    options: Options = COURSE,
    seed: str | int = 0,
    phase: Literal["draw", "play"] = "draw",
    turn: Seat = 0,
    dealer: Seat | None = None,
    hands: Named = (),
    melds: Melds = (),
    red_threes: Named = (),
    pile: CardsLike | None = None,
    stock: int | None = None,
    draws: CardsLike = (),
    scores: Sequence[int] | None = None,
    drew: Literal["stock", "pile"] = "stock",
    melded: Iterable[Seat] | None = None,
    solo_seat: Seat | None = None,
    number: int | None = None,
) -> State:
    """A table with everything specified in place; `seed` deals the rest.

    It is the turn of `turn` (seat 0, South, if not said): to draw, or with `phase` "play" to meld and
    discard after drawing from `drew`. Seats are numbers or names.

    `hands` (a sequence or a mapping by seat) are taken as they are, however few their cards; a hand that
    is not named is dealt. `melds` are lists of melds by side (the side of a seat, so with four players
    seat 0 or side 0 means South and North), `red_threes` those laid out by seat. `pile` lies bottom
    to top; every card in it that freezes it has frozen it. `draws` are the next cards of the stock,
    `stock` is how many it has: cards beyond that are dealt to nobody. `scores` are those before the
    deal, `melded` the seats that have melded something in this deal (by default all of a side that
    has), `number` the turn's number.

    >>> state = position(hands=["QS QD 4C", None, None, None], melds=["6S 6H 6D".split(";")], pile="9C QH")
    >>> len(state.hands[0]), len(state.hands[1]), state.turn.seat
    (3, 11, 0)

    Raises `IllegalActionError` for a table that cannot come about, `NotationError` for what is not known.
    """
    options = as_options(options)
    _refuse_unknown(phase, drew, solo_seat, options)
    if number is not None:
        (number,) = whole_numbers("the number of the turn", number, 1, 0)
    blank = start(options._replace(seating="agreed"), seed)._replace(options=options, packs=((),))
    seat = seat_of(turn, options)
    named = _by_seat("hands", hands, options)
    tabled = _melds(melds, options)
    laid = {of: tuple(sorted(cards)) for of, cards in _by_seat("red threes", red_threes, options).items()}
    heap = None if pile is None else parse_cards(pile)
    coming = parse_cards(draws)
    spoken_for = [card for cards in (*named.values(), *laid.values(), heap or (), coming) for card in cards]
    spoken_for += [card for own in tabled for meld in own for card in meld.cards]
    faults = _card_faults(spoken_for) + _meld_faults(tabled, options) + _red_faults(named, laid)
    faults += _pile_faults(heap or ())
    if faults:
        raise IllegalActionError(faults)
    rest = _Rest(seed, spoken_for)
    held = tuple(
        tuple(sorted(named[of] if of in named else rest.deal(options.cards_each)))
        for of in range(options.players)
    )
    heap = rest.deal(1) if heap is None else heap
    left = (*coming, *rest.all())
    size = len(left) if stock is None else stock
    if not isinstance(size, int) or not len(coming) <= size <= len(left):
        raise NotationError(f"the stock can have {len(coming)} to {len(left)} cards here, not {quoted(size)}")
    have = _melded(melded, tabled, options)
    state = blank._replace(
        phase=phase,
        dealer=(seat - 1) % options.players if dealer is None else seat_of(dealer, options),
        scores=whole_numbers("scores", (0,) * options.sides if scores is None else scores, options.sides),
        hands=held,
        known=((),) * options.players,
        melds=tabled,
        red_threes=tuple(laid.get(of, ()) for of in range(options.players)),
        stock=left[:size],
        aside=left[size:],
        pile=heap,
        frozen=_freezes(heap, options),
        melded=tuple(of in have for of in range(options.players)),
        turn=Turn(seat, len(heap) if number is None else number),
    )
    if solo_seat is not None:
        state = alone(state, seat_of(solo_seat, options))
    before = len(state.melds[state.side_of[seat]])
    state = state._replace(
        turn=state.turn._replace(
            drew=drew if phase == "play" else "", unopened=seat not in have, before=before
        )
    )
    _refuse_stuck(state)
    return state


def _refuse_unknown(phase: str, drew: str, solo_seat: Seat | None, options: Options) -> None:
    if phase not in ("draw", "play"):
        raise NotationError(f"no position begins with {quoted(phase)}; one begins with draw or play")
    if drew not in ("stock", "pile"):
        raise NotationError(f"a card is drawn from the stock or the pile, not from {quoted(drew)}")
    if solo_seat is not None and options.players != 3:
        raise NotationError(f"only with three players does one play alone; here are {options.players}")


def _melded(named: object, tabled: tuple[tuple[Meld, ...], ...], options: Options) -> set[int]:
    """The seats that have melded: those named, or by default all of a side that has melds."""
    if named is None:
        side_of = sides(options.players)
        return {of for of in range(options.players) if tabled[side_of[of]]}
    if isinstance(named, str) or not isinstance(named, Iterable):
        raise NotationError(f"those who have melded are listed, not {quoted(named)}")
    return {seat_of(of, options) for of in named}


class _Rest:
    """The pack less the cards that are spoken for, in the seed's order."""

    def __init__(self, seed: str | int, gone: Iterable[Card]) -> None:
        missing = Counter(gone)
        self._left: list[Card] = []
        for card in shuffled(PACK108, seed, 1):
            if missing[card]:
                missing[card] -= 1
            else:
                self._left.append(card)

    def deal(self, size: int) -> tuple[Card, ...]:
        """Some cards, no red three among them; a single one is natural, to begin a pile."""
        fits = [card for card in self._left if (NATURAL[card] if size == 1 else not RED_THREE[card])]
        dealt = tuple(fits[:size])
        for card in dealt:
            self._left.remove(card)
        return dealt

    def all(self) -> tuple[Card, ...]:
        return tuple(self._left)


def seat_of(of: Seat, options: Options) -> int:
    """The number of a seat given by number or name. Raises `NotationError` when there is none."""
    return find_seat(of, seat_names(options))


def _by_seat(what: str, named: Named, options: Options) -> dict[int, tuple[Card, ...]]:
    return {of: parse_cards(cards) for of, cards in by_seat(what, named, seat_names(options)).items()}


def _melds(melds: Melds, options: Options) -> tuple[tuple[Meld, ...], ...]:
    side_of = sides(options.players)
    laid: list[tuple[Meld, ...]] = [() for _ in range(max(side_of) + 1)]
    for of, own in by_seat("melds", melds, seat_names(options)).items():
        if isinstance(own, str) or not isinstance(own, Iterable):
            raise NotationError(f"melds are lists of melds, not {quoted(own)}")
        laid[side_of[of]] += tuple(make_meld(cards, options) for cards in own)
    return tuple(laid)


def _freezes(pile: tuple[Card, ...], options: Options) -> tuple[Freeze, ...]:
    """The freezing cards, as if the first natural card had been turned up and one discarded each turn."""
    first = next((place for place, card in enumerate(pile) if NATURAL[card]), 0)
    return tuple(
        Freeze(card, max(0, place - first)) for place, card in enumerate(pile) if freezes(card, options)
    )


def _card_faults(cards: Iterable[Card]) -> list[Refusal]:
    most = Counter(PACK108)
    return [
        Refusal(
            "CAN-PACK-01",
            f"{card.short} is named {number} times; the double pack holds it {most[card]} times",
        )
        for card, number in Counter(cards).items()
        if number > most[card]
    ]


def _meld_faults(melds: tuple[tuple[Meld, ...], ...], options: Options) -> list[Refusal]:
    faults: list[Refusal] = []
    for own in melds:
        for meld in own:
            if options.wilds_after_canasta != "unlimited" or not meld.canasta:
                faults += meld_faults(meld.rank, meld.naturals, meld.wilds, options)
            if meld.rank is Rank.THREE and not any(RED_THREE[card] for card in meld.cards):
                faults.append(
                    Refusal("CAN-MELD-05", "black threes are melded by who goes out: the deal is over")
                )
            if any(RED_THREE[card] for card in meld.cards):
                faults.append(Refusal("CAN-MELD-12", "red threes lie apart and are never melded"))
        ranks = Counter(meld.rank for meld in own)
        merged = options.players == 3  # two partners may have brought a meld of the same rank each
        if options.one_meld_per_rank and not merged and any(number > 1 for number in ranks.values()):
            faults.append(Refusal("CAN-MELD-10", "a side has one meld of each rank"))
    return faults


def _pile_faults(pile: tuple[Card, ...]) -> list[Refusal]:
    """Red threes come into the pile under the first upcard only, each covered by the next card."""
    first = next((place for place, card in enumerate(pile) if NATURAL[card]), None)
    low = [card for card in pile[first:] if RED_THREE[card]]
    if not low:
        return []
    text = (
        "it comes into the pile when it is turned up after the deal, and is covered until a natural card is"
    )
    return [Refusal("CAN-DEAL-06", f"{low[0].short} cannot lie there: {text}")]


def _red_faults(
    hands: Mapping[int, tuple[Card, ...]], red_threes: Mapping[int, tuple[Card, ...]]
) -> list[Refusal]:
    faults = [
        Refusal("CAN-R3-10", f"{card.short} is a red three: it is laid out and never stays in a hand")
        for hand in hands.values()
        for card in hand
        if RED_THREE[card]
    ]
    strangers = [card for cards in red_threes.values() for card in cards if not RED_THREE[card]]
    if strangers:
        faults.append(Refusal("CAN-R3-10", f"only red threes are laid out apart, not {strangers[0].short}"))
    return faults


def _refuse_stuck(state: State) -> None:
    """Refuses a table at which the seat in turn could do nothing lawful."""
    seen = view(state, state.turn.seat)
    if not seen.hand:
        cards = plural(0, "card")
        raise IllegalActionError(
            [Refusal("CAN-OUT-06", f"the seat in turn has {cards}: the deal would be over")]
        )
    faults = end_faults(seen) if state.phase == "play" else []
    if faults:
        raise IllegalActionError(faults)


def imagine(view: View | State, random: Random) -> State:
    """A whole table that fits all that `view` knows; the cards it does not know fall by chance.

    For search and "what if": later deals are shuffled from a seed of their own.
    """
    view = as_view(view)
    options = view.options
    unseen = Counter(PACK108)
    own = None if view.seat < 0 else view.seat
    hands: list[tuple[Card, ...]] = list(view.shown or view.known)
    if own is not None:
        hands[own] = view.hand
    for cards in (*hands, *view.red_threes, view.pile, *[meld.cards for side in view.melds for meld in side]):
        unseen.subtract(cards)
    pool = shuffle([card for card in unseen.elements() if not RED_THREE[card]], random)
    threes = [card for card in unseen.elements() if RED_THREE[card]]
    late = options.red_three_dealt_when == "first_turn" and view.phase in ("draw", "play", "answer")
    waiting = {
        seat
        for seat in range(options.players)
        if late and (seat - view.dealer - 1) % options.players >= view.turn.number
    }
    for seat in sorted(range(options.players), key=lambda seat: seat in waiting):
        if seat in waiting and threes:  # who has not had a turn yet may still hold red threes
            pool, threes = shuffle(pool + threes, random), []
        short = view.counts[seat] - len(hands[seat])
        hands[seat] = tuple(sorted((*hands[seat], *pool[:short])))
        pool = pool[short:]
    pool = shuffle(pool + threes, random)
    held = [card for card in view.draw.held if card is not None] if view.draw is not None else []
    fan = shuffle(list((Counter(PACK108) - Counter(held)).elements()), random)
    pack = tuple(shuffle(list(PACK108), random))
    coming = (pack,) if view.phase == "cut" else ((),)
    return State(
        options=options,
        seed=str(random.random()),
        phase=view.phase,
        draw=view.draw._replace(fan=tuple(fan + held)) if view.draw is not None else None,
        packs=((),) * (view.number - 1) + coming * (view.number > 0),
        number=view.number,
        side_of=view.side_of,
        dealer=view.dealer,
        scores=view.scores,
        results=view.results,
        hands=tuple(hands),
        known=view.known,
        melds=view.melds,
        red_threes=view.red_threes,
        stock=tuple(pool[: view.stock]),
        pile=view.pile,
        frozen=view.frozen,
        melded=view.melded,
        turn=view.turn,
        solo_seat=view.solo_seat,
        aside=tuple(pool[view.stock :]) if view.phase in ("draw", "play", "answer") else (),
    )
