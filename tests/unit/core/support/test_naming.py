"""Names in questions: found by how they are written; near things do not count as them."""

from __future__ import annotations

import pytest

from app.core.support.naming import Name, missing_names, names


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("How do I mount it on a Kubernetes cluster?", ["Kubernetes"]),
        ("What does pbuilder's --freeze-chroot option do?", ["--freeze-chroot"]),
        ("Who painted the Mona Lisa?", ["Mona Lisa"]),
        ("In which year did the Second World War end?", ["Second World War"]),
        ("What is the default of the Maximum Restore Bandwidth directive?",
         ["Maximum Restore Bandwidth"]),
        ("Is Conference Room A325 free?", ["Conference Room A325"]),
        ("Which -m switch makes SDCC produce code for a RISC-V chip?", ["SDCC", "RISC-V"]),
        ("What may Anna's deputy sign? And Bert?", ["Anna", "Bert"]),
        ("Does ISO 9001:2015 apply to our office in Kiel?", ["ISO 9001:2015", "Kiel"]),
        ("Quel est le délai de préavis chez Dupont Frères ?", ["Dupont Frères"]),
        ("Qu'est-ce que l'Assureur rembourse, et d'Artagnan ?", ["Assureur", "Artagnan"]),
        ("Is what O'Brien says of L’Oréal right?", ["O'Brien", "Oréal"]),
        ("What is the iPhone policy, and which OpenPGP key do I use?", ["iPhone", "OpenPGP"]),
    ],
)  # fmt: skip
def test_names_are_told_by_how_they_are_written(question: str, found: list[str]) -> None:
    assert [name.text for name in names(question)] == found


@pytest.mark.parametrize(
    "question",
    [
        "How many days of paid leave are there?",
        "Kubernetes?",  # at its start a capital says nothing
        "What can I do on a Friday in March?",
        "What Is The Notice Period For Tenants Of The House?",
        "WHAT IS THE NOTICE PERIOD FOR TENANTS?",
        "Wie viele Tage Urlaub hat ein Mitarbeiter, und wann verfallen die Tage?",
        "How much do I pay for 32MB or for the 2nd seat, and how do I go on?",
        "Can you please tell me how this works? Thanks!",
        "What do R and C have in common?",
        "What happens if I'm ill, or if I’ve lost my card? May I go if I'd like to?",
        "Can I install 16 GB of memory, how many kWh does it use, and what is it in EUR?",
        "Can I arrive after 6 PM?",
        "Mi hijo tiene 3 años. ¿Existe un descuento? Si viene conmigo, ¿Tengo que avisar?",
        "Welche Kündigungsfrist gilt?",
        "Darf ich Haustiere halten?",
        "Gilt die Garantie auch im Ausland?",
        "",
        "???",
    ],
)
def test_what_is_no_name(question: str) -> None:
    assert names(question) == ()


def test_german_questions_still_name_identifiers_and_acronyms() -> None:
    assert [name.text for name in names("What is the IT budget of Kiel?")] == ["Kiel"]
    found = names("Was macht die Option --max-vsize bei der Prüfung nach EN 206 und mit der DSGVO?")
    assert [name.text for name in found] == ["--max-vsize", "EN 206", "DSGVO"]


@pytest.mark.parametrize(
    ("name", "text", "held"),
    [
        (Name("Kubernetes"), "Volumes of kubernetes are saved.", True),
        (Name("Kubernetes"), "Volumes of Docker are saved.", False),
        (Name("Maximum Restore Bandwidth"), "The maximum bandwidth is set; a restore waits for it "
         "to be free, and so does a verification.", False),
        (Name("Managing Director Sarah Miller"), "Sarah Miller is the Managing Director.", True),
        (Name("Bacula Director"), "the Director's configuration of Bacula", True),
        (Name("Build-Recommends"), "See what the build recommends in Build-Depends.", False),
        (Name("Build-Recommends"), "The field BUILD-RECOMMENDS lists them.", True),
        (Name("--max", identifier=True), "Use --max-vsize to set it.", False),
        (Name("--max", identifier=True), "Use --max-vsize or --max to set it.", True),
        (Name("--max", identifier=True), "Use --maximum to set it.", False),
        (Name("X15"), "The X150 weighs less.", False),
        (Name("WiFi"), "The Wi-Fi password is on the wall.", True),
        (Name("Wi-Fi"), "The wifi password is on the wall.", True),
        (Name("FAQs"), "See the FAQ for more.", True),
        (Name("NDA"), "Both signed a non-disclosure agreement.", True),
        (Name("HR"), "Ask Human Resources first.", True),
        (Name("HR"), "Ask how rent is paid.", False),
        (Name("Oréal"), "They bought it from L'Oréal.", True),
        (Name("VAT"), "The tax on added value is 19 %.", False),
    ],
)  # fmt: skip
def test_a_name_is_held_by_its_own_words_only(name: Name, text: str, held: bool) -> None:
    assert name.held_by(text) is held


def test_any_of_the_texts_may_hold_a_name() -> None:
    question = "Which boards of the Raspberry Pi does Debian run on?"
    missing = missing_names(question, ["Debian runs on many boards.", "A raspberry is a fruit."])
    assert [name.text for name in missing] == ["Raspberry Pi"]
    assert missing_names(question, ["Debian", "the Raspberry Pi 4"]) == ()


@pytest.mark.parametrize(
    ("name", "telling"),
    [("Tenant", False), ("Canada", False), ("Mona Lisa", True), ("OpenPGP", True), ("NDA", False)],
)
def test_a_single_word_with_a_capital_need_not_be_a_name(name: str, telling: bool) -> None:
    assert Name(name).telling is telling
    assert Name(name, identifier=True).telling


@pytest.mark.parametrize("mark", ["'", "’"])
def test_what_is_someones_has_a_name_of_its_own(mark: str) -> None:
    question = f"I am in Tellmark{mark}s Oak plan. What is refunded?"
    text = "Tellmark insures families. In the Oak plan half of the bill is refunded."
    assert missing_names(question, [text]) == ()
    assert [name.text for name in missing_names(question, ["Tellmark pays half."])] == ["Oak"]
