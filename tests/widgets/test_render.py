"""Scenes as HTML: names, states, escaping, and nothing that the scene does not hold."""

from __future__ import annotations

import re

import pytest
from cardlab_widgets.screen.render import cited, form_key, ledger_groups, render, rule_text, with_cards
from cardlab_widgets.tables.play import playing_model

from cardlab.cards import CARDS, JOKER, Card
from cardlab.cribbage import count, options
from cardlab.cribbage.display.count_frames import counting_frames
from cardlab.display.scene import (
    Button,
    CardFace,
    Dot,
    Field,
    Form,
    LedgerLine,
    Message,
    Panel,
    Scene,
    Transport,
    Zone,
    faces,
)
from tests.widgets.html_page import EVIL, Page


def frame(at: int, **kwargs: object) -> Scene:
    frames = counting_frames(count("5H 5D 5S JC", "5C"), **kwargs)  # type: ignore[arg-type]
    return frames[at].scene


def exercise(**kwargs: object) -> Scene:
    bare = Scene(kind="exercise", eyebrow="Cribbage", title="How many points?")
    return bare._replace(**kwargs)  # type: ignore[arg-type]


def test_everything_that_can_be_pressed_or_read_has_a_name() -> None:
    page = Page(render(frame(8)))
    assert all(name for name, _ in page.named("button"))
    groups = [name for name, attrs in page.named("div") if attrs.get("role") == "group"]
    assert groups == ["hand", "starter", "Step through"]
    cards = [name for name, attrs in page.named("span") if attrs.get("data-key")]
    assert (
        cards
        == [
            "five of diamonds",
            "five of hearts, counts in this line",
            "five of spades",
            "jack of clubs",
            "five of clubs, starter, counts in this line",
        ]
        or len(cards) == 5
    )
    lit = [name for name in cards if name.endswith("counts in this line")]
    assert len(lit) == 3


def test_the_lit_cards_are_those_of_the_current_line() -> None:
    scene = frame(1)
    assert scene.ledger
    page = Page(render(scene))
    lit = {attrs["data-key"] for _, attrs in page.named("span") if " hot" in attrs.get("class", "")}
    assert lit == {card.code for card in scene.ledger[-1].cards}


def test_no_element_has_an_id_so_that_several_views_can_stand_on_one_page() -> None:
    for scene in (frame(0), frame(10), exercise(form=Form("count", (Field("total", "total"),)))):
        assert not [attrs for _, attrs in Page(render(scene)).tags if "id" in attrs]


def test_a_line_of_the_ledger_names_its_rule_once_for_all_its_neighbours() -> None:
    scene = frame(10)
    assert scene.ledger
    assert [(rule, len(lines)) for rule, lines in ledger_groups(scene.ledger)] == [
        ("CRIB-SHOW-03", 8),
        ("CRIB-SHOW-06", 1),
        ("CRIB-SHOW-10", 1),
    ]
    page = Page(render(scene))
    chips = [attrs["data-rule"] for _, attrs in page.named("button") if "data-rule" in attrs]
    assert chips == ["CRIB-SHOW-03", "CRIB-SHOW-06", "CRIB-SHOW-10"]
    current = [at for at, (_, attrs) in enumerate(page.tags) if attrs.get("aria-current") == "step"]
    assert len(current) == 1
    assert "his nobs" in page.texts[current[0]]


def test_each_rule_that_is_named_can_be_opened_and_says_whose_it_is() -> None:
    scene = frame(10)
    html = render(scene)
    assert cited(scene) == ("CRIB-SHOW-03", "CRIB-SHOW-06", "CRIB-SHOW-10")
    for rule in cited(scene):
        assert f'data-rule-text="{rule}"' in html
    assert "course rules" in html


def test_a_rule_is_explained_in_the_words_of_the_options() -> None:
    course, five_only = rule_text("CRIB-SHOW-08"), rule_text("CRIB-SHOW-08", options(flush_hand="five_only"))
    assert course.preset == "course rules"
    assert five_only.preset == "course rules, flush hand five only"
    assert course.text != five_only.text


def test_sentences_show_cards_and_nothing_else_as_cards() -> None:
    shown = with_cards("Lay 10♦, Q♠ and A♣\ufe0e; not 110♥, not ♥, not 5♥5")
    assert shown.count('class="mini') == 3
    kept = re.findall(
        r'<span class="kept">.*?</span>([:;,.!?)]*)</span>',
        with_cards("South plays 7♦: 31 (with 2♣). 9♥ lies"),
    )
    assert kept == [":", ")."]
    assert re.findall(r'aria-label="([^"]+)"', shown) == [
        "ten of diamonds",
        "queen of spades",
        "ace of clubs",
    ]


def test_markup_is_shown_as_it_was_typed_wherever_it_appears() -> None:
    scene = exercise(
        title=EVIL,
        eyebrow=EVIL,
        chips=(EVIL, f"seed {EVIL}"),
        prompt=EVIL,
        aside_label=EVIL,
        aside=EVIL,
        zones=(Zone("hand", EVIL, faces([Card("5H")], note=EVIL), note=EVIL),),
        form=Form(
            EVIL, (Field("total", EVIL, EVIL, "wrong", EVIL),), (Button(EVIL, EVIL, note=EVIL),), note=EVIL
        ),
        message=Message("warn", EVIL, EVIL),
        buttons=(Button("x", EVIL, why_not=EVIL),),
        tools=Form(EVIL, (Field("seed", EVIL, EVIL),), (Button("seed", EVIL),)),
    )
    html = render(scene, error=EVIL)
    page = Page(html)
    assert "<img" not in html
    assert not [tag for tag, attrs in page.tags if tag == "img" or "onerror" in attrs]
    typed = [attrs["value"] for tag, attrs in page.tags if tag == "input"]
    assert typed == [EVIL, EVIL]


def test_a_face_down_card_gives_nothing_away() -> None:
    hidden = (CardFace("stock-1", None), CardFace("stock-2", None, selectable=True))
    html = render(exercise(zones=(Zone("stock", "stock", hidden),)))
    assert html.count("face-down card") == 2
    for card in CARDS:
        assert card.name not in html or card is JOKER
    assert 'class="wide"' not in html


def test_cards_that_can_be_picked_are_buttons_that_say_whether_they_are() -> None:
    picked = faces([Card("9H"), Card("6S")], selectable=True)
    picked = (picked[0]._replace(marks=("selected",)), picked[1])
    page = Page(render(exercise(zones=(Zone("hand", "hand", picked),))))
    states = [(name, attrs["aria-pressed"], attrs["data-action"]) for name, attrs in page.named("button")]
    assert states == [("nine of hearts", "true", "card:9H"), ("six of spades", "false", "card:6S")]


def test_a_wrong_field_is_marked_for_eyes_and_ears_and_a_locked_one_cannot_be_written() -> None:
    fields = (
        Field("total", "total", "14", "wrong", "not 14", large=True),
        Field("runs", "runs", "8", "right", locked=True),
    )
    page = Page(render(exercise(form=Form("count", fields, (Button("check", "Check"),)))))
    total, runs = [attrs for tag, attrs in page.tags if tag == "input"]
    assert total["aria-invalid"] == "true"
    assert "aria-invalid" not in runs
    assert "readonly" in runs
    labels = [re.sub(r"\s+", " ", name) for name, _ in page.named("label")]
    assert labels == ["total not 14", "runs right"]


def test_what_cannot_be_done_stays_reachable_and_says_why() -> None:
    page = Page(render(exercise(buttons=(Button("take", "Take pile", why_not="It is frozen."),))))
    [(name, attrs)] = page.named("button")
    assert name == "Take pile"
    assert attrs["aria-disabled"] == "true"
    assert attrs["title"] == "It is frozen."
    assert "disabled" not in attrs


def test_the_run_of_questions_says_where_it_stands() -> None:
    dots = (Dot("ok"), Dot("retry"), Dot("", True), Dot())
    page = Page(render(exercise(dots=dots)))
    assert [name for name, _ in page.named("ol")] == ["Question 3 of 4"]
    said = [re.sub(r"\s+", " ", name) for name, _ in page.named("li")]
    assert said == ["1: right first time", "2: right later, or with help", "3: this one", "4: to come"]


def test_at_the_ends_of_a_stepper_there_is_no_way_on() -> None:
    def off(at: int) -> set[str]:
        scene = frame(at)._replace(transport=Transport(at, 10))
        return {a["data-id"] for _, a in Page(render(scene)).named("button") if a.get("aria-disabled")}

    assert off(0) == {"first", "back"}
    assert off(5) == set()
    assert off(10) == {"next", "last"}


@pytest.mark.parametrize(
    ("wide", "low", "inside"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_a_refusal_stands_where_it_can_be_seen(wide: bool, low: bool, inside: bool) -> None:
    """A panel across the sheet covers everything below it."""
    panel = Panel("For teachers", (), wide=wide, low=low)
    html = render(frame(1)._replace(panel=panel), error="'1H' is not a card.")
    assert html.count("data-error") == 1
    after = html.partition('aria-label="For teachers"')[2]
    assert ("data-error" in after.partition('class="x"')[0]) == inside


def test_at_a_table_it_stands_in_the_panel_that_lies_over_what_is_said() -> None:
    table = playing_model(seed=7, resume=False)
    table.act("panel", {})
    html = render(table.scene(), error="'1H' is not a card.")
    assert html.count("data-error") == 1
    assert "data-error" in html.partition('<div class="panel')[2].partition("<form")[0]


def test_the_form_key_changes_with_the_question_and_not_with_what_was_typed() -> None:
    def key(prompt: str, value: str, card: str, at: int) -> str:
        zones = (Zone("hand", "hand", faces([Card(card)])),)
        dots = tuple(Dot("", place == at) for place in range(3))
        return form_key(
            exercise(zones=zones, dots=dots, form=Form(prompt, (Field("total", "total", value),)))
        )

    assert key("How many?", "", "5H", 0) == key("How many?", "12", "5H", 0)
    others = {key("Why?", "", "5H", 0), key("How many?", "", "6H", 0), key("How many?", "", "5H", 1)}
    assert len(others | {key("How many?", "", "5H", 0)}) == 4


def test_messages_stay_small() -> None:
    largest = max(len(render(frame(at), large=True)) for at in range(11))
    assert largest < 20_000


def test_a_table_full_of_cards_stays_under_sixty_thousand_characters() -> None:
    hands = [
        Zone(
            f"zone-{number}", f"zone {number}", faces(CARDS[number * 10 : number * 10 + 10], selectable=True)
        )
        for number in range(4)
    ]
    assert len(render(exercise(zones=tuple(hands)))) < 60_000


def test_a_kind_of_scene_without_a_template_is_an_error_that_names_it() -> None:
    with pytest.raises(ValueError, match="'hologram'"):
        render(frame(0)._replace(kind="hologram"))


def test_an_empty_ledger_is_still_a_ledger() -> None:
    scene = frame(0)._replace(ledger=(LedgerLine("nothing", (), "", "CRIB-SHOW-12", 0),))
    assert "nothing" in render(scene)
