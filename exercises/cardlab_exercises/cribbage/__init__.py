"""The exercises of Cribbage, a module for each topic, in course order."""

TOPICS = (
    "cutting",
    "setting_up",
    "pegs",
    "calling",
    "going",
    "pegging",
    "turns",
    "closing",
    "counting",
    "jacks",
    "ending",
    "scoring_play",
    "claiming",
    "spotting",
    "spotting_play",
    "deciding",
)
