"""Python for the browser: Pyodide's runtime, and the packages that the lessons need.

Pyodide finds packages in a lock file. Ours names only wheels that lie beside it, so that nothing is ever
fetched from elsewhere.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tarfile
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement

from cardlab_widgets.site.files import HERE, write_json
from cardlab_widgets.site.wheels import Wheel, pack, plain, put_compiled, read, write

STDLIB = "python_stdlib.zip"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STDLIB)
LOCK = "pyodide-lock.json"

NEEDED = (
    "anywidget",
    "comm",
    "fsrs",
    "ipython",
    "ipywidgets",
    "jinja2",
    "platformdirs",
    "plotly",
)
"""What the kernel and the lessons import: packed from this environment, with all that it needs itself."""

NOT_NEEDED = frozenset({"greenlet", "ipython-pygments-lexers", "pexpect", "psutil", "widgetsnbextension"})
"""What those ask for and do without, or have in another form from the browser's kernel."""

FROM_KERNEL = ("ipykernel", "pyodide_kernel", "widgetsnbextension")
"""What the browser's kernel brings along; where there are several versions, the newest."""

BROWSER = {"sys_platform": "emscripten", "platform_machine": "wasm32", "extra": ""}
BROWSER |= {"python_version": "3.14", "python_full_version": "3.14.2"}

LOADED_AT_START = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython", "cardlab")

_NO_INSTALLER = """\
\"\"\"In the place of an installer: this site brings all that the course needs, and asks no other.\"\"\"


async def install(requirements, *_, **__):
    raise ImportError(f"{requirements} cannot be installed: this site works without any other")
"""
INSTALLERS = {
    "micropip": {"micropip.py": _NO_INSTALLER},
    "piplite": {
        "piplite/__init__.py": "from piplite.piplite import install\n",
        "piplite/piplite.py": _NO_INSTALLER,
        "piplite/cli.py": '''\
"""The magic %pip."""


async def get_transformed_code(words):
    return "print('Nothing can be installed here: this site brings all that the course needs.')"
''',
    },
}
"""What the browser's kernel expects: its installers, which would ask other machines."""

IMPORTED_LATER = frozenset({"plotly", "narwhals"})
"""Big ones that few lessons need: loaded when they are imported."""


class PartsError(Exception):
    """Something that a site is made of is not there; the message says how to get it."""


def find_runtime(folder: Path, version: str) -> Path:
    """The npm package of Pyodide in a folder. Raises `PartsError` if it is not there."""
    archive = folder / f"pyodide-{version}.tgz"
    if not archive.is_file():
        raise PartsError(
            f"{archive} is missing; `cardlab site --fetch` gets it, or `npm pack pyodide@{version}` there"
        )
    return archive


def fetch_runtime(folder: Path, version: str) -> None:
    """Gets Pyodide with npm, unless it is there. Raises `PartsError` if that fails."""
    if (folder / f"pyodide-{version}.tgz").is_file():
        return
    folder.mkdir(parents=True, exist_ok=True)
    npm = shutil.which("npm")
    if npm is None:
        raise PartsError(
            f"npm is not installed; put the npm package pyodide@{version} into {folder} by other means"
        )
    command = [npm, "pack", "--silent", f"pyodide@{version}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise PartsError(f"npm could not get pyodide@{version}:\n{done.stderr.strip()}")


def unpack_runtime(archive: Path, folder: Path) -> dict[str, str]:
    """Copies Pyodide's runtime out of its npm package, and gives the facts that its lock file begins with.

    Raises `PartsError` if the archive is damaged or another one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with tarfile.open(archive) as packed:
            for name in RUNTIME:
                member = packed.extractfile(f"package/{name}")
                assert member is not None, f"{name} is not a file"
                (folder / name).write_bytes(member.read())
            lock = packed.extractfile(f"package/{LOCK}")
            assert lock is not None, f"{LOCK} is not a file"
            info: dict[str, str] = json.load(lock)["info"]
    except (tarfile.TarError, KeyError, AssertionError, EOFError, OSError) as error:
        raise PartsError(f"{archive} is not a whole package of Pyodide: {error}") from error
    return info


def add_packages(folder: Path, kernel_wheels: Path, info: dict[str, str]) -> list[Wheel]:
    """Packs all packages into `folder`, beside the runtime, and writes the lock file that names them.

    Raises `PartsError` if one is not installed here.
    """
    try:
        made = [pack(name, folder) for name in ("cardlab", *closure(NEEDED))]
    except PackageNotFoundError as error:
        raise PartsError(f"{error}; pip install 'cardlab[site]' brings it") from error
    for name, members in INSTALLERS.items():
        made.append(write(name, "1.0", {path: text.encode() for path, text in members.items()}, folder))
    for name in FROM_KERNEL:
        newest = max(kernel_wheels.glob(f"{name}-*.whl"), key=lambda path: path.name)
        made.append(read(Path(shutil.copyfile(newest, folder / newest.name))))
    _write_lock(folder, info, made)
    if node := shutil.which("node"):
        _compile(node, folder, made)
        _write_lock(folder, info, made)
    return made


def _write_lock(folder: Path, info: dict[str, str], wheels: Iterable[Wheel]) -> None:
    write_json(folder / LOCK, {"info": info, "packages": dict(map(_entry, _closed(wheels)))})


def _compile(node: str, folder: Path, wheels: Iterable[Wheel]) -> None:
    """Compiles what lessons import, so that no visit has to. Raises `PartsError` if that fails."""
    with TemporaryDirectory() as made:
        command = [node, str(HERE / "compile.mjs"), str(folder), made, *LOADED_AT_START]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise PartsError("Python for the browser could not compile its files:\n" + done.stderr[-3000:])
        for archive in (folder / STDLIB, *(wheel.file for wheel in wheels)):
            put_compiled(archive, Path(made))


def closure(names: Iterable[str]) -> list[str]:
    """Distributions and all that they need in a browser, in alphabetical order.

    >>> closure(["jinja2"])
    ['jinja2', 'markupsafe']
    """
    found: set[str] = set()
    waiting = [plain(name) for name in names]
    while waiting:
        name = waiting.pop()
        if name in found or name in NOT_NEEDED:
            continue
        found.add(name)
        for line in distribution(name).requires or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate(BROWSER):
                waiting.append(plain(requirement.name))
    return sorted(found)


def _closed(wheels: Iterable[Wheel]) -> list[tuple[Wheel, list[str]]]:
    """Each wheel with the ones that are to be there before it: cardlab with all that it uses."""
    small = sorted(wheel.name for wheel in wheels if wheel.name not in {"cardlab", *IMPORTED_LATER})
    depends = {"cardlab": small, "plotly": ["narwhals", "packaging"]}
    return [(wheel, depends.get(wheel.name, [])) for wheel in wheels]


def _entry(wheel_and_depends: tuple[Wheel, list[str]]) -> tuple[str, dict[str, object]]:
    wheel, depends = wheel_and_depends
    return wheel.name, {
        "name": wheel.name,
        "version": wheel.version,
        "file_name": wheel.file.name,
        "install_dir": "site",
        "sha256": wheel.sha256,
        "package_type": "package",
        "imports": list(wheel.imports),
        "depends": depends,
        "unvendored_tests": False,
    }
