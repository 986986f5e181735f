-- Appends drafts to a book in one call: numbers them, chains them, moves the head and gives notice, all in the
-- caller's transaction. A draft is its key, act, by, device, at and body; the body is its line without number and
-- `prev`. Answers one row a draft: its key and number, with the whole line where the key stood already. A book that
-- has moved past p_seen answers one row without a key, with its last number, and takes nothing.
CREATE FUNCTION book_append(p_event text, p_seen bigint, p_drafts text[])
    RETURNS TABLE (r_key text, r_number bigint, r_written text) LANGUAGE plpgsql AS $$
DECLARE
    v_draft text[];
    v_first bigint;
    v_last bigint;
    v_prev text;
    v_line text;
BEGIN
    SELECT last, fingerprint INTO v_first, v_prev FROM book_head WHERE event = p_event FOR UPDATE;
    IF NOT FOUND THEN
        INSERT INTO book_head (event, last, fingerprint) VALUES (p_event, 0, '') ON CONFLICT DO NOTHING;
        SELECT last, fingerprint INTO v_first, v_prev FROM book_head WHERE event = p_event FOR UPDATE;
    END IF;
    IF p_seen <> v_first THEN  -- by itself: with the next condition beside it, every call would pay for both
        IF EXISTS (
            SELECT FROM generate_subscripts(p_drafts, 1) AS place
            WHERE NOT EXISTS (SELECT FROM book_line WHERE event = p_event AND key = p_drafts[place][1])
        ) THEN
            RETURN QUERY SELECT NULL::text, v_first, NULL::text;
            RETURN;
        END IF;
    END IF;
    v_last := v_first;
    FOREACH v_draft SLICE 1 IN ARRAY p_drafts LOOP
        r_key := v_draft[1];
        r_number := v_last + 1;
        r_written := NULL;
        v_line := '{"v":1,"n":' || r_number || ',' || v_draft[6] || ',"prev":"' || v_prev || '"}';
        INSERT INTO book_line (event, number, key, act, by, device, at, written, kept_at)
            VALUES (p_event, r_number, r_key, v_draft[2], v_draft[3], v_draft[4], v_draft[5], v_line, now())
            ON CONFLICT (event, key) DO NOTHING;
        IF FOUND THEN
            v_last := r_number;
            v_prev := encode(sha256(convert_to(v_line, 'UTF8')), 'hex');
        ELSE
            SELECT number, written INTO r_number, r_written FROM book_line WHERE event = p_event AND key = r_key;
        END IF;
        RETURN NEXT;
    END LOOP;
    IF v_last > v_first THEN
        UPDATE book_head SET last = v_last, fingerprint = v_prev WHERE event = p_event;
        PERFORM pg_notify('overtrick_book', p_event || ' ' || v_last);
    END IF;
END
$$;
