-- One definition of what a key is known for: that of a single call is ledger_known_answer under the lock of the key. Calls
-- with one key queue here until the first has committed.
CREATE OR REPLACE FUNCTION ledger_first_answer(
  p_idem_key text, p_content_hash text, OUT answer_code integer, OUT answer_tx uuid
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_idem_key, 1));
  SELECT code, tx INTO answer_code, answer_tx FROM ledger_known_answer(p_idem_key, p_content_hash);
END $$;
--> statement-breakpoint
-- As in 0057_round_batches, with a plan that is kept.
CREATE OR REPLACE FUNCTION rg_watched(p_members uuid[]) RETURNS uuid[] LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT coalesce(array_agg(id), '{}') FROM (
    SELECT member_id AS id FROM rg_exclusion WHERE member_id = ANY(p_members)
    UNION SELECT member_id FROM rg_limit WHERE member_id = ANY(p_members) AND status = 'active'
    UNION SELECT member_id FROM rg_play WHERE member_id = ANY(p_members) AND is_check_due
  ) AS watched);
END $$;
--> statement-breakpoint
-- Adds stakes and wins of members, in minor units of CNY. A member occurs once a day. Members that nobody can sign in as
-- (the demo's crowd) have no limits and are not counted.
CREATE OR REPLACE FUNCTION rg_record_all(p_members uuid[], p_staked bigint[], p_won bigint[], p_at timestamptz[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rg_play (member_id, day, staked, won)
  SELECT m.id, site_day(p.at), p.staked, p.won
  FROM unnest(p_members, p_staked, p_won, p_at) AS p(member, staked, won, at) JOIN member m ON m.id = p.member
  WHERE m.pwd_hash IS NOT NULL OR EXISTS (SELECT FROM rg_limit WHERE rg_limit.member_id = m.id)
  ORDER BY m.id
  ON CONFLICT (member_id, day) DO UPDATE
    SET staked = rg_play.staked + excluded.staked, won = rg_play.won + excluded.won;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION rg_record(p_member uuid, p_staked bigint, p_won bigint, p_at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rg_record_all(ARRAY[p_member], ARRAY[p_staked], ARRAY[p_won], ARRAY[p_at]);
END $$;
--> statement-breakpoint
-- Counts the wins of members. p_rate is the price of USDT in 1/10,000 CNY.
CREATE OR REPLACE FUNCTION bet_record_wins(p_moves bet_move[], p_rate integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rg_record_all(array_agg(w.member), array_agg(0::bigint), array_agg(w.won), array_agg(w.at)) FROM (
    SELECT v.member, sum(round_value(v.currency, v.change, p_rate))::bigint AS won, max(v.at) AS at
    FROM unnest(p_moves) AS v WHERE v.change <> 0 AND NOT v.is_crowd GROUP BY v.member, site_day(v.at)
  ) AS w;
END $$;
--> statement-breakpoint
-- Changes bets that still have the version that the caller has read: decisions of pending bets, settlements, corrections,
-- cancellations. All in one transaction; each bet with the results of its legs. A change without a kind has no posting.
-- A correction takes what the account has, and the rest is owed. Returns the ids of the changed bets.
CREATE OR REPLACE FUNCTION bet_change_all(p_changes jsonb, p_stripe integer, p_rate integer, p_at timestamptz) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  v_accounts uuid[];
  v_moves bet_move[];
  v_transfers ledger_transfer[];
  v_ids uuid[];
  v_taken bigint;
BEGIN
  SELECT array_agg(id) INTO v_accounts FROM (
    SELECT b.account_id AS id FROM jsonb_array_elements(p_changes) AS c JOIN bet b ON b.id = (c.value->>'bet')::uuid
    UNION SELECT ledger_account('house', 'sportsbook', b.currency, 'main', p_stripe, true) FROM (
      SELECT DISTINCT bet.currency FROM jsonb_array_elements(p_changes) AS c JOIN bet ON bet.id = (c.value->>'bet')::uuid
    ) b
  ) AS wanted;
  PERFORM FROM account WHERE id = ANY(v_accounts) ORDER BY id FOR UPDATE;
  SELECT array_agg(ROW(b.id, b.member_id, b.account_id, h.id, b.is_crowd, b.currency, b.tx, b.version + 1, b.kind,
    b.next_state, b.due, CASE WHEN b.kind IS NULL THEN 0 ELSE b.due - b.returned END, b.next_price, b.next_max, b.next_rejection, b.actor, p_at)::bet_move)
  INTO v_moves FROM (
    SELECT bet.*, c.tx, c.kind, c.state AS next_state, c.due, coalesce(c.price, bet.price) AS next_price,
      coalesce(c.max_return, bet.max_return) AS next_max, c.rejection AS next_rejection, coalesce(c.actor, '') AS actor
    FROM jsonb_to_recordset(p_changes) AS c(bet uuid, version integer, tx uuid, kind text, state text, due bigint,
      price bigint, max_return bigint, rejection text, actor text)
    JOIN bet ON bet.id = c.bet AND bet.version = c.version ORDER BY bet.id FOR UPDATE OF bet
  ) b JOIN account h ON h.owner_type = 'house' AND h.owner_id = 'sportsbook' AND h.currency = b.currency
    AND h.kind = 'main' AND h.stripe = p_stripe;
  IF v_moves IS NULL THEN
    RETURN;
  END IF;
  SELECT array_agg(ROW(m.tx, CASE m.kind WHEN 'correction' THEN 'bet-correction' ELSE 'bet-return' END, 'bet', m.bet::text,
    format('bet:%s:%s', m.bet, m.version), m.kind, m.account, m.house, m.change, m.currency, p_at)::ledger_transfer)
  INTO v_transfers FROM unnest(v_moves) AS m WHERE m.change > 0;
  IF v_transfers IS NOT NULL THEN
    PERFORM ledger_post_all(v_transfers);
  END IF;
  FOR n IN 1 .. cardinality(v_moves) LOOP
    CONTINUE WHEN v_moves[n].change >= 0;
    SELECT least(-v_moves[n].change, CASE WHEN allow_negative THEN -v_moves[n].change ELSE balance END) INTO v_taken
    FROM account WHERE id = v_moves[n].account;
    IF v_taken > 0 THEN
      PERFORM ledger_post(v_moves[n].tx, 'bet-correction', 'bet', v_moves[n].bet::text,
        format('bet:%s:%s', v_moves[n].bet, v_moves[n].version), v_moves[n].kind, NULL,
        ARRAY[v_moves[n].account, v_moves[n].house], ARRAY[-v_taken, v_taken], p_at);
    END IF;
    v_moves[n].change := -v_taken;
  END LOOP;
  PERFORM bet_record_wins(v_moves, p_rate);
  UPDATE bet b SET state = m.state, version = m.version, returned = b.returned + m.change,
    owed = b.returned + m.change - m.due, price = m.price, max_return = m.max_return, rejection = m.rejection,
    decides_at = NULL, settled_at = CASE m.state WHEN 'accepted' THEN NULL ELSE coalesce(b.settled_at, p_at) END
  FROM unnest(v_moves) AS m WHERE b.id = m.bet;
  INSERT INTO bet_posting (bet_id, version, kind, change, state, tx_id, actor, at)
  SELECT m.bet, m.version, m.kind, m.change, m.state, CASE WHEN m.change <> 0 THEN m.tx END, m.actor, p_at
  FROM unnest(v_moves) AS m WHERE m.kind IS NOT NULL;
  SELECT array_agg(m.bet) INTO v_ids FROM unnest(v_moves) AS m;
  UPDATE bet_leg l SET price = coalesce(c.price, l.price), result = CASE WHEN c.decides THEN c.result ELSE l.result END,
    facts = CASE WHEN c.decides THEN c.facts ELSE l.facts END, rule = CASE WHEN c.decides THEN c.rule ELSE l.rule END
  FROM (
    SELECT (change.value->>'bet')::uuid AS bet, leg.* FROM jsonb_array_elements(p_changes) AS change
    CROSS JOIN LATERAL jsonb_to_recordset(change.value->'legs') AS leg(seq smallint, price integer, decides boolean,
      result text, facts text, rule text)
  ) c WHERE l.bet_id = c.bet AND l.seq = c.seq AND c.bet = ANY(v_ids);
  RETURN QUERY SELECT unnest(v_ids);
END $$;
--> statement-breakpoint
-- Settles a round with all its bets in one transaction, once. p_returns has a transaction id and the return of each bet.
-- p_rate is the price of USDT in 1/10,000 CNY, for the wins that limits count. Returns whether the round was settled now.
CREATE OR REPLACE FUNCTION table_settle(
  p_round uuid, p_cards integer, p_outcome text, p_returns jsonb, p_stripe integer, p_rate integer, p_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_accounts uuid[];
  v_transfers ledger_transfer[];
BEGIN
  PERFORM FROM table_round WHERE id = p_round AND state = 'dealing' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF EXISTS (
    SELECT FROM table_bet b LEFT JOIN jsonb_to_recordset(p_returns) AS r(bet uuid) ON r.bet = b.id
    WHERE b.round_id = p_round AND r.bet IS NULL
  ) THEN
    RAISE EXCEPTION 'round % has bets without a return', p_round USING ERRCODE = 'check_violation';
  END IF;
  SELECT array_agg(id) INTO v_accounts FROM (
    SELECT account_id AS id FROM table_bet WHERE round_id = p_round
    UNION SELECT ledger_account('house', 'tables', b.currency, 'main', p_stripe, true) FROM (
      SELECT DISTINCT currency FROM table_bet WHERE round_id = p_round
    ) b
  ) AS wanted;
  PERFORM FROM account WHERE id = ANY(v_accounts) ORDER BY id FOR UPDATE;
  SELECT array_agg(ROW(r.tx, 'table-return', 'table-bet', r.bet::text, format('table-bet:%s', r.bet), 'return',
    b.account_id, h.id, r.returned, b.currency, p_at)::ledger_transfer)
  INTO v_transfers FROM jsonb_to_recordset(p_returns) AS r(bet uuid, tx uuid, returned bigint)
  JOIN table_bet b ON b.id = r.bet AND b.round_id = p_round
  JOIN account h ON h.owner_type = 'house' AND h.owner_id = 'tables' AND h.currency = b.currency AND h.kind = 'main'
    AND h.stripe = p_stripe
  WHERE r.returned > 0;
  IF v_transfers IS NOT NULL THEN
    PERFORM ledger_post_all(v_transfers);
    PERFORM rg_record_all(array_agg(w.member), array_agg(0::bigint), array_agg(w.won), array_agg(p_at)) FROM (
      SELECT b.member_id AS member, sum(round_value(b.currency, r.returned, p_rate))::bigint AS won
      FROM jsonb_to_recordset(p_returns) AS r(bet uuid, returned bigint)
      JOIN table_bet b ON b.id = r.bet AND b.round_id = p_round WHERE r.returned > 0 GROUP BY b.member_id
    ) AS w;
  END IF;
  UPDATE table_bet b SET returned = r.returned, settled_at = p_at, return_tx = CASE WHEN r.returned > 0 THEN r.tx END
  FROM jsonb_to_recordset(p_returns) AS r(bet uuid, tx uuid, returned bigint)
  WHERE b.id = r.bet AND b.round_id = p_round;
  UPDATE table_round SET state = 'settled', cards = p_cards, outcome = p_outcome, settled_at = p_at WHERE id = p_round;
  RETURN true;
END $$;
--> statement-breakpoint
-- The length of a batch changes, so each statement of these functions was planned again at each call. Their plans are kept.
ALTER FUNCTION round_start_all(jsonb, integer, integer, integer, integer) SET plan_cache_mode = force_generic_plan;
--> statement-breakpoint
ALTER FUNCTION round_move_all(jsonb, integer, integer, integer) SET plan_cache_mode = force_generic_plan;
