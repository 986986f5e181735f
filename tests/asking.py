"""Puts questions to the program in this process."""

import io
import logging
import sys
from pathlib import Path
from shlex import split

import pytest

from overtrick.cli import main
from overtrick.core.event.fold.tournament import Tournament
from overtrick.ledger.book_file import BookFile, open_file


class Ask:
    """One question after another: the exit code, what it says, what it complains of."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def read_books_once(self) -> None:
        """From here on a file is read and folded for the first question alone: nobody writes to it in between."""
        opened: dict[Path, BookFile] = {}
        folded: dict[Path, Tournament] = {}
        fold = BookFile.event

        def open_once(path: Path) -> BookFile:
            return opened[path] if path in opened else opened.setdefault(path, open_file(path))

        def fold_once(book: BookFile) -> Tournament:
            return folded[book.path] if book.path in folded else folded.setdefault(book.path, fold(book))

        self.monkeypatch.setattr("overtrick.cli.book_files.open_file", open_once)
        self.monkeypatch.setattr(BookFile, "event", fold_once)

    def __call__(self, words: str, given: str = "") -> tuple[int, str, str]:
        """Ask in words; *given* stands on standard input."""
        self.monkeypatch.setattr(sys, "argv", ["overtrick", *split(words)])
        self.monkeypatch.setattr(sys, "stdin", io.StringIO(given))
        code, logged = 0, logging.root.handlers[:]
        try:
            main()
        except SystemExit as ended:
            code = int(ended.code or 0)
        finally:
            logging.root.handlers[:] = logged  # a command that sets Django up would log to this test's output for ever
        told = self.capsys.readouterr()
        return code, told.out, told.err
