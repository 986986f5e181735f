"""Which clauses a citation names: vectors cite several at once, in the documents' own shorthand."""

import re
from collections.abc import Collection, Mapping


def clause_ids(cite: str, known: Mapping[str, Collection[str]]) -> list[tuple[str, str]]:
    """The (document, clause) pairs that *cite* names, among the clauses there are.

    `SABF20 11.3#1/11.9` names two, `SABF20 19.7#7/#8` two of one stem, `SABF20 17.3 (13.12)` the rule and
    the one it leans on, `GNOT18 3.2, GNOT18 3.3` two.
    """
    found: list[tuple[str, str]] = []
    for part in re.split(r",\s+(?=[A-Z]+\d+ )", cite):
        document, _, number = part.partition(" ")
        numbers = known.get(document, ())
        if number in numbers:
            found.append((document, number))
            continue
        stem = ""
        for piece in re.split(r"\s*/\s*|\s+\(|\)$", number):
            for candidate in _candidates(piece, stem):
                if candidate in numbers:
                    found.append((document, candidate))
                    stem = candidate
                    break
    return list(dict.fromkeys(found))


def _candidates(piece: str, stem: str) -> list[str]:
    """The clause a piece of shorthand may mean, after the clause before it."""
    closed = piece + ")" if piece.count("(") > piece.count(")") else piece
    options = [closed]
    if stem and piece.startswith("#"):
        options.append(stem.partition("#")[0] + piece)
    if stem and re.fullmatch(r"\(?[a-z]\)?", piece):
        letter = piece.strip("()")
        options.append(re.sub(r"\([a-z]\)$", f"({letter})", stem))
        options.append(stem[:-1] + letter)
    return options
