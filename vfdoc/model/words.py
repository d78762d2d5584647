"""What a language says of its words where texts are compared: which say nothing, which ends they take."""

from __future__ import annotations

import re
from typing import NamedTuple

_FRINGE = " -–—()[]{}*_.:"  # around a remark that stands in a title's place
DEFAULT_LANGUAGE = "en"
NO_LANGUAGE = "und"  # of no word list, as BCP 47 calls what was not determined
"""The language of a text that does not say its own, and whose words stand in where a language has none."""


class SentenceForms(NamedTuple):
    """How a language's sentences are known to be cut: `ordinals` follow a figure ("nd" in "2nd"), a noun
    belongs to one of `articles`, no sentence ends in a word of `open`, and no pair of words that a pattern
    of `broken` matches (small and capital letters told apart) stands together. What `closed` matches at the
    end of a line ends a sentence all the same."""

    ordinals: tuple[str, ...] = ()
    articles: tuple[str, ...] = ()
    open: frozenset[str] = frozenset()
    broken: str = ""
    closed: str = ""


class SumForms(NamedTuple):
    """How a language adds up: `price` heads a column of prices, `points` follow a number of them,
    `ends` are words that end an item of a sum, `silent` ones cost nothing, `less` makes a
    price a deduction, `either` stands between two
    results of a die, `numbers` are number words.

    Of sums that are worked out, patterns: `in_all` behind a total, `total_of` before that of dice, `total`
    before that of modifiers, `comes_to` before that of what is bought; `each` behind a price; a die is said
    to be rolled by `rolls`, dice to come up by `shows`, one to be kept by `keeps`; `because` stands before
    the ground of an amount, `becomes` between a roll and its result, `is_` behind that. A text that says
    `otherwise` does not only add; a number behind what is `numbered` names a thing ("step 3")."""

    price: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    in_all: tuple[str, ...] = ()
    total_of: tuple[str, ...] = ()
    total: tuple[str, ...] = ()
    comes_to: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    rolls: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    becomes: tuple[str, ...] = ()
    is_: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()


class NameForms(NamedTuple):
    """How a language forms names: `joint` words stand between a kind and its sort ("test de valeur"; none
    where the sort comes first), `of` ones before a member ("asset of"), `ordinary` words name no sort.
    `articles` stand before a thing as one of its kind ("a", "each"), `definite` words before one that is
    known, `becomes` before a state; none of these where nouns have capitals."""

    joint: tuple[str, ...] = ()
    of: tuple[str, ...] = ()
    ordinary: frozenset[str] = frozenset()
    articles: tuple[str, ...] = ()
    definite: tuple[str, ...] = ()
    becomes: tuple[str, ...] = ()


class ContraryForms(NamedTuple):
    """How a language says the opposite: `pairs` of words that are not both true of one thing, `denials`
    that turn a sentence round, and patterns: `when` of a moment of play (groups `edge` and `stage`),
    `obliges` of what a kind of thing must be (`kind` and `sorts`)."""

    pairs: tuple[tuple[str, str], ...] = ()
    denials: frozenset[str] = frozenset()
    when: str = ""
    obliges: str = ""


class SameForms(NamedTuple):
    """By which words two sentences of a language still say the same, and no others: the closed list.

    `free` words say nothing; of `equal` the phrases of each pair say the same, the second standing for
    both (`#` is any number); `plurals` are ends of a word and what stands for them in the singular, the
    first that fits, unless it ends as one of `whole`. Words of `weak` (pronouns, bare prepositions) prove
    no change by themselves; of `decisive` ones one more or less is a change in sentences that are not
    quite alike too. `modal` ones say what one may and must do, `outcome` ones who wins and what it ends with:
    what differs in them is learned first. One of `pronouns` for a word proves no change. A word that ends in
    `inclusive` ends behind points, "étudiant·e·s", is the word before the first.
    """

    free: frozenset[str] = frozenset()
    equal: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    plurals: tuple[tuple[str, str], ...] = ()
    whole: tuple[str, ...] = ()
    weak: frozenset[str] = frozenset()
    decisive: frozenset[str] = frozenset()
    modal: frozenset[str] = frozenset()
    outcome: frozenset[str] = frozenset()
    pronouns: frozenset[str] = frozenset()
    inclusive: frozenset[str] = frozenset()


class CitingForms(NamedTuple):
    """By which words a text about the rules cites them, and states their values; patterns, in small letters.

    `cues` stand before a citation, `places` before one where a number may count as well, `says` is what a
    section does behind its number, `joins` and `through` stand between two; not a citation are numbers
    behind `versions` and `counts` and before `units`; `parts` of sections have numbers, too. Of values: `add`
    and `subtract` before an amount, those of `[changes]` among them; `least`, `most`, `more`, `less`,
    `within` before a bound, `or_more` and `or_less` behind it; `double` and `half` where one is reckoned;
    `measures` are units, each with its other names; `rest` is said of all results that no row names,
    `grounds` stand before what an amount is counted for, `needs` before a number that a roll needs, `so`
    before what comes of a reckoning. `denials` turn a quoted sentence round.
    """

    cues: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    joins: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    add: tuple[str, ...] = ()
    subtract: tuple[str, ...] = ()
    least: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    or_more: tuple[str, ...] = ()
    or_less: tuple[str, ...] = ()
    per: tuple[str, ...] = ()
    double: tuple[str, ...] = ()
    half: tuple[str, ...] = ()
    measures: tuple[tuple[str, ...], ...] = ()
    rest: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    so: tuple[str, ...] = ()
    denials: tuple[str, ...] = ()


class WordForms(NamedTuple):
    """The forms of a language's words: `stop` words say nothing of what a text is about, `endings` are
    what a word takes and loses, the longest first, and a word that ends as one of `whole` loses none;
    `own` words before a citation say that it means the section in which it stands ("this section 9.1"),
    `editions` ones that it may mean another edition, `governing` ones say what a citation is for ("as
    provided by") and name nothing, `telling` is a pattern of words by which it tells of something ("described
    in"), `about` one of those between its number and the title of what it cites, `sought` one of those
    before what one finds there ("see 3.6 for"), `tells` one of verbs there,
    `holds` one of those between a thing and where it stands, `under` one of those between a thing and the
    section by which it is, `of` one before what a thing belongs to; `vacant` is a pattern of titles that say
    that nothing stands there, `gaps` one of words by which a text says that its numbers may leave out some,
    `amends` one of words by which a title says that its text amends another.
    All are in lower case and without accents. What words take besides: `phrase_endings` are patterns of
    what a word of a phrase loses, in turn, and `term_endings` what a term of the glossary takes in a text.

    Without any, every word counts as it stands.
    """

    stop: frozenset[str] = frozenset()
    endings: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    sentence: SentenceForms = SentenceForms()
    sums: SumForms = SumForms()
    names: NameForms = NameForms()
    contraries: ContraryForms = ContraryForms()
    own: frozenset[str] = frozenset()
    editions: frozenset[str] = frozenset()
    governing: frozenset[str] = frozenset()
    telling: str = ""
    about: str = ""
    sought: str = ""
    tells: str = ""
    holds: str = ""
    under: str = ""
    of: str = ""
    vacant: str = ""
    gaps: str = ""
    amends: str = ""
    phrase_endings: tuple[str, ...] = ()
    term_endings: tuple[str, ...] = ()
    same: SameForms = SameForms()
    citing: CitingForms = CitingForms()

    def says_nothing_stands(self, title: str) -> bool:
        """Whether a title says that nothing stands there, be it between dashes or brackets: "[Repealed]"."""
        bare = title.strip(_FRINGE)
        return bool(self.vacant) and any(
            re.fullmatch(self.vacant, each, re.IGNORECASE) for each in (title, bare)
        )

    def __hash__(self) -> int:
        """By the endings alone, which tell languages apart: what is remembered of a text is looked up by its
        language, thousands of times a pass, and all its words would be hashed each time."""
        return hash(self.endings)
