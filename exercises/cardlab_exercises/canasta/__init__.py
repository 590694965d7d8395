"""The exercises of Canasta, a module for each topic, in course order."""

TOPICS: tuple[str, ...] = (
    "values",
    "seats",
    "deals",
    "red_threes",
    "turns",
    "melds",
    "additions",
    "canastas",
    "openings",
    "finding",
    "freezing",
    "piles",
    "discards",
    "going_out",
    "special_going_out",
    "stock",
    "scores",
    "winning",
    "two_players",
    "three_players",
)
