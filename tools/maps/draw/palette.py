"""The colours of the maps: one table for light and dark, and the style sheet every map carries."""

import re

SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,P052,'URW Palladio L','Book Antiqua',Georgia,serif"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,Inter,'Noto Sans',sans-serif"

COLOURS = {
    # name: (light, dark)
    "land": ("#efe2c3", "#37301f"),
    "sea": ("#cfe0e4", "#13232d"),
    "sea-far": ("#dbe8ea", "#101c25"),
    "shoal": ("#bfd6dc", "#1c3440"),
    "high": ("#cea45c", "#785e30"),
    "shade": ("#704a1c", "#080602"),
    "light": ("#fffcf0", "#ffe2a0"),
    "coast": ("#3f6478", "#7fa6b5"),
    "vignette": ("#7fa3b2", "#3d6274"),
    "wadi": ("#7f9aa0", "#55707a"),
    "ink": ("#2b2013", "#f4e9cf"),
    "halo": ("#f5ead0", "#262014"),
    "road": ("#b8352a", "#ea6a55"),
    "casing": ("#fbf3e0", "#1f1a10"),
    "track": ("#6d4a22", "#cdb183"),
    "rail": ("#4a4038", "#cfc3ae"),
    "escarpment": ("#6e4423", "#c69a63"),
    "wire": ("#7b4a6e", "#c58bb4"),
    "form": ("#a9824c", "#a58a58"),
    "sand": ("#a9824c", "#b89a62"),
    "grid": ("#7c6238", "#d8c59a"),
    "number": ("#604c28", "#bfa97b"),
    "sea-ink": ("#3c6277", "#8fb4c4"),
    "marsh": ("#8fb3b8", "#35545c"),
    "marsh-ink": ("#4d7d88", "#6f9aa5"),
    "rough": ("#b58a4e", "#8d6f3e"),
    "jebel": ("#b9a262", "#4d4a26"),
    "depression": ("#b9b083", "#2a2a1b"),
    "dune": ("#c79a4b", "#8f7237"),
    "fort": ("#b8352a", "#ea6a55"),
    "paper": ("#f7efdb", "#221d14"),
    "zone-a": ("#bf5b2c", "#e08a5c"),
    "zone-b": ("#cf8f2a", "#e6b35a"),
    "zone-c": ("#b5a42f", "#d6c75c"),
    "zone-d": ("#6f9a4c", "#9cc878"),
    "zone-e": ("#3f8f86", "#6cc2b8"),
    "zone-f": ("#3d79a6", "#6fb0df"),
    "seam-red": ("#c0392b", "#ff7a6b"),
    "seam-orange": ("#d9822b", "#f0a050"),
    "seam-yellow": ("#d1b000", "#f0d860"),
    "seam-brown": ("#7a5230", "#b98a5e"),
    "seam-gray": ("#77797c", "#a9adb2"),
    "seam-blue": ("#2f6db5", "#7cc0ff"),
    "seam-green": ("#3f8f4f", "#7fd08f"),
    "seam-purple": ("#7d3fa0", "#c58be8"),
    "zone-strength": (".12", ".07"),
    "shade-strength": (".052", ".1"),
    "light-strength": (".1", ".022"),
    "axis": ("#46545a", "#aebcc0"),
    "allied": ("#87601c", "#e0bd74"),
}


def stylesheet(rules: str) -> str:
    """The rules with every light colour as the fallback of its variable, and the dark ones for `data-theme="dark"`.

    A page restyles the map by setting the variables, or by that attribute on the drawing or anything above it.
    """
    dark = "".join(f"--map-{name}:{pair[1]};" for name, pair in COLOURS.items())
    light = re.sub(r"var\(--map-([a-z-]+)\)", lambda found: f"var(--map-{found[1]},{COLOURS[found[1]][0]})", rules)
    return f':where([data-theme="dark"]){{{dark}}}\n{light}'
