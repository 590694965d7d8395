"""Runs the notebooks and writes them back in one form, so that their differences can be read.

    python scripts/notebooks.py                  all of notebooks/
    python scripts/notebooks.py PATH ...         these
    python scripts/notebooks.py --check          write nothing; exit with 1 if one would change

A notebook is the source of a lesson together with its outputs. What differs from run to run is taken
out: widget views (each is followed by a snapshot that stays), counts of earlier runs, versions, times.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
CELL_METADATA = {"tags", "slideshow", "jupyter"}


def all_notebooks(folder: Path = FOLDER) -> list[Path]:
    """The notebooks below `folder`, JupyterLab's checkpoints aside."""
    return sorted(path for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)


def read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def run(notebook: NotebookNode, folder: Path) -> NotebookNode:
    """Runs every cell in a new kernel, as a learner who has never practised."""
    with tempfile.TemporaryDirectory() as home:
        env = {key: value for key, value in os.environ.items() if key != "CARDLAB_DATABASE"}
        env["CARDLAB_ZONE"] = "UTC"  # so that the outputs are the same everywhere
        client = NotebookClient(notebook, timeout=120, kernel_name="python3", store_widget_state=False)
        client.execute(cwd=str(folder), env=env | {"CARDLAB_HOME": home})
    return notebook


def normalise(notebook: NotebookNode, path: Path) -> NotebookNode:
    """The notebook at `path` in its one form; doing it again changes nothing. It is changed in place."""
    title, place = notebook.metadata.get("title"), course_place(path)
    notebook.metadata = NotebookNode(
        kernelspec=KERNEL,
        language_info={"name": "python"},
        **({"title": title} if title else {}),
        **({"cardlab": place} if place else {}),
    )
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    count = 0
    for cell in notebook.cells:
        cell.metadata = NotebookNode(
            {key: value for key, value in sorted(cell.metadata.items()) if key in CELL_METADATA}
        )
        cell.source = "\n".join(line.rstrip() for line in cell.source.strip("\n").split("\n"))
        if cell.cell_type == "code":
            count += 1
            cell.metadata["jupyter"] = {"source_hidden": True}
            cell.execution_count = count
            cell.outputs = [output for output in cell.outputs if _keep(output, count)]
    _give_ids(notebook.cells)
    return notebook


def course_place(path: Path) -> dict[str, str]:
    """What makes a notebook a page of the course for our JupyterLab extension; empty for any other.

    The page's name, and the paths of the start page and of the lessons before and after it, from its folder.
    """
    try:
        inside = path.resolve().relative_to(FOLDER)
    except ValueError:
        return {}
    if inside.parts[0] == "demos":
        return {}
    place = {"page": inside.with_suffix("").as_posix()}
    if inside != Path("index.ipynb"):
        place["index"] = "../" * (len(inside.parts) - 1) + "index.ipynb"
    if len(inside.parts) > 1:
        beside = sorted(other.name for other in path.parent.glob("*.ipynb"))
        at = beside.index(path.name)
        place |= {"previous": beside[at - 1]} if at else {}
        place |= {"next": beside[at + 1]} if at + 1 < len(beside) else {}
    return place


def _keep(output: NotebookNode, count: int) -> bool:
    """Takes out of an output what differs from run to run. False when nothing is left of it."""
    if output.output_type == "execute_result":
        output.execution_count = count
    if "data" not in output:
        return True
    output.data.pop(WIDGET_VIEW, None)
    output.metadata = NotebookNode()
    return bool(output.data)


def _give_ids(cells: Sequence[NotebookNode]) -> None:
    """Cells keep their ids; one without, or with that of an earlier cell, gets its place as id."""
    seen: set[str] = set()
    for place, cell in enumerate(cells, 1):
        id = cell.get("id") or f"cell-{place:02}"
        while id in seen:
            id += "-more"
        cell["id"] = id
        seen.add(id)


def as_text(notebook: NotebookNode) -> str:
    return nbformat.writes(notebook, version=4).rstrip("\n") + "\n"


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description="Runs the notebooks and writes them back in one form.")
    parser.add_argument("paths", nargs="*", type=Path, help="notebooks; all of notebooks/ if none is given")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if one would change")
    options = parser.parse_args(arguments)
    changed = 0
    for path in options.paths or all_notebooks():
        before = path.read_text(encoding="utf-8")
        after = as_text(normalise(run(read(path), path.parent), path))
        state = "unchanged" if after == before else "would change" if options.check else "written"
        changed += after != before
        print(f"{state:>12}  {path}", flush=True)
        if not options.check:
            path.write_text(after, encoding="utf-8")
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
