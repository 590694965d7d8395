"""The subcommand ``cardlab site``."""

from __future__ import annotations

from pathlib import Path

import click
from platformdirs import user_cache_path

from cardlab.cards import escaped
from cardlab.cli import UserError

PARTS = user_cache_path("cardlab", appauthor=False) / "site"


@click.command()
@click.argument("target", required=False, metavar="[DIR]", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--parts",
    type=click.Path(path_type=Path, file_okay=False),
    default=PARTS,
    metavar="FOLDER",
    help="Where Pyodide's npm package is, or is put by --fetch; a cache if not given.",
)
@click.option("--fetch", is_flag=True, help="Get Pyodide with npm, if it is not there.")
def site(target: Path | None, parts: Path, fetch: bool) -> None:
    """Build the course as a web site that runs in the browser, in the new folder DIR.

    Any web server can serve it, a school's own too, and after the first visit it works without the network:
    lessons, exercises, tables and the score, all in the reader's browser. Building needs the extra 'site'
    and, once, Pyodide: 'cardlab site --fetch' gets it.

    \b
    Examples:
      cardlab site --fetch
      cardlab site public
      python -m http.server --directory public
    """
    from cardlab_exercises.declaration.lessons import source_folder

    from cardlab_widgets.site.build import build, pyodide_version
    from cardlab_widgets.site.runtime import PartsError, fetch_runtime

    if target is None and not fetch:
        raise UserError("name a new folder for the site, such as: cardlab site public")
    try:
        if fetch:
            fetch_runtime(parts, pyodide_version())
        if target is not None:
            build(source_folder(), target, parts)
    except (PartsError, OSError) as error:
        raise UserError(str(error)) from error
    if target is None:
        click.echo(f"Pyodide is in {escaped(str(parts))}")
    else:
        size = sum(path.stat().st_size for path in target.rglob("*") if path.is_file())
        click.echo(f"The site is in {escaped(str(target))}, {size / 1e6:.0f} MB")
