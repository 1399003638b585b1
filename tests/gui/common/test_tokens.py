"""The colours contrast as the design states, and no colour is written anywhere else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from app.gui.common.resources import resource_path
from app.gui.common.tokens import (
    TOKEN_NAMES,
    ContrastRule,
    SchemeName,
    TokenFileError,
    TokenSet,
    contrast_ratio,
    load_tokens,
    rule_contrast,
)

TOKENS = load_tokens(resource_path("ui", "tokens.json"))
SOURCES = Path(__file__).resolve().parents[3]


def rule_name(rule: ContrastRule) -> str:
    return f"{rule.fore} on {rule.back}"


@pytest.mark.parametrize("scheme", SchemeName)
@pytest.mark.parametrize("rule", TOKENS.contrast, ids=rule_name)
def test_pair_has_the_stated_contrast(rule: ContrastRule, scheme: SchemeName) -> None:
    ratio = rule_contrast(rule, TOKENS.scheme(scheme))
    stated = rule.light if scheme is SchemeName.LIGHT else rule.dark
    assert ratio >= rule.minimum
    assert ratio == pytest.approx(stated, abs=0.01)


@pytest.mark.parametrize("scheme", SchemeName)
@pytest.mark.parametrize("rule", TOKENS.contrast, ids=rule_name)
def test_high_contrast_keeps_the_minimum(rule: ContrastRule, scheme: SchemeName) -> None:
    assert rule_contrast(rule, TOKENS.scheme(scheme).with_high_contrast()) >= rule.minimum


@pytest.mark.parametrize("scheme", SchemeName)
def test_high_contrast_strengthens_lines_and_drops_tints(scheme: SchemeName) -> None:
    colors = TOKENS.scheme(scheme).with_high_contrast().colors
    assert {colors[name] for name in ("line", "line2", "warnline", "badline")} == {
        colors["control"]
    }
    assert {colors[name] for name in ("tint", "oktint", "warntint", "badtint")} == {
        colors["surface"]
    }


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [("#000000", "#FFFFFF", 21.0), ("#FFFFFF", "#FFFFFF", 1.0), ("#777777", "#FFFFFF", 4.48)],
)
def test_contrast_ratio_agrees_with_wcag(first: str, second: str, ratio: float) -> None:
    assert contrast_ratio(first, second) == pytest.approx(ratio, abs=0.005)
    assert contrast_ratio(second, first) == pytest.approx(ratio, abs=0.005)


def load_changed(tmp_path: Path, section: str, name: str, color: str | None) -> TokenSet:
    raw = json.loads(resource_path("ui", "tokens.json").read_text(encoding="utf-8"))
    if color is None:
        del raw[section][name]
    else:
        raw[section][name] = color
    path = tmp_path / "tokens.json"
    path.write_text(json.dumps(raw), encoding="utf-8")
    return load_tokens(path)


def test_missing_color_is_named(tmp_path: Path) -> None:
    with pytest.raises(TokenFileError, match=r"dark.*accent"):
        load_changed(tmp_path, "dark", "accent", None)


def test_unknown_color_is_named(tmp_path: Path) -> None:
    with pytest.raises(TokenFileError, match=r"light.*rouge"):
        load_changed(tmp_path, "light", "rouge", "#FF0000")


def test_all_tokens_are_colors() -> None:
    for scheme in SchemeName:
        for name in TOKEN_NAMES:
            assert re.fullmatch(r"#[0-9A-F]{6}", TOKENS.scheme(scheme).colors[name])


def test_no_color_is_written_outside_the_tokens() -> None:
    common = SOURCES / "app" / "gui" / "common"
    files = [*common.rglob("*.py"), resource_path("ui", "style.qss.template")]
    spelled = re.compile(r"#[0-9a-fA-F]{3,8}\b|\brgba?\(|QColor\(\d|GlobalColor\.(?!transparent)")
    found = [
        f"{path.name}: {line.strip()}"
        for path in files
        for line in path.read_text(encoding="utf-8").splitlines()
        if spelled.search(line)
    ]
    assert not found
