"""The results of a round, compressed, without the scores that follow from the results; unpacked on demand."""

import json
import zlib
from dataclasses import fields
from functools import lru_cache, partial
from typing import Any

from overtrick.core.event.score.rounds import Place, Recorded, RoundState, Said
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result, write_result
from overtrick.core.model.results import Result
from overtrick.core.provenance import Posted

_RECORDED = tuple(each.name for each in fields(Recorded) if each.name not in {"result", "score", "other"})
_SAID = tuple(each.name for each in fields(Said) if each.name not in {"result", "score"})


def pack_results(drawn: RoundState) -> bytes:
    """The results of a round without their scores; if they are still packed, the existing pack."""
    late = drawn.late
    if isinstance(late, partial) and late.func is unpack_results:
        try:
            object.__getattribute__(drawn, "results")
        except AttributeError:
            return bytes(late.args[1])
    said = [
        [*place, write_result(known.result), [getattr(known, name) for name in _RECORDED], _packed_said(known.other)]
        for place, known in drawn.results.items()
    ]
    return zlib.compress(json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode(), 1)


def _packed_said(said: Said | None) -> list[Any] | None:
    return None if said is None else [write_result(said.result), [getattr(said, name) for name in _SAID]]


def unpack_results(number: int, pack: bytes) -> dict[Place, Recorded]:
    """The results of a round as folding its postings would give them."""
    found: dict[Place, Recorded] = {}
    for table, room, board, result, parts, other in json.loads(zlib.decompress(pack)):
        given = dict(zip(_RECORDED, parts, strict=True))
        at = Posted(given["posting"], number, table, room)
        said = None
        if other is not None:
            says = dict(zip(_SAID, other[1], strict=True))
            where = Posted(says["posting"], number, table, room)
            said = Said(_result(other[0]), _score(board, other[0], where), **says)
        found[table, room, board] = Recorded(_result(result), _score(board, result, at), other=said, **given)
    return found


@lru_cache(maxsize=4096)
def _result(text: str) -> Result:
    return read_result(text)


def _score(board: int, result: str, at: Posted) -> Any:
    return table_score(Board.from_number(board), _result(result), at)
