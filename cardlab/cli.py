"""The `cardlab` command.

Each package adds its own subcommands by the entry point group ``cardlab.commands``; a subcommand is
imported only when it is called or listed. Nothing else imports this module, so that `import cardlab`
stays light.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from typing import IO, Any

import click

import cardlab
from cardlab.cards import escaped, list_words, quoted

GROUP = "cardlab.commands"


class UserError(click.ClickException):
    """Something the user can put right: told in one line, with exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"cardlab: {escaped(self.message)}", file=file, err=True)


@contextmanager
def told() -> Iterator[None]:
    """A `ValueError` raised in this block is told in one line, as a `UserError`."""
    try:
        yield
    except ValueError as error:
        raise UserError(str(error)) from error


class Commands(click.Group):
    """The subcommands of all installed packages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_entries())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        entry = _entries().get(cmd_name)
        if entry is None:
            return None
        try:
            command = entry.load()
        except Exception as error:  # a package that cannot be imported must not take the others along
            return _broken(entry, error)
        if not isinstance(command, click.Command):
            return _broken(entry, TypeError(f"{entry.value} is no click command"))
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and name not in _entries():
            near = get_close_matches(name, _entries(), n=1, cutoff=0.5)
            advice = f"did you mean '{near[0]}'?" if near else f"there are {list_words(sorted(_entries()))}"
            raise UserError(f"there is no command {quoted(name)}; {advice}")
        return super().resolve_command(ctx, args)


def _entries() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _broken(entry: EntryPoint, error: Exception) -> click.Command:
    """Stands in for a command that cannot be loaded, and says why."""
    reason = f"'{entry.name}' cannot be loaded ({type(error).__name__}: {error})"

    def fail(**_: object) -> None:
        raise click.ClickException(f"{reason}; it comes from {entry.value}")

    return click.Command(
        entry.name,
        callback=fail,
        help=reason,
        short_help="(cannot be loaded)",
        context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
    )


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(cardlab.__version__, prog_name="cardlab", message="%(prog)s %(version)s")
def cli() -> None:
    """Learn and teach Canasta and Cribbage.

    \b
    Examples:
      cardlab lab                                  open the lessons in JupyterLab
      cardlab voila                                show the demos on a projector
      cardlab count 5H 5D 5S JC --starter 5C       count a Cribbage hand

    'cardlab COMMAND --help' explains a command.
    """


@click.command()
@click.argument("hand", nargs=-1, required=True, metavar="CARD CARD CARD CARD")
@click.option("-s", "--starter", metavar="CARD", help="The card turned up; it belongs to every hand.")
@click.option("--crib", is_flag=True, help="Count the cards as the crib.")
@click.option(
    "--preset", default="course", show_default=True, metavar="NAME", help="The rule set: course or classic."
)
def count(hand: tuple[str, ...], starter: str | None, crib: bool, preset: str) -> None:
    """Count a Cribbage hand, item by item, each with its rule.

    A card is its rank and suit: 5H, QS, 10D or TD. Small letters and signs like 5♥ do as well.

    \b
    Examples:
      cardlab count 5H 5D 5S JC --starter 5C
      cardlab count 2h 6h 8h kh -s 9h --crib
    """
    with told():
        cards = cardlab.parse_cards(" ".join(hand))
        if starter is None:
            shown = [*map(str, cards[:4]), "--starter", str(cards[4]) if len(cards) > 4 else "CARD"]
            raise UserError(f"the starter is missing; write: cardlab count {' '.join(shown)}")
        options = cardlab.cribbage.options(preset)
        click.echo(str(cardlab.cribbage.count(cards, starter, crib, options)))


@click.command()
def version() -> None:
    """Print the version of cardlab and of Python."""
    click.echo(f"cardlab {cardlab.__version__}, Python {sys.version.split()[0]}")


def main() -> None:
    """The console script."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal without ♥ shows a question mark instead of failing
            stream.reconfigure(errors="replace")
    cli(prog_name="cardlab")
