"""Small formats whose truth can be worked out: a knockout, a round robin, a Swiss, by matches won."""

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.ranking.standings import Standing

CLUB = """
[event]
id      = "my-club/truth"
name    = "Truth"
clause  = "CLUB 1"
says    = "A format whose truth is known."
contest = "teams"
entries = [4, 8]
usual   = 8
"""
KNOCKOUT = f"""{CLUB}
[graph]
clause  = "CLUB 2"
says    = "Whoever loses is out."
scoring = "gnot-nsw-2018/knockout"
  [graph.knockout]
  clause = "CLUB 2"
  lives  = 1
  odd    = "triangle"
  boards = 8
  final_boards = 8
  tie    = "CLUB 4"
  order  = "last match"
  [[graph.order]]
  name   = "last match"
  clause = "CLUB 3"
  says   = "By what a team won or lost its last match by."
  ends   = "lot"
  step   = [{{ by = "net IMPs per match" }}]

[[rules.tie]]
id     = "my-club/tie"
clause = "CLUB 4"
steps  = ["lot"]

[[reading]]
id     = "CLUB-1"
covers = ["forfeits"]
"""
BY_WINS = """
[[rules.scale]]
kind    = "corners"
id      = "my-club/wins"
name    = "two for a win"
clause  = "CLUB 5"
of      = "IMPs"
corners = [[-1, 0], [0, 1], [1, 2]]

[[rules.scoring]]
id         = "my-club/teams"
name       = "Teams by matches won"
clause     = "CLUB 5"
board      = "teams"
artificial = "laws-2017/imps"
match      = [{ scale = "my-club/wins" }]

[[rules.chain]]
id     = "total"
clause = "CLUB 6"
ends   = "tied"
step   = [{ by = "total" }]

[[rules.chain]]
id     = "by lot"
clause = "CLUB 6"
ends   = "lot"
step   = [{ by = "total" }]

[[rules.standings]]
id     = "my-club/wins"
clause = "CLUB 6"
unit   = "VPs"
prize  = "total"
draw   = "by lot"
"""
ROBIN = f"""{CLUB}
[[stage]]
name    = "Robin"
clause  = "CLUB 2"
play    = "round robin"
boards  = 8
scoring = "my-club/teams"
ranking = "my-club/wins"
bye     = "laws-2017/bye"
forfeit = "laws-2017/forfeit"
{BY_WINS}"""
SWISS = f"""{CLUB}
[[stage]]
name     = "Swiss"
clause   = "CLUB 2"
play     = "swiss"
matches  = 3
boards   = 8
sessions = 1
scoring  = "my-club/teams"
ranking  = "my-club/wins"
bye      = "laws-2017/bye"
forfeit  = "laws-2017/forfeit"
  [stage.draw]
  clause  = "CLUB 3"
  first   = "by lot"
  rematch = "never"
  odd     = "bye"
{BY_WINS}"""


def rows_of(event: Tournament) -> tuple[Standing, ...]:
    """The standings of the only stage."""
    (state,) = event.stages.values()
    return state.standings(state.fields[0].name).rows
