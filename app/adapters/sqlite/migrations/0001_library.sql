-- The first schema. Statements end with a semicolon at a line end; each file runs in one transaction.

-- "Pinc": tells a library from any other SQLite file.
PRAGMA application_id = 1349086819;

CREATE TABLE document (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path BLOB NOT NULL UNIQUE,      -- as the system names the file, so that odd names survive
    title TEXT NOT NULL,
    title_key TEXT NOT NULL,        -- the title case-folded, to sort by
    sha256 TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    status TEXT NOT NULL,
    status_text TEXT NOT NULL,
    page_count INTEGER NOT NULL
);

CREATE INDEX document_by_sha256 ON document (sha256);

CREATE TABLE page (
    id INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- physical, from 1
    label TEXT NOT NULL,
    width REAL NOT NULL,
    height REAL NOT NULL,
    rotation INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    words BLOB NOT NULL,            -- the packed word table, deflated
    UNIQUE (document_id, number)
);

CREATE TABLE chunk (
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used again, even after it is gone
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    embedded INTEGER NOT NULL DEFAULT 0,    -- 1: it has a vector
    heading_path TEXT NOT NULL,             -- a JSON list
    text TEXT NOT NULL
);

-- Covers the counts by document, and finds the chunks of one.
CREATE INDEX chunk_by_document ON chunk (document_id, embedded);

CREATE INDEX chunk_unembedded ON chunk (id) WHERE embedded = 0;

CREATE TABLE span (
    chunk_id INTEGER NOT NULL REFERENCES chunk (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    page INTEGER NOT NULL,
    page_start INTEGER NOT NULL,
    page_end INTEGER NOT NULL,
    chunk_start INTEGER NOT NULL,
    PRIMARY KEY (chunk_id, ordinal)
) WITHOUT ROWID;

-- Holds no copy of the text (content = ''), only the index; rowid is the chunk's id. A row is taken
-- out by giving the same values again ("contentless-delete" tables need SQLite 3.43).
CREATE VIRTUAL TABLE chunk_fts USING fts5 (
    text,
    context,                        -- document title and heading path
    content = '',
    tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TABLE queue (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    path BLOB NOT NULL UNIQUE
);

-- The embedder that made the vectors: one row or none.
CREATE TABLE embedder (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    name TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    sha256 TEXT NOT NULL
);
