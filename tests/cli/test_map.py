"""`sandtable map`: plain colours in both themes, pictures for print, facts by number."""

from pathlib import Path

import pytest

from sandtable.cli.main import main


def test_the_svg_has_plain_colours_of_the_theme(tmp_path: Path) -> None:
    for theme, land in (("light", "#efe2c3"), ("dark", "#37301f")):
        target = tmp_path / f"{theme}.svg"
        assert main(["map", "bravery", "-o", str(target), "--theme", theme]) == 0
        text = target.read_text(encoding="utf-8")
        assert f".land{{fill:{land}}}" in text
        assert "var(" not in text
        assert "--map-" not in text


def test_png_and_pdf_are_written(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    png, pdf = tmp_path / "map.png", tmp_path / "map.pdf"
    assert main(["map", "bravery", "-o", str(png), "--scale", "0.5"]) == 0
    assert main(["map", "bravery", "-o", str(pdf)]) == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert pdf.read_bytes().startswith(b"%PDF")


def test_check_lists_every_fact(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "bravery", "--check"]) == 0
    shown = capsys.readouterr().out
    assert "E13" in shown
    assert "17 of 17 facts hold" in shown


def test_a_broken_map_fails_the_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = Path(__file__).parents[2] / "src/sandtable/games/bravery/data/places.csv"
    cheaper = home.read_text(encoding="utf-8").replace("allied,2,70D", "allied,1,70D")
    (tmp_path / "places.csv").write_text(cheaper, encoding="utf-8")
    assert main(["map", "bravery", "--check", "--data", str(tmp_path)]) == 1
    assert "16 of 17 facts hold" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["map", "narvik", "-o", "x.svg"], "no map of 'narvik'"),
        (["map", "bravery"], "-o FILE"),
        (["map", "bravery", "-o", "x.gif"], ".svg, .png, .pdf"),
    ],
)
def test_wrong_words_are_explained(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert says in capsys.readouterr().err
