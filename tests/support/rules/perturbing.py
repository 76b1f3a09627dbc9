"""Changing what a team does not know of a battle, and nothing else."""

import numpy as np

from fireteam.agents.search.determinization import could_be_at
from fireteam.env.battle import Battle
from fireteam.env.rules.arena import BARE_HANDS
from fireteam.env.rules.ground.changes import change_terrain
from fireteam.env.rules.kernel import entry
from fireteam.env.rules.record import CHARGE, DOWN, FUSE, MAX_EFFECTS, NO_EFFECT, NOBODY, UP
from fireteam.env.rules.sides.knowledge import notices_ground
from fireteam.systems.swan_song.rules.legal import open_phase
from fireteam.systems.swan_song.rules.record import FUSES, ORDERS
from fireteam.systems.swan_song.rules.tables import DEAFENED, PAIRS, SYSTEMS
from fireteam.systems.swan_song.words.verbs import PICK_LOCK


@entry
def fits(battles, arenas, who, other, tile):
    """Put a unit on a tile, if the team of another would not notice it there."""
    battle = battles[0]
    unit = battle.units[who]
    arena = arenas[battle.variant]
    return could_be_at(battle, arena, unit.y * arena.width + unit.x, unit.team, other, tile)


@entry
def alter(battles, arenas, team, tile, terrain):
    """Change the ground of a tile if a team does not notice it; return whether it was."""
    battle = battles[0]
    arena = arenas[battle.variant]
    if notices_ground(battle, arena, team, tile):
        return False
    return change_terrain(battle, arena, tile, terrain)


@entry
def is_in_sight(battles, arenas, team, tile):
    """Return whether a team notices the ground of a tile."""
    return notices_ground(battles[0], arenas[battles[0].variant], team, tile)


@entry
def open_anew(battles, arenas, logs):
    """Find out anew what is open to the unit whose phase it is."""
    battle = battles[0]
    open_phase(battle, arenas[battle.variant], logs[0], battle.decider)


def unknown_to(battle: Battle, team: int) -> list[int]:
    """Return the units of others that a team does not know, and that are up."""
    row = battle.record[0]
    known = int(row["teams"]["known"][team])
    units = row["units"]
    everybody = range(len(battle.field.roster))
    return [u for u in everybody if units["team"][u] != team and units["status"][u] == UP and not known >> u & 1]


def perturbed(battle: Battle, rng: np.random.Generator) -> Battle:
    """Return a battle that looks the same to the team which decides, and differs in all that it does not know."""
    other = battle.copy()
    row = other.record[0]
    who = int(row["decider"])
    team = int(row["units"]["team"][who])
    strangers = unknown_to(battle, team)
    if not battle.field.scenario.fog:
        for unit in strangers:
            change_stranger(other, who, unit, rng)
        return other
    for unit in range(len(battle.field.roster)):
        if row["units"]["team"][unit] == team or row["units"]["status"][unit] != UP:
            continue
        change_means(other, unit, rng)
        change_business(other, unit, strangers, rng)
        if not int(row["teams"]["studied"][team]) >> unit & 1:
            change_condition(other, unit, rng)
        if unit in strangers:
            change_stranger(other, who, unit, rng)
    change_ground(other, team, rng)
    change_effects(other, team, rng)
    for number in range(len(battle.field.scenario.teams)):
        if number != team:
            row["teams"]["studied"][number] = int(rng.integers(2**20))
            row["teams"]["known"][number] = int(rng.integers(2**20)) | int(row["teams"]["known"][number])
    row["seed"] = rng.integers(2**31, size=2)
    row["quiet"] = rng.integers(3)
    return other


def change_means(battle: Battle, unit: int, rng: np.random.Generator) -> None:
    """Let a unit have other rounds, magazines, modes, items and karma."""
    body, sheet = battle.record[0]["units"][unit], battle.field.arena[0]["sheets"][unit]
    for slot, model in enumerate(sheet["weapons"]):
        if model >= 0:
            weapon, held = battle.field.arena[0]["weapons"][model], body["held"][slot]
            held["ammo"] = rng.integers(int(weapon["magazine"]) + 1)
            held["spare"] = rng.integers(4)
            held["jammed"] = rng.integers(2)
    body["items"] = [rng.integers(int(count) + 1) for count in body["items"]]
    body["karma"] = rng.integers(int(sheet["karma"]) + 1)
    body["rolls"][:5] = rng.integers(3, size=5)
    body["fuse"] = rng.integers(len(FUSES))
    body["order_defend"], body["order_intercept"] = rng.integers(len(ORDERS), size=2)
    body["order_karma"], body["order_odds"] = rng.integers(2), rng.integers(101)
    body["helped"] = rng.integers(3)


def change_business(battle: Battle, unit: int, strangers: list[int], rng: np.random.Generator) -> None:
    """Let a unit have had to do with others that are not known, and be at some task that nobody sees."""
    row = battle.record[0]
    body = row["units"][unit]
    others = [other for other in strangers if row["units"]["team"][other] != body["team"]]
    for other in others:
        for name in ("asked", "amid", "surprised_by"):
            body[name] ^= int(rng.integers(2)) << other
    if others and body["aim_at"] == NOBODY:
        body["aim_at"], body["aim"] = rng.choice(others), 2
    if body["task"] == 0 and rng.random() < 0.3:
        body["task"], body["task_at"], body["task_paid"] = PICK_LOCK, rng.integers(40), 1
        body["task_hits"], body["task_rolls"], body["task_tries"] = rng.integers(3, size=3)
    row["singled_out"] ^= sum(1 << other for other in others if rng.random() < 0.5)


def change_condition(battle: Battle, unit: int, rng: np.random.Generator) -> None:
    """Let a unit fare otherwise."""
    body, sheet = battle.record[0]["units"][unit], battle.field.arena[0]["sheets"][unit]
    for pool in ("flesh", "armored", "shield", "strain"):
        most = int(sheet[pool])
        if most > 0:
            low = 0 if pool in ("shield", "strain") or (pool == "armored" and sheet["flesh"] > 0) else 1
            body[pool] = rng.integers(low, most + (pool != "strain"))
    body["wounds"] = -rng.integers(4)
    body["injuries"] = rng.integers(3)
    body["ap"] = rng.integers(4)
    for name in ("free_used", "extra_dice", "quick", "last_stand", "saved", "stable"):
        body[name] = rng.integers(2)
    body["seconds"], body["tended"], body["struck"] = rng.integers(2), rng.integers(2), rng.integers(16)
    ailment = int(rng.integers(len(body["ailments"])))
    body["ailing"], body["ailments"], body["second"] = 1 << ailment, 0, 0
    body["ailments"][ailment] = 2
    if DEAFENED <= ailment < DEAFENED + PAIRS:
        body["second"][ailment - DEAFENED] = rng.integers(3)
    if sheet["vehicle"]:
        body["systems"] = rng.integers(1 << len(SYSTEMS))


def change_stranger(battle: Battle, who: int, unit: int, rng: np.random.Generator) -> None:
    """Let a unit that is not known be elsewhere, with another weapon in hand, in another posture, or let it have fallen."""
    row = battle.record[0]
    body = row["units"][unit]
    free = all(body[name] == NOBODY for name in ("holds", "held_by", "carries", "carried_by", "aboard"))
    busy = any(unit in (frame["unit"], frame["target"]) for frame in row["stack"][: row["depth"]])
    if not free or busy or body["delay"] or body["falling"]:
        return
    body["prone"] = rng.integers(2)
    body["covered"] = 0
    body["facing"] = rng.integers(8)
    weapons = battle.field.arena[0]["sheets"][unit]["weapons"]
    body["hand"] = rng.choice([BARE_HANDS, *np.flatnonzero(weapons >= 0).tolist()])
    size = int(battle.field.arena[0]["size"])
    before = int(body["x"]), int(body["y"])
    hidden, body["hidden"] = int(body["hidden"]), 0
    for tile in rng.integers(size, size=40).tolist():
        if fits(*battle.arrays[:2], who, unit, tile):
            break
    else:
        body["x"], body["y"] = before
    body["hidden"] = hidden
    if battle.field.scenario.fog and rng.random() < 0.15 and battle.field.arena[0]["sheets"][unit]["flesh"] > 0:
        body["status"], body["prone"], body["flesh"] = DOWN, 1, -1


def change_ground(battle: Battle, team: int, rng: np.random.Generator) -> None:
    """Move a door or break a barrier that a team does not see, and dent another."""
    arena = battle.field.arena[0]
    size = int(arena["size"])
    for tile in rng.integers(size, size=30).tolist():
        kind = arena["terrains"][arena["tiles"][tile]["terrain"]]
        rests = [int(rest) for rest in (kind["door"], kind["unlocked"], kind["broken"]) if rest >= 0]
        if not rests or any(change["tile"] == tile for change in battle.record[0]["changes"][: battle.record[0]["changed"]]):
            continue
        if alter(*battle.arrays[:2], team, tile, int(rng.choice(rests))):
            battle.record[0]["broken"] += 1
    row = battle.record[0]
    for tile in rng.integers(size, size=5).tolist():
        if row["dented"] < len(row["dents"]) and not is_in_sight(*battle.arrays[:2], team, tile):
            row["dents"][row["dented"]] = (tile, 2)
            row["dented"] += 1


def change_effects(battle: Battle, team: int, rng: np.random.Generator) -> None:
    """Let enemies have set a charge somewhere, and a fuse burn out of sight."""
    row, arena = battle.record[0], battle.field.arena[0]
    blasts = np.flatnonzero(arena["weapons"]["blast"] > 0)
    others = [u for u in range(len(battle.field.roster)) if row["units"]["team"][u] != team]
    for kind in (CHARGE, FUSE):
        free = np.flatnonzero(row["effects"]["kind"] == NO_EFFECT)
        tile = int(rng.integers(int(arena["size"])))
        if len(free) < MAX_EFFECTS // 2 or (kind == FUSE and is_in_sight(*battle.arrays[:2], team, tile)):
            continue
        effect = row["effects"][free[0]]
        effect["kind"], effect["owner"], effect["weapon"] = kind, rng.choice(others), rng.choice(blasts)
        effect["x"], effect["y"] = tile % int(arena["width"]), tile // int(arena["width"])
        effect["direction"], effect["hits"], effect["round_number"] = -1, 2, int(row["round_number"]) + 1
        row["live"] += 1
