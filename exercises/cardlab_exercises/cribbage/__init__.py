"""The exercises of Cribbage, a module for each topic, in course order."""

TOPICS = ("pegging", "counting")
