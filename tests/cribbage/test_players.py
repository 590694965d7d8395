"""The players: legal under every option, honest in their reasons, and as strong as they say."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from random import Random

import pytest

from cardlab.cards import PACK52, shuffle
from cardlab.cribbage import (
    GO,
    STOP,
    Options,
    State,
    View,
    apply,
    check,
    imagine,
    legal_actions,
    options,
    peg,
    play,
    position,
    start,
    view,
)
from cardlab.cribbage.analysis.discards import discards
from cardlab.cribbage.players import PLAYERS, player
from cardlab.cribbage.players.beliefs import hands_of_opponent, kept_hands, key_of, sample_hands
from cardlab.cribbage.players.pegging_graph import DOES_NOT_FIT, node_of
from cardlab.cribbage.players.playout import Rules, play_out, prudent
from cardlab.cribbage.players.search import position_of
from cardlab.cribbage.players.standing import advance, chance, dealer_wins, exactly, figures, together
from cardlab.cribbage.rules import referee
from cardlab.cribbage.rules.actions import CLAIMS, HEELS, PASS, PLAYS, Action
from cardlab.cribbage.rules.score_lookup import total
from cardlab.cribbage.rules.transitions import to_count
from cardlab.players import Candidate, Choice
from cardlab.study import share, simulate
from tests.cribbage.rule_sets import FOR_TWO, any_rules, under_every_option

MUST = options("classic")


# ---------------------------------------------------------------- the play in ranks


@under_every_option
def test_the_graph_pays_what_peg_pays(rules: Options) -> None:
    random = Random(1)
    steps = 0
    for number in range(600):
        # Every other run is of few ranks, so that pairs, royals and runs are common.
        cards = shuffle([card for card in PACK52 if number % 2 or card >> 2 < 3 + number % 5], random)
        place, run = node_of((), rules), []
        for card in cards[:9]:
            if place.total + min(card.rank, 10) > 31:
                assert place.points[card >> 2] == DOES_NOT_FIT
                break
            run.append(card)
            assert place.points[card >> 2] == sum(item.points for item in peg(run, rules))
            place = place.after(card >> 2)
            steps += 1
    assert steps > 2_000


def prudently(seen: View) -> Action:
    """What a prudent player does in the play."""
    place = node_of([card >> 2 for card in seen.run], seen.options, seen.total)
    after = seen.sizes[(seen.seat + 1) % seen.options.players]
    rank = prudent(place, [card >> 2 for card in seen.hand], after)
    return GO if rank < 0 else PLAYS[next(card for card in seen.hand if card >> 2 == rank)]


def pegged_by_the_referee(state: State) -> list[int]:
    """What the sides peg when everybody plays prudently, by the referee's events."""
    chosen = state.options
    points = [0] * chosen.sides
    while state.phase == "play":
        seen = view(state, state.turn or 0)
        step = referee.apply(state, prudently(seen))
        for event in step.events:
            if event.kind == "count":
                break
            if event.points and event.seat is not None:
                points[event.seat % chosen.sides] += event.points
        state = step.state
    return points


def dealt_out(rules: Options, random: Random) -> State:
    """A play that is to begin, with any hands."""
    cards = shuffle(list(PACK52), random)
    hands = [cards[4 * seat : 4 * seat + 4] for seat in range(rules.players)]
    dealer = int(random.random() * rules.players)
    return position(options=rules, hands=hands, dealer=dealer, starter=cards[20])


def assert_played_out_alike(state: State) -> None:
    """From here on, a play-out pegs what the referee pegs."""
    expected = pegged_by_the_referee(state)
    ranks = [[card >> 2 for card in hand] for hand in state.hands]
    seats = play_out(Rules.of(state.options), position_of(view(state, state.turn or 0)), ranks)
    sides = state.options.sides
    assert [sum(seats[side::sides]) for side in range(sides)] == expected


@under_every_option
def test_a_play_out_pegs_what_the_referee_pegs(rules: Options) -> None:
    random = Random(rules.label)
    for _ in range(40):
        assert_played_out_alike(dealt_out(rules, random))


def test_a_play_out_from_the_middle_pegs_what_the_referee_pegs() -> None:
    """Under any options at all, after any legal cards, goes and stops."""
    random = Random(4)
    for _ in range(1000):
        state = dealt_out(any_rules(random), random)
        for _ in range(int(random.random() * 12)):
            after = apply(state, random.choice(list(legal_actions(view(state, state.turn or 0))))).state
            if after.phase != "play":
                break
            state = after
        assert_played_out_alike(state)


# ---------------------------------------------------------------- every choice


@pytest.mark.parametrize("level", list(PLAYERS))
@under_every_option
def test_two_deals_are_legal_and_reasons_rank_the_choice(level: str, rules: Options) -> None:
    state = start(rules, seed=3)
    random = Random(5)
    phases = set()
    while state.turn is not None and state.deals < 3:
        seen = view(state, state.turn)
        choice = player(level)(seen, random)
        phases.add(seen.phase)
        assert check(seen, choice.action) == []
        assert_ranked(seen, choice)
        if seen.phase == "show" and level != "beginner":
            assert choice.action.number == to_count(state).total
        state = apply(state, choice.action).state
    assert {"cut", "lay", "starter", "play"} <= phases
    assert ("show" in phases) == (rules.counting == "by_hand")


@pytest.mark.parametrize("level", list(PLAYERS))
def test_a_whole_game_is_played_to_its_end(level: str) -> None:
    state = start(options("classic", target=61, counting="by_hand", muggins="on"), seed=3)
    random = Random(5)
    while state.turn is not None:
        state = apply(state, player(level)(view(state, state.turn), random).action).state
    assert max(state.scores) == 61


def assert_ranked(seen: View, choice: Choice) -> None:
    """Ranking again by the numbers given as reasons leads to the same choice; a choice without numbers
    had nothing to choose from."""
    assert choice.reason
    fitting = {card >> 2 for card in seen.hand if seen.total + min(card.rank, 10) <= 31}
    open_play = choice.action.kind == "play" and (len(fitting) > 1 or STOP in legal_actions(seen))
    assert choice.candidates or not (seen.phase == "lay" or open_play)
    if open_play and choice.candidates:
        meant = {(action.kind, *(card >> 2 for card in action.cards)) for action in legal_actions(seen)}
        weighed = {(one.action.kind, *(card >> 2 for card in one.action.cards)) for one in choice.candidates}
        assert weighed | {("stop",)} == meant | {("stop",)}
    if choice.candidates:
        sums = [sum(number for _, number in candidate.parts) for candidate in choice.candidates]
        assert choice.candidates[sums.index(max(sums))].action == choice.action
        assert sums == sorted(sums, reverse=True)
        assert all(check(seen, candidate.action) == [] for candidate in choice.candidates)


@pytest.mark.parametrize("level", list(PLAYERS))
def test_the_same_view_leads_to_the_same_choice(level: str) -> None:
    """What is hidden cannot matter: other cards are dealt under the same view."""
    state = position(seed=8)
    for number in range(12):
        seen = view(state, state.turn or 0)
        choice = player(level)(seen, Random(1))
        other = imagine(seen, Random(number))
        assert view(other, seen.seat) == seen
        assert player(level)(view(other, seen.seat), Random(1)) == choice
        state = apply(state, choice.action).state


def test_all_ways_to_lay_and_all_ranks_are_weighed() -> None:
    for level in PLAYERS:
        lay = player(level)(view(position(seed=2), 0), Random(1))
        assert len({candidate.action for candidate in lay.candidates}) == 15
        seen = view(position(hands=["5H 5S JD KC", None], starter="2D", turn=0), 0)
        assert {str(candidate.action) for candidate in player(level)(seen, Random(1)).candidates} == {
            "play 5H",
            "play JD",
            "play KC",
        }


def test_a_game_that_is_over_has_no_choice() -> None:
    state = position(scores=[120, 120], hands=["5H", "KD"], turn=0, total=10, starter="2D")
    over = apply(state, play("5H")).state
    with pytest.raises(ValueError, match="over"):
        player("steady")(view(over, 0), Random(1))


def test_an_unknown_level_is_refused_with_the_levels() -> None:
    with pytest.raises(ValueError, match="beginner, steady and strong"):
        player("<b>master</b>")


def test_reasons_in_words() -> None:
    first = Candidate(play("5H"), (("now", 2.0), ("later", -0.5)))
    second = Candidate(play("KD"), (("now", 0.0), ("later", 0.25)))
    choice = Choice(first.action, (first, second))
    assert choice.reason == (
        "now +2.00, later −0.50: +1.50 points in all; the next best, play KD, is worth 1.25 less"
    )
    to_win = Choice(
        first.action, (Candidate(first.action, (("chance to win", 0.625),)),), "chance", "the end"
    )
    assert to_win.reason == "a chance of 62.5% to win (the end)"


# ---------------------------------------------------------------- what the levels know


def test_the_beginner_may_overlook_points_and_never_claims_too_much() -> None:
    state = position(
        options=options(counting="by_hand"), phase="show", hands=["4H 5H 5S 6C", "2D 9D JS KH"], starter="5D"
    )
    seen = view(state, 0)
    claims = {player("beginner")(seen, Random(seed)).action.number for seed in range(200)}
    assert max(claims) == 23
    assert len(claims) > 3
    assert {player("strong")(seen, Random(seed)).action.number for seed in range(20)} == {23}


def test_steady_takes_what_the_claim_has_missed() -> None:
    chosen = options(counting="by_hand", muggins="on")
    state = position(options=chosen, phase="show", hands=["4H 5H 5S 6C", "2D 9D JS KH"], starter="5D")
    state = apply(state, referee.read_action("claim 20", view(state, 0))).state
    assert str(player("steady")(view(state, 1), Random(1)).action) == "muggins 3"
    assert str(player("beginner")(view(state, 1), Random(1)).action) == "pass"


def test_heels_are_claimed() -> None:
    chosen = options(heels_claim="claimed")
    state = position(
        options=chosen,
        phase="starter",
        hands=["4H 5H 5S 6C", "2D 9D TS KH"],
        starter="JC",
        crib="AH AS AC AD",
    )
    state = apply(state, referee.read_action("cut 20", view(state, 0))).state
    while state.turn == 0:
        state = apply(state, player("steady")(view(state, 0), Random(1)).action).state
    assert all(player(level)(view(state, 1), Random(1)).action == HEELS for level in PLAYERS)


def test_strong_lays_away_by_hand_crib_and_play() -> None:
    for seed in range(10):
        for dealer in (0, 1):
            seen = view(position(seed=seed, dealer=dealer, turn=0), 0)
            choice = player("strong")(seen, Random(1))
            found = discards(seen.hand, dealer == 0, seen.options)
            for candidate in choice.candidates:
                way = found.of(candidate.action.cards)
                net = kept_hands(dealer == 0).net[key_of([card >> 2 for card in way.kept])]
                crib = way.crib if dealer == 0 else -way.crib
                assert dict(candidate.parts) == {"hand": way.hand, "crib": crib, "play": net}


def test_near_the_end_strong_keeps_what_wins_at_once() -> None:
    """The pone needs twelve and the dealer eight: if the play is survived, a hand of twelve for sure wins."""
    hand = "7S 8H 8D 9C KS QS"
    far = player("strong")(view(position(hands=[hand, None], phase="lay", seed=1), 0), Random(1))
    assert far.unit == "points"
    state = position(hands=[hand, None], phase="lay", seed=1, scores=[109, 113])
    near = player("strong")(view(state, 0), Random(1))
    assert near.unit == "chance"
    assert all(0 <= candidate.worth <= 1 for candidate in near.candidates)
    assert near.action == far.action
    # A sure eight wins if the play is survived, the chance of more is worth nothing then.
    sure = position(hands=["5H 5S TD JC 2S 3S", None], phase="lay", seed=1, scores=[111, 100])
    choice = player("strong")(view(sure, 0), Random(1))
    kept = [card for card in view(sure, 0).hand if card not in choice.action.cards]
    assert sorted(card.code for card in kept) == ["5H", "5S", "JC", "TD"]


def test_who_leads_one_point_from_home_takes_it() -> None:
    """The dealer needs one point: the last card, a go or a fifteen; a fifteen now wins."""
    state = position(
        hands=["7C 7H 2C 3C", "5D KS QS QD"], dealer=1, turn=1, total=10, starter="2D", scores=[100, 120]
    )
    choice = player("strong")(view(state, 1), Random(1))
    assert choice.action == play("5D")
    assert choice.unit == "chance"
    assert choice.candidates[0].worth == pytest.approx(1)


def test_strong_may_stop_after_a_go() -> None:
    state = position(options=options(), hands=["AH 2S", "KD QD"], turn=0, total=25, starter="9C")
    state = apply(state, play("AH")).state
    state = apply(state, GO).state
    choice = player("strong")(view(state, 0), Random(1))
    assert {str(candidate.action) for candidate in choice.candidates} == {"play 2S", "stop"}
    must = state._replace(options=MUST)
    assert str(player("strong")(view(must, 0), Random(1))) == "play 2S: no other card fits"
    assert check(view(state, 0), STOP) == []


# ---------------------------------------------------------------- beliefs


def test_the_real_hand_is_always_among_those_believed_possible() -> None:
    for seed, rules in enumerate(FOR_TWO * 3):
        state = position(options=rules, seed=seed, dealer=seed % 2)
        random = Random(seed)
        deals = state.deals
        while state.turn is not None and state.deals == deals:
            seat = state.turn
            seen = view(state, seat)
            if seen.phase == "play":
                hands, weights = hands_of_opponent(seen, seat)
                real = tuple(card >> 2 for card in state.hands[1 - seat])
                assert dict(zip(hands, weights, strict=True))[real] > 0
            state = apply(state, player("steady")(seen, random).action).state


def test_who_says_go_holds_nothing_that_fits() -> None:
    state = position(options=MUST, hands=["AH 2S", "KD QD"], turn=0, total=22, starter="9C")
    state = apply(state, play("AH")).state
    assert any(rank <= 7 for ranks in hands_of_opponent(view(state, 0), 0)[0] for rank in ranks) is True
    state = apply(state, GO).state
    hands, _ = hands_of_opponent(view(state, 0), 0)
    assert hands
    assert all(rank >= 8 for ranks in hands for rank in ranks)  # 23 and a nine are 32


def test_a_count_that_is_over_still_tells() -> None:
    """South could not go on at 29, so South has neither ace nor two."""
    state = position(options=MUST, hands=["TH 7S 8D KD", "QD 2C 7D 9H"], turn=0, starter="9C")
    before = hands_of_opponent(view(state, 1), 1)[0]
    assert any(rank < 2 for ranks in before for rank in ranks)
    for action in ("play TH", "play QD", "play 7S", "play 2C", "go", "play 8D"):
        state = apply(state, referee.read_action(action, view(state, state.turn or 0))).state
    assert (state.turn, state.total) == (1, 8)
    after = hands_of_opponent(view(state, 1), 1)[0]
    assert all(rank >= 2 for ranks in after for rank in ranks)
    assert (12,) in after


def test_samples_hold_the_right_number_of_cards() -> None:
    random = Random(2)
    for chosen in (options(), options(players=3), options(players=4)):
        state = position(options=chosen, seed=4, phase="play")
        seen = view(state, 0)
        samples = sample_hands(seen, 0, 20, random)
        assert samples
        for hands, weight in samples:
            assert weight > 0
            assert [len(hand) for hand in hands] == list(seen.sizes)
            assert list(hands[0]) == [card >> 2 for card in seen.hand]
            ranks = [rank for hand in hands for rank in hand]
            assert all(ranks.count(rank) <= 4 for rank in ranks)


def test_an_even_sample_keeps_the_weights() -> None:
    seen = view(position(seed=4, phase="play"), 0)
    hands, weights = hands_of_opponent(seen, 0)
    holds_five = sum(weight for hand, weight in zip(hands, weights, strict=True) if 4 in hand) / sum(weights)
    samples = sample_hands(seen, 0, 2000, Random(1))
    sampled = sum(weight for both, weight in samples if 4 in both[1]) / sum(weight for _, weight in samples)
    assert sampled == pytest.approx(holds_five, abs=0.01)


# ---------------------------------------------------------------- the chance to win


def test_spreads_add_up() -> None:
    assert together([0.5, 0.5], [0.0, 0.25, 0.75]) == [0, 0.125, 0.5, 0.375]
    assert advance([0.0, 0.0, 0.0, 1.0], [0.25, 0.25, 0.0, 0.25, 0.25]) == [0.5, 0, 0.25, 0.25]
    assert sum(exactly(3)) == 1


def test_the_dealers_chance_is_that_of_every_course_of_the_deal() -> None:
    """Against all combinations of small spreads, one by one, in the order of the game."""
    pegs_dealer, pegs_pone = [0.0, 0.5, 0.5], [0.5, 0.25, 0.25]
    show_dealer, show_pone = [0.25, 0.0, 0.5, 0.25], [0.5, 0.0, 0.5]
    for dealer_needs, pone_needs in product((1, 2, 3, 4, 6), (1, 2, 3, 5)):
        expected = 0.0
        for (a, p), (b, q), (c, r), (d, s) in product(
            enumerate(pegs_dealer), enumerate(pegs_pone), enumerate(show_pone), enumerate(show_dealer)
        ):
            if a >= dealer_needs:
                wins = 0.5 if b >= pone_needs else 1.0
            elif b + c >= pone_needs:
                wins = 0.0
            elif a + d >= dealer_needs:
                wins = 1.0
            else:
                wins = 1 - chance(pone_needs - b - c, dealer_needs - a - d)
            expected += p * q * r * s * wins
        found = dealer_wins(dealer_needs, pone_needs, pegs_dealer, pegs_pone, show_dealer, show_pone)
        assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("rules", FOR_TWO, ids=lambda rules: rules.label)
def test_the_dealers_chance_is_certain_where_the_referee_ends_the_game(rules: Options) -> None:
    """With all cards known: who wins in this deal is who reaches the target first in the referee's order."""
    random = Random(rules.label)
    decided = 0
    for _ in range(60):
        state = dealt_out(rules, random)
        dealer, pone = state.dealer, 1 - state.dealer
        needs = [1 + int(random.random() * 18), 1 + int(random.random() * 18)]
        cards = [card for card in PACK52 if card not in (state.starter, *state.hands[0], *state.hands[1])]
        state = state._replace(
            crib=tuple(sorted(shuffle(cards, random)[:4])),
            scores=tuple([rules.target - need for need in needs]),
        )
        ranks = [[card >> 2 for card in hand] for hand in state.hands]
        pegs = play_out(Rules.of(rules), position_of(view(state, pone)), ranks)
        assert state.starter is not None
        shows = [total(hand, state.starter, False, rules) for hand in state.hands]
        shows[dealer] += total(state.crib, state.starter, True, rules)
        if pegs[dealer] >= needs[dealer] and pegs[pone] >= needs[pone]:
            continue  # which of them is first, the figures do not know
        winner = _winner_of_this_deal(state)
        if winner is None:
            continue
        decided += 1
        assert dealer_wins(
            needs[dealer],
            needs[pone],
            exactly(pegs[dealer]),
            exactly(pegs[pone]),
            exactly(shows[dealer]),
            exactly(shows[pone]),
        ) == (winner == dealer)
    assert decided > 20


def _winner_of_this_deal(state: State) -> int | None:
    """The side that the referee lets win when all play prudently and claim what is there."""
    deals, games = state.deals, len(state.results)
    while len(state.results) == games and state.deals == deals and state.phase != "over":
        seen = view(state, state.turn or 0)
        if state.phase == "play":
            action = prudently(seen)
        elif state.phase == "show":
            action = CLAIMS[to_count(state).total]
        else:
            action = PASS
        state = apply(state, action).state
    return state.results[-1].winner if len(state.results) > games else None


def test_the_figures_are_chances_and_fit_together() -> None:
    known = figures()
    for spread in (known.pone_pegs, known.dealer_pegs, known.pone_hand, known.dealer_hand, known.crib):
        assert sum(spread) == pytest.approx(1)
    for needs in range(1, 61):
        assert chance(needs, 30) >= chance(needs + 1, 30) - 0.02
        assert chance(30, needs) <= chance(30, needs + 1) + 0.02
    # One deal from the figures gives the chances back, but for what is not independent in a deal.
    for dealer_needs, pone_needs in ((61, 61), (40, 30), (15, 25), (8, 5)):
        show = together(known.dealer_hand, known.crib)
        found = dealer_wins(
            dealer_needs, pone_needs, known.dealer_pegs, known.pone_pegs, show, known.pone_hand
        )
        assert found == pytest.approx(chance(dealer_needs, pone_needs), abs=0.02)


def test_players_and_analysis_need_neither_numpy_nor_pandas() -> None:
    code = """
import sys
from random import Random
from cardlab import cribbage, study
from cardlab.cribbage.players import player
seen = cribbage.view(cribbage.position(seed=1), 0)
player("strong")(seen, Random(1))
cribbage.discards(seen.hand).explain()
assert not {"numpy", "pandas"} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


# ---------------------------------------------------------------- strength


@pytest.mark.thorough
@pytest.mark.parametrize(("better", "worse"), [("steady", "beginner"), ("strong", "beginner")])
def test_the_better_player_wins_more(better: str, worse: str) -> None:
    study = simulate("cribbage", [player(better), player(worse)], games=24, seed="levels")
    assert share(int((study.games["winner"] == 0).sum()), 24).low > 0.5
