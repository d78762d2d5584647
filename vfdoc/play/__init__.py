"""Playing: what a test or value comes to in a situation, and its exact odds.

In come the rows that are in force (tests, modifiers, conventions) and a situation; out come
outcomes that say which rows applied, and distributions as fractions. This room knows dice and
arithmetic, and no edition: how values are halved, rounded and rerolled is what the text's own
conventions say.
"""
