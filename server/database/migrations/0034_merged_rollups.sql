-- Replaces the rollups of one type and shard of days before `p_before_day` (and after the 60 days before it) by one that
-- contains their sums per account. Returns the number of merged days; 0 if there are none.
CREATE FUNCTION ledger_merge_rollups(p_tx uuid, p_type text, p_shard integer, p_before_day integer)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_key text := format('%s-rollup:earlier:%s', p_type, p_shard);
  v_txs uuid[];
  v_days integer;
  v_sums record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('grandstand.roll_up', 0));
  SELECT array_agg(t.id), count(*) INTO v_txs, v_days
  FROM generate_series(p_before_day - 60, p_before_day - 1) AS day
    JOIN ledger_tx t ON t.idem_key = format('%s-rollup:%s:%s', p_type, day, p_shard);
  IF v_days = 0 THEN
    RETURN 0;
  END IF;
  SELECT v_txs || array_agg(id) INTO v_txs FROM ledger_tx WHERE idem_key = v_key;
  SELECT array_agg(account_id) AS accounts, array_agg(amount) AS amounts, array_agg(currency) AS currencies,
    array_agg(balance_after) AS balances, array_agg(postings) AS postings, max(last_at) AS last_at INTO STRICT v_sums
  FROM (
    SELECT e.account_id, e.currency, sum(e.amount)::bigint AS amount, sum(e.postings)::integer AS postings,
      (array_agg(e.balance_after ORDER BY t.created_at DESC, t.id DESC))[1] AS balance_after, max(t.created_at) AS last_at
    FROM ledger_entry e JOIN ledger_tx t ON t.id = e.tx_id WHERE e.tx_id = ANY(v_txs)
    GROUP BY e.account_id, e.currency
  ) summed;
  PERFORM set_config('grandstand.rolling_up', 'on', true);
  DELETE FROM ledger_entry WHERE tx_id = ANY(v_txs);
  DELETE FROM ledger_tx WHERE id = ANY(v_txs);
  PERFORM set_config('grandstand.rolling_up', 'off', true);
  INSERT INTO ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
  VALUES (p_tx, p_type || '-rollup', 'days', (p_before_day - 1)::text, v_key, v_key, v_sums.last_at);
  PERFORM set_config('grandstand.posting', 'on', true);
  INSERT INTO ledger_entry (tx_id, seq, account_id, amount, currency, balance_after, postings)
  SELECT p_tx, row_number() OVER (), account_id, amount, currency, balance_after, postings
  FROM unnest(v_sums.accounts, v_sums.amounts, v_sums.currencies, v_sums.balances, v_sums.postings)
    AS sums(account_id, amount, currency, balance_after, postings);
  PERFORM set_config('grandstand.posting', 'off', true);
  RETURN v_days;
END $$;
