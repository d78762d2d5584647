"""A text about the rules, held against the edition that it cites: its citations, quotations, values."""
