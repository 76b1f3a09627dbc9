"""DP-R1: the difficulty that each weapon or type of attack has of its own."""

import pytest
from pooltable import *

from fireteam.env.catalog import load_catalog


@pytest.mark.rule("DP-R1")
@pytest.mark.parametrize(
    ("weapon", "action", "base"),
    [
        ("knife", "punch", 6),
        ("brass_knuckles", "strike", 6),
        ("throwing_knife", "shoot", 6),
        ("throwing_axe", "shoot", 7),
        ("bow", "shoot", 6),
        ("knife", "strike", 6),
        ("sword", "strike", 6),
        ("axe", "strike", 7),
        ("halberd", "strike", 7),
        ("light_pistol", "shoot", 6),
        ("heavy_pistol", "shoot", 7),
        ("machine_gun", "shoot", 8),
    ],
)
def test_each_type_of_attack_has_its_difficulty(weapon: str, action: str, base: int) -> None:
    """Brawling 6; knives are light to throw, 6, and axes heavy, 7; bows 6; melee 6 or 7; firearms from 6 to 8."""
    able = dict.fromkeys(("brawl", "melee", "firearms", "athletics"), 6)
    metres = 5 if action == "shoot" else 1
    battle = table([fighter((1, 1), weapons=[weapon], abilities=able)], [fighter((1 + metres, 1))])
    assert difficulty(battle, f"{action} blue_1") == base


@pytest.mark.rule("DP-R1")
@pytest.mark.parametrize(
    ("way", "allowed"),
    [("hand", {6}), ("knuckles", {6}), ("thrown", {6, 7}), ("bow", {6}), ("held", {6, 7}), ("firearm", {6, 7, 8})],
)
def test_no_weapon_of_the_catalog_is_outside_what_the_page_allows(way: str, allowed: set[int]) -> None:
    """Each weapon has one of the difficulties of its kind, and each of them is that of some weapon."""
    weapons = load_catalog(system="d10_pool").weapons.values()
    assert {weapon.difficulty for weapon in weapons if weapon.way == way} == allowed
