-- Appending to a book. These functions belong to the owner of the tables and act with the owner's rights
-- (SECURITY DEFINER, search path pinned), so that whoever signs in as the server can add to a book through them and
-- do nothing else to it. {schema} is put in by the migration.

-- Every book is an organisation's (p_organisation): whoever adds to one says whose it is, and another's is refused.

-- The server's time of a posting as its line has it; never before that of the posting before.
CREATE OR REPLACE FUNCTION book_kept(p_kept timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT to_char(p_kept AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- Appends one draft to a book that is there, in the caller's transaction and in one statement: it locks and moves the
-- head, numbers the draft and puts the server's time and the hash of the line before into its line. The body is the line
-- without number, time and `prev`. Answers its number and its line's hash; nothing if the book is new, another's, led by
-- another server or has moved past p_seen; a key that stands already is a violation of book_key_once, and the head stays. For those there is
-- book_add. The head's own `prev` only hands the hash of the line before from the update to the insert. Nobody is told:
-- a transaction that gives notice commits alone, so the poster does it afterwards.
CREATE OR REPLACE FUNCTION book_next(
    p_event text, p_seen bigint, p_key text, p_act text, p_by text, p_device text, p_at text, p_body text,
    p_organisation integer, OUT r_number bigint, OUT r_hash text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    WITH moved AS (
        UPDATE book_head SET
            last = last + 1, prev = fingerprint, kept = greatest(kept, now()),
            fingerprint = encode(sha256(convert_to('{"v":1,"n":' || last + 1 || ',' || p_body || ',"kept":"'
                || to_char(greatest(kept, now()) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                || '","prev":"' || fingerprint || '"}', 'UTF8')), 'hex')
        WHERE event = p_event AND organisation = p_organisation AND NOT led AND (p_seen IS NULL OR last = p_seen)
        RETURNING last, prev, kept
    )
    INSERT INTO book_line (event, number, key, act, by, device, at, written, kept_at, organisation)
    SELECT p_event, last, p_key, p_act, p_by, p_device, p_at, '{"v":1,"n":' || last || ',' || p_body || ',"kept":"'
            || to_char(kept AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '","prev":"' || prev || '"}',
        kept, p_organisation
    FROM moved
    RETURNING number, encode(sha256(convert_to(written, 'UTF8')), 'hex') INTO r_number, r_hash;
END
$$;

-- The same for several drafts, each its key, act, by, device, at and body. Answers one row a draft: its key, number and
-- hash, with the whole line where the key stood already. A book that has moved past p_seen answers one row without a key,
-- with its last number, and takes nothing; one that another server leads answers a row with nothing at all.
CREATE OR REPLACE FUNCTION book_add(p_event text, p_seen bigint, p_drafts text[], p_organisation integer)
    RETURNS TABLE (r_key text, r_number bigint, r_written text, r_hash text)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
DECLARE
    v_draft text[];
    v_first bigint;
    v_last bigint;
    v_prev text;
    v_kept timestamptz;
    v_line text;
    v_whose integer;
    v_led boolean;
BEGIN
    SELECT last, fingerprint, kept, organisation, led INTO v_first, v_prev, v_kept, v_whose, v_led
        FROM book_head WHERE event = p_event FOR UPDATE;
    IF NOT FOUND THEN
        INSERT INTO book_head (event, last, fingerprint, organisation) VALUES (p_event, 0, '', p_organisation)
            ON CONFLICT DO NOTHING;
        SELECT last, fingerprint, kept, organisation, led INTO v_first, v_prev, v_kept, v_whose, v_led
            FROM book_head WHERE event = p_event FOR UPDATE;
    END IF;
    IF v_whose <> p_organisation THEN
        RAISE EXCEPTION 'the book of % is another organisation''s', p_event USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF v_led THEN
        RETURN QUERY SELECT NULL::text, NULL::bigint, NULL::text, NULL::text;
        RETURN;
    END IF;
    IF p_seen <> v_first THEN  -- by itself: with the next condition beside it, every call would pay for both
        IF EXISTS (
            SELECT FROM generate_subscripts(p_drafts, 1) AS place
            WHERE NOT EXISTS (SELECT FROM book_line WHERE event = p_event AND key = p_drafts[place][1])
        ) THEN
            RETURN QUERY SELECT NULL::text, v_first, NULL::text, NULL::text;
            RETURN;
        END IF;
    END IF;
    v_last := v_first;
    v_kept := greatest(v_kept, now());
    FOREACH v_draft SLICE 1 IN ARRAY p_drafts LOOP
        r_key := v_draft[1];
        r_number := v_last + 1;
        r_written := NULL;
        v_line := '{"v":1,"n":' || r_number || ',' || v_draft[6] || ',"kept":"' || book_kept(v_kept)
            || '","prev":"' || v_prev || '"}';
        INSERT INTO book_line (event, number, key, act, by, device, at, written, kept_at, organisation)
            VALUES (p_event, r_number, r_key, v_draft[2], v_draft[3], v_draft[4], v_draft[5], v_line, v_kept,
                p_organisation)
            ON CONFLICT (event, key) DO NOTHING;
        IF FOUND THEN
            v_last := r_number;
            v_prev := encode(sha256(convert_to(v_line, 'UTF8')), 'hex');
            r_hash := v_prev;
        ELSE
            SELECT number, written INTO r_number, r_written FROM book_line WHERE event = p_event AND key = r_key;
            r_hash := encode(sha256(convert_to(r_written, 'UTF8')), 'hex');
        END IF;
        RETURN NEXT;
    END LOOP;
    IF v_last > v_first THEN
        UPDATE book_head SET last = v_last, fingerprint = v_prev, kept = v_kept WHERE event = p_event;
    END IF;
END
$$;

-- The two as the release before this one calls them, for as long as its processes run beside ours: it gives no notice
-- itself, so that these do.
CREATE OR REPLACE FUNCTION book_append_one(
    p_event text, p_seen bigint, p_key text, p_act text, p_by text, p_device text, p_at text, p_body text,
    p_organisation integer, OUT r_number bigint, OUT r_hash text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    SELECT added.r_number, added.r_hash INTO book_append_one.r_number, book_append_one.r_hash
        FROM book_next(p_event, p_seen, p_key, p_act, p_by, p_device, p_at, p_body, p_organisation) AS added;
    IF book_append_one.r_number IS NOT NULL THEN
        PERFORM pg_notify('overtrick_book', p_event || ' ' || book_append_one.r_number);
    END IF;
END
$$;

CREATE OR REPLACE FUNCTION book_append(p_event text, p_seen bigint, p_drafts text[], p_organisation integer)
    RETURNS TABLE (r_key text, r_number bigint, r_written text, r_hash text)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
BEGIN
    FOR r_key, r_number, r_written, r_hash IN SELECT * FROM book_add(p_event, p_seen, p_drafts, p_organisation) LOOP
        IF r_key IS NOT NULL AND r_written IS NULL THEN
            PERFORM pg_notify('overtrick_book', p_event || ' ' || r_number);
        END IF;
        RETURN NEXT;
    END LOOP;
END
$$;

-- Takes lines as they are written, byte for byte, into a book that ends at p_after: each must follow from the one
-- before, and the columns beside it are made from the line itself. Into a book that another server leads they come under
-- its term (p_term), and only so. Answers the last number; nothing if the book ends elsewhere, or that is not its term.
CREATE OR REPLACE FUNCTION book_follow(
    p_event text, p_after bigint, p_lines text[], p_organisation integer, p_term bigint
) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
DECLARE
    v_line text;
    v_read json;
    v_last bigint;
    v_prev text;
    v_whose integer;
    v_term bigint;
    v_led boolean;
    v_kept timestamptz;
BEGIN
    INSERT INTO book_head (event, last, fingerprint, organisation) VALUES (p_event, 0, '', p_organisation)
        ON CONFLICT DO NOTHING;
    SELECT last, fingerprint, organisation, term, led, kept INTO v_last, v_prev, v_whose, v_term, v_led, v_kept
        FROM book_head WHERE event = p_event FOR UPDATE;
    IF v_whose <> p_organisation THEN
        RAISE EXCEPTION 'the book of % is another organisation''s', p_event USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF v_last <> p_after OR v_led <> (p_term IS NOT NULL) OR v_term <> coalesce(p_term, v_term) THEN
        RETURN NULL;
    END IF;
    FOREACH v_line IN ARRAY p_lines LOOP
        v_read := v_line::json;
        IF (v_read ->> 'n')::bigint IS DISTINCT FROM v_last + 1 OR v_read ->> 'prev' IS DISTINCT FROM v_prev THEN
            RAISE EXCEPTION 'posting % of % does not follow from the line before it', v_last + 1, p_event
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        INSERT INTO book_line (event, number, key, act, by, device, at, written, kept_at, organisation)
            VALUES (p_event, v_last + 1, v_read ->> 'key', v_read ->> 'act', v_read ->> 'by', '', v_read ->> 'at', v_line,
                coalesce((v_read ->> 'kept')::timestamptz, now()), p_organisation);
        v_last := v_last + 1;
        v_kept := greatest(v_kept, (v_read ->> 'kept')::timestamptz);
        v_prev := encode(sha256(convert_to(v_line, 'UTF8')), 'hex');
    END LOOP;
    IF v_last > p_after THEN
        UPDATE book_head SET last = v_last, fingerprint = v_prev, kept = v_kept WHERE event = p_event;
        PERFORM pg_notify('overtrick_book', p_event || ' ' || v_last);
    END IF;
    RETURN v_last;
END
$$;

-- The same for a book that is led here, as the release before this one calls it.
CREATE OR REPLACE FUNCTION book_take(p_event text, p_after bigint, p_lines text[], p_organisation integer) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    SELECT book_follow(p_event, p_after, p_lines, p_organisation, NULL)
$$;

-- Changes who leads a book: another server (p_led), called so and signing with that key, or this one. The term before
-- must be p_was, and the book must end at p_last, if that is said. Answers the new term; nothing if they are not so.
CREATE OR REPLACE FUNCTION book_lead(
    p_event text, p_was bigint, p_last bigint, p_led boolean, p_leader text, p_key text, p_by text,
    p_organisation integer
) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
DECLARE
    v_last bigint;
    v_term bigint;
    v_whose integer;
BEGIN
    INSERT INTO book_head (event, last, fingerprint, organisation) VALUES (p_event, 0, '', p_organisation)
        ON CONFLICT DO NOTHING;
    SELECT last, term, organisation INTO v_last, v_term, v_whose FROM book_head WHERE event = p_event FOR UPDATE;
    IF v_whose <> p_organisation THEN
        RAISE EXCEPTION 'the book of % is another organisation''s', p_event USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF v_term <> p_was OR v_last <> coalesce(p_last, v_last) THEN
        RETURN NULL;
    END IF;
    INSERT INTO book_leadership (event, term, leader, key, last, by, at, organisation)
        VALUES (p_event, v_term + 1, p_leader, p_key, v_last, p_by, now(), p_organisation);
    UPDATE book_head SET term = v_term + 1, led = p_led WHERE event = p_event;
    RETURN v_term + 1;
END
$$;
