"""Whether what is shown fits: states of whole games, and a look at each of them in a page.

A scene's HTML with the style sheet is all that the look needs, so thousands of states are looked at in the
time that a kernel needs for a few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from cardlab_exercises import Practice, Store
from cardlab_widgets.lessons.practice import PracticeDesk
from cardlab_widgets.screen.faces import SPRITE
from cardlab_widgets.screen.render import render
from cardlab_widgets.screen.widget import style_sheet
from cardlab_widgets.tables.play import playing_model
from cardlab_widgets.tables.playing import Play

from cardlab.display.scene import Scene


class Place(NamedTuple):
    """Where a sheet is shown: a window, how wide the sheet is in it, and what height it has to keep to."""

    width: int
    height: int
    window: tuple[int, int]


PLACES = {
    390: Place(390, 844, (390, 844)),  # a phone
    820: Place(820, 670, (1280, 800)),
    844: Place(844, 670, (1280, 800)),  # JupyterLab in a small window, its side bar open
    1096: Place(1096, 670, (1280, 800)),  # and closed
    1280: Place(1280, 670, (1280, 800)),
}

LOW = {
    844: Place(844, 506, (1280, 640)),  # a screen of 1280 by 800 at 125 %, or a browser with all its bars
    1096: Place(1096, 506, (1280, 640)),
    930: Place(930, 466, (1366, 600)),  # a small laptop
    1182: Place(1182, 466, (1366, 600)),
}
"""Windows in which what is said may have to be scrolled, but no button and no card."""

PAGE = f"""<!doctype html><html><head><style>body {{ margin: 0 }} {style_sheet()}</style></head>
<body>{SPRITE}<div class="cardlab"></div></body></html>"""

SHOW = """([html, width, light]) => {
    document.body.dataset.jpThemeLight = String(light);
    document.body.style.background = light ? "#fff" : "#111";
    const root = document.querySelector(".cardlab");
    root.style.width = `${width}px`;
    root.innerHTML = html;
}"""

# Every piece of text that can be seen, with its box; what covers it, cuts it off or lies over it.
# With `scrolls` words may go out of sight in what can be scrolled, but no buttons.
LOOK = """(scrolls) => {
    const sheet = document.querySelector(".sheet"), root = document.querySelector(".cardlab");
    const limits = sheet.getBoundingClientRect(), faults = new Set(), texts = [];
    const boxOf = (e) => e.getBoundingClientRect();
    const named = (e) => `${e.className || e.nodeName} "${e.ariaLabel ?? e.textContent.trim()}"`;
    const unseen = (e) => e !== sheet && (getComputedStyle(e).clipPath !== "none" || unseen(e.parentElement));
    const hidden = (e) => e.closest("svg, [popover]") || boxOf(e).width <= 1 || unseen(e)
        || !e.checkVisibility({ visibilityProperty: true });
    const within = (a, b) => a.left >= b.left - 1.5 && a.right <= b.right + 1.5
        && a.top >= b.top - 1.5 && a.bottom <= b.bottom + 1.5;
    const apart = (a, b, by) => a.right - by <= b.left || b.right - by <= a.left
        || a.bottom - by <= b.top || b.bottom - by <= a.top;
    const clippers = new Map(); // by element: the one around it that hides what sticks out of it
    const clipper = (e) => {
        if (!e || e === root || e === sheet) return null;
        const { overflowX, overflowY } = getComputedStyle(e);
        const own = [overflowX, overflowY].some((way) => way !== "visible");
        if (!clippers.has(e)) clippers.set(e, own ? e : clipper(e.parentElement));
        return clippers.get(e);
    };
    const scroller = (e) => scrolls && e.closest(".say, .log, .sheets, .fb");
    const inside = (e, box, pressed = false) => {
        const cut = clipper(e);
        if (!pressed && cut && cut === scroller(e)) return;
        if (!within(box, limits)) faults.add(`outside: ${named(e)}`);
        else if (cut && !within(box, boxOf(cut))) faults.add(`cut off: ${named(e)}`);
    };
    const walker = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let node; (node = walker.nextNode()); ) {
        const e = node.parentElement;
        if (!node.textContent.trim() || hidden(e)) continue;
        range.selectNodeContents(node);
        for (const { left, right, top, bottom } of range.getClientRects()) {
            // letters are lower than their line
            const lead = Math.max(0, (bottom - top - parseFloat(getComputedStyle(e).fontSize)) / 2);
            const box = { left, right, top: top + lead, bottom: bottom - lead };
            const past = e.closest(".past") ?? scroller(e);
            if (right - left <= 1 || (past && apart(box, boxOf(past), 0.5))) continue; // a line without room
            texts.push({ e, box });
        }
    }
    const shown = (selector) => [...sheet.querySelectorAll(selector)].filter((e) => !hidden(e));
    const cards = shown(".card").map((e) => ({ e, box: boxOf(e) }));
    texts.forEach(({ e, box }, place) => {
        inside(e, box);
        for (const other of texts.slice(0, place))
            if (other.e !== e && !apart(box, other.box, 1.5)) faults.add(`${named(e)} on ${named(other.e)}`);
        if (e.closest(".band, .tag, .card")) return; // these lie on their own card
        for (const card of cards)
            if (!apart(box, card.box, 2)) faults.add(`${named(e)} on a card: ${named(card.e)}`);
    });
    for (const { e, box } of cards) inside(e.parentElement, box);
    const use = ".btn, .offer:has(:enabled), input:enabled:not([readonly])";
    for (const e of shown(".btn, .inp, .offer")) inside(e.parentElement, boxOf(e), e.matches(use));
    const bar = sheet.querySelector(".actions, .steps, .transport");
    return { height: limits.height, bar: bar && boxOf(bar).top, faults: [...faults] };
}"""

# Nothing is painted in between, which would take longer than all the rest.
LOOK_AT = f"""async ([sheets, width, scrolls]) => {{
    const show = {SHOW}, look = {LOOK}, found = [];
    for (const [html, light] of sheets) {{
        show([html, width, light]);
        document.body.getBoundingClientRect();
        await document.fonts.ready;
        found.push(look(scrolls));
    }}
    return found;
}}"""


def whole_game(game: str, seed: int, **options: Any) -> Iterator[tuple[str, Scene]]:
    """Every state of a game against beginners, and at each turn the answers of the table: the states come
    in the order in which they are seen. The name says how one came there.
    """
    table = playing_model(game, seed, level="beginner", pace="step", resume=False, **options)
    whim = Random(seed)
    while table.game.outcome is None or table._pending:
        at = f"{game} {seed}, {len(table.game.actions)} actions, moment {table._shown}"
        yield at, table.scene()
        if table._live:
            yield from _asides(table, at, whim)
            view = table.game.view(table.seat)
            table.act(f"do:{table._player(view, whim).action}", {})
        else:
            table.act("on", {})
    yield f"{game} {seed}, the end", table.scene()
    table.act("first", {})
    yield f"{game} {seed}, looked back on", table.scene()


def _asides(table: Play, at: str, whim: Random) -> Iterator[tuple[str, Scene]]:
    """What the table says when it is asked, and what it refuses, in the state in which it stands."""
    before = dict(vars(table))
    hand = [face.key for zone in table.scene().zones if zone.id == "hand" for face in zone.faces]
    chosen = whim.sample(hand, min(3, len(hand)))
    ways = [
        ["explain"],
        [f"card:{key}" for key in chosen],
        *([button.action] for button in table.scene().buttons),
    ]
    ways += [[f"card:{key}" for key in chosen] + [verb] for verb in ("lay", "meld", "take", "discard")]
    for way in ways:
        try:
            for action in way:
                table.act(action, {"points": "1"})
                if not table._live:
                    break
            else:
                yield f"{at}, {' '.join(way)}", table.scene()
        except ValueError:
            pass
        vars(table).clear()
        vars(table).update(before)


class Look(NamedTuple):
    """How a scene fits: its height, where its buttons are, and what is wrong with it."""

    height: float
    bar: float
    faults: list[str]


def looks(page: Any, scenes: Sequence[tuple[Scene, bool]], width: int, scrolls: bool = False) -> list[Look]:
    """How scenes fit at a width, each in the light theme or in the dark one; the last one stays shown."""
    sheets = [[render(scene), light] for scene, light in scenes]
    return [Look(**found) for found in page.evaluate(LOOK_AT, [sheets, width, scrolls])]


def exercise_states(id: str, seed: int) -> Iterator[tuple[str, Scene]]:
    """A question of an exercise from the first look at it to its solution, step by step."""
    practice = Practice(id, seed=seed, store=Store(None), length=2)
    desk = PracticeDesk(practice)
    yield f"{id}, before it begins", desk.scene()
    if desk.practice.sitting is None:
        desk.act("next", {})
    sitting = desk.practice.sitting
    assert sitting is not None
    yield f"{id}, asked", desk.scene()
    for _ in sitting.exercise.hints(sitting.question):
        desk.act("hint", {})
        yield f"{id}, hint", desk.scene()
    answers = sitting.exercise.examples(sitting.question)
    desk.act("check", dict(answers.wrong))
    yield f"{id}, wrong", desk.scene()
    if desk.practice.sitting and not desk.practice.sitting.done:
        desk.act("solution", {})
        yield f"{id}, solution", desk.scene()
    if any(button.action == "steps" for button in desk.scene().buttons):
        desk.act("steps", {})
        yield from stepped(f"{id}, steps", desk)


def stepped(name: str, model: Any) -> Iterator[tuple[str, Scene]]:
    """Every step of a stepper, before its question and after it."""
    while True:
        scene = model.scene()
        assert scene.transport is not None
        yield f"{name}, step {scene.transport.at}", scene
        if scene.transport.at == scene.transport.of:
            return
        model.act("skip" if scene.transport.waiting else "next", {})
