"""Loads what the pages need, for the process of which kernels are forks. See `serving.kernels`.

What is made at first use, like templates and tables, is made here once for all of them. No widget is: it
would need a kernel.
"""

# ruff: noqa: F401

import gc

import cardlab_exercises.practice.due
import cardlab_exercises.store.database
import ipykernel.debugger
import ipykernel.kernelapp
import nbformat
import sqlalchemy.dialects.sqlite
from cardlab_exercises.declaration import bank

import cardlab.canasta.players
import cardlab.cribbage.players
import cardlab_widgets.demos.games
import cardlab_widgets.demos.poll
import cardlab_widgets.demos.progress
import cardlab_widgets.scores.desk
import cardlab_widgets.screen.widget
from cardlab_widgets.demos.catalogue import entry
from cardlab_widgets.demos.stage import SCRIPTS, Stage
from cardlab_widgets.screen.render import render

bank.exercises()

for name, script in SCRIPTS.items():
    stage = Stage(entry(name), script, seed=1)
    render(stage.scene(), large=True)

# What is here now stays for good. The collector of a fork need not look at it, which would copy it.
gc.collect()
gc.freeze()
