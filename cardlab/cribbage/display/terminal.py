"""The Cribbage table in a terminal: board, hands, starter and count, as one seat sees them.

It fits a terminal 80 characters wide, and says everything without colours too.
"""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from cardlab.cribbage.display.board import board
from cardlab.cribbage.rules.event_text import side_name
from cardlab.cribbage.rules.legal_actions import legal_actions
from cardlab.cribbage.rules.options import Options
from cardlab.cribbage.rules.state import LAID_AWAY, View, seat_names
from cardlab.display.places import others
from cardlab.display.terminal import cards_text, framed

HELP = """\
  cut 23          cut 23 cards off the pack; Enter alone cuts in the middle
  5H JD           lay cards away to the crib
  7D              play a card; 7 is enough if you hold one seven
  go              say go; Enter alone does, when nothing fits
  stop            play no further card after a go, where the rules leave it open
  12              claim 12 points, when hands are counted by hand
  muggins 2       take 2 points that were overlooked; pass lets them be
  heels           claim two for his heels, where they have to be claimed"""

EXAMPLE = "CRIB-GO-04"
"""A rule that can be asked for."""

_CELLS = 48


def off(options: Options) -> dict[str, bool]:
    """Which lines of `HELP` these options have no use for, by their first word."""
    return {
        "stop": options.go_continue == "must",
        "12": options.counting == "automatic",
        "muggins": options.muggins == "off",
        "heels": options.heels_claim == "automatic",
    }


def draw(view: View, seed: object) -> RenderableType:
    """The table as `view` has it."""
    names = seat_names(view.options)
    lines: list[RenderableType] = [_track(view, side) for side in range(view.options.sides)]
    lines.append(Text(""))
    lines += [_other(view, seat) for seat in others(view.seat, view.options.players)]
    lines += [_middle(view), _own(view)]
    dealer = "" if view.phase == "cut" else names[view.dealer]
    return framed(lines, "Cribbage", view.options, dealer, seed)


def prompt(view: View) -> str:
    """What the seat is asked."""
    if view.phase == "play" and [action.kind for action in legal_actions(view)] == ["go"]:
        return f"No card fits on {view.total}: Enter says go > "
    if view.phase == "lay":
        size = LAID_AWAY[view.options.players]
        whose = "your" if view.dealer == view.seat else f"{seat_names(view.options)[view.dealer]}'s"
        return f"Lay away {'one card' if size == 1 else 'two cards'} to {whose} crib > "
    return {
        "cut": "Cut for the deal (a number, or Enter) > ",
        "starter": "Cut for the starter (a number, or Enter) > ",
        "play": f"The count is {view.total}. Play > " if view.total else "You lead. Play > ",
        "show": "What does it count? > ",
        "muggins": f"{view.claimed} was claimed. Muggins, or pass? > ",
    }[view.phase]


def _track(view: View, side: int) -> Text:
    """The board as one line a side: rear peg, front peg, and the lines of the loss scheme."""
    target = view.options.target

    def cell(hole: int) -> int:
        return min(hole * _CELLS // (target - 1), _CELLS)

    track = ["·"] * (_CELLS + 1)
    for line in board(view.options).lines:
        track[cell(line.after)] = "|"
    if view.rear_pegs[side] < view.scores[side]:
        track[cell(view.rear_pegs[side])] = "○"
    track[cell(view.scores[side])] = "●"
    gained = view.scores[side] - view.rear_pegs[side]
    text = Text(f"{side_name(view.options, side):<16}")
    text.append("".join(track), style="bold" if side == view.seat % view.options.sides else "")
    return text.append(f" {view.scores[side]:>3}" + (f" +{gained}" if gained else ""), style="bold")


def _other(view: View, seat: int) -> Text:
    text = Text(f"{seat_names(view.options)[seat]:<8}")
    cut = view.cuts[seat]
    if cut is not None:
        text.append("cut ").append_text(cards_text([cut]))
    text.append("▒▒ " * view.sizes[seat], style="dim")
    played = [card for player, card in view.plays if player == seat]
    if played:
        text.append(" played ").append_text(cards_text(played))
    if seat in view.passed and view.phase == "play":
        text.append(" (go)", style="dim")
    return text


def _middle(view: View) -> Text:
    """Starter, count and crib."""
    text = Text("\nStarter " if view.starter is not None else "\nNo starter yet ")
    if view.starter is not None:
        text.append_text(cards_text([view.starter]))
    if view.phase == "play":
        text.append(f"   Count {view.total} ", style="bold").append_text(cards_text(view.run))
    if view.crib is not None and view.crib:
        text.append("   Crib ").append_text(cards_text(view.crib))
    elif view.crib_size:
        text.append("   Crib ").append("▒▒ " * view.crib_size, style="dim")
    return text.append("\n")


def _own(view: View) -> Text:
    text = Text(f"{seat_names(view.options)[view.seat]:<8}", style="bold")
    cut = view.cuts[view.seat]
    if cut is not None:
        text.append("cut ").append_text(cards_text([cut]))
    playable = {card for action in legal_actions(view) for card in action.cards}
    text.append_text(cards_text(view.hand, dim=set(view.hand) - playable if view.phase == "play" else set()))
    played = [card for player, card in view.plays if player == view.seat]
    if played:
        text.append(" played ").append_text(cards_text(played))
    laid = view.laid[view.seat]
    if laid:
        text.append(" laid away ").append_text(cards_text(laid))
    return text
