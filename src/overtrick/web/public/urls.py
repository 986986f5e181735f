"""The addresses of the room."""

from django.urls import path

from overtrick.web.public import proof, views, years

app_name = "room"
urlpatterns = [
    path("", views.congresses, name="congresses"),
    path("deck/", views.deck, name="deck"),
    path("proof/key", proof.key, name="key"),
    path("c/<slug:congress>/", views.congress, name="congress"),
    path("e/<slug:event>/", views.standings, name="event"),
    path("e/<slug:event>/now", views.now, name="now"),
    path("e/<slug:event>/me/", views.me, name="me"),
    path("e/<slug:event>/stage/<slug:stage>/", views.standings, name="stage"),
    path("e/<slug:event>/draw/", views.draw, name="draw"),
    path("e/<slug:event>/draw/<slug:stage>/<int:number>/", views.draw, name="draw-of"),
    path("e/<slug:event>/seat/", views.seat, name="seat"),
    path("e/<slug:event>/match/<slug:stage>/<int:number>/<int:table>/", views.match, name="match"),
    path("e/<slug:event>/board/<slug:stage>/<int:number>/<int:board>/", views.board, name="board"),
    path("e/<slug:event>/pair/<str:contestant>/", views.scorecard, name="pair"),
    path("e/<slug:event>/race/", views.race, name="race"),
    path("e/<slug:event>/race/<slug:stage>/", views.race, name="race-of"),
    path("e/<slug:event>/flow/", views.flow, name="flow"),
    path("e/<slug:event>/qualifiers/", views.qualifiers, name="qualifiers"),
    path("e/<slug:event>/systems/", views.systems, name="systems"),
    path("e/<slug:event>/conditions/", views.conditions, name="conditions"),
    path("e/<slug:event>/clause/<path:cite>/", views.clause, name="clause"),
    path("e/<slug:event>/wall/", views.wall, name="wall"),
    path("e/<slug:event>/proof/", proof.event_proof, name="proof"),
    path("e/<slug:event>/proof/heads.jsonl", proof.event_heads, name="heads"),
    path("e/<slug:event>/why/<path:number>/", views.why, name="why"),
    path("y/<slug:year>/", years.points, name="year"),
    path("y/<slug:year>/now", years.now, name="year-now"),
    path("y/<slug:year>/fields/", years.fields, name="year-fields"),
    path("y/<slug:year>/proof/", proof.year_proof, name="year-proof"),
    path("y/<slug:year>/proof/heads.jsonl", proof.year_heads, name="year-heads"),
    path("y/<slug:year>/why/<path:number>/", years.why, name="year-why"),
    path("y/<slug:year>/<slug:target>/", years.points, name="year-points"),
    path("y/<slug:year>/<slug:target>/players/", years.players, name="year-players"),
    path("y/<slug:year>/<slug:target>/pair/<path:pair>/", years.pair, name="year-pair"),
]
