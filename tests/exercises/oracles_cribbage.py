"""Keys of the Cribbage exercises, computed a second way: see `oracles.py`.

Hands and plays are counted here from the rule sheet, by brute force; of the engine only the positions are
used, and the measured tables that the two exercises on judgement are defined by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Any

from cardlab_exercises import Question
from cardlab_exercises.declaration.exercise import Answer

from cardlab.cards import PACK52, Card, Rank, parse_cards
from cardlab.cribbage.analysis.discard_frequencies import COMBINATIONS, PAIR_NUMBER, discard_frequencies
from cardlab.cribbage.players.pegging_graph import _CARD, CAUTION, KEEP_LOW
from tests.exercises.oracles import Judge, Key

# ---------------------------------------------------------------- counting by the rule sheet


def value(card: Card) -> int:
    return min(card.rank, 10)


def is_run(ranks: Iterable[int]) -> bool:
    row = sorted(ranks)
    return len(row) >= 3 and row == list(range(row[0], row[0] + len(row)))


@cache
def by_rank(ranks: tuple[int, ...]) -> tuple[int, int, int]:
    """What five ranks pay for fifteens, pairs and runs."""
    places = [places for size in range(2, 6) for places in combinations(range(5), size)]
    chosen = [[ranks[place] for place in places] for places in places]
    fifteens = 2 * sum(sum(min(rank, 10) for rank in some) == 15 for some in chosen)
    pairs = 2 * sum(len(some) == 2 and some[0] == some[1] for some in chosen)
    runs = [len(some) for some in chosen if is_run(some)]
    return fifteens, pairs, sum(size for size in runs if size == max(runs))


def counted(hand: Sequence[Card], starter: Card, crib: bool, options: Any) -> dict[str, int]:
    """What a hand or crib counts, by category."""
    fifteens, pairs, runs = by_rank(tuple(sorted([card.rank for card in (*hand, starter)])))
    one_suit = len({card.suit for card in hand}) == 1
    flush = 0
    if one_suit and starter.suit is hand[0].suit:
        flush = 5
    elif one_suit and not crib and options.flush_hand == "four_or_five":
        flush = 4
    nobs = sum(card.rank == 11 and card.suit is starter.suit for card in hand)
    return {"fifteens": fifteens, "pairs": pairs, "runs": runs, "flush": flush, "nobs": nobs}


def total(hand: Sequence[Card], starter: Card, crib: bool, options: Any) -> int:
    return sum(counted(hand, starter, crib, options).values())


def items(hand: Sequence[Card], starter: Card, crib: bool, options: Any) -> list[tuple[str, set[Card], int]]:
    """What pays in a hand, each by itself: what it is, its cards and its points."""
    five = [*hand, starter]
    sets = [set(cards) for size in range(2, 6) for cards in combinations(five, size)]
    found = [("fifteen", cards, 2) for cards in sets if sum(map(value, cards)) == 15]
    for rank in {card.rank for card in five}:
        alike = {card for card in five if card.rank is rank}
        if len(alike) > 1:
            found.append(("alike", alike, {2: 2, 3: 6, 4: 12}[len(alike)]))
    runs = [cards for cards in sets if is_run([card.rank for card in cards])]
    longest = max(map(len, runs), default=0)
    found += [("run", cards, longest) for cards in runs if len(cards) == longest]
    parts = counted(hand, starter, crib, options)
    if parts["flush"]:
        found.append(("flush", set(five if parts["flush"] == 5 else hand), parts["flush"]))
    nobs = {card for card in hand if card.rank is Rank.JACK and card.suit is starter.suit}
    if nobs:
        found.append(("nobs", nobs, 1))
    return found


# ---------------------------------------------------------------- the play by the rule sheet


def pegged(cards: Sequence[Card], options: Any) -> dict[str, int]:
    """What the last card of a count pegs, and for what."""
    found = {}
    count = sum(map(value, cards))
    if count in (15, 31):
        found["fifteen" if count == 15 else "thirty-one"] = 2
    ranks = [card.rank for card in cards]
    alike = next((back for back, rank in enumerate(reversed(ranks)) if rank is not ranks[-1]), len(ranks))
    names = {2: ("pair", 2), 3: ("pair-royal", 6), 4: ("double-pair-royal", 12)}
    if alike in names:
        one_more_pair = alike == 3 and options.peg_pair_royal == "absent"
        name, points = names[2 if one_more_pair else alike]
        found[name] = points
    longest = max((size for size in range(3, len(ranks) + 1) if is_run(ranks[-size:])), default=0)
    if longest:
        found["run"] = longest
    return found


def in_count(state: Any) -> list[Card]:
    return [card for _, card in state.plays[state.count_start :]]


def is_closed(hands: Sequence[Sequence[Card]], passed: Iterable[int], last: int, count: int) -> bool:
    """Whether nobody can play in a count any more, after somebody has acted; `last` played the last card."""
    if count == 31:
        return True
    held = [seat for seat, hand in enumerate(hands) if hand and seat not in passed]
    return not any(seat != last or min(map(value, hands[seat])) + count <= 31 for seat in held)


def after(at: Any) -> tuple[list[list[Card]], list[int], int, list[Card]]:
    """What somebody leaves who acts: the hands, who is out of the count, the last player, the cards of it."""
    hands = [list(hand) for hand in at.state.hands]
    passed, cards = list(at.state.passed), in_count(at.state)
    if at.action.kind == "play":
        (card,) = at.action.cards
        hands[at.state.turn].remove(card)
        return hands, passed, at.state.turn, [*cards, card]
    return hands, [*passed, at.state.turn], at.state.plays[-1][0], cards


def seats_in_count(at: Any) -> list[int]:
    """Who has played in the count, card by card, the action included."""
    seats = [seat for seat, _ in at.state.plays[at.state.count_start :]]
    return [*seats, at.state.turn] if at.action.kind == "play" else seats


def for_closing(
    options: Any, hands: Sequence[Sequence[Card]], passed: Sequence[int], seats: Sequence[int], count: int
) -> dict[str, int]:
    """What the end of a count pegs besides a thirty-one; `seats` played in it, card by card."""
    if count == 31:
        return {"go": 1} if passed and options.go_then_31 == "one_and_two" else {}
    if any(hands):
        return {"go": 1}
    in_turn = [(seats[0] + place) % options.players for place in range(len(seats))]
    both = options.last_card_after_go == "separate" and [*seats] != in_turn
    return {"go": 1, "last-card": 1} if both else {"last-card": 1}


def next_with_cards(hands: Sequence[Sequence[Card]], seat: int) -> int:
    return next(there % len(hands) for there in range(seat + 1, seat + 9) if hands[there % len(hands)])


SEATS = {
    2: ("south", "north"),
    3: ("south", "west", "east"),
    4: ("south", "west", "north", "east"),
}


def seat_name(options: Any, seat: int) -> str:
    return SEATS[options.players][seat % options.players]


# ---------------------------------------------------------------- before the play


def cut_depth(question: Question) -> Answer:
    state, lifted = question.position
    least = 1 if state.options.cut_leave == "four_at_end" else 4
    return {"allowed": "yes" if least <= lifted <= len(state.pack) - 4 else "no"}


def who_deals(question: Question) -> Answer:
    options, cards = question.position
    ranks = [int(card.rank) for card in cards]
    lowest = [seat for seat, rank in enumerate(ranks) if rank == min(ranks)]
    return {"dealer": seat_name(options, lowest[0]) if len(lowest) == 1 else "again"}


def next_dealer(question: Question) -> Answer:
    """The last card pegs a point; then hand after hand is counted until somebody is out."""
    state = question.position.state
    options, dealer, last = state.options, state.dealer, state.turn
    scores = list(state.scores)
    scores[last % options.sides] += 1  # only that one card is known of the hands, so none is counted
    if max(scores) < options.target:
        return {"dealer": seat_name(options, dealer + 1)}
    behind = [seat for seat in range(options.players) if scores[seat % options.sides] == min(scores)]
    first = next(dealer + step for step in range(1, 5) if (dealer + step) % options.players in behind)
    return {"dealer": seat_name(options, first)}


def the_deal(question: Question) -> Answer:
    state, asked = question.position
    players, dealer = state.options.players, state.dealer
    dealt, laid, pack = {2: (6, 2, 0), 3: (5, 1, 1), 4: (5, 1, 0)}[players]
    left = seat_name(state.options, dealer + 1)
    truth = {
        "dealt": str(dealt),
        "laid": str(laid),
        "pack": str(pack),
        "rest": str(52 - players * dealt - pack),
        "first": left,
        "crib": seat_name(state.options, dealer),
        "cuts": left,
        "leads": left,
    }
    return {name: truth[name] for name in asked}


def move_pegs(question: Question) -> Answer:
    state = question.position.state
    front = state.scores[0] + total(own_hand(state, 0), state.starter, False, state.options)
    return {"front": str(min(front, state.options.target)), "rear": str(state.scores[0])}


def own_hand(state: Any, seat: int) -> tuple[Card, ...]:
    return tuple(card for of, card in state.plays if of == seat)


# ---------------------------------------------------------------- the play


def call_count(question: Question) -> Answer:
    state, card = question.position.played
    return {"count": str(sum(map(value, [*in_count(state), card])))}


def fitting(state: Any) -> list[Card]:
    count = sum(map(value, in_count(state)))
    return [card for card in state.hands[0] if count + value(card) <= 31]


def which_fit(question: Question) -> Answer:
    return {"fit": " ".join(card.code for card in fitting(question.position)) or "none"}


def must_go(question: Question) -> Answer:
    return {"go": "no" if fitting(question.position) else "yes"}


def what_may_you_do(question: Question) -> Answer:
    state = question.position
    if not fitting(state):
        return {"do": "go"}
    return {"do": "play stop" if state.passed and state.options.go_continue == "may" else "play"}


def peg_points(question: Question) -> Answer:
    state, card = question.position
    cards = [*in_count(state), card]
    found = pegged(cards, state.options)
    hands = [[one for one in hand if one is not card] for hand in state.hands]
    count = sum(map(value, cards))
    if is_closed(hands, state.passed, state.turn, count):
        seats = [*[seat for seat, _ in state.plays[state.count_start :]], state.turn]
        found |= for_closing(state.options, hands, state.passed, seats, count)
    order = ("fifteen", "thirty-one", "pair", "pair-royal", "double-pair-royal", "run", "go", "last-card")
    kinds = [kind for kind in order if kind in found]
    return {"points": str(sum(found.values())), "for": " ".join(kinds) or "none"}


def whose_turn(question: Question) -> Answer:
    at = question.position.acted
    hands, passed, last, cards = after(at)
    count, players = sum(map(value, cards)), len(hands)
    for step in range(1, players + 1):
        seat = (at.state.turn + step) % players
        fits = seat != last or min(map(value, hands[seat]), default=99) + count <= 31
        if hands[seat] and seat not in passed and fits:
            return {"turn": seat_name(at.state.options, seat)}
    raise AssertionError("the count goes on")


def end_of_count(question: Question) -> Answer:
    at = question.position
    hands, passed, last, cards = after(at)
    count = sum(map(value, cards))
    assert is_closed(hands, passed, last, count)
    ends = for_closing(at.state.options, hands, passed, seats_in_count(at), count)
    points = sum(ends.values()) + (2 if count == 31 else 0)
    return {"who": seat_name(at.state.options, last), "points": str(points)}


def who_leads(question: Question) -> Answer:
    at = question.position
    hands, passed, last, cards = after(at)
    assert is_closed(hands, passed, last, sum(map(value, cards)))
    caller = passed and at.state.options.next_lead == "go_caller"
    leader = passed[0] if caller else next_with_cards(hands, last)
    return {"who": seat_name(at.state.options, leader)}


def score_play(question: Question) -> Answer:
    """The whole play, scored card by card and count by count."""
    rows = Counter[str]()
    names = ("your", "their")
    for at in question.position.acted:
        hands, passed, last, cards = after(at)
        if at.action.kind == "play":
            for kind, points in pegged(cards, at.state.options).items():
                rows[f"{names[last]}-{'ends' if kind == 'thirty-one' else 'cards'}"] += points
        count = sum(map(value, cards))
        if is_closed(hands, passed, last, count):
            ends = for_closing(at.state.options, hands, passed, seats_in_count(at), count)
            rows[f"{names[last]}-ends"] += sum(ends.values())
    return {f"{name}-{row}": str(rows[f"{name}-{row}"]) for name in names for row in ("cards", "ends")}


def spot_play(question: Question) -> Answer:
    for letter, line in zip("abcdefgh", question.position.lines, strict=False):
        state, card = line.played
        cards = [*in_count(state), card]
        if (line.total, line.points) != (sum(map(value, cards)), sum(pegged(cards, state.options).values())):
            return {"wrong": letter}
    return {"wrong": "right"}


# ---------------------------------------------------------------- the show


def count_cards(question: Question) -> Answer:
    hand = question.position
    parts = counted(hand.hand, hand.starter, hand.crib, hand.options)
    return {name: str(points) for name, points in {**parts, "total": sum(parts.values())}.items()}


def count_basics(question: Question) -> Answer:
    found = count_cards(question)
    assert (found.pop("flush"), found.pop("nobs")) == ("0", "0")
    return found


def heels_nobs(question: Question) -> Answer:
    turned = question.position
    nobs = counted(turned.hand, turned.starter, turned.crib, turned.options)["nobs"]
    if turned.starter.rank is not Rank.JACK:
        return {"who": "nobody", "heels": "0", "nobs": str(nobs)}
    return {"who": "you" if turned.deals else "opponent", "heels": "2", "nobs": str(nobs)}


def muggins(question: Question) -> Answer:
    options, hand, claimed, _ = question.position
    true = total(hand.hand, hand.starter, hand.crib, options)
    return {"pegs": str(min(true, claimed)), "take": str(max(0, true - claimed))}


def spot_count(question: Question) -> Answer:
    told = question.position
    hand = told.hand
    true = items(hand.hand, hand.starter, hand.crib, hand.options)
    for letter, line in zip("abcdefghijklmnop", told.lines, strict=False):
        kind = next((kind for kind in ("fifteen", "run", "flush", "nobs") if kind in line.name), "alike")
        if (kind, set(line.cards), line.points) not in true:
            return {"wrong": letter}
    if len(told.lines) < len(true):
        return {"wrong": "missing"}
    return {"wrong": "right" if told.total == sum(points for *_, points in true) else "sum"}


def who_wins(question: Question) -> Answer:
    """Hand after hand, from the dealer's left round to the dealer, then the crib."""
    state = question.position.state
    players, options = state.options.players, state.options
    order = [(state.dealer + step) % players for step in range(1, players + 1)]
    scores = list(state.scores)
    winner = "nobody"
    for place, seat in enumerate([*order, state.dealer]):
        crib = place == players
        scores[seat] += total(state.crib if crib else own_hand(state, seat), state.starter, crib, options)
        if scores[seat] >= options.target:
            winner = seat_name(options, seat)
            break
    return {"first": seat_name(options, order[0]), "wins": winner}


def lurch_skunk(question: Question) -> Answer:
    options, scores, winner = question.position
    target = options.target
    best = max(score for side, score in enumerate(scores) if side != winner)
    half = {121: 60, 61: 30}[target]
    quarters = {121: 90, 61: 45}[target]
    none = target == 61 and options.skunk_in_61 == "none"
    if options.loss_scheme == "lurch":
        return {"kind": "lurch", "games": "2"} if best <= half else {"kind": "game", "games": "1"}
    if options.loss_scheme == "acc":  # game points
        skunk = best <= target - 31 and not none
        return {"kind": "skunk", "games": "3"} if skunk else {"kind": "game", "games": "2"}
    if none or best > quarters:
        return {"kind": "game", "games": "1"}
    return {"kind": "double-skunk", "games": "4"} if best <= half else {"kind": "skunk", "games": "2"}


# ---------------------------------------------------------------- decisions


def lays_away_well(question: Question, answer: Answer) -> bool:
    """Whether no other two cards are worth over 0.3 more."""
    state = question.position
    worth = worth_laying(state.hands[0], state.dealer == 0, state.options)
    return max(worth.values()) - worth[tuple(parse_cards(answer["laid"]))] <= 0.3


@lru_cache(maxsize=8)
def worth_laying(six: tuple[Card, ...], dealer: bool, options: Any) -> dict[tuple[Card, ...], float]:
    """What each two cards are worth laid away: hand and crib averaged card by card."""
    unseen = [card for card in PACK52 if card not in six]
    cribs = Cribs(unseen, discard_frequencies(not dealer).rates)
    worth = {}
    for laid in combinations(sorted(six), 2):
        kept = [card for card in six if card not in laid]
        hand = sum(total(kept, starter, False, options) for starter in unseen) / len(unseen)
        crib = cribs.by_ranks(laid) + cribs.by_suits(laid)
        worth[laid] = hand + crib if dealer else hand - crib
    return worth


class Cribs:
    """All that the other can lay away from the unseen cards, and how likely it is, with all starters."""

    def __init__(self, unseen: Sequence[Card], rates: Sequence[float]) -> None:
        held, self.suits = Counter(card.rank for card in unseen), Counter(card.suit for card in unseen)
        self.starters = len(unseen) - 2
        weights = {}
        for one, two in combinations(unseen, 2):
            kind = PAIR_NUMBER[one.rank - 1, two.rank - 1]
            weights[one, two] = rates[kind] / COMBINATIONS[kind]
        whole = sum(weights.values())
        self.pairs = {pair: weight / whole for pair, weight in weights.items()}
        self.threes = Counter[tuple[Rank, ...]]()
        """The ranks of two cards of the other and the starter, with how likely they are."""
        kinds = Counter[tuple[Rank, ...]]()
        for (one, two), weight in self.pairs.items():
            kinds[one.rank, two.rank] += weight
        for kind, weight in kinds.items():
            for rank, number in held.items():
                self.threes[(*kind, rank)] += weight * (number - kind.count(rank)) / self.starters

    def by_ranks(self, laid: Sequence[Card]) -> float:
        own = [card.rank for card in laid]
        return sum(
            weight * sum(by_rank(tuple(sorted([*own, *three]))))
            for three, weight in self.threes.items()
            if weight > 0
        )

    def by_suits(self, laid: Sequence[Card]) -> float:
        """Flush and nobs: the starter is of a suit as likely as so many cards of it are left."""
        found = 0.0
        for pair, weight in self.pairs.items():
            four = (*laid, *pair)
            suits = [card.suit for card in four]
            pays = [(card.suit, 1) for card in four if card.rank is Rank.JACK]
            if suits.count(suits[0]) == 4:
                pays.append((suits[0], 5))
            for suit, points in pays:
                left = self.suits[suit] - suits[2:].count(suit)
                found += weight * points * left / self.starters
        return found


def plays_well(question: Question, answer: Answer) -> bool:
    """Whether no card is worth over 0.2 more: points now, less a share of the other's likely best answer."""
    state = question.position
    run, options, others = in_count(state), state.options, len(state.hands[1])
    worth = {}
    for card in fitting(state):
        now = sum(pegged([*run, card], options).values())
        worth[card] = now - CAUTION * answered([*run, card], others, options) + KEEP_LOW * value(card)
    cards = parse_cards(answer["card"])
    return cards[0] in worth and max(worth.values()) - worth[cards[0]] <= 0.2


def answered(run: Sequence[Card], others: int, options: Any) -> float:
    """What a player with so many cards, each rank as likely as the table says, pegs at best on average."""
    count = sum(map(value, run))
    lie = {card.rank: card for card in PACK52}  # of one rank all are alike here
    pays = {
        rank: sum(pegged([*run, card], options).values()) if count + value(card) <= 31 else 0
        for rank, card in lie.items()
    }
    average, none_yet = 0.0, 1.0
    for rank in sorted(pays, key=lambda rank: (pays[rank], rank), reverse=True):
        holds = 1 - (1 - _CARD[rank - 1]) ** others
        average += none_yet * holds * pays[rank]
        none_yet *= 1 - holds
    return average


def takes_most(question: Question, answer: Answer) -> bool:
    """Whether the action is allowed and pegs as much as any."""
    state = question.position.state
    run = in_count(state)
    pays = {f"play {card.code}": sum(pegged([*run, card], state.options).values()) for card in fitting(state)}
    if not pays:
        return answer["do"] == "go"
    if answer["do"] == "stop" and state.passed and state.options.go_continue == "may":
        return max(pays.values()) == 0
    return pays.get(answer["do"], -1) == max(pays.values())


KEYS: dict[str, Key] = {
    "crib-cut-depth": cut_depth,
    "crib-who-deals": who_deals,
    "crib-next-dealer": next_dealer,
    "crib-the-deal": the_deal,
    "crib-move-pegs": move_pegs,
    "crib-call-count": call_count,
    "crib-which-fit": which_fit,
    "crib-must-go": must_go,
    "crib-what-may-you-do": what_may_you_do,
    "crib-peg-points": peg_points,
    "crib-whose-turn": whose_turn,
    "crib-end-of-count": end_of_count,
    "crib-who-leads": who_leads,
    "crib-count-basics": count_basics,
    "crib-count-hand": count_cards,
    "crib-count-crib": count_cards,
    "crib-heels-nobs": heels_nobs,
    "crib-who-wins": who_wins,
    "crib-lurch-skunk": lurch_skunk,
    "crib-score-play": score_play,
    "crib-muggins": muggins,
    "crib-spot-count": spot_count,
    "crib-spot-play": spot_play,
}
JUDGES: dict[str, Judge] = {
    "crib-lay-away": lays_away_well,
    "crib-which-card": plays_well,
    "crib-table-turn": takes_most,
}
FAULTS = {"crib-peg-points": ((3, 11), (3, 13), (3, 16))}
