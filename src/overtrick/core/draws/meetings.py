"""The meetings of contestants by round, and the rounds in which they sat out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum


class MeetingKind(Enum):
    """How two contestants met."""

    MATCH = "match"
    SHARE = "share"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two contestants drawn against each other in a round; a forfeit and a share match count as well.

    *section* names the part of the event (a knockout, its Swiss), for rules that distinguish them.
    """

    first: str
    second: str
    round: int
    kind: MeetingKind = MeetingKind.MATCH
    section: str = ""


@dataclass(frozen=True, slots=True)
class SatOut:
    """A contestant without a match in a round."""

    contestant: str
    round: int


@dataclass(frozen=True, slots=True)
class Meetings:
    """Everything that a draw needs to know about earlier rounds. It is immutable.

    Two objects with the same meetings are equal, whatever the order in which they were added.

    >>> met = Meetings.of([Meeting("1", "2", 1), Meeting("3", "4", 1), Meeting("1", "3", 2)])
    >>> met.rounds("3", "1"), met.rounds("1", "4"), sorted(met.opponents("1"))
    ((2,), (), ['2', '3'])
    """

    _met: Mapping[str, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)
    _shared: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    _sat_out: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, happened: Iterable[Meeting | SatOut], counting: Iterable[str] | None = None) -> "Meetings":
        """The meetings that happened; with *counting*, only those in these sections (GNOT18 2.6)."""
        return cls().and_also(happened, counting)

    def and_also(self, happened: Iterable[Meeting | SatOut], counting: Iterable[str] | None = None) -> "Meetings":
        """These meetings with later ones added."""
        counted = None if counting is None else frozenset(counting)
        met = dict(self._met)
        shared, sat_out = dict(self._shared), dict(self._sat_out)
        mine: dict[str, dict[str, tuple[int, ...]]] = {}
        for each in happened:
            if isinstance(each, SatOut):
                sat_out[each.contestant] = _add_round(sat_out.get(each.contestant, ()), each.round)
            elif counted is None or each.section in counted:
                for one, other in ((each.first, each.second), (each.second, each.first)):
                    if one not in mine:
                        mine[one] = dict(met.get(one, ()))
                    mine[one][other] = _add_round(mine[one].get(other, ()), each.round)
                    if each.kind is MeetingKind.SHARE and each.round not in shared.get(one, ()):
                        shared[one] = _add_round(shared.get(one, ()), each.round)
        met.update(mine)
        return Meetings(met, shared, sat_out)

    def often(self, times: int) -> "Meetings":
        """The meetings of contestants who have met at least this many times; rounds sat out are kept.

        >>> met = Meetings.of([Meeting("1", "2", 1), Meeting("1", "2", 4), Meeting("1", "3", 2), SatOut("3", 1)])
        >>> met = met.often(2)
        >>> sorted(met.opponents("1")), met.sat_out("3")
        (['2'], (1,))
        """
        met = {
            one: {other: rounds for other, rounds in others.items() if len(rounds) >= times}
            for one, others in self._met.items()
        }
        return Meetings(met, self._shared, self._sat_out)

    def rounds(self, one: str, other: str) -> tuple[int, ...]:
        """The rounds in which two contestants have met."""
        return self._met.get(one, {}).get(other, ())

    def opponents(self, contestant: str) -> Mapping[str, tuple[int, ...]]:
        """The opponents that a contestant has met, with the rounds."""
        return self._met.get(contestant, {})

    def sat_out(self, contestant: str) -> tuple[int, ...]:
        """The rounds in which a contestant had no match."""
        return self._sat_out.get(contestant, ())

    def share_rounds(self, contestant: str) -> tuple[int, ...]:
        """The rounds in which a contestant played in a match of three."""
        return self._shared.get(contestant, ())


def _add_round(rounds: tuple[int, ...], another: int) -> tuple[int, ...]:
    return (*rounds, another) if not rounds or rounds[-1] <= another else tuple(sorted((*rounds, another)))
