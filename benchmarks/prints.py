"""The time for five hundred scorecards, compared with reportlab drawing the same strings on as many pages.

    python benchmarks/prints.py [--entries 500]

The event is rehearsed first, which takes longer than printing it. The second figure is for the same strings in the same
places and fonts, without any layout. Times are processor times.
"""

import argparse
from random import Random
from time import process_time

from large import EVENT, large

from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.prints.paper import Pen, SheetSource, Size
from overtrick.prints.sheets import SHEETS, Job
from overtrick.prints.source import source_of, speaker


class Noted(Pen):
    """A pen that records what it writes, page by page."""

    def __init__(self, size: Size, title: str) -> None:
        super().__init__(size, title)
        self.noted: list[list[tuple[str, float, float, float, str]]] = [[]]

    def _write(self, x: float, y: float, text: str, font: str, size: float) -> None:
        self.noted[-1].append((font, size, x, y, text))

    def turn(self) -> None:
        super().turn()
        self.noted.append([])


def bare(noted: list[list[tuple[str, float, float, float, str]]]) -> float:
    """The time that reportlab alone takes for the same strings on the same pages."""
    from io import BytesIO

    from reportlab.pdfgen.canvas import Canvas

    began = process_time()
    canvas = Canvas(BytesIO(), pagesize=Size.A4.value, pageCompression=1)
    for page in noted:
        for font, size, x, y, text in page:
            canvas.setFont(font, size)
            canvas.drawString(x, y, text)
        canvas.showPage()
    canvas.save()
    return process_time() - began


def main() -> None:
    """Measure, and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--entries", type=int, default=500)
    entries = asked.parse_args().entries
    rehearsal = Rehearsal(large(7), EVENT, Random("prints"), NO_FAULTS)
    rehearsal.play(entries)
    event, say = rehearsal.state, speaker()
    made = SheetSource("Swiss Pairs", "A congress", event.last, home="https://bridge.example.org/e/swiss/")

    began = process_time()
    parts = list(SHEETS["scorecards"].made(source_of(event, None, 0, say)))
    views = process_time() - began
    job = Job(Size.A4, "Scorecards", say)
    began = process_time()
    for _ in job.steps((made, part) for part in parts):
        pass
    size = len(job.pdf())
    drawn = process_time() - began

    noting = Job(Size.A4, "Scorecards", say)
    noting.pen = pen = Noted(Size.A4, "Scorecards")
    for _ in noting.steps((made, part) for part in parts):
        pass
    noted = pen.noted[:-1]
    alone = bare(noted)
    pages, strings = len(noted), sum(map(len, noted))
    print(f"{entries} scorecards, {pages} pages, {strings} strings, {size // 1024} kB")
    print(f"views      {views:6.2f} s")
    print(f"sheets     {drawn:6.2f} s  {pages / drawn:5.0f} pages/s")
    print(f"both       {views + drawn:6.2f} s  {pages / (views + drawn):5.0f} pages/s")
    print(f"reportlab  {alone:6.2f} s  {pages / alone:5.0f} pages/s, {drawn / alone:.2f} times as long with our layout")


if __name__ == "__main__":
    main()
