"""Scenes as accessible HTML: real buttons, names for everything, and nothing that the scene does not hold.

`scene.kind` chooses the template; the browser module (`static/cardlab.js`) swaps the result in. What
it and the browser tests hold on to:

- ``data-action``: what a button sends when it is pressed; ``data-id``: who it is, to keep the focus;
- ``data-zone`` on a place for cards, ``data-key`` on a card in it (``5H``, ``5H'``);
- ``form[data-form]``: a form and which question it belongs to; ``data-submit`` is what Enter sends;
- ``data-rule`` on a chip, ``data-rule-text`` on the text that it opens;
- ``data-beat``: the milliseconds after which the table asks for its next step; ``data-home``: where the focus
  goes when the element that had it disappears; ``data-origin`` on a card: the key of what it comes from;
  ``data-take`` on a file field: the action that takes the file's text;
- ``data-drop`` on a place where cards of the zones ``data-from`` may be dragged; ``data-twice`` on a card:
  the place it goes to when it is pressed twice; ``data-only`` on the one thing that can be done;
- ``time[datetime]``: a time, which the module writes in the zone of who reads it;
- ``data-sound``: tones to be heard, once for each text that stands there;
- ``data-transport`` with ``data-at``, ``data-of`` and, before a question, ``data-waiting``.

Accessible names: cards ``five of hearts``; zones ``hand``, ``starter``; fields by their labels (``total``,
``points``, ``seed``); buttons by theirs (``Next``, ``Reveal``, ``Check``); chips ``Rule CRIB-SHOW-04``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from hashlib import blake2s
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template, TemplateNotFound
from markupsafe import Markup, escape

from cardlab.cards import Card
from cardlab.display.scene import Form, LedgerLine, Scene, Zone, cited
from cardlab.display.scene_text import cell_text
from cardlab.game import referee
from cardlab.rulebook import find_rule
from cardlab.wording import signed
from cardlab_widgets.screen import faces
from cardlab_widgets.screen.boards import board_svg, peg_key

_TOKEN = re.compile(r"(?<!\w)(?P<card>(?:10|[2-9AJQK])[♠♥♦♣]\ufe0e?)(?!\w)(?P<mark>[:;,.!?)]*)")


_TABLES = ("table", "canasta")
"""Kinds of scenes whose panel, wide or not, lies over what is said: what went wrong is then said in it."""


class RuleText(NamedTuple):
    """What the chip of a rule opens."""

    id: str
    title: str
    text: str
    purpose: str
    preset: str


def render(scene: Scene, large: bool = False, error: str = "") -> str:
    """The scene as HTML. `large` is for a projector; `error` says what went wrong with the last action, and
    stands in the place of what was said before.

    Raises `ValueError` for a kind of scene that there is no template for.
    """
    try:
        template = _environment().get_template(f"{scene.kind}.html.j2")
    except TemplateNotFound:
        raise ValueError(f"there is no template for a scene of kind {scene.kind!r}") from None
    if error:
        scene = scene._replace(message=None)
    panel = scene.panel
    covered = panel is not None and not panel.low and (panel.wide or scene.kind in _TABLES)
    return template.render(
        scene=scene,
        large=large,
        error="" if covered else error,
        panel_error=error if covered else "",
        ledger=ledger_groups(scene.ledger or ()),
        form_key=form_key(scene),
        rules=[rule_text(rule, scene.options) for rule in cited(scene)],
    )


def rule_text(rule_id: str, options: Any = None) -> RuleText:
    """A rule in the words of `options`; without them, in the words of the game's course rules."""
    book, rule = find_rule(rule_id)
    if options is None:
        options = referee(book.game).make_options()
    return RuleText(rule.id, rule.title, rule.text(options), rule.purpose, options.label)


def ledger_groups(ledger: tuple[LedgerLine, ...]) -> list[tuple[str, list[LedgerLine]]]:
    """Neighbouring lines that rest on one rule, so that it is named once for all of them."""
    return [(rule, list(lines)) for rule, lines in groupby(ledger, key=lambda line: line.rule)]


def form_key(scene: Scene) -> str:
    """A short text that is the same as long as the same question is asked about the same cards.

    By it the browser knows whether what was typed still belongs in the fields.
    """
    form = scene.form or Form("", ())
    asked = (
        form.prompt,
        scene.prompt,
        [field.name for field in form.fields],
        [(zone.id, face.key) for zone in scene.zones for face in zone.faces],
        [dot.current for dot in scene.dots],
    )
    return blake2s(repr(asked).encode(), digest_size=6).hexdigest()


def with_cards(text: str) -> Markup:
    """A sentence in which each card named by its sign (``5♥``, ``10♦``) is shown as a small card.

    A mark of punctuation after a card stays on its line.

    >>> with_cards("<b> 5♥").count("mini"), str(with_cards("<b>"))
    (1, '&lt;b&gt;')
    """

    def shown(match: re.Match[str]) -> str:
        card = str(faces.mini(Card(match["card"])))
        return f'<span class="kept">{card}{match["mark"]}</span>' if match["mark"] else card

    return Markup(_TOKEN.sub(shown, str(escape(text))))


def breadth(melds: Iterable[Zone]) -> float:
    """How many cards' widths some melds take beside each other: each is as wide as its fan or its label.
    Fans of many cards close up (canasta.css).

    >>> from cardlab.cards import parse_cards
    >>> from cardlab.display.scene import faces
    >>> breadth([Zone("meld", "kings", faces(parse_cards("KS KH KD KC")))])
    2.75
    """
    return sum(min(max((len(meld.faces) + 1) / 2, 1.7), 3.0) + 0.25 for meld in melds)


def columns(cards: int, most: int) -> int:
    """In how many columns cards lie: in as few even rows as there can be with at most `most` cards in each.

    >>> [columns(cards, 12) for cards in (0, 5, 12, 13, 25)]
    [1, 5, 12, 7, 9]
    """
    rows = ceil(cards / most)
    return ceil(cards / rows) if rows else 1


def template(name: str) -> Template:
    """The template of that name, for pages that show no single scene."""
    return _environment().get_template(f"{name}.html.j2")


@cache
def qr_code(address: str) -> Markup:
    """An address to be scanned, black on white in every theme: some cameras cannot read inverted codes.

    >>> qr_code("http://192.0.2.7:8866/")[:26]
    Markup('<span class="qr" role="img')
    """
    import segno

    drawn = segno.make(address, error="m", micro=False).svg_inline(border=3, omitsize=True, light="#fff")
    return Markup(f'<span class="qr" role="img" aria-label="The address to scan">{drawn}</span>')


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("cardlab_widgets.screen"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["cards"] = with_cards
    environment.filters["by_rule"] = ledger_groups
    environment.filters["breadth"] = breadth
    environment.filters["columns"] = columns
    environment.filters["signed"] = signed
    environment.filters["qr"] = qr_code
    environment.filters["when"] = cell_text
    environment.globals.update(
        face=faces.face,
        back=faces.BACK,
        board_svg=board_svg,
        peg_key=peg_key,
        mini=faces.mini,
        icon=faces.icon,
        suit_class=faces.suit_class,
        rule_title=lambda id: find_rule(id)[1].title,
    )
    return environment
