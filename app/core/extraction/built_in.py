"""The schemas that every library has. Their descriptions are read by people and by small models, so
they say in plain words what to take and, where it matters, what not."""

from __future__ import annotations

from app.core.domain.extraction import ExtractionSchema, FieldType, SchemaField

_INVOICE = ExtractionSchema(
    name="invoice",
    title="Invoice",
    description="A bill for goods or services.",
    built_in=True,
    fields=(
        SchemaField(
            "number",
            "Invoice number",
            FieldType.TEXT,
            "The number of this invoice, as printed. Not a customer, order or tax number.",
            required=True,
        ),
        SchemaField(
            "vendor",
            "Vendor",
            FieldType.TEXT,
            "The company or person that sends the invoice and is paid. Only the name, without the "
            "address. Not the customer.",
            required=True,
        ),
        SchemaField(
            "issue_date",
            "Issue date",
            FieldType.DATE,
            "The date of the invoice. Not the date when it is due or when the goods came.",
            required=True,
        ),
        SchemaField(
            "total",
            "Total",
            FieldType.MONEY,
            "The whole amount to pay, with taxes. Not the net amount, the tax, or the price of one "
            "line.",
            required=True,
        ),
        SchemaField(
            "currency",
            "Currency",
            FieldType.TEXT,
            "The currency of the total, as a code of three letters such as EUR, USD or GBP.",
            required=True,
        ),
    ),
)

_CONTRACT = ExtractionSchema(
    name="contract",
    title="Contract",
    description="An agreement between two or more parties.",
    built_in=True,
    fields=(
        SchemaField(
            "parties",
            "Parties",
            FieldType.TEXT,
            "The names of all who make the contract, as printed, separated by semicolons (;).",
            required=True,
        ),
        SchemaField(
            "effective_date",
            "Effective date",
            FieldType.DATE,
            "The day from which the contract is in force. Not the day when it was signed, unless "
            "it begins then.",
        ),
        SchemaField(
            "term",
            "Term",
            FieldType.TEXT,
            "How long the contract lasts, in the words of the contract, such as “two years”.",
        ),
        SchemaField(
            "governing_law",
            "Governing law",
            FieldType.TEXT,
            "The country or state whose law applies. Only its name, as printed.",
        ),
        SchemaField(
            "notice_period",
            "Notice period",
            FieldType.TEXT,
            "How long before the end a party has to give notice of termination, in the words of "
            "the contract, such as “30 days”.",
        ),
    ),
)

_PAPER = ExtractionSchema(
    name="paper",
    title="Scientific paper",
    description="An article of a journal, a conference or a preprint server.",
    built_in=True,
    fields=(
        SchemaField(
            "title",
            "Title",
            FieldType.TEXT,
            "The title of the paper itself, as printed. Not the name of the journal.",
            required=True,
        ),
        SchemaField(
            "authors",
            "Authors",
            FieldType.TEXT,
            "The names of all authors in their order, as printed, separated by semicolons (;).",
            required=True,
        ),
        SchemaField(
            "year",
            "Year",
            FieldType.NUMBER,
            "The year in which the paper was published, four digits.",
        ),
        SchemaField(
            "doi",
            "DOI",
            FieldType.TEXT,
            "The digital object identifier of this paper. It begins with “10.” and holds a slash. "
            "Not that of a paper in the list of references.",
        ),
        SchemaField(
            "sample_size",
            "Sample size",
            FieldType.NUMBER,
            "How many people, animals or samples were studied in all, often printed as “n = …”.",
        ),
    ),
)

_LAB_REPORT = ExtractionSchema(
    name="lab_report",
    title="Laboratory report",
    description="A laboratory's report on a sample. Of several tests the first one is taken.",
    built_in=True,
    fields=(
        SchemaField(
            "patient_id",
            "Patient ID",
            FieldType.TEXT,
            "The number of the patient, or of the sample where no patient is named, as printed. "
            "Not the name.",
        ),
        SchemaField(
            "sample_date",
            "Sample date",
            FieldType.DATE,
            "The day when the sample was taken. Not the day of the report.",
        ),
        SchemaField(
            "test",
            "Test",
            FieldType.TEXT,
            "What was measured, such as “Haemoglobin”. The first test of the report.",
            required=True,
        ),
        SchemaField(
            "result",
            "Result",
            FieldType.NUMBER,
            "The measured value of this test, without its unit.",
            required=True,
        ),
        SchemaField(
            "unit",
            "Unit",
            FieldType.TEXT,
            "The unit of the result, as printed, such as “g/dL” or “mmol/l”.",
        ),
        SchemaField(
            "reference_range",
            "Reference range",
            FieldType.TEXT,
            "The range of normal values for this test, as printed, such as “3.5–5.0”.",
        ),
    ),
)

BUILT_IN: tuple[ExtractionSchema, ...] = (_INVOICE, _CONTRACT, _PAPER, _LAB_REPORT)
"""In the order in which people see them."""
