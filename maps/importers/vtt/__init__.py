"""Universal VTT: what its file says, its lines on a plan, and tiles of them by a rule that is told."""
