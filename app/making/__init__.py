"""Files to begin with: a job, a party from a sheet, a map from another program."""
