"""Where games begin: at the first cut, in any position one names, or as one seat imagines it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from cardlab.cards import (
    PACK52,
    Card,
    CardLike,
    CardsLike,
    Rank,
    list_cards,
    parse_cards,
    quoted,
    shuffle,
    shuffled,
)
from cardlab.cribbage.rules.options import COURSE, Options, as_options
from cardlab.cribbage.rules.pegging import LIMIT
from cardlab.cribbage.rules.state import (
    CARDS_DEALT,
    CARDS_KEPT,
    LAID_AWAY,
    SHARED,
    UNPLAYED,
    Hand,
    Phase,
    State,
    View,
    as_view,
    seat_names,
)
from cardlab.errors import IllegalActionError, NotationError, Refusal
from cardlab.seats import by_seat, find_seat, whole_numbers

Seat: TypeAlias = int | str
Hands: TypeAlias = (
    Mapping[Seat, CardsLike] | Mapping[int, CardsLike] | Mapping[str, CardsLike] | Sequence[CardsLike | None]
)

CUT_HERE = 20
"""A cut of this many cards turns up what a position names: its starter, or its cuts one by one."""


def start(
    options: Options | str = COURSE, seed: str | int = 0, packs: Sequence[Sequence[Card]] = ()
) -> State:
    """A new game, at the cut for deal. Deal n is shuffled from ``seed/n`` unless `packs` has it.

    `options` may be the name of a preset. Raises `InputError` for anything but options, `NotationError`
    when one of `packs` is not a whole pack.
    """
    options = as_options(options)
    for number, pack in enumerate(packs, 1):
        if len(pack) != 52 or set(pack) != set(PACK52):
            raise NotationError(f"deal {number} is not the 52 cards of a pack, each once")
    return _blank(options, seed)._replace(
        packs=tuple(map(tuple, packs)),
        turn=0,
        pack=shuffled(PACK52, seed, 0),
    )


def _blank(options: Options, seed: str | int) -> State:
    """A game in which nothing has happened and no card has been dealt."""
    nil = (0,) * options.sides
    nobody: tuple[Hand, ...] = ((),) * options.players
    return State(
        options=options,
        seed=str(seed),
        packs=(),
        deals=0,
        results=(),
        games=nil,
        phase="cut",
        dealer=0,
        turn=None,
        scores=nil,
        rear_pegs=nil,
        pack=(),
        cuts=(None,) * options.players,
        hands=nobody,
        laid=nobody,
        crib=(),
        **UNPLAYED,
    )


def position(
    *,
    options: Options = COURSE,
    seed: str | int = 0,
    phase: Phase | None = None,
    dealer: Seat | None = None,
    turn: Seat | None = None,
    scores: Sequence[int] | None = None,
    games: Sequence[int] | None = None,
    hands: Hands = (),
    crib: CardsLike | None = None,
    starter: CardLike | None = None,
    cuts: CardsLike = (),
    total: int = 0,
) -> State:
    """A state in which the cards and scores named lie as they are named, and `seed` deals the rest.

    `phase` is "cut" (for deal), "lay" (the default), "starter", "play" (the default if a hand of four
    or fewer cards, a crib, a starter or a total is named) or "show". Seats are numbers or names;
    `scores` and `games` are a side; the dealer is by default the last seat, so that seat 0 leads.

    `hands` (a sequence or a mapping by seat) are cards held; a hand that is not named is dealt, and one
    that is named is taken as it is, however few its cards: missing ones are dealt to nobody. Before
    the starter is cut, a `starter` that is named lies under a cut of `CUT_HERE` cards, and so does each of
    `cuts` in turn before the cut for deal. `total` is a count made of cards that are not named.

    >>> state = position(hands=["5H 5D JC KS", None], starter="5C", seed=7)
    >>> [len(hand) for hand in state.hands], state.turn
    ([4, 4], 0)

    Raises `IllegalActionError` for cards that cannot lie so, `NotationError` for anything not known.
    """
    options = as_options(options)
    told = by_seat("hands", hands, seat_names(options))
    named = {of: tuple(sorted(parse_cards(cards))) for of, cards in told.items()}
    (total,) = whole_numbers("the count", total, 1, 0, LIMIT)
    if phase is None:
        short = any(len(hand) <= CARDS_KEPT for hand in named.values())
        late = short or crib is not None or starter is not None or total
        phase = "play" if late else "lay"
    if phase not in ("cut", "lay", "starter", "play", "show"):
        raise NotationError(
            f"no position begins with {quoted(phase)}; one begins with cut, lay, starter, play or show"
        )
    first = options.players - 1 if dealer is None else _seat(dealer, options)
    known_crib = None if crib is None else parse_cards(crib)
    turned = None if starter is None else Card(starter)
    cut = parse_cards(cuts)
    _refuse_impossible([card for hand in named.values() for card in hand], known_crib or (), turned, cut)
    table = _Table(seed, [*(c for h in named.values() for c in h), *(known_crib or ()), *cut], turned)
    blank = _blank(options, seed)._replace(
        deals=1,
        packs=(shuffled(PACK52, seed, 1),),
        dealer=first,
        scores=_scores(scores, options),
        rear_pegs=_scores(scores, options),
        games=whole_numbers("games won", (0,) * options.sides if games is None else games, options.sides, 0),
        total=total,
    )
    if phase == "cut":
        return blank._replace(deals=0, packs=(), dealer=0, turn=0, pack=table.rest(cut, CUT_HERE - 1))
    dealt_each = CARDS_DEALT[options.players] if phase == "lay" else CARDS_KEPT
    held = tuple(named[of] if of in named else table.deal(dealt_each) for of in range(options.players))
    in_crib = CARDS_KEPT if phase != "lay" else options.players == 3
    full = known_crib if known_crib is not None else table.deal(in_crib)
    leader = (first + 1) % options.players if turn is None else _seat(turn, options)
    state = blank._replace(
        phase=phase,
        turn=leader,
        hands=held,
        laid=_laid(full, first, options) if phase != "lay" else blank.laid,
        crib=tuple(sorted(full)),
    )
    if phase == "lay":
        return state._replace(pack=table.rest())
    if phase == "starter":
        return state._replace(pack=table.rest(() if turned is None else (turned,)))
    face_up = turned if turned is not None else table.deal(1)[0]
    state = state._replace(starter=face_up, pack=table.rest())
    if phase == "play":
        return state
    plays = tuple((of, card) for of, hand in enumerate(held) for card in hand)
    return state._replace(hands=blank.hands, plays=plays, count_start=len(plays))


class _Table:
    """The pack, less the cards that are named, in the seed's order."""

    def __init__(self, seed: str | int, named: Iterable[Card], starter: Card | None) -> None:
        gone = {*named, *([starter] if starter is not None else ())}
        self._left = [card for card in shuffled(PACK52, seed, 1) if card not in gone]

    def deal(self, size: int) -> Hand:
        dealt, self._left = self._left[:size], self._left[size:]
        return tuple(sorted(dealt))

    def rest(self, under: Hand = (), at: int = CUT_HERE) -> Hand:
        """What is left, from the top, with the cards `under` from place `at` on."""
        return (*self._left[:at], *under, *self._left[at:])


def _seat(of: Seat, options: Options) -> int:
    return find_seat(of, seat_names(options))


def _scores(scores: Sequence[int] | None, options: Options) -> tuple[int, ...]:
    nil = (0,) * options.sides
    return whole_numbers("scores", nil if scores is None else scores, options.sides, 0, options.target - 1)


def _laid(crib: Hand, dealer: int, options: Options) -> tuple[Hand, ...]:
    """Who laid away what, if the crib is whole: in order from the dealer's left."""
    each = LAID_AWAY[options.players]
    if len(crib) != CARDS_KEPT:
        return ((),) * options.players
    own = {(dealer + 1 + place) % options.players: place * each for place in range(options.players)}
    return tuple(tuple(sorted(crib[own[of] : own[of] + each])) for of in range(options.players))


def _refuse_impossible(held: list[Card], crib: Hand, starter: Card | None, cuts: Hand) -> None:
    cards = Counter([*held, *crib, *cuts, *([starter] if starter is not None else ())])
    faults = [
        Refusal("CRIB-PACK-01", "there are no jokers in a Cribbage pack")
        for card in cards
        if card.rank is Rank.JOKER
    ]
    twice = [card for card, copies in cards.items() if copies > 1 and card.rank is not Rank.JOKER]
    if twice:
        faults.append(
            Refusal("CRIB-PACK-01", f"{list_cards(twice)} cannot lie in two places: the pack holds each once")
        )
    if faults:
        raise IllegalActionError(faults)


def imagine(view: View | State, random: Random) -> State:
    """A whole game that fits all that `view` knows; the cards it does not know fall by chance.

    For search and "what if": later deals are shuffled from a seed of their own.
    """
    view = as_view(view)
    options = view.options
    players = range(options.players)
    seen = {card for hand in (*view.hands, *view.laid, view.crib) if hand is not None for card in hand}
    seen.update(card for _, card in view.plays)
    seen.update(card for card in (*view.cuts, view.starter) if card is not None)
    unseen = shuffle([card for card in PACK52 if card not in seen], random)

    def draw(size: int) -> Hand:
        drawn, unseen[:size] = unseen[:size], []
        return tuple(sorted(drawn))

    hands = [draw(size) if hand is None else hand for hand, size in zip(view.hands, view.sizes, strict=True)]
    if view.crib is None:
        known = tuple(card for away in view.laid if away is not None for card in away)
        crib = known + draw(view.crib_size - len(known))
    else:
        known, crib = (), view.crib
    rest = [card for card in crib if not any(away and card in away for away in view.laid)]
    each = LAID_AWAY[options.players]
    laid = []
    for of in players:
        away = view.laid[of]
        if away is None:
            has_laid = view.phase != "lay" or view.sizes[of] == CARDS_KEPT
            away, rest[:each] = (tuple(sorted(rest[:each])), []) if has_laid else ((), rest[:each])
        laid.append(away)
    return _blank(options, str(random.random()))._replace(
        pack=tuple(shuffle(unseen, random)),
        hands=tuple(hands),
        laid=tuple(laid),
        crib=tuple(sorted(crib)),
        **{name: getattr(view, name) for name in SHARED},
    )
