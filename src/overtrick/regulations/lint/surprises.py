"""What would surprise a director though nothing refuses it: words nobody looks at, one ranking of two lines."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.play.session_movements import session_movement
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.stages import PlayWord, StageWords
from overtrick.regulations.lint.findings import Finding, found
from overtrick.regulations.plan.events import build_event
from overtrick.regulations.plan.sizes import runs

Ignored: TypeAlias = Mapping[str, str]
"""Words that a way to play does not look at, with what to write instead."""

_MATCHES: Ignored = dict.fromkeys(("bye", "forfeit", "unplayed", "compared", "unmet", "home"), "")
IGNORED: Mapping[PlayWord, Ignored] = {
    "sessions": {
        "matches": "write rounds in the row of a movement",
        "boards": "write session_boards under [stage.draw]",
        "first_boards": "",
        **_MATCHES,
    },
    "tally": {"matches": "", "boards": "", **_MATCHES},
}


def surprises(file: EventFile) -> Iterator[Finding]:
    """Everything in an event that a director might not expect, as warnings."""
    for place, stage in enumerate(file.stage):
        yield from _ignored(file, place, stage)
    yield from _two_winners(file)


def _ignored(file: EventFile, place: int, stage: StageWords) -> Iterator[Finding]:
    """Words of a stage that make no difference to it."""
    written = stage.play and IGNORED.get(stage.play, {})
    said = {key: instead for key, instead in (written or {}).items() if getattr(stage, key) not in (None, ())}
    if not stage.source:
        said |= {key: "" for key in ("carry",) if getattr(stage, key) is not None}
    for key, instead in said.items():
        finding = found("ignored", stage.clause, stage=stage.name, play=stage.play, key=key, instead=instead)
        yield finding.at(file, "stage", place, key).as_warning()


def _two_winners(file: EventFile) -> Iterator[Finding]:
    """Sizes for which two lines that never change are put into one ranking."""
    missed: dict[str, list[int]] = {}
    for entered in range(file.event.entries.least, (file.event.entries.most or file.event.entries.least) + 1):
        try:
            event = build_event(file, Entrants(entered)) if file.event.takes(entered) else None
            for stage in event.stages if event else ():
                if isinstance(stage.play, SessionPlay) and len(stage.fields.names) == 1 and not stage.sources:
                    lines = session_movement(stage.play, entered).lines
                    missed.setdefault(stage.name, []).extend([entered] if len(lines) > 1 else [])
        except (DirectorError, RegulationErrors):
            continue  # what cannot be planned is told elsewhere
    for place, words in enumerate(file.stage):
        if sizes := missed.pop(words.name, None):
            finding = found("two winners", words.clause, stage=words.name, sizes=runs(sizes))
            yield finding.at(file, "stage", place, "draw", "movements").as_warning()
