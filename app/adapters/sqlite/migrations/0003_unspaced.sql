-- Scripts without spaces between words get an index of their own, and documents say how they were
-- read. `index_form`, `bigram_form` and `context_form` are functions of the program.

-- Pairs of characters, of chunks that hold any (content = '': only the index, as in chunk_fts).
CREATE VIRTUAL TABLE chunk_bigram_fts USING fts5 (
    text,
    context,
    content = '',
    tokenize = 'unicode61 remove_diacritics 0'
);

INSERT INTO chunk_fts (chunk_fts) VALUES ('delete-all');

INSERT INTO chunk_fts (rowid, text, context)
SELECT chunk.id, index_form(chunk.text),
       index_form(context_form(document.title, chunk.heading_path))
FROM chunk JOIN document ON document.id = chunk.document_id ORDER BY chunk.id;

INSERT INTO chunk_bigram_fts (rowid, text, context)
SELECT * FROM (
    SELECT chunk.id, bigram_form(chunk.text) AS text,
           bigram_form(context_form(document.title, chunk.heading_path)) AS context
    FROM chunk JOIN document ON document.id = chunk.document_id ORDER BY chunk.id
)
WHERE text <> '' OR context <> '';

-- Serves a search on some pages of all documents.
CREATE INDEX span_by_page ON span (page, chunk_id);

-- 0: title and headings are in no index.
ALTER TABLE document ADD COLUMN context_in_index INTEGER NOT NULL DEFAULT 1;

-- Which version of reading and cutting made the pages and chunks; 0 was before they were counted.
ALTER TABLE document ADD COLUMN reading_version INTEGER NOT NULL DEFAULT 0;
