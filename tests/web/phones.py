"""The phone on a table in a real browser: its buttons, and the queue behind them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import time

from playwright.sync_api import Browser, Locator, Page, expect

from overtrick.core.model.contracts import Doubling, Strain
from overtrick.core.model.notation import write_result
from overtrick.core.model.results import PlayedContract, Single

_SUITS = {
    Strain.CLUBS: " clubs", Strain.DIAMONDS: " diamonds", Strain.HEARTS: " hearts", Strain.SPADES: " spades",
    Strain.NOTRUMP: "NT",
}  # fmt: skip
_DOUBLED = {Doubling.DOUBLED: "× doubled", Doubling.REDOUBLED: "×× redoubled"}
_FEWEST = -4
"""Further down than this is behind a button."""
_PRESS = """async (names) => {
  const named = (each) => (each.getAttribute("aria-label") || each.textContent).replace(/\\s+/g, " ").trim();
  const found = (name) => [...document.querySelectorAll("#phone button:enabled")]
    .filter((each) => named(each) === name && each.checkVisibility());
  for (const name of names) {
    const until = Date.now() + 20000;
    while (found(name).length !== 1) {
      if (Date.now() > until) return `${name}: ${found(name).length} on ${document.getElementById("phone").innerText}`;
      await new Promise((done) => setTimeout(done, 10));
    }
    found(name)[0].click();
  }
  return "";
}"""
"""Presses the buttons of these names in turn; says which could not be pressed."""


def _buttons(result: Single) -> list[str]:
    """The buttons that enter a result and send it, in their order."""
    if not isinstance(result, PlayedContract):
        return ["Passed out", "Post result"]
    contract, over = result.contract, result.over
    doubled = [] if contract.doubling is Doubling.UNDOUBLED else [_DOUBLED[contract.doubling]]
    more = f"{over} overtrick{'s' if over > 1 else ''}"
    made = "made exactly" if over == 0 else more if over > 0 else f"{-over} down"
    return [
        f"{contract.level}{_SUITS[contract.strain]}", *doubled, contract.declarer.name.title(),
        *(["More down"] if over < _FEWEST else []), made, "Post result",
    ]  # fmt: skip


@dataclass
class TablePhone:
    """A phone lying on a table all day."""

    table: int
    page: Page
    seat: str = "North"
    errors: list[str] = field(default_factory=list)

    @classmethod
    def open(cls, browser: Browser, table: int, address: str, seat: str = "North") -> "TablePhone":
        """Scan the table's code with a small phone."""
        context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
        phone = cls(table, context.new_page(), seat)
        phone.page.set_default_timeout(60_000)
        phone.page.on("pageerror", lambda error: phone.errors.append(str(error)))
        phone.page.goto(address)
        return phone

    def awaits(self, number: int) -> None:
        """The phone has come to a round by itself; it is told to look now instead of in a few seconds.

        Where other people sit at the table it asks for the seat.
        """
        self.page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(self.page.locator("#phone")).to_contain_text(f"round {number}")
        if self.page.get_by_role("heading", name="Choose your seat").count():
            self._press(self.seat)
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(f"round {number}")

    def tap(self, results: dict[int, Single], *, agree: bool = True) -> None:
        """Enter boards by the buttons, one after the other as the phone goes on to them; East agrees on it.

        The first board is tapped as a finger does it. The others press the same buttons in the page, without the time
        that a tap takes; so do all of them where nobody agrees here and every board is opened from its row.
        """
        for place, (board, result) in enumerate(results.items()):
            if place == 0 or not agree:
                self._row(board).click()
            expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Board {board}")
            if not agree:
                self._press_all([*_buttons(result), "Let the other side use their own phone"])
            elif place:
                self._press_all([*_buttons(result), "Hand the phone to East", "Yes, East–West confirm"])
            else:
                for name in _buttons(result):
                    self._press(name)
                self.page.get_by_role("button", name="Hand the phone to East").click()
                if self.page.get_by_role("button", name="I am East").count():
                    self._press("I am East")
                self._press("Yes, East–West confirm")
        self.sent()

    def agree(self, boards: Iterable[int]) -> None:
        """Agree to what the other side has entered on its phone."""
        for board in boards:
            self._row(board).click()
            self._press("Yes, East–West confirm")
        self.sent()

    def boards(self) -> list[int]:
        """The boards of the round, as the phone shows them."""
        return [int(words.split()[1]) for words in self.page.locator(".boards .board").all_inner_texts()]

    def _row(self, board: int) -> Locator:
        return self.page.locator("button.row").filter(has=self.page.get_by_text(f"Board {board}", exact=True))

    def _press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def _press_all(self, names: list[str]) -> None:
        """Press buttons one after the other, each when it is there, in sight, alone of its name and not disabled."""
        assert not self.page.evaluate(_PRESS, names)

    def queue(self, stage: str, number: int, results: dict[int, Single]) -> None:
        """Put the messages that the buttons make into the phone's own queue, and let the page send them."""
        messages = []
        for board, result in results.items():
            about = {"stage": stage, "round": number, "board": board, "result": write_result(result)}
            key = f"r{number}b{board}"
            messages += [
                {**about, "what": "result", "seat": "North", "lead": "", "key": key},
                {**about, "what": "agree", "seat": "East", "seen": 0, "key": f"{key}a", "after": key},
            ]
        self.page.evaluate(
            """(messages) => {
              const name = `queue:${JSON.parse(document.getElementById("addresses").textContent).place}`;
              localStorage.setItem(name, JSON.stringify(messages));
              window.dispatchEvent(new Event("online"));
            }""",
            messages,
        )

    def sent(self) -> None:
        """Everything is with the server, agreed, and nothing was refused; the page may say so of what went before."""
        left = self.page.wait_for_function(
            """(until) => {
              const name = `queue:${JSON.parse(document.getElementById("addresses").textContent).place}`;
              const waiting = localStorage.getItem(name) ?? "[]";
              return waiting === "[]" || Date.now() > until || waiting.includes('"refused"') ? waiting : "";
            }""",
            arg=(time() + 60) * 1000,
            timeout=90_000,
        )
        assert left.json_value() == "[]"
        expect(self.page.locator(".status")).to_contain_text("All messages sent", timeout=60_000)
        expect(self.page.get_by_role("alert")).to_have_count(0)
        assert not self.errors

    def close(self) -> None:
        """Switch it off."""
        self.page.context.close()
