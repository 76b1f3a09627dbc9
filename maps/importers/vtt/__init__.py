"""Universal VTT: its file, its lines on a plan, and tiles from them by a stated rule."""
