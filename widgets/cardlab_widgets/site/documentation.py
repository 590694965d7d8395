"""The documentation as a part of the site: the pages in `docs`, with those that are made from the program.

On GitHub the pages are read as they are, so their links lead to files there; here they lead to the pages
that the files become, and those to notebooks open the lessons.
"""

from __future__ import annotations

import os
import posixpath
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from cardlab_widgets.site.files import HERE
from cardlab_widgets.site.generated import generated
from cardlab_widgets.site.runtime import PartsError

FOLDER = "docs"
OUTSIDE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "deploy/README.md": "deploying.md",
    "exercises/README.md": "declaring-exercises.md",
    "docs/README.md": "index.md",
}
"""Pages that have another name on the site than in the project, where they are in other folders."""
BACK = "[Back to the course](site:index.html)"
DIAGRAM = """\
![The packages, and which imports which](pictures/architecture-light.svg){.only-light}
![The packages, and which imports which](pictures/architecture-dark.svg){.only-dark}
"""
"""GitHub draws the diagram of the architecture from its text; here it is a picture, made by a script."""
_MERMAID = re.compile(r"^```mermaid\n.*?^```\n", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"(?<=\]\()([^)#\s]+)(?=[)#])")
_SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def write_documentation(notebooks: Path, scratch: Path, target: Path) -> None:
    """Builds the documentation in `target`; `scratch` is an empty folder for what it is made from.

    Raises `PartsError` if the pages or Sphinx are missing, or Sphinx has anything to complain of.
    """
    if not (notebooks.parent / FOLDER / "README.md").is_file():
        raise PartsError("the pages of the documentation are not installed; install cardlab again")
    source = scratch / "source"
    collect(notebooks, source)
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going"]
    command += ["-c", str(HERE), "-d", str(scratch / "doctrees"), str(source), str(target)]
    env = os.environ | {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": "1767225600", "COLUMNS": "100"}
    done = subprocess.run(command, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise PartsError("Sphinx could not build the documentation:\n" + done.stderr.strip()[-3000:])
    for left in (".buildinfo", "objects.inv"):
        (target / left).unlink(missing_ok=True)


def collect(notebooks: Path, source: Path) -> None:
    """Puts all pages into the folder `source`, with links that are right there."""
    root = notebooks.parent
    shutil.copytree(root / FOLDER, source, ignore=shutil.ignore_patterns("*.md", ".*"))
    pages = [path.relative_to(root).as_posix() for path in sorted((root / FOLDER).glob("*.md"))]
    for page in [*pages, *(page for page in OUTSIDE if page not in pages)]:
        text = linked((root / page).read_text(encoding="utf-8"), page)
        (source / on_site(page)).write_text(text, encoding="utf-8")
    made = dict(generated(notebooks))
    for name, text in made.items():
        (source / name).write_text(text + "\n", encoding="utf-8")
    index = source / "index.md"
    text = f"{index.read_text(encoding='utf-8')}\n{BACK}\n"
    index.write_text(with_contents(text, made), encoding="utf-8")


def on_site(page: str) -> str:
    """What a file of the project is called among the pages.

    >>> on_site("docs/learners.md"), on_site("CONTRIBUTING.md"), on_site("notebooks/demos/pegging.ipynb")
    ('learners.md', 'contributing.md', 'lesson:demos/pegging.ipynb')
    """
    if page.startswith("notebooks/"):
        return "lesson:" + page.removeprefix("notebooks/")
    return OUTSIDE.get(page, page.removeprefix(f"{FOLDER}/"))


def linked(text: str, page: str) -> str:
    """The text of a page as it is on the site: with links to other pages there, and diagrams as pictures.

    >>> linked("[how](../exercises/README.md#hints) [it](https://jupyter.org)", "docs/writing.md")
    '[how](declaring-exercises.md#hints) [it](https://jupyter.org)'
    """

    def lead(found: re.Match[str]) -> str:
        if ":" in found[0]:
            return found[0]
        return on_site(posixpath.normpath(posixpath.join(posixpath.dirname(page), found[0])))

    return _LINK.sub(lead, _MERMAID.sub(DIAGRAM, text))


def with_contents(index: str, made: Iterable[str]) -> str:
    """The first page with a table of contents for Sphinx: its own sections and the links in them.

    The pages that are `made` from the program belong to the reference.

    >>> print(with_contents("# All\\n\\n## Reference\\n\\n[rules](rules.md)\\n", ["api.rst"]).strip())
    # All
    <BLANKLINE>
    ## Reference
    <BLANKLINE>
    [rules](rules.md)
    <BLANKLINE>
    ```{toctree}
    :hidden:
    :caption: Reference
    <BLANKLINE>
    rules
    api
    ```
    """
    tables = []
    for heading, text in _SECTION.findall(index):
        names = [name for name in _LINK.findall(text) if name.endswith(".md")]
        names += made if heading == "Reference" else ()
        pages = [name.rpartition(".")[0] for name in names]
        if pages:
            tables += ["```{toctree}", ":hidden:", f":caption: {heading}", "", *pages, "```", ""]
    return "\n".join([index, *tables])
