"""The exercises of Canasta, a module for each topic, in course order."""

TOPICS: tuple[str, ...] = ()
