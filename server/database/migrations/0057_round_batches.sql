-- What is known of a key: null for a new one, 0 with the transaction of a posting, or the code of a refusal; 10010 if the
-- key was used for something else. One row.
CREATE FUNCTION ledger_known_answer(p_idem_key text, p_content_hash text) RETURNS TABLE (code integer, tx uuid)
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN coalesce(t.content_hash, r.content_hash, w.content_hash) <> p_content_hash THEN 10010
      WHEN t.id IS NOT NULL THEN 0 WHEN r.idem_key IS NOT NULL THEN r.code WHEN w.idem_key IS NOT NULL THEN 0 END,
    CASE WHEN t.content_hash = p_content_hash THEN t.id END
  FROM (VALUES (p_idem_key)) AS wanted(idem_key)
  LEFT JOIN ledger_tx t ON t.idem_key = wanted.idem_key
  LEFT JOIN ledger_refusal r ON r.idem_key = wanted.idem_key
  LEFT JOIN wallet_order w ON w.idem_key = wanted.idem_key
$$;
--> statement-breakpoint
-- A posting of two entries: `amount` goes from `other` to `account`.
CREATE TYPE ledger_transfer AS (
  tx uuid, type text, ref_type text, ref_id text, idem_key text, content_hash text, account uuid, other uuid,
  amount bigint, currency text, at timestamptz
);
--> statement-breakpoint
-- Posts transfers in their order, like ledger_post. The caller has locked the accounts; a balance below zero fails.
CREATE FUNCTION ledger_post_all(p_transfers ledger_transfer[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
  SELECT t.tx, t.type, t.ref_type, t.ref_id, t.idem_key, t.content_hash, t.at FROM unnest(p_transfers) AS t;
  PERFORM set_config('grandstand.posting', 'on', true);
  WITH transfer AS (
    SELECT * FROM unnest(p_transfers) WITH ORDINALITY
      AS t(tx, type, ref_type, ref_id, idem_key, content_hash, account, other, amount, currency, at, n)
  ), entry AS (
    SELECT tx, n, 1 AS seq, account, amount, currency FROM transfer
    UNION ALL SELECT tx, n, 2, other, -amount, currency FROM transfer
  ), total AS (
    SELECT account, sum(amount)::bigint AS amount, count(*) AS entries FROM entry GROUP BY account
  ), changed AS (
    UPDATE account a SET balance = a.balance + t.amount, version = a.version + t.entries FROM total t
    WHERE a.id = t.account RETURNING a.id, a.balance - t.amount AS before
  )
  INSERT INTO ledger_entry (tx_id, seq, account_id, amount, currency, balance_after)
  SELECT e.tx, e.seq, e.account, e.amount, e.currency, c.before
    + sum(e.amount) OVER (PARTITION BY e.account ORDER BY e.n, e.seq ROWS UNBOUNDED PRECEDING)
  FROM entry e JOIN changed c ON c.id = e.account;
  PERFORM set_config('grandstand.posting', 'off', true);
END $$;
--> statement-breakpoint
-- Members whose play rg_play_code may refuse; it returns 0 for others.
CREATE FUNCTION rg_watched(p_members uuid[]) RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(id), '{}') FROM (
    SELECT member_id AS id FROM rg_exclusion WHERE member_id = ANY(p_members)
    UNION SELECT member_id FROM rg_limit WHERE member_id = ANY(p_members) AND status = 'active'
    UNION SELECT member_id FROM rg_play WHERE member_id = ANY(p_members) AND is_check_due
  ) AS watched
$$;
--> statement-breakpoint
-- Adds stakes and wins as rg_record does. A member occurs once.
CREATE FUNCTION rg_record_all(p_members uuid[], p_staked bigint[], p_won bigint[], p_at timestamptz[]) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO rg_play (member_id, day, staked, won)
  SELECT m.id, site_day(p.at), p.staked, p.won
  FROM unnest(p_members, p_staked, p_won, p_at) AS p(member, staked, won, at) JOIN member m ON m.id = p.member
  WHERE m.pwd_hash IS NOT NULL OR EXISTS (SELECT FROM rg_limit WHERE rg_limit.member_id = m.id)
  ORDER BY m.id
  ON CONFLICT (member_id, day) DO UPDATE
    SET staked = rg_play.staked + excluded.staked, won = rg_play.won + excluded.won
$$;
--> statement-breakpoint
DROP FUNCTION round_start_all(jsonb, integer, integer, integer, integer);
--> statement-breakpoint
DROP FUNCTION round_start(jsonb, integer, integer, integer);
--> statement-breakpoint
DROP FUNCTION round_move_all(jsonb, integer, integer, integer);
--> statement-breakpoint
DROP FUNCTION round_move(jsonb, integer, integer);
--> statement-breakpoint
DROP FUNCTION round_pay(game_round, integer, bigint, boolean, uuid[], integer, integer, timestamptz);
--> statement-breakpoint
DROP FUNCTION round_paid(game_round, integer, bigint, bigint, uuid[], timestamptz);
--> statement-breakpoint
-- Locks members with limits, and keys, each in one order. Limits change, and orders are created, under the first lock.
CREATE FUNCTION round_lock(p_members uuid[], p_keys text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(DISTINCT id) FROM unnest(p_members) AS id) < cardinality(p_members) THEN
    RAISE EXCEPTION 'a member has one request in a batch' USING ERRCODE = 'check_violation';
  END IF;
  PERFORM pg_advisory_xact_lock(lock) FROM (
    SELECT DISTINCT hashtextextended(member_id::text, 5) AS lock FROM rg_limit
    WHERE member_id = ANY(p_members) AND status = 'active' ORDER BY 1
  ) AS members;
  PERFORM pg_advisory_xact_lock(lock) FROM (
    SELECT DISTINCT hashtextextended(key, 1) AS lock FROM unnest(p_keys) AS key ORDER BY 1
  ) AS keys;
END $$;
--> statement-breakpoint
-- Pays the whole pool to a round. Its account is locked. Returns what the pool paid.
CREATE FUNCTION pool_pay(p_pool text, p_currency text, p_round uuid, p_account uuid, p_tx uuid, p_at timestamptz)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_pool uuid;
  v_paid bigint;
BEGIN
  PERFORM FROM game_pool WHERE pool = p_pool AND currency = p_currency FOR UPDATE;
  v_pool := ledger_account('bonus', p_pool, p_currency, 'main', 0, false);
  SELECT balance INTO v_paid FROM account WHERE id = v_pool;
  IF v_paid > 0 THEN
    PERFORM ledger_post(p_tx, 'pool-payout', 'round', p_round::text, format('round:%s:pool', p_round), 'pool', NULL,
      ARRAY[p_account, v_pool], ARRAY[v_paid, -v_paid], p_at);
  END IF;
  RETURN v_paid;
END $$;
--> statement-breakpoint
-- A row of game_round that starts, the seed of the next round, and `refusal`, which is stored under a new key. `n` counts
-- from 1.
CREATE TYPE round_beginning AS (
  n integer, id uuid, member_id uuid, game text, currency text, stake bigint, staked bigint, options jsonb,
  member_seed text, nonce integer, server_seed text, commitment text, next_seed text, next_commitment text, pool text,
  hits boolean, payout bigint, idem_key text, hash text, stake_tx uuid, payout_tx uuid, pool_tx uuid,
  started_at timestamptz, ended_at timestamptz, refusal integer
);
--> statement-breakpoint
-- Starts rounds of concurrent calls in one transaction, each once per key: the stake with its limits (I9, I10), the round,
-- its payout if it ends at once, and the next seed. Each member occurs once. Members with limits, keys, seeds and accounts
-- are locked in one order; pools and counters last. p_share is the share of pools in millionths. Answers
-- {code, replay, round, balance, pool} in the order of p_rounds. Statements stay prepared while the tables grow, so the
-- plans use indexes from the start.
CREATE FUNCTION round_start_all(
  p_rounds jsonb, p_stripe integer, p_rate integer, p_gap_ms integer, p_share integer
) RETURNS SETOF jsonb LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  v_rows round_beginning[];
  v_members uuid[];
  v_keys text[];
  v_watched uuid[];
  v_accounts uuid[];
  v_houses uuid[];
  -- By n: what is known of the key, the code of this call if it is new, and what the pool paid.
  v_first integer[];
  v_txs uuid[];
  v_codes integer[];
  v_paid bigint[];
  v_transfers ledger_transfer[];
  v_one record;
BEGIN
  SELECT array_agg(r ORDER BY r.n), array_agg(r.member_id), array_agg(r.idem_key) INTO v_rows, v_members, v_keys
  FROM jsonb_populate_recordset(NULL::round_beginning, p_rounds) AS r;
  PERFORM round_lock(v_members, v_keys);
  PERFORM FROM game_seed WHERE member_id = ANY(v_members) ORDER BY member_id, game FOR UPDATE;
  PERFORM ledger_account('house', 'egame', c.currency, 'main', p_stripe, true)
  FROM (SELECT DISTINCT r.currency FROM unnest(v_rows) AS r) AS c;
  SELECT array_agg(a.id ORDER BY r.n), array_agg(h.id ORDER BY r.n) INTO v_accounts, v_houses
  FROM unnest(v_rows) AS r
  JOIN account h ON h.owner_type = 'house' AND h.owner_id = 'egame' AND h.currency = r.currency AND h.kind = 'main'
    AND h.stripe = p_stripe
  LEFT JOIN account a ON a.owner_type = 'member' AND a.owner_id = r.member_id::text AND a.currency = r.currency
    AND a.kind = 'venue:YBDZ' AND a.stripe = 0;
  PERFORM FROM account WHERE id = ANY(v_accounts || v_houses) ORDER BY id FOR UPDATE;
  v_watched := rg_watched(v_members);
  -- An exclusion is the reason that the member sees, whatever else is wrong.
  SELECT array_agg(k.code ORDER BY r.n), array_agg(k.tx ORDER BY r.n), array_agg(
    CASE WHEN k.code IS NOT NULL THEN NULL
      WHEN rule.code <> 0 THEN CASE WHEN r.member_id = ANY(v_watched)
        THEN coalesce(nullif(rg_exclusion_code(r.member_id, r.started_at), 0), rule.code) ELSE rule.code END
      ELSE coalesce(nullif(CASE WHEN r.member_id = ANY(v_watched)
        THEN rg_play_code(r.member_id, round_value(r.currency, r.stake, p_rate), r.started_at) END, 0),
        CASE WHEN a.balance >= r.stake OR a.allow_negative THEN 0 ELSE 20001 END) END
    ORDER BY r.n) INTO v_first, v_txs, v_codes
  FROM unnest(v_rows) AS r
  CROSS JOIN LATERAL ledger_known_answer(r.idem_key, r.hash) AS k
  LEFT JOIN account a ON a.id = v_accounts[r.n]
  CROSS JOIN LATERAL (SELECT CASE
    WHEN r.refusal <> 0 THEN r.refusal
    WHEN EXISTS (
      SELECT FROM game_round g WHERE g.member_id = r.member_id AND g.game = r.game AND g.payout IS NULL
    ) THEN 50010
    WHEN NOT EXISTS (
      SELECT FROM game_seed s WHERE s.member_id = r.member_id AND s.game = r.game AND s.commitment = r.commitment
        AND s.server_seed = r.server_seed
    ) THEN 50011
    WHEN EXISTS (
      SELECT FROM game_seed s WHERE s.member_id = r.member_id
        AND s.started_at > r.started_at - p_gap_ms * interval '1 millisecond'
    ) THEN 50013
    ELSE 0 END AS code) AS rule;
  v_paid := array_fill(0::bigint, ARRAY[cardinality(v_rows)]);
  SELECT array_agg(t.transfer ORDER BY t.n, t.part) INTO v_transfers FROM (
    SELECT r.n, 1 AS part, ROW(r.stake_tx, 'round', 'round', r.id::text, r.idem_key, r.hash, v_accounts[r.n],
      v_houses[r.n], -r.stake, r.currency, r.started_at)::ledger_transfer AS transfer
    FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0
    UNION ALL SELECT r.n, 2, ROW(r.payout_tx, 'round-payout', 'round', r.id::text, format('round:%s:payout', r.id),
      'payout', v_accounts[r.n], v_houses[r.n], r.payout, r.currency, r.started_at)::ledger_transfer
    FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0 AND r.payout > 0
  ) AS t;
  IF v_transfers IS NOT NULL THEN
    PERFORM ledger_post_all(v_transfers);
    FOR v_one IN
      SELECT r.* FROM unnest(v_rows) AS r
      WHERE v_codes[r.n] = 0 AND r.hits AND r.pool IS NOT NULL AND r.payout IS NOT NULL ORDER BY r.pool, r.currency, r.n
    LOOP
      v_paid[v_one.n] := pool_pay(v_one.pool, v_one.currency, v_one.id, v_accounts[v_one.n], v_one.pool_tx,
        v_one.started_at);
    END LOOP;
    -- A JSON null is a value of `options`, and not a missing one.
    INSERT INTO game_round (id, member_id, account_id, game, currency, stake, staked, options, member_seed, nonce,
      server_seed, commitment, pool, payout, pool_paid, idem_key, stake_tx, started_at, ended_at)
    SELECT r.id, r.member_id, v_accounts[r.n], r.game, r.currency, r.stake, r.staked, coalesce(r.options, 'null'::jsonb),
      r.member_seed, r.nonce, r.server_seed, r.commitment, r.pool, r.payout, v_paid[r.n], r.idem_key, r.stake_tx,
      r.started_at, r.ended_at
    FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0;
    INSERT INTO game_posting (round_id, seq, kind, change, tx_id, at)
    SELECT r.id, p.seq, p.kind, p.change, p.tx, r.started_at FROM unnest(v_rows) AS r
    CROSS JOIN LATERAL (VALUES (1, 'stake', -r.stake, r.stake_tx), (2, 'payout', coalesce(r.payout, 0), r.payout_tx),
      (3, 'pool', v_paid[r.n], r.pool_tx)) AS p(seq, kind, change, tx)
    WHERE v_codes[r.n] = 0 AND p.change <> 0;
    UPDATE game_seed s SET nonce = s.nonce + 1, server_seed = r.next_seed, commitment = r.next_commitment,
      started_at = r.started_at
    FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0 AND s.member_id = r.member_id AND s.game = r.game;
    PERFORM rg_record_all(array_agg(r.member_id), array_agg(round_value(r.currency, r.stake, p_rate)),
      array_agg(round_value(r.currency, coalesce(r.payout, 0) + v_paid[r.n], p_rate)), array_agg(r.started_at))
    FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0;
    UPDATE game_pool p SET paid = p.paid + h.paid, last_round = h.id FROM (
      SELECT r.pool, r.currency, sum(v_paid[r.n])::bigint AS paid, (array_agg(r.id ORDER BY r.n DESC))[1] AS id
      FROM unnest(v_rows) AS r WHERE v_paid[r.n] > 0 GROUP BY r.pool, r.currency
    ) AS h WHERE p.pool = h.pool AND p.currency = h.currency;
    FOR v_one IN
      SELECT r.pool, r.currency, sum(r.stake)::bigint AS staked, max(r.started_at) AS at FROM unnest(v_rows) AS r
      WHERE v_codes[r.n] = 0 AND r.pool IS NOT NULL GROUP BY r.pool, r.currency ORDER BY r.pool, r.currency
    LOOP
      PERFORM pool_fill(v_one.pool, v_one.currency, v_one.staked, p_share, p_stripe, v_one.at);
    END LOOP;
    INSERT INTO game_day (game, day, rounds)
    SELECT r.game, site_day(r.started_at), count(*) FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0
    GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (game, day) DO UPDATE SET rounds = game_day.rounds + excluded.rounds;
  END IF;
  INSERT INTO ledger_refusal (idem_key, content_hash, code, created_at)
  SELECT r.idem_key, r.hash, v_codes[r.n], r.started_at FROM unnest(v_rows) AS r WHERE v_codes[r.n] <> 0;
  RETURN QUERY SELECT CASE
    WHEN v_codes[r.n] = 0 THEN jsonb_build_object('code', 0, 'replay', false, 'round', r.id, 'pool', v_paid[r.n],
      'balance', a.balance)
    WHEN v_codes[r.n] IS NOT NULL OR v_first[r.n] <> 0 THEN jsonb_build_object('code', coalesce(v_codes[r.n], v_first[r.n]))
    WHEN g.id IS NULL THEN jsonb_build_object('code', 10010)
    ELSE jsonb_build_object('code', 0, 'replay', true, 'round', g.id) END
  FROM unnest(v_rows) AS r LEFT JOIN account a ON a.id = v_accounts[r.n] LEFT JOIN game_round g ON g.stake_tx = v_txs[r.n]
  ORDER BY r.n;
END $$;
--> statement-breakpoint
-- A move in a round: what it adds to the stake, the payout if it ends the round, and `refusal`, which is stored under a new
-- key. `n` counts from 1.
CREATE TYPE round_movement AS (
  n integer, round uuid, member_id uuid, step integer, move jsonb, raise bigint, payout bigint, hits boolean,
  idem_key text, hash text, stake_tx uuid, payout_tx uuid, pool_tx uuid, at timestamptz, refusal integer
);
--> statement-breakpoint
-- Moves of concurrent calls in one transaction, each once per key, locked like round_start_all. A move that raises the stake
-- posts it under the key and obeys the limits (I9, I10); the key of another move is claimed. Each member occurs once.
-- Answers {code, replay, steps, balance, pool, last} in the order of p_moves; `last` is the start of the last round of the
-- member in milliseconds.
CREATE FUNCTION round_move_all(p_moves jsonb, p_stripe integer, p_rate integer, p_share integer) RETURNS SETOF jsonb
LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  v_rows round_movement[];
  v_members uuid[];
  v_keys text[];
  v_rounds game_round[];
  v_watched uuid[];
  v_houses uuid[];
  -- By n: what is known of the key, the code of this call if it is new, and what the pool paid.
  v_first integer[];
  v_codes integer[];
  v_paid bigint[];
  v_transfers ledger_transfer[];
  v_one record;
BEGIN
  SELECT array_agg(r ORDER BY r.n), array_agg(r.member_id), array_agg(r.idem_key) INTO v_rows, v_members, v_keys
  FROM jsonb_populate_recordset(NULL::round_movement, p_moves) AS r;
  PERFORM round_lock(v_members, v_keys);
  PERFORM FROM game_round WHERE id = ANY(ARRAY(SELECT r.round FROM unnest(v_rows) AS r)) ORDER BY id FOR UPDATE;
  SELECT array_agg(g ORDER BY r.n) INTO v_rounds FROM unnest(v_rows) AS r JOIN game_round g ON g.id = r.round;
  SELECT array_agg(ledger_account('house', 'egame', g.currency, 'main', p_stripe, true) ORDER BY g.n) INTO v_houses
  FROM (SELECT v_rounds[r.n].currency, r.n FROM unnest(v_rows) AS r) AS g;
  PERFORM FROM account WHERE id = ANY(v_houses || ARRAY(SELECT g.account_id FROM unnest(v_rounds) AS g))
  ORDER BY id FOR UPDATE;
  v_watched := rg_watched(v_members);
  SELECT array_agg(k.code ORDER BY r.n), array_agg(
    CASE WHEN k.code IS NOT NULL THEN NULL
      WHEN g.payout IS NOT NULL OR g.steps <> r.step THEN 50012
      WHEN r.refusal <> 0 OR r.raise = 0 THEN r.refusal
      ELSE coalesce(nullif(CASE WHEN r.member_id = ANY(v_watched)
        THEN rg_play_code(r.member_id, round_value(g.currency, r.raise, p_rate), r.at) END, 0),
        CASE WHEN a.balance >= r.raise OR a.allow_negative THEN 0 ELSE 20001 END) END
    ORDER BY r.n) INTO v_first, v_codes
  FROM unnest(v_rows) AS r
  CROSS JOIN LATERAL ledger_known_answer(r.idem_key, r.hash) AS k
  JOIN game_round g ON g.id = r.round JOIN account a ON a.id = g.account_id;
  v_paid := array_fill(0::bigint, ARRAY[cardinality(v_rows)]);
  SELECT array_agg(t.transfer ORDER BY t.n, t.part) INTO v_transfers FROM (
    SELECT r.n, 1 AS part, ROW(r.stake_tx, 'round', 'round', r.round::text, r.idem_key, r.hash,
      v_rounds[r.n].account_id, v_houses[r.n], -r.raise, v_rounds[r.n].currency, r.at)::ledger_transfer AS transfer
    FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0 AND r.raise > 0
    UNION ALL SELECT r.n, 2, ROW(r.payout_tx, 'round-payout', 'round', r.round::text,
      format('round:%s:payout', r.round), 'payout', v_rounds[r.n].account_id, v_houses[r.n], r.payout,
      v_rounds[r.n].currency, r.at)::ledger_transfer
    FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0 AND r.payout > 0
  ) AS t;
  IF v_transfers IS NOT NULL THEN
    PERFORM ledger_post_all(v_transfers);
  END IF;
  FOR v_one IN
    SELECT r.n, r.pool_tx, r.at, v_rounds[r.n].* FROM unnest(v_rows) AS r
    WHERE v_codes[r.n] = 0 AND r.hits AND v_rounds[r.n].pool IS NOT NULL AND r.payout IS NOT NULL
    ORDER BY v_rounds[r.n].pool, v_rounds[r.n].currency, r.n
  LOOP
    v_paid[v_one.n] := pool_pay(v_one.pool, v_one.currency, v_one.id, v_one.account_id, v_one.pool_tx, v_one.at);
  END LOOP;
  INSERT INTO ledger_refusal (idem_key, content_hash, code, created_at)
  SELECT r.idem_key, r.hash, v_codes[r.n], r.at FROM unnest(v_rows) AS r WHERE v_codes[r.n] <> 0
    OR (v_codes[r.n] = 0 AND r.raise = 0);
  INSERT INTO game_posting (round_id, seq, kind, change, tx_id, at)
  SELECT r.round, (SELECT coalesce(max(known.seq), 0) FROM game_posting known WHERE known.round_id = r.round)
    + row_number() OVER (PARTITION BY r.n ORDER BY p.part), p.kind, p.change, p.tx, r.at
  FROM unnest(v_rows) AS r
  CROSS JOIN LATERAL (VALUES (1, 'raise', -r.raise, r.stake_tx), (2, 'payout', coalesce(r.payout, 0), r.payout_tx),
    (3, 'pool', v_paid[r.n], r.pool_tx)) AS p(part, kind, change, tx)
  WHERE v_codes[r.n] = 0 AND p.change <> 0;
  INSERT INTO game_move (round_id, step, move, idem_key, at)
  SELECT r.round, r.step, coalesce(r.move, 'null'::jsonb), r.idem_key, r.at FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0;
  UPDATE game_round g SET steps = g.steps + 1, staked = g.staked + r.raise, payout = r.payout, pool_paid = v_paid[r.n],
    ended_at = CASE WHEN r.payout IS NOT NULL THEN r.at END
  FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0 AND g.id = r.round;
  IF EXISTS (SELECT FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0 AND (r.raise > 0 OR r.payout > 0 OR v_paid[r.n] > 0)) THEN
    PERFORM rg_record_all(array_agg(r.member_id), array_agg(round_value(v_rounds[r.n].currency, r.raise, p_rate)),
      array_agg(round_value(v_rounds[r.n].currency, coalesce(r.payout, 0) + v_paid[r.n], p_rate)), array_agg(r.at))
    FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0 AND (r.raise > 0 OR r.payout > 0 OR v_paid[r.n] > 0);
  END IF;
  FOR v_one IN
    SELECT g.pool, g.currency, sum(r.raise)::bigint AS staked, sum(v_paid[r.n])::bigint AS paid, max(r.at) AS at,
      (array_agg(g.id ORDER BY r.n DESC) FILTER (WHERE v_paid[r.n] > 0))[1] AS id
    FROM unnest(v_rows) AS r JOIN game_round g ON g.id = r.round
    WHERE v_codes[r.n] = 0 AND g.pool IS NOT NULL AND (r.raise > 0 OR v_paid[r.n] > 0)
    GROUP BY g.pool, g.currency ORDER BY g.pool, g.currency
  LOOP
    UPDATE game_pool SET paid = paid + v_one.paid, last_round = coalesce(v_one.id, last_round)
    WHERE pool = v_one.pool AND currency = v_one.currency;
    IF v_one.staked > 0 THEN
      PERFORM pool_fill(v_one.pool, v_one.currency, v_one.staked, p_share, p_stripe, v_one.at);
    END IF;
  END LOOP;
  RETURN QUERY SELECT CASE
    WHEN v_codes[r.n] = 0 THEN jsonb_build_object('code', 0, 'replay', false, 'pool', v_paid[r.n], 'balance', a.balance,
      'last', (SELECT (extract(epoch FROM max(s.started_at)) * 1000)::bigint FROM game_seed s
        WHERE s.member_id = r.member_id))
    WHEN v_codes[r.n] IS NOT NULL THEN jsonb_build_object('code', v_codes[r.n], 'steps', v_rounds[r.n].steps)
    WHEN v_first[r.n] <> 0 THEN jsonb_build_object('code', v_first[r.n])
    WHEN EXISTS (SELECT FROM game_move m WHERE m.idem_key = r.idem_key) THEN
      jsonb_build_object('code', 0, 'replay', true)
    ELSE jsonb_build_object('code', 10010) END
  FROM unnest(v_rows) AS r JOIN account a ON a.id = v_rounds[r.n].account_id ORDER BY r.n;
END $$;
