-- How reading went, page by page and in all; folders that stay in the library; what was left out.

-- OCR: how sure the engine was of a page that it read, 0 to 1; NULL for text of the file itself.
ALTER TABLE page ADD COLUMN ocr_confidence REAL;
-- 1: OCR looked at the page, whatever it found, and is not to look again by itself.
ALTER TABLE page ADD COLUMN ocr_tried INTEGER NOT NULL DEFAULT 0;
-- Lines that OCR saw on the page and could not read; -1: it gave the page up.
ALTER TABLE page ADD COLUMN ocr_unread_lines INTEGER NOT NULL DEFAULT 0;
-- What OCR is still to look at; without it the text of every page would be passed over.
CREATE INDEX page_for_ocr ON page (document_id, number)
    WHERE ocr_tried = 0 AND kind IN ('scan', 'unreadable');

-- When reading a file ended (milliseconds since 1970, UTC) and the seconds it took, OCR among them;
-- NULL and 0 for documents of older versions.
ALTER TABLE document ADD COLUMN read_at INTEGER;
ALTER TABLE document ADD COLUMN read_seconds REAL NOT NULL DEFAULT 0;
-- 1: the user does not want to be told any more that it needs something.
ALTER TABLE document ADD COLUMN ignored INTEGER NOT NULL DEFAULT 0;

-- Counts pages by kind for the report on what was read, without a look at their text.
CREATE INDEX page_kinds ON page
    (document_id, kind, number, ocr_confidence, ocr_tried, ocr_unread_lines);

-- PDFs inside of it, which are not read with it.
ALTER TABLE document ADD COLUMN embedded_pdfs INTEGER NOT NULL DEFAULT 0;

-- Folders that were added and are looked through for changes. `collection`: what their new
-- documents join, by name; '' for none. It follows the collection's name, and its end.
CREATE TABLE watched_folder (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path BLOB NOT NULL UNIQUE,
    collection TEXT NOT NULL DEFAULT ''
);

CREATE TRIGGER watched_folder_renamed AFTER UPDATE OF name ON collection BEGIN
    UPDATE watched_folder SET collection = new.name WHERE collection = old.name;
END;

CREATE TRIGGER watched_folder_unnamed AFTER DELETE ON collection BEGIN
    UPDATE watched_folder SET collection = '' WHERE collection = old.name;
END;

-- Files that were found and are no documents, with the stable reason, as the last look at them left
-- it. A file that stays as it was (size, mtime_ns) is not tried again by itself. `sha256`: of the
-- content that a copy shares with its document; '' otherwise.
CREATE TABLE skipped_file (
    path BLOB PRIMARY KEY,
    reason TEXT NOT NULL,
    size INTEGER NOT NULL DEFAULT -1,   -- -1: there was nothing to measure
    mtime_ns INTEGER NOT NULL DEFAULT 0,
    sha256 TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

-- Files whose documents the user took out, so that looking for changes does not bring them back.
-- Only keyed hashes of path and content: an erased document leaves nothing that can be read.
CREATE TABLE removed_key (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    key BLOB NOT NULL
);
INSERT INTO removed_key VALUES (1, randomblob(32));

CREATE TABLE removed_file (
    mark BLOB PRIMARY KEY
) WITHOUT ROWID;

-- Documents that are being erased, until no byte of them is left: a program that ends meanwhile goes
-- on with them when it is started again. 0 stands for what was taken out before.
CREATE TABLE erasure (
    document_id INTEGER PRIMARY KEY
);
