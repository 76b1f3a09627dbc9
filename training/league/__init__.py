"""A league: networks that train against each other and their pasts."""
