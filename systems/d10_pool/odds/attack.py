"""An attack of d10_pool between two units on a table, as a person asks for it: weapon, way, dice, target.

What the rules forbid raises an error with the reason; the battle of the table gives the odds (`in_battle.py`).
"""

from collections.abc import Iterable

from pydantic import Field

from fireteam.content.errors import ContentError
from fireteam.content.one_of import OneOf
from fireteam.content.reading import Strict
from fireteam.env.analysis.table import raised
from fireteam.env.battle import Battle
from fireteam.env.observe.actions import Action
from fireteam.env.rules.arena import BARE_HANDS

from ..rules.legal import reopen
from ..rules.record import RUNS
from ..rules.tables import HELD, INCAPACITATED, THROWN, UNARMED
from ..words.verbs import FULL_DEFENSE, KEEP_TO_BRAWL, KEEP_TO_DODGE, KEEP_TO_PARRY, PUNCH, SHOOT, SINGLE_SHOT, STRIKE
from .in_battle import REPLIES, REPLY_VERBS, quote
from .outcome import size_of

STANDARD = REPLIES[0]


class Asked(Strict):
    """The options of a question about an attack of d10_pool."""

    dice: int | None = Field(None, ge=1, le=15, description="dice that go into the attack; its whole pool unless given")
    single: bool = Field(False, description="one steady shot")
    off_hand: bool = Field(False, description="the weapon is in the off hand")
    aim: int = Field(0, ge=0, le=20, description="rounds spent aiming, as many as count")
    reply: OneOf[str, REPLIES] = Field(
        "standard", description="how the target defends itself: standard, which is not at all, " + ", ".join(REPLIES[1:])
    )
    defense: int | None = Field(None, ge=1, le=15, description="dice that go into the reply; its whole pool unless given")
    wounds: int = Field(0, ge=0, lt=INCAPACITATED, description="wound level of the attacker, 0 for none")
    target_wounds: int = Field(0, ge=0, lt=INCAPACITATED, description="wound level of the target, 0 for none")
    running: bool = Field(False, description="the attacker runs")
    target_running: bool = Field(False, description="the target runs")
    bonus: int = Field(0, ge=-15, le=15, description="dice that the attack's pool has more, or fewer if below 0")


def set_up(battle: Battle, weapon: str, asked: Asked) -> tuple[Action, str]:
    """Put the two units of a table into the state asked for; return the attack, or the answer to it, and the reply.

    Raises:
        ContentError: the rules forbid it; the message says why.
    """
    red, blue, arena = battle.unit("red_1"), battle.unit("blue_1"), battle.field.arena[0]
    model = list(battle.field.catalog.weapons).index(weapon)
    verb = arm(battle, weapon, model, asked)
    red["level"], blue["level"] = asked.wounds, asked.target_wounds
    red["pace"], blue["pace"] = RUNS * asked.running, RUNS * asked.target_running
    if asked.target_running and arena["sheets"][1]["inanimate"]:
        raise ContentError(f"target_running: the {battle.field.roster[1].template.words} is a thing and runs nowhere")
    blue["covered"] = battle.cover("blue_1", "red_1") != "none"
    if asked.reply == "parry":
        held = [
            slot
            for slot, kind in enumerate(arena["sheets"][1]["weapons"])
            if kind >= 0 and arena["weapons"][kind]["way"] == HELD
        ]
        if not held:
            raise ContentError("reply = 'parry': the target carries no weapon to parry with")
        blue["hand"] = held[0]
    if asked.bonus:
        raised(battle, "abilities", int(arena["weapons"][model]["ability"]), asked.bonus)
    reopen(*battle.arrays)
    attack = Action(verb, 1)
    if attack not in battle.legal():
        entry = battle.field.catalog.weapons[weapon]
        if battle.cover("blue_1", "red_1") == "total":
            raise ContentError("cover = 'total': who is hidden altogether cannot be attacked. Covers: none, partial, good.")
        if verb in (SHOOT, SINGLE_SHOT):
            raise ContentError(f"range: {entry.words} cannot reach so far. It goes up to {2 * entry.range} metres.")
        raise ContentError(f"{battle.shown(attack)} is not open. {battle.choices()}")
    if asked.dice is not None:
        divide(battle, attack, asked.dice)
    if asked.reply != STANDARD:
        return answer(battle, attack, asked), STANDARD
    if asked.defense is not None:
        raise ContentError("defense: which reply are the dice for? Say dodge, parry or brawl as the reply.")
    return attack, STANDARD


def arm(battle: Battle, weapon: str, model: int, asked: Asked) -> int:
    """Put the weapon into the attacker's hand, aimed for as long as asked; return the verb of the attack."""
    arena, red = battle.field.arena[0], battle.unit("red_1")
    kind = arena["weapons"][model]
    blow = kind["way"] < THROWN
    if asked.single and kind["rate"] == 1:
        raise ContentError(f"weapon {weapon!r} fires no more than one round: leave out single")
    if asked.off_hand and (kind["two_handed"] or model == UNARMED):
        raise ContentError(f"weapon {weapon!r} is for {'bare' if model == UNARMED else 'both'} hands: leave out off_hand")
    if asked.aim and blow:
        raise ContentError(f"weapon {weapon!r} strikes, and blows are not aimed: leave out aim")
    most = int(arena["rules"]["aim_most_moving" if asked.target_running else "aim_most"])
    if asked.aim > most:
        raise ContentError(f"aim = {asked.aim}: no more than {most} rounds of aim count at such a target (DP-R2)")
    if asked.aim and asked.running:
        raise ContentError("aim: who runs does not aim (DP-R2)")
    red["aim"], red["aim_at"] = asked.aim, 1
    red["hand"] = BARE_HANDS if model == UNARMED or asked.off_hand else 0
    red["off_hand"] = 0 if asked.off_hand else BARE_HANDS
    if blow:
        return PUNCH if model == UNARMED else STRIKE
    return SINGLE_SHOT if asked.single else SHOOT


def divide(battle: Battle, attack: Action, dice: int) -> None:
    """Let the attacker keep dice for a defense, so that the attack has as many as asked for (DP-A3)."""
    ways: dict[int, Action | None] = {}
    for keep in (
        None,
        *(action for action in battle.legal() if action.verb in (KEEP_TO_DODGE, KEEP_TO_PARRY, KEEP_TO_BRAWL)),
    ):
        twin = battle.copy()
        if keep is not None:
            twin.step(keep)
        odds = quote(twin, attack, STANDARD) if attack in twin.legal() else None
        if odds is not None:
            ways.setdefault(size_of(odds.attack)[0], keep)
    check_dice("dice", dice, ways)
    if (keep := ways[dice]) is not None:
        battle.step(keep)


def answer(battle: Battle, attack: Action, asked: Asked) -> Action:
    """Begin the attack, so that the target must answer; return the target's answer."""
    battle.step(attack)
    asks = battle.decision is not None and battle.decision.kind == "defend"
    for verb in REPLY_VERBS[asked.reply] if asks else ():
        found = {action.argument: action for action in battle.legal() if action.verb == verb}
        if not found:
            continue
        if asked.defense is None:
            return found[max(found)]
        if verb == FULL_DEFENSE:
            raise ContentError("defense: a dedicated dodge takes all dice there are: leave it out")
        if max(found) > 0:
            check_dice("defense", asked.defense, found)
            return found[asked.defense]
    raise ContentError(f"reply = {asked.reply!r}: this target cannot answer this attack so")


def check_dice(key: str, asked: int, dice: Iterable[int]) -> None:
    """Raise a ContentError if the number of dice `asked` is none of `dice`; `key` names it."""
    known = sorted(dice)
    if asked not in known:
        raise ContentError(f"{key} = {asked}: must be one of {', '.join(map(str, known))}")
