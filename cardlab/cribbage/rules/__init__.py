"""The rules of Cribbage: values in, values out. `referee` is the door to all of them."""
