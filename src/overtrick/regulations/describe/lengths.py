"""How long a stage is, in words: what is played, not what was asked for."""

from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.plan.ways import SessionPlay
from overtrick.core.wording import count_of


def length_text(stage: Stage) -> str:
    """The matches of a stage and their boards; of sessions, their rounds and all the boards that a pair has.

    Where the sessions should have another number of boards, that is said too.
    """
    boards = count_of(stage.boards, "board")
    if stage.play.one_match:
        return f"{count_of(stage.play.one_match, 'stanza')} of {boards}"
    if stage.play.adds_up:
        return f"{' and '.join(stage.play.adds_up)} added up"
    match stage.play:
        case SessionPlay(boards=asked):
            rounds = stage.sessions[0]
            played = rounds * stage.boards
            sessions = count_of(len(stage.sessions), "session")
            wanted = asked.least if asked.least == asked.most else asked
            missed = "" if played in asked else f" where {wanted} are asked for"
            return f"{sessions} of {count_of(rounds, 'round')} of {boards}, {played} boards a session{missed}"
        case _:
            return f"{count_of(stage.rounds, 'match', 'matches')} of {boards}"
