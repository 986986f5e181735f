CREATE TRIGGER book_line_is_not_changed BEFORE UPDATE ON book_line
BEGIN
    SELECT RAISE(ABORT, 'a posting is kept for ever: put it right by a new posting');
END;

CREATE TRIGGER book_line_is_not_taken_away BEFORE DELETE ON book_line
BEGIN
    SELECT RAISE(ABORT, 'a posting is kept for ever: put it right by a new posting');
END;
