"""What commands tell at length: rules used, transcripts, curves, tables of fields."""
