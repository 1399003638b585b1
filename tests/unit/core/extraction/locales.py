"""Numbers and dates as they are written in several countries, for tests that read them back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

ENGLISH = "January February March April May June July August September October November December"
GERMAN = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"
FRENCH = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre"
SPANISH = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
ITALIAN = (
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"
)
SWEDISH = "januari februari mars april maj juni juli augusti september oktober november december"
POLISH = (
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada "
    "grudnia"
)
PORTUGUESE = (
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"
)
DUTCH = "januari februari maart april mei juni juli augustus september oktober november december"
CZECH = "ledna února března dubna května června července srpna září října listopadu prosince"
RUSSIAN = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря"


def _grouped(digits: str, mark: str) -> str:
    head = len(digits) % 3
    parts = [digits[:head]] if head else []
    return mark.join([*parts, *(digits[at : at + 3] for at in range(head, len(digits), 3))])


def _indian(digits: str) -> str:
    head, tail = digits[:-3], digits[-3:]
    pairs: list[str] = []
    while head:
        pairs.insert(0, head[-2:])
        head = head[:-2]
    return ",".join([*pairs, tail])


def _western(group: str, decimal: str) -> Callable[[int], str]:
    def write(cents: int) -> str:
        sign = "-" if cents < 0 else ""
        whole, rest = divmod(abs(cents), 100)
        return f"{sign}{_grouped(str(whole), group)}{decimal}{rest:02d}"

    return write


def _lakhs(cents: int) -> str:
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}{_indian(str(whole))}.{rest:02d}"


AMOUNTS: dict[str, tuple[Callable[[int], str], str]] = {
    "en-US": (_western(",", "."), "${}"),
    "en-GB": (_western(",", "."), "£{}"),
    "de-DE": (_western(".", ","), "{} €"),
    "fr-FR": (_western("\u202f", ","), "{}\u00a0€"),
    "fr-CA": (_western("\u00a0", ","), "{}\u00a0$"),
    "es-ES": (_western(".", ","), "{} EUR"),
    "it-IT": (_western(".", ","), "EUR {}"),
    "de-CH": (_western("’", "."), "CHF {}"),
    "sv-SE": (_western(" ", ","), "{} kr"),
    "pl-PL": (_western("\u00a0", ","), "{} zł"),
    "en-IN": (_lakhs, "₹{}"),
    "pt-BR": (_western(".", ","), "R$ {}"),
    "plain": (_western("", "."), "{} USD"),
}
"""Cents in figures, and the figures with their currency."""


def _named(months: str, form: str) -> Callable[[date], str]:
    names = months.split()
    return lambda day: form.format(d=day.day, m=names[day.month - 1], y=day.year)


DATES: dict[str, Callable[[date], str]] = {
    "en-US": _named(ENGLISH, "{m} {d}, {y}"),
    "en-GB": _named(ENGLISH, "{d} {m} {y}"),
    "en, law": _named(ENGLISH, "{d}th day of {m}, {y}"),
    "de-DE": _named(GERMAN, "{d}. {m} {y}"),
    "de-DE, figures": lambda day: f"{day:%d.%m.%Y}",
    "de-DE, short": lambda day: f"{day.day}.{day.month}.{day:%y}",
    "fr-FR": _named(FRENCH, "{d} {m} {y}"),
    "es-ES": _named(SPANISH, "{d} de {m} de {y}"),
    "it-IT": _named(ITALIAN, "{d} {m} {y}"),
    "sv-SE": _named(SWEDISH, "{d} {m} {y}"),
    "pl-PL": _named(POLISH, "{d} {m} {y}"),
    "pt-BR": _named(PORTUGUESE, "{d} de {m} de {y}"),
    "nl-NL": _named(DUTCH, "{d} {m} {y}"),
    "cs-CZ": _named(CZECH, "{d}. {m} {y}"),
    "ru-RU": _named(RUSSIAN, "{d} {m} {y}"),
    "ja-JP": lambda day: f"{day.year}年{day.month}月{day.day}日",
    "ko-KR": lambda day: f"{day.year}년 {day.month}월 {day.day}일",
    "zh-CN, figures": lambda day: f"{day.year}/{day.month}/{day.day}",
    "ISO": lambda day: day.isoformat(),
}
"""Forms that have one reading."""
SLASHED: dict[str, Callable[[date], str]] = {
    "en-GB, figures": lambda day: f"{day:%d/%m/%Y}",
    "en-US, figures": lambda day: f"{day:%m/%d/%Y}",
    "nl-NL, figures": lambda day: f"{day:%d-%m-%Y}",
}
"""Forms whose day and month may be taken for each other."""
