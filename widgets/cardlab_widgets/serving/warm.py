"""Loads what the pages need, for the process of which kernels are forks. See `serving.kernels`.

What is made at first use, like templates and tables, is made here once for all of them. No widget is: it
would need a kernel.
"""

import gc
from importlib import import_module

import ipykernel.debugger
import ipykernel.kernelapp  # noqa: F401
import nbformat  # noqa: F401
from cardlab_exercises.declaration import bank

import cardlab_widgets.demos.games
import cardlab_widgets.demos.poll
import cardlab_widgets.demos.progress
import cardlab_widgets.screen.widget  # noqa: F401
from cardlab_widgets.demos.catalogue import entry
from cardlab_widgets.demos.cribbage import found
from cardlab_widgets.demos.plots import averages
from cardlab_widgets.demos.stage import SCRIPTS, Stage
from cardlab_widgets.screen.render import render

for name in (
    *("cardlab.canasta.players", "cardlab.cribbage.players"),
    *("cardlab_exercises.practice.due", "cardlab_exercises.store.database", "sqlalchemy.dialects.sqlite"),
):
    import_module(name)  # which a lesson does when it comes to it
bank.exercises()

for name, script in SCRIPTS.items():
    stage = Stage(entry(name), script, seed=1)
    render(stage.scene(), large=True)
    if name == "what-to-lay-away":
        averages(found(*stage.case))

# What is here now stays for good. The collector of a fork need not look at it, which would copy it.
gc.collect()
gc.freeze()
