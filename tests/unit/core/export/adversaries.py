"""Texts that would act in Markdown, and any mixture of them with words of many scripts."""

from __future__ import annotations

from hypothesis import strategies as st

PIECES = (
    "# heading", "## x ##", "---", "***", "___", "===", "- item", "+ item", "* item", "1. one",
    "(1) one", "a) one", "iv. four", "#. auto", "> quote", "    code", "\tcode", "```py", "~~~",
    "`code`", "``", "[text](http://example.com)", "![alt](http://example.com/x.png)", "[^1]",
    "[^1]: note", "[ref]: http://example.com \"title\"", "[text][ref]", "[[wiki]]", "<b>bold</b>",
    "<script>alert(1)</script>", "<!-- comment -->", "<http://example.com>", "<img src=x>",
    "http://example.com/a?b=c", "www.example.com", "https://x.org.", "me@example.com", "@user",
    "**bold**", "*it*", "__b__", "_i_", "~~gone~~", "==mark==", "++ins++", "^up^", "~down~",
    "$x^2$", "$$", ":smile:", ": definition", "{#id .class}", "{{ site }}", "{% raw %}", "%%",
    "% t", "&amp;", "&#35;", "&copy", "| a | b |", "|---|---|", "\\", "\\\\", "\\*",
    "  \n", "\n", "\n\n",
    "\r\n", "\u2028", "\x0c", "\x85", "\u202e", "\u2066", "\u2069", "\x00", "\ufffc", "!",
    "!", " ", "\u00a0", "word", "word", "10.5", "10:30", "ratio 3:4",
    "file.pdf", "e.g.", "-5 °C", "C++", "a--b",
    "يحق للموظف", "誤りです。", "Ünïcode", "😀", "“quoted”", "'s", "\ud800",
)  # fmt: skip

texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=8).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join),
    st.text(st.sampled_from("\\`*_{}[]<>()#+-.!|~^$@:=%&\"'/ \nab1"), max_size=24),
    st.text(max_size=40),
)
