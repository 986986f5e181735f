"""An official in a real browser: goes from page to page by their links, looks at what an act does, then does it."""

from http import HTTPStatus

from playwright.sync_api import Browser, ConsoleMessage, Response, expect

from web.installation import Installation

NAME, PASSWORD = "morgan", "not a password of anybody"


class Desk:
    """The chief director's browser at the desk of one event."""

    def __init__(self, browser: Browser, server: Installation) -> None:
        self.server = server
        self.context = browser.new_context(viewport={"width": 1280, "height": 900})
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.faults: list[str] = []
        self.context.on("response", self._heard)
        self.context.on("weberror", lambda fault: self.faults.append(str(fault.error)))
        self.context.on("console", self._logged)

    def _heard(self, answer: Response) -> None:
        if answer.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            self.faults.append(f"{answer.status} {answer.url}")

    def _logged(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.faults.append(message.text)

    def leave(self) -> None:
        """Leave the desk; no page of it may have failed, in the server or in the browser."""
        self.context.close()
        assert not self.faults, self.faults

    def begin(self, congress: str) -> None:
        """The first run: the account and the congress."""
        page = self.page
        page.goto(self.server.first_run)
        page.get_by_label("Sign-in name").fill(NAME)
        page.get_by_label("Password, ten characters or more").fill(PASSWORD)
        page.get_by_label("Repeat the password").fill(PASSWORD)
        page.get_by_label("Name of the congress").fill(congress)
        page.get_by_role("button", name="Create account and congress").click()
        page.get_by_role("link", name=congress).click()

    def set_up(self, words: str, event: str, slug: str) -> None:
        """Set up an event from the rulebook, found by a few words of its name."""
        page = self.page
        page.get_by_role("link", name="Set up an event from the rulebook").click()
        page.get_by_label("Search the rulebook").fill(words)
        page.get_by_role("button", name="Search", exact=True).click()
        page.get_by_role("link", name=event, exact=True).click()
        page.get_by_label("Web address").fill(slug)
        page.get_by_role("button", name="Create event").click()
        expect(page.get_by_role("heading", name="Entries")).to_be_visible()

    def enter(self, file: str, *, upload: bool) -> None:
        """The federation's entries file, uploaded or pasted."""
        page = self.page
        if upload:
            content = {"name": "entries.csv", "mimeType": "text/csv", "buffer": file.encode()}
            page.get_by_label("Or a file").set_input_files(content)  # type: ignore[arg-type]
        else:
            page.get_by_label("one per line").fill(file)
        page.locator("form").filter(has=page.locator("#text")).get_by_role("button", name="Enter", exact=True).click()
        expect(page.get_by_label("Posted")).to_contain_text("Entry 1")

    def go(self, tab: str) -> None:
        """To one of the pages of the event or of the year, by its tab."""
        self.page.get_by_role("navigation", name="Pages of this").get_by_role("link", name=tab).click()
        expect(self.page.get_by_role("link", name=tab).first).to_have_attribute("aria-current", "page")

    def act(self, link: str, **answers: object) -> str:
        """Follow a link to a form, answer it, look at what it does, and do it; what was foreseen."""
        self.page.get_by_role("link", name=link, exact=True).first.click()
        return self.answer(**answers)

    def answer(self, **answers: object) -> str:
        """Answer the form that is open, look at what it does, and do it; what was foreseen."""
        page = self.page
        for name, value in answers.items():
            field = page.locator(f'form.asking [name="{name}"]')
            if field.evaluate("(each) => each.tagName") == "SELECT":
                field.select_option(str(value))
            else:
                field.fill(str(value))
        if not page.locator(".foreseen").count():  # some forms show it at once
            page.get_by_role("button", name="Preview").click()
        alarms = page.locator("form.asking .alarm")
        assert not alarms.count(), alarms.all_inner_texts()
        foreseen = page.locator(".foreseen").inner_text()
        page.locator('.foreseen button[name="post"]').click()
        self.told("Posted as no. ")
        return foreseen

    def nominate(self, first: str, second: str) -> str:
        """Nominate a pair in a selection year; what was foreseen."""
        self.go("Points")
        return self.act("Nominate a pair…", first_player=first, second_player=second)

    def told(self, words: str) -> None:
        """The page says what was done."""
        done = self.page.locator(".told")
        expect(done).to_contain_text(words)
        assert not self.page.locator(".told .error").count(), done.inner_text()

    def publish(self, number: int) -> None:
        """Look at the draft of a round and publish it."""
        self.go("Draw")
        lot = self.page.get_by_role("button", name="Draw lots")
        if lot.count():
            lot.click()
        expect(self.page.get_by_role("heading", name=f"Draft of round {number}")).to_be_visible()
        self.page.get_by_role("button", name=f"Publish the draw of round {number}").click()
        expect(self.page.get_by_role("heading", name=f"Published draw, round {number}")).to_be_visible()

    def close_round(self, number: int) -> None:
        """Close a round that has every result."""
        self.go("Close")
        expect(self.page.locator("main")).to_contain_text("Every result is in.")
        self.act(f"Close round {number}…")

    def codes(self) -> dict[tuple[int, str], str]:
        """The address behind each table's code, from the sheet that is printed."""
        self.go("Tables")
        self.page.get_by_role("link", name="Table codes").click()
        found = {}
        expect(self.page.get_by_role("link", name="Back to the tables")).to_be_visible()
        for each in self.page.get_by_role("link", name="Open table").all():
            words = (each.get_attribute("aria-label") or "").split()
            found[int(words[2]), " ".join(words[3:])] = each.get_attribute("href") or ""
        self.page.get_by_role("link", name="Back to the tables").click()
        return found
