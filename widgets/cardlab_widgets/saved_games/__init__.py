"""Games kept on disk: saved while they are played, offered again, read and written."""
