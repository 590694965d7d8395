"""Builds the site: JupyterLite with the lessons, Python for the browser, and all of it kept for later."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cardlab_widgets.demos.catalogue import catalogue
from cardlab_widgets.demos.link import START
from cardlab_widgets.site.documentation import FOLDER, write_documentation
from cardlab_widgets.site.files import HERE, notebooks_in, write_json
from cardlab_widgets.site.landing import landing
from cardlab_widgets.site.runtime import (
    LOADED_AT_START,
    PartsError,
    add_packages,
    find_runtime,
    unpack_runtime,
)

KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
PLOTS = re.compile("|".join(re.escape(f'demo("{one.id}"') for one in catalogue() if one.plots))
SHOW_SCORE = """\
import plotly  # the browser loads it
from IPython.display import display

display({"application/vnd.plotly.v1+json": score.figure().to_plotly_json()}, raw=True)"""
"""A figure shows itself only with Plotly's JavaScript beside its Python, which the page has already."""
COMPILED = re.compile(r"^(import|from) (pandas|numpy|plotly\.express)\b", re.MULTILINE)
KERNELSPEC = {"name": "python", "display_name": "Python (Pyodide)", "language": "python"}
SCORE_FILE: tuple[dict[str, Any], ...] = (
    {
        "cell_type": "markdown",
        "id": "take-along",
        "metadata": {},
        "source": "## Take it along\n\nYour score is kept by this browser. Save it to a file to hand it to "
        "your teacher, or read it in another browser. With cardlab on a computer, `cardlab import` does.",
    },
    {
        "cell_type": "code",
        "id": "score-file",
        "metadata": {"trusted": True},
        "execution_count": None,
        "outputs": [],
        "source": "from cardlab_widgets.lessons.score_file import score_file\n\nscore_file()",
    },
)
"""What the page "Your score" has in the browser only: elsewhere the score is in a file already."""
HOME = "/drive/.cardlab"
"""Where the browser keeps the score and saved games."""
OVERRIDES = {
    "@jupyterlab/apputils-extension:themes": {"adaptive-theme": True},
    "@jupyter-notebook/application-extension:top": {"visible": "no"},
}
"""Settings of JupyterLab's: light or dark as the reader's system, and no header with a logo."""
APPS = ["notebooks"]
OPENING = """\
<link rel="icon" href="data:;base64,=">
<link rel="stylesheet" href="../opening.css">
<script src="../opening.js"></script>
"""
"""What JupyterLite's page gets: it says what is being loaded, and hides the frame around the notebook."""
EXTENSIONS = (
    "@jupyter-widgets/jupyterlab-manager",
    KERNEL.split(":")[0],
    "anywidget",
    "jupyterlab-plotly",
)


def build(notebooks: Path, target: Path, parts: Path) -> None:
    """Writes the site into `target`, which must be new or empty.

    Raises `PartsError` if a part is missing, `FileExistsError` if `target` holds anything.
    """
    if target.exists() and any(target.iterdir()):
        raise FileExistsError(f"{target} is not empty; give a new folder.")
    with TemporaryDirectory() as made, ThreadPoolExecutor() as pool:
        lite, pages = Path(made, "lite"), Path(made, "pages")
        written = pool.submit(write_documentation, notebooks, pages, pages / "html")
        runtime = lite / "static" / "pyodide"
        info = unpack_runtime(find_runtime(parts, pyodide_version()), runtime)
        add_packages(runtime, _labextension(KERNEL.split(":")[0]) / "static" / "pypi", info)
        copy_lessons(notebooks, lite / "lessons")
        write_json(lite / "jupyter-lite.json", _settings())
        write_json(lite / "overrides.json", OVERRIDES)
        own = Path(str(files("cardlab_widgets") / "jupyter" / "labextensions" / "cardlab-lessons"))
        extensions = [*map(_labextension, EXTENSIONS), own]
        write_json(lite / "jupyter_lite_config.json", _config(extensions))
        _run_jupyterlite(lite, target)
        written.result()
        shutil.move(pages / "html", target / FOLDER)
    _own_pages(notebooks, target)


def pyodide_version() -> str:
    """The version of Pyodide that the kernel is made for. Raises `PartsError` if there is no kernel."""
    try:
        from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION
    except ImportError as error:
        raise PartsError("JupyterLite is not installed: pip install 'cardlab[site]'") from error
    return str(PYODIDE_VERSION)


def copy_lessons(notebooks: Path, folder: Path) -> None:
    """Copies the notebooks, as ones that are trusted: in a browser nobody else vouches for them."""
    for inside, notebook in notebooks_in(notebooks):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell["metadata"]["trusted"] = True
                cell["source"] = in_browser(cell)
        if inside.name == "my-score.ipynb":
            notebook["cells"][-1:-1] = SCORE_FILE
        notebook["metadata"].setdefault("cardlab", _place(inside))
        notebook["metadata"]["kernelspec"] = KERNELSPEC
        write_json(folder / inside, notebook)


def _place(inside: Path) -> dict[str, str]:
    """Where a notebook that is no lesson leads; a demo has a link of its own."""
    page = inside.with_suffix("").as_posix()
    return {"page": page} | (
        {} if inside.parts[0] == "demos" else {"index": "../" * page.count("/") + "index.ipynb"}
    )


def in_browser(cell: dict[str, Any]) -> str:
    """The code of a cell for the browser: where it needs compiled packages, it shows what it made here."""
    source = "".join(cell["source"])
    if source == "score.figure()":
        return SHOW_SCORE
    if PLOTS.search(source):
        return f"import plotly  # the browser loads it\n\n{source}"
    if not COMPILED.search(source):
        return source
    made = [output["data"] for output in cell["outputs"] if "data" in output]
    quoted = "\n".join(f"#     {line}".rstrip() for line in source.splitlines())
    return (
        f"# pandas and NumPy do not run in the browser, so this shows what the code below made:\n{quoted}\n"
        "import json\n\nfrom IPython.display import display\n\n"
        f"for data in json.loads({json.dumps(made)!r}):\n    display(data, raw=True)"
    )


def _labextension(name: str) -> Path:
    from jupyter_core.paths import jupyter_path

    for root in jupyter_path("labextensions"):
        if (Path(root) / name).is_dir():
            return Path(root) / name
    raise PartsError(f"JupyterLab's extension {name} is not installed: pip install 'cardlab[site]'")


def _settings() -> dict[str, object]:
    """What JupyterLite reads in the browser."""
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "packages": list(LOADED_AT_START),
            "env": {
                "CARDLAB_HOME": HOME,
                "CARDLAB_DATABASE": f"{HOME}/score.jsonl",
                START: "../index.html#demos",
            },
        },
    }
    own = {
        "appName": "cardlab",
        "defaultKernelName": "python",
        "exposeAppInBrowser": True,  # to opening.js
        "litePluginSettings": {KERNEL: kernel},
        "disabledExtensions": ["@jupyterlab/apputils-extension:announcements"],
    }
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": own}


def _config(extensions: Sequence[Path]) -> dict[str, object]:
    """What JupyterLite reads while it builds."""
    own = {
        "contents": ["lessons"],
        "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [str(path) for path in extensions],
        "apps": APPS,
        "no_unused_shared_packages": True,
        "no_sourcemaps": True,
        "cache_dir": "cache",
    }
    return {"LiteBuildConfig": own}


def _run_jupyterlite(lite: Path, target: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "jupyterlite_core",
        "build",
        "--lite-dir",
        str(lite),
        "--output-dir",
        str(target.resolve()),
    ]
    done = subprocess.run(command, cwd=lite, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise PartsError("JupyterLite could not build the site:\n" + (done.stdout + done.stderr)[-3000:])


def _own_pages(notebooks: Path, target: Path) -> None:
    """Puts the first page and the worker in the place of JupyterLite's, and leaves out what neither needs."""
    for path in [*target.rglob("*.map"), *target.glob("rspack.*"), target / "package.json"]:
        path.unlink(missing_ok=True)
    (target / "index.html").write_text(landing(notebooks), encoding="utf-8")
    for name in ("opening.js", "opening.css"):
        shutil.copy(HERE / "static" / name, target)
    page = target / "notebooks" / "index.html"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("</head>", OPENING + "</head>", 1), encoding="utf-8")
    (target / "service-worker.js").rename(target / "jupyterlite-worker.js")
    names = sorted(path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())
    contents = sha256()
    for name in names:
        contents.update(name.encode() + b"\0" + (target / name).read_bytes())
    site = json.dumps({"VERSION": contents.hexdigest()[:16], "FILES": names}, indent=0)
    worker = (HERE / "service-worker.js").read_text(encoding="utf-8").replace("__SITE__", site)
    (target / "service-worker.js").write_text(worker, encoding="utf-8")
