"""Changes to the ground since the map was drawn: moved doors, broken barriers (SS-B6).

The record keeps the changed tiles in a short list; `grid.terrain_at` reads it. A tile with a barrier on the map that can
now be walked on is a hole: its row keeps the directions in which it can be left, for `paths.path_length`.
"""

from ..kernel import kernel
from ..record import MAX_CHANGES
from .grid import ground_around, walkable


@kernel
def change_terrain(battle, arena, tile, terrain):
    """Set the terrain of a tile, an index in `arena.terrains`; return False where the record has no room for the change."""
    row = 0
    while row < battle.changed and battle.changes[row].tile != tile:
        row += 1
    if row < battle.changed and terrain == arena.tiles[tile].terrain and battle.changes[row].believed == 0:
        forget_change(battle, row)  # it is back to what the map shows, and nobody believes anything else
    elif row == MAX_CHANGES:
        return False
    else:
        change = battle.changes[row]
        change.tile = tile
        change.x = tile % arena.width
        change.y = tile // arena.width
        change.terrain = terrain
        if row == battle.changed:
            change.believed = 0
            battle.changed += 1
    open_holes(battle, arena)
    return True


@kernel
def forget_change(battle, row):
    """Remove a row of `battle.changes`; the last row takes its place."""
    battle.changed -= 1
    copy_change(battle.changes[battle.changed], battle.changes[row])


@kernel
def copy_change(source, target):
    """Copy one row of `battle.changes` over another; both are records."""
    target.tile = source.tile
    target.x = source.x
    target.y = source.y
    target.terrain = source.terrain
    target.through = source.through
    target.believed = source.believed


@kernel
def open_holes(battle, arena):
    """Set `through` of every changed tile: the directions, a bit each, in which one can step off it.

    It is 0 unless the map shows a barrier there and the tile can be walked on now.
    """
    for row in range(battle.changed):
        change = battle.changes[row]
        drawn = arena.terrains[arena.tiles[change.tile].terrain]
        change.through = 0
        if drawn.passable == 0 and drawn.door < 0 and walkable(battle, arena, change.tile):
            change.through, _ = ground_around(battle, arena, change.x, change.y)
