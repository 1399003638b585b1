-- Fields out of documents: schemas of the user, what models found, what people corrected, and the
-- documents that wait. Schemas that come with the program are in no table, so names of schemas
-- refer to none.

CREATE TABLE extraction_schema (
    name TEXT PRIMARY KEY,
    definition TEXT NOT NULL        -- JSON, as it came
) WITHOUT ROWID;

CREATE TABLE extraction (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    schema TEXT NOT NULL,
    model TEXT NOT NULL,
    made_at TEXT NOT NULL,
    sha256 TEXT NOT NULL,           -- the content of the document that was read
    read_chunks TEXT NOT NULL,      -- a JSON list
    UNIQUE (document_id, schema)
);

CREATE INDEX extraction_by_schema ON extraction (schema, document_id);

-- A value is text, and `kind` says how to read it. Chunks are given by their numbers only, which
-- are never used again: they go when the document is read anew, and the value stays.
CREATE TABLE extracted_field (
    extraction_id INTEGER NOT NULL REFERENCES extraction (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    confidence REAL NOT NULL,
    chunk_id INTEGER,
    verified INTEGER NOT NULL,
    quote TEXT NOT NULL,
    chunk_start INTEGER NOT NULL,   -- the quote is chunk text [chunk_start, chunk_end)
    chunk_end INTEGER NOT NULL,
    PRIMARY KEY (extraction_id, ordinal)
) WITHOUT ROWID;

CREATE TABLE field_correction (
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    schema TEXT NOT NULL,
    field TEXT NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    made_at TEXT NOT NULL,
    sha256 TEXT NOT NULL,           -- the content of the document that was corrected
    PRIMARY KEY (document_id, schema, field)
) WITHOUT ROWID;

CREATE INDEX field_correction_by_schema ON field_correction (schema, document_id);

-- Documents that wait for a schema, in order, and those of which the last try failed.
CREATE TABLE extraction_job (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    schema TEXT NOT NULL,
    fault TEXT,                     -- NULL: it waits
    UNIQUE (document_id, schema)
);

CREATE INDEX extraction_job_by_schema ON extraction_job (schema, position);
