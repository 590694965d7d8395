"""Everything is on one screen: no scrolling, nothing cut off, no word on another or on a card.

JupyterLab in a window of 1280 by 800 leaves 844 by 670 pixels to a lesson beside its side bar, and 1096
without it; a phone has 390. Where `CARDLAB_SCREENSHOTS` names a folder, pictures are kept there: of some
states of each game, and of every state that does not fit.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from cardlab_exercises.declaration.bank import exercises
from cardlab_widgets.lessons.counting import counting_model
from cardlab_widgets.lessons.stepper import Stepper
from cardlab_widgets.tables.watch import watched, watched_frames
from playwright.sync_api import Browser, Page

from cardlab.canasta.display.table import table as canasta_table
from cardlab.canasta.rules.positions import position
from cardlab.canasta.rules.state import view
from cardlab.display.scene import Scene
from cardlab.game import Moment
from tests.browser.fitting import LOW, PAGE, PLACES, Look, Place, exercise_states, looks, stepped, whole_game

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "cribbage": ("cribbage", {}),
    "cribbage-4": ("cribbage", {"players": 4, "target": 61}),
    "canasta": ("canasta", {"seating": "draw"}),
}
SEEDS = (7, 11)
LOOKS = 36
"""At so many states of a game the quick test looks; the slow one looks at all."""

BATCH = 100
"""An even number, for the themes take turns."""
FOLDER = os.environ.get("CARDLAB_SCREENSHOTS")

USUAL = (390, 844, 1280)
WIDTHS = [pytest.param(width, marks=() if width in USUAL else pytest.mark.thorough) for width in PLACES]

Found = list[str]
Seen = tuple[str, Scene, bool, Look]


@pytest.fixture(scope="module")
def sheets(browser: Browser) -> Iterator[dict[Place, Page]]:
    """A page in a window of each size."""
    pages = {}
    for place in (*PLACES.values(), *LOW.values()):
        page = browser.new_page(viewport={"width": place.window[0], "height": place.window[1]})
        page.set_content(PAGE)
        pages[place] = page
    yield pages
    for page in pages.values():
        page.close()


def faults(
    page: Page, place: Place, states: Iterable[tuple[str, Scene]], pictures: int = 12, still: bool = False
) -> Found:
    """What does not fit in any of these states, which are looked at in both themes in turn.

    With `still` the buttons have to stay where they are, too; on a phone they may need a second row.
    """
    wrong: Found = []
    bars: dict[int, str] = {}
    for number, (name, scene, light, look) in enumerate(looked_at(page, place, states)):
        here = [f"{name}: {fault}" for fault in look.faults]
        if look.height > place.height:
            here.append(f"{name}: {look.height:.0f} high")
        if still and place.width > 740:
            bars.setdefault(round(look.bar), name)
        if FOLDER and (here or number % pictures == 0):
            looks(page, [(scene, light)], place.width)
            keep(page, Path(FOLDER), f"{place.width}-{name}{'-FAULT' if here else ''}")
        wrong += here
    if bars and max(bars) - min(bars) > 2:
        wrong.append(f"the buttons move: {bars}")
    return wrong


def looked_at(page: Page, place: Place, states: Iterable[tuple[str, Scene]]) -> Iterator[Seen]:
    """How each state fits in a place; a hundred of them are sent at once."""
    rest = iter(states)
    while some := [
        (name, scene, number % 2 == 0) for number, (name, scene) in enumerate(islice(rest, BATCH))
    ]:
        found = looks(page, [(scene, light) for _, scene, light in some], place.width, place in LOW.values())
        for (name, scene, light), look in zip(some, found, strict=True):
            yield name, scene, light, look


def keep(page: Page, folder: Path, name: str) -> None:
    file = re.sub(r"[^\w-]+", "-", name)
    page.locator(".cardlab").screenshot(path=folder / f"{file[:120]}.png")


@cache
def some_states(name: str) -> list[tuple[str, Scene]]:
    """A share of the states of a game, its last ones among them."""
    game, options = GAMES[name]
    states = list(whole_game(game, SEEDS[0], **options))
    return [*states[:: len(states) // LOOKS + 1], *states[-2:]]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_on_one_screen(name: str, width: int, sheets: dict[Place, Page]) -> None:
    place = PLACES[width]
    assert faults(sheets[place], place, some_states(name), still=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", PLACES)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_every_state_is_on_one_screen(name: str, seed: int, width: int, sheets: dict[Place, Page]) -> None:
    game, options = GAMES[name]
    place = PLACES[width]
    assert faults(sheets[place], place, whole_game(game, seed, **options), 100, still=True) == []


OURS = "4S4H4D4C4S4H4D 5S5H5D5C5S2S2H 6S6H6D6C 7S7H7D7CJR 8S8H8D 9S9H9D9C TSTHTDTC JSJHJD QSQHQDQC"
THEIRS = "6S6H6D 7S7H7D7C2D 8S8H8D8C 9S9H9D9C TSTHTD JSJHJD QSQHQD KSKHKDKCKSKHKD ASAHADAC"
HAND = "AS AH AD AC KC QC JC JC TC 8C 5H 5D 5C 3S 3S 3C 3C 2S 2H JR"


def nine_melds(cards: int) -> list[tuple[str, Scene]]:
    """Nine melds a side, with so many cards in hand of which none, three and one are chosen."""
    hand = HAND.split()[:cards]
    melds = [OURS.split(), THEIRS.split()]
    state = position(
        hands=[" ".join(hand), "2C", "2D", "JR"], melds=melds, phase="play", pile="2C 6C", stock=0
    )
    scenes = [canasta_table(Moment(view(state, 0)), True, chosen) for chosen in ((), hand[:3], hand[:1])]
    return [(f"nine melds, {cards} cards, {number}", scene) for number, scene in enumerate(scenes)]


@pytest.mark.parametrize("cards", [5, 13, 20])
@pytest.mark.parametrize("width", WIDTHS)
def test_nine_melds_a_side_are_on_one_screen(width: int, cards: int, sheets: dict[Place, Page]) -> None:
    place = PLACES[width]
    assert faults(sheets[place], place, nine_melds(cards), pictures=1) == []


# ---------------------------------------------------------------- low windows

LOWEST = [pytest.param(width, marks=() if width == 930 else pytest.mark.thorough) for width in LOW]
LEAST = 16
"""No card is narrower than this: its rank can be read."""


def faults_low(page: Page, place: Place, states: Iterable[tuple[str, Scene]], still: bool = False) -> Found:
    """What does not fit into a low window, and what has become too small in one."""
    states = list(states)
    wrong = faults(page, place, states, still=still)
    for number, (name, scene) in enumerate(states):
        looks(page, [(scene, number % 2 == 0)], place.width)
        cards = page.locator(".sheet .card").evaluate_all("all => all.map((card) => card.offsetWidth)")
        wrong += [f"{name}: cards of {min(cards)}"] if cards and 0 < min(cards) < LEAST else []
    return wrong


@pytest.mark.parametrize("width", LOWEST)
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_in_a_low_window(name: str, width: int, sheets: dict[Place, Page]) -> None:
    place = LOW[width]
    assert faults_low(sheets[place], place, some_states(name), still=True) == []


@pytest.mark.slow
@pytest.mark.parametrize("width", LOW)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_every_state_is_in_a_low_window(name: str, seed: int, width: int, sheets: dict[Place, Page]) -> None:
    game, options = GAMES[name]
    place = LOW[width]
    assert faults(sheets[place], place, whole_game(game, seed, **options), 100, still=True) == []


@pytest.mark.parametrize("width", LOWEST)
def test_nine_melds_a_side_are_in_a_low_window(width: int, sheets: dict[Place, Page]) -> None:
    place = LOW[width]
    assert faults_low(sheets[place], place, nine_melds(13)) == []


@pytest.mark.parametrize("width", LOW)
def test_exercises_and_steppers_are_in_a_low_window(width: int, sheets: dict[Place, Page]) -> None:
    """A share of the states of each, another one for each width."""
    place = LOW[width]
    counts = [state for hand, starter in HANDS for state in stepped(hand, counting_model(hand, starter))]
    states = [*asked_and_answered()[[*LOW].index(width) :: 6], *counts, *table_steps()]
    assert faults_low(sheets[place], place, states) == []


# ---------------------------------------------------------------- exercises and steppers

WIDE = [width for width in PLACES if width > 740]
"""Where exercises and counts need no scrolling; on a phone feedback and working are below the answer."""

HANDS = [("5H 5D 5S JC", "5C"), ("2H 3H 4H KH", "5D"), ("AS 2S 3S 3D", "3C")]
PLAYED = ("cribbage", "play 8S, play 7D, play 9C, play 3C", ["8S 9C 2D KS", "7D JH 3C QS"])
TAKEN = ("canasta", "take with QS QD, meld 9S 9H 9D, discard 4C", ["QS QD 4C 9S 9H 9D 6C 5H 5S", "", "", ""])


@cache
def asked_and_answered() -> list[tuple[str, Scene]]:
    return [state for id in exercises() for state in exercise_states(id, seed=7)]


@pytest.mark.parametrize("width", WIDE)
def test_every_exercise_is_on_one_screen(width: int, sheets: dict[Place, Page]) -> None:
    """A share of the states of each, another one for each width."""
    place = PLACES[width]
    states = asked_and_answered()[WIDE.index(width) :: len(WIDE)]
    assert faults(sheets[place], place, states, pictures=20) == []


def asked(seed: int) -> Iterator[tuple[str, Scene]]:
    """Each exercise as it asks its question."""
    for id in exercises():
        yield from (state for state in exercise_states(id, seed) if state[0].endswith(", asked"))


def test_every_question_is_on_the_screen_of_a_phone_with_its_answer(sheets: dict[Place, Page]) -> None:
    assert faults(sheets[PLACES[390]], PLACES[390], asked(7), pictures=20) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 13))
def test_more_questions_are_on_the_screen_of_a_phone(seed: int, sheets: dict[Place, Page]) -> None:
    assert faults(sheets[PLACES[390]], PLACES[390], asked(seed), pictures=60) == []


STUCK = """() => {
    const work = document.querySelector(".work").getBoundingClientRect();
    return work.bottom <= innerHeight + 1 && work.height < innerHeight / 2;
}"""


def test_a_long_answer_sheet_keeps_its_fields_in_view(sheets: dict[Place, Page]) -> None:
    page = sheets[PLACES[390]]
    (_, scene), *_ = [state for state in exercise_states("crib-count-hand", 7) if "wrong" in state[0]]
    looks(page, [(scene._replace(prompt=f"{scene.prompt} " * 12), True)], 390)
    assert page.evaluate("document.querySelector('.sheet').offsetHeight > innerHeight")
    assert page.evaluate(STUCK)


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDE)
@pytest.mark.parametrize("seed", range(1, 5))
def test_every_state_of_every_exercise_is_on_one_screen(
    seed: int, width: int, sheets: dict[Place, Page]
) -> None:
    states = (state for id in exercises() for state in exercise_states(id, seed))
    place = PLACES[width]
    assert faults(sheets[place], place, states, pictures=60) == []


@pytest.mark.parametrize("width", WIDE)
@pytest.mark.parametrize(("hand", "starter"), HANDS)
def test_every_step_of_a_count_is_on_one_screen(
    hand: str, starter: str, width: int, sheets: dict[Place, Page]
) -> None:
    place = PLACES[width]
    assert faults(sheets[place], place, stepped(hand, counting_model(hand, starter)), pictures=5) == []


def table_steps() -> list[tuple[str, Scene]]:
    """Every step of the tables above."""
    found: list[tuple[str, Scene]] = []
    for game, actions, hands in (PLAYED, TAKEN):
        more = {"pile": "4D 9C 2H QH", "melds": [["6S 6H 6D"]]} if game == "canasta" else {}
        model = Stepper(watched_frames(watched(game, actions, hands=hands, turn=0, **more)))
        found += stepped(game, model)
    return found


@pytest.mark.parametrize("width", PLACES)
def test_every_step_of_a_table_is_on_one_screen(width: int, sheets: dict[Place, Page]) -> None:
    place = PLACES[width]
    assert faults(sheets[place], place, table_steps(), pictures=5) == []
