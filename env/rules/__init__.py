"""The compiled engine: records, arrays and integers. It knows no file, no learner and no window."""
