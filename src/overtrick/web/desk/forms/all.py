"""Every act the desk has a form for, of an event and of a selection year."""

from overtrick.web.desk.forms import (
    accidents,
    appeals,
    conduct,
    deal_proof,
    disclosure,
    entries,
    finals,
    graph,
    prizes,
    results,
    rules,
    rulings,
    season,
    systems,
    undo,
    year_teams,
    years,
)
from overtrick.web.desk.forms.act_form import ActForm
from overtrick.web.desk.forms.plain import PLAIN_FORMS

FORMS: tuple[type[ActForm], ...] = (
    entries.Enter, entries.CancelEntry, entries.Seed, entries.CloseEntries, entries.StartStage,
    entries.DecideCarryOver, entries.ChooseFormat,
    entries.ChooseReading, rules.AdoptRules, entries.TakeBackDraw, results.EnterResult, results.AgreeResult,
    results.CorrectResult, results.VoidResult, results.Rule, results.FoulBoard, results.WrongWay, results.OtherField,
    accidents.NotPlayedBoard, accidents.PlayedTwice,
    conduct.Offend, conduct.Warn, conduct.Penalise, conduct.AskReview, conduct.DecideReview, conduct.Answer,
    conduct.StartRound,
    conduct.SetClock, conduct.ChooseWall,
    conduct.EndRound, conduct.ShowScores, conduct.Timetable, rulings.Lift,
    rulings.UseSubstitute, rulings.Late, rulings.Forfeit, rulings.Award, rulings.Withdraw, rulings.LatePair,
    rulings.Decline,
    rulings.LineUp, rulings.Note, prizes.Prizes, rulings.CloseRound, rulings.CloseStage,
    finals.DecideLevel, graph.Join, graph.CallExtra, graph.PlayOff, graph.Exchange,
    appeals.Lodge, appeals.MoveOn, appeals.NameCommittee, appeals.SetHearing, appeals.Hear, appeals.Decide,
    appeals.Fine, systems.LodgeSystem, disclosure.Classify, disclosure.ShowCards, disclosure.Psychic,
    disclosure.Determine, disclosure.PassPower, deal_proof.PlanDeals, deal_proof.ValueDeals, deal_proof.ReleaseKeys,
    undo.TakeBack, undo.EndSubstitute, season.StayAway, season.ComeAfterAll, season.SessionSubstitute,
    *PLAIN_FORMS,
)  # fmt: skip

YEAR_FORMS: tuple[type[years.YearForm], ...] = (
    years.CreditEvent, years.Credit, years.PutRight, years.StrikeOut, years.Nominate, years.WithdrawNomination,
    years.Exempt, years.Relax, year_teams.EnterLot, year_teams.CloseField, year_teams.Decline, year_teams.Day,
    year_teams.Trial, year_teams.Unavailable, year_teams.WithdrawFromTeam, year_teams.Ratify, year_teams.Club,
    year_teams.Offer, years.ChooseYearReading, rules.AdoptYearRules,
    years.YearNote,
)  # fmt: skip
