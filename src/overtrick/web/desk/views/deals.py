"""The deals of a round: which boards are known, and importing more from a PBN file with a preview."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from overtrick.core import limits
from overtrick.core.errors import DirectorError, OvertrickError
from overtrick.core.event.acts import BoardDealt
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.cards import Deal
from overtrick.core.wording import Phrase, phrase
from overtrick.director.deals import boards_at
from overtrick.director.decide import decide
from overtrick.formats.pbn import DealtLine, read_deals
from overtrick.formats.plain_text import plain_text
from overtrick.views.deals import Diagram, diagram, solving
from overtrick.web.congress.access import Action, official
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.views.shared import key_of, page, post_as, show_refusal, stage_named, whole
from overtrick.web.translation import plain

_SOURCE = 200


@dataclass(frozen=True, slots=True)
class DealsPreview:
    """The preview of a file: the deals to post, with cautions, and the boards that are left out."""

    new: tuple[tuple[BoardDealt, Diagram, str], ...]
    there: tuple[int, ...]
    elsewhere: tuple[int, ...]


@official(Action.SCORE)
def deals(request: HttpRequest, event: BookRecord) -> HttpResponse:
    """The page of a round's deals; an imported file is previewed, then posted."""
    now = event_projection(event)
    asked = request.POST if request.method == "POST" else request.GET
    text, source, refused = request.POST.get("text", ""), request.POST.get("source", "")[:_SOURCE].strip(), ""
    looked: DealsPreview | None = None
    with now.lock:
        stage = stage_named(now.event, asked.get("stage"))
        last = now.event.stage(stage).last_round if stage else 0
        number = whole(asked.get("round"), last)
        number = number if stage and number in now.event.stage(stage).rounds else last
        if request.method == "POST" and number:
            try:
                text, source = _file(request, text, source)
                looked = _look(now.event, stage, number, source, read_deals(text, source or plain(phrase("the text"))))
            except OvertrickError as fault:
                refused = plain(fault)
        if looked is None or "post" not in request.POST:
            context = {
                "shown_stage": stage, "round": number, "text": text, "source": source, "refused": refused,
                "looked": looked, "boards": _boards(now.event, stage, number) if number else (),
                "solving": solving(now.event.stage(stage), number) if number else None,
                "rounds": sorted(now.event.stage(stage).rounds) if stage else (),
                "stages": list(now.event.stages), "plans": list(now.event.dealing), "tab": "results",
            }  # fmt: skip
            return page(request, event, now, "deals", context, status=400 if refused else 200)
    _post(request, event, looked)
    return redirect(
        f"{reverse('desk-deals', kwargs={'event': event.slug})}?{urlencode([('stage', stage), ('round', str(number))])}"
    )


def _file(request: HttpRequest, text: str, source: str) -> tuple[str, str]:
    """The text and the name of the file or the pasted text."""
    uploaded = request.FILES.get("file")
    if uploaded is not None:
        if (uploaded.size or 0) > limits.FILE:
            raise DirectorError("That file is too large for a set of deals", remedy="Choose the PBN file.")
        name = str(uploaded.name)[:_SOURCE]
        return plain_text(uploaded.read(), name).text, source or name
    if not text.strip():
        raise DirectorError("No file or text was given", remedy="Choose the PBN file, or paste its contents.")
    return text, source or plain(phrase("pasted text"))


def _look(event: Tournament, stage: str, number: int, source: str, lines: tuple[DealtLine, ...]) -> DealsPreview:
    """The preview of a file; all boards that cannot be posted are refused together."""
    played = boards_at(event.stage(stage), number)
    faults: list[Phrase] = []
    new: list[tuple[BoardDealt, Diagram, str]] = []
    there: list[int] = []
    for line in lines:
        if line.board not in played:
            continue
        act = BoardDealt(stage, number, line.board, line.deal, source, line.dealer, line.vulnerable)
        try:
            decided = decide(event, act)
        except DirectorError as fault:
            faults.append(phrase("Board {board} cannot be imported. {fault}", board=line.board, fault=fault))
            continue
        if decided.acts:
            new.append((act, diagram(Deal.read(act.deal), act.board), "; ".join(map(plain, decided.cautions))))
        else:
            there.append(line.board)
    if faults:
        head = phrase("Nothing was imported, because these boards have errors:")
        raise DirectorError("{lines}", lines="\n".join(map(plain, (head, *faults))))
    elsewhere = tuple(line.board for line in lines if line.board not in played)
    if not new and not there:
        raise DirectorError(
            "None of these boards is played in round {number} of {stage}",
            remedy="Check the round and the PBN file.",
            number=number,
            stage=stage,
        )
    return DealsPreview(tuple(new), tuple(there), elsewhere)


def _boards(event: Tournament, stage: str, number: int) -> tuple[tuple[int, bool], ...]:
    state = event.stage(stage)
    return tuple((board, state.deal(number, board) is not None) for board in sorted(boards_at(state, number)))


def _post(request: HttpRequest, record: BookRecord, looked: DealsPreview) -> None:
    key = key_of(request)
    posted = 0
    try:
        for act, _, _ in looked.new:
            post_as(request, record, act, f"{key}-{act.board}")
            posted += 1
    except OvertrickError as refused:
        show_refusal(request, refused)
    messages.success(request, plain(phrase("Hands of {posted:#board} imported.", posted=posted)))
