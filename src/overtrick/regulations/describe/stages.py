"""A stage in sentences: who plays in it, how long it is, how it is drawn, scored and ranked."""

from collections.abc import Iterator

from overtrick.core.draws.brackets import Bracket, PoolPosition, Rank
from overtrick.core.draws.brackets import Source as Side
from overtrick.core.draws.elimination import EliminationRule, Halving, halvings, segments_of
from overtrick.core.draws.rules import plan_modified
from overtrick.core.event.plan import session_ways, ways
from overtrick.core.event.plan.rules import AbsencesPlacing
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import Event, Stage
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.event.play.lengths import proved_parts
from overtrick.core.event.play.round_robin import robins_of
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, phrase
from overtrick.regulations.describe.rules import carry_lines, qualify_lines, ranking_lines, scoring_lines
from overtrick.regulations.describe.sentences import Sentence, describe_part, named_phrase, thing, told_of
from overtrick.regulations.grammar.stages import StageWords
from overtrick.regulations.plan.draws import Shape


def length_text(stage: Stage) -> Phrase:
    """The length of a stage on one line."""
    return phrase("{parts:,}", parts=length_parts(stage))


def length_parts(stage: Stage) -> tuple[Phrase, ...]:
    """The matches of a stage and their boards; for sessions, their rounds and all the boards that a pair plays.

    Where the sessions should have another number of boards, that is mentioned too.
    """
    boards = stage.boards
    if stage.play.one_match:
        return (phrase("{stanzas:#stanza} of {boards:#board}", stanzas=stage.play.one_match, boards=boards),)
    if stage.play.adds_up:
        return (phrase("{stages: and} added together", stages=tuple(stage.play.adds_up)),)
    match stage.play:
        case SessionPlay(boards=asked):
            rounds = stage.sessions[0]
            played = rounds * stage.boards
            wanted = asked.least if asked.least == asked.most else asked
            return (
                phrase(
                    "{sessions:#session} of {rounds:#round} of {boards:#board}",
                    sessions=len(stage.sessions), rounds=rounds, boards=boards,
                ),
                phrase(
                    "{played} boards a session[ (the regulations ask for {wanted})]",
                    played=played, wanted=None if played in asked else wanted,
                ),
            )  # fmt: skip
        case _:
            return (phrase("{matches:#match/matches} of {boards:#board}", matches=stage.rounds, boards=boards),)


SIDES = ("higher", "other")


def stage_lines(words: StageWords, stage: Stage, shape: Shape, event: Event) -> Iterator[Sentence]:
    """Everything about the play of a stage."""
    play = stage.play
    clause = words.draw.clause if words.draw else stage.clause
    yield from describe_part("says", stage, says=words.says)
    yield from _contestants(stage, shape, event)
    if isinstance(play, ways.TallyPlay):
        yield from told_of(play, **_play_values(play, stage, shape, clause))
        yield from ranking_lines(stage.standings, drawn=False)
        return
    yield from _length(stage, clause, shape.size)
    yield from describe_part("says", words.draw)
    if isinstance(play, ways.FinalsPlay):
        yield from _finals(play, stage)
    else:
        yield from told_of(play, **_play_values(play, stage, shape, clause))
    yield from scoring_lines(stage.scoring, shape.tables, stage.boards)
    if stage.season is None:
        yield from ranking_lines(stage.standings, drawn=play.swiss)
    yield from told_of(stage.season, ranking=stage.standings.prize.clause)
    yield from describe_part("stage", stage, **_values(stage))


def _contestants(stage: Stage, shape: Shape, event: Event) -> Iterator[Sentence]:
    for source in stage.sources:
        if source.event:
            yield from describe_part("dropping in", source)
            yield from carry_lines(stage.brings(source))
            continue
        before = event.stage(source.stage)
        fields = len(before.fields.names) if before is not None else 1
        after, each = source.after, source.each
        rows = tuple(named_phrase("seats", each) for each in sorted(source.seats, key=lambda seats: -seats.at_least))
        yield from describe_part(
            "source", source, several=each * fields if fields > 1 else 0, rows=rows, first=after + 1, last=after + each,
            beyond=bool(after or rows),
        )  # fmt: skip
        if len(stage.sources) > 1:
            yield from carry_lines(stage.brings(source))
    if len(stage.sources) > 1:
        yield from describe_part("in order", stage, stages=tuple(source.called for source in stage.sources))
    if stage.sources:
        yield from qualify_lines(stage.qualify)
    if len(stage.fields.names) > 1:
        yield from describe_part("fields", stage.fields, contest=event.contest, sizes=shape.fields)
    if len(stage.sources) == 1:
        yield from carry_lines(stage.brings(stage.sources[0]))


def _length(stage: Stage, clause: Clause, size: int) -> Iterator[Sentence]:
    match stage.play:
        case ways.StanzaPlay(stanzas):
            return describe_part("one match", stage, all=stanzas * stage.boards, stanzas=stanzas)
        case ways.BracketPlay():
            bracket = stage.play.usual(size)
            return describe_part("knockout length", stage, matches=len(bracket.matches), weeks=bracket.weeks)
        case ways.FinalsPlay(brackets=(usual, *_)):
            longer = tuple(
                named_phrase("longer", match, boards=stage.boards * match.sessions)
                for match in usual.matches
                if match.sessions > 1
            )
            return describe_part("finals", stage, matches=len(usual.matches), weeks=usual.weeks, longer=longer)
        case session_ways.SessionPlay():
            return describe_part("session", clause, length=length_text(stage))
        case _:
            several = len(stage.sessions) > 1 and set(stage.sessions) != {1}
            alike = several and len(set(stage.sessions)) == 1
            return describe_part(
                "length",
                stage,
                length=length_text(stage),
                first=stage.lengths and stage.lengths[0],
                each=alike and stage.sessions[0],
                several=len(stage.sessions),
                unlike=stage.sessions if several and not alike else (),
            )


def _play_values(play: WayToPlay, stage: Stage, shape: Shape, clause: Clause) -> dict[str, object]:
    """The values that a stage's numbers add to the description of its way to play."""
    given: dict[str, object] = {"by": clause, "size": shape.size, "tables": shape.tables}
    match play:
        case ways.SwissPlay(modified=modified):
            plan = plan_modified(stage.rounds, shape.size, modified) if modified else None
            odd_by = play.house or (play.rule.share.clause if play.rule.share else play.rule.clause)
            return given | {"replay": plan.replay if plan and plan.triggered else None, "odd_by": odd_by,
                            "later": play.later(shape.size, stage.rounds)}  # fmt: skip
        case session_ways.SessionPlay():
            parts = proved_parts(play, shape.size) if play.sections else ()
            told = tuple(named_phrase("a section", None, name=name, movement=part.name) for name, part in parts)
            row = None if parts else play.movement(shape.size)
            tables = shape.tables if row is None else row.tables_of(shape.size)
            return given | {"movement": row, "tables": tables, "parts": told}
        case ways.StanzaPlay(rights=rights) if rights is not None:
            turns = tuple(
                named_phrase("turn", None, side=named_phrase(SIDES[side]), count=count)
                for side, count in rights.turns[:-1]
            )
            return given | {"turns": turns, "last": named_phrase(SIDES[rights.turns[-1][0]])}
        case ways.TallyPlay(stages=(first, *_, last), points=points):
            return {"both": named_phrase("both", play), "first": first, "last": last, "places": len(points.amounts)}
        case ways.RobinPlay(finals=finals, bye_moved=moved, byes_spread=spread):
            robins, size = robins_of(play, stage.boards, shape.size), shape.size
            balanced = (f for f in finals if f.boards == stage.boards and size in (2 * f.tables, 2 * f.tables - 1))
            return given | {
                "times": len(robins),
                "by": clause if any(size in printed.sizes for printed in play.printed) else stage.clause,
                "final": next(balanced, None),
                "by_placing": clause if any(robin.by_placing for robin in robins) else None,
                "moved": moved if moved and size == moved.contestants else None,
                "spread": spread if spread and size == spread.contestants else None,
            }
        case ways.BracketPlay(rule=rule):
            rounds = halvings(shape.size, rule.survivors)
            later = named_phrase("knockout later", rule) if len(rounds) > 1 else None
            absent = rule.clause if stage.forfeit is None else None
            return given | {"rounds": tuple(_halving(each, rule, stage, len(rounds)) for each in rounds),
                            "later": later, "absent": absent}  # fmt: skip
        case _:
            return given


def _halving(each: Halving, rule: EliminationRule, stage: Stage, rounds: int) -> Phrase:
    """A round of a knockout: its matches, how long they are, and who sits out."""
    long = segments_of(rule, each.number, rounds)
    return named_phrase(
        "knockout round", each, teams=each.field, boards=long * stage.boards, each=stage.boards,
        segments=long if long > 1 else 0,
    )  # fmt: skip


def _finals(play: ways.FinalsPlay, stage: Stage) -> Iterator[Sentence]:
    """Sentences about every match of a finals system, week by week, who starts ahead, and how the places are won."""
    usual, *others = play.brackets
    for match in usual.matches:
        one, two = (_side(side, usual) for side in match.sides)
        yield from told_of(match, several=len(match.weeks) > 1, weeks=tuple(match.weeks), one=one, two=two)
    ahead = ((each, each.sides[each.carry_to]) for each in usual.matches if each.carry_to is not None)
    yield from told_of(
        usual,
        held=tuple(named_phrase("held", each, who=_side(who, usual)) for each, who in ahead),
        won=tuple(
            named_phrase("won", None, who=_side(who, usual), place=n) for n, who in enumerate(usual.places, start=1)
        ),
        others=tuple(others),
        absent=usual.clause if stage.forfeit is None else None,
        absence=play.absence,
        its_place=play.abandoned,
    )


def _side(source: Side, bracket: Bracket) -> Phrase:
    """A side of a match: a place, or the winner or loser of another."""
    title = "" if isinstance(source, Rank | PoolPosition) else bracket.match(source.match).title
    return thing(source, title=title)


def _values(stage: Stage) -> dict[str, object]:
    """The values of a stage's rules that are not fields of theirs."""
    forfeit, opposed, placing = stage.forfeit, stage.opposed, stage.placing
    floors = forfeit.floors.items() if forfeit is not None else ()
    least = forfeit.floor or 0 if forfeit is not None else 0
    absences = (
        [each for each in placing.rule.rows if each.kind == placing.kind]
        if isinstance(placing, AbsencesPlacing)
        else []
    )
    return {
        "forfeit": forfeit,
        "least": least,
        "others": tuple(
            named_phrase("floor", None, floor=each, boards=boards) for boards, each in floors if each != least
        ),
        "rows": tuple(named_phrase("absences", row) for row in absences),
        "against": named_phrase("own average" if opposed is None or opposed.placing is None else "vps", opposed),
    }
