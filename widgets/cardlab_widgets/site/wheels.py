"""Wheels of what is installed here, small enough to be sent to a browser.

The browser's Python runs no compiled code but its own, so that a package is packed without its compiled
parts; those that the course needs all work without them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from cardlab_exercises.declaration.lessons import INSIDE, source_folder

from cardlab_widgets.site.files import EPOCH, notebooks_in

OWN_PACKAGES = ("cardlab", "cardlab_exercises", "cardlab_widgets")
LEFT_OUT = re.compile(
    r"(^|/)(tests?|__pycache__)/"
    r"|\.(pyc|so|pyd|c|h|pyx|pxd|pyi|map|typed)$"
    r"|\.data/|\.\.|^bin/|^share/|^etc/"
    r"|/(labextension|nbextension)/|package_data/.*\.js$|_figurewidget\.py$|state\.schema\."
)
"""What no lesson needs: tests, compiled parts, types, and what JupyterLite has from elsewhere."""
OWN_LEFT_OUT = re.compile(r"^cardlab_widgets/(serving|jupyter|teacher|site)/|commands\.py$")
"""Parts of cardlab that only a server or a terminal uses."""


@dataclass(frozen=True)
class Wheel:
    """A wheel in a folder, and what Pyodide has to know of it."""

    name: str
    version: str
    file: Path
    imports: tuple[str, ...]

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.file.read_bytes()).hexdigest()


def plain(name: str) -> str:
    """The name of a distribution as indexes write it.

    >>> plain("prompt_toolkit"), plain("Jinja2")
    ('prompt-toolkit', 'jinja2')
    """
    return re.sub(r"[-_.]+", "-", name).lower()


def pack(name: str, folder: Path) -> Wheel:
    """Packs an installed distribution into `folder`, byte for byte the same each time.

    Raises `importlib.metadata.PackageNotFoundError` if it is not installed.
    """
    found = distribution(name)
    members = dict(chain(_own_files(), _lessons()) if plain(name) == "cardlab" else _files(found))
    return write(found.metadata["Name"], found.version, members, folder)


def write(name: str, version: str, members: Mapping[str, bytes], folder: Path) -> Wheel:
    """Writes a wheel with these files. What it depends on is known from the site's list of packages."""
    made = plain(name).replace("-", "_")
    info = f"{made}-{version}.dist-info"
    about = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: cardlab\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    contents = {**members, **{path: text.encode() for path, text in about.items()}}
    contents[f"{info}/RECORD"] = _record(contents, info)
    path = folder / f"{made}-{version}-py3-none-any.whl"
    _write_archive(path, contents)
    return Wheel(plain(name), version, path, _imports(members))


def put_compiled(path: Path, compiled: Path) -> None:
    """Puts the files in the folder `compiled` in the place of their sources in an archive."""
    with zipfile.ZipFile(path) as archive:
        there = {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
    members = {}
    for name, data in there.items():
        made = compiled / f"{name}c"
        if name.endswith(".py") and made.is_file():
            members[f"{name}c"] = made.read_bytes()
        elif not name.endswith(".dist-info/RECORD"):
            members[name] = data
    for name in there:
        if name.endswith(".dist-info/RECORD"):
            members[name] = _record(members, name.rpartition("/")[0])
    _write_archive(path, members)


def _write_archive(path: Path, contents: Mapping[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for member in sorted(contents):
            entry = zipfile.ZipInfo(member, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, contents[member])


def read(path: Path) -> Wheel:
    """A wheel that is in a file already."""
    name, version, *_ = path.name.split("-")
    with zipfile.ZipFile(path) as archive:
        return Wheel(plain(name), version, path, _imports(archive.namelist()))


def _files(found: Distribution) -> Iterator[tuple[str, bytes]]:
    for file in found.files or ():
        path = Path(str(found.locate_file(file)))
        if ".dist-info/" not in str(file) and not LEFT_OUT.search(file.as_posix()) and path.is_file():
            yield file.as_posix(), path.read_bytes()


def _own_files() -> Iterator[tuple[str, bytes]]:
    """cardlab's own, wherever it is: an installation that can be edited lists no files."""
    for package in OWN_PACKAGES:
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        root = Path(spec.origin).parent
        for path in sorted(root.rglob("*")):
            name = f"{package}/{path.relative_to(root).as_posix()}"
            if path.is_file() and not LEFT_OUT.search(name) and not OWN_LEFT_OUT.search(name):
                yield name, path.read_bytes()


def _lessons() -> Iterator[tuple[str, bytes]]:
    """The text of the lessons, by which the score knows what is practised in which."""
    for inside, book in notebooks_in(source_folder()):
        cells = [{"cell_type": cell["cell_type"], "source": cell["source"]} for cell in book["cells"]]
        short = {"cells": cells, "metadata": book["metadata"]}
        yield f"cardlab_exercises/{INSIDE}/{inside.as_posix()}", json.dumps(short).encode()


def _record(members: Mapping[str, bytes], info: str) -> bytes:
    lines = []
    for member, data in sorted(members.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{member},sha256={digest},{len(data)}\n")
    return "".join([*lines, f"{info}/RECORD,,\n"]).encode()


def _imports(members: Iterable[str]) -> tuple[str, ...]:
    tops = {member.split("/")[0].removesuffix(".py") for member in members if member.endswith(".py")}
    return tuple(sorted(tops))
