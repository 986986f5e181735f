"""The loop that every kind of chaos shares: set up, break and recover many times, settle, check, report."""

import argparse
import random
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import ClassVar


class Trial(ABC):
    """One kind of chaos. When it is created its load runs; *stack* ends what it has started."""

    options: ClassVar[Mapping[str, float]]
    """Its options on the command line, with their usual values."""

    def __init__(self, asked: argparse.Namespace, folder: Path, stack: ExitStack) -> None:
        self.asked = asked
        self.folder = folder
        self.stack = stack
        self.dice = random.Random(getattr(asked, "seed", 1))  # noqa: S311 - chance, not secret

    @abstractmethod
    def faults(self) -> Iterator[str]:
        """Cause one fault after another; yield the name of each once everything runs again."""

    @abstractmethod
    def settle(self) -> None:
        """End the load, and let everything on its way arrive."""

    @abstractmethod
    def check(self) -> Mapping[str, list[str]]:
        """Return what is wrong, by kind, including kinds of which there are none; print the figures."""

    def run(self) -> int:
        """Run it all and report; return 1 if anything is wrong."""
        began, caused = time.monotonic(), Counter[str]()
        for what in self.faults():
            caused[what] += 1
            if caused.total() % 10 == 0:
                print(f"{time.monotonic() - began:6.0f} s: {_listed(caused)}", flush=True)
        seconds = time.monotonic() - began
        self.settle()
        asked = ", ".join(f"{name} {value}" for name, value in vars(self.asked).items() if value is not None)
        print(f"{asked}\nbroken in {seconds:.0f} s: {_listed(caused)}", flush=True)
        wrong = self.check()
        print("; ".join(f"{kind} {len(found)}" for kind, found in wrong.items()))
        for found in wrong.values():
            print(*(f"  {each}" for each in found[:10]), sep="\n", end="\n" if found else "")
        return 1 if any(wrong.values()) else 0


def _listed(caused: Mapping[str, int]) -> str:
    return ", ".join(f"{times} {what}" for what, times in sorted(caused.items()))
