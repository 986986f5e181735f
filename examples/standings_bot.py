"""A bot that announces the leaders of an event whenever a new round is drawn or a stage is closed, in plain Python.

    python examples/standings_bot.py http://localhost:8000 swiss-pairs
    python examples/standings_bot.py http://localhost:8000 swiss-pairs https://chat.example.org/hooks/…

It needs no token. With a third argument it sends the text to that incoming webhook of a chat, as `{"text": …}`.
"""

import json
import sys
import time
from urllib.error import URLError
from urllib.request import Request, urlopen

SERVER, EVENT, *HOOK = sys.argv[1:4]
PAUSE = 15  # seconds between requests
PLACES = 5


def ask(path: str = "") -> dict:
    """Return what the server says about the event."""
    with urlopen(f"{SERVER}/api/events/{EVENT}{path}") as answer:
        return json.load(answer)


def announce(text: str) -> None:
    """Print the text, and send it to the chat if there is one."""
    print(text, flush=True)
    if HOOK:
        body = json.dumps({"text": text}).encode()
        urlopen(Request(HOOK[0], body, {"Content-Type": "application/json"})).close()


def leaders() -> str:
    """Return the first places of each field, a line each."""
    rows = [row for table in ask("/standings")["tables"] for row in table["rows"][:PLACES]]
    return "\n".join(f"{row['place']['text']}  {row['who']['name']}  {row['total']['text']}" for row in rows)


known: list[tuple[str, int, bool]] = []
while True:
    try:
        event = ask()
        stages = [(stage["name"], stage["rounds_drawn"], stage["closed"]) for stage in event["stages"]]
        if stages != known:
            announce(f"{event['title']}, after posting {event['last']}\n{leaders()}")
        known = stages
    except URLError as error:  # unreachable or overloaded: ask again
        print(error, file=sys.stderr)
    time.sleep(PAUSE)
