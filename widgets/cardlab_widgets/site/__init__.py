"""The course as a folder of static files, whose kernel runs in the reader's browser."""
