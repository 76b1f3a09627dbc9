"""Actions other than fighting: tasks, first aid, items, grapples, charges, doors."""
