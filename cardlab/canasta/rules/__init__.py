"""The rules of Canasta: values in, values out. `referee` is the door to all of them."""
