-- Conversations, with answers as they were given: what they cite may be gone by now, so nothing here
-- refers to documents or chunks by more than their numbers, which are never used again.

CREATE TABLE conversation (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    title TEXT NOT NULL,
    created TEXT NOT NULL,          -- UTC, ISO 8601 to the microsecond: sorts as text
    changed TEXT NOT NULL           -- when the last turn was put in
);

-- Serves the list, newest first.
CREATE INDEX conversation_by_change ON conversation (changed, id);

CREATE TABLE turn (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_id INTEGER NOT NULL REFERENCES conversation (id) ON DELETE CASCADE,
    asked_at TEXT NOT NULL,
    question TEXT NOT NULL,
    style TEXT NOT NULL,
    alone INTEGER NOT NULL,         -- 1: asked without the questions before it
    collection_id INTEGER,          -- where it looked; with neither of both: in all documents
    document_ids TEXT,              -- a JSON list
    scope_label TEXT NOT NULL,      -- and what that was called
    scope_spoken TEXT NOT NULL,
    scope_everything INTEGER NOT NULL,
    scope_documents INTEGER NOT NULL,
    lost TEXT NOT NULL,             -- why there is no answer any more
    prose TEXT NOT NULL,            -- of the answer, as search knows it
    format INTEGER NOT NULL,        -- of the answer
    answer BLOB                     -- JSON, deflated; NULL: lost
);

CREATE INDEX turn_by_conversation ON turn (conversation_id, id);

-- Of which documents answers hold text, so that it can be found when a document is erased.
CREATE TABLE turn_document (
    document_id INTEGER NOT NULL,
    turn_id INTEGER NOT NULL REFERENCES turn (id) ON DELETE CASCADE,
    used INTEGER NOT NULL,          -- 1: the answer was made from it; 0: it was only found
    PRIMARY KEY (document_id, turn_id)
) WITHOUT ROWID;

CREATE INDEX turn_document_by_turn ON turn_document (turn_id);

-- One row for each conversation, with its title, questions and answers; as chunk_fts.
CREATE VIRTUAL TABLE conversation_fts USING fts5 (
    text,
    content = '',
    tokenize = 'unicode61 remove_diacritics 2'
);

CREATE VIRTUAL TABLE conversation_bigram_fts USING fts5 (
    text,
    content = '',
    tokenize = 'unicode61 remove_diacritics 0'
);
