"""Units of measure and money, as they are written in English, German, French, Spanish, Italian.

Each spelling stands for a base unit and a factor, so that 5 mg is 0.005 g and 120 minutes are two
hours. Only what is exact is converted: no month is a number of days, no kilobyte a number of
bytes (1,000 or 1,024), no pound of money a pound of weight.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from app.core.text.terms import fold

_TABLE = """
s 1/1000000000 ns nanosecond nanoseconds
s 1/1000000 us microsecond microseconds
s 1/1000 ms msec millisecond milliseconds millisekunde millisekunden
s 1 s sec secs second seconds sek sekunde sekunden seconde secondes segundo segundos secondo secondi
s 60 min mins minute minutes minuten minuto minutos minuti
s 3600 h hr hrs hour hours std stunde stunden heure heures hora horas ora ore
s 86400 d day days tag tage tagen tages jour jours dia dias giorno giorni
s 604800 wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane
month 1 month months monat monate monaten monats mois mes meses mese mesi
month 12 yr yrs year years jahr jahre jahren jahres annee annees ano anos anni
month 120 decade decades jahrzehnt jahrzehnte
g 1/1000000000 ng nanogram nanograms
g 1/1000000 ug mcg microgram micrograms
g 1/1000 mg milligram milligrams milligramm milligramme milligrammes miligramo miligramos
g 1 g gram grams gramm gramme grammes gramo gramos grammo grammi
g 1000 kg kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramos chilogrammi
g 1000000 t tonne tonnes ton tons tonnen tonelada toneladas tonnellate
lb 1 lb lbs
oz 1 oz ounce ounces
m 1/1000000000 nm nanometre nanometres nanometer nanometers
m 1/1000000 um micron microns micrometre micrometres micrometer micrometers
m 1/1000 mm millimetre millimetres millimeter millimeters millimetern milimetros millimetri
m 1/100 cm centimetre centimetres centimeter centimeters zentimeter zentimetern centimetros
m 1 m metre metres meter meters metern metro metros metri
m 1000 km kilometre kilometres kilometer kilometers kilometern kilometro kilometros chilometri
in 1 inch inches zoll
ft 1 ft foot feet
mi 1 mi mile miles
m2 1 m2 m² sqm
l 1/1000 ml millilitre millilitres milliliter milliliters millilitern mililitros
l 1/100 cl
l 1/10 dl decilitre decilitres deciliter
l 1 l litre litres liter liters litern litro litros litri
gal 1 gallon gallons
bit 1 bit bits
byte 1 byte bytes
kb 1 kb kbyte kilobyte kilobytes
mb 1 mb mbyte megabyte megabytes
gb 1 gb gbyte gigabyte gigabytes
tb 1 tb tbyte terabyte terabytes
kib 1 kib kibibyte kibibytes
mib 1 mib mebibyte mebibytes
gib 1 gib gibibyte gibibytes
tib 1 tib tebibyte tebibytes
hz 1 hz hertz
hz 1000 khz kilohertz
hz 1000000 mhz megahertz
hz 1000000000 ghz gigahertz
v 1/1000 mv millivolt millivolts
v 1 volt volts
v 1000 kv kilovolt kilovolts
a 1/1000 ma milliamp milliamps
a 1 amp amps ampere amperes
w 1 watt watts
w 1000 kw kilowatt kilowatts
w 1000000 mw megawatt megawatts
wh 1 wh
wh 1000 kwh
ohm 1 ω ohm ohms
pa 1 pa pascal
pa 100 hpa mbar millibar
pa 1000 kpa
pa 100000 bar bars
pa 1000000 mpa
mmhg 1 mmhg
db 1 db decibel decibels
degc 1 °c ºc ℃ celsius
degf 1 °f ºf fahrenheit
deg 1 ° º degree degrees grad degres grados gradi
mol 1/1000000 umol
mol 1/1000 mmol
mol 1 mol
% 1 % percent pct prozent pourcent
pp 1 pp
px 1 px pixel pixels
pt 1 pt
rpm 1 rpm
eur 1 € eur euro euros
usd 1 $ usd dollar dollars us$
gbp 1 £ gbp sterling
jpy 1 ¥ jpy yen
chf 1 chf franken
cent 1 cents
"""

_PHRASES = {
    "per cent": "%",
    "pour cent": "%",
    "por ciento": "%",
    "per cento": "%",
    "percentage points": "pp",
    "percentage point": "pp",
    "prozentpunkte": "pp",
    "degrees celsius": "celsius",
    "degree celsius": "celsius",
    "grad celsius": "celsius",
    "degrees fahrenheit": "fahrenheit",
    "square metres": "m2",
    "square meters": "m2",
    "quadratmeter": "m2",
    "metres carres": "m2",
}
"""Units of several words."""

_CAPITALS = {"V": "volt", "A": "amp", "W": "watt", "B": "byte", "C": "celsius", "F": "fahrenheit"}
"""Single letters that are units as capitals only."""

_JOINED = {"kmh": "km/h", "kph": "km/h", "mph": "mi/h", "kbps": "kb/s", "mbps": "mb/s"}

MONEY = frozenset(["eur", "usd", "gbp", "jpy", "chf", "cent"])
CLOCK, ORDINAL = "clock", "th"
"""Units of what is no amount: a time of day in minutes, and a place in a row."""


@dataclass(frozen=True, slots=True)
class Unit:
    """`factor` of the base unit. `per` is what it is counted by, `by` of its base unit: km/h is
    1000 m per 3600 s. `loosely`: that is said in words, as in "a day", and may stand elsewhere."""

    base: str
    factor: Fraction = Fraction(1)
    per: str = ""
    by: Fraction = Fraction(1)
    loosely: bool = False


def _spellings() -> dict[str, Unit]:
    found: dict[str, Unit] = {}
    for line in _TABLE.strip().splitlines():
        base, factor, *spelled = line.split()
        found.update(
            (spelling, Unit(base, Fraction(factor)))
            for spelling in spelled
            if spelling not in found
        )
    return found


_SPELLINGS = _spellings()
NO_UNIT = Unit("")

_TOKEN = re.compile(
    r"(?P<gap>[\s\u00a0\u202f]?-?)(?P<unit>°\s?[CFcf](?!\w)|us\$|[^\W\d_]+[²³23]?(?!\w)|[%€$£¥°º℃])",
    re.IGNORECASE,
)
_PHRASE = re.compile(r"[\s\u00a0\u202f-](?P<unit>" + "|".join(_PHRASES) + r")(?!\w)", re.IGNORECASE)
_PER = re.compile(
    r"\s?/\s?(?P<unit>[^\W\d_]+)(?!\w)"
    r"|\s(?:per|pro|par|por|a|an|each|every)\s(?P<word>[^\W\d_]+)(?!\w)",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"(?:(us\$|[€$£¥])|\b(eur|usd|gbp|jpy|chf))[\s\u00a0\u202f]?$", re.IGNORECASE)


def named_unit(word: str) -> Unit | None:
    """The unit that a word as written stands for."""
    if word in _CAPITALS:
        return _SPELLINGS[_CAPITALS[word]]
    folded = fold(word.replace("µ", "u").replace("μ", "u")).replace(" ", "")
    folded = folded.removesuffix("'s")
    if len(folded) == 1 and folded in "acfvwbn":
        return None
    return _SPELLINGS.get(folded)


def unit_after(text: str, position: int) -> tuple[Unit, int] | None:
    """The unit that stands right after a number which ends at `position`, and where it ends."""
    if phrase := _PHRASE.match(text, position):
        return _SPELLINGS[_PHRASES[fold(phrase["unit"])]], phrase.end()
    token = _TOKEN.match(text, position)
    if token is None:
        return None
    if joined := _JOINED.get(token["unit"].casefold()):
        first, second = joined.split("/")
        return _divided(_SPELLINGS[first], _SPELLINGS[second]), token.end()
    unit = named_unit(token["unit"])
    if unit is None:
        return None
    by = _PER.match(text, token.end())
    divisor = named_unit(by["unit"] or by["word"]) if by else None
    if by is None or divisor is None:
        return unit, token.end()
    return _divided(unit, divisor, loosely=by["word"] is not None), by.end()


def money_before(text: str, position: int) -> tuple[Unit, int] | None:
    """The currency sign or code right before a number, and where it begins."""
    found = _BEFORE.search(text, max(0, position - 5), position)
    if found is None:
        return None
    return _SPELLINGS[(found.group(1) or found.group(2)).casefold()], found.start()


def _divided(unit: Unit, by: Unit, *, loosely: bool = False) -> Unit:
    return Unit(unit.base, unit.factor, by.base, by.factor, loosely)
