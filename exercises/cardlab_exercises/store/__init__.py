"""Where attempts and polls are kept, and in whose name."""
