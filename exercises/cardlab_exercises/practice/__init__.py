"""Practising: runs of questions, what is due, class tests, questions from one's own games."""
