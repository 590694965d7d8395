"""A game of Cribbage that was played with real cards, from a plain list that a person can type.

>>> game = read('''
... cribbage classic target=61
... deal North
... South 4H 5H 5S 6C JD KD lays JD KD
... North 2C 3C 8D 9S TC QS lays 2C QS
... starter 7D
... play 6C 9S 5S TC 4H 3C 5H 8D
... ''')
>>> game.options.label, game.state.scores, game.view(0).dealer
('classic rules, target 61', (17, 14), 0)

The first line names the game and, if need be, the rules. Then each deal has a line with its dealer, one for
each player with the cards dealt and those laid away, the starter, and the cards in the order in which they
were played; who played each, and who said go, follows from the rules. The last deal may end anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.cards import PACK52, Card, list_cards, parse_cards
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import GO, STOP, Action
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.options import options as make_options
from cardlab.cribbage.rules.state import CARDS_DEALT
from cardlab.errors import IllegalActionError, NotationError
from cardlab.game import Game
from cardlab.seats import find_seat

FORM = "a deal is typed like: deal North, South 4H 5H 5S 6C JD KD lays JD KD, starter 7D, play 6C 9S"


class _Deal:
    """What was typed of one deal; `lines` are the numbers of its lines, for what is wrong with them."""

    def __init__(self, dealer: int) -> None:
        self.dealer = dealer
        self.hands: dict[int, tuple[Card, ...]] = {}
        self.laid: dict[int, tuple[Card, ...]] = {}
        self.starter: Card | None = None
        self.played: list[tuple[int, Card]] = []


def read(text: str) -> Game:
    """The game that was typed. Raises `NotationError`, or `IllegalActionError`, naming the line."""
    lines = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines or lines[0][1].split()[0].casefold() != "cribbage":
        raise NotationError("line 1: a typed game begins with the word cribbage")
    try:
        options = _options(lines[0][1])
    except ValueError as error:
        raise NotationError(f"line {lines[0][0]}: {error}") from error
    names = referee.seat_names(options)
    deals: list[_Deal] = []
    for number, line in lines[1:]:
        try:
            _typed(deals, number, line, names, options)
        except ValueError as error:
            raise NotationError(f"line {number}: {error}") from error
    if not deals:
        raise NotationError(f"there is no deal in this game; {FORM}")
    return _replayed(deals, options)


def _options(line: str) -> Options:
    words = line.split()[1:]
    preset = words[0] if words and "=" not in words[0] else "course"
    changes = dict(word.split("=", 1) for word in words if "=" in word)
    options = make_options(preset, **changes)
    if options.players == 3:
        raise NotationError("games for three cannot be typed, for nobody sees all of the crib")
    return options._replace(counting="automatic", muggins="off", heels_claim="automatic")


def _typed(deals: list[_Deal], number: int, line: str, names: Sequence[str], options: Options) -> None:
    """Takes in one line, whose number goes with the cards played."""
    word, _, rest = line.partition(" ")
    word = word.rstrip(":").casefold()
    if word == "deal":
        deals.append(_Deal(find_seat(rest.strip(), names)))
        return
    if not deals:
        raise NotationError(FORM)
    deal = deals[-1]
    if word == "starter":
        deal.starter = Card(rest.strip())
    elif word == "play":
        deal.played += [(number, card) for card in parse_cards(rest)]
    else:
        seat = find_seat(line.split()[0].rstrip(":"), names)
        dealt, separator, laid = rest.partition("lays")
        deal.hands[seat], deal.laid[seat] = parse_cards(dealt), parse_cards(laid)
        wanted = CARDS_DEALT[options.players]
        if not separator or len(deal.hands[seat]) != wanted:
            raise NotationError(f"write the {wanted} cards dealt, then lays, then those laid away")


def _replayed(deals: Sequence[_Deal], options: Options) -> Game:
    """The game, played through the referee from packs that bring the cards as they came."""
    packs = [_pack(deal, options) for deal in deals]
    game = Game(referee, options, "typed", packs)
    for number, deal in enumerate(deals, 1):
        if number == 1:
            _cut_for(game, deal.dealer)
        if game.state.phase != "lay" or game.state.dealer != deal.dealer:
            raise NotationError(f"deal {number}: {_why_not(game, deal)}")
        _play(game, deal, number)
    return game


def _why_not(game: Game, deal: _Deal) -> str:
    names = referee.seat_names(game.options)
    if game.turn is None:
        return "the game was over before it"
    if game.state.phase != "lay":
        return "the deal before it was not played to its end"
    return f"it is {names[game.state.dealer]} who deals, not {names[deal.dealer]}"


def _cut_for(game: Game, dealer: int) -> None:
    """Cuts for the deal: the dealer as low a card as there is, everybody else as high a one."""
    while game.state.phase == "cut":
        state = game.state
        cuts = [action for action in game.legal_actions() if action.kind == "cut"]
        ranks = {action: referee.apply(state, action).events[0].cards[0].rank for action in cuts}
        game.do(min(cuts, key=lambda action: ranks[action] if state.turn == dealer else -ranks[action]))


def _pack(deal: _Deal, options: Options) -> tuple[Card, ...]:
    """A pack that brings everybody the cards that were typed, in whatever order it is dealt."""
    dealt = [card for hand in deal.hands.values() for card in hand]
    known = [*dealt, *([deal.starter] if deal.starter is not None else [])]
    if len(deal.hands) != options.players:
        raise NotationError("each deal needs a line for every player")
    if len(set(known)) != len(known):
        twice = sorted({card for card in known if known.count(card) > 1})
        raise NotationError(f"{list_cards(twice)} cannot be there twice in one deal")
    seats = [(deal.dealer + step) % options.players for step in range(1, options.players + 1)]
    order = [deal.hands[seat][place] for place in range(CARDS_DEALT[options.players]) for seat in seats]
    rest = [card for card in PACK52 if card not in known]
    if deal.starter is not None:
        rest.insert(len(rest) // 2, deal.starter)  # where a cut can reach it
    return (*order, *rest)


def _play(game: Game, deal: _Deal, number: int) -> None:
    """Lays away, turns up the starter and plays, as far as that was typed."""
    while game.state.phase == "lay":
        seat = game.turn or 0
        _do(game, Action("lay", tuple(sorted(deal.laid[seat]))), f"deal {number}")
    if deal.starter is None:
        return
    if game.state.phase == "starter":
        for action in game.legal_actions():
            if referee.apply(game.state, action).state.starter == deal.starter:
                game.do(action)
                break
    for line, card in deal.played:
        where = f"line {line}"
        while passing := _passes(game, card):
            game.do(passing)
        if game.state.phase != "play" or game.state.deals != number:
            raise NotationError(f"{where}: {card} comes after the end of this deal's play")
        _do(game, Action("play", (card,)), where)


def _passes(game: Game, card: Card) -> Action | None:
    """Go or stop, where the player whose turn it is did not play that card and may say so."""
    if game.state.phase != "play":
        return None
    if not referee.check(game.view(), Action("play", (card,))):
        return None
    return next((action for action in game.legal_actions() if action in (GO, STOP)), None)


def _do(game: Game, action: Action, where: str) -> None:
    try:
        game.do(action)
    except IllegalActionError as error:
        raise IllegalActionError(error.refusals, f"{where}: ") from error
