"""Why a run of the claim filter removed nothing, and the sentences that say what it did."""

from __future__ import annotations

from app.core.domain.claim_filter import ClaimFilterRecord, FilterStatus, ScopeSlot, SetAside

FEW_PASSAGES = "few_passages"
TIME_LIMIT = "time_limit"
UNREADABLE = "unreadable"
ALL_MARKED = "all_marked"
NO_MODEL = "no_model"
NOT_MEASURED = "not_measured"
FAILED = "failed:"
"""Followed by the name of the class of the error."""

_REASONS = {
    FEW_PASSAGES: "There was only one passage, so there was nothing to compare.",
    TIME_LIMIT: "The model took too long.",
    UNREADABLE: "What the model gave back could not be used.",
    ALL_MARKED: "All passages would have been set aside.",
    NO_MODEL: "Only fixed rules were used: the model for the claim filter is not installed.",
    NOT_MEASURED: "Only fixed rules were used: this model is not known to tell scopes apart.",
}
_SLOTS = {
    ScopeSlot.FREQUENCY: "how often or for how long",
    ScopeSlot.POPULATION: "for whom",
    ScopeSlot.TIME: "when, or which version",
    ScopeSlot.PLACE: "where",
    ScopeSlot.VARIANT: "which variant",
    ScopeSlot.AMOUNT: "which amount",
    ScopeSlot.STATE: "in which state",
    ScopeSlot.SITUATION: "in which situation",
}


def reason_of(one: SetAside) -> str:
    """Why a passage was set aside, as one sentence. Its words come from the question and from the
    document, none from a model."""
    if one.asked and one.stated:
        return (
            f"It holds for “{one.stated}”, but the question is about “{one.asked}” "
            f"({_SLOTS[one.slot]})."
        )
    return "By the model's judgement it holds in another situation than the one that was asked for."


def reason_sentence(reason: str) -> str:
    """What a word of :class:`ClaimFilterRecord` means; "" where there is nothing to say."""
    if reason.startswith(FAILED):
        return f"Something went wrong on the way ({reason.removeprefix(FAILED)})."
    return _REASONS.get(reason, "")


def summary(record: ClaimFilterRecord) -> str:
    """What the filter did, in one or two sentences. Where it kept all, that no model judged is left
    to the record: it would stand below most answers."""
    count = len(record.removed)
    if record.status is FilterStatus.APPLIED:
        said = f"The claim filter set {count} passage{'' if count == 1 else 's'} aside."
    elif record.status is FilterStatus.KEPT_ALL:
        said = f"The claim filter compared {len(record.evaluated)} passages and kept all."
        if record.reason == NOT_MEASURED:
            return said
    elif record.status is FilterStatus.SKIPPED:
        said = "The claim filter had nothing to do."
    else:
        said = "The claim filter did not run to its end, so all passages were kept."
    return " ".join(part for part in (said, reason_sentence(record.reason)) if part)
