"""The addresses of the room."""

from django.urls import path

from overtrick.web.public import look, proof, trust, views, years

app_name = "room"
urlpatterns = [
    path("", views.congresses, name="congresses"),
    path("spoken/<slug:name>.js", look.spoken, name="spoken"),
    path("deck/", views.deck, name="deck"),
    path("trust/", trust.trust, name="trust"),
    path("trust/authority.crt", trust.authority, name="authority"),
    path("proof/key", proof.key, name="key"),
    path("o/<slug:organisation>/", views.organisation, name="organisation"),
    path("o/<slug:organisation>/colour/<slug:name>.css", look.colour, name="colour"),
    path("o/<slug:organisation>/logo/<slug:name>/", look.logo, name="logo"),
    path("c/<named:congress>/", views.congress, name="congress"),
    path("e/<named:event>/", views.standings, name="event"),
    path("e/<named:event>/now", views.now, name="now"),
    path("e/<named:event>/me/", views.me, name="me"),
    path("e/<named:event>/stage/<slug:stage>/", views.standings, name="stage"),
    path("e/<named:event>/draw/", views.draw, name="draw"),
    path("e/<named:event>/draw/<slug:stage>/<int:number>/", views.draw, name="draw-of"),
    path("e/<named:event>/seat/", views.seat, name="seat"),
    path("e/<named:event>/match/<slug:stage>/<int:number>/<int:table>/", views.match, name="match"),
    path("e/<named:event>/board/<slug:stage>/<int:number>/<int:board>/", views.board, name="board"),
    path("e/<named:event>/pair/<str:contestant>/", views.scorecard, name="pair"),
    path("e/<named:event>/race/", views.race, name="race"),
    path("e/<named:event>/race/<slug:stage>/", views.race, name="race-of"),
    path("e/<named:event>/flow/", views.flow, name="flow"),
    path("e/<named:event>/qualifiers/", views.qualifiers, name="qualifiers"),
    path("e/<named:event>/systems/", views.systems, name="systems"),
    path("e/<named:event>/conditions/", views.conditions, name="conditions"),
    path("e/<named:event>/clause/<path:cite>/", views.clause, name="clause"),
    path("e/<named:event>/wall/", views.wall, name="wall"),
    path("e/<named:event>/proof/", proof.event_proof, name="proof"),
    path("e/<named:event>/proof/heads.jsonl", proof.event_heads, name="heads"),
    path("e/<named:event>/why/<path:number>/", views.why, name="why"),
    path("y/<named:year>/", years.points, name="year"),
    path("y/<named:year>/now", years.now, name="year-now"),
    path("y/<named:year>/fields/", years.fields, name="year-fields"),
    path("y/<named:year>/proof/", proof.year_proof, name="year-proof"),
    path("y/<named:year>/proof/heads.jsonl", proof.year_heads, name="year-heads"),
    path("y/<named:year>/why/<path:number>/", years.why, name="year-why"),
    path("y/<named:year>/<slug:target>/", years.points, name="year-points"),
    path("y/<named:year>/<slug:target>/players/", years.players, name="year-players"),
    path("y/<named:year>/<slug:target>/pair/<path:pair>/", years.pair, name="year-pair"),
]
