"""What both games share to be shown: scenes as data, their text form, wording, the terminal."""
