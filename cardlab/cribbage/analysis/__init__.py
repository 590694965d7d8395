"""The analysis of discards: exact averages of hands and cribs."""
