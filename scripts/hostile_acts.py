"""Hostile acts: acts of every kind, with values from an event as it stands and values that no one should send.

Accepted acts are folded, viewed in every way, written and read back. Any exception on the way other than a refusal is a
defect.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from random import Random
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from hostile_starts import Start, State

from overtrick.core.errors import OvertrickError
from overtrick.core.event.acts import (
    ACTS,
    HOW_UNPLAYED,
    OUTCOMES,
    DrawPublished,
    FieldClosed,
    KnownAct,
    OfSelection,
    Posting,
    Seating,
    StageStarted,
)
from overtrick.core.event.after.offences import priced_offences
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.model.notation import read_result
from overtrick.core.model.results import Result
from overtrick.core.ranking.standings import Purpose
from overtrick.core.selection_year.fields import propose_field
from overtrick.core.selection_year.year import SelectionYear, current_field, team_of
from overtrick.director.draws import draft
from overtrick.director.entries import stage_fields
from overtrick.director.trial import follow
from overtrick.ledger.codec import read_posting, write_posting

TEXTS = (
    "", " ", "0", "-1", "../../etc/passwd", "\ud800", "\x00", "a\x1b[2J", "x" * 100_000, "'; drop table--", "{}", "NaN",
    "²", "1e9999999999", "Ω≈ç√", "\n", "\u202e", "9" * 400, "no such thing",
)  # fmt: skip
"""Texts that are invalid everywhere."""
WHOLE = (-1, 0, 1, 2, 3, 10**6, 2**31, 2**63, 10**30, -(10**30), 99)
"""Whole numbers, most of them invalid everywhere."""
EXACT = (-1, 0, Fraction(1, 3), Fraction(-7, 2), 10**30, Fraction(1, 10**30), 2, 1, Fraction(1, 2), 5)
TIMES = (
    "", "10:30", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "2026-07-04T10:30", "2026-07-04T10:30+10:00",
    "2026-07-05T23:59:59.999999-12:00", "2026-07-04", "2199-12-31T23:59:59-23:59", "1900-01-01T00:00+23:59", "soon",
    "20260704T1030", "2026-W27-6",
)  # fmt: skip
RESULTS = (
    "4S N =", "3NT W -2", "PASS", "1NT E +3", "7NTXX S -13", "AV+ AV-", "AV AV", "60% 40%", "3IMPS -3IMPS", "NP", "+50",
    "60% 4S N =, 40% 4S N -1", "NS 3NT N -1 | EW 3NT N =", "100% 4S N =", "NP: no time", "0.5% 99.5%",
    "1/3 4S N =, 2/3 PASS", "9999IMPS 9999IMPS", "+9999", "AV- AV-", "NS AV+ | EW 4S N =",
)  # fmt: skip
HOSTILITY = 0.12
"""How often a field gets a value that is not from the event."""


@dataclass(slots=True)
class Hostile:
    """Makes random acts for a state as it stands, from its own dice."""

    dice: Random
    state: State
    then: tuple[Any, ...] = ()
    hostility: float = HOSTILITY

    def act(self) -> KnownAct:
        """An act of any kind."""
        at = self._place()
        if self.then and self.dice.random() < 0.15:
            return _known(self._changed(self.dice.choice(self.then), at))
        kind = self.dice.choice(_KINDS[isinstance(self.state, SelectionYear)])
        made = self._proposed(kind, at) if self.dice.random() < 0.7 else None
        return _known(self._changed(made, at) if made is not None else self._made(kind, at))

    def _changed(self, act: Any, at: Mapping[str, Sequence[Any]]) -> Any:
        """An act of the program's own, often with something in it changed."""
        hints = _hints(type(act))
        changed = [each.name for each in fields(act) if self.dice.random() < self.hostility]
        return replace(act, **{name: self._value(name, hints[name], at) for name in changed})

    def _made(self, kind: type[Any], at: Mapping[str, Sequence[Any]]) -> Any:
        hints = _hints(kind)
        given = {}
        for each in fields(kind):
            has_default = each.default is not each.default_factory  # equal only if both are missing
            if has_default and self.dice.random() < 0.6:
                continue
            given[each.name] = self._value(each.name, hints[each.name], at)
        return kind(**given)

    def _value(self, name: str, hint: Any, at: Mapping[str, Sequence[Any]]) -> Any:
        wild = self.dice.random() < self.hostility
        if hint == Result:
            return read_result(self.dice.choice(RESULTS))
        if set(get_args(Result)) < set(get_args(hint)):
            return None if self.dice.random() < 0.5 else read_result(self.dice.choice(RESULTS))
        if isinstance(hint, UnionType):
            return None if type(None) in get_args(hint) and self.dice.random() < 0.3 else self.dice.choice(EXACT)
        if get_origin(hint) is tuple:
            return self._tuple(name, get_args(hint), at)
        if hint is bool:
            return self.dice.random() < 0.5
        if hint is int:
            return self.dice.choice(WHOLE if wild else at.get(name) or WHOLE)
        if hint is str:
            return self.dice.choice(TEXTS if wild else at.get(name) or TEXTS)
        return self._made(hint, at)

    def _tuple(self, name: str, inner: tuple[Any, ...], at: Mapping[str, Sequence[Any]]) -> tuple[Any, ...]:
        if inner[-1] is not Ellipsis:
            return tuple(self._value(name, hint, at) for hint in inner)
        whole = at.get(name) or ()
        if inner[0] in (str, int) and whole and self.dice.random() > self.hostility:
            return tuple(self.dice.sample(list(whole), self.dice.randint(0, min(len(whole), 6))))
        return tuple(self._value(name, inner[0], at) for _ in range(self.dice.choice((0, 1, 1, 2, 3))))

    def _proposed(self, kind: type[KnownAct], at: Mapping[str, Sequence[Any]]) -> Any:
        """An act that the program itself would post, of kinds that no one writes by hand."""
        stage = at["stage"][0] if at.get("stage") else ""
        try:
            if isinstance(self.state, SelectionYear):
                return propose_field(self.state, at["target"][0]).act if kind is FieldClosed else None
            if kind is DrawPublished:
                return draft(self.state, stage, "1", yielding=self.dice.random() < 0.2)
            if kind is StageStarted:
                return StageStarted(stage, stage_fields(self.state, stage))
        except OvertrickError:
            return None
        return None

    def _place(self) -> dict[str, Sequence[Any]]:
        """Values by field name, all from one place in the event, so that many acts are consistent."""
        if isinstance(self.state, SelectionYear):
            return _in_year(self.state, self.dice)
        return _in_event(self.state, self.dice)


_HINTS = {kind: get_type_hints(kind) for kind in ACTS}
"""The types of the fields of each act."""


def _hints(kind: type[Any]) -> dict[str, Any]:
    """The types of the fields of an act, or of a part of one."""
    return _HINTS[kind] if kind in _HINTS else get_type_hints(kind)


def _known(act: Any) -> KnownAct:
    assert isinstance(act, ACTS)  # noqa: S101 - as it was made
    return act


_YEARLY = [act for act in ACTS if issubclass(act, OfSelection)]
_PLAYED = [act for act in ACTS if not issubclass(act, OfSelection)]
_KINDS: tuple[list[type[KnownAct]], list[type[KnownAct]]] = (_PLAYED * 8 + _YEARLY, _YEARLY * 8 + _PLAYED)
"""The kinds of acts tried on an event and on a year: mostly its own."""


def _in_event(event: Tournament, dice: Random) -> dict[str, Sequence[Any]]:
    entered = list(event.entries) or ["1", "2"]
    try:
        planned = event.current_plan()
    except OvertrickError:
        planned = event.any_plan()
    names = [stage.name for stage in planned.stages]
    choices = [choice for must in planned.must_choose for choice in must.choices]
    started = list(event.stages)
    stage = dice.choice(started) if started and dice.random() < 0.85 else dice.choice(names)
    who = dice.choice(entered)
    found: dict[str, Sequence[Any]] = {
        "stage": [stage], "stages": names, "contestant": [who], "contestants": entered, "order": entered,
        "round": [1], "rounds": [1, 2, 3], "session": [1, 2], "table": [1], "tables": [1, 2, 3], "board": [1, 2],
        "boards": list(range(1, 9)), "room": ["", "open", "closed"], "winner": [who], "offender": [who, ""],
        "one": [who], "two": entered, "out": _players(event, who), "players": _players(event, who),
        "substitute": ["Somebody Else", *_players(event, dice.choice(entered))], "reason": ["a reason", ""],
        "clause": ["Law 90", str(planned.clause), "x", ""], "unit": ["VPs", "IMPs", "%", "matchpoints"],
        "posting": [*event.conducted.offending, event.last, 1], "appeal": [*event.conducted.appeals, 1],
        "time": TIMES, "start": TIMES, "finish": TIMES, "requested": TIMES, "ruled": TIMES, "told": TIMES,
        "agreed": TIMES, "first": ("2026-10-01", "x"), "last": ("2026-10-09", "0001-01-01"), "how": HOW_UNPLAYED,
        "outcome": OUTCOMES, "ground": ["fact", "illness", "", "law"], "about": [stage, "opponent", "sits last"],
        "choice": [*entered[:4], "1, 2", *choices], "colour": ["green", "blue", "red", "yellow"], "system": ["Acol"],
        "deal": ["N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432", "N:...."],
        "dealer": ["N", "", "E"], "vulnerable": ["None", "", "All"], "lead": ["SA", "", "ZZ"],
        "source": ["a sheet", ""], "name": ["Reef", ""], "categories": ["Youth", "Novice"],
        "step": ["accept", "circulate", "close", "withdraw"],
        "by": ["the convenor"], "members": ["A. Ash", "B. Box"], "sat": ["A. Ash", "B. Box"], "signed": ["A. Ash"],
        "text": ["said"], "against": ["director", "scorer"], "field": ["facts", "ruling"], "what": ["born", "lives in"],
        "value": ["yes", "no", "1999-01-01", "12", "member of"], "at": ["2026-01-01", "2025,2026", "x"],
        "matter": ["x"],
        "reading": ["S-08", "I-30"], "event": ["x"], "function": ["seeding"],
        "to": ["", "TD"],
    }  # fmt: skip
    if stage in event.stages:
        _in_stage(event.stages[stage], dice, found)
    return found


def _in_stage(state: StageState, dice: Random, found: dict[str, Sequence[Any]]) -> None:
    """The names and numbers in a stage that has started, around one table of one round."""
    found["contestant"] = [dice.choice(state.contestants)] if state.contestants else [""]
    found["contestants"] = found["order"] = state.contestants
    found["offence"] = [each.offence for each in priced_offences(state.plan)] or ["late"]
    found["unit"] = [state.unit.many]
    found["rounds"] = list(range(1, rounds_of(state) + 2))
    if (appeals := state.plan.rules.appeals) is not None:
        found["step"] = [step.act for step in appeals.course.steps]
        found["field"], found["to"], found["ground"] = appeals.fields, ["", appeals.lodging.to], ["", "law", "fact"]
    if not state.rounds:
        return
    number = dice.choice((state.last_round, state.last_round, dice.choice(list(state.rounds)), state.last_round + 1))
    found["round"] = [number]
    if number not in state.rounds or not state.rounds[number].seatings:
        return
    drawn = state.rounds[number]
    table = dice.choice(list(drawn.seatings))
    seating: Seating = drawn.seatings[table]
    found["table"], found["board"] = [table], list(drawn.boards_of(seating))
    found["boards"] = found["board"]
    found["winner"] = found["offender"] = found["one"] = list(seating.names)
    found["two"] = [seating.ew]
    if dice.random() < 0.7:
        found["contestant"] = [dice.choice(seating.names)]


def _players(event: Tournament, contestant: str) -> Sequence[str]:
    entry = event.entries.get(contestant)
    return [player.name for player in entry.players] if entry and entry.players else ["A. Ash", "B. Box"]


def _in_year(year: SelectionYear, dice: Random) -> dict[str, Sequence[Any]]:
    target = dice.choice(list(year.rules.targets))
    nominated = year.nominated.get(target, {})
    players = sorted({name for act in year.placings.values() for name in act.members}) or ["A. Ash", "B. Box"]
    found: dict[str, Sequence[Any]] = {
        "target": [target], "pair": [*nominated, "A and B"], "players": players, "members": players,
        "event": list(year.rules.ledger.events), "place": range(1, 12), "tied": [1, 2], "size": [0, 4, 6],
        "source": ["a sheet", ""], "posting": [*year.placings, 1], "reason": ["a reason", ""],
        "order": list(nominated), "berths": list(nominated), "reserves": list(nominated), "team": list(nominated),
        "received": ["2027-05-14", "soon", "", "0001-01-01"], "on": ["2027-04-02", "x"], "club": ["North"],
        "teams": [0, 3], "offer": list(year.rules.offers or {}), "contending": list(nominated), "text": ["said"],
        "about": [f"last berth, {target}"], "player": players, "need": ["x"], "year": [2027], "reading": ["A-01"],
        "choice": ["default", "x"], "document": ["x"], "name": ["x"], "seed": ["1"],
    }  # fmt: skip
    for name, make in (("order", current_field), ("team", lambda y, t: team_of(y, t).pairs)):
        try:
            found[name] = make(year, target)
            found["pair"] = [*found[name], *nominated]
        except (OvertrickError, KeyError):
            continue
    return found


def look(state: State) -> None:
    """Calculate everything that the pages show of a state."""
    follow(state)
    for stage in state.stages.values() if isinstance(state, Tournament) else ():
        look_at(stage)


def look_at(stage: StageState) -> None:
    """Calculate the standings of a stage for prizes and for draws, every record and every match."""
    for each in stage.fields:
        for purpose in Purpose if stage.plan.standings.draw is not None else (Purpose.PRIZE,):
            stage.standings(each.name, purpose)
    for number, drawn in stage.rounds.items():
        for table in drawn.seatings:
            stage.card(number, table)
        stage.missing(number)


Viewed = Callable[[State], None]


@dataclass(slots=True)
class Tally:
    """The outcome of hostile acts: how many were tried, accepted and refused, by kind and type of refusal."""

    tried: int = 0
    taken: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    @property
    def accepted(self) -> int:
        """The number of accepted acts."""
        return sum(self.taken.values())


LOOKED_AT = 37
"""The number of acts after which everything is viewed, besides the end of each run; the affected stage always is."""


class Poisoned(AssertionError):
    """An act that was neither refused nor harmless: where it happened, which act, and what it raised."""

    def __init__(self, start: Start, act: KnownAct, doing: str, fault: BaseException) -> None:
        super().__init__(f"{start.name}: {doing} raised {fault!r:.300} on {act!r:.600}")
        self.act = act


def attack(start: Start, dice: Random, acts: int, tally: Tally, view: Viewed = look) -> None:
    """Try a number of acts on a copy of a start, continuing from those accepted, and view the state regularly."""
    state = copy_mutable(start.state)
    for turn in range(acts):
        act = Hostile(dice, state, start.then).act()
        tally.tried += 1
        doing = "decide"
        try:
            decided = start.decide(state, act, start.at)
            after = copy_mutable(state) if decided.acts else state
            for each in decided.acts:
                doing = "fold"
                posting = Posting(after.last + 1, each, "hostile", start.at, f"k{tally.tried}")
                after.post(posting)
                doing = "codec"
                _reads_back(posting)
            doing = "look"
            _touched(after, decided.acts)
            if turn == acts - 1 or tally.tried % LOOKED_AT == 0:
                view(after)
        except OvertrickError as refusal:
            if doing != "decide":
                raise Poisoned(start, act, doing, refusal) from refusal
            tally.refused[type(refusal).__name__] += 1
            continue
        except Exception as fault:
            raise Poisoned(start, act, doing, fault) from fault
        tally.taken[act.called] += 1
        state = after


def _touched(state: State, acts: Sequence[Any]) -> None:
    if isinstance(state, SelectionYear):
        look(state)
        return
    for name in {getattr(act, "stage", "") for act in acts}:
        if name in state.stages:
            look_at(state.stages[name])


def _reads_back(posting: Posting) -> None:
    line = write_posting(posting, "")
    line.encode()
    if read_posting(line)[0] != posting:
        raise ValueError(f"it reads back as {read_posting(line)[0].act!r:.300}")


def attacks(starting: Sequence[Start], acts: int, seed: int, view: Viewed = look, *, run: int = 50) -> Iterator[Tally]:
    """Attack the starts in turn with runs of acts, from a seed, and yield the tally after each run."""
    dice, tally = Random(seed), Tally()  # noqa: S311 - no lot
    while tally.tried < acts:
        attack(starting[dice.randrange(len(starting))], dice, min(run, acts - tally.tried), tally, view)
        yield tally
