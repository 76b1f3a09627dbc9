"""The same scenario by every rule system that can fight it: figures, the table of them, and a page to show."""
