"""What harms a body besides damage (SS-C3)."""

from ..kernel import kernel
from .damage import suffer


@kernel
def suffer_harm(battle, arena, log, attacker, target, harm, damage, piercing):  # noqa: ARG001
    """Let a unit suffer what a contact or a gas does to it: its Strain."""
    if harm.strain > 0:
        suffer(battle, arena, log, attacker, target, harm.strain, 1, 0, 0)
