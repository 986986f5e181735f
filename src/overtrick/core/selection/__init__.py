"""Select pairs for trials and teams: qualifying points, credits, fields, teams."""

from overtrick.core.selection.awards import Award, awards_for, player_points, rank_players, table_award
from overtrick.core.selection.credits import Credit, Nomination, PairCredits, PlayerCredits, Target, pair_credits
from overtrick.core.selection.events import (
    QUALIFYING_POINTS,
    AwardTable,
    Entry,
    EntryUnit,
    LedgerRule,
    SelectedEvent,
    SizeRule,
)
from overtrick.core.selection.field import Contender, FieldRule, OpenField, contender, order_level, select_field
from overtrick.core.selection.teams import CarriedOn, TeamRule, both_stages, carried_on, in_two_teams, pick_team
from overtrick.core.selection.trials import Candidate, Direct, DirectRule, PlacedRule, direct_entry, place_field

__all__ = [
    "QUALIFYING_POINTS",
    "Award",
    "AwardTable",
    "Candidate",
    "CarriedOn",
    "Contender",
    "Credit",
    "Direct",
    "DirectRule",
    "Entry",
    "EntryUnit",
    "FieldRule",
    "LedgerRule",
    "Nomination",
    "OpenField",
    "PairCredits",
    "PlacedRule",
    "PlayerCredits",
    "SelectedEvent",
    "SizeRule",
    "Target",
    "TeamRule",
    "awards_for",
    "both_stages",
    "carried_on",
    "contender",
    "direct_entry",
    "in_two_teams",
    "order_level",
    "pair_credits",
    "pick_team",
    "place_field",
    "player_points",
    "rank_players",
    "select_field",
    "table_award",
]  # fmt: skip
