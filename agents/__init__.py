"""Who decides: random play, scripted doctrines, and how whole battles are fought between them in compiled code."""
