"""The exercises of Cribbage, a module for each topic, in course order."""

TOPICS = (
    "cutting",
    "setting_up",
    "pegs",
    "calling",
    "going",
    "pegging",
    "closing",
    "counting",
    "jacks",
    "ending",
)
