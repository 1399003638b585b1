-- Text that nobody can see on its page: it comes last in the page's text, from this character on,
-- and has chunks of its own. NULL: nothing is hidden, or an older version read the page.
ALTER TABLE page ADD COLUMN hidden_from INTEGER;
ALTER TABLE chunk ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
