"""A bot that searches: playouts of the orders that it could give, in battles that its side can believe in."""
