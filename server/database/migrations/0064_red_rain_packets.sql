-- The division of a round has an amount for each packet. A grab compares it as an array and reads only the next amounts.
CREATE OR REPLACE FUNCTION red_rain_round_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.taken < OLD.taken OR (NEW.activity_id, NEW.round, NEW.seed, NEW.seed_hash, NEW.packets)
      IS DISTINCT FROM (OLD.activity_id, OLD.round, OLD.seed, OLD.seed_hash, OLD.packets) THEN
    RAISE EXCEPTION 'the round % of % does not change in this way', OLD.round, OLD.activity_id
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Grabs of concurrent calls in one transaction, each once per key and once per member and round: the packet, the part of the
-- member and its posting from the budget. Each member occurs once. The lock of the activity orders the packets, and a stop.
-- Answers {code, replay, reason, amount, balance} in the order of p_grabs. Statements stay prepared while the tables grow, so
-- the plans use indexes from the start.
CREATE OR REPLACE FUNCTION red_rain_grab_all(p_grabs jsonb) RETURNS SETOF jsonb LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET jit = off AS $$
DECLARE
  v_rows red_rain_grab[];
  v_members uuid[];
  v_keys text[];
  v_watched uuid[];
  v_accounts uuid[];
  v_budgets uuid[];
  -- By n: what is known of the key, the code of this call if it is new, its reason, its packet and the amount of that.
  v_first integer[];
  v_codes integer[];
  v_reasons text[];
  v_packets integer[];
  v_amounts bigint[];
BEGIN
  SELECT array_agg(r ORDER BY r.n), array_agg(r.member_id), array_agg(r.idem_key) INTO v_rows, v_members, v_keys
  FROM jsonb_populate_recordset(NULL::red_rain_grab, p_grabs) AS r;
  PERFORM round_lock(v_members, v_keys);
  PERFORM FROM activity WHERE id IN (SELECT r.activity_id FROM unnest(v_rows) AS r) ORDER BY id FOR UPDATE;
  SELECT array_agg(ledger_account('member', r.member_id::text, a.currency,
      CASE a.currency WHEN 'COIN' THEN 'coin' ELSE 'main' END, 0, false) ORDER BY r.n),
    array_agg(ledger_account('bonus', 'activity:' || a.id, a.currency,
      CASE a.currency WHEN 'COIN' THEN 'coin' ELSE 'main' END, 0, false) ORDER BY r.n)
  INTO v_accounts, v_budgets
  FROM unnest(v_rows) AS r JOIN activity a ON a.id = r.activity_id;
  PERFORM FROM account WHERE id = ANY(v_accounts || v_budgets) ORDER BY id FOR UPDATE;
  v_watched := rg_watched(v_members);
  -- An exclusion is the reason that the member sees, whatever else is wrong.
  WITH rounds AS MATERIALIZED (
    SELECT o.activity_id, o.round, o.taken, o.packets[o.taken + 1 : o.taken + cardinality(v_rows)] AS next
    FROM red_rain_round o
    WHERE (o.activity_id, o.round) IN (SELECT r.activity_id, r.round FROM unnest(v_rows) AS r)
  )
  SELECT array_agg(g.first ORDER BY g.n), array_agg(CASE WHEN g.first IS NULL THEN
      CASE WHEN g.play <> 0 THEN g.play WHEN g.reason IS NULL THEN 0 WHEN g.refusal <> 0 THEN g.refusal ELSE 30003 END END
      ORDER BY g.n),
    array_agg(g.reason ORDER BY g.n), array_agg(g.packet ORDER BY g.n), array_agg(g.amount ORDER BY g.n)
  INTO v_first, v_codes, v_reasons, v_packets, v_amounts
  FROM (
    SELECT p.n, p.first, p.play, p.refusal, p.taken + p.place AS packet, p.next[p.place]::bigint AS amount, CASE
      WHEN p.reason IS NOT NULL THEN p.reason
      WHEN p.place > cardinality(p.next) THEN 'empty'
      WHEN p.reserved + sum(p.next[p.place]) OVER (PARTITION BY p.activity_id ORDER BY p.n) > p.budget THEN 'budget'
    END AS reason
    FROM (
      SELECT c.*, CASE WHEN c.first IS NULL AND c.play = 0 AND c.reason IS NULL THEN row_number() OVER (
        PARTITION BY c.activity_id, c.round, c.first IS NULL AND c.play = 0 AND c.reason IS NULL ORDER BY c.n
      )::integer END AS place
      FROM (
        SELECT r.n, r.activity_id, r.round, r.refusal, k.code AS first, a.reserved, a.budget, o.next, o.taken,
          CASE WHEN r.member_id = ANY(v_watched) THEN rg_play_code(r.member_id, 1, r.at) ELSE 0 END AS play,
          CASE
            WHEN r.refusal <> 0 THEN r.reason
            WHEN a.status <> 'running' THEN 'stopped'
            WHEN o.round IS NULL THEN 'budget'
            WHEN EXISTS (SELECT FROM activity_state s WHERE s.activity_id = r.activity_id AND s.member_id = r.member_id
              AND s.cycle = r.round) THEN 'grabbed'
          END AS reason
        FROM unnest(v_rows) AS r
        JOIN activity a ON a.id = r.activity_id
        LEFT JOIN rounds o ON o.activity_id = r.activity_id AND o.round = r.round
        CROSS JOIN LATERAL ledger_known_answer(r.idem_key, r.hash) AS k
      ) AS c
    ) AS p
  ) AS g;
  IF 0 = ANY(v_codes) THEN
    PERFORM ledger_post_all(array_agg(ROW(r.tx, 'activity', 'claim',
      format('%s:activity:%s:%s', r.member_id, r.activity_id, r.round), r.idem_key, r.hash, v_accounts[r.n],
      v_budgets[r.n], v_amounts[r.n], a.currency, r.at)::ledger_transfer ORDER BY r.n))
    FROM unnest(v_rows) AS r JOIN activity a ON a.id = r.activity_id WHERE v_codes[r.n] = 0;
    INSERT INTO activity_state (activity_id, member_id, cycle, status, amount, data, applied_at, changed_at, claim_tx)
    SELECT r.activity_id, r.member_id, r.round, 'claimed', v_amounts[r.n], jsonb_build_object('packet', v_packets[r.n]),
      r.at, r.at, r.tx
    FROM unnest(v_rows) AS r WHERE v_codes[r.n] = 0;
    UPDATE activity a SET reserved = a.reserved + g.amount FROM (
      SELECT r.activity_id, sum(v_amounts[r.n])::bigint AS amount FROM unnest(v_rows) AS r
      WHERE v_codes[r.n] = 0 GROUP BY r.activity_id
    ) AS g WHERE a.id = g.activity_id;
    UPDATE red_rain_round o SET taken = g.taken FROM (
      SELECT r.activity_id, r.round, max(v_packets[r.n]) AS taken FROM unnest(v_rows) AS r
      WHERE v_codes[r.n] = 0 GROUP BY r.activity_id, r.round
    ) AS g WHERE o.activity_id = g.activity_id AND o.round = g.round;
  END IF;
  INSERT INTO ledger_refusal (idem_key, content_hash, code, created_at)
  SELECT r.idem_key, r.hash, v_codes[r.n], r.at FROM unnest(v_rows) AS r WHERE v_codes[r.n] <> 0;
  RETURN QUERY SELECT CASE
    WHEN v_codes[r.n] = 0 THEN jsonb_build_object('code', 0, 'replay', false, 'amount', v_amounts[r.n],
      'balance', a.balance)
    WHEN v_codes[r.n] IS NOT NULL THEN jsonb_build_object('code', v_codes[r.n], 'reason', v_reasons[r.n])
    ELSE jsonb_build_object('code', v_first[r.n], 'replay', true) END
  FROM unnest(v_rows) AS r JOIN account a ON a.id = v_accounts[r.n] ORDER BY r.n;
END $$;
