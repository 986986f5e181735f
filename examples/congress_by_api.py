"""Run a congress over HTTP: open an event, take entries, draw a round and score it, with plain Python.

    python examples/congress_by_api.py http://localhost:8000 ot_your-token

Create the token at /api/tokens/; its owner must be allowed to create congresses. Every posting has a key: however
often it is sent, it is stored once.
"""

import json
import sys
from urllib.request import Request, urlopen

SERVER, TOKEN = sys.argv[1:3]
EVENT, STAGE = "open-pairs", "swiss"


def ask(path: str, said: dict | None = None) -> dict:
    """Return the server's answer; a refusal is raised as an HTTPError, whose body has the reason."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    body = None if said is None else json.dumps(said).encode()
    with urlopen(Request(f"{SERVER}/api{path}", body, headers)) as answer:
        return json.load(answer)


def post(key: str, **act: object) -> dict:
    """Post an act under a key."""
    return ask(f"/events/{EVENT}/acts", {"key": key, "act": act})


ask("/congresses", {"slug": "spring", "name": "Spring Congress"})
ask("/congresses/spring/events", {"rules": "nsw-swiss-pairs/congress", "slug": EVENT, "title": "Open Pairs"})
for number in range(1, 9):
    players = [{"name": f"North {number}"}, {"name": f"South {number}"}]
    post(f"entry-{number}", act="entry taken", contestant=str(number), name=f"Pair {number}", players=players)
post("closed", act="entries closed")
post("start", **ask(f"/events/{EVENT}/stages/{STAGE}/draft")["act"])
post("lot", act="lot drawn", about="the draw of round 1 of Swiss", seed="as drawn at the door")
draw = ask(f"/events/{EVENT}/stages/{STAGE}/draft")
post("draw-1", **draw["act"])
for seat in draw["act"]["seatings"]:
    for board in seat["boards"]:
        result = {"stage": "Swiss", "round": 1, "table": seat["table"], "board": board, "result": f"3NT N +{board % 3}"}
        post(f"{seat['table']}-{board}", act="result posted", **result)
for row in ask(f"/events/{EVENT}/standings")["tables"][0]["rows"]:
    print(row["place"]["text"], row["who"]["name"], row["total"]["value"], "why:", row["total"]["why"])
