"""The sentences of the list of conversations, in one place."""

from __future__ import annotations

from datetime import date, datetime

from PySide6.QtCore import QDate, QLocale, QTime

from app.core.domain.conversation import ConversationSummary, ScopeWording
from app.gui.common.formats import Formats
from app.gui.common.notice_area import short
from app.gui.common.safe_text import one_line

TITLE = "Conversations"
FIND = "Find in conversations"
NEW = "New conversation"
ERASE_ALL = "Erase all…"
NONE_KEPT = "No conversations yet"
NONE_KEPT_MORE = (
    "Each question that you ask is kept here with its answer and citations. It stays on this "
    "computer."
)
NOT_KEPT = "Conversations are not kept."
NOT_KEPT_MORE = "“Keep conversations” is switched off in the settings, so nothing new is stored."
NOTHING_FOUND = "Nothing was found"
NOT_LISTED = "The conversations could not be listed."
SETTINGS = "Settings"
STOP_FIRST = "An answer is being written."
STOP_AND_OPEN = "Stop and open"

_RECENT_DAYS = 7


def local(moment: datetime) -> datetime:
    """A moment as clocks here show it."""
    return moment.astimezone()


def group(day: date, today: date) -> str:
    """Under which heading a day stands: near ones by name, others by their month."""
    ago = (today - day).days
    if ago <= 0:
        return "Today"
    if ago == 1:
        return "Yesterday"
    if ago < _RECENT_DAYS:
        return "Last 7 days"
    return QLocale().toString(QDate(day.year, day.month, day.day), "MMMM yyyy")


def when(moment: datetime, today: date) -> str:
    """The time of a day that is near, the date of others."""
    locale, short_form = QLocale(), QLocale.FormatType.ShortFormat
    here = local(moment)
    if (today - here.date()).days <= 1:
        return locale.toString(QTime(here.hour, here.minute), short_form)
    return locale.toString(QDate(here.year, here.month, here.day), short_form)


def spoken_when(moment: datetime) -> str:
    """Day and time, read out."""
    locale, here = QLocale(), local(moment)
    day = locale.toString(QDate(here.year, here.month, here.day), QLocale.FormatType.LongFormat)
    time = locale.toString(QTime(here.hour, here.minute), QLocale.FormatType.ShortFormat)
    return f"{day}, {time}"


def title(summary: ConversationSummary) -> str:
    """The title on one line."""
    return one_line(summary.title)


def about(summary: ConversationSummary) -> str:
    """How many questions a conversation has, and where the newest looked."""
    return f"{Formats().count(summary.turns, 'question')} in {_place(summary.scope)}"


def _place(scope: ScopeWording) -> str:
    return "all documents" if scope.everything else one_line(scope.label) or "chosen documents"


def spoken(summary: ConversationSummary) -> str:
    """The name of a row."""
    return f"{title(summary)}, {about(summary)}, {spoken_when(summary.changed)}"


def counted(total: int) -> str:
    """How many are kept."""
    return Formats().count(total, "conversation")


def not_found(text: str) -> str:
    """What to do where a search found nothing."""
    return f"No conversation has “{short(text)}”. Try fewer words, or other ones."


def found(count: int, more: bool) -> str:
    """What is announced when a search has found something."""
    number = Formats().count(count, "conversation")
    return f"More than {number} found" if more else f"{number} found"


def delete_title(summary: ConversationSummary) -> str:
    """Asks whether a conversation is to be deleted."""
    return f"Delete “{short(summary.title)}”?"


def delete_sentence(summary: ConversationSummary) -> str:
    """Names what goes."""
    if summary.turns == 1:
        return "Its question and the answer go. Your documents stay."
    questions = Formats().count(summary.turns, "question")
    return f"Its {questions} and their answers go. Your documents stay."


def erase_title(total: int) -> str:
    """Asks whether all are to be erased."""
    return "Erase the conversation?" if total == 1 else f"Erase all {counted(total)}?"


ERASE_SENTENCE = (
    "All questions, answers and how they came about are erased from this computer, and cannot be "
    "brought back. Your documents stay."
)
ERASED = "All conversations were erased"
ERASE_AGAIN = "Erase again"


def stop_sentence(summary: ConversationSummary) -> str:
    """What happens to the answer that is being written."""
    return f"To open “{short(summary.title)}”, stop it first. Its passages are kept."
