"""What environments need for learners who decide in orders."""

from fireteam.env.seats.commands import Commands

from .bots import proposer
from .doctrine.orders import MOST_ORDERS, OFFER
from .doctrine.records import MEMORY
from .orders.asking import Staff
from .orders.columns import WIDTH
from .orders.places import MOST_PLACES, PLACE

ACTIONS, ORDERS = DECISIONS = "actions", "orders"


def commands_of(orders: bool = False) -> Commands:
    """Return what a batch needs of the bots, and how learners decide: in orders, or in single actions."""
    return Commands(MEMORY, OFFER, PLACE, MOST_ORDERS if orders else 0, MOST_PLACES, WIDTH, proposer(), Staff)
