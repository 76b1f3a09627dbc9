"""Views of a battle: the map as text, and its packages for windows, pages and films."""
