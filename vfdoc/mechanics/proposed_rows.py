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
from vfdoc.mechanics.changes_together import (
    apiece,
    bare_list,
    beyond_roll,
    counted_by,
    is_count,
    limit_of,
    of_each,
    rerolled_test,
    widened,
    with_nouns,
)
from vfdoc.mechanics.clauses import StatedChange, stated_changes
from vfdoc.mechanics.condition_words import (
    announces,
    applies,
    begins_with_pronoun,
    bonus_named,
    case_of_lead,
    column_case,
    concedes,
    conditional,
    counted_by_label,
    is_made,
    is_pronoun,
    only_announces,
    only_generic,
    rolls_named,
    says_nothing,
    shows_face,
    spoken_of,
    states_roll,
    up_to_case,
    without_announcing,
    without_connectives,
    without_joining,
    without_made_roll,
    without_roll,
)
from vfdoc.mechanics.lead_changes import opens_list
from vfdoc.mechanics.lexicon import Lexicon, words_of
from vfdoc.mechanics.marked import COLUMN, STATEMENTS
from vfdoc.mechanics.named_rolls import (
    bearing_roll,
    behind_amount,
    heading_is_case,
    named_by_heading,
    names_roll,
    of_every_roll,
    set_value,
)
from vfdoc.mechanics.named_tests import asked_tests, named_tests, own_test, says_only
from vfdoc.mechanics.next_sentence import exception, footnote
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.mechanics.proposal import proposed_row
from vfdoc.mechanics.replacements import TAKES
from vfdoc.mechanics.rolls import slug
from vfdoc.mechanics.row_doubts import ReadRow, row_doubts
from vfdoc.mechanics.said_here import tells_of_another
from vfdoc.mechanics.surety import fallen
from vfdoc.model.mechanics import (
    ConditionSpan,
    Modifier,
    Operation,
    ProposedKind,
    ProposedStatement,
    ValueOf,
)

_KINDS: Mapping[str, ProposedKind] = {"forbids": "forbids", "permits": "permits", "counts": "counts-as"}
_WORD = re.compile(r"[^\W\d_]+")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_ROW_OF = re.compile(r"^\s*[+−–-]\d{1,3}[\"”″%]?(?:\s*/\s*[+−–-]\d{1,3}[\"”″%]?){1,5}\s*$")
_SIGNED = re.compile(r"[+−–-]\d{1,3}[\"”″%]?")
_STATING_TITLES = ("test", "heading", "chapter")
_STATING = {"test": "section", "chapter": "chapter"}
BEFORE = "before"
"""What a row replaces that stands in the place of the one before it, until rows have ids."""
_OLD_VALUE = 5  # words of "instead of 5"
_CLAUSE = 300  # characters of a clause that a row shows
_BRACKET = re.compile(r"[(\[][^)\]]{0,60}[)\]]")
_TO = re.compile(
    r"\b(?:to|from)\s+(?:the\s+|a\s+|an\s+|each\s+|every\s+)?([^:.,;]{2,40})[:.]?\s*$", re.IGNORECASE
)
_SIGN_ALONE = re.compile(r"[+−–-]\s?\d{1,3}\W*")
_LIMITED = "a limit of it is said behind it"
_TOLD_OF = "what is so of whoever has it, and not what changes"
_ADDED = "what it adds: "
_WIDENED = "another amount stands for some of its cases"
_HELD = "an amount that somebody has stands in its condition"


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
        named = with_nouns(found, lexicon)
        found = [each for each in named if _may_be_rolled(each, passage, around, lexicon)]
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
        found = [_hemmed(each, stated, text, lexicon) for each in found]
        of = _before_semicolon(passage, around, lexicon, found[0].change.operation) if found else ""
        for n, change in enumerate(found):
            if change.change.operation in ("add", "dice"):  # "+1 to Nerve at dawn, but −2 at dusk"
                of = change.of or ("" if own_test(change.spans, lexicon)[0] else of)
                change = change._replace(of=of)
            labelled = change.per or any(span.place == "label" for span in change.spans)
            several = bool(listed and labelled and not change.change.verb)
            several |= bool(labelled and names_roll(passage, around, lexicon) and not change.change.verb)
            following = found[n + 1] if n + 1 < len(found) else None
            before = found[n - 1] if n else None
            if widened(change, found[n + 1 :]) or any(
                one is not None and other is not None and bare_list(text, one, other, lexicon)
                for one, other in ((before, change), (change, following))
            ):
                change = change._replace(doubts=(*change.doubts, _WIDENED))
            if before is not None and names_roll(passage, around, lexicon):  # "lance +1, at a walk −1"
                change = change._replace(doubts=(*change.doubts, _WIDENED))
            later = [each.change.operation for each in found[n + 1 :]]
            if "set" in later and change.change.operation in ("add", "dice"):  # "+2, which falls to 1 at sea"
                change = change._replace(doubts=(*change.doubts, _WIDENED))
            if passage.cell and not change.per and apiece(text, change, lexicon):
                change = change._replace(per=counted_by(label, lexicon))
                label = ""
            if is_count(passage, change, around, lexicon):
                change = change._replace(change=change.change._replace(operation="dice"))
            for one in of_each(change, lexicon):
                others = tuple(each.of for each in found if each.of and not change.of)
                yield _row(
                    one, passage._replace(label=label), clause, around, lexicon, listed=several,
                    missing=missing, alone=len(stated) == 1, besides=others, leads=n == 0,
                )  # fmt: skip


def _hemmed(
    change: StatedChange, stated: Sequence[StatedChange], text: str, lexicon: Lexicon
) -> StatedChange:
    """A change with a doubt where a statement behind it limits it, "…, but cannot go below 3", or says what
    is so of whoever bears it: "a tank with +4 to damage | counts as crippled"."""
    behind = [each for each in stated if each.start > change.start and each.change.operation in STATEMENTS]
    limited = any(
        each.change.operation == "forbids"
        and any(word.token.kind in ("NUMBER", "SIGNED") for word in words_of(each.of, lexicon.language))
        for each in behind
    )
    before = words_of(text[: change.start], lexicon.language)[-1:]
    borne = bool(before) and "bearing" in before[0].kinds
    told = any(
        borne and not {"and", "contrary"} & {k for w in words_of(between, lexicon.language) for k in w.kinds}
        for each in behind
        if "," not in (between := text[change.start + len(change.words) : each.start])
    )
    held = any(_is_held(each, change, text, lexicon) for each in stated)
    doubts = [said for said, so in ((_LIMITED, limited), (_TOLD_OF, told), (_HELD, held)) if so]
    return change._replace(doubts=(*change.doubts, *doubts)) if doubts else change


def _is_held(other: StatedChange, change: StatedChange, text: str, lexicon: Lexicon) -> bool:
    """Whether another amount is what somebody has in the condition of a change: "if a target has −4 armour,
    subtract 4"."""
    if other.start >= change.start or "," not in text[other.start : change.start]:
        return False
    before = words_of(text[: other.start], lexicon.language)
    at = max((n for n, word in enumerate(before) if "if" in word.kinds), default=None)
    opened = at is not None and "," not in text[before[at].token.start : other.start]
    return opened and bool({"bearing", "receiving"} & set(before[-1].kinds))


def _may_be_rolled(
    change: StatedChange, passage: ClausePassage, around: RowContext, lexicon: Lexicon
) -> bool:
    """Whether a change by a value may be one of a roll: its clause or its section speaks of one; what is done
    with "the number of bases" elsewhere is of the table."""
    told = passage.cell or not change.change.verb or is_rolled(change.of, around, lexicon)
    return told or not change.change.value or around.of_chance


def _makes_roll(words: str, lexicon: Lexicon) -> bool:
    """Whether words say that dice are rolled, "roll 1d10 and", or what they have to come to."""
    said = words_of(words, lexicon.language)
    if any(word.token.kind == "DICE" for word in said):
        return any("roll" in word.kinds for word in said)
    return len(said) > 1 and said[0].token.kind == "NUMBER" and "at_least" in said[1].kinds


def _to_do(head: str, lexicon: Lexicon) -> bool:
    """Whether a head says what is to be done: "To keep his feet"."""
    return head.casefold().split()[:1] in [[word] for word in lexicon.kinds.get("to_do", ())]


def _before_semicolon(passage: ClausePassage, around: RowContext, lexicon: Lexicon, operation: str) -> str:
    """What the clause before a semicolon changes: what follows goes on of the same."""
    if not passage.before.rstrip().endswith(";"):
        return ""
    stated = stated_changes(passage.before, lexicon.language, around.names)
    if stated and stated[-1].change.operation != operation:
        return ""
    return stated[-1].of if stated and stated[-1].change.operation in ("add", "dice") else ""


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
            spans += exception(passage, lexicon, [])
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
    leads: bool = True,
) -> Modifier:
    doubts, remarks = list(change.doubts), list(change.remarks)
    lead_of = _TO.search(passage.lead) if passage.lead and announces(passage.lead, lexicon) else None
    if lead_of and (says_no_more(lead_of.group(1), "", lexicon) or passage.unread_cells):
        lead_of = None  # "subject to the following modifiers:"; "of the kind named", in another cell
    words = change.of or (
        up_to_case(lead_of.group(1), lexicon)
        if lead_of and (passage.crossed or is_caption(passage.column, lexicon))
        else ""
    )
    if change.change.operation == "set" and change.change.noun and not words:
        words = change.change.noun
    again = change.change.operation == "reroll" and change.of != ""
    words = rerolled_test(change.of, lexicon) if again else words
    crossed = passage.crossed and key_of(passage.column, lexicon) not in around.tests
    within = passage._replace(column="") if crossed else passage
    subject = rolls_named(change, around, lexicon) if not words else None
    words = subject.words if subject is not None else words
    made = [s for s in change.spans if is_made(s, lexicon)]
    change = change._replace(spans=tuple(s for s in change.spans if s not in made))
    borne = bearing_roll(change, around, lexicon) if not words else None
    if borne is not None:
        kept_rest = [ConditionSpan(borne.rest, True, "if")] if borne.rest else []
        others_ = [span for span in change.spans if span is not borne.span]
        change = change._replace(spans=(*kept_rest, *others_), per=change.per if borne.span else "")
        words = borne.name
    found = attributed(words, within, around, lexicon, listed=listed)
    every = up_to_case(words, lexicon)
    if of_every_roll(every, lexicon):
        found = Attributed(every.casefold(), "clause", words[len(every) :].strip())
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
    if change.change.value:  # "roll 1d10 and | add your leader's grade": how the roll is made
        spans = [s for s in spans if not _makes_roll(s.words, lexicon)]
        per = "" if _makes_roll(per, lexicon) else per
    spans = [s for s in spans if s.place != "if" or not only_generic(s.words, lexicon)]
    rounding = [s for s in spans if lexicon.says("rounding", s.words) and len(s.words.split()) < _OLD_VALUE]
    spans = [s for s in spans if s not in rounding and not only_announces(s.words, lexicon)]
    spans = [s for s in spans if not (lexicon.says("announces", s.words) and asked_tests(s.words, lexicon))]
    spans = [s._replace(words=without_roll(s.words, around, lexicon)) for s in spans]
    spans = [s._replace(words=without_connectives(s.words, found.of, lexicon)) for s in spans]
    spans = [s for s in spans if s.words.strip() and not says_nothing(s.words, lexicon)]
    remarks += [f"rounding: {s.words}" for s in rounding]
    if found.evidence != "clause" and change.change.operation in ("add", "dice", "set", "halve", "double"):
        value, kept_spans = named_value(spans, around.values, lexicon)
        if value:
            found, spans = Attributed(value, "clause"), kept_spans
            doubts = [doubt for doubt in doubts if not doubt.startswith(f"{_ADDED}{value}")]
    if found.evidence != "clause" and change.change.operation in ("add", "dice"):
        value, kept_spans = behind_amount(change._replace(spans=tuple(spans)), passage.text, around, lexicon)
        if value:
            found, spans = Attributed(value, "clause"), kept_spans
            doubts = [doubt for doubt in doubts if not doubt.startswith(f"{_ADDED}{value}")]
    named_too = f"{_ADDED}{found.of}".casefold()
    if found.of and any(doubt.casefold() == named_too for doubt in doubts):  # "−1 Nerve" in a Nerve section
        found = Attributed(found.of, "clause")
        doubts = [doubt for doubt in doubts if doubt.casefold() != named_too]
    bonus, spans_left = bonus_named(spans, around, lexicon)
    if bonus and found.evidence != "clause" and change.change.operation in ("add", "dice"):
        found, spans = Attributed(bonus, "clause"), spans_left
        doubts = [doubt for doubt in doubts if not doubt.startswith(f"{_ADDED}{bonus}")]
    if change.change.operation == "set" and found.evidence not in ("clause", "label", "column"):
        value, kept_spans = set_value(
            change._replace(spans=tuple(spans)), passage.text[: change.start], around, lexicon
        )
        if value:
            found, spans = Attributed(value, "clause"), kept_spans
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
    if again and (beyond := beyond_roll(change.of, lexicon)):
        doubts.append(f"how often: {beyond}")
    if rest and first.casefold() in lexicon.kinds.get("ordinal", ()):  # "to his next Nerve test"
        spans.append(ConditionSpan(words or found.of, True, "if"))
        found = found._replace(of=rest)
    if found.rest:
        rest = without_announcing(found.rest, lexicon)
        rest = "" if lexicon.is_only("succeeds", rest.casefold().split()[1:]) else rest  # "chance of success"
        spans += [ConditionSpan(rest, True, "if")] if rest else []
    if crossed:
        spans.insert(0, ConditionSpan(column_case(passage), True, "label"))
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
                passage.lead.rstrip().endswith((":", "–", "—", "-", "…", "...")) or conditional(said, lexicon)
            )
            or announces(said, lexicon)
            or says_no_more(said, "", lexicon)
            or lead_of
            or any(word.token.kind == "DICE" for word in words_of(said, lexicon.language))  # states a test
            or (found.evidence == "lead" and not conditional(said, lexicon))
            or (passage.cell and not conditional(said, lexicon))
        ):
            continue
        if place == "label" and (found.evidence == "label" or is_caption(said, lexicon)):
            continue
        if place == "lead-in" and not conditional(said, lexicon):
            doubts.append(f"what the words above have to do with it: {said}")
        counts = counted_by_label(said, lexicon) if place == "label" and not per else ""
        if counts:
            per = counts
            continue
        spans.insert(0, ConditionSpan(said, True, place))  # type: ignore[arg-type]
    spans += [
        ConditionSpan(said, True, "if")
        for said in passage.beside
        if not names_roll(passage, around, lexicon)  # in a summary each cell says what it says
        and not any(s.words == said for s in spans)
        and not states_roll(said, lexicon)
    ]
    spans += exception(passage, lexicon, doubts)
    for note in passage.notes:
        noted, doubt = footnote(note, lexicon)
        spans += noted
        doubts += filter(None, [doubt])
    if found.evidence in _STATING_TITLES and any(doubt.startswith(_ADDED) for doubt in doubts):
        found = Attributed("", None)  # "add +6 Aid": of a thing that stands behind it, and of no roll
    if (
        found.evidence in _STATING_TITLES
        and not passage.label
        and any(tells_of_another(span, lexicon) for span in spans)
    ):
        found = Attributed("", None)
    if crossed and _to_do(passage.column, lexicon):
        found = Attributed("", None)  # "to hit | to be hit": rolls that the text may make, or others
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
        without_made_roll(s, found.of, lexicon)
        for s in spans
        if s.place not in ("subject", "label") or key_of(s.words, lexicon) != key_of(of, lexicon)
    ]
    if (opening := case_of_lead(passage.lead, lexicon)) is not None:
        counted_, said = opening
        if counted_ and not per:
            per = said
        elif not any(s.words == said for s in spans):
            spans.insert(0, ConditionSpan(said, True, "lead-in"))
    heading = _BRACKET.sub("", around.heading).strip()
    told, headed = (
        {phrase_form(word, lexicon.language) for word in key_of(words, lexicon).split()}
        for words in (f"{of} {around.test or ''}", heading)
    )
    idle = is_caption(heading, lexicon) or headed <= told
    idle = idle or says_no_more(heading, "", lexicon) or opens_list(heading, lexicon)
    idle = idle or (found.evidence == "lead" and says_no_more(heading, found.of, lexicon))
    idle = idle or (found.evidence == "label" and passage.cell)  # a summary, whose rows name their tests
    idle = idle or bool(around.topic and (spans or per))
    idle = idle or bool(
        around.own and around.test and key_of(found.of, lexicon) == key_of(around.test, lexicon)
    )
    if not idle and not any(slug(heading) == slug(span.words) for span in spans):
        spans.append(ConditionSpan(heading, True, "heading"))
        if len(spans) == 1 and not per and not heading_is_case(passage, found, around, lexicon):
            doubts.append("nothing but the heading says when")
    whom = None
    if not (passage.cell and passage.label) and begins_with_pronoun(change, lexicon):
        first_words = change.spans[0].words
        whom = named_by_heading(first_words, passage.before, around.heading, lexicon) or spoken_of(
            first_words, passage, around, lexicon
        )
        here = leads or any(s.place in ("subject", "label") for s in spans)
        here |= lexicon.says("person", passage.text[: change.start])
        if whom is None or not here:  # "… if the target swims, or 1 if it wades"
            doubts.append("whom it speaks of, the sentence before says")
        else:
            spans = [s for s in spans if not is_pronoun(s, lexicon)]
            spans[:0] = [ConditionSpan(whom, True, "subject")] if whom else []
    if change.change.operation == "dice" and change.change.amount is None and change.change.noun:
        remarks.append(f"{change.change.noun}: another die, of which one is kept")
    instead = change.instead.casefold() in lexicon.kinds.get("instead", ())
    if change.instead and not instead:
        known = change.change.operation == "set" and len(change.instead.split()) < _OLD_VALUE
        (remarks if known else doubts).append(f"{TAKES}: {change.instead}")
    if instead and passage.before and not passage.cell:  # of the case of the one in whose place it stands
        earlier = stated_changes(passage.before, lexicon.language, around.names)
        shared = [span for span in (earlier[-1].spans if earlier else ()) if span.polarity]
        spans[:0] = [span for span in shared if not any(span.words == other.words for other in spans)]
    if not lexicon.known:
        remarks.append("the words of this language are not known")
    spans = [without_joining(s, passage.text, lexicon) for s in spans if not applies(s, lexicon)]
    limit = limit_of(change.limit, change.change, lexicon, counted=bool(per))
    if change.limit and limit is None:
        doubts.append(f"its limit is not read: {change.limit}")
    kept = tuple(dict.fromkeys(spans))
    amount, asked = change.change.amount, kept
    decides = change.change.operation in ("pass", "fail") and any(
        shows_face(s, amount, lexicon) for s in kept
    )
    if decides:
        asked = tuple(s for s in kept if not (shows_face(s, amount, lexicon) or concedes(s, lexicon)))
    read = ReadRow(change, found, of, asked, per)
    doubts += row_doubts(read, passage, clause, around, lexicon, missing=missing, alone=alone)
    shown = tuple(s.words if s.polarity else f"{lexicon.unless} {s.words}" for s in kept)
    if per and not shown:
        shown = (per,)
    value, times, amount = change.change.value, change.change.times, change.change.amount
    decides = change.change.operation in ("pass", "fail") and any(
        shows_face(s, amount, lexicon) for s in kept
    )
    return proposed_row(
        around,
        passage.place(change.start),
        slug(of) or None,
        cast(Operation, change.change.operation),
        shown or (clause,),
        "; ".join(dict.fromkeys((*remarks, *doubts))),
        amount=ValueOf(slug(value), int(times)) if value else amount,
        faces=(int(amount),) if decides and amount is not None else (),
        unit=change.change.unit,
        per=per or None,
        limit=limit,
        spans=asked,
        claimed=not doubts,
        replaces=(BEFORE,) if instead else (),
    )
