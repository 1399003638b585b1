"""Makes text from documents and models inert in Markdown: every reader shows it, none acts on it.

What CommonMark, GitHub, Pandoc or Obsidian could take for mark-up is escaped by a backslash, which
all of them know before ASCII punctuation. The rest stays as it is, so that the text can be read
and searched in the file too.
"""

from __future__ import annotations

import re

# Emphasis, code, links, images, footnotes, raw HTML, headings, tables, strikethrough, sub- and
# superscript, mathematics, attributes, templates, quotations of scholars, mentions.
_ANYWHERE = r"[\\`*_{}\[\]<>#|~^$@]"
# Character references; comments and marks of colour; dashes that a reader would join.
_TOGETHER = r"&(?=[#\w])|%(?=%)|(?<=%)%|=(?==)|(?<==)=|\+(?=\+)|(?<=\+)\+|-(?=-)|(?<=-)-"
# Addresses that become links by themselves, and names of pictures (":smile:").
_ADDRESS = r"(?<!\d):(?=\S)|:(?=[^\s\d])|(?<=\w)\.(?=[^\W\d_]{2})"
# Before a link of ours it would make a picture of it.
_LAST = r"!\Z"
_INLINE = re.compile("|".join((_ANYWHERE, _TOGETHER, _ADDRESS, _LAST)), re.IGNORECASE)
# What makes a list, a rule, a heading, a definition or the title of a file at a line's start.
_SIGN, _NUMBER = r"(?P<sign>[-+=:%])", r"(?P<number>\(?(?:\d+|\w|[ivxlcdm]+))(?=[.)])"
_AT_START = re.compile(rf"\A(?:{_SIGN}|{_NUMBER})", re.IGNORECASE)
_BACKTICKS = re.compile("`+")


def escaped(line: str, *, at_start: bool = True) -> str:
    """Escape a line of text for a paragraph, a heading or a quotation; `at_start` unless something
    of ours stands before it on its line."""
    start = ""
    found = _AT_START.match(line) if at_start else None
    if found is not None and found["sign"]:
        start, line = f"\\{found['sign']}", line[1:]
    elif found is not None:
        number = found["number"]
        bracket = "\\" if number.startswith("(") else ""
        start, line = f"{bracket}{number}\\{line[len(number)]}", line[len(number) + 1 :]
    return start + _INLINE.sub(lambda sign: f"\\{sign.group()}", line)


def code_span(text: str) -> str:
    """Text for which spaces and signs count, such as a path, as code: nothing in it is read."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    # Spaces inside the fences belong to them where there is one at both ends.
    room = " " if text.startswith(("`", " ")) or text.endswith(("`", " ")) else ""
    return f"{fence}{room}{text}{room}{fence}"
