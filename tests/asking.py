"""Puts questions to the program in this process."""

import io
import sys
from shlex import split

import pytest

from overtrick.cli import main


class Ask:
    """One question after another: the exit code, what it says, what it complains of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def __call__(self, words: str, given: str = "") -> tuple[int, str, str]:
        """Ask in words; *given* stands on standard input."""
        self.monkeypatch.setattr(sys, "argv", ["overtrick", *split(words)])
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        told = self.capsys.readouterr()
        return code, told.out, told.err
