"""A league: policies that train against each other and their pasts."""
