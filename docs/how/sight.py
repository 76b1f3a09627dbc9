"""Cover is counted: five rays from the eye across the width of a body, each with the share that it finds hidden."""

from fireteam.env.analysis.overlays import fan
from fireteam.env.battle import Battle

battle = Battle("yard", seed=1)
for viewer, target in (((20, 10), (21, 14)), ((20, 7), (21, 3)), ((4, 9), (12, 10)), ((4, 11), (14, 9))):
    rays = fan(battle, viewer, target)
    print(viewer, "sees", target, "hidden by ray:", " ".join(f"{ray.hidden:.0%}" for ray in rays), end="")
    print(f", in all {sum(ray.hidden for ray in rays) / len(rays):.0%}")
