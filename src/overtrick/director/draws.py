"""Publishing a draw, and withdrawing it before play."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from overtrick.core.errors import NoLegalDraw
from overtrick.core.event.acts import DrawPublished, DrawWithdrawn
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import draft_draw, meetings_of, rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Phrase, phrase
from overtrick.director import graph
from overtrick.director.clocks import redraw_in_time
from overtrick.director.decision import AllowedActs, Caution, allow, refuse
from overtrick.director.missing_scores import sits_out_cautions
from overtrick.director.what_if import what_if


def draft(event: Tournament, stage: str, seed: str = "", *, yielding: bool = False) -> DrawPublished:
    """The next draw of a stage as the regulation makes it.

    With *yielding*, where the regulation has no draw left, the draw with the fewest rematches, to be published by hand.
    """
    state = event.stage(stage)
    if state.plan.play.in_graph:
        return graph.draft(event, state, seed)
    return draft_draw(state, state.last_round + 1, event.seeds.get(stage, ()), seed, yielding=yielding)


def publish(event: Tournament, act: DrawPublished) -> AllowedActs:
    """Publish a draw in its turn, with no one seated twice; whatever rule it breaks is a caution.

    Where the rounds of a session are published together, the session's other rounds follow from the movement.
    """
    state = event.stage(act.stage)
    if act.round in state.rounds:
        raise refuse(
            "Round {round} of {stage} has already been drawn",
            remedy="Withdraw that draw first.",
            round=act.round,
            stage=act.stage,
        )
    if act.round != state.last_round + 1:
        raise refuse(
            "The next round to draw is {last_round}, not {round}",
            remedy="Draw the rounds in order.",
            last_round=state.last_round + 1,
            round=act.round,
        )
    if act.round > rounds_of(state):
        raise refuse(
            "The last round of {stage}, round {rounds_of}, has been drawn",
            clause=state.plan.clause,
            remedy="No further draw is needed: close the stage once its results are in.",
            stage=act.stage,
            rounds_of=rounds_of(state),
        )
    graph.may_draw(event, state, act.round)
    if strange := [name for name in act.order if name not in event.entries]:
        raise refuse(
            "The order includes {strange}, which is not an entry",
            remedy="Leave the order as drafted.",
            strange=strange[0],
        )
    _check_seating(state, act)
    every = (act, *_with_it(event, state, act))
    cautions = (_incomplete(state), _by_hand(event, act), _again(state, act), *_exclusion_cautions(event, act))
    return allow(*every, cautions=(*cautions, *sits_out_cautions(state, every)))


def _exclusion_cautions(event: Tournament, act: DrawPublished) -> Iterator[Phrase]:
    """Cautions for excluded contestants who are still seated because later stages depend on their place."""
    seated = {name for seating in act.matches for name in seating.names}
    for name in sorted(seated):
        known = (state.status(name) for state in event.stages.values())
        if clause := next((each.clause for each in known if not each.placed), ""):
            yield phrase(
                "number {contestant} has been excluded ({clause}): post a forfeit for its match",
                contestant=name,
                clause=clause,
            )


def _with_it(event: Tournament, state: StageState, act: DrawPublished) -> tuple[DrawPublished, ...]:
    """The later rounds of a session published as a whole; a contestant moved by hand is moved in all of them."""
    if not state.plan.play.at_once:
        return ()
    then = what_if(event, [act]).stage(act.stage)
    later = range(act.round + 1, then.play.last_of_session(then, act.round) + 1)
    drafts = [draft_draw(then, number, event.seeds.get(act.stage, ()), act.seed) for number in later]
    if not act.by_hand:
        return tuple(drafts)
    ours = draft_draw(state, act.round, event.seeds.get(act.stage, ()), act.seed)
    places = dict(zip(_everybody(ours), _everybody(act), strict=False))
    return tuple(replace(seated_as(each, places), by_hand=act.by_hand) for each in drafts)


def _everybody(act: DrawPublished) -> list[str]:
    return [name for seating in act.seatings for name in seating.names] + list(act.sits_out)


def seated_as(act: DrawPublished, places: Mapping[str, str]) -> DrawPublished:
    """A draw with contestants exchanged as *places* says."""

    def three(names: tuple[str, str, str]) -> tuple[str, str, str]:
        one, two, last = (places.get(name, name) for name in names)
        return one, two, last

    return replace(
        act,
        seatings=tuple(seating.seated_as(places) for seating in act.seatings),
        sits_out=tuple(places.get(name, name) for name in act.sits_out),
        shares=tuple(replace(share, teams=three(share.teams)) for share in act.shares),
        trios=tuple(replace(trio, teams=tuple(places.get(name, name) for name in trio.teams)) for trio in act.trios),
    )


def _check_seating(state: StageState, act: DrawPublished) -> None:
    """Refuse a draw unless everyone who plays is seated once and each table is used once."""
    if not all(trio.whole for trio in act.trios):
        raise refuse(
            "A triangle in round {round} must have three teams at three tables, and a group of four must have six "
            "tables",
            clause=state.plan.clause,
            remedy="Draft the draw again.",
            round=act.round,
        )
    seated = [name for seating in act.seatings for name in seating.names]
    seated += [name for share in act.shares for name in share.teams] + list(act.sits_out)
    seated += [name for trio in act.trios for name in trio.teams]
    playing_on = state.playing_on(act.round)
    seated += playing_on.teams if playing_on is not None else ()
    there = state.present(act.round)
    strangers = [name for name in seated if name not in there]
    if strangers:
        raise refuse(
            "Not playing in round {round} of {stage}: {strangers:,}",
            remedy="Seat only contestants who play in this round of the stage.",
            strangers=tuple(strangers),
            round=act.round,
            stage=act.stage,
        )
    twice = sorted({name for name in seated if seated.count(name) > 1})
    if twice:
        raise refuse(
            "Seated more than once in round {round}: {twice:,}",
            remedy="Seat everyone exactly once, with one match at each table.",
            twice=tuple(twice),
            round=act.round,
        )
    missing = [name for name in state.play.contestants_due(state, act.round) if name not in seated]
    if missing:
        raise refuse(
            "Not seated in round {round}: {missing:,}",
            remedy="Seat everyone, or say who sits out.",
            missing=tuple(missing),
            round=act.round,
        )
    tables = [seating.table for seating in act.seatings] + [table for share in act.shares for table in share.tables]
    tables += [table for trio in act.trios for table in trio.tables]
    if len(set(tables)) != len(tables):
        raise refuse(
            "A table is used twice in round {round}", remedy="Give every match a table of its own.", round=act.round
        )


def withdraw(event: Tournament, act: DrawWithdrawn) -> AllowedActs:
    """Undo a draw that has not been played."""
    state = event.stage(act.stage)
    if act.round != state.last_round:
        raise refuse(
            "Only the latest draw, of round {last_round}, can be withdrawn",
            remedy="Withdraw the later draws first, beginning with the latest.",
            last_round=state.last_round,
        )
    if state.round(act.round).closed:
        raise refuse(
            "Round {round} is closed",
            clause=state.plan.clause,
            remedy="Keep the published draw; if contestants sat in the wrong places, record the swapped seats.",
            round=act.round,
        )
    redraw_in_time(event, act)
    if state.round(act.round).results:
        raise refuse(
            "Round {round} has results",
            clause=state.plan.clause,
            remedy="Keep the published draw; if contestants sat in the wrong places, record the swapped seats.",
            round=act.round,
        )
    return allow(act)


def same_draw(one: DrawPublished, two: DrawPublished) -> bool:
    """Whether two draws have the same seating."""
    return (one.seatings, one.sits_out, one.shares, one.trios) == (two.seatings, two.sits_out, two.shares, two.trios)


def _incomplete(state: StageState) -> Caution:
    if not state.last_round:
        return ""
    missing = len(state.missing(state.last_round))
    if not missing:
        return ""
    return phrase(
        "{missing:#result/results} of round {round} {one:is|are} missing",
        missing=missing,
        round=state.last_round,
        one=missing == 1,
    )


def _by_hand(event: Tournament, act: DrawPublished) -> Caution:
    try:
        ours = draft(event, act.stage, act.seed)
    except NoLegalDraw as none:
        if not act.by_hand:
            raise
        return phrase("{none}; drawn by hand: {reason}", none=none.what, reason=act.by_hand)
    if act.order != ours.order and event.stage(act.stage).plan.in_season:  # it decides who plays in the session
        raise refuse(
            "The order of pairs in a session cannot be changed by hand", clause=event.stage(act.stage).plan.clause,
            remedy="Record the absences and draft the draw again.",
        )  # fmt: skip
    if same_draw(ours, act):
        return ""
    if not act.by_hand:
        raise refuse(
            "This draw differs from the one the regulations produce", clause=event.stage(act.stage).plan.clause,
            remedy="Publish the drafted draw, or give the reason for changing it.",
        )  # fmt: skip
    return phrase("changed by hand: {reason}", reason=act.by_hand)


def _again(state: StageState, act: DrawPublished) -> Caution:
    met = meetings_of(state)
    again = tuple((s.ns, s.ew) for s in act.seatings if met.rounds(s.ns, s.ew))
    return phrase("met before: {again:,}", again=again) if again and len(state.contestants) > 2 else ""
