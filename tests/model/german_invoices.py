"""Ten invoices in German. Companies, people, numbers and addresses are made up."""

from __future__ import annotations

from datetime import date

from tests.model.invoice_facts import Bill, Layout, Party, items, party
from tests.model.invoice_items import hardware, stationery

BILLS = (
    Bill(
        Layout.LETTER, "de-DE",
        party("""Tischlerei Brakenhoff GmbH
            Am Sägewerk 8
            99711 Hohenlinde
            DE 000 117 402
            buero@brakenhoff.example
            030 23125 117
            IBAN DE00 1174 0200 0004 1122 30
            Geschäftsführer: Jörn Brakenhoff"""),
        Party("Kindertagesstätte Regenbogen e. V.", "Schulgasse 4", "99713 Hohenlinde"),
        "R24-1093", "K-20881", "A-5530", date(2024, 3, 3), 5, 14, "d. Monat y", "1,00 €",
        "EUR", 1900,
        items("""24 | Kinderstuhl Buche, geölt | 7890
            4 | Garderobe mit 12 Haken | 34500
            9 Std. | Montage am 26. und 27. Februar | 5800"""),
    ),
    Bill(
        Layout.LETTER, "de-AT",
        party("""Druckhaus Erlenkamp OHG
            Färbergasse 21
            9988 Sankt Wendelin
            AT U00044170
            office@erlenkamp.example
            0999 441 70
            IBAN AT00 9988 0000 0441 7012
            Gesellschafter: R. und P. Erlenkamp"""),
        Party("Tourismusverband Hochalm", "Dorfplatz 1", "9990 Hochalm"),
        "2024/03177", "104417", "TV-88", date(2024, 4, 3), 6, 30, "d.m.y", "EUR 1,00",
        "EUR", 2000,
        items("""5000 | Wanderkarte, gefalzt, 4/4-farbig | 38
            1500 | Broschüre „Sommer“, 32 Seiten | 122
            1 | Satz und Reinzeichnung | 46000"""),
    ),
    Bill(
        Layout.LABELS_ABOVE, "de-DE",
        party("""Lindwurm Webagentur UG
            Kanalstraße 77
            99120 Neumarkstedt
            DE 000 880 915
            rechnung@lindwurm.example
            030 23125 880
            IBAN DE00 8809 1500 0077 0031 02
            Geschäftsführerin: Aylin Korkmaz"""),
        Party("Hotel Zum Grünen Baum", "Marktplatz 12", "99122 Neumarkstedt"),
        "LW-2024-058", "HGB-3", "Angebot 2023-411", date(2024, 6, 28), 3, 14, "d. Monat y",
        "1,00 €", "EUR", 1900,
        items("""38 Std. | Gestaltung der Buchungsseite | 9500
            1 | Bildbearbeitung, 60 Motive | 72000
            12 Monate | Betrieb und Wartung | 4990"""),
    ),
    Bill(
        Layout.LABELS_ABOVE, "de-DE",
        party("""Gärtnerei Fennweide e. K.
            Moorweg 3
            99330 Altenfenn
            DE 000 331 774
            post@fennweide.example
            030 23125 331
            IBAN DE00 3317 7400 0012 2050 18
            Inhaberin: Grit Paulsen"""),
        Party("Wohnungsgenossenschaft Altenfenn eG", "Birkenallee 50", "99331 Altenfenn"),
        "12205", "WG-018", "Auftrag vom 02.04.2024", date(2024, 5, 7), 12, 21, "d.m.y",
        "1,00 €", "EUR", 1900,
        items("""140 | Hainbuche, 100 bis 125 cm | 895
            22 m³ | Pflanzerde, geliefert | 4650
            31 Std. | Pflanzarbeiten | 4400
            1 | Entsorgung von Grünschnitt | 18500"""),
    ),
    Bill(
        Layout.FORM, "de-DE",
        party("""Elektro Zwirnmann GmbH & Co. KG
            Werkstraße 19
            99805 Oberkessel
            DE 000 805 226
            service@zwirnmann.example
            030 23125 805
            IBAN DE00 8052 2600 0240 5610 04
            Geschäftsführer: Knut Zwirnmann"""),
        Party("Bäckerei Holtgreve", "Lange Straße 101", "99806 Oberkessel"),
        "RG-240561", "7034", "Tel. Auftrag Frau Holtgreve", date(2024, 10, 11), 9, 10,
        "d.m.y", "1,00 EUR", "EUR", 1900,
        items("""1 | Drehstromanschluss Backofen 32 A | 48900
            16 Std. | Elektroinstallation, Meister | 6850
            45 m | Mantelleitung NYM-J 5x6 | 590
            3 | Fehlerstromschutzschalter 40 A | 7425"""),
    ),
    Bill(
        Layout.FORM, "de-DE",
        party("""Labortechnik Sandhorst AG
            Industriering 6
            99440 Ehrenbrück
            DE 000 444 019
            verkauf@sandhorst.example
            030 23125 444
            IBAN DE00 4440 1900 0009 1180 77
            Vorstand: Dr. Heike Sandhorst"""),
        Party("Fachhochschule Ehrenbrück", "Campusallee 2", "99441 Ehrenbrück"),
        "91180-24", "FH-0550", "4500017760", date(2024, 12, 5), 13, 30, "d. Monat y",
        "1,00 €", "EUR", 1900,
        items("""2 | Magnetrührer mit Heizplatte | 61900
            10 | Messkolben 250 ml, Klasse A | 2380
            5 | Pipettenspitzen, 1.000 Stück | 3145
            1 | Kalibrierung einer Waage | 14500"""),
    ),
    Bill(
        Layout.SUMMARY_FIRST, "de-DE",
        party("""Stadtwerke Unterhasel GmbH
            Gaswerkstraße 1
            99610 Unterhasel
            DE 000 610 610
            kunden@sw-unterhasel.example
            030 23125 610
            IBAN DE00 6106 1000 0000 7745 10
            Geschäftsführung: Dipl.-Ing. Ruth Amend"""),
        Party("Familie Petersen", "Rosenweg 9", "99611 Unterhasel"),
        "7200418833", "K 610-77451", "Zähler 0044-1187", date(2024, 2, 16), 16, 14,
        "d. Monat y", "1,00 €", "EUR", 1900,
        items("""3105 kWh | Strom, Arbeitspreis 2023 | 31
            12 Monate | Strom, Grundpreis | 1190
            118 m³ | Trinkwasser 2023 | 214
            12 Monate | Zählermiete | 175"""),
    ),
    Bill(
        Layout.SUMMARY_FIRST, "de-DE",
        party("""Funknetz Grauental GmbH
            Turmstraße 30
            99870 Grauental
            DE 000 870 033
            hilfe@funknetz-grauental.example
            030 23125 870
            IBAN DE00 8700 3300 0051 1902 24
            Geschäftsführer: Malte Siewert"""),
        Party("Zahnarztpraxis Dr. Yıldız", "Poststraße 17", "99871 Grauental"),
        "FN24-0511902", "870-0033-19", "Vertrag 2021-774", date(2024, 5, 2), 2, 12, "d.m.y",
        "1,00 €", "EUR", 1900,
        items("""1 | Internet 250 Mbit/s, April | 4490
            2 | Mobilfunk Praxis, April | 2495
            37 min | Gespräche in Mobilnetze | 19
            1 | Router-Miete, April | 590"""),
    ),
    Bill(
        Layout.DENSE, "de-DE",
        party("""Schraubenhandel Kettwiesen GmbH
            Hafenbogen 40
            99250 Kettwiesen
            DE 000 250 881
            auftrag@kettwiesen.example
            030 23125 250
            IBAN DE00 2508 8100 0004 4021 06
            Geschäftsführer: Ingo Rabe, Sinje Thoms"""),
        Party("Maschinenbau Ohlendiek KG", "Gewerbering 5", "99255 Lüttfeld"),
        "KW-440217", "11806", "B-2024-0093", date(2024, 1, 9), 4, 30, "d.m.y", "1,00 €",
        "EUR", 1900, hardware("de"),
    ),
    Bill(
        Layout.DENSE, "de-DE",
        party("""Bürobedarf Tannrode KG
            Alte Poststraße 66
            99540 Tannrode-Süd
            DE 000 540 117
            kontor@tannrode.example
            030 23125 540
            IBAN DE00 5401 1700 0060 1120 09
            Komplementär: Emil Tannrode"""),
        Party("Steuerkanzlei Abelein & Kraus", "Kaiserplatz 8", "99541 Tannrode-Süd"),
        "2024-60112", "40377", "AK 19/24", date(2024, 9, 23), 3, 30, "d. Monat y",
        "1,00 EUR", "EUR", 1900, stationery("de"),
    ),
)  # fmt: skip
"""Two for each layout."""
