"""A session as JSON with exact values: calculated numbers are text, as an integer, a decimal or a ratio."""

import json

from overtrick.core.exact import Exact, exact_text
from overtrick.core.model.notation import write_result
from overtrick.core.provenance import Json
from overtrick.formats.session import Contestant, Match, Session, SessionLine


def session_json(session: Session) -> bytes:
    """The whole session."""
    said: dict[str, Json] = {
        "title": session.title,
        "kind": session.kind.value,
        "method": session.method.value,
        "winners": session.winners,
        "vps": session.vps,
        "day": session.day.isoformat() if session.day is not None else None,
        "club": session.club,
        "club_number": session.club_number,
        "venue": session.venue,
        "program": session.program,
        "contestants": [_contestant(each) for each in session.contestants],
        "matches": [_match(each) for each in session.matches],
        "lines": [_line(each) for each in session.lines],
        "datums": [
            {"round": number, "board": board, "datum": exact_text(datum)}
            for (number, board), datum in sorted(session.datums.items())
        ],
        "deals": [
            {"round": number, "board": board, "deal": str(deal)}
            for (number, board), deal in sorted(session.deals.items())
        ],
    }
    return (json.dumps(said, ensure_ascii=False, indent=1) + "\n").encode()


def _exact(value: Exact | None) -> Json:
    return None if value is None else exact_text(value)


def _contestant(each: Contestant) -> Json:
    return {
        "number": each.number,
        "name": each.name,
        "people": [{"name": person.name, "number": person.number} for person in each.people],
        "direction": each.direction,
        "section": each.section,
        "place": each.place,
        "total": _exact(each.total),
        "percent": _exact(each.percent),
        "boards": each.boards,
        "carried": _exact(each.carried),
        "penalty": _exact(each.penalty),
        "masterpoints": _exact(each.masterpoints),
    }


def _match(match: Match) -> Json:
    return {
        "round": match.round,
        "table": match.table,
        "home": match.home,
        "away": match.away,
        "home_score": _exact(match.home_score),
        "away_score": _exact(match.away_score),
        "home_vps": _exact(match.home_vps),
        "away_vps": _exact(match.away_vps),
        "boards": list(match.boards),
    }


def _line(line: SessionLine) -> Json:
    return {
        "session": line.session,
        "section": line.section,
        "round": line.round,
        "table": line.table,
        "room": line.room,
        "board": line.board,
        "ns": line.ns,
        "ew": line.ew,
        "south": line.south,
        "west": line.west,
        "result": write_result(line.result) if line.result is not None else None,
        "lead": line.lead,
        "score": line.score,
        "ns_points": _exact(line.ns_points),
        "ew_points": _exact(line.ew_points),
        "clause": line.clause,
    }
