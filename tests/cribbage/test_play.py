"""The play, rule by rule."""

from __future__ import annotations

from random import Random

import pytest

from cardlab.cards import parse_cards
from cardlab.cribbage import GO, STOP, apply, check, legal_actions, options, peg, play, position, view
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.state import State
from cardlab.game import Event

COURSE, CLASSIC = options("course", counting="by_hand"), options("classic", counting="by_hand")
BOTH = pytest.mark.parametrize("rules", [COURSE, CLASSIC], ids=["course", "classic"])


def run(state: State, log: str) -> tuple[State, list[Event]]:
    """Plays cards, `go` and `stop` in turn."""
    events: list[Event] = []
    for word in log.split():
        state, told = apply(state, {"go": GO, "stop": STOP}.get(word) or play(word))
        events += told
    return state, events


def table(rules: Options, *hands: str, **known: object) -> State:
    rules = rules._replace(players=len(hands))  # type: ignore[arg-type]
    return position(options=rules, phase="play", hands=list(hands), **known)  # type: ignore[arg-type]


def pays(cards: str, rules: Options = COURSE) -> dict[str, int]:
    return {item.rule: item.points for item in peg(parse_cards(cards), rules)}


@pytest.mark.rule("CRIB-GO-00")
@BOTH
def test_the_pone_leads_and_players_take_turns(rules: Options) -> None:
    state = table(rules, "2S 9H", "8D 9C")
    assert state.turn == 0
    assert [refusal.rule for refusal in check(view(state, 1), play("8D"))] == ["CRIB-GO-00"]
    state, events = run(state, "2S 8D")
    assert [event.total for event in events] == [2, 10]
    assert state.turn == 0


@pytest.mark.rule("CRIB-GO-00")
def test_only_cards_in_hand_can_be_played() -> None:
    state, _ = run(table(COURSE, "2S 9H", "8D 9C"), "2S 8D")
    assert "has been played already" in check(view(state, 0), play("2S"))[0].text
    assert "is not in your hand (9♥)" in check(view(state, 0), play("KC"))[0].text


@pytest.mark.rule("CRIB-GO-01")
def test_the_count_may_reach_31_but_not_pass_it() -> None:
    state = table(COURSE, "9S TD KH 2C", "", total=22, turn=0)
    cards = [action.cards[0] for action in legal_actions(view(state, 0))]
    assert cards == list(parse_cards("2C 9S"))
    refusal = check(view(state, 0), play("TD"))[0]
    assert refusal.text == "10♦ would bring the count to 32: 22 + 10 = 32 is more than 31"
    assert refusal.instead == play("9S")


@pytest.mark.rule("CRIB-GO-02")
def test_go_is_only_for_who_cannot_play() -> None:
    state = table(COURSE, "5S 6D KH", "", total=27, turn=0)
    assert list(legal_actions(view(state, 0))) == [GO]
    state = table(COURSE, "4S 6D KH", "", total=27, turn=0)
    assert list(legal_actions(view(state, 0))) == [play("4S")]
    refusal = check(view(state, 0), GO)[0]
    assert refusal.text == "go is for a player without a card that fits; 4♠ fits on 27"
    assert refusal.instead == play("4S")


@pytest.mark.rule("CRIB-GO-03", "CRIB-GO-06", "CRIB-GO-07")
@BOTH
def test_the_other_pegs_one_for_the_go_and_the_caller_leads(rules: Options) -> None:
    state, events = run(table(rules, "KS 9H 8C", "KD 7C"), "KS KD 9H go")
    assert state.scores == (1, 2)
    assert [event.kind for event in events][-2:] == ["go_pegged", "lead"]
    assert (state.turn, state.total, view(state, 1).run) == (1, 0, ())


@pytest.mark.rule("CRIB-GO-04")
def test_under_classic_the_other_has_to_play_on() -> None:
    state, _ = run(table(CLASSIC, "KS 7H 2C 9D", "KD 9C 8C"), "KS KD 7H go")
    assert list(legal_actions(view(state, 0))) == [play("2C")]
    refusal = check(view(state, 0), STOP)[0]
    assert "has to, also after a go" in refusal.text
    assert "classic rules" in refusal.text


@pytest.mark.rule("CRIB-GO-04")
def test_under_course_the_other_may_stop_after_a_go_only() -> None:
    state, _ = run(table(COURSE, "KS 7H 2C 9D", "KD 9C 8C"), "KS KD 7H")
    assert check(view(state, 1), STOP)[0].rule == "CRIB-GO-04"
    state, _ = run(state, "go")
    assert list(legal_actions(view(state, 0))) == [play("2C"), STOP]
    stopped, events = run(state, "stop")
    assert [event.kind for event in events] == ["stop", "go_pegged", "lead"]
    assert (stopped.turn, stopped.scores[0]) == (1, state.scores[0] + 1)
    on, _ = run(state, "2C")
    assert (on.turn, on.scores[0]) == (1, state.scores[0] + 1)  # the count closes at 29


@pytest.mark.rule("CRIB-GO-05")
@BOTH
def test_thirty_one_pegs_two_with_the_go_in_it(rules: Options) -> None:
    state, _ = run(table(rules, "KS 6H 4D 2C", "9C 8S 7S QD"), "KS 9C 6H go")
    state, events = run(state, "4D 2C")
    assert state.scores == (2, 0)
    assert state.turn == 1
    assert [event.kind for event in events] == ["play", "play", "closed", "lead"]


@pytest.mark.rule("CRIB-GO-03", "CRIB-GO-05")
def test_one_and_two_for_a_go_and_thirty_one_is_an_option() -> None:
    rules = COURSE._replace(go_then_31="one_and_two")
    state, _ = run(table(rules, "KS 6H 4D 2C", "9C 8S 7S QD"), "KS 9C 6H go 4D 2C")
    assert state.scores == (3, 0)
    state, _ = run(table(rules, "KS 2C 5D", "9C TS 7S"), "KS 9C 2C TS")
    assert state.scores == (0, 2)  # nobody has said go


@pytest.mark.rule("CRIB-GO-06", "CRIB-GO-05")
@BOTH
def test_after_thirty_one_the_other_leads(rules: Options) -> None:
    state, events = run(table(rules, "KS 2C 5D", "9C TS 7S"), "KS 9C 2C TS")
    assert state.turn == 0
    assert events[-1].kind == "lead"


@pytest.mark.rule("CRIB-GO-07", "CRIB-PEG-03")
@BOTH
def test_cards_of_a_closed_count_do_not_combine(rules: Options) -> None:
    state, events = run(table(rules, "TS 9H 5D 5C", "TH 2C KC 5S"), "TS TH 9H 2C 5D KC")
    assert [event.points for event in events if event.kind == "play"] == [0, 2, 0, 2, 0, 2]
    assert state.total == 15


@pytest.mark.rule("CRIB-GO-08", "CRIB-GO-09")
@BOTH
def test_the_last_card_pegs_one_besides_what_it_makes(rules: Options) -> None:
    state, events = run(table(rules, "5S", "KD"), "5S KD")
    assert state.scores == (0, 3)
    assert events[-1].kind == "last_card"
    assert [item.rule for item in events[-1].items] == ["CRIB-GO-08"]
    assert state.phase == "show"


@pytest.mark.rule("CRIB-GO-05")
@BOTH
def test_a_last_card_that_makes_thirty_one_pegs_two_and_no_more(rules: Options) -> None:
    state, _ = run(table(rules, "KS 2D", "9D TD"), "KS 9D 2D TD")
    assert state.scores == (0, 2)


@pytest.mark.rule("CRIB-GO-03", "CRIB-GO-08")
def test_go_and_last_card_may_be_separate() -> None:
    separate = COURSE._replace(last_card_after_go="separate")
    state, _ = run(table(separate, "KS", "8D 4D"), "KS 8D 4D")  # South is passed over once
    assert state.scores == (0, 2)
    state, _ = run(table(COURSE, "KS", "8D 4D"), "KS 8D 4D")
    assert state.scores == (0, 1)
    state, _ = run(table(separate, "KS", "8D"), "KS 8D")
    assert state.scores == (0, 1)


@pytest.mark.rule("CRIB-GO-10", "CRIB-PEG-12")
@BOTH
def test_who_has_no_cards_is_passed_over_count_after_count(rules: Options) -> None:
    state, _ = run(table(rules, "KS", "9C 7S 8S 8D"), "KS 9C 7S")
    assert (state.turn, state.total) == (1, 0)  # 26, and no eight fits: the go closes the count
    assert state.scores == (0, 1)
    state, events = run(state, "8S 8D")
    assert state.scores == (0, 4)
    assert "CRIB-PEG-12" in [rule for event in events for rule in event.rules]


@pytest.mark.rule("CRIB-GO-08", "CRIB-GO-11")
@BOTH
def test_the_dealer_always_pegs_in_two_handed_play(rules: Options) -> None:
    """CRIB-GO-11, over deals played at random."""
    for seed in range(60):
        random = Random(seed)
        state, events = position(options=rules, seed=seed, phase="play", dealer=1), []
        while state.phase == "play":
            assert state.turn is not None
            state, told = apply(state, random.choice(list(legal_actions(view(state, state.turn)))))
            events += told
        assert state.scores[1] >= 1


@pytest.mark.rule("CRIB-PEG-02", "CRIB-VAL-01", "CRIB-VAL-02", "CRIB-VAL-03")
def test_fifteen() -> None:
    assert pays("7S 8D") == {"CRIB-PEG-02": 2}
    assert pays("7S 7D AD") == {"CRIB-PEG-02": 2}
    assert pays("5S KD") == pays("QD 5S") == pays("JD 5S") == {"CRIB-PEG-02": 2}


@pytest.mark.rule("CRIB-PEG-01", "CRIB-PEG-03", "CRIB-PEG-04", "CRIB-PEG-05", "CRIB-PEG-08")
def test_pair_pair_royal_and_double_pair_royal() -> None:
    assert pays("4S 4H") == {"CRIB-PEG-03": 2}
    assert pays("9S 4S 4H") == {"CRIB-PEG-03": 2}
    assert pays("4S 4H 4D") == {"CRIB-PEG-04": 6}
    assert pays("4S 4H 4D 4C") == {"CRIB-PEG-05": 12}
    assert pays("KS QS") == {}  # CRIB-PEG-08
    assert pays("TS KD") == {}


@pytest.mark.rule("CRIB-PEG-03")
def test_without_pair_royal_a_third_card_is_one_more_pair() -> None:
    absent = COURSE._replace(peg_pair_royal="absent")
    assert pays("4S 4H 4D", absent) == {"CRIB-PEG-03": 2}
    assert pays("4S 4H 4D 4C", absent) == {"CRIB-PEG-05": 12}


@pytest.mark.rule("CRIB-PEG-06")
def test_runs_of_three_to_seven() -> None:
    assert pays("3S 4S 5H") == {"CRIB-PEG-06": 3}
    assert pays("3S 4S 5H 6H 2D 7D") == {"CRIB-PEG-06": 6}
    assert pays("AS 3S 2S 4S 6H 5H 7D") == {"CRIB-PEG-06": 7}
    assert pays("9S 8H 2D") == {}
    assert pays("KS QS AD") == {}  # no run round the corner


@pytest.mark.rule("CRIB-PEG-07", "CRIB-PEG-06")
def test_runs_in_any_order_but_unbroken() -> None:
    state, events = run(table(COURSE, "9S 8H", "6S 7D KD"), "9S 6S 8H 7D")
    runs = [event for event in events if event.kind == "play" and event.points == 4]
    assert state.scores[1] == 7  # with two for the fifteen and one for the go
    assert "CRIB-PEG-07" in runs[0].rules
    assert pays("8S 7S 7H 6D") == {}


@pytest.mark.rule("CRIB-PEG-09", "CRIB-PEG-02", "CRIB-PEG-04")
def test_a_card_pays_for_all_it_makes() -> None:
    state, events = run(table(COURSE, "5S 5D KD", "5H KH"), "5S 5H 5D")
    assert state.scores == (8, 2)
    assert "CRIB-PEG-09" in events[-1].rules
    assert [item.points for item in events[-1].items] == [2, 6]


@pytest.mark.rule("CRIB-PEG-10", "CRIB-PEG-11", "CRIB-START-02")
def test_no_flush_and_no_starter_in_the_play() -> None:
    """CRIB-PEG-10 and CRIB-PEG-11 take nothing away, they keep things from being paid."""
    assert pays("2H 4H 6H 8H") == {}
    _, events = run(table(COURSE, "5S KD", "9H KH", starter="5H"), "5S")
    assert not events[-1].items


@pytest.mark.rule("CRIB-3P-03", "CRIB-3P-04")
@BOTH
def test_among_three_the_others_play_on_and_the_last_pegs(rules: Options) -> None:
    hands = ("KS 9H 2C 3C", "QS 8D 4H 4S", "5D 6S AH 7C")
    state, _ = run(table(rules, *hands), "KS QS 5D 3C go AH")
    assert state.turn == 0
    state, _ = run(state, "2C")
    assert state.scores == (5, 0, 0)
    assert state.turn == 1


@pytest.mark.rule("CRIB-3P-03", "CRIB-3P-04", "CRIB-GO-06")
def test_who_leads_next_among_three_depends_on_the_option() -> None:
    hands = ("KS AH KD", "KH 9S 9D", "8C 3D 8D")
    # 10 20 28; South ace 29; West go; East cannot: go; South cannot. South pegs. West called first.
    for rules, leader in ((COURSE, 1), (CLASSIC, 1)):
        state, _ = run(table(rules, *hands), "KS KH 8C AH go go")
        assert (state.turn, state.scores[0]) == (leader, 1)
    hands = ("9S AH KD", "KH 9C 9D", "8C 2D 8D")
    # 9 19 27; South ace 28; West go; East 2 makes 30; South go; East cannot go on.
    for rules, leader in ((COURSE, 1), (CLASSIC, 0)):
        state, _ = run(table(rules, *hands), "9S KH 8C AH go 2D go")
        assert (state.turn, state.scores[2]) == (leader, 1)


@pytest.mark.rule("CRIB-3P-03")
def test_who_has_said_go_is_passed_over() -> None:
    state, _ = run(table(COURSE, "KS 9H 2C 3C", "QS 8D 4H 4S", "5D 6S AH 7C"), "KS QS 5D 3C go")
    assert state.turn == 2
    state, _ = run(state, "AH")
    assert state.turn == 0


@pytest.mark.rule("CRIB-PLAY-01")
def test_partners_share_a_score() -> None:
    state, _ = run(table(COURSE, "KS 5S", "5H 2S", "KC 5C", "2D 3D"), "KS 5H KC")
    assert state.scores == (0, 2)
    state, _ = run(state, "2D")
    assert state.scores == (0, 2)
    assert state.turn == 0
