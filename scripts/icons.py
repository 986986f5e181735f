"""Draw the icons for browsers and home screens from the spade of `mark.svg`.

`python scripts/icons.py` writes them beside the mark; they are stored with the sources. Needs Pillow (extra `print`).
"""

from pathlib import Path

from PIL import Image, ImageDraw

STATIC = Path(__file__).parents[1] / "src" / "overtrick" / "web" / "static" / "overtrick"
BAIZE, WHITE = "#0b5d4b", "#ffffff"
FINE = 4
"""The factor by which icons are drawn larger and then reduced, for smooth edges."""
CURVES = (
    ((12, 2), (9, 7), (4, 9), (4, 14)), ((4, 14), (4, 16.2), (5.8, 18), (8, 18)),
    ((8, 18), (9.2, 18), (10.25, 17.5), (11, 16.65)), ((11, 16.65), (11, 17), (11, 17.6), (11, 18)),
    ((11, 18), (10.4, 19.2), (9.6, 20.8), (9, 22)), ((9, 22), (11, 22), (13, 22), (15, 22)),
    ((15, 22), (14.4, 20.8), (13.6, 19.2), (13, 18)), ((13, 18), (13, 17.6), (13, 17), (13, 16.65)),
    ((13, 16.65), (13.75, 17.5), (14.8, 18), (16, 18)), ((16, 18), (18.2, 18), (20, 16.2), (20, 14)),
    ((20, 14), (20, 9), (15, 7), (12, 2)),
)  # fmt: skip
"""The outline of the mark on a field of 24 by 24."""


def outline(side: float, share: float) -> list[tuple[float, float]]:
    """The spade in the middle of a square, as a polygon that takes a share of the side."""
    scale, points = side * share / 24, []
    edge = side * (1 - share) / 2
    for one, two, three, four in CURVES:
        for step in range(24):
            t = step / 24
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
            x, y = (sum(w * p[axis] for w, p in zip(weights, (one, two, three, four), strict=True)) for axis in (0, 1))
            points.append((edge + x * scale, edge + y * scale))
    return points


def drawn(side: int, share: float, ground: str | None, colour: str) -> Image.Image:
    """A picture of the spade on a background, or on none."""
    large = Image.new("RGBA", (side * FINE, side * FINE), ground or (0, 0, 0, 0))
    ImageDraw.Draw(large).polygon(outline(side * FINE, share), fill=colour)
    return large.resize((side, side), Image.Resampling.LANCZOS)


def main() -> None:
    """Write every icon."""
    for side in (192, 512):
        drawn(side, 0.72, BAIZE, WHITE).save(STATIC / f"icon-{side}.png", optimize=True)
    drawn(512, 0.56, BAIZE, WHITE).save(STATIC / "icon-maskable.png", optimize=True)
    drawn(180, 0.68, BAIZE, WHITE).convert("RGB").save(STATIC / "apple-touch-icon.png", optimize=True)
    drawn(48, 1.0, None, BAIZE).save(STATIC / "favicon.ico", sizes=[(16, 16), (32, 32), (48, 48)])


if __name__ == "__main__":
    main()
