"""The Canasta table in a terminal: melds, pile and hand, as one seat sees them.

It fits a terminal 80 characters wide, and says everything without colours too.
"""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from cardlab.canasta.rules.event_text import side_name
from cardlab.canasta.rules.legal_actions import takes
from cardlab.canasta.rules.melds import Meld, in_order
from cardlab.canasta.rules.options import Options
from cardlab.canasta.rules.pile import frozen_text
from cardlab.canasta.rules.state import View, column_of, seat_names
from cardlab.display.places import others
from cardlab.display.terminal import cards_text, framed
from cardlab.wording import signed

HELP = """\
  pick 17         draw the 17th card of the spread pack, for partners; 17 is enough
  cut 40          cut the pack; Enter alone cuts in the middle
  draw            draw from the stock
  take            take the pile, if there is one way; or say how:
  take with QH QS   its top card makes a meld with these; take onto Q: it joins your queens
  KS KH 2D        lay a new meld; +8 8C adds to your eights; both at once with a comma between
  4C              discard, which ends your turn
  ask             ask your partner "may I go out?", where the rules have that; answer with yes or no
  end             end the deal when the stock is empty and you leave the pile"""

EXAMPLE = "CAN-FRZ-01"
"""A rule that can be asked for."""

_PILE_SHOWN = 12


def off(options: Options) -> dict[str, bool]:
    """Which lines of `HELP` these options have no use for, by their first word."""
    return {"ask": options.ask_partner == "off", "pick": options.seating == "agreed"}


def draw(view: View, seed: object) -> RenderableType:
    """The table as `view` has it."""
    names = seat_names(view.options)
    lines: list[RenderableType] = [_scores(view), Text("")]
    if view.phase == "pick":
        lines += [_drawn(view)]
    else:
        lines += [_other(view, seat) for seat in others(view.seat, view.options.players)]
        lines += _melds(view)
        lines += [_middle(view), _own(view)]
    dealer = names[view.dealer] if view.phase != "pick" else ""
    return framed(lines, "Canasta", view.options, dealer, seed)


def prompt(view: View) -> str:
    """What the seat is asked."""
    if view.phase == "pick":
        return "Draw a card for partners (1 to 108) > "
    if view.phase == "cut":
        return "Cut the pack (1 to 107, or Enter) > "
    if view.phase == "answer":
        return "Your partner asks: may I go out? (yes or no) > "
    if view.phase == "draw":
        can_take = next(takes(view), None) is not None
        if not view.stock:
            return f"The stock is empty. {'Take the pile, or end' if can_take else 'End'} > "
        return "Draw, or take the pile > " if can_take else "Draw > "
    if view.turn.closing:
        return "The last card was a red three. Meld, or end > "
    if view.own_melds:
        return "Meld if you wish, and discard > "
    return f"Discard, or meld {view.minimum} or more > "


def _scores(view: View) -> Text:
    text = Text()
    for column, score in enumerate(view.scores):
        own = column == column_of(view.options, view.side_of, view.seat)
        text.append(f"{side_name(view.options, view.side_of, column)} ", style="bold" if own else "")
        text.append(f"{signed(score)}   ", style="bold")
    return text.append(f"target {view.options.target:,}", style="dim")


def _drawn(view: View) -> Text:
    text = Text("The pack lies spread out, 108 cards face down.\n")
    held = view.draw.held if view.draw is not None else ()
    for name, card in zip(seat_names(view.options), held, strict=False):
        text.append(f"\n{name:<8}").append_text(cards_text([card] if card is not None else []))
    return text


def _other(view: View, seat: int) -> Text:
    role = "partner" if view.side_of[seat] == view.side_of[view.seat] else ""
    text = Text(f"{seat_names(view.options)[seat]:<6} {role:<8}")
    if view.shown:
        text.append_text(cards_text(view.shown[seat]))
    else:
        text.append(f"{view.counts[seat]:>2} cards", style="dim")
        if view.known[seat]:
            text.append("  from the pile: ", style="dim").append_text(cards_text(view.known[seat]))
    if view.red_threes[seat]:
        text.append("  red threes ").append_text(cards_text(view.red_threes[seat]))
    return text


def _melds(view: View) -> list[RenderableType]:
    lines: list[RenderableType] = []
    own = view.side_of[view.seat]
    for side in sorted(set(view.side_of), key=lambda side: side != own):
        who = [name for seat, name in enumerate(seat_names(view.options)) if view.side_of[seat] == side]
        text = Text(f"\nMelds of {' and '.join(who)}: ", style="" if side != own else "bold")
        if not view.melds[side]:
            text.append("none", style="dim")
        for meld in view.melds[side]:
            text.append("\n  ").append_text(cards_text(in_order(meld.cards))).append(
                _note(meld), style="bold"
            )
        lines.append(text)
    return lines


def _note(meld: Meld) -> str:
    return f" {meld.canasta} canasta, +{meld.bonus}" if meld.canasta else ""


def _middle(view: View) -> Text:
    text = Text(f"\nStock {view.stock}   Pile {len(view.pile)}: ")
    if len(view.pile) > _PILE_SHOWN:
        text.append("… ")
    text.append_text(cards_text(view.pile[-_PILE_SHOWN:]))
    if view.frozen:
        text.append(f"\n{frozen_text(view)}", style="cyan")
    return text.append("\n")


def _own(view: View) -> Text:
    text = Text(f"{seat_names(view.options)[view.seat]:<8}", style="bold").append_text(cards_text(view.hand))
    if view.red_threes[view.seat]:
        text.append("  red threes ").append_text(cards_text(view.red_threes[view.seat]))
    return text
