"""The revisions of the tables of attempts, each after the other."""
