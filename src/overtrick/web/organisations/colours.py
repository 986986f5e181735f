"""An organisation's colour on light and dark backgrounds, adjusted until it is readable (WCAG AA)."""

from fractions import Fraction

Colour = tuple[int, int, int]

AA = Fraction(9, 2)
"""The least contrast of text with its background."""
LIGHT: tuple[Colour, ...] = ((0xFF, 0xFF, 0xFF), (0xF5, 0xF7, 0xF5))
DARK: tuple[Colour, ...] = ((0x0F, 0x14, 0x12), (0x17, 0x1E, 0x1B))
"""The backgrounds of pages and of panels on them (`tokens.css`)."""
BLACK, WHITE = (0x10, 0x12, 0x16), (0xFF, 0xFF, 0xFF)
STEPS = 40


def read(text: str) -> Colour:
    """Parse a colour as browsers write it.

    >>> read("#0b5f4e")
    (11, 95, 78)
    """
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def hex_code(colour: Colour) -> str:
    """A colour in the notation of browsers."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def contrast(one: Colour, other: Colour) -> float:
    """The contrast of two colours, from 1 to 21, by WCAG 2.

    >>> round(contrast((0, 0, 0), (255, 255, 255)), 1)
    21.0
    """
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [each / 255 for each in colour]
    linear = [each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def mix(one: Colour, other: Colour, share: Fraction) -> Colour:
    """One colour mixed with a share of another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def scheme(colour: Colour, *, dark: bool) -> dict[str, str]:
    """The accent colour, the text colour on it, and its soft background, for the light or the dark scheme."""
    grounds, towards, share = (DARK, WHITE, Fraction(1, 6)) if dark else (LIGHT, BLACK, Fraction(1, 10))
    soft = mix(grounds[0], colour, share)
    accent = next(
        each
        for each in (mix(colour, towards, Fraction(step, STEPS)) for step in range(STEPS + 1))
        if all(contrast(each, ground) >= AA for ground in (*grounds, soft))
    )
    on = max((BLACK, WHITE), key=lambda each: contrast(each, accent))
    return {
        "baize": hex_code(accent),
        "baize-hover": hex_code(accent),
        "on-baize": hex_code(on),
        "baize-wash": hex_code(soft),
    }


def style_sheet(colour: str) -> str:
    """The style sheet of a colour, for screens; on paper everything stays black."""
    both = (
        ("", scheme(read(colour), dark=False)),
        (" and (prefers-color-scheme: dark)", scheme(read(colour), dark=True)),
    )
    return "".join(
        f"@media screen{when} {{ :root {{ {' '.join(f'--{name}: {value};' for name, value in said.items())} }} }}\n"
        for when, said in both
    )
