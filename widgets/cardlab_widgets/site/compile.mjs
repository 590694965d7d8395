// Compiles what lessons import with the browser's own Python, which would do it at each visit otherwise. Other files
// stay sources, since compiled ones are twice as large.
//     node compile.mjs PYODIDE OUT PACKAGE...
import { pathToFileURL } from "node:url";

const [pyodide, out, ...packages] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const env = { PYTHONHASHSEED: "0", HOME: "/tmp", CARDLAB_HOME: "/tmp/cardlab" };
const python = await loadPyodide({ indexURL: pyodide, packages, env });
python.FS.mkdirTree("/out");
python.FS.mount(python.FS.filesystems.NODEFS, { root: out }, "/out");
try {
  python.runPython(`
import py_compile
import sys
import sysconfig
from pathlib import Path

import anywidget
import IPython
import jedi

import cardlab.canasta
import cardlab.cribbage
import cardlab_widgets.screen.widget
import cardlab_widgets.tables.playing
from cardlab_exercises.declaration import bank

bank.exercises()

paths, source = sysconfig.get_paths(), Path("/tmp/source.py")
for module in list(sys.modules.values()):
    file, read = getattr(module, "__file__", None), getattr(module.__loader__, "get_data", None)
    for root in (paths["purelib"], paths["platstdlib"], paths["stdlib"], *sys.path):
        if root and file and read and file.startswith(f"{root}/") and file.endswith(".py"):
            source.write_bytes(read(file))
            target = Path("/out", f"{file.removeprefix(root + '/')}c")
            target.parent.mkdir(parents=True, exist_ok=True)
            unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
            py_compile.compile(source, target, file, doraise=True, invalidation_mode=unchecked)
            break
`);
} catch (error) {
  console.error(error.message); // not the line of the minified runtime
  process.exit(1);
}
