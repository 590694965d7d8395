"""The Canasta table as a scene: everything legal can be pressed, and nothing hidden is shown."""

from __future__ import annotations

from random import Random

import pytest

from cardlab.canasta import position, read_action
from cardlab.canasta.display.captions import told
from cardlab.canasta.display.meld_draft import Draft
from cardlab.canasta.display.table import intent, moments, split, table
from cardlab.canasta.rules import referee
from cardlab.canasta.rules.actions import Action, Part
from cardlab.canasta.rules.legal_actions import legal_actions
from cardlab.canasta.rules.partner_draw import ranking, settle
from cardlab.canasta.rules.state import View, seat_names, view
from cardlab.cards import Card
from cardlab.display.scene import Scene
from cardlab.game import OPEN, Event, Game, Moment
from tests.canasta.tables import ALL, near_random
from tests.shares import third_daily


def keys_of(seen: View, draft: Draft, cards: tuple[Card, ...]) -> list[str]:
    """The keys of these cards as they lie in the hand."""
    left = split(seen, draft)[0]
    keys = []
    for card in cards:
        at = next(at for at, (_, held) in enumerate(left) if held is card)
        keys.append(left.pop(at)[0])
    return keys


def offered(scene: Scene) -> set[str]:
    """What can be pressed, cards to choose aside."""
    zones = [*scene.zones, *(meld for side in scene.sides for meld in side.melds)]
    found = {button.action for zone in zones for button in zone.buttons}
    found |= {face.action for zone in scene.zones for face in zone.faces if face.selectable and face.action}
    return found | {button.action for button in scene.buttons}


def press(seen: View, draft: Draft, action: str, cards: tuple[Card, ...] = ()) -> Action | Draft:
    """Chooses cards and presses what the scene then offers."""
    keys = keys_of(seen, draft, cards)
    scene = table(Moment(seen), True, keys, draft)
    hand = {face.key for face in scene.zones[-1].faces if face.selectable and not face.action}
    assert set(keys) <= hand
    assert action in offered(scene), (action, offered(scene))
    return intent(seen, action, {}, keys, draft)


def by_pressing(seen: View, action: Action) -> Action | Draft:
    """The action as a person brings it about: meld by meld, and then the last press."""
    draft = Draft()
    if action.kind == "meld" and len(action.parts) == 1:
        return press(seen, draft, _target(seen, action.parts[0]) or "meld", action.parts[0].cards)
    for part in action.parts:
        made = press(seen, draft, (_target(seen, part) if draft.groups else "") or "lay", part.cards)
        assert isinstance(made, Draft)
        draft = made
    if action.kind in ("pick", "cut"):
        return press(seen, draft, f"{action.kind}:{action.number}")
    if action.kind == "answer":
        return press(seen, draft, "yes" if action.yes else "no")
    return press(seen, draft, action.kind, action.cards)


def _target(seen: View, part: Part) -> str:
    """Where a part has to be told to go: wild cards on a meld, or all where there may be two."""
    natural = any(card.rank is part.rank for card in part.cards)
    if part.rank is None or (natural and seen.options.one_meld_per_rank):
        return ""
    return f"add:{part.rank.letter}" + (f"-{part.nth}" if part.nth > 1 else "")


def same(one: Action, other: Action) -> bool:
    def plain(action: Action) -> tuple[object, ...]:
        parts = sorted((part.rank or 0, part.nth, sorted(part.cards)) for part in action.parts)
        return (action.kind, sorted(action.cards), parts, action.onto, action.number, action.yes)

    return plain(one) == plain(other)


@pytest.mark.parametrize("name", third_daily(ALL))
def test_everything_legal_can_be_pressed(name: str) -> None:
    random = Random(3)
    game = Game(referee, ALL[name]._replace(seating="draw"), 4)
    kinds = set()
    for _ in range(160):
        if game.outcome is not None:
            break
        seen = game.view(referee.to_act(game.state) or 0)
        legal = list(legal_actions(seen))
        for action in random.sample(legal, min(4, len(legal))):
            if action.kind == "cut" and seen.results:
                continue  # between deals the pack is cut in the middle
            if action.onto is not None and sum(way.kind == "take" for way in legal) > 1:
                continue
            if (
                action.parts
                and any(_target(seen, part) for part in action.parts[:1])
                and len(action.parts) > 1
            ):
                continue
            made = by_pressing(seen, action)
            assert isinstance(made, Action)
            assert same(made, action), (str(made), str(action))
            kinds.add(action.kind)
        game.do(random.choice(legal) if seen.phase == "pick" else near_random(seen, random))
    assert {"pick", "cut", "draw", "meld", "discard", "take"} <= kinds


def test_nothing_can_be_pressed_out_of_turn() -> None:
    scene = table(Moment(view(position(seed=3, turn=1), 0)), live=True)
    assert offered(scene) == set()
    assert not any(face.selectable for zone in scene.zones for face in zone.faces)
    assert scene.title == "West is to draw or take the pile"


def test_the_others_show_backs_and_the_open_view_shows_all() -> None:
    state = position(hands=["KS", "9S 9H", "7S", "4C 4D"], seed=1)
    scene = table(Moment(view(state, 0)))
    assert [[face.card for face in seat.faces] for seat in scene.seats] == [[None] * 2, [None], [None] * 2]
    assert [(seat.name, seat.place, seat.note) for seat in scene.seats] == [
        ("West", "west", "2 cards"),
        ("North", "north", "partner, 1 card"),
        ("East", "east", "2 cards, deals"),
    ]
    assert "9♥ 9♠" in str(table(Moment(view(state, OPEN))))


def test_hands_that_lie_open_side_by_side_are_not_told_over_again() -> None:
    deal = Event("deal", 3, "East deals 11 cards each", ("CAN-DEAL-03",))
    hands = [
        Event("hand", seat, f"{name} holds A♠", ("CAN-DEAL-03",))
        for seat, name in enumerate(("South", "West"))
    ]
    own = told(Moment(None, (deal, hands[0])))
    all_open = told(Moment(None, (deal, *hands)))
    assert own is not None
    assert own.more == "South holds A♠."
    assert all_open is not None
    assert (all_open.text, all_open.more) == ("East deals 11 cards each.", "")


def test_players_say_what_they_ask_and_answer() -> None:
    state = position(
        options=referee.make_options("classic"),
        hands=["9C 4D", "4H 5H", "KS 7D", "4S 5S"],
        melds=[["6S 6C 6D 6S 6H 2H 2D", "KH KD KC"]],
        phase="play",
        turn=2,
    )
    game = Game(referee, state=state)
    said = []
    for action in ("ask", "answer no"):
        before = game.state
        made = moments(before, game.do(action).events, 1)
        said += [seat.said for moment in made for seat in table(moment).seats]
    assert [words for words in said if words] == ["May I go out?", "No."]


def test_a_frozen_pile_shows_the_card_crosswise_and_says_since_when() -> None:
    seen = view(position(hands=["KS KH 4C 9D"], pile="9C 2C 4D KC", melds=[["6S 6H 6D"]]), 0)
    pile = next(zone for zone in table(Moment(seen), live=True).zones if zone.id == "pile")
    assert [(face.card.code if face.card else "", face.marks) for face in pile.faces] == [
        ("2C", ("cross",)),
        ("KC", ()),
    ]
    assert pile.mark == "frozen by 2♣ since turn 1"
    assert pile.faces[1].label == "king of clubs, top of the pile: take it"


@pytest.mark.parametrize(
    ("cards", "top", "mark"),
    [("TH TD TS TC TH TD TC", "red", "natural"), ("6S 6C 6D 6S 6H 2H 2D", "black", "mixed")],
)
def test_a_canasta_is_squared_up_under_the_card_of_its_kind(cards: str, top: str, mark: str) -> None:
    seen = view(position(hands=["KS KH"], melds=[[cards]]), 0)
    (meld,) = table(Moment(seen)).sides[-1].melds
    (face,) = meld.faces
    assert face.card is not None
    assert face.card.suit is not None
    assert face.card.suit.is_red == (top == "red")
    assert (meld.layout, meld.mark) == ("canasta", mark)


def test_partners_of_three_share_their_melds_but_not_their_red_threes() -> None:
    options = referee.make_options("classic", players=3)
    red_threes = {"South": "3D", "West": ""}
    known = {
        "melds": {"South": ["KS KH KD"], "East": ["9S 9H 9D"]},
        "red_threes": red_threes,
        "solo_seat": "East",
    }
    scene = table(Moment(view(position(options=options, hands=["4C 5C"], **known), 0)))
    assert [score.note for score in scene.scores] == [
        "130 on the table",
        "30 on the table",
        "30 on the table",
    ]
    assert [side.name for side in scene.sides] == ["East", "South and West"]


def test_melds_are_prepared_with_a_running_count_and_what_speaks_against_them() -> None:
    seen = view(position(hands=["KS KH KD 9S 9H 2D 4C 5C"], phase="play"), 0)
    draft = press(seen, Draft(), "lay", seen.hand[:0] + tuple(map(Card, ("KS", "KH", "KD"))))
    assert isinstance(draft, Draft)
    scene = table(Moment(seen), True, (), draft)
    assert scene.gauge is not None
    assert (scene.gauge.counts, scene.gauge.needs, scene.gauge.note) == (30, 50, "20 short")
    assert [face.key for face in scene.zones[-1].faces] == ["2D", "9H", "9S", "5C", "4C"]
    assert [zone.label for zone in scene.zones if zone.id.startswith("draft")] == ["kings"]
    chosen = ["9S", "9H", "2D"]
    scene = table(Moment(seen), True, chosen, draft)
    assert scene.gauge is not None
    assert (scene.gauge.counts, scene.gauge.note) == (70, "two cards would stay in your hand")
    assert str(intent(seen, "meld", {}, chosen, draft)) == "meld KD KH KS, 9H 9S 2D"
    taken_back = intent(seen, "unlay:0", {}, (), draft)
    assert taken_back == Draft()


def test_without_a_choice_the_pile_is_taken_in_the_only_way_or_refused_with_the_reason() -> None:
    onto = view(position(hands=["KS 4C 9D 9H"], pile="9C QH", melds=[["QS QD QC"]]), 0)
    assert str(intent(onto, "take", {}, ())) == "take onto Q"
    frozen = view(position(hands=["KS 4C 9D 9H"], pile="2C KH", melds=[["QS QD QC"]]), 0)
    meant = intent(frozen, "take", {}, ())
    assert isinstance(meant, Action)
    assert [refusal.rule for refusal in referee.check(frozen, meant)][:1] == ["CAN-PILE-06"]


def test_several_ranks_chosen_at_once_are_several_melds_or_one_refusal() -> None:
    seen = view(position(hands=["KS KH KD 9S 9H 9D 4C 5C 6D"], phase="play"), 0)
    keys = ["KS", "9S", "KH", "9H", "KD", "9D"]
    assert str(intent(seen, "meld", {}, keys)) == "meld KD KH KS, 9D 9H 9S"
    meant = intent(seen, "meld", {}, ["4C", "5C", "6D"])
    assert isinstance(meant, Action)
    assert "CAN-MELD-11" in [refusal.rule for refusal in referee.check(seen, meant)]


def test_the_end_of_a_deal_shows_the_sheets_and_their_sums() -> None:
    random = Random(2)
    game = Game(referee, ALL["course"], 2)
    while not game.state.results:
        game.do(near_random(game.view(referee.to_act(game.state) or 0), random))
    scene = table(Moment(game.view(0)), live=True)
    result = game.state.results[-1]
    assert [sheet.total for sheet in scene.sheets] == [sheet.total for sheet in result.sheets]
    assert [sum(line.points for line in sheet.lines) for sheet in scene.sheets] == [
        sheet.total for sheet in result.sheets
    ]
    assert [score.points for score in scene.scores] == list(result.totals)


@pytest.mark.parametrize("action", ["fly", "pick", "to:4", "unlay:0", "add:ZZ", "lay", "add:K"])
def test_what_means_nothing_is_a_clear_error(action: str) -> None:
    seen = view(position(hands=["6S KD"], phase="play"), 0)
    if action == "pick":
        assert intent(seen, action, {}, ()) == read_action("pick 54")
        return
    with pytest.raises(ValueError, match=r"\w \w"):
        intent(seen, action, {}, ())


def test_the_draw_for_partners_shows_who_plays_with_whom_and_where_they_sit_then() -> None:
    game = Game(referee, referee.make_options("course"), seed=3)
    first = table(Moment(game.view(0)), live=True)
    assert first.scores == ()
    assert first.said is not None
    assert first.said.rules == ("CAN-DRAW-01", "CAN-DRAW-02")
    for number in (50, 5, 60, 70):
        game.do(f"pick {number}")
    draw = game.view(0).draw
    assert draw is not None
    zones = {zone.id: zone for zone in table(Moment(game.view(0)), live=True).zones}
    faces = zones["drawn"].faces
    assert [face.card for face in faces] == [draw.held[player] for player in ranking(draw)]
    assert [face.marks for face in faces] == [("hot",), ("hot",), (), ()]
    chairs = settle(draw).chairs
    names = seat_names(game.options)
    for player, face in zip(ranking(draw), faces, strict=True):
        assert face.tag.split(" → ")[0] == names[player]
        assert face.tag.split(" → ")[-1] == names[chairs[player]]
