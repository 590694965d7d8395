"""What is shown of Cribbage, still without a browser: scenes, the board, captions, the terminal."""
