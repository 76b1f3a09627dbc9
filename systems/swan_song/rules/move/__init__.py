"""Moving: charges, vehicles, carrying, and who steps in between."""
