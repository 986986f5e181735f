"""The addresses of the desk. Each page says what it is for; `congress/access.py` says who may."""

from django.urls import URLPattern, path

from overtrick.web.desk.forms.all import FORMS
from overtrick.web.desk.forms.years import YEAR_FORMS
from overtrick.web.desk.views import (
    appeals,
    ceremony,
    congresses,
    deals,
    draw,
    entries,
    history,
    room,
    scores,
    systems,
    years,
)
from overtrick.web.desk.views.acts import act_page

urlpatterns: list[URLPattern] = [
    path("", congresses.home, name="desk"),
    path("new/", congresses.new_congress, name="desk-new-congress"),
    path("e/<slug:event>/", room.event_home, name="desk-event"),
    path("e/<slug:event>/show/", congresses.show_event, name="desk-show-event"),
    path("e/<slug:event>/room/", room.room, name="desk-room"),
    path("e/<slug:event>/line/", room.line, name="desk-line"),
    path("e/<slug:event>/line/post/", room.post_line, name="desk-post-line"),
    path("e/<slug:event>/now/", room.latest, name="desk-now"),
    path("e/<slug:event>/why/<path:number>/", room.why, name="desk-why"),
    path("e/<slug:event>/draw/", draw.draw, name="desk-draw"),
    path("e/<slug:event>/draw/lot/", draw.draw_lot, name="desk-draw-lot"),
    path("e/<slug:event>/draw/publish/", draw.publish, name="desk-publish"),
    path("e/<slug:event>/line-ups/", draw.line_ups, name="desk-line-ups"),
    path("e/<slug:event>/ceremony/", ceremony.ceremony, name="desk-ceremony"),
    path("e/<slug:event>/ceremony/step/", ceremony.ceremony_step, name="desk-ceremony-step"),
    path("e/<slug:event>/results/", scores.results, name="desk-results"),
    path("e/<slug:event>/deals/", deals.deals, name="desk-deals"),
    path("e/<slug:event>/standings/", scores.standings, name="desk-standings"),
    path("e/<slug:event>/season/", scores.season, name="desk-season"),
    path("e/<slug:event>/rulings/", scores.rulings, name="desk-rulings"),
    path("e/<slug:event>/appeals/", appeals.appeals, name="desk-appeals"),
    path("e/<slug:event>/appeals/<int:number>/", appeals.appeal, name="desk-appeal"),
    path("e/<slug:event>/appeals/<int:number>/form/", appeals.appeal_form, name="desk-appeal-form"),
    path("e/<slug:event>/systems/", systems.systems, name="desk-systems"),
    path("e/<slug:event>/close/", scores.close, name="desk-close"),
    path("e/<slug:event>/entries/", entries.entries, name="desk-entries"),
    path("e/<slug:event>/entries/file/", entries.read_file, name="desk-entries-file"),
    path("e/<slug:event>/rules/", entries.rules, name="desk-rules"),
    path("e/<slug:event>/history/", history.history, name="desk-history"),
    path("e/<slug:event>/history/<int:number>/", history.posting, name="desk-posting"),
    *(path(f"e/<slug:event>/do/{form.path}/", act_page(form), name=f"desk-do-{form.path}") for form in FORMS),
    path("y/<slug:year>/", years.year_home, name="desk-year"),
    path("y/<slug:year>/show/", years.show_year, name="desk-show-year"),
    path("y/<slug:year>/points/", years.points, name="desk-year-points"),
    path("y/<slug:year>/players/", years.players, name="desk-year-players"),
    path("y/<slug:year>/placings/", years.placings, name="desk-year-placings"),
    path("y/<slug:year>/fields/", years.fields, name="desk-year-fields"),
    path("y/<slug:year>/fields/lot/", years.draw_lot, name="desk-year-draw-lot"),
    path("y/<slug:year>/teams/", years.teams, name="desk-year-teams"),
    path("y/<slug:year>/rules/", years.rules, name="desk-year-rules"),
    path("y/<slug:year>/history/", years.history, name="desk-year-history"),
    path("y/<slug:year>/history/<int:number>/", years.posting, name="desk-year-posting"),
    path("y/<slug:year>/now/", years.latest, name="desk-year-now"),
    path("y/<slug:year>/why/<path:number>/", years.why, name="desk-year-why"),
    *(
        path(f"y/<slug:year>/do/{form.path}/", act_page(form, years.YEARS), name=f"desk-year-do-{form.path}")
        for form in YEAR_FORMS
    ),
    path("<slug:congress>/", congresses.congress, name="desk-congress"),
    path("<slug:congress>/officials/", congresses.officials, name="desk-officials"),
    path("<slug:congress>/officials/<int:number>/remove/", congresses.remove_official, name="desk-remove-official"),
    path("<slug:congress>/new/", congresses.new_event, name="desk-new-event"),
    path("<slug:congress>/new-year/", years.new_year, name="desk-new-year"),
]
