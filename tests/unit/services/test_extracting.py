"""Fields out of documents, over a real library and a scripted model: whole or not at all (E2,
E3), and behind answers."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from app.adapters.sqlite.extraction_store import SqliteExtractions
from app.core.domain.cancel import CancelToken
from app.core.domain.extraction import Extraction, ExtractionFault
from app.core.domain.generation import FieldsForm, StopReason
from app.core.errors import (
    Cancelled,
    InvalidInput,
    ModelUnavailable,
    PinciteError,
    WorkerDied,
)
from app.services.extracting import ExtractionService
from app.services.extraction_events import (
    DocumentExtracted,
    DocumentNotExtracted,
    ExtractionBegun,
    ExtractionEvent,
    ExtractionHeld,
    ExtractionProgress,
    ExtractionsFinished,
)
from app.services.schemas import SchemaService
from tests.fakes.chat_model import Script, ScriptedChatModel, nothing_told
from tests.fakes.chat_models import OneChatModel
from tests.workbench import Workbench

BILL = "Invoice no. A-17\nMill & Sons\n3 March 2024\nTotal 1.234,50 €"
BILL_SCHEMA = json.dumps(
    {
        "name": "bill",
        "fields": [
            {"name": "number", "type": "text", "required": True},
            {"name": "issued", "type": "date"},
            {"name": "total", "type": "money"},
            {"name": "discount", "type": "money"},
        ],
    }
)
NOW = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)


def entry(value: object, chunk: int | None, confidence: float = 0.9) -> dict[str, object]:
    return {"value": value, "confidence": confidence, "source_chunk_id": chunk}


def output(**fields: object) -> str:
    return json.dumps(fields)


class Desk:
    """A library with bills, and the service over it."""

    def __init__(self, folder: Path, model: ScriptedChatModel | None) -> None:
        self.bench = Workbench(folder)
        self.store = SqliteExtractions(self.bench.database)
        self.schemas = SchemaService(self.store)
        self.schemas.add(BILL_SCHEMA)
        self.models = OneChatModel(model)
        self.service = ExtractionService(
            self.bench.library,
            self.bench.search,
            self.models,
            self.store,
            self.schemas,
            self.bench.priority,
            clock=lambda: NOW,
        )

    def add(self, name: str, *pages: str, mtime_ns: int = 1) -> int:
        path = self.bench.put_text(name, *pages, mtime_ns=mtime_ns)
        self.bench.read(path)
        document = self.bench.library.document_by_path(path)
        assert document is not None
        return document.id

    def chunk(self, document: int) -> int:
        return self.bench.library.document_chunks(document)[0].id

    def extract(self, document: int, schema: str = "bill", **more: Any) -> list[ExtractionEvent]:
        cancel = more.pop("cancel", CancelToken())
        return list(self.service.extract_document(document, schema, cancel=cancel, **more))

    def run(self, cancel: CancelToken | None = None) -> list[ExtractionEvent]:
        return list(self.service.run(cancel=cancel or CancelToken()))

    def kept(self, document: int) -> Extraction | None:
        found = self.store.extraction(document, "bill")
        return None if found is None else found.extraction


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[Any]:
    made: list[Desk] = []

    def make(*outputs: str | Script, installed: bool = True, context_tokens: int = 8192) -> Desk:
        scripts = [one if isinstance(one, Script) else Script((one,)) for one in outputs]
        scripted = ScriptedChatModel(*scripts, context_tokens=context_tokens)
        model = scripted if installed else None
        made.append(Desk(tmp_path / str(len(made)), model))
        return made[-1]

    yield make
    for desk in made:
        desk.bench.close()


def failure(events: Sequence[ExtractionEvent]) -> DocumentNotExtracted:
    last = events[-1]
    assert isinstance(last, DocumentNotExtracted)
    return last


def test_values_are_checked_and_stored_with_their_citations(desks: Any) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    chunk = desk.chunk(document)
    written = output(
        number=entry("A-17", chunk),
        issued=entry("2024-03-03", chunk, 0.6),
        total=entry(1234.5, chunk),
        discount=entry(None, None),
    )
    desk.models.model = ScriptedChatModel(Script((written,)))
    events = desk.extract(document)
    begun, *_, last = events
    assert begun == ExtractionBegun("bill", document, "bill", 1)
    assert isinstance(last, DocumentExtracted)
    kept = desk.kept(document)
    assert kept == last.extraction
    assert (kept.model, kept.made_at, kept.read) == (
        "Scripted", "2024-05-06T07:08:09+00:00", (chunk,),
    )  # fmt: skip
    number, issued, total, discount = kept.fields
    assert (number.value, number.quote, number.verified, number.needs_review) == (
        "A-17", "A-17", True, False,
    )  # fmt: skip
    assert (issued.value, issued.quote, issued.needs_review) == (
        date(2024, 3, 3), "3 March 2024", True,
    )  # fmt: skip
    assert (total.value, total.quote, total.source_chunk_id) == (1234.5, "1.234,50 €", chunk)
    assert (discount.value, discount.source_chunk_id, discount.verified) == (None, None, False)


def test_a_value_that_is_not_there_is_kept_as_unverified(desks: Any) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    chunk = desk.chunk(document)
    nothing = entry(None, None)
    desk.models.model = ScriptedChatModel(
        Script((output(number=entry("B-99", chunk), issued=nothing, total=nothing,
                       discount=nothing),))
    )  # fmt: skip
    desk.extract(document)
    number = desk.kept(document).fields[0]
    assert (number.value, number.verified, number.needs_review) == ("B-99", False, True)


def test_what_was_read_is_in_the_trace(desks: Any) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    (last,) = (e for e in desk.extract(document) if isinstance(e, DocumentExtracted))
    (part,) = last.trace.parts
    assert last.trace.whole
    assert last.trace.total_chunks == 1
    assert part.fields == ("number", "issued", "total", "discount")
    assert part.chunk_ids == last.trace.read == (desk.chunk(document),)
    assert json.loads(part.raw_text)["number"]["value"] is None
    assert part.stop_reason == "end"
    assert part.prompt_tokens > part.output_tokens > 0


def test_progress_goes_from_nothing_to_all(desks: Any) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    told = [e.fraction for e in desk.extract(document) if isinstance(e, ExtractionProgress)]
    assert told == sorted(told)
    assert (told[0], told[-1]) == (0.0, 1.0)


# --- failures (E2, E3) ------------------------------------------------------------------------

NULLS = dict.fromkeys(("number", "issued", "total", "discount"), entry(None, None))


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("No.", ExtractionFault.PARSE_ERROR),
        ("[]", ExtractionFault.PARSE_ERROR),
        (output(**NULLS)[:-4], ExtractionFault.PARSE_ERROR),
        (output(**NULLS) + " Done.", ExtractionFault.PARSE_ERROR),
        (output(**NULLS, more=entry(None, None)), ExtractionFault.SCHEMA_INVALID),
        (output(number=entry(None, None)), ExtractionFault.SCHEMA_INVALID),
        (output(**{**NULLS, "total": entry("12", 1)}), ExtractionFault.SCHEMA_INVALID),
        (output(**{**NULLS, "issued": entry("03/03/2024", 1)}), ExtractionFault.SCHEMA_INVALID),
        (output(**{**NULLS, "number": entry("A", 1, 1.5)}), ExtractionFault.SCHEMA_INVALID),
        (output(**{**NULLS, "number": entry("A", 999)}), ExtractionFault.INVALID_CITATION),
        (output(**{**NULLS, "number": entry("A", None)}), ExtractionFault.SCHEMA_INVALID),
    ],
)
def test_an_output_that_is_not_right_stores_nothing_but_the_reason(
    desks: Any, caplog: pytest.LogCaptureFixture, written: str, fault: ExtractionFault
) -> None:
    desk = desks(written)
    document = desk.add("bill.pdf", BILL)
    with caplog.at_level(logging.DEBUG):
        failed = failure(desk.extract(document))
    assert failed.fault is fault
    assert failed.trace.parts[0].raw_text == written
    assert desk.kept(document) is None
    assert desk.store.failures("bill") == {document: fault}
    assert "A-17" not in caplog.text


def test_a_fenced_output_is_read(desks: Any) -> None:
    desk = desks(f"```json\n{output(**NULLS)}\n```")
    document = desk.add("bill.pdf", BILL)
    assert isinstance(desk.extract(document)[-1], DocumentExtracted)


def test_a_failure_leaves_what_was_extracted_before(desks: Any) -> None:
    desk = desks(output(**NULLS), "No.")
    document = desk.add("bill.pdf", BILL)
    desk.extract(document)
    before = desk.kept(document)
    assert failure(desk.extract(document)).fault is ExtractionFault.PARSE_ERROR
    assert before is not None
    assert desk.kept(document) == before
    assert desk.store.failures("bill") == {document: ExtractionFault.PARSE_ERROR}


def test_no_such_document(desks: Any) -> None:
    desk = desks()
    assert failure(desk.extract(404)).fault is ExtractionFault.DOCUMENT_NOT_FOUND
    assert desk.store.failures("bill") == {}


def test_nothing_to_read(desks: Any) -> None:
    desk = desks()
    document = desk.add("empty.pdf", "")
    assert failure(desk.extract(document)).fault is ExtractionFault.NO_CHUNKS
    assert desk.models.opened == []


def test_no_such_schema(desks: Any) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    assert failure(desk.extract(document, "nothing")).fault is ExtractionFault.UNKNOWN_SCHEMA
    assert desk.store.failures("nothing") == {}


def test_without_a_model_the_user_is_told(desks: Any) -> None:
    desk = desks(installed=False)
    document = desk.add("bill.pdf", BILL)
    with pytest.raises(ModelUnavailable, match="needs a language model"):
        desk.extract(document)
    with pytest.raises(InvalidInput, match="no language model"):
        desk.extract(document, model="unheard")
    assert desk.store.failures("bill") == {}


@pytest.mark.parametrize("reason", [StopReason.LENGTH, StopReason.LOOP])
def test_an_output_that_was_broken_off_is_no_result(
    desks: Any, caplog: pytest.LogCaptureFixture, reason: StopReason
) -> None:
    desk = desks(Script(('{"number": ',), stop_reason=reason))
    document = desk.add("bill.pdf", BILL)
    assert failure(desk.extract(document)).fault is ExtractionFault.PARSE_ERROR


def test_a_cancel_stores_nothing(desks: Any) -> None:
    desk = desks(Script((output(**NULLS)[:20],), stalls=True))
    document = desk.add("bill.pdf", BILL)
    cancel = CancelToken()
    events = desk.service.extract_document(document, "bill", cancel=cancel)
    while not (isinstance(event := next(events), ExtractionProgress) and event.fraction >= 0.6):
        pass
    cancel.cancel()
    with pytest.raises(Cancelled):
        list(events)
    assert desk.kept(document) is None
    assert desk.store.failures("bill") == {}


def test_a_document_that_was_read_anew_meanwhile_is_extracted_from_that(desks: Any) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    events = desk.service.extract_document(document, "bill", cancel=CancelToken())
    first = desk.chunk(document)
    for event in events:
        if isinstance(event, ExtractionProgress) and desk.chunk(document) == first:
            desk.add("bill.pdf", BILL.replace("17", "18"), mtime_ns=2)
    kept = desk.kept(document)
    assert kept is not None
    assert kept.read == (desk.chunk(document),) != (first,)
    assert len(desk.models.model.requests) == 2


def test_a_document_that_is_removed_meanwhile(desks: Any) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    events: list[ExtractionEvent] = []
    for event in desk.service.extract_document(document, "bill", cancel=CancelToken()):
        if isinstance(event, ExtractionBegun):
            continue
        desk.bench.library.remove_documents([document])
        events.append(event)
    assert failure(events).fault is ExtractionFault.DOCUMENT_NOT_FOUND
    assert desk.store.failures("bill") == {}


def test_nothing_is_kept_for_a_schema_that_is_removed_meanwhile(desks: Any) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    events: list[ExtractionEvent] = []
    for event in desk.service.extract_document(document, "bill", cancel=CancelToken()):
        if isinstance(event, ExtractionProgress) and len(events) == 1:
            desk.schemas.remove("bill")
        events.append(event)
    assert failure(events).fault is ExtractionFault.UNKNOWN_SCHEMA
    assert desk.kept(document) is None
    assert desk.store.failures("bill") == {}


def test_a_document_is_read_again_for_a_schema_that_is_changed_meanwhile(desks: Any) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    changed = json.dumps({"name": "bill", "fields": [{"name": "vendor", "type": "text"}]})
    for event in desk.service.extract_document(document, "bill", cancel=CancelToken()):
        if isinstance(event, ExtractionProgress) and len(desk.schemas.named("bill").fields) > 1:
            desk.schemas.add(changed, replacing=True)
    kept = desk.kept(document)
    assert kept is not None
    assert [value.name for value in kept.fields] == ["vendor"]


def test_hidden_text_is_not_read(desks: Any) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    chunks = desk.bench.library.document_chunks(document)
    assert not any(chunk.hidden for chunk in chunks)
    desk.extract(document)
    assert desk.models.model.requests[0].form.chunk_ids == tuple(one.id for one in chunks)


# --- long documents ---------------------------------------------------------------------------


def long_document(desk: Desk) -> int:
    filler = " ".join(f"Clause {n} of the terms speaks of storage and carriage." for n in range(60))
    pages = [f"{filler} Part {page}." for page in range(40)]
    pages[0] = "Mill & Sons. " + pages[0]
    pages[23] = f"The discount is 12 percent. {filler}"
    pages[31] = f"The total comes to 500. {filler}"
    return desk.add("long.pdf", *pages)


def forms(desk: Desk) -> list[FieldsForm]:
    model = desk.models.model
    assert isinstance(model, ScriptedChatModel)
    made = [request.form for request in model.requests]
    assert all(isinstance(form, FieldsForm) for form in made)
    return made  # type: ignore[return-value]


def test_a_long_document_is_searched_for_each_field_and_not_cut(desks: Any) -> None:
    desk = desks()
    document = long_document(desk)
    last = desk.extract(document)[-1]
    assert isinstance(last, DocumentExtracted)
    assert not last.trace.whole
    asked = [field.name for form in forms(desk) for field in form.fields]
    assert sorted(asked) == ["discount", "issued", "number", "total"]
    texts = {one.id: one.text for one in desk.bench.library.document_chunks(document)}
    assert last.trace.total_chunks == len(texts) > 40
    for name, words in (("discount", "discount is 12"), ("total", "total comes to 500")):
        (form,) = (one for one in forms(desk) if name in [field.name for field in one.fields])
        read = " ".join(texts[chunk] for chunk in form.chunk_ids)
        assert words in read
        assert "Mill & Sons" in read
    assert last.extraction.read == tuple(
        sorted({c for form in forms(desk) for c in form.chunk_ids})
    )
    assert len(last.extraction.read) < len(texts)
    assert [value.name for value in last.extraction.fields] == [
        "number", "issued", "total", "discount",
    ]  # fmt: skip


def bulky(fields: int, choices: int) -> str:
    """A schema whose choices take many tokens."""
    one = {"type": "choice", "choices": [f"{n} " + "- " * 35 + "." for n in range(choices)]}
    return json.dumps(
        {"name": "bulky", "fields": [{"name": f"kind_{n}", **one} for n in range(fields)]}
    )


def test_fields_with_many_choices_are_asked_for_apart(desks: Any) -> None:
    desk = desks()
    desk.schemas.add(bulky(fields=5, choices=50))
    document = desk.add("bill.pdf", BILL)
    last = desk.extract(document, "bulky")[-1]
    assert isinstance(last, DocumentExtracted)
    assert last.trace.whole
    asked = [field.name for form in forms(desk) for field in form.fields]
    assert asked == [f"kind_{n}" for n in range(5)]
    assert len(forms(desk)) > 1


def test_a_field_that_leaves_no_room_for_passages_is_told(desks: Any) -> None:
    desk = desks(context_tokens=2048)
    desk.schemas.add(bulky(fields=1, choices=50))
    document = desk.add("bill.pdf", BILL)
    with pytest.raises(InvalidInput, match="“Kind 0” is too long for this model"):
        desk.extract(document, "bulky")
    assert desk.models.model.requests == []


def test_a_document_without_a_passage_that_fits_is_not_said_to_tell_nothing(
    desks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desks()
    document = desk.add("bill.pdf", BILL)
    count = desk.models.model.count_tokens
    monkeypatch.setattr(
        desk.models.model,
        "count_tokens",
        lambda texts: [9000 if "Mill" in text else count([text])[0] for text in texts],
    )
    assert failure(desk.extract(document)).fault is ExtractionFault.NO_CHUNKS
    assert desk.models.model.requests == []


def test_a_failure_in_one_part_fails_the_whole(desks: Any) -> None:
    desk = desks()
    document = long_document(desk)
    desk.extract(document)
    parts = forms(desk)
    assert len(parts) > 1
    good = [Script((nothing_told(form),)) for form in parts[:-1]]
    desk.models.model = ScriptedChatModel(*good, Script(("No.",)), context_tokens=8192)
    before = desk.kept(document)
    failed = failure(desk.extract(document))
    assert failed.fault is ExtractionFault.PARSE_ERROR
    assert len(failed.trace.parts) == len(parts)
    assert desk.kept(document) == before


# --- many documents ---------------------------------------------------------------------------


def test_all_that_wait_are_extracted_in_order(desks: Any) -> None:
    desk = desks()
    documents = [desk.add(f"{name}.pdf", f"{BILL} {name}") for name in "abc"]
    desk.store.queue(documents, "bill")
    desk.store.queue(documents[:1], "invoice")
    events = desk.run()
    begun = [(e.schema, e.document_id, e.waiting) for e in events if isinstance(e, ExtractionBegun)]
    assert begun == [
        *(("bill", document, 3 - place) for place, document in enumerate(documents)),
        ("invoice", documents[0], 1),
    ]
    last = events[-1]
    assert isinstance(last, ExtractionsFinished)
    assert (last.extracted, last.failed, last.stopped) == (4, 0, False)
    assert desk.store.waiting_schemas() == []
    assert all(desk.kept(document) for document in documents)


def test_nothing_waits(desks: Any) -> None:
    desk = desks(installed=False)
    (last,) = desk.run()
    assert isinstance(last, ExtractionsFinished)
    assert (last.extracted, last.failed, last.stopped) == (0, 0, False)


def test_a_failure_does_not_hold_up_the_others(desks: Any) -> None:
    desk = desks("No.", output(**NULLS))
    documents = [desk.add(f"{name}.pdf", f"{BILL} {name}") for name in "ab"]
    desk.store.queue(documents, "bill")
    last = desk.run()[-1]
    assert isinstance(last, ExtractionsFinished)
    assert (last.extracted, last.failed) == (1, 1)
    assert desk.store.waiting("bill") == []
    assert desk.store.failures("bill") == {documents[0]: ExtractionFault.PARSE_ERROR}


def test_a_stop_leaves_the_rest_waiting_for_the_next_run(desks: Any) -> None:
    desk = desks()
    documents = [desk.add(f"{name}.pdf", f"{BILL} {name}") for name in "abc"]
    desk.store.queue(documents, "bill")
    cancel = CancelToken()
    events = []
    for event in desk.service.run(cancel=cancel):
        events.append(event)
        if isinstance(event, DocumentExtracted):
            cancel.cancel()
    last = events[-1]
    assert isinstance(last, ExtractionsFinished)
    assert (last.extracted, last.stopped) == (1, True)
    assert desk.store.waiting("bill") == documents[1:]
    assert [e.document_id for e in desk.run() if isinstance(e, ExtractionBegun)] == documents[1:]


@pytest.mark.parametrize("fault", [WorkerDied("It ended."), InvalidInput("It is too long.")])
def test_a_document_at_which_the_model_fails_goes_behind_the_others(
    desks: Any, fault: PinciteError
) -> None:
    desk = desks(Script(fails=fault), output(**NULLS))
    documents = [desk.add(f"{name}.pdf", f"{BILL} {name}") for name in "abc"]
    desk.store.queue(documents, "bill")
    with pytest.raises(type(fault)):
        desk.run()
    first, *others = documents
    assert desk.store.waiting("bill") == [*others, first]
    assert desk.store.failures("bill") == {}
    last = desk.run()[-1]
    assert isinstance(last, ExtractionsFinished)
    assert last.extracted == 3


def test_without_a_model_all_goes_on_waiting(desks: Any) -> None:
    desk = desks(installed=False)
    document = desk.add("a.pdf", BILL)
    desk.store.queue([document], "bill")
    with pytest.raises(ModelUnavailable):
        desk.run()
    assert desk.store.waiting("bill") == [document]


def test_a_schema_that_is_gone_is_passed_over(desks: Any) -> None:
    desk = desks()
    document = desk.add("a.pdf", BILL)
    desk.store.queue([document], "gone")
    assert failure(desk.run()[:-1]).fault is ExtractionFault.UNKNOWN_SCHEMA
    assert desk.store.waiting_schemas() == []


# --- answers come first -----------------------------------------------------------------------


def test_while_an_answer_is_made_extraction_waits(desks: Any) -> None:
    desk = desks()
    document = desk.add("a.pdf", BILL)
    events = desk.service.extract_document(document, "bill", cancel=CancelToken())
    with desk.bench.priority.answering():
        assert isinstance(next(events), ExtractionBegun)
        assert next(events) == ExtractionHeld("bill", document)
        assert desk.models.opened == []
    assert isinstance(list(events)[-1], DocumentExtracted)


def test_an_answer_takes_the_model_and_the_part_is_asked_again(desks: Any) -> None:
    whole = output(**NULLS)
    desk = desks(Script((whole[:20], whole[20:])))
    document = desk.add("a.pdf", BILL)
    events = desk.service.extract_document(document, "bill", cancel=CancelToken())
    seen = [next(events), next(events), next(events)]
    assert isinstance(seen[-1], ExtractionProgress)
    with desk.bench.priority.answering():
        assert any(isinstance(event, ExtractionHeld) for event in events)
    assert isinstance(list(events)[-1], DocumentExtracted)
    assert len(desk.models.model.requests) == 2
    assert desk.kept(document) is not None


def test_parts_that_are_read_are_not_asked_again(desks: Any) -> None:
    desk = desks()
    document = long_document(desk)
    desk.extract(document)
    parts = len(desk.models.model.requests)
    desk.models.model.requests.clear()
    events = desk.service.extract_document(document, "bill", cancel=CancelToken())
    for event in events:
        if isinstance(event, ExtractionProgress) and event.fraction > 1 / parts:
            break
    with desk.bench.priority.answering():
        assert any(isinstance(event, ExtractionHeld) for event in events)
    assert isinstance(list(events)[-1], DocumentExtracted)
    assert len(desk.models.model.requests) == parts + 1


def test_another_model_begins_anew(desks: Any) -> None:
    desk = desks()
    document = long_document(desk)
    desk.models.model = ScriptedChatModel(context_tokens=4096)
    desk.extract(document)
    parts = len(desk.models.model.requests)
    desk.models.model = ScriptedChatModel(name="First", context_tokens=8192)
    events = desk.service.extract_document(document, "bill", cancel=CancelToken())
    for event in events:
        if isinstance(event, ExtractionProgress) and event.fraction > 0.5:
            break
    with desk.bench.priority.answering():
        assert any(isinstance(event, ExtractionHeld) for event in events)
    desk.models.model = ScriptedChatModel(name="Second", context_tokens=4096)
    last = list(events)[-1]
    assert isinstance(last, DocumentExtracted)
    assert last.extraction.model == "Second"
    assert len(desk.models.model.requests) == len(last.trace.parts) == parts
