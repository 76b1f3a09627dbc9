"""Exact odds of one attack, as a person asks for them: who attacks whom with what, how far off, with how many dice.

Pools and difficulties are built by the rules' own functions on a small table (`table.py`), so every term carries its rule;
the distributions are exact.
"""

from typing import Literal

from pydantic import Field

from fireteam.maps import ContentError
from fireteam.maps.reading import Strict

from ...battle import Battle
from ...observe.events import Term
from ...rules.d10_pool.attack.odds import attack_shares, open_answers, tell_answer, tell_attack
from ...rules.d10_pool.pools.split import MOST_SHARE
from ...rules.d10_pool.tables import BRAWL, DODGING, HELD, MELEE, THROWN, UNARMED
from ...rules.ground.sight import NO_COVER, TOTAL
from ...rules.verbs import BRAWL_WITH, DODGE_WITH, FULL_DEFENSE, PARRY_WITH
from .in_battle import REPLIES
from .outcome import terms_in, worked_out
from .result import Odds

# By reply: the verb that it is given with, and the ability.
ABILITY_OF = {
    "dodge": (DODGE_WITH, DODGING),
    "parry": (PARRY_WITH, MELEE),
    "brawl": (BRAWL_WITH, BRAWL),
    "full_defense": (FULL_DEFENSE, DODGING),
}


class Asked(Strict):
    """What may be asked of an attack of d10_pool."""

    dice: int | None = Field(None, ge=1, le=15, description="dice that go into the attack; its whole pool unless given")
    single: bool = Field(False, description="one steady shot")
    off_hand: bool = Field(False, description="the weapon is in the off hand")
    aim: int = Field(0, ge=0, le=20, description="rounds spent aiming")
    reply: Literal[REPLIES] = Field(  # type: ignore[valid-type]
        "standard", description="how the target defends itself: standard, which is not at all, " + ", ".join(REPLIES[1:])
    )
    defense: int | None = Field(None, ge=1, le=15, description="dice that go into the reply; its whole pool unless given")


def odds_on_table(battle: Battle, weapon: str, cover: int, asked: Asked) -> Odds:
    """Return the odds of red_1's attack on blue_1."""
    battle = battle.copy()
    model = list(battle.field.catalog.weapons).index(weapon)
    if cover == TOTAL:
        raise ContentError("cover = 'total': who is hidden altogether cannot be attacked. Covers: none, partial, good.")
    prepare_attacker(battle, weapon, model, asked)
    dice = dice_of(battle, weapon, model, asked.dice)
    tell_attack(*battle.arrays, 0, 1, model, asked.single, asked.off_hand, dice, cover != NO_COVER)
    attack = terms_in(battle)
    open_answers(*battle.arrays[:2], 1, 0, model)
    may_answer = asked.reply == "standard" and bool(battle.record[0]["open"][DODGE_WITH])
    return worked_out(battle, 0, 1, model, int(asked.single), attack, defense_of(battle, model, asked), None, may_answer)


def prepare_attacker(battle: Battle, weapon: str, model: int, asked: Asked) -> None:
    """Bring the attacker into the state that was asked for.

    Raises:
        ContentError: it, or its weapon, cannot do that.
    """
    unit, kind = battle.unit("red_1"), battle.field.arena[0]["weapons"][model]
    blow = kind["way"] < THROWN
    if battle.field.arena[0]["sheets"][0]["inanimate"]:
        raise ContentError(f"attacker: the {battle.field.roster[0].template.words} is a thing and attacks nobody")
    if asked.single and kind["rate"] == 1:
        raise ContentError(f"weapon {weapon!r} fires no more than one round: leave out single")
    if asked.off_hand and (kind["two_handed"] or model == UNARMED):
        raise ContentError(f"weapon {weapon!r} is for {'bare' if model == UNARMED else 'both'} hands: leave out off_hand")
    if asked.aim and blow:
        raise ContentError(f"weapon {weapon!r} strikes, and blows are not aimed: leave out aim")
    unit["aim"], unit["aim_at"] = asked.aim, 1


def dice_of(battle: Battle, weapon: str, model: int, asked: int | None) -> int:
    """Return the dice that go into the attack.

    Raises:
        ContentError: the target is out of range, or the attack cannot be given so many.
    """
    entry = battle.field.catalog.weapons[weapon]
    shares = numbers_in(attack_shares(*battle.arrays[:2], 0, 1, model))
    if not shares:
        raise ContentError(f"range: {entry.words} cannot reach so far. It goes up to {2 * entry.range} metres.")
    return chosen("dice", asked, shares)


def defense_of(battle: Battle, model: int, asked: Asked) -> list[Term]:
    """Return the terms of the target's defense, none if there is none.

    Raises:
        ContentError: it cannot defend itself so, or not with so many dice.
    """
    if asked.reply == "standard":
        if asked.defense is not None:
            raise ContentError("defense: which reply are the dice for? Say dodge, parry or brawl as the reply.")
        return []
    blue, sheet = battle.unit("blue_1"), battle.field.arena[0]["sheets"][1]
    weapons = battle.field.arena[0]["weapons"]
    held = [slot for slot, weapon in enumerate(sheet["weapons"]) if weapon >= 0 and weapons[weapon]["way"] == HELD]
    if asked.reply == "parry":
        if not held:
            raise ContentError("reply = 'parry': the target carries no weapon to parry with")
        blue["hand"] = held[0]
    verb, ability = ABILITY_OF[asked.reply]
    open_answers(*battle.arrays[:2], 1, 0, model)
    shares = numbers_in(int(battle.record[0]["open"][verb]))
    if not shares:
        raise ContentError(f"reply = {asked.reply!r}: this target cannot answer this attack so")
    if verb == FULL_DEFENSE:
        if asked.defense is not None:
            raise ContentError("defense: a dedicated dodge takes all dice there are: leave it out")
        dice = MOST_SHARE
    else:
        dice = chosen("defense", asked.defense, shares)
    tell_answer(*battle.arrays, 1, ability, dice)
    return terms_in(battle)


def numbers_in(bits: int) -> list[int]:
    """Return the numbers of which a set holds a bit each, smallest first."""
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def chosen(key: str, asked: int | None, shares: list[int]) -> int:
    """Return the dice that were asked for, the most there may be if none were.

    Raises:
        ContentError: there may not be so many.
    """
    if asked is None:
        return shares[-1]
    if asked not in shares:
        raise ContentError(f"{key} = {asked}: must be one of {', '.join(map(str, shares))}")
    return asked
