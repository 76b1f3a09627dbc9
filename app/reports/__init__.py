"""Reports: the long output of commands, such as rules used, transcripts, curves and tables of fields."""
