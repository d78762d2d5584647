"""A text about the rules held against what it cites: its citations, its quotations, the values it states."""
