"""Animation: the events of a decision as cues on a clock, for window, page and film alike.

    {"t": seconds, "for": seconds, "do": what, ...}

    move     unit, from, to              a token glides from tile to tile
    look     unit                        from now on the unit has the token of the scene after the decision
    rays     rays                        lines of fire: [x, y, x, y, hidden share] each, by the middle of tiles
    shot     from, to, count, lands      tracers; what misses flies past
    swing    from, to                    a blow
    blast    at, metres                  an explosion, its radius in tiles
    ring     at, colour                  a ring that spreads: somebody is seen, falls, is pinned
    float    at, says, colour            words that rise; about a shot or a blow when it has landed
    banner   says                        a round or the result, across the picture
    declares unit, item                  what a unit has declared, as its `plan` in a scene has it, is told
    acts     unit                        a unit does what it has declared: that fades meanwhile

Places are [x, y] in tiles, of the middle of a tile. Every cue has `seen`, the names of the teams that may see it. A cue that
is `aside` is a version for some teams of what others see differently: it is not for all-seeing viewers.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from ...analysis.odds import chance_of
from ...catalog import catalog_of
from ...observe.events import Event
from ...replay.english import Subject
from ...replay.narrate import split_events
from ...replay.scene import Scene
from ...rules.events import WEIGHS
from ...scenario.setup import Field
from ..look import look_of
from .fog import cue_witnesses, witnesses

Cue = dict[str, Any]
Spot = tuple[int, int]
Rays = Callable[[Spot, Spot, tuple[bool, bool]], list[list[float]]]
FELLED = ("unconscious", "dead")
ROUNDS_SHOWN = 6  # tracers of one burst at most
RISES = 1.1  # seconds that words rise
QUICKLY = 0.4  # seconds in which the plan fades of who does nothing that takes time


class Director:
    """Turns events into cues, decision after decision: an attack may begin in one and land in the next.

    Args:
        field: the scenario as set up.

    Attributes:
        rays: returns the rays of a line of fire between two tiles, given also which unit is prone; None for none.
        odds: the chance that each landed attack of the last decision had, by the place of its event.
        afar: the places of attacks that were shots rather than blows.
        event_times: when each event of the last decision is shown, in seconds.
    """

    def __init__(self, field: Field) -> None:
        self._field, self._look = field, look_of(field.scenario.system)
        self.rays: Rays | None = None
        self._attack: Event | None = None  # under way
        self._rolls: list[Event] = []  # for it so far, to say what chance it had
        self._spent: list[Event] = []  # in this phase, on rolls to come
        self.odds: dict[int, float] = {}
        self.afar: set[int] = set()
        self.event_times: list[float] = []
        self._declaring: set[str] = set()  # who has declared something since the round began

    def cues(self, events: Sequence[Event], before: Scene, after: Scene) -> tuple[list[Cue], float]:
        """Return the cues of a decision, and their duration in seconds."""
        clock = 0.0
        made: list[Cue] = []
        self.odds, self.afar, self.event_times = {}, set(), []
        only_told = split_events(self._field, events)
        fallen: set[str | None] = set()  # who falls in this decision: of wounds nobody speaks any more
        places = {name: [unit["x"] + 0.5, unit["y"] + 0.5] for name, unit in before.get("units", {}).items()}
        changed: dict[str, float] = {}
        times, kinds = self._look["seconds"], self._look["kinds"]
        for number, event in enumerate(events):
            if event.kind == "roll" and self._attack:
                self._rolls.append(event)
            elif self._field.system.EVENTS.named(event.kind).traits & WEIGHS:
                self._spent.append(event)
            elif event.kind == "phase":
                self._spent = []
            lasts = times.get(event.kind, 0.0)
            seen = witnesses(event, before, after)
            for cue in self._of(number, event, before, places):
                if cue["do"] == "float" and event.kind in kinds["lesser"] and event.target in fallen:
                    continue
                cue = {"t": round(clock, 3), "for": round(lasts or 0.6, 3), **cue}
                cue["seen"] = cue_witnesses(cue, seen, places, before, after)
                if number in only_told:
                    cue["aside"] = True
                if cue["do"] == "float":
                    cue |= {"t": round(clock + lasts * (event.kind in kinds["landed"]), 3), "for": RISES}
                made.append(cue)
            if event.kind in kinds["changes"]:
                for name in {event.actor, event.target} - {None}:
                    stays = name in fallen and after["units"][name]["status"] != "up"
                    if not stays:  # whoever has fallen looks so from there on, whatever comes after
                        changed[str(name)] = round(clock, 3)
            if event.kind in FELLED:
                fallen.add(event.target)
            self.event_times.append(round(clock + lasts * (event.kind in kinds["landed"]), 3))
            clock += lasts
        for cue, later in pairwise([*(cue for cue in made if cue["do"] in ("acts", "banner")), {"t": clock}]):
            if cue["do"] == "acts":
                cue["for"] = round(max(later["t"] - cue["t"], QUICKLY), 3)
        for name, unit in after.get("units", {}).items():
            if unit != before.get("units", {}).get(name):
                made.append({"t": changed.get(name, 0.0), "for": 0.0, "do": "look", "unit": name, "seen": []})
        return sorted(made, key=lambda cue: cue["t"]), round(clock, 3)

    def _of(self, number: int, event: Event, scene: Scene, places: dict[str, list[float]]) -> list[Cue]:
        """Return the cues of one event; `places`, the present places of units, is updated."""
        cues: list[Cue] = []
        actor, target = places.get(event.actor or ""), places.get(event.target or "")
        here = [event.at[0] + 0.5, event.at[1] + 0.5] if event.at else target or actor
        cue = self._look["cues"].get(event.kind)
        if event.kind == "step" and here and event.actor:
            cues.append({"do": "move", "unit": event.actor, "from": actor or here, "to": here})
            places[event.actor] = here
        elif event.kind == "attack":
            self._attack, self._rolls = event, []
            if self.rays and actor and target and self._is_shot():
                units = scene["units"]
                prone = (bool(units[event.actor].get("prone")), bool(units[event.target].get("prone")))
                spots = [(int(place[0]), int(place[1])) for place in (actor, target)]
                cues.append({"do": "rays", "rays": self.rays(spots[0], spots[1], prone)})
        elif event.kind in self._look["kinds"]["landed"] and actor and target:
            cues += self._landing(number, event, actor, target)
        elif cue == "stray" and actor and target:
            cues.append({"do": "shot", "from": actor, "to": target, "count": 1, "lands": False})
        elif cue == "blast" and here:
            entry = self._field.catalog.weapons.get(str(event.numbers["weapon"]))
            metres = entry.blast if entry is not None else 2
            cues.append({"do": "blast", "at": here, "radius": metres / self._field.drawing.metres_per_tile + 0.5})
        elif cue == "throw" and actor and here:
            cues.append({"do": "shot", "from": actor, "to": here, "count": 1, "lands": True})
        elif cue == "plan" and actor:
            cues.append(self._declared(event, actor, target))
        elif event.kind == "phase" and event.actor and self._has_plan(event.actor, scene):
            cues.append({"do": "acts", "unit": event.actor})
        elif event.kind == "round":
            self._declaring = set()
            cues.append({"do": "banner", "says": f"Round {event.numbers['round']}"})
        elif event.kind == "over":
            winner = event.numbers["team"]
            titles = {team.name: team.title for team in self._field.scenario.teams if team.title}
            called = titles.get(str(winner), str(winner).capitalize())
            cues.append({"do": "banner", "says": f"{Subject(called):wins}" if winner else "A draw"})
        if event.kind in self._look["rings"] and here:
            cues.append({"do": "ring", "at": here, "colour": self._look["rings"][event.kind]})
        cues += self._words(number, event, actor, here)
        return cues

    def _declared(self, event: Event, actor: list[float], target: list[float] | None) -> Cue:
        """Return the cue for a declared action; its places are only for sides that may see it."""
        self._declaring.add(str(event.actor))
        verb = str(event.numbers["verb"])
        kind = catalog_of(self._field.scenario.system).planned(verb)
        places = {"from": actor, "to": target} if target else {"from": actor}
        return {"do": "declares", "unit": event.actor, "item": [verb, event.target or "", "pending", kind], **places}

    def _has_plan(self, name: str, scene: Scene) -> bool:
        """Return whether a unit has declared anything in this turn."""
        return name in self._declaring or "plan" in scene.get("units", {}).get(name, {})

    def _is_shot(self) -> bool:
        """Return whether the attack under way comes from afar."""
        entry = self._field.catalog.weapons.get(str(self._attack.numbers.get("weapon"))) if self._attack else None
        return entry is not None and entry.kind != "melee"

    def _landing(self, number: int, event: Event, actor: list[float], target: list[float]) -> list[Cue]:
        """Return tracers or a blow for an attack that has been decided."""
        attack = self._attack
        if attack is not None and attack.actor == event.actor and attack.target == event.target:
            chance = chance_of(self._field, attack, [*self._spent, *self._rolls, event])
            if chance is not None:
                self.odds[number] = chance
            if self._is_shot():
                self.afar.add(number)
                firing = getattr(self._field.catalog, "firings", {}).get(str(attack.numbers.get("firing")))
                count = min(firing.rounds if firing is not None else 1, ROUNDS_SHOWN)
                return [{"do": "shot", "from": actor, "to": target, "count": count, "lands": event.kind == "hit"}]
        return [{"do": "swing", "from": actor, "to": target}]

    def _words(self, number: int, event: Event, actor: list[float] | None, here: list[float] | None) -> list[Cue]:
        """Return the words that rise for an event."""
        words = self._look["floats"].get(event.kind)
        place = actor if words and words.get("actor") else here
        if not words or not words["says"] or place is None:
            return []
        chance = self.odds.get(number)
        numbers = {name: str(value).replace("_", " ") for name, value in event.numbers.items() if name != "pass"}
        says = words["says"].format(odds=f" ({chance:.0%})" if chance is not None else "", **numbers)
        return [{"do": "float", "at": place, "says": says, "colour": words["colour"]}]
