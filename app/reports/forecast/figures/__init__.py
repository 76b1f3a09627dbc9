"""How the figures of a forecast come about: battles fought until they are sure enough, and what is counted in them."""
