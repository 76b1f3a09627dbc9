"""Teams that fight as they are written while the rest of a battle is drawn: who of them is the ward of a mission."""

from typing import Any


def ward_of(team: Any, templates: Any, walks: bool) -> str:
    """Return the name of the unit that a mission is about, by which an objective finds it.

    That is whom the team's own objective names, or whom the team protects; else its first unit that is there from the start.
    Who lies on the ground is no ward, for the battle would be lost as it begins, and a thing is one only where it is named
    and need not walk; a team that has nobody else has its first unit for one. A unit without a name goes by that of its
    agent: red_1.

    Args:
        team: a `fireteam.env.scenario.models.Team`.
        templates: of units, by name.
        walks: whether the ward has to leave the map.
    """
    wanted = team.objective.unit or team.protects
    ranked = []
    members = [unit for unit in team.units for _ in range(unit.count)]
    for place, unit in enumerate(members, start=1):
        template = templates[unit.template]
        name, agent = unit.name or template.words, f"{team.name}_{place}"
        is_named = wanted != "" and wanted in (name, agent)
        is_unfit = unit.down or (template.inanimate and (walks or not is_named))
        ranked.append(((is_unfit, not is_named, bool(unit.arrives), place), unit.name or agent))
    return min(ranked)[1]
