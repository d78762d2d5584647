"""The rows of a passage: each change with the words of its condition, what it is of, and what is doubtful.

In: a passage and what its section states. Out: rows that are proposed, never executed: of a game that
nobody has described no reading is sure. No word of a condition is dropped: label, lead-in, heading and the
exception in the next sentence are spans like those of the clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from vfdoc.language.stems import phrase_form
from vfdoc.mechanics.attribution import (
    Attributed,
    RowContext,
    attributed,
    is_caption,
    is_rolled,
    key_of,
    named_value,
    says_no_more,
)
from vfdoc.mechanics.clauses import StatedChange, stated_changes
from vfdoc.mechanics.lexicon import Lexicon, ReadWord, words_of
from vfdoc.mechanics.marked import COLUMN, STATEMENTS, MarkedChange
from vfdoc.mechanics.named_tests import asked_tests, named_tests, own_test, says_only
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.mechanics.rolls import rolled_for, slug
from vfdoc.mechanics.surety import changes_roll, fallen, refusals, taken_back, unsure_of
from vfdoc.model.mechanics import (
    ConditionSpan,
    Limit,
    Modifier,
    Operation,
    ProposedKind,
    ProposedStatement,
)

_KINDS: Mapping[str, ProposedKind] = {"forbids": "forbids", "permits": "permits", "counts": "counts-as"}
_WORD = re.compile(r"[^\W\d_]+")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_ROW_OF = re.compile(r"^\s*[+−–-]\d{1,3}[\"”″%]?(?:\s*/\s*[+−–-]\d{1,3}[\"”″%]?){1,5}\s*$")
_SIGNED = re.compile(r"[+−–-]\d{1,3}[\"”″%]?")
_STATING = {"test": "section", "chapter": "chapter"}
BEFORE = "before"
"""What a row replaces that stands in the place of the one before it, until rows have ids."""
_NEAR = 20  # characters before a change among which the word right before it stands
_OLD_VALUE = 5  # words of "instead of 5"
_CLAUSE = 300  # characters of a clause that a row shows
_BRACKET = re.compile(r"[(\[][^)\]]{0,60}[)\]]")
_SLASHED = re.compile(r"[+−–-]\d{1,3}\w?\s?/\s?[+−–-]?\d")
_NOTED = re.compile(r"(?:\([a-z]\)|\([a-z]+ \d\)|\^\w\^|\[\w\]|[*†‡¹²³])\s*$")
_MARKED = re.compile(r"[+−–-]\s?\d{1,3}[\"”″%]?\s?(?:[*†‡¹²³]|\[\d\]|\^\w\^)")
_TO = re.compile(
    r"\b(?:to|from)\s+(?:the\s+|a\s+|an\s+|each\s+|every\s+)?([^:.,;]{2,40})[:.]?\s*$", re.IGNORECASE
)
_LEAD, _SHORT_LEAD = 12, 7  # words of a lead-in that is a case
_NAMES = 5  # words of two values
_NARROW = 20  # words of a sentence that narrows the one before
_APPLIES = 5
_NAMED = 4  # words among which a name and a word for a change stand
_SIGN_ALONE = re.compile(r"[+−–-]\s?\d{1,3}\W*")
_ADDED = "what it adds: "
_WIDENED = "another amount stands for some of its cases"
_COLON = re.compile(r"^[^:]{1,40}:\s*")


def rows(passage: ClausePassage, around: RowContext, lexicon: Lexicon) -> Iterator[Modifier]:
    """The rows that a passage states."""
    if passage.cell and passage.label and not _LETTERS.search(passage.label):
        return  # a table by number: levels, results of dice
    if lexicon.says("price", passage.column) and not lexicon.says("generic", passage.column):
        return
    if around.test is None and _of_prices(around.heading, lexicon):
        return
    for text, label in _parts(passage):
        clause = " ".join(text.split())[:_CLAUSE]
        stated = stated_changes(text, lexicon.language, around.names)
        found = [each for each in stated if each.change.operation not in STATEMENTS]
        found = list(_with_nouns(found, lexicon))
        if lexicon.says("highest", text) or lexicon.says("lowest", text):  # what it is to keep one die
            found = [each for each in found if each.change.noun not in ("advantage", "disadvantage")]
        listed = len(found) > 1 and not any(change.change.verb for change in found)
        signed = _SIGN_ALONE.fullmatch(passage.before.replace(passage.panel, "").strip(" :."))
        listed = listed or bool(
            passage.panel and not passage.cell and passage.before and found and not signed
        )
        said = [part for each in stated for part in _parts_of(each)]
        told = (name for name, _ in around.names)
        missing = fallen(clause, (*said, *told, label, passage.panel), lexicon)
        of = _before_semicolon(passage, around, lexicon, found[0].change.operation) if found else ""
        for n, change in enumerate(found):
            if change.change.operation in ("add", "dice"):  # "+1 to Nerve at dawn, but −2 at dusk"
                of = change.of or ("" if own_test(change.spans, lexicon)[0] else of)
                change = change._replace(of=of)
            labelled = change.per or any(span.place == "label" for span in change.spans)
            several = bool(listed and labelled and not change.change.verb)
            following = found[n + 1] if n + 1 < len(found) else None
            before = found[n - 1] if n else None
            if _widened(change, found[n + 1 :]) or any(
                one is not None and other is not None and _bare_list(text, one, other, lexicon)
                for one, other in ((before, change), (change, following))
            ):
                change = change._replace(doubts=(*change.doubts, _WIDENED))
            if passage.cell and not change.per and _apiece(text, change, lexicon):
                change = change._replace(per=_counted_by(label, lexicon))
                label = ""
            if _is_count(passage, change, around, lexicon):
                change = change._replace(change=change.change._replace(operation="dice"))
            for one in _of_each(change, lexicon):
                others = tuple(each.of for each in found if each.of and not change.of)
                yield _row(
                    one, passage._replace(label=label), clause, around, lexicon, listed=several,
                    missing=missing, alone=len(stated) == 1, besides=others,
                )  # fmt: skip


def _widened(change: StatedChange, others: Sequence[StatedChange]) -> bool:
    """Whether the clause goes on with another amount for some of the cases of a change, and does not say
    whether that is in its place: "for an old one it is 1 less, and 2 less if it is cracked"."""
    return any(
        (other.change.operation, other.of) == (change.change.operation, change.of)
        and not change.per
        and not other.per
        and (set(change.spans) < set(other.spans) or _is_kind_of(other.spans, change.spans))
        for other in others
    )


def _is_kind_of(spans: Sequence[ConditionSpan], others: Sequence[ConditionSpan]) -> bool:
    """Whether a stretch names a kind of what another names: "especially thick smoke" of "smoke"."""
    return any(
        one.words.casefold().endswith(f" {other.words.casefold()}")
        for one in spans
        for other in others
        if one.place == other.place != "if"
    )


def _bare_list(text: str, change: StatedChange, following: StatedChange, lexicon: Lexicon) -> bool:
    """Whether a bare number follows the case of a change and has a case of another kind: "two dice in the
    first round, three for elders" does not say whether in the first round, too, and whether two of them."""
    first, second = (
        next((s.words.split()[0] for s in reversed(one.spans) if s.place == "if" and s.polarity), "")
        for one in (change, following)
    )
    bare = [w.token.kind for w in words_of(following.words, lexicon.language)[:1]] == ["NUMBER"]
    joined = text[change.start : following.start].rstrip().endswith(",")
    alike = change.change.operation == following.change.operation
    return bare and joined and alike and "" not in (first, second) and first.casefold() != second.casefold()


def _apiece(text: str, change: StatedChange, lexicon: Lexicon) -> bool:
    """Whether a cell says that its amount is for each of what its label counts: "+1 each"."""
    behind = words_of(text[change.start + len(change.words) :], lexicon.language)[:1]
    return bool(behind) and "each" in behind[0].kinds


def _counted_by(label: str, lexicon: Lexicon) -> str:
    """A label as what is counted, without the word that already says so."""
    return _counted(label, lexicon) or label.strip(" :.")


def _is_count(passage: ClausePassage, change: StatedChange, around: RowContext, lexicon: Lexicon) -> bool:
    """Whether the head of a column says that its numbers are dice, in a text that counts them."""
    head = [word.casefold() for word in _WORD.findall(passage.column)]
    return bool(
        around.pools
        and passage.cell
        and head
        and change.change.operation == "add"
        and all(word in lexicon.kinds.get("dice", ()) for word in head)
    )


def _before_semicolon(passage: ClausePassage, around: RowContext, lexicon: Lexicon, operation: str) -> str:
    """What the clause before a semicolon changes: what follows goes on of the same."""
    if not passage.before.rstrip().endswith(";"):
        return ""
    stated = stated_changes(passage.before, lexicon.language, around.names)
    if stated and stated[-1].change.operation != operation:
        return ""
    return stated[-1].of if stated and stated[-1].change.operation in ("add", "dice") else ""


def _with_nouns(found: Sequence[StatedChange], lexicon: Lexicon) -> Iterator[StatedChange]:
    """Changes whose "Raw ones" says what they are: with the noun of the change before, "Picked soldiers"."""
    before = ""
    for change in found:
        spans = []
        for span in change.spans:
            words = words_of(span.words, lexicon.language)
            if before and words and "ones" in words[-1].kinds:
                span = span._replace(words=f"{span.words[: words[-1].token.start]}{before}")
            elif words and span.place == "if" and words[-1].token.kind == "WORD" and not words[-1].kinds:
                before = words[-1].token.text
            spans.append(span)
        yield change._replace(spans=tuple(spans))


def _of_each(change: StatedChange, lexicon: Lexicon) -> Iterator[StatedChange]:
    """A change of each of the values that it is of: "−15 to Might and Eye"."""
    words = words_of(change.of, lexicon.language)
    joint = next((n for n, word in enumerate(words) if "and" in word.kinds and 0 < n < len(words) - 1), 0)
    names = [change.of[: words[joint].token.start], change.of[words[joint].token.end :]] if joint else []
    plain = all(word.token.text[:1].isupper() for word in words[max(joint - 1, 0) : joint + 2 : 2])
    if len(words) <= _NAMES and names and plain:
        yield from (change._replace(of=name.strip()) for name in names)
    else:
        yield change


def _parts_of(change: StatedChange) -> Iterator[str]:
    """The stretches of a clause that belong to a change."""
    yield from (change.words, change.of, change.per, change.limit, change.instead, change.change.noun)
    yield from (span.words for span in change.spans)
    yield from change.doubts
    yield from change.remarks


def statements(passage: ClausePassage, around: RowContext, lexicon: Lexicon) -> Iterator[ProposedStatement]:
    """What a passage forbids or permits, and what it says that counts as something else."""
    for text, label in _parts(passage):
        for each in stated_changes(text, lexicon.language, around.names):
            kind = _KINDS.get(each.change.operation)
            if kind is None or not each.of:
                continue
            spans = list(each.spans)
            if _LETTERS.search(label) and not is_caption(label, lexicon):
                spans.insert(0, ConditionSpan(label.strip(" :."), True, "label"))
            spans += _exception(passage, lexicon, [])
            line, _ = passage.place(each.start)
            yield ProposedStatement(
                id=".".join((kind, around.section, slug(each.of))),
                kind=kind,
                action=each.of,
                text=" ".join(text.split())[:_CLAUSE],
                spans=tuple(dict.fromkeys(spans)),
                section=around.section,
                document=around.document,
                line=line,
                origin=around.origin,
            )


def _of_prices(heading: str, lexicon: Lexicon) -> bool:
    """Whether a heading announces prices or points, and nothing else."""
    said = [word.casefold() for word in _WORD.findall(heading)]
    prices, others = (lexicon.kinds.get(kind, frozenset()) for kind in ("price", "caption"))
    return not prices.isdisjoint(said) and all(word in prices or word in others for word in said)


def _parts(passage: ClausePassage) -> Iterator[tuple[str, str]]:
    """The text of a passage with its label; amounts by arm ("Chain / Grape", "−1 / +1") one by one."""
    labels = [part.strip() for part in passage.label.split("/")]
    amounts = list(_SIGNED.finditer(passage.text)) if _ROW_OF.match(passage.text) else []
    if amounts and len(labels) == len(amounts):
        for label, amount in zip(labels, amounts, strict=True):
            yield " " * amount.start() + amount.group(), label
        return
    yield passage.text, passage.label


def _row(
    change: StatedChange,
    passage: ClausePassage,
    clause: str,
    around: RowContext,
    lexicon: Lexicon,
    *,
    listed: bool,
    missing: str,
    alone: bool = False,
    besides: tuple[str, ...] = (),
) -> Modifier:
    doubts, remarks = list(change.doubts), list(change.remarks)
    lead_of = _TO.search(passage.lead) if passage.lead and _announces(passage.lead, lexicon) else None
    words = change.of or (
        _up_to_case(lead_of.group(1), lexicon)
        if lead_of and (passage.crossed or is_caption(passage.column, lexicon))
        else ""
    )
    if change.change.operation == "set" and change.change.noun and not words:
        words = change.change.noun
    again = change.change.operation == "reroll" and change.of != ""
    words = _rerolled(change.of, lexicon) if again else words
    crossed = passage.crossed and key_of(passage.column, lexicon) not in around.tests
    within = passage._replace(column="") if crossed else passage
    subject = _rolls_named(change, around, lexicon) if not words else None
    words = subject.words if subject is not None else words
    found = attributed(words, within, around, lexicon, listed=listed)
    if crossed and found.of == "":
        crossed, found = False, attributed(words, passage, around, lexicon, listed=listed)
    spans, per = (
        [
            s
            for s in change.spans
            if s is not subject and s.words.casefold() not in lexicon.kinds.get("no_name", ())
        ],
        change.per,
    )
    spans = [s for s in spans if s.place != "if" or not _only_generic(s.words, lexicon)]
    rounding = [s for s in spans if lexicon.says("rounding", s.words) and len(s.words.split()) < _OLD_VALUE]
    spans = [s for s in spans if s not in rounding and not _only_announces(s.words, lexicon)]
    spans = [s for s in spans if not (lexicon.says("announces", s.words) and asked_tests(s.words, lexicon))]
    spans = [s._replace(words=_without_roll(s.words, around, lexicon)) for s in spans]
    spans = [s._replace(words=_without_connectives(s.words, found.of, lexicon)) for s in spans]
    spans = [s for s in spans if s.words.strip() and not _says_nothing(s.words, lexicon)]
    remarks += [f"rounding: {s.words}" for s in rounding]
    if found.evidence != "clause" and change.change.operation in ("add", "dice", "set", "halve", "double"):
        value, kept_spans = named_value(spans, around.values, lexicon)
        if value:
            found, spans = Attributed(value, "clause"), kept_spans
            doubts = [doubt for doubt in doubts if not doubt.startswith(f"{_ADDED}{value}")]
    bonus, spans_left = _bonus_named(spans, around, lexicon)
    if bonus and found.evidence != "clause" and change.change.operation in ("add", "dice"):
        found, spans = Attributed(bonus, "clause"), spans_left
        doubts = [doubt for doubt in doubts if not doubt.startswith(f"{_ADDED}{bonus}")]
    own, spans = (
        own_test(spans, lexicon) if change.change.operation in ("add", "dice", "reroll") else ("", spans)
    )
    tested = (own,) if own else named_tests(passage.text, lexicon)
    tested = tuple(name for name in tested if not any(name in of for of in besides))
    if found.evidence not in ("clause", "label", "column") and len(tested) == 1:
        found = Attributed(tested[0], "clause")
        spans = [s for s in spans if not says_only(s.words, tested[0], lexicon)]
    elif found.evidence == "clause" and words in ("", change.of) and len(tested) == 1:
        spans = [s for s in spans if not says_only(s.words, tested[0], lexicon)]
    rerolled = words_of(change.of, lexicon.language) if again else ()
    if any(w.token.kind == "NUMBER" or {"fails", "succeeds"} & set(w.kinds) for w in rerolled):
        spans.append(ConditionSpan(change.of, True, "if"))
    first, _, rest = found.of.partition(" ")
    if again and (beyond := _beyond_roll(change.of, lexicon)):
        doubts.append(f"how often: {beyond}")
    if rest and first.casefold() in lexicon.kinds.get("ordinal", ()):  # "to his next Nerve test"
        spans.append(ConditionSpan(words or found.of, True, "if"))
        found = found._replace(of=rest)
    if found.rest:
        rest = _without_announcing(found.rest, lexicon)
        rest = "" if lexicon.is_only("succeeds", rest.casefold().split()[1:]) else rest  # "chance of success"
        spans += [ConditionSpan(rest, True, "if")] if rest else []
    if crossed:
        spans.insert(0, ConditionSpan(_column_case(passage), True, "label"))
    for place, said in (("label", passage.label), ("lead-in", passage.lead)):
        said = (
            _BRACKET.sub("", said)
            if place == "label" and not re.search(r"[(\[][^)\]]*[^\W\d_]{2}", said)
            else said
        )
        said = said.strip(" \t:;.–—-*")
        if not _LETTERS.search(said) or slug(said) == slug(found.of) or any(s.words == said for s in spans):
            continue
        if place == "lead-in" and (
            len(said.split()) < 2
            or not (
                passage.lead.rstrip().endswith((":", "–", "—", "-", "…", "..."))
                or _conditional(said, lexicon)
            )
            or _announces(said, lexicon)
            or says_no_more(said, "", lexicon)
            or lead_of
            or any(word.token.kind == "DICE" for word in words_of(said, lexicon.language))  # states a test
            or (found.evidence == "lead" and not _conditional(said, lexicon))
            or (passage.cell and not _conditional(said, lexicon))
        ):
            continue
        if place == "label" and (found.evidence == "label" or is_caption(said, lexicon)):
            continue
        if place == "lead-in" and not _conditional(said, lexicon):
            doubts.append(f"what the words above have to do with it: {said}")
        counted = _counted(said, lexicon) if place == "label" and not per else ""
        if counted:
            per = counted
            continue
        spans.insert(0, ConditionSpan(said, True, place))  # type: ignore[arg-type]
    spans += [
        ConditionSpan(said, True, "if")
        for said in passage.beside
        if not any(s.words == said for s in spans) and not _states_roll(said, lexicon)
    ]
    spans += _exception(passage, lexicon, doubts)
    of = found.of
    if change.change.noun == COLUMN and of:
        of = f"{key_of(of, lexicon)} {COLUMN}"
    if found.evidence == "heading":
        remarks.append(f"of what the heading alone names: {found.of}")
    elif found.evidence == "lead":
        remarks.append(f"of what the words above announce: {found.of}")
    elif found.evidence in ("test", "chapter"):
        remarks.append(f"of the test of its {_STATING[found.evidence]}, which the clause does not name")
    spans = [
        s
        for s in spans
        if s.place not in ("subject", "label") or key_of(s.words, lexicon) != key_of(of, lexicon)
    ]
    heading = _BRACKET.sub("", around.heading).strip()
    told, headed = (
        {phrase_form(word, lexicon.language) for word in key_of(words, lexicon).split()}
        for words in (f"{of} {around.test or ''}", heading)
    )
    idle = is_caption(heading, lexicon) or headed <= told
    idle = idle or says_no_more(heading, "", lexicon)
    idle = idle or (found.evidence == "lead" and says_no_more(heading, found.of, lexicon))
    idle = idle or (found.evidence == "label" and passage.cell)  # a summary, whose rows name their tests
    idle = idle or bool(around.topic and (spans or per))
    if not idle and not any(slug(heading) == slug(span.words) for span in spans):
        spans.append(ConditionSpan(heading, True, "heading"))
        if len(spans) == 1 and not per:
            doubts.append("nothing but the heading says when")
    whom = None
    if not (passage.cell and passage.label) and _begins_with_pronoun(change, lexicon):
        whom = _spoken_of(change.spans[0].words, passage, around, lexicon)
        if whom is None:
            doubts.append("whom it speaks of, the sentence before says")
        else:
            spans = [s for s in spans if not _is_pronoun(s, lexicon)]
            spans[:0] = [ConditionSpan(whom, True, "subject")] if whom else []
    if change.change.operation == "dice" and change.change.amount is None and change.change.noun:
        remarks.append(f"{change.change.noun}: another die, of which one is kept")
    instead = change.instead.casefold() in lexicon.kinds.get("instead", ())
    if change.instead and not instead:
        known = change.change.operation == "set" and len(change.instead.split()) < _OLD_VALUE
        (remarks if known else doubts).append(f"takes the place of another: {change.instead}")
    if instead and passage.before and not passage.cell:  # of the case of the one in whose place it stands
        earlier = stated_changes(passage.before, lexicon.language, around.names)
        shared = [span for span in (earlier[-1].spans if earlier else ()) if span.polarity]
        spans[:0] = [span for span in shared if not any(span.words == other.words for other in spans)]
    if not lexicon.known:
        remarks.append("the words of this language are not known")
    spans = [s for s in spans if not _applies(s, lexicon)]
    limit = _limit(change.limit, change.change, lexicon)
    if change.limit and limit is None:
        doubts.append(f"its limit is not read: {change.limit}")
    line, column = passage.place(change.start)
    kept = tuple(dict.fromkeys(spans))
    own_heading = not around.inherited or changes_roll(clause, lexicon)
    announced = around.speaks_of_rolls and (
        found.evidence == "chapter" or (found.evidence == "heading" and own_heading)
    )
    announced = (
        announced
        or _announces(around.heading, lexicon)
        or (passage.cell and (around.announced or _announces(passage.lead, lexicon)))
    )
    doubts += refusals(
        change,
        found,
        kept,
        per,
        lexicon,
        announced=announced,
        speaks_of_roll=_of_the_roll(change, lexicon),
        above=around.inherited,
    )
    doubts += unsure_of(change, found, kept, around, passage.label, lexicon)
    after = " ".join(passage.after.split())
    counts = [ConditionSpan(per, True, "if")] if per else []
    more = any(each.change.operation not in STATEMENTS for each in stated_changes(after, lexicon.language))
    doubts += taken_back(after, clause, (*kept, *counts), passage.label, more, around, lexicon)
    doubts += filter(None, (missing,))
    if passage.result:
        doubts.append("what comes of a roll")
    tested_key = key_of(found.of, lexicon)
    if (
        change.change.operation in ("halve", "double", "set")
        and found.evidence in ("column", "label", "heading")
        and tested_key in around.tests
        and tested_key not in around.values
    ):
        doubts.append(f"what of it: {found.of}")
    if passage.unheaded:
        doubts.append("under which head of its table it stands")
    if alone and passage.cell and passage.label and not change.change.verb:
        before = [s.words for s in change.spans if s.place == "label" and s in kept]
        if before and not any(s.place == "if" for s in change.spans):
            doubts.append(f"of what, or when: {before[0]}")
    if _SLASHED.search(clause):
        doubts.append("one of several amounts with a slash between them")
    if _NOTED.search(passage.label) or _MARKED.match(passage.text, change.start) or passage.marked:
        doubts.append("a footnote speaks of it")
    if passage.note:
        doubts.append("a footnote, which speaks of another row")
    if _only_before(passage.text[max(change.start - _NEAR, 0) : change.start], lexicon):
        doubts.append("only: it stands in the place of another")
    if change.change.operation != "dice" and (
        lexicon.is_only("measure", of.casefold().split()) or lexicon.is_only("price", of.casefold().split())
    ) and of:  # fmt: skip
        doubts.append(f"no value that dice change: {of}")
    if not kept and not per and change.change.operation in ("add", "dice", "halve", "double", "set"):
        doubts.append("nothing says when")
    if change.change.operation in ("add", "dice") and change.change.amount == 0:
        doubts.append("it changes nothing")
    if any(lexicon.is_only("apiece_only", [s.words.casefold()]) for s in kept):
        doubts.append("a sum that is told")
    if lexicon.says("told", clause):
        doubts.append("it is told, and no rule")
    if around.origin not in ("rules", "sheet"):
        doubts.append("it is told, and no rule")
    shown = tuple(s.words if s.polarity else f"{lexicon.unless} {s.words}" for s in kept)
    if per and not shown:
        shown = (per,)
    condition = "; ".join(shown) or clause
    return Modifier(
        id="",
        of=slug(of) or None,
        operation=cast(Operation, change.change.operation),
        amount=change.change.amount,
        unit=change.change.unit,
        per=per or None,
        limit=limit,
        condition=condition,
        when=None,
        facts=(),
        section=around.section,
        document=around.document,
        line=line,
        column=column,
        origin=around.origin,
        unread=shown or (clause,),
        spans=kept,
        doubt="; ".join(dict.fromkeys((*remarks, *doubts))),
        claimed=not doubts,
        replaces=(BEFORE,) if instead else (),
    )


def _only_before(words: str, lexicon: Lexicon) -> bool:
    """Whether "only" stands right before a change, or before what gives it: "you only ever get"."""
    said = words_of(words, lexicon.language)
    at = next((n for n in range(len(said) - 1, -1, -1) if "only" in said[n].kinds), None)
    if at is None:
        return False
    behind = said[at + 1 :]
    return all(word.token.kind == "WORD" for word in behind) and (not behind or "gives" in behind[-1].kinds)


def _rolls_named(change: StatedChange, around: RowContext, lexicon: Lexicon) -> ConditionSpan | None:
    """The stretch that names the roll itself as what is changed: "strike tests | get +1 in summer"."""
    for span in change.spans:
        words = words_of(span.words, lexicon.language)
        said = span.place in ("subject", "label") and len(words) > 1 and "definite" in words[0].kinds
        if said and key_of(span.words, lexicon) in around.tests:
            return span  # "the attack suffers −2"
        if (
            span.place in ("subject", "label")
            and 1 < len(words) <= _OLD_VALUE
            and "tested" in words[-1].kinds
        ):
            idle = {"cases", "if", "each", "person"}
            plain = all(word.token.kind == "WORD" and not idle & set(word.kinds) for word in words)
            noun = "roll" not in words[-1].kinds or "testing" in words[-1].kinds
            known = noun or key_of(span.words, lexicon) in around.tests  # not a verb
            return span if plain and known else None
    return None


def _states_roll(words: str, lexicon: Lexicon) -> bool:
    """Whether a cell beside says what is rolled against what: "d10 <= Nerve", "7+"."""
    said = words_of(words, lexicon.language)
    return any(word.token.kind == "DICE" or word.token.text in ("=", "<", ">") for word in said) or (
        len(said) == 1 and said[0].token.kind == "TARGET"
    )


def _only_generic(words: str, lexicon: Lexicon) -> bool:
    """Whether words say but that it is the roll: "on each die", "to the total"."""
    said = words_of(words, lexicon.language)
    idle = {"cases", "to", "each", "determiner", "generic", "dice", "sum", "definite"}
    rolled = any({"dice", "sum", "roll"} & set(word.kinds) for word in said)
    return rolled and all(idle & set(word.kinds) for word in said)


def _bonus_named(
    spans: Sequence[ConditionSpan], around: RowContext, lexicon: Lexicon
) -> tuple[str, list[ConditionSpan]]:
    """What a change is of where its name and a word for a change stand behind the amount, "−1 | Nerve penalty
    at night", and the stretches without them."""
    for n, span in enumerate(spans):
        words = words_of(span.words, lexicon.language)
        at = next((k for k, word in enumerate(words[:_NAMED]) if "changing" in word.kinds), 0)
        name = span.words[: words[at].token.start].strip() if at else ""
        if span.place != "if" or not name or not is_rolled(name, around, lexicon):
            continue
        rest = span.words[words[at].token.end :].strip(" ,;")
        return name, [*spans[:n], *([span._replace(words=rest)] if rest else []), *spans[n + 1 :]]
    return "", list(spans)


def _says_nothing(words: str, lexicon: Lexicon) -> bool:
    """Whether a stretch is no condition: "even for veterans", "since nobody means it", "see Big Hats"."""
    said = words_of(words, lexicon.language)
    if all({"connective", "existing", "changing", "article"} & set(word.kinds) for word in said):
        return True
    if "because" in said[0].kinds:
        return len(said) > 1 and bool({"nominative", "pronoun", "no_name", "anyone"} & set(said[1].kinds))
    return bool({"concessive", "see"} & set(said[0].kinds))


def _without_connectives(words: str, of: str, lexicon: Lexicon) -> str:
    """Words without what only joins them to others at either end, "a deep wound | moreover", and without
    the name of what is changed in front: "+1 | pip | if …"."""
    said = list(words_of(words, lexicon.language))
    while len(said) > 1 and "connective" in said[-1].kinds:
        said.pop()
    while len(said) > 1 and "connective" in said[0].kinds and not {"cases", "if"} & set(said[0].kinds):
        said.pop(0)
    if of and said and said[0].token.kind == "WORD" and not said[0].kinds:
        own = {phrase_form(word.casefold(), lexicon.language) for word in of.split()}
        if phrase_form(said[0].token.text.casefold(), lexicon.language) in own and len(of.split()) == 1:
            said.pop(0)
    while said and said[0].token.kind == "STOP":
        said.pop(0)
    return words[said[0].token.start : said[-1].token.end] if said else ""


def _without_roll(words: str, around: RowContext, lexicon: Lexicon) -> str:
    """Words without the roll that they end with as what is changed: "over mountains the roll"."""
    said = words_of(words, lexicon.language)
    if len(said) < _APPLIES - 1 or not (
        {"dice", "sum", "tested"} & set(said[-1].kinds) or said[-1].token.text.casefold() in around.tests
    ):
        return words
    before = said[-2]
    own = bool({"pronoun", "no_name"} & set(before.kinds))  # "for everything but her Nerve"
    spoken = {"cases", "to", "gives", "roll"} & set(said[-3].kinds)
    named = "definite" in before.kinds and not own and not spoken
    return words[: before.token.start].strip(" ,;") if named else words


def _applies(span: ConditionSpan, lexicon: Lexicon) -> bool:
    """Whether a stretch but says that a change is made: "apply | +2 for light ones", "by | −1"."""
    if span.words.casefold() in lexicon.kinds.get("by", ()):
        return True
    idle = lexicon.kinds.get("announcing", frozenset()) | lexicon.kinds.get("applying", frozenset())
    return span.place == "label" and span.words.casefold() in idle


def _is_pronoun(span: ConditionSpan, lexicon: Lexicon) -> bool:
    """Whether a stretch is but a pronoun, "she", as a subject or label."""
    return span.place in ("subject", "label") and span.words.casefold() in lexicon.kinds.get("person", ())


def _begins_with_pronoun(change: StatedChange, lexicon: Lexicon) -> bool:
    """Whether a clause speaks of somebody whom the words before name: "it is out of supply"."""
    first = " ".join(span.words for span in change.spans[:1]).split()[:1]
    kinds = ("person", "pronoun")
    return bool(first) and any(first[0].casefold() in lexicon.kinds.get(kind, ()) for kind in kinds)


def _spoken_of(words: str, passage: ClausePassage, around: RowContext, lexicon: Lexicon) -> str | None:
    """Whom a clause speaks of that begins with "it" or "she": who changes the roll in the sentence before;
    "" where that is whoever makes the roll, None where nothing says so."""
    if words.split()[0].casefold() not in lexicon.kinds.get("person", ()) or not around.test:
        return None
    if not passage.before:
        return ""
    before = stated_changes(passage.before, lexicon.language, around.names)
    if before:
        spans = [span for change in before for span in change.spans if span.polarity]
        persons = lexicon.kinds.get("person", frozenset())
        named = [s.words for s in spans if s.place == "subject" and s.words.casefold() not in persons]
        return named[0] if named else ""
    return "" if rolled_for(passage._replace(text=passage.before), lexicon) is not None else None


def _of_the_roll(change: StatedChange, lexicon: Lexicon) -> bool:
    """Whether a change is of what is called a roll: "her total is halved", "may reroll one failed check"."""
    kinds = ("roll", "tested", "dice", "sum")
    if change.change.operation in ("halve", "double"):
        return any(lexicon.says(kind, change.of) for kind in kinds)
    return change.change.operation == "reroll" and bool(change.of) and not _rerolled(change.of, lexicon)


def _rerolled(words: str, lexicon: Lexicon) -> str:
    """What roll is made again, by name: "one failed Might test" of Might; "" of "the die", "one failed
    check"."""
    idle = {
        "roll",
        "tested",
        "dice",
        "sum",
        "fails",
        "succeeds",
        "determiner",
        "generic",
        "article",
        "to",
        "each",
    }
    said = words_of(words, lexicon.language)
    end = next((n + 1 for n, w in enumerate(said) if n and "tested" in w.kinds), len(said))
    said = said[:end]  # "one skid test | a night"
    own = [w.token.text for w in said if w.token.kind != "NUMBER" and not idle & set(w.kinds)]
    return " ".join(own)


def _beyond_roll(words: str, lexicon: Lexicon) -> str:
    """The words behind the roll that is made again: "one Luck roll | twice a day"."""
    said = words_of(words, lexicon.language)
    end = next((n + 1 for n, w in enumerate(said) if n and "tested" in w.kinds), len(said))
    return words[said[end].token.start :] if end < len(said) else ""


def _counted(label: str, lexicon: Lexicon) -> str:
    """What a label counts: "each wound", "for every wound"; "" where it counts nothing."""
    words = words_of(label, lexicon.language)
    counts = len(words) > 1 and {"each", "per"} & set(words[0].kinds)
    return label[words[1].token.start :] if counts else ""


def _up_to_case(words: str, lexicon: Lexicon) -> str:
    """Words up to the first that says for whom or when: "your Skill | for every check"."""
    found = words_of(words, lexicon.language)
    cut = next(
        (w.token.start for w in found[1:] if {"cases", "if", "each", "per"} & set(w.kinds)), len(words)
    )
    return words[:cut].strip()


def _column_case(passage: ClausePassage) -> str:
    """The head of a column as a case; of one that is but a number, with what it is a number of."""
    head = passage.column.strip()
    return head if _LETTERS.search(head) or not passage.corner else f"{passage.corner}: {head}"


def _announces(words: str, lexicon: Lexicon) -> bool:
    """Whether words only say that changes follow."""
    return lexicon.says("announces", words)


def _without_announcing(words: str, lexicon: Lexicon) -> str:
    """Words without an end that only says that changes follow: "of a troop | add or take"."""
    said = words_of(words, lexicon.language)
    return words[: said[-1].token.start].strip() if said and "announces" in said[-1].kinds else words


def _only_announces(words: str, lexicon: Lexicon) -> bool:
    """Whether a stretch only says that changes follow: "with the following modifiers"."""
    return len(words.split()) < _OLD_VALUE and lexicon.says("announces", words) and (
        lexicon.says("changing", words) or lexicon.says("announces_of", words)
    )  # fmt: skip


def _conditional(words: str, lexicon: Lexicon) -> bool:
    size = len(words.split())
    case = any(lexicon.says(kind, words) for kind in ("if", "unless")) and size < _LEAD
    return case or (lexicon.says("only", words) and size < _SHORT_LEAD)


def _exception(passage: ClausePassage, lexicon: Lexicon, doubts: list[str]) -> Iterator[ConditionSpan]:
    """The exception that the next sentence makes; of one that goes on in another way a doubt."""
    after = " ".join(passage.after.split())
    if not after:
        return
    words = words_of(after, lexicon.language)
    kinds = set(words[0].kinds) if words else set()
    for other in stated_changes(after, lexicon.language):  # "If he is hated, −1 instead."
        if other.instead.casefold() in lexicon.kinds.get("instead", ()) and other.change.operation in (
            "add",
            "dice",
        ):
            cases = [span.words for span in other.spans if span.polarity and span.place == "if"]
            yield from (ConditionSpan(case, False, "unless") for case in cases[:1])
            return
    if len(words) > 2 and words[0].token.kind == "NUMBER" and "if" in words[1].kinds:
        yield ConditionSpan(after[words[1].token.end :].strip(" ."), False, "unless")  # "…; one if …"
        return
    if "exception" in kinds or "unless" in kinds:
        said = (
            _COLON.sub("", after).strip(" .")
            if "exception" in kinds
            else after[len(words[0].token.text) :].strip(" .")
        )
        inner = words_of(said, lexicon.language)
        cut = next((n for n, word in enumerate(inner) if "if" in word.kinds), None)
        denied = any("not" in word.kinds or "forbids" in word.kinds for word in inner[: cut or 1])
        if inner and "not" in inner[0].kinds and cut is None:
            yield ConditionSpan(said[inner[0].token.end :].strip(" ."), False, "unless")
        elif denied and cut is not None:
            yield ConditionSpan(said[inner[cut].token.end :].strip(" ."), False, "unless")
        elif said:
            yield ConditionSpan(said, False, "unless")
            doubts.append("an exception follows")
    elif exempt := _exempt(words, after):
        yield ConditionSpan(exempt, False, "unless")
    elif narrowed := _narrowed(words, after):
        yield from narrowed
    elif lexicon.says("takes_back", after):
        doubts.append(f"the next sentence takes back: {after[:80]}")
    elif "goes_on" in kinds and ("person" not in kinds or _of_the_change(after, lexicon)):
        doubts.append(f"the next sentence goes on: {after[:80]}")


def _of_the_change(after: str, lexicon: Lexicon) -> bool:
    """Whether a sentence that begins with "it" may speak of the change before, and not of whom that is of."""
    kinds = (
        "changing",
        "applying",
        "not_applying",
        "only",
        "instead",
        "limit",
        "add",
        "subtract",
        "unless",
        "if",
    )
    return any(lexicon.says(kind, after) for kind in kinds)


def _exempt(words: Sequence[ReadWord], after: str) -> str:
    """Whom a sentence takes out of what the one before says, and nothing else: "The barrow dead ignore
    this."; "" where it says more, or speaks of somebody whom it does not name."""
    at = next((n for n, word in enumerate(words) if "exempt" in word.kinds), 0)
    idle = {"cases", "pronoun", "generic", "to", "determiner", "each"}
    goes_on = (
        n for n in range(at + 1, len(words) - 1)
        if words[n].token.text == "," and "and" in words[n + 1].kinds
    )  # fmt: skip
    end = next(goes_on, len(words))  # "…, and the spearmen get +10": another statement
    rest = [word for word in words[at + 1 : end] if word.token.text not in (".", "!")]
    if not at or {"person", "pronoun"} & set(words[0].kinds):
        return ""
    last = at - 1 if at > 1 and {"nominative", "no_name"} & set(words[at - 1].kinds) else at
    whom = after[: words[last].token.start].strip(" ,;")  # "uphill | you get none of this"
    if all(idle & set(word.kinds) for word in rest):
        return whom
    told = "cases" in rest[0].kinds and len(rest) < _OLD_VALUE  # "goblins are not affected by marsh"
    return f"{whom} ({after[rest[0].token.start :].strip(' .!')})" if told else ""


def _narrowed(words: Sequence[ReadWord], after: str) -> list[ConditionSpan]:
    """The cases to which a sentence narrows the one before: "This only applies in the first round"; "It may
    not use this bonus at night"."""
    none = bool(words) and words[0].token.text.casefold().startswith("none of")
    spoken = bool(words) and (none or bool({"pronoun", "person", "goes_on"} & set(words[0].kinds)))
    if not spoken or len(words) > _NARROW:
        return []
    at = next((n for n, word in enumerate(words) if {"applying", "not_applying"} & set(word.kinds)), 0)
    if not 0 < at < _APPLIES:
        return []
    denied = none or any({"not", "forbids", "not_applying"} & set(word.kinds) for word in words[1 : at + 1])
    only = any("only" in word.kinds for word in words[1 : at + 2])
    start = at + 1
    while start < len(words) and {"only", "definite", "changing", "pronoun"} & set(words[start].kinds):
        start += 1
    if denied == only or start >= len(words) or not {"cases", "if", "to"} & set(words[start].kinds):
        return []
    cut = next((n for n in range(start, len(words)) if words[n].token.kind == "STOP"), len(words))
    if cut < len(words) and words[cut].token.text != ".":
        return []  # "…, and never uphill" says more
    begin = words[start].token.start if "cases" in words[start].kinds else words[start].token.end
    said = after[begin:].strip(" .!")
    return [ConditionSpan(said, only, "if" if only else "unless")] if said else []


def _limit(words: str, change: MarkedChange, lexicon: Lexicon) -> Limit | None:
    """The most that a change comes to, or how often it is made; None where the words say neither."""
    tokens = words_of(words, lexicon.language)
    if len(tokens) == 2 and "times" in tokens[0].kinds:
        return Limit(f"per {tokens[1].token.text.casefold()}", 1)
    number = next((word.token.value for word in tokens if word.token.value is not None), None)
    if number is not None and number < 0 and (change.amount or 0) < 0:
        return Limit("amount", int(-number))  # "−1 for each, to a minimum of −4"
    if number is None or any("at_least" in word.kinds for word in tokens):
        return None
    if any(lexicon.says("floor", word.token.text) for word in tokens):
        return Limit("least", int(number)) if number >= 0 else None  # "to a minimum of 1"
    return Limit("amount", int(abs(number)))
