"""The length of a stage in words: as it is played, even if the file asks for something else."""

from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import Stage
from overtrick.core.wording import Phrase, phrase


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
