-- What an account has paid and what it has received are summed up apart, because an entry is never zero. A sum of zero, such
-- as that of a single cancelled bet, stopped the roll-up of all later days before.
CREATE OR REPLACE FUNCTION bet_roll_up(p_tx uuid, p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_day integer;
  v_bets uuid[];
  v_txs uuid[];
  v_key text;
  v_last timestamptz;
  v_sums record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('grandstand.roll_up', 0));
  WITH oldest AS (
    SELECT id, site_day(settled_at) AS day FROM bet WHERE is_crowd AND settled_at < p_before ORDER BY settled_at
    LIMIT p_limit FOR UPDATE
  )
  SELECT day, array_agg(id) INTO v_day, v_bets FROM oldest WHERE day = (SELECT min(day) FROM oldest) GROUP BY day;
  IF v_bets IS NULL THEN
    RETURN 0;
  END IF;
  v_key := format('bet-rollup:%s', v_day);
  SELECT array_agg(tx_id) INTO v_txs FROM bet_posting WHERE bet_id = ANY(v_bets) AND tx_id IS NOT NULL;
  SELECT v_txs || array_agg(id) INTO v_txs FROM ledger_tx WHERE idem_key = v_key;
  SELECT max(created_at) INTO v_last FROM ledger_tx WHERE id = ANY(v_txs);
  SELECT array_agg(account_id) AS accounts, array_agg(amount) AS amounts, array_agg(currency) AS currencies,
    array_agg(balance_after) AS balances, array_agg(postings) AS postings INTO STRICT v_sums
  FROM (
    SELECT e.account_id, e.currency, sum(e.amount)::bigint AS amount, sum(e.postings)::integer AS postings,
      (array_agg(e.balance_after ORDER BY t.created_at DESC, t.id DESC))[1] AS balance_after
    FROM ledger_entry e JOIN ledger_tx t ON t.id = e.tx_id WHERE e.tx_id = ANY(v_txs)
    GROUP BY e.account_id, e.currency, e.amount > 0
  ) summed;
  PERFORM set_config('grandstand.rolling_up', 'on', true);
  DELETE FROM bet_posting WHERE bet_id = ANY(v_bets);
  DELETE FROM bet_leg WHERE bet_id = ANY(v_bets);
  DELETE FROM bet WHERE id = ANY(v_bets);
  DELETE FROM ledger_entry WHERE tx_id = ANY(v_txs);
  DELETE FROM ledger_tx WHERE id = ANY(v_txs);
  PERFORM set_config('grandstand.rolling_up', 'off', true);
  INSERT INTO ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
  VALUES (p_tx, 'bet-rollup', 'day', v_day::text, v_key, v_key, v_last);
  PERFORM set_config('grandstand.posting', 'on', true);
  INSERT INTO ledger_entry (tx_id, seq, account_id, amount, currency, balance_after, postings)
  SELECT p_tx, row_number() OVER (), s.account_id, s.amount, s.currency, s.balance_after, s.postings
  FROM unnest(v_sums.accounts, v_sums.amounts, v_sums.currencies, v_sums.balances, v_sums.postings)
    AS s(account_id, amount, currency, balance_after, postings);
  PERFORM set_config('grandstand.posting', 'off', true);
  RETURN cardinality(v_bets);
END $$;
--> statement-breakpoint
-- Open bets of the crowd by age: those of matches that have left the demo are cancelled.
CREATE INDEX bet_of_crowd_open ON bet (placed_at) WHERE is_crowd AND settled_at IS NULL;
