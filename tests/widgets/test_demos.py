"""The demos, mostly without a browser: every seed, every link, what a teacher types, questions to a class."""

from __future__ import annotations

from pathlib import Path
from random import Random
from time import sleep
from typing import Any
from urllib.parse import urlencode

import pytest
from cardlab_exercises.declaration.lessons import source_folder
from cardlab_exercises.store import polls
from cardlab_exercises.store.store import default_store
from cardlab_widgets.demos import catalogue, demo, entry
from cardlab_widgets.demos.games import GameStage
from cardlab_widgets.demos.link import link, packed, read_query, unpacked
from cardlab_widgets.demos.poll import Booth
from cardlab_widgets.demos.stage import SCRIPTS, Stage
from cardlab_widgets.screen.faces import SPRITE
from cardlab_widgets.screen.render import render
from cardlab_widgets.screen.widget import SceneWidget, style_sheet
from cardlab_widgets.tables.play import playing_model

from cardlab.display.scene import Ask, Scene
from cardlab.game import Game, referee
from cardlab.options import allowed
from tests.widgets.at_table import go_on, over

STEPPED = sorted(SCRIPTS)
SEEDS = 12


def stage(name: str, seed: int = 1, options: Any = "course") -> Stage:
    return Stage(entry(name), SCRIPTS[name], seed, options)


def visit(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    """From now on the page is the teacher's, the one at `address`, as Voila tells its kernel."""
    monkeypatch.setenv("HTTP_X_CARDLAB_TEACHER", "yes")
    monkeypatch.setenv("VOILA_REQUEST_URL", address)
    monkeypatch.setenv("QUERY_STRING", address.partition("?")[2])


def asks(name: str, seed: int, options: Any) -> list[Ask]:
    script, rules = SCRIPTS[name], referee(entry(name).game).as_options(options)
    frames = script.show(script.draw(Random(f"demo/{seed}")), rules, str(seed))
    assert len(frames) > 1
    return [frame.ask for frame in frames if frame.ask]


# ---------------------------------------------------------------- every demo


def test_every_demo_has_a_page_and_a_note() -> None:
    ids = [about.id for about in catalogue()]
    assert len(ids) == len(set(ids)) == 15
    assert set(STEPPED) <= set(ids)
    for about in catalogue():
        assert about.questions, about.id
        assert about.wrong, about.id
        assert 1 <= about.minutes <= 45


@pytest.mark.parametrize("preset", ["course", "classic"])
@pytest.mark.parametrize("name", STEPPED)
def test_every_seed_shows_something_and_asks_before_it(name: str, preset: str) -> None:
    for seed in range(SEEDS):
        for ask in asks(name, seed, preset):
            assert ask.prompt
            assert not ask.choices or ask.answer in ask.choices


@pytest.mark.parametrize("name", STEPPED)
def test_every_demo_can_be_shown_under_every_option(name: str) -> None:
    rules = referee(entry(name).game)
    for preset in ("course", "classic"):
        usual = rules.make_options(preset)
        for option, values in allowed(type(usual)).items():
            for value in values:
                house = usual._replace(**{option: value})
                players = option == "players" and value != usual.players
                if players or (name, value) == ("partnership-draw", "agreed"):
                    with pytest.raises(ValueError, match=f"leave {option} at|are for four players"):
                        stage(name, 2, house)
                    continue
                made = stage(name, 2, house)
                assert made.case[1] == house
                if made.scene().transport is not None:
                    made.act("next", {})
                assert made.scene().title


def test_a_link_carries_house_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flush of the hand alone counts nothing in this house; the link that is sent on says so too."""
    visit(monkeypatch, "http://localhost:1/voila/x.ipynb?hand=2H+4H+8H+KH&starter=TS&flush_hand=five_only")
    made = stage("counting-a-hand")
    assert made.scene().message is None
    house = referee("cribbage").make_options("course", flush_hand="five_only")
    assert made.case[1] == house
    made.act("teach", {})
    panel = made.scene().panel
    assert panel is not None
    address = next(field.value for form in panel.forms for field in form.fields if field.name == "link")
    assert address.endswith("preset=course&flush_hand=five_only")
    chosen = next(field for form in panel.forms for field in form.fields if field.name == "preset")
    assert chosen.value == house.label
    made.act("prepare", {"hand": "2H 4H 8H KH", "starter": "TS", "preset": chosen.value})
    assert made.case[1] == house


def test_a_whole_game_is_played_by_the_rules_of_its_link(monkeypatch: pytest.MonkeyPatch) -> None:
    visit(monkeypatch, "http://localhost:1/voila/x.ipynb?preset=classic&target=61")
    made = GameStage(entry("a-game-of-cribbage"), 1)
    assert made._table.game.options == referee("cribbage").make_options("classic", target=61)


@pytest.mark.parametrize("name", ["is-this-a-meld", "the-opening-minimum", "frozen-or-not"])
def test_yes_and_no_are_both_the_answer_often_enough(name: str) -> None:
    answers = [ask.answer for seed in range(40) for ask in asks(name, seed, "course")]
    assert min(answers.count("Yes"), answers.count("No")) >= len(answers) / 4


@pytest.mark.parametrize("name", [about.id for about in catalogue()])
def test_the_note_is_shown_only_on_request(name: str) -> None:
    widget = demo(name)
    wrong = entry(name).wrong[0][0]
    assert wrong not in widget.html
    assert f"“{wrong}” " in dict(entry(name).notes)["Wrong answers to expect"][0]
    assert entry("class-poll").notes[0][0] == "1 minute"
    if name != "class-poll":
        assert widget.act("teach") == ""
        assert wrong in widget.html.replace("&#39;", "'")


def test_a_demo_that_does_not_exist_is_answered_with_advice() -> None:
    with pytest.raises(ValueError, match=r"no demo 'peging'; did you mean pegging\?"):
        demo("peging")


def test_a_seed_typed_in_is_the_seed_of_the_page() -> None:
    first, other = stage("pegging", 5), stage("pegging", 6)
    assert str(first.scene()) != str(other.scene())
    other.act("seed", {"seed": "5"})
    assert str(first.scene()) == str(other.scene())


# ---------------------------------------------------------------- a case that a teacher has prepared

PREPARED = {
    "partnership-draw": {"picks": "1 2 3 4"},
    "deal-and-red-threes": {"deal": "9", "cut": "30"},
    "is-this-a-meld": {"sets": "KS KH KD, 9S 9H"},
    "the-opening-minimum": {"score": "1,500", "hand": "AS AH AD KC KD KH 4S", "lay": "AS AH AD, KC KD KH"},
    "frozen-or-not": {"pile": "4C 2D KD", "hand": "KS KH 5C", "melds": "9S 9H 9D", "take": "take with KS KH"},
    "going-out": {
        "hand": "8C 4D",
        "others": "5C, 6C, 7C",
        "ours": "8S 8S 8H 8H 8D 8D 8C, KS KH 2D",
        "theirs": "5H 5D 5S",
        "reds": "3H",
        "do": "meld +8 8C; discard 4D",
    },
    "cut-deal-and-crib": {"cuts": "10 20"},
    "pegging": {"south": "5H 5D 5S JC", "north": "4C 6C 6S KD", "starter": "5C", "plays": ""},
    "counting-a-hand": {"hand": "5H 5D 5S JC", "starter": "5C", "crib": ""},
    "what-to-lay-away": {"hand": "4H 5H 5S 6C JD KD", "crib": "own"},
}


@pytest.mark.parametrize("name", STEPPED)
def test_a_prepared_case_is_shown_and_its_link_shows_it_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = stage(name)
    made.act("prepare", {**PREPARED[name], "preset": "classic"})
    assert made.case == (PREPARED[name], referee(entry(name).game).make_options("classic"))
    made.act("teach", {})
    shown = str(made.scene())
    assert "classic rules" in shown
    panel = made.scene().panel
    assert panel is not None
    address = next(field.value for form in panel.forms for field in form.fields if field.name == "link")
    visit(monkeypatch, f"http://localhost:1/voila/render/{name}.ipynb{address}")
    again = stage(name)
    again.act("teach", {})
    assert str(again.scene()) == shown


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("pegging", {"south": "5X", "north": "", "starter": "", "plays": ""}, "'5X' is not a card"),
        ("counting-a-hand", {"hand": "5H", "starter": "5C", "crib": ""}, "four"),
        ("counting-a-hand", {"hand": "5H 5D 5S JC", "starter": "5C", "crib": "maybe"}, "say yes"),
        ("what-to-lay-away", {"hand": "5H", "crib": "own"}, "six cards"),
        ("what-to-lay-away", {"hand": "4H 5H 5S 6C JD KD", "crib": "?"}, "own or theirs"),
        ("the-opening-minimum", {"score": "many", "hand": "", "lay": ""}, "whole number"),
        ("is-this-a-meld", {"sets": ""}, "one to 8 sets"),
        ("is-this-a-meld", {"sets": "<b>"}, "'<b>' is not a card"),
        (
            "going-out",
            {"hand": "3H", "others": "", "ours": "", "theirs": "", "reds": "", "do": ""},
            "red three",
        ),
        ("frozen-or-not", {**PREPARED["frozen-or-not"], "take": "dance"}, "dance"),
        ("partnership-draw", {"picks": "abc"}, "'abc' is not a number"),
        ("partnership-draw", {"picks": "0"}, "from 1 to 108"),
        ("partnership-draw", {"picks": "1 109"}, "from 1 to 108"),
        ("partnership-draw", {"picks": "-1"}, "from 1 to 108"),
        ("partnership-draw", {"picks": "<b>1"}, "'<b>1' is not a number"),
        ("partnership-draw", {"picks": "9" * 1900}, "from 1 to 108"),
        ("partnership-draw", {"picks": "1\x1b2"}, "control characters"),
        ("partnership-draw", {"picks": "1 " * 109}, "has 108 cards"),
    ],
)
def test_what_cannot_be_is_refused_in_words_and_changes_nothing(
    name: str, values: dict[str, str], words: str
) -> None:
    made = stage(name)
    before = str(made.scene())
    with pytest.raises(ValueError, match=words):
        made.act("prepare", values)
    assert str(made.scene()) == before


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("hand=5X&starter=5C", "'5X' is not a card"),
        ("cheat=1", "asks for 'cheat'"),
        ("preset=house", "house"),
        ("players=3", "made for 2 players"),
        ("flush_hand=seven", "flush_hand can be"),
        ("seed=" + "9" * 3000, "too long"),
        ("hand=%FF", "cannot be read"),
        ("record=AAAA", "damaged"),
        ("&".join(f"a{number}=1" for number in range(60)), "cannot be read"),
    ],
)
def test_a_link_that_asks_for_nonsense_says_so_and_shows_the_demo(
    query: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = stage("counting-a-hand")
    visit(monkeypatch, f"http://localhost:1/voila/render/counting-a-hand.ipynb?{query}")
    made = stage("counting-a-hand")
    message = made.scene().message
    assert message is not None
    assert words in message.text
    made.act("next", {})
    usual.act("next", {})
    assert str(made.scene()) == str(usual.scene())


def test_outside_voila_no_address_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERY_STRING", "cheat=1")
    assert stage("counting-a-hand").scene().message is None


def test_a_record_in_a_link_shows_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlab.game import referee

    rules = referee("cribbage")
    game = Game(rules, rules.make_options("course"), 5)
    game.do("cut 20")
    address = link("http://localhost:1/voila/render/a-game-of-cribbage.ipynb", {}, record=game.record())
    visit(monkeypatch, address)
    assert "You cut" in str(demo("a-game-of-cribbage").model.scene())
    visit(monkeypatch, address[:-9])
    assert "cannot be shown" in demo("a-game-of-cribbage").html


def test_a_reviewed_game_is_that_of_its_link(monkeypatch: pytest.MonkeyPatch) -> None:
    visit(monkeypatch, "http://localhost:1/voila/x.ipynb?preset=classic&target=61&seed=7")
    widget = demo("a-game-reviewed")
    assert "classic rules, target 61" in widget.html
    while widget.model.scene().beat:
        assert widget.act("on") == ""
    assert widget.model.scene().chips == ("seed 7",)
    assert widget.act(f"at:{widget.model.scene().chart.listed[0].action.partition(':')[2]}") == ""
    assert widget.act("whole") == ""
    assert widget.act("teach") == ""
    assert "Questions to ask" in widget.html


def test_a_class_practises_after_the_game_and_nothing_of_it_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    record = go_on(playing_model(seed=3, level="beginner", target=61, resume=False), over).game.record()
    visit(monkeypatch, link("http://localhost:1/voila/render/a-game-of-cribbage.ipynb", {}, record=record))
    widget = demo("a-game-of-cribbage")
    assert widget.act("practise") == ""
    assert "What would you do now?" in widget.html
    assert widget.act("solution") == ""
    assert "Back to the table" in widget.html
    assert widget.act("teach") == ""
    assert "A link to this game" in widget.html
    assert widget.act("teach") == ""
    assert widget.act("table") == ""
    assert "Practise mistakes" in widget.html
    assert default_store().attempts() == []


def test_a_record_that_would_fill_the_memory_is_refused() -> None:
    with pytest.raises(ValueError, match="damaged"):
        unpacked(packed("0" * 5_000_000))


def test_what_is_meant_for_voila_is_left_to_it() -> None:
    assert read_query("theme=dark&seed=4", ()).seed == "4"


# ---------------------------------------------------------------- questions to a class


def open_question(made: Stage) -> Ask:
    while not made.scene().form:
        made.act("next", {})
    ask = made._stepper.asks
    assert ask is not None
    return ask


def shown(scene: Scene) -> str:
    return f"{scene} {scene.panel}"


def test_a_class_answers_and_the_answers_are_shown_before_the_answer_is() -> None:
    made = stage("frozen-or-not")
    ask = open_question(made)
    made.act("ask", {"class": "7b"})
    booths = [Booth(), Booth(), Booth()]
    for booth, answer in zip(booths, ("Yes", "No", "No"), strict=True):
        booth.act("look", {"class": "7b"})
        assert ask.prompt in str(booth.scene())
        assert ask.reveal not in shown(booth.scene())
        booth.act(f"answer:{answer}", {})
    booths[0].act("answer:No", {})  # changed before the question is closed
    assert not made.renew()
    panel = made.scene().panel
    assert panel is not None
    assert (panel.title, panel.tally) == ("Class 7b: 3 answers", ()), "how many, and not yet what"
    made.act("count", {})
    assert made.scene().panel.tally == (("Yes", 0), ("No", 3))  # type: ignore[union-attr]
    assert ask.reveal not in shown(made.scene())
    made.act("reveal:Yes", {})
    assert made.scene().panel is None
    with pytest.raises(ValueError, match="closed"):
        booths[0].act("answer:Yes", {})


def test_the_bars_of_a_class_follow_what_it_does(tmp_path: Path) -> None:
    from cardlab_exercises import Practice
    from cardlab_exercises.store.store import Store
    from cardlab_widgets.demos.progress import ClassStage

    store = Store(tmp_path / "class.db")
    page = SceneWidget(ClassStage(entry("class-progress"), store))
    page.renew()
    assert not (tmp_path / "class.db").exists(), "nothing is read before somebody looks"
    assert page.act("look", {"class": ""}) == ""
    followed(page, "No answers yet")
    Practice("crib-count-hand", seed=5, store=store, learner="Ana").act("check", {"total": "6"})
    followed(page, "1 learner, 1 answer")


def followed(page: SceneWidget, text: str) -> None:
    """Renews a page of a class until it has read what there is."""
    for _ in range(600):
        page.renew()
        if text in page.html:
            return
        sleep(0.05)
    raise AssertionError(f"{text!r} has not come")


def test_visitors_see_no_class_of_the_servers_own_account(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlab_widgets.demos.progress import ClassStage

    monkeypatch.setenv("CARDLAB_CLASS", "staff-room")
    assert "staff-room" in repr(ClassStage(entry("class-progress")).scene())
    monkeypatch.setenv("VOILA_REQUEST_URL", "http://school.example/voila/render/class-progress.ipynb")
    assert "staff-room" not in repr(ClassStage(entry("class-progress")).scene())


def test_a_page_of_a_class_follows_its_questions_by_itself() -> None:
    booth = Booth("7b")
    assert not booth.renew(), "there is nothing new"
    made = stage("frozen-or-not")
    open_question(made)
    made.act("ask", {"class": "7b"})
    assert booth.renew()
    booth.act("answer:No", {})
    scene = booth.scene()
    assert scene.message is not None
    assert scene.message.tone == "info", "nobody knows yet whether it is right"
    assert [button.label for button in scene.form.buttons if button.primary] == ["No"]  # type: ignore[union-attr]
    assert not booth.renew(), "one's own answer stays"
    assert "Your answer: No" in str(booth.scene())
    made.act("reveal:Yes", {})
    assert booth.renew()
    assert "no question is open" in booth.scene().prompt
    assert booth.scene().message is None


def test_what_is_pressed_for_a_question_does_not_answer_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    polls.ask_class("7b", "First?", ("Yes", "No"))
    page = SceneWidget(Booth("7b"))
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(page, "send", sent.append)
    pressed = {"id": "1", "rev": page.rev, "action": "answer:Yes", "values": {}}
    second = polls.ask_class("7b", "Second?", ("Yes", "No"))
    page.renew()
    assert "Second?" in page.html
    page._receive(page, pressed, [])
    assert sent[-1]["stale"]
    assert polls.tally(second) == (("Yes", 0), ("No", 0))


def test_the_number_of_answers_takes_no_press_away() -> None:
    page = SceneWidget(stage("frozen-or-not"))
    open_question(page.model)
    page.act("ask", {"class": "7b"})
    asked, before = polls.latest("7b"), page.rev
    assert asked is not None
    polls.vote(asked, "somebody", "Yes")
    page.renew()
    assert "Class 7b: 1 answer" in page.html
    assert page.rev == before


def test_without_a_code_the_class_is_asked_by_the_press_beside_the_answers() -> None:
    made = stage("pegging")
    open_question(made)
    ask = made.scene().form.buttons[-1]  # type: ignore[union-attr]
    assert (ask.action, ask.label) == ("ask", "Ask the class")
    made.act("ask", {})
    asked = made._asked
    assert asked is not None
    assert asked.open
    assert "ask" not in [button.action for button in made.scene().form.buttons]  # type: ignore[union-attr]
    made.act("unask", {})
    made.act("ask", {})
    assert made._asked.class_code == asked.class_code  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("asked_at", "network", "shown"),
    [
        ("http://localhost:8866/voila/render/pegging.ipynb", "192.0.2.7", "http://192.0.2.7:8866/"),
        ("http://localhost:8866/voila/render/pegging.ipynb", "", "http://localhost:8866/"),
        (
            "https://cards.school/demos/voila/render/pegging.ipynb",
            "192.0.2.7",
            "https://cards.school/demos/",
        ),
    ],
)
def test_the_address_for_answers_is_one_that_others_can_open(
    monkeypatch: pytest.MonkeyPatch, asked_at: str, network: str, shown: str
) -> None:
    monkeypatch.setenv("VOILA_REQUEST_URL", asked_at)
    monkeypatch.setenv("HTTP_X_CARDLAB_NETWORK", network)
    monkeypatch.setenv("HTTP_X_CARDLAB_TEACHER", "yes")
    made = stage("pegging")
    open_question(made)
    made.act("ask", {"class": "7b"})
    panel = made.scene().panel
    assert panel is not None
    assert panel.address == f"{shown}poll?class=7b"
    assert ("Only this computer" in panel.forms[0].note) == ("localhost" in panel.address)
    assert 'class="qr"' in render(made.scene(), True)


def test_another_class_sees_nothing_of_it() -> None:
    made = stage("pegging")
    open_question(made)
    made.act("ask", {"class": "7b"})
    booth = Booth()
    booth.act("look", {"class": "7a"})
    assert "no question is open" in str(booth.scene())


def test_asking_another_class_ends_the_question_of_the_first() -> None:
    made = stage("frozen-or-not")
    open_question(made)
    made.act("ask", {"class": "7a"})
    made.act("ask", {"class": "7b"})
    first, second = polls.latest("7a"), polls.latest("7b")
    assert first is not None
    assert second is not None
    assert (first.open, second.open) == (False, True)
    with pytest.raises(ValueError, match="class code"):
        made.act("ask", {"class": ""})
    assert polls.latest("7b") == second, "a code that is none ends nothing"


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_the_open_cards_of_the_projector_go_with_the_question(name: str) -> None:
    made = stage(name)
    open_question(made)
    projector = made.scene()
    made.act("ask", {"class": "7b"})
    seen = Booth("7b").scene()
    lying = [face.card for zone in seen.zones for face in zone.faces]
    places = [*projector.zones, *(meld for side in projector.sides for meld in side.melds)]
    assert [face.card for zone in places for face in zone.faces if face.card] == [
        face.card
        for zone in seen.zones
        if "red threes" not in zone.label and not zone.label.endswith("'s cards")
        for face in zone.faces
    ]
    assert None not in lying, "no back of a card, so nothing of what is hidden"
    assert all(zone.label for zone in seen.zones)


def test_a_question_without_cards_has_none() -> None:
    polls.ask_class("7b", "How many?", label="points")
    assert Booth("7b").scene().zones == ()


def test_a_link_with_the_class_begins_with_its_question() -> None:
    assert "Class 7b: no question is open." in str(Booth("7b").scene())
    polls.ask_class("7b", "How many?", label="points")
    booth = Booth("7b")
    assert booth.scene().prompt == "How many?"
    booth.act("answer", {"answer": "3"})


def test_a_number_is_asked_for_where_it_is_a_number() -> None:
    asked = polls.ask_class("7b", "How many?", label="points")
    booth = Booth("7b")
    for text, words in (("many", "not a number"), ("", "write your prediction"), ("9" * 20, "9")):
        with pytest.raises(ValueError, match=words):
            booth.act("answer", {"answer": text})
    booth.act("answer", {"answer": "twelve"})
    polls.vote(asked, "somebody else", "-100")
    assert polls.tally(asked) == (("−100", 1), ("12", 1))


def test_what_a_question_holds_tells_no_card_and_no_answer() -> None:
    """All that is kept of a question is what stands on the projector when it is asked."""
    made = stage("counting-a-hand")
    ask = open_question(made)
    screen = str(made.scene())
    made.act("ask", {"class": "7b"})
    kept = polls.latest("7b")
    assert kept is not None
    assert (kept.prompt, kept.choices, kept.label) == (ask.prompt, ask.choices, ask.label)
    assert kept.prompt in screen


@pytest.mark.parametrize("name", ["pegging", "frozen-or-not"])
def test_the_hand_and_the_controls_stay_in_view_while_a_class_is_asked(name: str, browser: Any) -> None:
    made = stage(name)
    ask = open_question(made)
    made.act("ask", {"class": "7b"})
    asked = polls.latest("7b")
    assert asked is not None
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    page.set_content(
        f"<style>body {{ margin: 0 }} {style_sheet()}</style>{SPRITE}<div class='cardlab'></div>"
    )
    for answers in ((), ask.choices or ("1", "2", "3", "12")):
        for voter, answer in enumerate(answers):
            polls.vote(asked, str(voter), answer)
        if answers:
            made.act("count", {})
        page.evaluate(
            "(html) => { document.querySelector('.cardlab').innerHTML = html }", render(made.scene(), True)
        )
        bottom = "(name) => document.querySelector(name).getBoundingClientRect().bottom"
        controls = page.evaluate("document.querySelector('.transport').getBoundingClientRect().top")
        assert page.evaluate(bottom, ".own .card:last-child") <= controls
        assert page.evaluate(bottom, ".transport") <= 720
    page.close()


def test_a_class_code_that_is_none_and_a_step_without_a_question() -> None:
    made = stage("pegging")
    with pytest.raises(ValueError, match="no question on the screen"):
        made.act("ask", {"class": "7b"})
    open_question(made)
    with pytest.raises(ValueError, match="class code"):
        made.act("ask", {"class": "  "})


def test_a_database_that_cannot_be_used_is_told_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDLAB_DATABASE", "postgresql://ana:secret@127.0.0.1:1/class")
    with pytest.raises(ValueError, match="the class cannot be asked") as caught:
        polls.ask_class("7b", "?")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("action", ["next", "skip", "reveal", "new", "seed", "prepare", "unask"])
def test_the_demo_goes_on_where_the_question_cannot_be_ended(
    action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, usual = SceneWidget(stage("frozen-or-not")), stage("frozen-or-not")
    ask = open_question(made.model)
    open_question(usual)
    made.act("ask", {"class": "7b"})
    values = {"answer": ask.answer, "seed": "4", **PREPARED["frozen-or-not"]}
    monkeypatch.setenv("CARDLAB_DATABASE", "postgresql://ana:secret@127.0.0.1:1/class")
    assert made.act(action, values) == ""
    scene = made.model.scene()
    assert scene.panel is None
    assert "The question to the class could not be ended." in str(scene.message)
    assert "could not be ended" in scene.status
    assert "secret" not in str(scene)
    if action not in ("new", "unask"):
        usual.act(action, values)
        assert scene.transport == usual.scene().transport
        assert scene.zones == usual.scene().zones
    if action == "reveal":
        assert scene.message.title == usual.scene().message.title  # type: ignore[union-attr]
    assert made.act("fly")  # which is refused: what was said before it stays
    assert "could not be ended" in str(made.model.scene().message)
    assert made.act("first") == ""
    assert "could not be ended" not in str(made.model.scene())


@pytest.mark.parametrize("code", ["7\u202eb", "7\0b", "7\x1bb", "z" * 1999])
def test_of_a_class_code_that_is_none_nothing_is_shown(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    visit(monkeypatch, f"http://localhost:1/voila/render/x.ipynb?{urlencode({'class': code})}")
    for model in (Booth(), Booth(code), stage("pegging")):
        if isinstance(model, Stage):
            assert model._code == ""
        scene = model.scene()
        assert code not in str(scene._replace(message=None, status=""))
        assert scene.message is not None
        assert "class code" in f"{scene.message.title} {scene.message.text}".lower()
        assert code not in render(scene, False)


# ---------------------------------------------------------------- the class, and laying away


def test_the_class_is_shown_without_names() -> None:
    from cardlab_exercises import sample_learner
    from cardlab_exercises.reports.sample import LEARNER
    from cardlab_widgets.demos.progress import ClassStage

    page = SceneWidget(ClassStage(entry("class-progress"), sample_learner()))
    assert page.model.scene().bars == ()
    page.act("look", {"class": ""})
    followed(page, "1 learner, 60 answers")
    for tab in ("rules", "mistakes", "lessons", "time"):
        assert page.act(f"tab:{tab}") == ""
        scene = page.model.scene()
        assert scene.bars or tab == "time"
        assert [bar.action for bars in scene.bars for bar in bars.bars if bar.action] == []
        assert LEARNER not in shown(scene)
    for tab in ("learners", "tests"):
        page.act(f"tab:{tab}")
        assert LEARNER not in shown(page.model.scene())
    assert "no such thing" in page.act("open:rule:CRIB-SHOW-03")


def test_a_class_that_cannot_be_read_is_not_said_to_be_empty(tmp_path: Path) -> None:
    from cardlab_exercises import Store
    from cardlab_widgets.demos.progress import ClassStage

    (tmp_path / "file").write_text("no folder")
    page = SceneWidget(ClassStage(entry("class-progress"), Store(tmp_path / "file" / "class.db")))
    page.act("look", {"class": ""})
    followed(page, "cannot be read")
    assert str(tmp_path) not in page.html, "a projector shows no path of the server"


@pytest.mark.parametrize("crib", ["own", "theirs"])
def test_laying_away_shows_what_each_way_comes_to_beside_the_cards(crib: str) -> None:
    from cardlab_widgets.demos.cribbage import found

    values = {"hand": "4H 5H 5S 6C JD KD", "crib": crib}
    made = Stage(entry("what-to-lay-away"), SCRIPTS["what-to-lay-away"], seed=1)
    made.act("prepare", values)
    assert made.scene().bars == (), "the answer is not there before the question is answered"
    made.act("skip", {})
    ways = found(values, made.case[1])
    (shown,) = made.scene().bars
    assert shown.bars[0].figure == f"{ways.best.expected:.2f}"
    assert [bar.current for bar in shown.bars] == [True, False, False, False]
    for bar in shown.bars:
        (start, end, _), (low, high, _) = bar.parts
        assert 0 <= min(start, low) <= max(end, high) <= 1
        assert high == pytest.approx(end + (high - low)) if crib == "own" else high == pytest.approx(start)
        ends = high if crib == "own" else end - (high - low)
        assert bar.share == pytest.approx(ends), "both parts together"
    assert len(made.scene().message.text) < 120  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "values", "lit"),
    [
        ("frozen-or-not", {"pile": "4C KD", "hand": "KS KH 5C", "take": "take with KS KH"}, ["KS", "KH"]),
        ("is-this-a-meld", {"sets": "7S 7H 2D"}, ["7S", "7H", "2D"]),
        (
            "the-opening-minimum",
            {"score": "0", "hand": "AS AH AD 4C 5C", "lay": "AS AH AD"},
            ["AS", "AH", "AD"],
        ),
    ],
)
def test_the_cards_asked_about_are_lifted_in_the_hand(
    name: str, values: dict[str, str], lit: list[str]
) -> None:
    made = Stage(entry(name), SCRIPTS[name], seed=1)
    made.act("prepare", values)
    (hand,) = (zone for zone in made.scene().zones if zone.id == "hand")
    assert sorted(str(face.card) for face in hand.faces if "chosen" in face.marks) == sorted(lit)


def test_rules_have_no_numbers_on_the_pages_of_whole_games_until_they_are_wanted() -> None:
    for name in ("a-game-of-canasta", "a-game-of-cribbage"):
        widget = demo(name, seed=3)
        assert "unnumbered" in widget.html
        widget.press("teach", {})
        widget.press("numbers", {})
        assert "unnumbered" not in widget.html
    assert "unnumbered" in demo("a-game-reviewed", seed=3).html


def test_the_start_page_has_the_demos_in_their_order_and_other_pages_below() -> None:
    from cardlab_widgets.serving.server import start_page

    pages = [{"name": f"{name}.ipynb", "path": f"{name}.ipynb"} for name in ("mine", "pegging", "going-out")]
    made = start_page(pages)
    assert [about.id for about, _, _ in made.demos] == ["going-out", "pegging"]
    assert made.others == (pages[0],)
    assert all("<svg" in picture for _, _, picture in made.demos)
    assert ".card" in made.css


def test_the_index_of_the_lessons_leads_to_every_demo() -> None:
    index = (source_folder() / "index.ipynb").read_text(encoding="utf-8")
    for about in catalogue():
        assert f"[{about.title}](demos/{about.id}.ipynb)" in index
        assert (source_folder() / "demos" / f"{about.id}.ipynb").is_file()
