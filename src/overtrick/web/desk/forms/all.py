"""Every act the desk has a form for."""

from overtrick.web.desk.forms import appeals, conduct, disclosure, entries, graph, results, rulings, season, systems
from overtrick.web.desk.forms.asking import ActForm

FORMS: tuple[type[ActForm], ...] = (
    entries.Enter, entries.CancelEntry, entries.Seed, entries.CloseEntries, entries.StartStage, entries.ChooseFormat,
    entries.ChooseReading, entries.TakeBackDraw, results.EnterResult, results.AgreeResult, results.CorrectResult,
    results.VoidResult, results.Rule, results.FoulBoard, conduct.Offend, conduct.Warn,
    conduct.Penalise, conduct.AskReview, conduct.Answer, conduct.StartRound, conduct.EndRound, conduct.ShowScores,
    conduct.Timetable, rulings.Lift,
    rulings.UseSubstitute, rulings.Late, rulings.Forfeit, rulings.Award, rulings.Withdraw, rulings.Decline,
    rulings.LineUp, rulings.Note, rulings.CloseRound, rulings.CloseStage,
    graph.Join, graph.CallExtra, graph.PlayOff, graph.Exchange,
    appeals.Lodge, appeals.MoveOn, appeals.NameCommittee, appeals.SetHearing, appeals.Hear, appeals.Decide,
    appeals.Fine, systems.LodgeSystem, disclosure.Classify, disclosure.ShowCards, disclosure.Psychic,
    disclosure.Determine, disclosure.PassPower,
    season.StayAway, season.ComeAfterAll, season.SessionSubstitute,
)  # fmt: skip
