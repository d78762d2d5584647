"""Citations of other works: what stands around a number says that it is no section of this text.

By general forms: a name behind it ("Section 12.4 of the Companies Act", "§ 9 BGB", "Section 4.9 of
[QUIC-TLS]", "Article 12 de la loi du 29 juillet 1881"), a name before it ("[RFC 9001] Section 5", "PCI 3.4",
"Artikel 247 § 3", "12 U.S.C. § 1983"), a word that says so ("Rule 7 of the other book", "formerly found in
12.3"), a list or table of works (`listed_works`). And by `[[cites]]` of the edition: a pattern for each.

What the text calls itself is none of them: its title, and whatever it says "this" or "these" of ("this
Declaration"); nor is a part of it, by the title of one of its sections.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import islice

from vfdoc.language.typography import plain, unaccented
from vfdoc.reading.edited_lines import EditedLines
from vfdoc.reading.front_matter import ALIKE, ENDING, SaidOfItself, by_beginning, said_of_itself, society
from vfdoc.reading.listed_works import (
    BRACKET_BEFORE,
    BRACKETED,
    Columns,
    columns_of_works,
    emphasised_work,
    is_linked,
    levelled,
    link_about,
    linked_work,
    listed_labels,
    listed_work,
    own_files,
    work_of_column,
)
from vfdoc.reading.marked_numbers import LinkedNumbers
from vfdoc.reading.words import LanguageWords
from vfdoc.reading.work_forms import (
    ACRONYM,
    BESIDE,
    CAPITALS_BEFORE,
    CODE_BEFORE,
    DASHED,
    INITIALS_BEFORE,
    LAW_BEFORE,
    LOOSE,
    PREFIX,
    SENTENCE_END,
    SERIAL_BEFORE,
    SERIAL_BEHIND,
    SET_OFF,
    SHORT_NAME,
    TOKEN,
    VERSION,
    Itself,
    is_annex,
    plain_name,
    work_forms,
)

_BEFORE, _PARAGRAPH, _HEAD = 120, 600, 400  # in which a name stands, a work told of again; a first line
_SAID_OF, _BELOW = 40, 100  # from "this" to its noun; below a line in which a name asked about stands
_SHORT, _YEAR, _LONG = 2, 4, 13  # words of a name in capitals, "the EEA SCCs"; digits; "Baugesetzbuch"
_CITED_NAME = re.compile(r"[A-Z][A-Z0-9]*(?:[-/.: ][A-Z0-9]+)*|[A-Z][\w-]*\d{2,4}[a-z]?")
_WORK_BEFORE = re.compile(r"(?:^|[\s(])(?P<name>[A-Z][A-Z-]+(?: [A-Z]{2,})?)[ \xa0]$")
_LABEL_BEFORE = re.compile(r"(?:^|[\s(])(?P<name>[A-Z]{2,}):[ \xa0]$")  # "(CMA: Section 31"
_LINK = re.compile(r"<(?=[A-Z])")
_OTHER_FILE = re.compile(r"[^#?:]+\.[a-z]{2,5}(?:#|$)")
_LAW = re.compile(r"[A-Z][a-zäöüß]{1,10}(?:[A-Z][a-zäöüß]{0,10}){1,4}(?![\w-])")  # "FeV", "StVO"
_OWNER = re.compile(r"[^\W\d_][\w-]*['’]s[ \xa0]")


class OtherWorks:
    """Asked of a citation in a text: which other work it cites, None where it is this one."""

    def __init__(self, text: str, itself: Itself, words: LanguageWords) -> None:
        itself = itself.of_text(text[:_HEAD].strip().partition("\n")[0], words.works.supplements)
        self._text, self._itself, self._words = text, itself, words
        self._forms = work_forms(words)
        self._answers: dict[tuple[Callable[[OtherWorks, str], bool], str], bool] = {}

    def carry(self, before: OtherWorks, changed: Iterable[EditedLines]) -> bool:
        """Takes over what was found in the whole text before some of its lines changed; False where these may
        say something else now."""
        for line in changed:
            old, new = line.old_text, line.new_text
            was = before._text[line.old_start : line.old_start + len(old) + _BELOW]
            told = f"{was}{self._text[line.start : line.start + len(new) + _BELOW]}".casefold()
            nouns = before._nouns_about(line.old_start, old), self._nouns_about(line.start, new)
            if "|" in f"{old}{new}" or (
                nouns[0] != nouns[1] and self._said_of_itself != before._said_of_itself
            ):
                return False
            for (ask, word), answer in before._answers.items():
                if word.casefold() in told and self._asked(ask, word) != answer:
                    return False
        self._answers = {**before._answers, **self._answers}
        told_by = ("_defined", "_own_files", "_listed", "_itself")
        same = all(getattr(self, name) == getattr(before, name) for name in told_by)
        kept = (name for name in ("_said_of_itself", "_own", "_names") if same and name in before.__dict__)
        self.__dict__.update({name: before.__dict__[name] for name in kept})
        return same

    def _asked(self, ask: Callable[[OtherWorks, str], bool], word: str) -> bool:
        """What a question says of a word, for which the whole text is searched once."""
        answer = self._answers.get((ask, word))
        if answer is None:
            answer = self._answers[ask, word] = ask(self, word)
        return answer

    def _nouns_about(self, start: int, line: str) -> list[str]:
        """The nouns of which lines say "this", from the end of the line above to the head of the next."""
        about = self._text[max(0, start - _SAID_OF) : start + len(line) + _SAID_OF]
        return [about[slice(*found.span())] for found in self._forms.this.finditer(about.lower())]

    def cited(self, start: int, end: int, word: str | None, *, own: bool = False) -> str | None:
        """The name of the work in whose numbers the citation at start:end counts ("" where it has none);
        `word` is what stands before its first number, `end` lies behind all that belongs to it; a name before
        one that has this text's `own` form is that of its section: "the Ferry Rule, 17.C.4.b"."""
        name = None if word is None else self._numbered(start, end)
        name = self._behind(end, word) if name is None else name
        name = self._said_before(start, end) if name is None else name
        if name is None and not own:
            name = self._before(start, word)
        if name is None and not self.is_said_own(end) and (word or self._forms.cue.search(self._flat(start))):
            name = self._forms.recited(self._flat(start, _PARAGRAPH), self.work_named)
        told = name is not None or word is not None
        return name if told else work_of_column(self._text, self._columns, start)

    def beside(self, start: int, end: int, linked: LinkedNumbers) -> str | None:
        """The name of the work that a citation may mean which leads nowhere in this text: one whose name
        follows right behind the number, "Rule 7.3 Official Guide", or stands in capitals before its word,
        "FAR section 12.212", or to whose page a link around it leads that is not this text."""
        text = self._text
        before = CAPITALS_BEFORE.search(text, max(0, start - _BEFORE), start)
        worded = before is not None and (before.group("word") or text[start : start + 1].isalpha())
        numeral = before is not None and not before["name"].strip("IVX")  # "Article II Section 2.1(a)"
        shouted = before is not None and (before["word"] or "").isupper()  # "IN THIS SECTION 13.5"
        if before is not None and worded and not (numeral or shouted or self.is_own(before["name"])):
            led = (before["word"] or "").islower()  # "the GM under § 7": may be an organ
            return before["name"] if not led or self._may_stand_for_work(before["name"]) else None
        name = self._forms.proper_before(self._flat(start), text[start : start + 1])
        if name and self._asked(OtherWorks._heads_alone, name) and not any(map(self.is_own, name.split())):
            return name.removesuffix("'s").removesuffix("’s")
        name = emphasised_work(text, start, end)
        if name is not None and not all(map(self.is_own, name.split())):
            return name
        if (link := link_about(text, start, end)) is not None:
            address = link.group("address")
            away = _OTHER_FILE.match(address) and address.partition("#")[0] not in self._own_files
            return "" if ("://" in address and not linked.is_own(address)) or away else None
        if (space := BESIDE.match(text, end)) is None:
            return None
        if (law := _LAW.match(text, space.end())) is not None and law.group().casefold() not in self._names:
            return law.group()  # "Anlage 7 FeV"
        led = self._two_compounds.match(text, space.end())
        tokens = list(self._forms.tokens(text, led.end() if led is not None else space.end()))
        if tokens and self.is_compound(tokens[0].group()):
            return tokens[0].group()  # "§ 31 Absatz 1 Bergbaugesetz"
        if space.group("below"):
            return None  # another sentence may begin there
        for count, token in enumerate(tokens, start=1):
            word = token.group()
            if not word[:1].isupper():
                break
            if count > 1 and self._is_work(word, first=False, alone=False) and not self.is_own(word):
                return plain_name(text[space.end() : token.end()])
        return None

    @cached_property
    def _two_compounds(self) -> re.Pattern[str]:
        """What stands before the second of two compounds that share their end: "Bau- und Wegeordnung"."""
        return re.compile(rf"[^\W\d_]{{3,}}-\s(?:{self._words.joins})\s")

    def _may_be_this(self, named: re.Match[str]) -> bool:
        """Whether a name that begins a bracket before a citation may be this text's."""
        name, noun = named["name"].casefold(), named["noun"]
        own = any(name in each.casefold() for each in self._itself.names)
        if noun is None or own:
            return own or self.is_own(name)
        says = bool(self._said_of_itself.nouns)
        return self._said_of_itself.has(noun.casefold()) if says else self._may_be_own(noun.casefold())

    def _may_be_own(self, noun: str) -> bool:
        """Whether a noun in small letters may be this text's, or what it calls itself is not known."""
        return self._said_of_itself.has(noun) or noun in self._itself.titles or not self._own_works

    def is_compound(self, word: str) -> bool:
        """Whether a word that is made of two is another work, where a language's nouns are."""
        if word.casefold() in self._itself.titles or self._forms.work.fullmatch(word) is None:
            return False
        bare = self._forms.work.fullmatch(word[PREFIX - (len(word) >= _LONG) :].lstrip("-")) is not None
        own = self._is_own_work(word) or self._said_of_itself.has(word)
        return self._words.works.nouns and bare and not own

    def capitals_before(self, before: str) -> str | None:
        """The words before the capitals that stand right before a number and name another work; None where
        none do."""
        found = self._capitals(before)
        return before[: found.start("name")] if found is not None else None

    def _capitals(self, before: str) -> re.Match[str] | None:
        found = _WORK_BEFORE.search(before)
        return found if found is not None and self._is_foreign(found.group("name")) else None

    def unknown(self, end: int) -> str | None:
        """The name behind a citation that leads nowhere of what is not this text's: "of the Parent SOW"."""
        name = self._forms.unknown_behind(self._text, end, self._itself, self._words) or ""
        return None if any(map(self._is_ours, name.split())) or not name else name

    def _is_ours(self, word: str) -> bool:
        return self.is_own(word) or self._said_of_itself.has(word)

    def is_said_own(self, end: int) -> bool:
        """Whether words behind a citation say that it is of this text: "section 61 of this Act"."""
        found = self._forms.of_this.match(self._text, end)
        return found is not None and self._forms.own_noun.fullmatch(found.group("noun")) is not None

    def is_named_before(self, before: str) -> bool:
        """Whether another work is named right before a citation's word."""
        return self._forms.is_named_before(before, self._itself)

    def names_work(self, before: str) -> bool:
        """Whether the last sentence of a text names another work."""
        return self.work_named(before) is not None

    def work_named(self, before: str) -> str | None:
        """The noun of another work that the last sentence of a text names first."""
        tokens: list[str] = TOKEN.findall(SENTENCE_END.split(before)[-1])
        for at, token in enumerate(tokens):
            if (self._words.works.lower or token[:1].isupper()) and self._forms.work.fullmatch(token):
                own = token.casefold() in self._itself.titles or self._is_ours(token)
                this = at > 0 and self._forms.mine.search(f" {tokens[at - 1]} ") is not None
                if not own and not this:
                    return token
        return None

    def _flat(self, start: int, length: int = _BEFORE) -> str:
        """What stands before a place in its paragraph, in one line without emphasis."""
        before = self._text[max(0, start - length) : start]
        before = before[before.rfind("\n\n") + 1 :]
        return (re.sub(r"\s*\n[ \t>]*", " ", before) if "\n" in before else before).replace("*", "")

    def _numbered(self, start: int, end: int) -> str | None:
        """The work that stands with its number right before a citation: "Stats. 1990, c. 3, § 2"."""
        last = self._text[max(0, start - 8) : start]
        if last[-1:] not in (" ", "\xa0") or not any(map(str.isdigit, last.rstrip(" \xa0,-–—")[-4:])):
            return None
        before = "" if self.is_said_own(end) else self._flat(start)
        return self._forms.with_number(before, self._itself, self._is_ours)

    def _said_before(self, start: int, end: int) -> str | None:
        """The work that a paragraph names, besides this text, before a citation of "the said Act"."""
        said = self._forms.of_said.match(self._text, self._forms.behind_clauses(self._text, end))
        if said is None or self._forms.work.fullmatch(said["noun"]) is None:
            return None
        tokens = [found.group() for found in TOKEN.finditer(self._flat(start, _PARAGRAPH))]
        return said["noun"] if self._forms.is_told(tokens, said["noun"], self._is_this) else None

    def _behind(self, end: int, word: str | None) -> str | None:
        text, forms = self._text, self._forms
        end = forms.behind_clauses(text, end)
        if (chain := forms.chain.match(text, end)) is not None and forms.of.match(text, chain.end()):
            return self._behind(chain.end(), word)  # "section 2 du chapitre V du livre II du code pénal"
        comma = forms.behind_comma(text, end)
        if comma >= 0 and (name := self.named_at(comma, articled=True)):
            return name
        end = forms.behind_title(text, end)
        if text[end : end + 1] == "<":
            return text[end + 1 : end + 40].split("]")[0] if _LINK.match(text, end) else None
        larger = forms.larger.match(text, end)  # "Section 7, Township 1 South"
        if larger is not None and larger["word"].casefold() not in self._itself.words:
            return ""
        other = forms.other.match(text, end)
        noun = other["name"].split()[0] if other is not None else ""
        ours = self.is_own(noun) or noun in self._names  # but no "Art. 3 of the 1981 Bylaws"
        if other is not None and not (ours or (other["plain"] and self._may_be_own(noun))):
            return plain_name(other.group("name"))
        if (that := forms.that_work(text, end)) and that.casefold() not in self._itself.words:
            return that  # "Articles 12 to 15 of that Directive"
        end = part.end() if (part := forms.part_behind.match(text, end)) is not None else end
        space = forms.space.match(text, end)
        at = space.end() if space is not None else end
        if (found := BRACKETED.match(text, at)) is not None and _CITED_NAME.fullmatch(found.group("name")):
            return None if self._is_own_label(found.group("name")) else found.group("name")
        if space is None:
            return None
        acronym = ACRONYM.match(text, at)
        if acronym and word and self._abbreviates(acronym.group(), at, acronym.end(), word):
            return acronym.group()
        of = forms.of.match(text, end) or (forms.annexed_to.match(text, end) if is_annex(word) else None)
        if of is None:
            named = TOKEN.match(text, at) if word is not None and word[0] == "§" else None
            if named is None or not forms.work.fullmatch(named.group()) or forms.is_inflected(named.group()):
                return None  # "nach § 3 Prüfungsordnungen erlassen"
            if self.is_compound(named.group()):
                return named.group()  # "§ 7 Abs. 3 Pflegezeitgesetz"
            if forms.of.match(text, named.end()) is None or forms.is_prefixed(named.group()):
                return None  # "nach § 3 Herausgabe der Sache"
            return self.named_at(at, articled=False)  # "§ 29 Satzung der Stadt"
        at = of.end()
        if (serial := forms.numbered.match(text, at)) is not None:
            return plain_name(serial.group())
        whose = forms.small.fullmatch(of.group().split()[0]) is not None  # no "§ 5 in der Sitzung vom 3. Mai"
        dated = forms.dated.match(text, at) if whose else None
        if dated is not None and not (
            self._is_ours(dated["noun"]) or forms.mine.search(f" {text[at : dated.end('noun')]} ")
        ):
            return plain_name(dated.group())
        if (found := SET_OFF.match(text, at)) is not None:
            name = plain_name(found.group("name"))
            words = [word for word in name.split() if not self._forms.small.fullmatch(word)]
            own = name.casefold() in self._itself.titles or (words != [] and all(map(self.is_own, words)))
            return None if own or words[-1].casefold() in self._forms.numbering_words else name
        if (found := BRACKETED.match(text, at)) is not None:
            name = found.group("name")
            return None if self._is_own_label(name) else name
        owner = _OWNER.match(text, at)  # "Section 9.4.1 of the CA's CP"
        if owner is not None and (acronym := ACRONYM.match(text, owner.end())) is not None:
            return None if self.is_own(acronym.group()) else acronym.group()
        return self.named_at(at, articled=of.group("the") is not None)

    def behind_title(self, end: int, entitled: Mapping[str, str]) -> str | None:
        """The work behind a citation and the bare title of a section of it, "§ 21 Arbitration of the
        Statutes"; none where a title of this text (`entitled`, by number) begins so."""
        forms = self._forms
        for title in forms.bare_titles(self._text, end):
            words = self._text[end:title].strip().casefold()
            if any(own.casefold().startswith(words) for own in entitled.values()):
                return None
            if (of := forms.of.match(self._text, title)) is not None:
                return self.named_at(of.end(), articled=of.group("the") is not None)
        return None

    def named_at(self, at: int, *, articled: bool) -> str | None:
        """The name of a work at a place behind "of"; `articled` says that an article is before it."""
        tokens = list(self._forms.tokens(self._text, at))
        if not tokens:
            return None
        first = tokens[0].group()
        short = " ".join(t.group() for t in tokens[:_SHORT] if SHORT_NAME.fullmatch(t.group()))
        if articled and short and self._asked(OtherWorks._stands_for_work, short):
            return short  # "Article 4 of the GDPR"
        if (acronym := ACRONYM.match(first)) is not None and acronym.end() == len(first):
            behind = self._text[tokens[0].end() : tokens[0].end() + 2]
            serial = behind[:1] == " " and behind[1:2].isdigit()
            if (
                articled
                and not serial
                and first.isupper()
                and not self.is_own(first)
                and self._asked(OtherWorks._is_elsewhere, first)
            ):
                return first  # "Section 501 of the IRC"
            own = self.is_own(first) or self._is_of_society(first)
            if not own and (serial or any(c.isdigit() or c in "-/" for c in first) or not articled):
                return plain_name(self._text[at : tokens[1].end()]) if serial and len(tokens) > 1 else first
        for count, token in enumerate(tokens, start=1):
            word = token.group()
            alone = count == 1 and not self._forms.is_entitled([t.group() for t in tokens[:2]], self._itself)
            if self._is_work(word, first=count == 1, alone=alone):
                if (counted := SERIAL_BEHIND.match(self._text, token.end())) is not None:
                    return plain_name(self._text[at : counted.end()])
                next_words = [t.group() for t in tokens[count : count + 3]]
                name = plain_name(self._text[at : self._forms.end_of_name(tokens, count)])
                own = self._is_this(word, [t.group() for t in tokens[:count]], next_words)
                return None if own or name.casefold() in self._itself.titles else name
            if count > 1 and self._forms.is_versioned(tokens[count - 2].group(), word, self._itself):
                return plain_name(self._text[at : token.end()])
            upper = word[:1].isupper() or (count > 1 and VERSION.fullmatch(word))  # "the MQTT v5.0 standard"
            if self._words.works.lower or not (upper or self._forms.small.fullmatch(word)):
                break
        works = self._words.works
        proper = first[:1].isupper() and not (articled or works.lower or works.nouns)
        if proper and self._is_proper(first, tokens):
            return plain_name(self._text[at : tokens[0].end()])
        return None

    def _is_own_label(self, name: str) -> bool:
        """Whether a name in brackets is this text's: each of its words, or one of its titles; a listed work's
        is not, whatever it is called."""
        if levelled(name) in self._listed or is_linked(self._text, name, self._listed):
            return False
        words = [word for word in re.split(r"[\W_]+", name) if word[:1].isalpha()]
        return name.casefold() in self._itself.titles or (words != [] and all(map(self.is_own, words)))

    def _is_elsewhere(self, name: str) -> bool:
        return self._forms.is_elsewhere(name, self._text, self._itself)

    def _may_stand_for_work(self, short: str) -> bool:
        """Whether the text does not say of capitals that they stand for something else: an organ."""
        names = [TOKEN.findall(name) for name in self._forms.told(short, self._text)]
        return not names or any(self._is_work(w, first=False, alone=False) for name in names for w in name)

    def _stands_for_work(self, short: str) -> bool:
        """Whether the text says of capitals which other work they stand for."""
        for name in self._forms.told(short, self._text):
            nouns = [word for word in TOKEN.findall(name) if self._is_work(word, first=False, alone=False)]
            # "International Bylaws (IB)", in bylaws
            others = any(map(self._forms.others.fullmatch, TOKEN.findall(name)))
            own = any(self._is_own_work(noun) or self._said_of_itself.has(noun) for noun in nouns)
            if nouns and (others or not own):
                return not self.is_own(short)
        return False

    def _is_work(self, word: str, *, first: bool, alone: bool) -> bool:
        if not (self._words.works.lower or word[:1].isupper() or word[:1] == "-"):  # "und -netzgesetzes"
            return False
        plain = word.replace("’", "'").removeprefix("-").removesuffix("'s")
        rules = not alone and self._forms.rules.fullmatch(plain) is not None
        return rules or self._forms.work.fullmatch(plain) is not None

    def _is_this(self, noun: str, upto: list[str], next_words: list[str]) -> bool:
        """Whether a name with its noun is what this text calls itself, or the title of a part of it."""
        forms = self._forms
        said = [word for word in upto[:-1] if not forms.small.fullmatch(word)]
        name = plain_name(" ".join(upto))
        if noun.casefold() in self._defined.values() and not said:
            return False
        numbered = self._itself.is_numbered(next_words)
        if numbered or self._is_of_society(noun) or forms.spells(upto, self._itself):
            return True
        if said and noun.casefold() in forms.numbering_words and all(map(self._words.ordinal, said)):
            return noun.casefold() in self._itself.words  # "the Second Schedule", no "Disclosure Schedule"
        if not said:
            own = self._is_own_work(noun) or self._said_of_itself.has(noun)
            return own and not forms.tells(noun, next_words, self._itself)
        dated = bool(next_words) and len(next_words[0]) == _YEAR and next_words[0].isdecimal()
        if dated and not (self._is_own_work(noun) or self._said_of_itself.has(noun)):
            return False  # "the Charities Act 2011", in the constitution of a charity
        if name.casefold() in self._defined or is_linked(self._text, name, self._listed):
            return False
        if self._own_works and not (self._is_own_work(noun) or self._said_of_itself.has(noun)):
            return False  # "the DSA Constitution" in the bylaws of the DSA
        ours = self._society if self._said_of_itself.has(noun) else ()  # "the HRC Bylaws" in "these Bylaws"
        return all(self.is_own(word) or unaccented(word) in ours for word in said)

    def _is_of_society(self, noun: str) -> bool:
        """Whether a compound is this text, of the society whose it is: "the RCN-Satzung" of the RCN."""
        owner, _, bare = noun.rpartition("-")
        own = self._is_own_work(bare) or self._said_of_itself.has(bare)
        return own and unaccented(owner) in self._society

    @cached_property
    def _society(self) -> frozenset[str]:
        return society(self._text, self._words)

    def is_own(self, word: str) -> bool:
        """Whether a word is of this text's own name."""
        plain = unaccented(word).rstrip(".")
        least = len(plain) - ENDING  # "Umweltauditgesetz" is not of "umweltverträgliche Entsorgung"
        return any(
            plain.startswith(own[: max(ALIKE, min(least, len(own) - ENDING))])
            for own in self._own.get(plain[:ALIKE], ())
        )

    def _is_own_work(self, noun: str) -> bool:
        """Whether a noun of a work is this text's own. Where nouns are compounds it is the first of a name:
        "Verordnung zur Durchführung des Bergbaugesetzes" is none; a Hafengesetz is "das Gesetz", too."""
        if not self._words.works.nouns:
            return self.is_own(noun)
        plain = unaccented(noun)
        return any(
            (plain[:ALIKE] == own[:ALIKE] and own.startswith(plain[: len(own) - ENDING]))
            or own.endswith(plain.rstrip("es"))
            for own in self._own_works
        )

    @cached_property
    def _own_works(self) -> frozenset[str]:
        """The first noun of a work in each of this text's names."""
        found: set[str] = set()
        for name in self._itself.names:
            works = (word for word in TOKEN.findall(name) if self._is_work(word, first=False, alone=False))
            found.update(unaccented(noun) for noun in islice(works, 1))
        return frozenset(found)

    def _is_proper(self, first: str, tokens: list[re.Match[str]]) -> bool:
        """Whether a word is the name of something that this text knows nothing of."""
        small = first.casefold()
        behind = self._text[tokens[0].end() : tokens[0].end() + 2]
        counted = behind[:1] in " \xa0" and (
            behind[1:2].isdigit() or (len(tokens) > 1 and len(tokens[1].group()) == 1)
        )
        if counted or not first.isalpha() or small in self._forms.numbering_words or self.is_own(first):
            return False
        return self._asked(OtherWorks._is_unsaid, small)

    def _abbreviates(self, acronym: str, at: int, end: int, word: str) -> bool:
        """Whether capitals right behind a number are a work ("§ 9 BGB") and not the next word."""
        if not acronym.strip("IVX"):
            return False  # "§ 1 II 1": its second paragraph
        land = self._text[end : end + 1] in " \xa0" and self._text[end + 1 : end + 3].isupper()  # "BauO NRW"
        short = acronym.casefold() in self._names or (not land and self._forms.shortens(acronym, self._names))
        own = self._is_of_own(acronym) if acronym.isupper() else short
        if own or len(acronym) < 2 or self._text[end : end + 1] == "-":
            return False
        if self._forms.is_shouted(self._text, end):
            return False  # of shouted words: but "§ 2 SGB IX", "§ 6 DSG NRW"
        if word[0] == "§" or word.rstrip("s.").casefold() in ("art", "article", "artikel"):
            return True
        return self._asked(OtherWorks._follows_numbers, acronym)

    def _heads_alone(self, name: str) -> bool:
        return self._forms.heads_alone(name, self._text)

    def _heads_citations(self, name: str) -> bool:
        return self._forms.heads_citations(name, self._text, self._itself)

    def _is_of_own(self, capitals: str) -> bool:
        """Whether capitals are this text's own, or begin those that its title prints: "§ 20 WO"."""
        begun = re.compile(rf"(?<!\w){re.escape(capitals)}[A-Z]")
        named = unaccented(capitals) in self._society
        return named or self.is_own(capitals) or any(begun.search(name) for name in self._itself.names)

    def _is_unsaid(self, word: str) -> bool:
        """Whether neither a title nor the text has the word, in small letters, but in an address."""
        if any(word in title.split() for title in self._itself.titles):
            return False
        return re.search(rf"(?<![/=@])\b{re.escape(word)}\b(?![/=@?]\w)", self._text) is None

    def _follows_numbers(self, acronym: str) -> bool:
        """Whether capitals stand in the text nowhere but behind a number."""
        every = len(re.findall(rf"\b{re.escape(acronym)}\b", self._text))
        return every == len(re.findall(rf"\d\)?[ \xa0]{re.escape(acronym)}\b", self._text))

    def _before(self, start: int, word: str | None) -> str | None:
        forms = self._forms
        if (linked := linked_work(self._text, start, forms.cue)) and not self._is_own_label(linked):
            return linked
        before = self._flat(start)
        if word is None and (cue := forms.cue.search(before)) is not None:
            before, word = before[: cue.start("cue")], cue.group("cue")  # "the Code, section 4.2"
        last = before.rstrip(" \n,")[-1:]  # what the expressions below end in, before they are tried
        # "[Lamps] specification section 2"
        label = forms.labelled.sub(" ", before) if word is not None else ""
        if label.rstrip(" \n,")[-1:] in ("]", ")") and (found := BRACKET_BEFORE.search(label)) is not None:
            name = found.group("name")
            address = found.group("address") or ""
            away = "://" in address or _OTHER_FILE.match(address) is not None
            outside = away and not name[1:].islower()
            listed_here = not self._listed.isdisjoint({levelled(name), levelled(address)})
            cited = outside or len(name) == 1 or _CITED_NAME.fullmatch(plain(name)) is not None  # "[5]"
            if listed_here or (cited and not self._is_own_label(name)):
                return name
        listed = listed_work(self._text, start) if word is not None else None
        if listed is not None and not self.is_own(listed):
            return listed
        apart = before[-1:] in (" ", "\xa0")  # a name would stand right before
        if apart and (found := SERIAL_BEFORE.search(before)) is not None:
            return found.group("name")
        if word is not None and word[0] == "§" and (found := LAW_BEFORE.search(before)) is not None:
            name = found.group("name")
            if not self.is_own(name) and name.casefold().rstrip(".") not in self._forms.numbering_words:
                return name
        initials = INITIALS_BEFORE.search(before)
        if initials is not None and (word is None or not self._is_of_own(initials["name"].replace(".", ""))):
            return initials["name"]
        if word is not None and (found := CODE_BEFORE.search(before)) is not None:
            return found.group("name") or found.group("short")
        if word is not None and (found := forms.noun_before.search(before)) is not None:
            said = [each for each in found.group("name").split() if each.casefold() not in forms.stop]
            if len(said) > 1 and not self.is_own(said[0]) and forms.small.fullmatch(said[0].lower()) is None:
                return " ".join(said)  # "USA Football rulebook §7.3"
        if apart and (found := self._capitals(before)) is not None:
            name = found.group("name")  # "PCI 3.4", "IRC Section 3"
            asked = (OtherWorks._heads_citations, OtherWorks._stands_for_work)[: 1 + (" " not in name)]
            if word is None or (not word.islower() and any(self._asked(ask, name) for ask in asked)):
                return name
        short = _LABEL_BEFORE.search(before) if word is not None and last == ":" else None
        if short is not None and self._asked(OtherWorks._stands_for_work, short["name"]):
            return short["name"]
        if word is not None and last.isalnum() and (found := LOOSE.search(before)) is not None:
            outer = found.group("word").casefold().rstrip(".")
            outers = {outer, outer.removesuffix("s")}
            own = {*self._itself.words, word.casefold()}
            if outers & self._forms.numbering_words and outers.isdisjoint(own):
                return ""
        if word is not None and last in ("-", "–", "—") and (found := DASHED.search(before)) is not None:
            outer = found["word"].casefold()
            if outer in self._forms.numbering_words and outer not in self._itself.words:
                return ""  # "Chapter I – General Rules – Article 5", where there are no chapters
        bracketed = forms.bracketed_before.search(before)
        if bracketed is not None and word is not None and not self._may_be_this(bracketed):
            return bracketed["name"]
        titled = forms.entitled_before.search(before)
        if titled is not None and forms.is_entitled(titled.group("name").split(), self._itself):
            return titled.group("name")
        if (found := forms.named_before.search(before)) is not None and not forms.mine.search(found.group()):
            tokens = found.group("name").split()
            while len(tokens) > 1 and forms.is_small(tokens[0]):
                tokens = tokens[1:]  # "Under the Harbour Act"
            noun = tokens[-1].replace("’", "'").removesuffix("'s")
            if self._is_work(noun, first=len(tokens) == 1, alone=len(tokens) == 1) and not self._is_this(
                noun, tokens, []
            ):
                return found.group("name")
        if (found := forms.owned_before.search(before)) is not None:
            *said, noun = found["name"].split()
            told = found["short"] or any(map(forms.others.fullmatch, said))
            # "the International Bylaws (IB) of Alpha Omega, Article V"
            if told and forms.work.fullmatch(noun) and not self._is_this(noun, [*said, noun], []):
                return found["name"]
        return "" if forms.former.search(before) else None

    @cached_property
    def _listed(self) -> frozenset[str]:
        return listed_labels(self._text, self._itself.names)

    @cached_property
    def _own_files(self) -> frozenset[str]:
        return own_files(self._text, self._itself.titles)

    @cached_property
    def _columns(self) -> list[Columns]:
        return columns_of_works(self._text, self.is_own)

    def _is_foreign(self, name: str) -> bool:
        """Whether capitals before a number that nothing introduces name another work: no word of its own."""
        words = name.split()
        if any(self.is_own(word) or word.casefold() in self._forms.numbering_words for word in words):
            return False
        return self._asked(OtherWorks._is_unsaid, words[-1].casefold())

    @cached_property
    def _own(self) -> dict[str, tuple[str, ...]]:
        """The words of this text's own names, by their beginnings."""
        plain = {unaccented(word) for name in self._itself.names for word in re.findall(r"[\w&]+", name)}
        return by_beginning(word for word in plain if len(word) > 1 and any(map(str.isalpha, word)))

    @cached_property
    def _defined(self) -> dict[str, str]:
        return self._forms.defined(self._text, self._itself.titles)

    @cached_property
    def _names(self) -> frozenset[str]:
        """The whole words of this text's own names, in small letters."""
        return frozenset(word.casefold() for name in self._itself.names for word in name.split())

    @cached_property
    def _said_of_itself(self) -> SaidOfItself:
        return said_of_itself(self._text, self._words.works, self._forms.this)
