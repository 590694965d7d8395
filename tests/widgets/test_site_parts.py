"""What the static site is made of, without running it: wheels, the first page, cells, and missing parts."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from cardlab_exercises.declaration.lessons import lessons, source_folder
from cardlab_widgets.demos.catalogue import catalogue
from cardlab_widgets.site.build import build, copy_lessons, in_browser
from cardlab_widgets.site.landing import NEEDS_A_SERVER, games, landing, page_of
from cardlab_widgets.site.runtime import NEEDED, PartsError, closure, find_runtime, unpack_runtime
from cardlab_widgets.site.wheels import pack, put_compiled, read, write


@pytest.mark.parametrize("name", ["cardlab", "markupsafe", "jinja2"])
def test_a_wheel_is_the_same_each_time_and_holds_nothing_compiled(name: str, tmp_path: Path) -> None:
    (tmp_path / "again").mkdir()
    first, second = pack(name, tmp_path), pack(name, tmp_path / "again")
    assert first.file.read_bytes() == second.file.read_bytes()
    assert read(first.file) == first
    names = zipfile.ZipFile(first.file).namelist()
    assert not [name for name in names if name.endswith((".so", ".pyd", ".pyc"))]
    assert not [name for name in names if "/tests/" in name]


def test_the_wheel_of_cardlab_can_do_what_a_lesson_does_and_knows_the_lessons(tmp_path: Path) -> None:
    wheel = pack("cardlab", tmp_path)
    assert wheel.imports == ("cardlab", "cardlab_exercises", "cardlab_widgets")
    names = set(zipfile.ZipFile(wheel.file).namelist())
    assert {"cardlab/rulebook/canasta.en.toml", "cardlab_widgets/screen/static/cardlab.js"} <= names
    assert not [name for name in names if name.startswith("cardlab_widgets/serving/")]
    zipfile.ZipFile(wheel.file).extractall(tmp_path / "out")
    there = lessons(tmp_path / "out" / "cardlab_exercises" / "notebooks")
    assert there == lessons(source_folder())


def test_nothing_is_packed_that_the_browser_cannot_run() -> None:
    packed = closure(NEEDED)
    assert {"ipython", "traitlets", "psygnal", "markupsafe"} <= set(packed)
    assert not {"numpy", "pandas", "psutil", "pyzmq", "sqlalchemy", "jupyterlab"} & set(packed)


def test_what_is_compiled_takes_the_place_of_its_source_in_a_wheel(tmp_path: Path) -> None:
    made = write("Some.Thing", "1.0", {"some/__init__.py": b"1", "some/rare.py": b"2"}, tmp_path)
    compiled = tmp_path / "compiled" / "some" / "__init__.pyc"
    compiled.parent.mkdir(parents=True)
    compiled.write_bytes(b"code")
    before = made.sha256
    put_compiled(made.file, tmp_path / "compiled")
    assert made.sha256 != before
    with zipfile.ZipFile(made.file) as packed:
        assert packed.read("some/__init__.pyc") == b"code"
        assert packed.read("some/rare.py") == b"2"
        assert "some/__init__.py" not in packed.namelist()
        record = packed.read("some_thing-1.0.dist-info/RECORD").decode()
    listed = {line.split(",")[0] for line in record.splitlines()}
    assert listed == {*packed.namelist()}


def test_the_first_page_leads_to_every_lesson_and_demo() -> None:
    folder = source_folder()
    page = landing(folder)
    listed = [f"{lesson.name}.ipynb" for game in games(folder) for lesson in game.lessons]
    there = {path.relative_to(folder).as_posix() for path in folder.glob("c*/*.ipynb")}
    assert set(listed) == there
    demos = {f"demos/{one.id}.ipynb" for one in catalogue() if one.id not in NEEDS_A_SERVER}
    for path in there | demos:
        assert f'href="{page_of(path)}"' in page


def test_every_cell_is_trusted_and_none_needs_what_the_browser_has_not(tmp_path: Path) -> None:
    copy_lessons(source_folder(), tmp_path)
    copies = sorted(tmp_path.rglob("*.ipynb"))
    assert len(copies) > 45
    for path in copies:
        book = json.loads(path.read_text(encoding="utf-8"))
        assert isinstance(book["metadata"]["cardlab"]["page"], str)
        for cell in book["cells"]:
            if cell["cell_type"] == "code":
                assert cell["metadata"]["trusted"] is True
                imported = [
                    line for line in cell["source"].splitlines() if line.startswith(("import", "from"))
                ]
                assert not [line for line in imported if "pandas" in line or "plotly.express" in line]


def test_a_cell_that_needs_pandas_shows_what_it_made() -> None:
    data = {"text/plain": 'it\'s 3 \\ 4 "five"'}
    cell = {"source": ["import pandas as pd\n", "pd"], "outputs": [{"data": data}, {"name": "stdout"}]}
    code = in_browser(cell)
    assert "#     import pandas as pd" in code
    shown: list[object] = []
    import IPython.display

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IPython.display, "display", lambda made, raw: shown.append(made))
        exec(code, {})
    assert shown == [data]


def test_missing_or_damaged_parts_are_told_with_their_remedy(tmp_path: Path) -> None:
    with pytest.raises(PartsError, match="cardlab site --fetch"):
        find_runtime(tmp_path, "1.2")
    (tmp_path / "pyodide-1.2.tgz").write_bytes(b"none")
    with pytest.raises(PartsError, match="not a whole package of Pyodide"):
        unpack_runtime(find_runtime(tmp_path, "1.2"), tmp_path / "out")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(FileExistsError, match="not empty"):
        build(source_folder(), tmp_path / "full", tmp_path)
