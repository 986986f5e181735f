"""The addresses of the public pages and files. Pages of an event or a year have theirs from their own registration."""

from django.urls import path

from overtrick.web.public import cards, congresses, event_pages, outward, proof, push, several_books, site, years
from overtrick.web.public.pages import routes

app_name = "room"
urlpatterns = [
    path("", congresses.congresses, name="congresses"),
    path("favicon.ico", site.favicon, name="favicon"),
    path("manifest.webmanifest", site.manifest, name="manifest"),
    path("robots.txt", site.robots, name="robots"),
    path("push-worker.js", push.worker, name="push-worker"),
    path("joined/<slug:version>/<str:name>", site.joined_files, name="joined"),
    path("spoken/<slug:name>.js", site.spoken, name="spoken"),
    path("trust/", site.trust, name="trust"),
    path("trust/authority.crt", site.authority, name="authority"),
    path("proof/key", proof.key, name="key"),
    path("o/", congresses.organisations, name="organisations"),
    path("o/<slug:organisation>/", congresses.organisation, name="organisation"),
    path("o/<slug:organisation>/news.atom", outward.organisation_news, name="organisation-news"),
    path("o/<slug:organisation>/find/", congresses.find, name="find-in"),
    path("find/", congresses.find, name="find"),
    path("p/<slug:organisation>/<str:person>/", congresses.person, name="person"),
    path("o/<slug:organisation>/colour/<slug:name>.css", site.colour, name="colour"),
    path("o/<slug:organisation>/logo/<slug:name>/", site.logo, name="logo"),
    path("c/<named:congress>/", congresses.congress, name="congress"),
    path("c/<named:congress>/times.ics", outward.congress_times, name="congress-times"),
    path("c/<named:congress>/news.atom", outward.congress_news, name="congress-news"),
    path("c/<named:congress>/heats/", several_books.heats, name="heats"),
    path("c/<named:congress>/heats/board/<int:session>/<int:board>/", several_books.heats_board, name="heats-board"),
    path("c/<named:congress>/heats/why/<path:number>/", several_books.heats_why, name="heats-why"),
    path("c/<named:congress>/ladder/<slug:ladder>/", several_books.ladder, name="ladder"),
    path("c/<named:congress>/ladder/<slug:ladder>/why/<path:number>/", several_books.ladder_why, name="ladder-why"),
    *routes("e/<named:event>/", event_pages.EVENT_PAGES),
    path("e/<named:event>/now", event_pages.now, name="now"),
    path("e/<named:event>/card.png", cards.event_picture, name="event-card"),
    path("e/<named:event>/card/<str:contestant>.png", cards.contestant_picture, name="pair-card"),
    path("e/<named:event>/embed/standings/", outward.embed, name="embed"),
    path("e/<named:event>/times.ics", outward.event_times, name="event-times"),
    path("e/<named:event>/push/", push.push, name="push"),
    path("e/<named:event>/deals/<slug:plan>.sqd", proof.plan, name="deals-plan"),
    path("e/<named:event>/deals/<slug:plan>.sqk", proof.keys, name="deals-keys"),
    path("e/<named:event>/clause/<path:cite>/", event_pages.clause, name="clause"),
    path("e/<named:event>/proof/", proof.event_proof, name="proof"),
    path("e/<named:event>/proof/heads.jsonl", proof.event_heads, name="heads"),
    path("e/<named:event>/why/<path:number>/", event_pages.why, name="why"),
    path("y/<named:year>/now", years.now, name="year-now"),
    path("y/<named:year>/proof/", proof.year_proof, name="year-proof"),
    path("y/<named:year>/proof/heads.jsonl", proof.year_heads, name="year-heads"),
    path("y/<named:year>/why/<path:number>/", years.why, name="year-why"),
    *routes("y/<named:year>/", years.YEAR_PAGES),
]
