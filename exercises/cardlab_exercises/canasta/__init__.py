"""The exercises of Canasta, a module for each topic, in course order."""

TOPICS: tuple[str, ...] = (
    "values",
    "seats",
    "deals",
    "red_threes",
    "melds",
    "canastas",
    "openings",
    "piles",
)
