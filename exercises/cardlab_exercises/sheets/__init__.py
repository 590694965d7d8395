"""Printable sheets of questions with their answer key, as HTML or PDF."""
