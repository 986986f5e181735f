"""Rule files read the same whichever module of the program was imported first."""

import subprocess
import sys

SWISS = """
from overtrick.core.draws.swiss_draws import SwissDraw
from overtrick.regulations.read.library import shipped_rulebook
print(shipped_rulebook().get(SwissDraw, "sabf-2020/swiss").order.clause)
"""
LATE = """
import pkgutil
from importlib import import_module
from overtrick.regulations import grammar
from overtrick.regulations.grammar.forms import _FORMS
from overtrick.regulations.grammar.values import TEXTS
before = {*_FORMS, *TEXTS}
for each in pkgutil.iter_modules(grammar.__path__):
    import_module(f"{grammar.__name__}.{each.name}")
print(len(before) > 100, {*_FORMS, *TEXTS} - before)
"""
"""Prints the forms that come only with a module which the package itself does not import."""


def run(code: str) -> str:
    """The output of Python in a process of its own."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_library_alone_reads_a_swiss() -> None:
    assert run(SWISS).startswith("SABF20 ")


def test_the_grammar_brings_every_form() -> None:
    assert run(LATE) == "True set()\n"
