"""Makes the fonts that tiles are drawn with, where one of them is to be renewed.

    apt-get install python3-fonttools python3-brotli
    /usr/bin/python3 server/images/fonts/make-fonts.py TWEMOJI.woff2

TWEMOJI.woff2 is in the npm package twemoji-colr-font.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.fontBuilder import FontBuilder
from fontTools.merge import Merger
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.varLib.instancer import instantiateVariableFont

HERE = Path(__file__).parent
WEB_FONTS = HERE.parents[2] / "web/styles/fonts"


def schibsted_grotesk(folder: str) -> None:
    """The site's own font in the one weight of tiles, both halves together."""
    halves = []
    for half in ("latin", "latin-ext"):
        font = TTFont(WEB_FONTS / f"schibsted-grotesk-{half}.woff2")
        instantiateVariableFont(font, {"wght": 800}, inplace=True)
        font.flavor = None
        halves.append(f"{folder}/{half}.ttf")
        font.save(halves[-1])
    Merger().merge(halves).save(HERE / "SchibstedGrotesk-ExtraBold.ttf")


def twemoji(file: str) -> None:
    """Unpacks the font and gives each emoji the bounds of its coloured layers, or it would be cut."""
    font = TTFont(file)
    font.flavor = None
    glyphs = font["glyf"]
    for name, layers in font["COLR"].ColorLayers.items():
        parts = [glyphs[layer.name] for layer in layers]
        parts = [part for part in parts if part.numberOfContours]
        if not parts:
            continue
        left, bottom = min(part.xMin for part in parts), min(part.yMin for part in parts)
        right, top = max(part.xMax for part in parts), max(part.yMax for part in parts)
        pen = TTGlyphPen(None)
        pen.moveTo((left, bottom))
        for corner in ((left, top), (right, top), (right, bottom)):
            pen.lineTo(corner)
        pen.closePath()
        # Some emoji are one of their own layers.
        if name in (layer.name for layer in layers):
            continue
        glyphs[name] = pen.glyph()
        width, _ = font["hmtx"][name]
        font["hmtx"][name] = (width, left)
    font.save(HERE / "Twemoji.ttf")


def blank() -> None:
    """Nothing for every character, in place of boxes where no other font has it."""
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef", "blank"])
    nothing = TTGlyphPen(None).glyph()
    font.setupGlyf({".notdef": nothing, "blank": nothing})
    font.setupHorizontalMetrics({".notdef": (500, 0), "blank": (0, 0)})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "No Glyphs", "styleName": "Regular"})
    every = CmapSubtable.newSubtable(13)
    every.platformID, every.platEncID, every.format, every.language = 3, 10, 13, 0
    every.reserved = every.length = every.nGroups = 0
    every.cmap = {c: "blank" for c in range(0x20, 0x40000) if not 0xD800 <= c < 0xE000}
    font.font["cmap"] = newTable("cmap")
    font.font["cmap"].tableVersion = 0
    font.font["cmap"].tables = [every]
    font.setupOS2()
    font.setupPost(keepGlyphNames=False)
    font.save(HERE / "Blank.ttf")


with TemporaryDirectory() as folder:
    schibsted_grotesk(folder)
twemoji(sys.argv[1])
blank()
