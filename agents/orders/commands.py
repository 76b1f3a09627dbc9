"""What environments need for learners who decide in orders."""

from fireteam.env.seats.commands import Commands

from ..bots import parameters_of
from .columns import WIDTH
from .places import MOST_PLACES, PLACE
from .records import MOST_ORDERS, OFFER

PLANNER = "tactician"  # by whose worth orders are kept where there are more than MOST_ORDERS
ACTIONS, ORDERS = DECISIONS = "actions", "orders"


def commands_of(orders: bool) -> Commands:
    """Return how learners decide: in orders, or in single actions."""
    return Commands(OFFER, PLACE, MOST_ORDERS if orders else 0, MOST_PLACES, WIDTH, parameters_of(PLANNER))
