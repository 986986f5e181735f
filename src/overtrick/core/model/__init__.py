"""The model of the game: seats, boards, contracts, results, cards, contestants."""

from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.model.cards import Card, Deal, Suit, lead_fault
from overtrick.core.model.contestants import Contestant, Player
from overtrick.core.model.contracts import Contract, Doubling, Strain
from overtrick.core.model.notation import read_result, write_result
from overtrick.core.model.results import (
    Artificial,
    Average,
    Award,
    AwardedImps,
    AwardedPercent,
    NotPlayed,
    PassedOut,
    PlayedContract,
    PointsResult,
    Result,
    SideResult,
    Single,
    Split,
    WeightedPart,
    WeightedScore,
)
from overtrick.core.model.seats import Seat, Side

__all__ = [
    "Artificial",
    "Average",
    "Award",
    "AwardedImps",
    "AwardedPercent",
    "Board",
    "Card",
    "Contestant",
    "Contract",
    "Deal",
    "Doubling",
    "NotPlayed",
    "PassedOut",
    "PlayedContract",
    "Player",
    "PointsResult",
    "Result",
    "Seat",
    "Side",
    "SideResult",
    "Single",
    "Split",
    "Strain",
    "Suit",
    "Vulnerability",
    "WeightedPart",
    "WeightedScore",
    "lead_fault",
    "read_result",
    "write_result",
]  # fmt: skip
