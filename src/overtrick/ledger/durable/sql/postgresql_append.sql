-- Appends drafts to a book in one call: numbers them, chains them, moves the head and gives notice, all in the
-- caller's transaction. A draft's body is its line without number and `prev`. Answers one row a draft: its key and
-- number, with the whole line where the key stood already. A book that has moved past p_seen answers one row without
-- a key, with its last number, and takes nothing.
CREATE FUNCTION book_append(
    p_event text, p_seen bigint, p_keys text[], p_acts text[], p_bys text[], p_devices text[], p_ats text[],
    p_bodies text[]
) RETURNS TABLE (r_key text, r_number bigint, r_written text) LANGUAGE plpgsql AS $$
DECLARE
    v_last bigint;
    v_prev text;
    v_line text;
    v_first bigint;
    v_standing text[];
BEGIN
    SELECT last, fingerprint INTO v_last, v_prev FROM book_head WHERE event = p_event FOR UPDATE;
    IF NOT FOUND THEN
        INSERT INTO book_head (event, last, fingerprint) VALUES (p_event, 0, '') ON CONFLICT DO NOTHING;
        SELECT last, fingerprint INTO v_last, v_prev FROM book_head WHERE event = p_event FOR UPDATE;
    END IF;
    v_first := v_last;
    SELECT coalesce(array_agg(key), '{}') INTO v_standing FROM book_line WHERE event = p_event AND key = ANY (p_keys);
    IF p_seen IS NOT NULL AND p_seen <> v_last AND NOT p_keys <@ v_standing THEN
        RETURN QUERY SELECT NULL::text, v_last, NULL::text;
        RETURN;
    END IF;
    FOR i IN 1 .. cardinality(p_keys) LOOP
        CONTINUE WHEN p_keys[i] = ANY (v_standing);
        v_last := v_last + 1;
        v_line := '{"v":1,"n":' || v_last || ',' || p_bodies[i] || ',"prev":"' || v_prev || '"}';
        INSERT INTO book_line (event, number, key, act, by, device, at, written, kept_at)
            VALUES (p_event, v_last, p_keys[i], p_acts[i], p_bys[i], p_devices[i], p_ats[i], v_line, now());
        v_prev := encode(sha256(convert_to(v_line, 'UTF8')), 'hex');
        r_key := p_keys[i];
        r_number := v_last;
        RETURN NEXT;
    END LOOP;
    IF v_last > v_first THEN
        UPDATE book_head SET last = v_last, fingerprint = v_prev WHERE event = p_event;
        PERFORM pg_notify('overtrick_book', p_event || ' ' || v_last);
    END IF;
    IF cardinality(v_standing) > 0 THEN
        RETURN QUERY SELECT key::text, number, written FROM book_line
            WHERE event = p_event AND key = ANY (v_standing);
    END IF;
END
$$;
