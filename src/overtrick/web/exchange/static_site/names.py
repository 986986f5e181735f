"""Names of files and anchors in a static site: valid on every system, unique, and the same for the same event."""

from overtrick.views.slugs import slugify

LONGEST = 80
"""The most characters of a name, before the number that makes it unique."""


class Names:
    """The names given so far, by the thing they are for."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._taken: set[str] = set()

    def name_for(self, thing: str, words: str, ending: str = "") -> str:
        """The name of a thing: its words in letters, digits and hyphens, with a number if the name is taken.

        >>> names = Names()
        >>> names.name_for("/pair/3%20a/", "pair 3 a", ".html"), names.name_for("/pair/3%2Fa/", "pair 3/a", ".html")
        ('pair-3-a.html', 'pair-3-a-2.html')
        >>> names.name_for("/pair/3%20a/", "pair 3 a", ".html")
        'pair-3-a.html'
        """
        if thing not in self._given:
            base = slugify("".join(each if each.isalnum() else " " for each in words))[:LONGEST] or "page"
            name, count = f"{base}{ending}", 1
            while name in self._taken:
                count += 1
                name = f"{base}-{count}{ending}"
            self._taken.add(name)
            self._given[thing] = name
        return self._given[thing]
