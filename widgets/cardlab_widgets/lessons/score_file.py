"""One's score as a file: to take along to another device, or to hand to a teacher."""

from __future__ import annotations

from base64 import b64encode
from io import StringIO
from typing import Any

from cardlab_exercises.store.exchange import form_of, read_attempts, write_attempts
from cardlab_exercises.store.store import Store, default_store
from markupsafe import escape

from cardlab.wording import in_figures

NAME = "my-score.jsonl"


def link_to(store: Store) -> str:
    """A link, as HTML, that saves the attempts of `store` as they are now."""
    attempts, file = store.attempts(), StringIO()
    write_attempts(attempts, file, "jsonl")
    data = b64encode(file.getvalue().encode()).decode()
    number = in_figures(len(attempts), "attempt")
    return f'<a download="{NAME}" href="data:application/jsonl;base64,{data}">Save {number} to a file</a>'


def take_in(store: Store, name: str, content: bytes) -> str:
    """Adds the attempts of a file to `store`, and says what was added or what is wrong with the file."""
    try:
        form = form_of(name)
        found = read_attempts(StringIO(content.decode("utf-8-sig"), newline=""), form)
    except ValueError as error:  # no UTF-8, either
        return f"{name} cannot be read: {error}"
    new = store.take_in(found)
    return store.notice or f"{in_figures(new, 'attempt')} added from {name}."


def score_file(store: Store | None = None) -> Any:
    """A link that saves the score to a file, and a button that reads such a file in.

    Attempts that are there already are left as they are. `cardlab import` reads the same files.
    """
    import ipywidgets

    kept = default_store() if store is None else store
    link = ipywidgets.HTML(link_to(kept))
    button = ipywidgets.FileUpload(accept=".jsonl,.csv", description="Read a file", multiple=True)
    said = ipywidgets.HTML()

    def read(change: dict[str, Any]) -> None:
        lines = [take_in(kept, file["name"], bytes(file["content"])) for file in change["new"]]
        said.value = "<br>".join(str(escape(line)) for line in lines)
        link.value = link_to(kept)

    button.observe(read, "value")
    return ipywidgets.VBox([link, button, said])
