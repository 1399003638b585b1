-- Collections: named sets of documents. Taking one away leaves its documents.

CREATE TABLE collection (
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used again: conversations remember it
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE           -- the name case-folded
);

CREATE TABLE collection_document (
    collection_id INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    document_id INTEGER NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (collection_id, document_id)
) WITHOUT ROWID;

-- Serves the deletion of a document.
CREATE INDEX collection_document_by_document ON collection_document (document_id);

-- Files that wait in the queue, and whose documents are to join a collection.
CREATE TABLE expected_file (
    path BLOB NOT NULL,
    collection_id INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    PRIMARY KEY (path, collection_id)
) WITHOUT ROWID;

CREATE INDEX expected_file_by_collection ON expected_file (collection_id);
