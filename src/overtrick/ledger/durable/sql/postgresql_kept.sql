CREATE FUNCTION book_line_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'posting % of % is kept for ever: put it right by a new posting', OLD.number, OLD.event
        USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER book_line_is_kept BEFORE UPDATE OR DELETE ON book_line
    FOR EACH ROW EXECUTE FUNCTION book_line_is_kept();
-- The head of a book changes with every posting: room for that on its own page.
ALTER TABLE book_head SET (fillfactor = 20);
