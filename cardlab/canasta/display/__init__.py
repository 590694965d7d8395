"""What is shown of Canasta, still without a browser: scenes, controls, captions, the terminal."""
