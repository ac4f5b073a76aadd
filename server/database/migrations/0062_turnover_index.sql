-- Turnover of members from the index alone: the bets of a member are far apart in the table.
CREATE INDEX bet_turnover ON bet (member_id) INCLUDE (currency, settled_at, state, stake, returned)
  WHERE settled_at IS NOT NULL AND NOT is_crowd;
--> statement-breakpoint
-- The same days as before. `extract` returns a numeric, with which the arithmetic takes longer than the rest of a query.
CREATE OR REPLACE FUNCTION site_day(p_at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT floor((date_part('epoch', p_at) + 8 * 3600) / 86400)::integer;
$$;
--> statement-breakpoint
-- As in 0054_points, with all new accounts in one statement.
CREATE OR REPLACE FUNCTION points_earn(p_rows jsonb, p_txs uuid[], p_members integer, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_posting record;
BEGIN
  INSERT INTO account (id, owner_type, owner_id, currency, kind, stripe, allow_negative)
  SELECT DISTINCT ON (member) gen_random_uuid(), 'member', member, 'POINT', 'points', 0, false
  FROM jsonb_to_recordset(p_rows) AS r(member text, amount bigint, barred boolean)
  WHERE amount > 0 AND NOT barred
  ORDER BY member
  ON CONFLICT ON CONSTRAINT account_owner DO NOTHING;
  FOR v_posting IN
    WITH wanted AS (
      SELECT r.*, CASE WHEN amount > 0 AND NOT barred
          THEN p_txs[1 + (dense_rank() OVER (ORDER BY member) - 1) / p_members] END AS tx
      FROM jsonb_to_recordset(p_rows) AS r(member uuid, day integer, turnover bigint, ppm integer, amount bigint,
        correction bigint, barred boolean)
    ), inserted AS (
      INSERT INTO points_day (member_id, day, turnover, ppm, amount, correction, is_barred, tx_id)
      SELECT member, day, turnover, ppm, amount, correction, barred, tx FROM wanted ORDER BY member, day
      ON CONFLICT DO NOTHING RETURNING member_id, amount, tx_id
    ), earned AS (
      SELECT tx_id, member_id::text AS member, sum(amount)::bigint AS points FROM inserted WHERE tx_id IS NOT NULL
      GROUP BY 1, 2
    )
    SELECT e.tx_id, sum(e.points)::bigint AS total, array_agg(a.id ORDER BY a.id) AS accounts,
      array_agg(e.points ORDER BY a.id) AS amounts
    FROM earned e JOIN account a ON a.owner_type = 'member' AND a.owner_id = e.member AND a.currency = 'POINT'
      AND a.kind = 'points' AND a.stripe = 0
    GROUP BY e.tx_id ORDER BY e.tx_id
  LOOP
    PERFORM ledger_post(v_posting.tx_id, 'points', 'points_day', v_posting.tx_id::text, 'points:' || v_posting.tx_id,
      'points', NULL, v_posting.accounts || ledger_account('house', 'points-issue', 'POINT', 'points', 0, true),
      v_posting.amounts || -v_posting.total, p_at);
  END LOOP;
END $$;
