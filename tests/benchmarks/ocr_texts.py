"""Known text for measuring OCR, in scripts and languages that differ in what is hard to read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """Paragraphs in one language. `tesseract` names its language file; `spaced` tells whether
    the script puts spaces between words."""

    language: str
    tesseract: str
    paragraphs: tuple[str, ...]
    spaced: bool = True


SAMPLES = (
    Sample(
        "English",
        "eng",
        (
            "4.2 Return of the deposit",
            "The landlord returns the deposit of £1,250.00 within 14 days after the tenant has "
            "handed over all keys. Costs of repairs that go beyond ordinary wear may be kept "
            "back; a list of them, with receipts, is sent by post (see § 9, page 17).",
            "If the boiler fails between 1 October and 31 March, call 0800 555 0199. A heater is "
            "lent for as long as the repair takes. Between April and September the landlord has "
            "ten working days, unless the flat is let to a family with children below 6 years.",
            "Ill-fitting windows are repaired first. Meter no. 7B-40981-K was read at 68,403.5 kWh "
            "on 30/06/2024, which is 12% less than in the year before.",
        ),
    ),
    Sample(
        "German",
        "deu",
        (
            "§ 5 Kündigung und Rückgabe",
            "Die Kündigungsfrist beträgt drei Monate zum Monatsende. Schönheitsreparaturen führt "
            "der Mieter auf eigene Kosten durch; größere Schäden müssen unverzüglich gemeldet "
            "werden. Übernimmt der Vermieter die Maßnahme, so erhöht sich die Miete nicht.",
            "Für die Gebäudereinigung fallen jährlich 1.348,60 € an. Öl, Äste und Müll gehören "
            "nicht in den Hof. Grüße aus der Straße der Bücher: Wer früh aufsteht, hört die Vögel "
            "singen und weiß, dass der Frühling über die Hügel zieht.",
            "Heizölverbrauch laut Zähler Nr. 40-887: 2.310 Liter, das sind 8 % weniger als im "
            "Vorjahr. Prüfung am 17.03.2025 durch Herrn Jäger, Büro Süd.",
        ),
    ),
    Sample(
        "French",
        "fra",
        (
            "Article 12 : Garantie et délais",
            "L’acheteur dispose d’un délai de quatorze jours pour renvoyer l’appareil à ses frais. "
            "Passé ce délai, le vendeur répare ou échange la pièce défectueuse, où qu’elle ait été "
            "achetée, dès réception du colis et de la facture d’origine.",
            "Le prix s’élève à 349,90 € ; les frais de port sont offerts à Noël. Ça et là, des "
            "œuvres d’élèves décorent le hall : naïveté, goût, maîtrise. Un cœur brisé, une "
            "forêt brûlée, un gâteau au maïs — tout y est représenté avec légèreté.",
            "Numéro de série : FR-2209-ÉB. Contrôle effectué le 8 août 2023 par l’équipe du "
            "château, bâtiment nº 3.",
        ),
    ),
    Sample(
        "Russian",
        "rus",
        (
            "Глава 3. Условия хранения",
            "Продукт хранят в сухом и тёмном месте при температуре не выше 18 градусов. После "
            "вскрытия упаковки его следует использовать в течение тридцати дней. Изготовитель не "
            "отвечает за ущерб, который возник из-за неправильного хранения.",
            "Если объём груза превышает 2,5 кубических метра, перевозчик сообщает об этом заранее. "
            "Счёт № 4071 от 12.09.2024 на сумму 86 300 рублей оплачен полностью. Ещё один "
            "экземпляр договора остаётся у заказчика и хранится не менее пяти лет.",
        ),
    ),
    Sample(
        "Chinese",
        "chi_sim",
        (
            "第三章 保修条款",
            "本产品自购买之日起享有二十四个月的保修服务。保修期内，如因材料或工艺问题出现故障，"
            "本公司将免费维修或更换零件。请妥善保管发票和保修卡，维修时需要出示。",
            "因使用不当、擅自拆卸或自然灾害造成的损坏，不在保修范围之内。运输费用为85元，"
            "通常在7个工作日内送达。如有疑问，请在上午九点至下午六点之间拨打客服电话。",
        ),
        spaced=False,
    ),
    Sample(
        "Japanese",
        "jpn",
        (
            "第2章 安全上のご注意",
            "ご使用の前に、この説明書をよくお読みのうえ、正しくお使いください。お読みになった後は、"
            "いつでも見られる場所に大切に保管してください。電源コードを傷つけたり、"
            "ぬれた手でプラグを抜き差ししたりしないでください。",
            "異常な音やにおいがしたときは、すぐに使用を中止し、販売店にご連絡ください。"
            "保証期間は1年間です。修理のときはレシートとモデル番号が必要になります。",
        ),
        spaced=False,
    ),
)
