"""Records what language models write, for `pincite eval citations` to replay.

    python -m tests.model.record_outputs MODEL.gguf FORM QUESTION… >> OUT.jsonl

asks questions, given by number, over the invented documents and writes one line for each. Each
question is asked with the page that answers it and two others. FORM says how: `constrained` as the
program does, the other names are prompts without a form, which show how models write when nothing
holds them. What is expected of a recording is written into it by hand afterwards.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from app.adapters.inference_process import LlamaChatModel
from app.core.domain.cancel import CancelToken
from app.core.domain.chunk import Chunk, Span
from app.core.domain.evidence import Passage
from app.core.domain.generation import (
    ChatMessage,
    GeneratedText,
    GenerationEnd,
    GenerationRequest,
    Segment,
)
from app.core.prompting.answer_prompt import answer_request, passage_header, passage_text
from tests.model import plain_documents, recorded_documents, unseen_documents

_SETS = (plain_documents, unseen_documents, recorded_documents)
QUESTIONS = tuple(question for one in _SETS for question in one.QUESTIONS)
DOCUMENTS = {file: known for one in _SETS for file, known in one.DOCUMENTS.items()}
FIRST_ID, MAX_TOKENS = 11, 110

_PROMPTS = {
    "marker_last": "Answer the question from the passages in full sentences. Put the marker of the "
    "passage, such as [chunk:5], at the end of each sentence.",
    "list": "Answer the question from the passages as a bulleted list. End each item with the "
    "markers of its passages, such as [chunk:5][chunk:6].",
    "block": "Answer the question from the passages in one sentence. Then write "
    "<<<CITATIONS>>>, a JSON list with entries such as "
    '{"chunk": 5, "quote": "words copied from the passage"}, and <<<END_CITATIONS>>>.',
    "loose": "Use the passages to answer, and name the chunks that you used.",
}


def _passages(number: int) -> list[Passage]:
    """The page that answers the question, and the two that follow it, whatever they are about."""
    pages = [
        (file, title, page, heading, text)
        for file, (title, texts) in DOCUMENTS.items()
        for page, (heading, text) in enumerate(texts, start=1)
    ]
    question = QUESTIONS[number]
    places = [(file, page) for file, _, page, _, _ in pages]
    first = places.index((question.file, question.page)) if question.answerable else number
    found = []
    for at in (first, first + 1, first + 2):
        file, title, page, heading, text = pages[at % len(pages)]
        chunk_id = FIRST_ID + at % len(pages)
        chunk = Chunk(chunk_id, 1, 0, text, (heading,), (Span(page, 0, len(text), 0),), 100)
        found.append(Passage(chunk, title, Path(file), page, str(page), (), None, None, None))
    return sorted(found, key=lambda one: one.chunk.id)


def _request(form: str, question: str, passages: Sequence[Passage]) -> GenerationRequest:
    usual = answer_request(question, passages, max_tokens=MAX_TOKENS)
    if form == "constrained":
        return usual
    if form == "free":
        return replace(usual, form=None)
    shown = "\n\n".join(
        f"({passage_header(one)})\n[chunk:{one.chunk.id}] {passage_text(one)}" for one in passages
    )
    asked = f"Passages:\n\n{shown}\n\nQuestion: {question}"
    return GenerationRequest(
        messages=(
            ChatMessage("system", (Segment(_PROMPTS[form], trusted=True),)),
            ChatMessage("user", (Segment(asked, trusted=False),)),
        ),
        max_tokens=MAX_TOKENS,
    )


def _record(chat: LlamaChatModel, form: str, number: int) -> dict[str, object]:
    question = QUESTIONS[number].text
    passages = _passages(number)
    raw, stop = "", ""
    for event in chat.generate(_request(form, question, passages), cancel=CancelToken()):
        if isinstance(event, GeneratedText):
            raw += event.text
        elif isinstance(event, GenerationEnd):
            stop = event.stop_reason.value
    return {
        "id": f"{chat.name.split('-')[0]}-{form}-{number}".lower(),
        "model": chat.name,
        "mode": form,
        "question": question,
        "passages": [
            {
                "id": one.chunk.id,
                "document": one.document_title,
                "page": one.page,
                "heading": list(one.chunk.heading_path),
                "text": one.chunk.text,
            }
            for one in passages
        ],
        "raw": raw,
        "stop": stop,
    }


def main(model: str, form: str, *numbers: str) -> None:
    """Record and print."""
    chat = LlamaChatModel(Path(model), title=Path(model).stem, context_tokens=2048, threads=2)
    try:
        for number in numbers:
            line = json.dumps(_record(chat, form, int(number)), ensure_ascii=False)
            sys.stdout.write(line + "\n")
            sys.stdout.flush()
    finally:
        chat.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
