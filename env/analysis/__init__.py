"""What can be asked of a moment: exact odds, danger, reach, sight, zones."""
