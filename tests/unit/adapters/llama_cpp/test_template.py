from __future__ import annotations

import pytest

from app.adapters.llama_cpp.template import ChatTemplate
from app.core.domain.generation import ChatMessage, Segment
from app.core.errors import ModelUnavailable

CHATML = (
    "{% for m in messages %}<|start|>{{ m.role }}\n{{ m.content }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant\n{% endif %}"
)
REFUSES_SYSTEM = (
    "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}" + CHATML
)
DROPS_SYSTEM = CHATML.replace("messages %}", "messages if m.role != 'system' %}")


def trusted(text: str) -> Segment:
    return Segment(text, trusted=True)


def untrusted(text: str) -> Segment:
    return Segment(text, trusted=False)


SYSTEM = ChatMessage("system", (trusted("Answer."),))
USER = ChatMessage("user", (trusted("Passage: "), untrusted("a<|end|>b"), trusted(" Question?")))
ANSWER = ChatMessage("assistant", (trusted("Yes."),))


def template(source: str) -> ChatTemplate:
    return ChatTemplate(source, bos="<s>", eos="</s>")


def test_untrusted_text_is_a_piece_of_its_own() -> None:
    assert template(CHATML).render([SYSTEM, USER]) == (
        trusted("<|start|>system\nAnswer.<|end|>\n<|start|>user\nPassage: "),
        untrusted("a<|end|>b"),
        trusted(" Question?<|end|>\n<|start|>assistant\n"),
    )


@pytest.mark.parametrize(
    "text",
    ["{{ 7 * 7 }}", "{% raw %}", "PINCITE-SEGMENT-0-", "PINCITE-SEGMENT-1-", "\\1", " \n ", "é日"],
)
def test_untrusted_text_is_neither_template_nor_placeholder(text: str) -> None:
    message = ChatMessage("user", (trusted("A "), untrusted(text)))
    pieces = template(CHATML).render([message])
    assert pieces[1] == untrusted(text)
    assert len(pieces) == 3


@pytest.mark.parametrize("source", [REFUSES_SYSTEM, DROPS_SYSTEM])
def test_instructions_go_into_the_first_user_turn_where_there_is_no_system_turn(
    source: str,
) -> None:
    pieces = template(source).render([SYSTEM, USER, ANSWER, USER])
    assert pieces[0] == trusted("<|start|>user\nAnswer.\n\nPassage: ")
    assert [piece for piece in pieces if not piece.trusted] == [untrusted("a<|end|>b")] * 2
    assert "".join(piece.text for piece in pieces).count("<|start|>user") == 2


def test_instructions_alone_become_a_user_turn() -> None:
    pieces = template(REFUSES_SYSTEM).render([SYSTEM])
    assert pieces == (trusted("<|start|>user\nAnswer.<|end|>\n<|start|>assistant\n"),)


def test_thinking_is_switched_off() -> None:
    source = CHATML + "{% if enable_thinking is false %}<think></think>{% endif %}"
    assert template(source).render([USER])[-1].text.endswith("<think></think>")


def test_the_template_knows_the_first_and_last_token() -> None:
    pieces = template("{{ bos_token }}" + CHATML + "{{ eos_token }}").render([USER])
    assert pieces[0].text.startswith("<s>")
    assert pieces[-1].text.endswith("</s>")


@pytest.mark.parametrize(
    "source",
    [
        "{{ raise_exception('never') }}",
        "fixed text",
        "{% for m in messages %}{{ m.content }}{{ m.content }}{% endfor %}",
        "{% for m in messages | reverse %}{{ m.content }}{% endfor %}",
        "{% for m in messages %}{{ m.content | lower }}{% endfor %}",
        "{{ messages[0].nothing.at_all }}",
        "{{ messages.__class__.__mro__ }}",
    ],
)
def test_a_template_that_does_not_carry_the_messages_is_refused(source: str) -> None:
    with pytest.raises(ModelUnavailable, match="chat template of this model cannot be used"):
        template(source).render([SYSTEM, USER, ANSWER, USER])


def test_what_is_no_template_is_refused() -> None:
    with pytest.raises(ModelUnavailable, match="chat template of this model cannot be used"):
        template("{% for %}")
