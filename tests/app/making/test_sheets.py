"""A party of a sheet: columns by plain names, cells by plain words, mistakes with their place; sheets of strangers."""

import io
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from commanded import good, refused

from fireteam.content.errors import ContentError
from fireteam.making.party import party_of
from fireteam.making.sheets import column, read_sheet

CREW = (
    "Name;Role;How many;Weapons;Armor;Skills;Agility;Gear;Hidden;Hair colour;pistls\n"
    "Mara;Soldier;;Heavy Pistol, knife;vest;pistols 6, blades: 3;5;medkits 2;x;red;4\n"
    "\n"
    ";gangers;3;;;;;;no;;\n"
)


def party(path: Path, system: str = "swan_song") -> tuple[list[dict[str, Any]], list[str]]:
    """Return the units of a sheet's party, and what was told of its columns."""
    text, _, notes = party_of(path, system)
    return tomllib.loads(text)["units"], notes


def saved(folder: Path, text: str | bytes, name: str = "crew.csv") -> Path:
    """Return a file with a text."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


MARA = {
    "template": "soldier", "name": "Mara", "weapons": ["heavy_pistol", "knife"], "armour": ["vest"], "items": {"medkit": 2},
    "hidden": True, "attributes": {"agility": 5}, "skills": {"pistols": 6, "blades": 3},
}  # fmt: skip


def test_columns_and_cells(tmp_path: Path) -> None:
    """Columns are known by plain names, cells by plain words; what is not understood is told with its place."""
    units, notes = party(saved(tmp_path, CREW))
    assert units == [MARA, {"template": "ganger", "count": 3, "hidden": False}]
    place = tmp_path / "crew.csv"
    assert notes == [
        f"{place}, J1: column 'Hair colour' is not understood and left out.",
        f"{place}, K1: column 'pistls' is not understood and left out. Did you mean 'pistols'?",
    ]


@pytest.mark.parametrize("separator", [",", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_ways_to_save_a_sheet(tmp_path: Path, separator: str, encoding: str) -> None:
    """Separators and encodings of the usual programs are recognised; cells in quotes may have anything in them."""
    rows = [["name", "template", "skills"], ['"Zoë ""Ace""; Ray"', "scout", '"pistols 3, blades 2"']]
    text = "\r\n".join(separator.join(row) for row in rows)
    units, _ = party(saved(tmp_path, text.encode(encoding)))
    assert units == [{"template": "scout", "name": 'Zoë "Ace"; Ray', "skills": {"pistols": 3, "blades": 2}}]


def test_workbooks(tmp_path: Path) -> None:
    """The same of an .xlsx file: numbers, yes and no; formulas are what they came to; its first sheet counts."""
    book = openpyxl.Workbook()
    for row in CREW.replace("; ", ",").splitlines():
        book.active.append(
            [int(cell) if cell.isdigit() else True if cell == "x" else cell or None for cell in row.split(";")]
        )
    book.create_sheet("notes").append(["secret"])
    book.save(tmp_path / "crew.xlsx")
    units, notes = party(tmp_path / "crew.xlsx")
    assert units == [MARA, {"template": "ganger", "count": 3, "hidden": False}]
    assert f"{tmp_path / 'crew.xlsx'}, J1" in notes[0]
    book.active["G2"] = "=2+3"
    book.save(tmp_path / "new.xlsx")
    with pytest.raises(ContentError, match=r"new\.xlsx, G2: a formula without a value: open the file"):
        party(tmp_path / "new.xlsx")


@pytest.mark.parametrize(
    ("system", "text", "unit"),
    [
        (
            "d10_pool",
            "name,unit,Dex,firearms,abilities\nA,guard,5,4,dodge 3",
            {"attributes": {"dexterity": 5}, "abilities": {"dodge": 3, "firearms": 4}},
        ),
        (
            "ladder",
            "name,type,Ranged,Ranks\nA,guard,Elite,melee = decent",
            {"ranks": {"melee": "decent", "ranged": "elite"}},
        ),
    ],
)
def test_every_system_has_its_columns(tmp_path: Path, system: str, text: str, unit: dict[str, Any]) -> None:
    """Attributes, skills and ranks of each system have columns of their own, or stand in one."""
    units, notes = party(saved(tmp_path, text), system)
    assert units == [{"template": "guard", "name": "A"} | unit]
    assert notes == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name,skills\nA,pistols 3", "no column says which unit each is most like: one must be called template"),
        ("name,template\nA,", "crew.csv, row 2: which template?"),
        ("name,template\nA,soldir", "crew.csv, B2: no unit template is called 'soldir'. Did you mean 'soldier'?"),
        ("template,weapons\nsoldier,hevy pistol", "crew.csv, B2: no weapon is called 'hevy_pistol'. Did you mean 'heavy"),
        ("template,armour\nsoldier,vets", "crew.csv, B2: no armour is called 'vets'. Did you mean 'vest'?"),
        ("template,items\nsoldier,2 medkits and 1 bomb", "crew.csv, B2: no item is called 'bomb'"),
        ("template,pistols\nsoldier,99", "crew.csv, B2: skills.pistols = 99: must be at most"),
        ("template,pistols\nsoldier,many", "crew.csv, B2: skills.pistols = 'many': must be a whole number"),
        ("template,skills\nsoldier,pistls 4", "crew.csv, B2: unknown key 'skills.pistls': must be one of"),
        ("template,skills\nsoldier,pistols", "crew.csv, B2: 'pistols': must be a name and a value"),
        ("template,hidden\nsoldier,maybe", "crew.csv, B2: hidden = 'maybe': must be yes or no"),
        ("template,count\nsoldier,0", "crew.csv, B2: count = 0: must be at least 1"),
        ("name,template\nA,guard\nA,guard", "crew.csv, A3: another row is called 'A', too: "),
        ("template,Role\nguard,guard", "crew.csv, B1: column 'Role': another column is template, too"),
        ("template\n" + "guard\n" * 31, "must have at most 30 entries"),
        ("template,name\nguard,=A1", "crew.csv, B2: '=A1' is a formula"),
        ("template,name\nguard," + "A" * 501, "crew.csv, B2: 501 letters, at most 500"),
        ("template\n" + "guard\n" * 700, "more than 300 rows"),
        (",".join(["template"] + ["x"] * 120) + "\nguard", "at most 300 of 100 are read"),
        ("template", "it has a head and no row below it"),
        ("", "it is empty"),
        (b"template\n\xff\xfd", "not UTF-8 text"),
    ],
)  # fmt: skip
def test_mistakes(tmp_path: Path, text: str | bytes, says: str) -> None:
    """What is wrong is told with its cell or row, and what was probably meant."""
    with pytest.raises(ContentError) as wrong:
        party(saved(tmp_path, text))
    assert says in str(wrong.value)
    assert str(wrong.value).startswith(str(tmp_path))


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    """Every row that is wrong is told, not only the first."""
    with pytest.raises(ContentError) as wrong:
        party(saved(tmp_path, "template,pistols\nsoldir,2\nguard,99\nguard,1"))
    assert [line.partition(": ")[0] for line in str(wrong.value).splitlines()] == [
        f"{tmp_path / 'crew.csv'}, {place}" for place in ("A2", "B3")
    ]


def workbook(**parts: str | bytes) -> bytes:
    """Return a zip file with parts, their names with __ for / and _ for a dot at the end."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name.replace("__", "/") + ".xml", content)
    return made.getvalue()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"PK\x03\x04 no", "no workbook"),
        (workbook(xl__workbook='<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "xl/workbook.xml:1: a DOCTYPE has no place"),
        (workbook(xl__sheet=b" " * 50_000_000), "unpacks to more than"),
        (workbook(**{f"a{n}": "<a/>" for n in range(600)}), "500 parts"),
        (workbook(a="<a/>"), "no workbook that can be read"),
    ],
)
def test_workbooks_of_strangers(tmp_path: Path, data: bytes, says: str) -> None:
    """A workbook that unpacks to too much, defines entities or is none is refused before it is read."""
    with pytest.raises(ContentError) as wrong:
        read_sheet(saved(tmp_path, data, "crew.xlsx"))
    assert says in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`fireteam new party` writes a file that is right, called as the sheet, and tells what it did not understand."""
    monkeypatch.chdir(tmp_path)
    saved(tmp_path, CREW)
    said = good("new", "party", "--from", "crew.csv")
    assert "crew.party.toml: a party of 4" in said
    assert "crew.csv, K1: column 'pistls' is not understood and left out. Did you mean 'pistols'?" in said
    assert "a party of 4" in good("check", "crew.party.toml")
    assert "is there already" in refused("new", "party", "--from", "crew.csv")
    assert "a sheet ends in" in refused("new", "party", "other", "--from", "crew.ods")
    assert "cannot be read" in refused("new", "party", "other", "--from", "gone.csv")


def test_letters_of_columns() -> None:
    """Columns are called as sheets call them."""
    assert [column(n) for n in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]
