"""A game: people and bots at one table, dice that are typed in."""
