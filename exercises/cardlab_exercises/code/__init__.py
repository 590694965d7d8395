"""Code exercises: a function to write, checked on many cases in a process of its own."""
