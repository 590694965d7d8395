"""The table of a game: playing, history, advice, panels, and practice after the game."""
