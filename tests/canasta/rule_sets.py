"""The rule sets that the Canasta tests go through, made from the options themselves.

Nothing here names an option but the number of players and how they come to their seats, so a new option
or value is tested from the moment it exists: by itself in `RULE_SETS`, with all others in `COVERING`, and
in any combination by `any_rules`.
"""

from __future__ import annotations

from hypothesis import strategies as st

from cardlab.canasta import Options, options
from cardlab.options import allowed

COURSE = options("course", seating="agreed")
CLASSIC = options("classic", seating="agreed")
TWO = options("classic", seating="agreed", players=2)
THREE = options("classic", seating="agreed", players=3)
FORMS = {"course": COURSE, "classic": CLASSIC, "two": TWO, "three": THREE}
"""The presets for as many players as they are for, at the table at once: a draw takes no part in a deal."""

SWITCHES = {name: values for name, values in allowed(Options).items() if name != "players"}
"""Every option of a rule set for so many players, and its values."""

RULE_SETS = FORMS | {
    f"{form} {name} {value}": base._replace(**{name: value})
    for form, base in FORMS.items()
    for name, values in SWITCHES.items()
    for value in values
    if value != getattr(base, name)
}
"""The presets, and each with one option changed, for each value that it can take."""


def _turned(base: Options, by: int) -> Options:
    """All options at once, each a value further on than the one before it; `by` turns them all."""
    return base._replace(
        **{name: values[(by + place) % len(values)] for place, (name, values) in enumerate(SWITCHES.items())}
    )


COVERING = FORMS | {
    f"{form} turned {by}": _turned(base, by)
    for form, base in FORMS.items()
    for by in range(max(map(len, SWITCHES.values())))
}
"""A few rule sets in which each value of each option occurs for each number of players."""

any_rules = st.builds(
    lambda form, changes: form._replace(**changes),
    st.sampled_from(list(FORMS.values())),
    st.fixed_dictionaries({name: st.sampled_from(values) for name, values in SWITCHES.items()}),
)
"""Any combination of options."""
