"""The words for yes and no in several languages, folded."""

from __future__ import annotations

YES = frozenset(["yes", "ja", "oui", "si", "sim", "tak", "da", "はい"])
NO = frozenset(["no", "nein", "non", "nao", "nej", "nie", "いいえ"])
