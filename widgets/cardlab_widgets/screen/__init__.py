"""Scenes in the browser: rendering, drawings, the widget, and what a saved notebook keeps of it."""
