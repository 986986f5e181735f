"""The phone on a table in a real browser: its buttons, and the queue behind them."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from playwright.sync_api import Browser, Locator, Page, expect

from overtrick.core.model.contracts import Doubling, Strain
from overtrick.core.model.notation import write_result
from overtrick.core.model.results import Played, Single

_SUITS = {
    Strain.CLUBS: "clubs", Strain.DIAMONDS: "diamonds", Strain.HEARTS: "hearts", Strain.SPADES: "spades",
    Strain.NOTRUMP: "no trumps",
}  # fmt: skip
_DOUBLED = {Doubling.DOUBLED: "× doubled", Doubling.REDOUBLED: "×× redoubled"}
_FEWEST = -4
"""Further down than this is behind a button."""


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
        phone.page.set_default_timeout(20_000)
        phone.page.on("pageerror", lambda error: phone.errors.append(str(error)))
        phone.page.goto(address)
        return phone

    def awaits(self, number: int) -> None:
        """The phone has come to a round by itself; it is told to look now instead of in a few seconds.

        Where other people sit at the table it asks for the seat.
        """
        self.page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(self.page.locator("#phone")).to_contain_text(f"round {number}")
        if self.page.get_by_role("heading", name="Where do you sit?").count():
            self._press(self.seat)
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(f"round {number}")

    def tap(self, results: dict[int, Single], *, agree: bool = True) -> None:
        """Enter boards by the buttons, one after the other as the phone goes on to them; East agrees on it."""
        for place, (board, result) in enumerate(results.items()):
            if place == 0 or not agree:
                self._row(board).click()
            expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Board {board}")
            self._enter(result)
            if not agree:
                self._press("They agree on their own phone")
                continue
            self.page.get_by_role("button", name="Hand the phone to East").click()
            if self.page.get_by_role("button", name="I am East").count():
                self._press("I am East")
            self._press("Yes, East–West agree")
        self.sent()

    def agree(self, boards: Iterable[int]) -> None:
        """Agree to what the other side has entered on its phone."""
        for board in boards:
            self._row(board).click()
            self._press("Yes, East–West agree")
        self.sent()

    def boards(self) -> list[int]:
        """The boards of the round, as the phone shows them."""
        return [int(words.split()[1]) for words in self.page.locator(".boards .board").all_inner_texts()]

    def _row(self, board: int) -> Locator:
        return self.page.locator("button.row").filter(has=self.page.get_by_text(f"Board {board}", exact=True))

    def _enter(self, result: Single) -> None:
        if isinstance(result, Played):
            self._press(str(result.contract.level))
            self._press(_SUITS[result.contract.strain])
            if result.contract.doubling is not Doubling.UNDOUBLED:
                self._press(_DOUBLED[result.contract.doubling])
            self._press(result.contract.declarer.name.title())
            self._press("Next: the result")
            if result.over < _FEWEST:
                self._press("More down")
            over = result.over
            self._press("made exactly" if over == 0 else f"{over} over" if over > 0 else f"{-over} down")
            self._press("Next: check it")
        else:
            self._press("Passed out")
        self._press("Right: send it")

    def _press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

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
        self.page.wait_for_function(
            """() => {
              const name = `queue:${JSON.parse(document.getElementById("addresses").textContent).place}`;
              return JSON.parse(localStorage.getItem(name) ?? "[]").length === 0;
            }""",
            timeout=60_000,
        )
        expect(self.page.locator(".status")).to_contain_text("All sent", timeout=60_000)
        expect(self.page.get_by_role("alert")).to_have_count(0)
        assert not self.errors

    def close(self) -> None:
        """Switch it off."""
        self.page.context.close()
