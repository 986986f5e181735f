"""A ladder over the books of several evenings: pairs and players identified across books, with their scores.

A player is identified by the federation's number, or by name without one, so a pair may have a different pair number
every evening. A score made with a substitute belongs to the pair that entered.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EntryTaken
from overtrick.core.event.after.also import also_with
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.model.contestants import Player
from overtrick.core.provenance import Figure, Unit
from overtrick.core.ranking.ladder import LadderBy, LadderRule, Rung, ladder

Evening = tuple[Tournament, StageState]


@dataclass(frozen=True, slots=True)
class EveningScores:
    """The scores of a session by the key of each pair or player: the name, and the score in *unit*."""

    unit: Unit
    made: tuple[tuple[str, str, Figure[Exact]], ...]


def evening_scores(event: Tournament, state: StageState, rule: LadderRule) -> EveningScores:
    """The scores of a session as a ladder uses them."""
    return EveningScores(state.unit, tuple(_session_scores(event, state, rule)))


def ladder_over(evenings: Mapping[str, Evening], rule: LadderRule | None = None) -> tuple[LadderRule, tuple[Rung, ...]]:
    """The ladder over these evenings, in their order, by *rule* or by the rule that their events name."""
    rule = rule or _find_rule(evenings)
    return rule, ladder_of({name: evening_scores(*evening, rule) for name, evening in evenings.items()}, rule)


def ladder_of(evenings: Mapping[str, EveningScores], rule: LadderRule) -> tuple[Rung, ...]:
    """The ladder of these evenings, in their order; empty without evenings."""
    units = {each.unit.many: each.unit for each in evenings.values()}
    if not units:
        return ()
    if len(units) != 1:
        raise DirectorError(
            "The sessions are scored in different units: {all}",
            clause=rule.clause,
            remedy="Combine only sessions scored in the same unit.",
            all=tuple(unit.name for unit in units.values()),
        )
    if rule.count.of is not None and len(evenings) > rule.count.of:
        raise DirectorError(
            "{evenings:#session} were given, but the ladder covers only {of}",
            clause=rule.clause,
            remedy="Leave out sessions from another season.",
            evenings=len(evenings),
            of=rule.count.of,
        )
    names: dict[str, str] = {}
    scores: dict[str, dict[str, Figure[Exact]]] = {}
    for evening, each in evenings.items():
        for key, name, score in each.made:
            names.setdefault(key, name)
            before = scores.setdefault(key, {}).get(evening)
            if before is None or before.value < score.value:
                scores[key][evening] = score
    called = {key: name if list(names.values()).count(name) == 1 else f"{name} ({key})" for key, name in names.items()}
    return ladder({called[key]: found for key, found in scores.items()}, rule, next(iter(units.values())))


def _find_rule(evenings: Mapping[str, Evening]) -> LadderRule:
    """The ladder rule that the events of all evenings name."""
    found = {name: state.plan.ladder for name, (_, state) in evenings.items()}
    rules = [rule for rule in dict.fromkeys(found.values()) if rule is not None]
    if len(rules) == 1 and None not in found.values():
        return rules[0]
    if not rules:
        raise DirectorError("No session names the ladder it counts towards", remedy="Name the ladder with --rule.")
    other = next(name for name, rule in found.items() if rule != next(iter(found.values())))
    raise DirectorError(
        "{other} does not name the same ladder as the first session", remedy="Name the ladder with --rule.", other=other
    )


def _session_scores(event: Tournament, state: StageState, rule: LadderRule) -> Iterator[tuple[str, str, Figure[Exact]]]:
    """Yield the key, name and score of every contestant in a session; a house pair is not on the ladder."""
    for who in state.contestants:
        entry = event.entries.get(who)
        if entry is None or entry.house or state.has_cancelled_scores(who):
            continue
        ranked = state.standings(state.field_of(who))
        ranked = also_with(event, state, rule.also, who).standings if rule.also else ranked
        score = ranked.row(who).total
        if rule.by is LadderBy.PAIR or not entry.players:
            yield _pair_key(entry), entry.name or " – ".join(player.name for player in entry.players), score
            continue
        for player in entry.players:
            yield _key(player), player.name, score


def _pair_key(entry: EntryTaken) -> str:
    if not entry.players and not entry.name:
        raise DirectorError(
            "Entry {contestant} has neither players nor a name",
            remedy="Edit the entry and name its players.",
            contestant=entry.contestant,
        )
    return " ".join(sorted(map(_key, entry.players))) or entry.name.casefold()


def _key(player: Player) -> str:
    return player.number or " ".join(player.name.casefold().split())
