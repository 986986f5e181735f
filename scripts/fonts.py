"""Split the font of the pages in two: what nearly every page needs, and letters that occur in few names.

    uv run --no-project --with fonttools --with brotli python scripts/fonts.py

Browsers fetch a part when a page has a letter of it (`unicode-range` in `tokens.css`, which this prints). Both are made
from `inter-subset.woff2`, which is used for share cards, and are stored with the sources.
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "src" / "overtrick" / "web" / "static" / "overtrick" / "fonts"
WHOLE = FONTS / "inter-subset.woff2"
FEATURES = ["tnum", "cv05", "ss03", "kern"]
"""The features that `base.css` uses, and kerning."""
COMMON = {*range(0x20, 0x7F), *range(0xC0, 0x100), *map(ord, "\xa0\u2009\u202f°·«»½–—‘’“”•…←↑→↓−≤≥▲▼▶✓●○")}
"""English, the letters of Western Europe, and the symbols on pages."""


def cut(letters: set[int], name: str) -> None:
    """Write a font with only these letters, and print the range for the style sheet."""
    font, options = TTFont(WHOLE), Options()
    options.layout_features = FEATURES
    cutter = Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.flavor = "woff2"
    font.save(FONTS / name)
    print(name, (FONTS / name).stat().st_size, ", ".join(ranges(letters)))


def ranges(letters: set[int]) -> list[str]:
    """Letters in the notation of style sheets."""
    runs: list[list[int]] = []
    for each in sorted(letters):
        if runs and runs[-1][1] == each - 1:
            runs[-1][1] = each
        else:
            runs.append([each, each])
    return [f"U+{first:X}" if first == last else f"U+{first:X}-{last:X}" for first, last in runs]


def main() -> None:
    """Write both parts."""
    there = set(TTFont(WHOLE).getBestCmap())
    cut(there & COMMON, "inter-common.woff2")
    cut(there - COMMON, "inter-more.woff2")


if __name__ == "__main__":
    main()
