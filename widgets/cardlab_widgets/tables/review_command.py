"""The command `cardlab review`."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path

import click

from cardlab.cards import escaped
from cardlab.cli import UserError
from cardlab.files import write_whole


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option(
    "--seat", default="South", show_default=True, help="Who looks back: a name or its first letter."
)
@click.option("--most", default=12, show_default=True, help="How many costly decisions are listed.")
@click.option("--html", type=click.Path(dir_okay=False), help="Write a page to send to somebody instead.")
def review(file: str, seat: str, most: int, html: str | None) -> None:
    """Review a game that was played: what each decision cost, what the cards brought.

    FILE is the record of a game, as the panel "Game" of a table gives it, or a game of Cribbage played with
    real cards, typed as docs/learners.md says. Ctrl+C ends the work early and
    shows what is done.

    \b
    Examples:
      cardlab review game.txt
      cardlab review game.txt --seat North --html game.html
    """
    from cardlab.review import begin, further, read_game
    from cardlab.review_text import review_text
    from cardlab.seats import place

    try:
        game = read_game(Path(file).read_text(encoding="utf-8"))
        made = begin(game, place(seat, game.referee.seat_names(game.options)))
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}") from error
    except ValueError as error:
        raise UserError(f"{escaped(file)}: {error}") from error
    try:
        shown = sys.stderr.isatty()
        work = range(len(game.actions))
        with (
            click.progressbar(work, label="reviewing", file=sys.stderr) if shown else nullcontext(work) as bar
        ):
            for _ in bar:
                made = further(made)
    except KeyboardInterrupt:
        click.echo("", err=True)
    if html is None:
        click.echo(review_text(made, most))
        return
    from cardlab_widgets.tables.review_page import review_page

    try:
        write_whole(Path(html), review_page(made).encode())
    except OSError as error:
        raise UserError(f"{error.filename}: {error.strerror}") from error
    click.echo(f"{escaped(html)} has the review; it can be opened in any browser.")
