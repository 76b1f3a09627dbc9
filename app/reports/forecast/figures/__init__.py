"""The figures of a forecast: battles until they are sure enough, and what is counted in them."""
