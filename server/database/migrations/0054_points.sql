-- Points are a currency of the ledger (H: account kind `points`). They are no money: wallets and statements leave them out.
ALTER TABLE account DROP CONSTRAINT account_currency_known;
--> statement-breakpoint
ALTER TABLE account ADD CONSTRAINT account_currency_known CHECK (currency IN ('CNY', 'USDT', 'COIN', 'POINT'));
--> statement-breakpoint
-- Points of a member for a site day, by settled turnover in minor units of CNY. `correction` is the part of `amount` that
-- comes from resettlements of earlier days. `is_barred`: a tag excluded the member when the day was counted.
CREATE TABLE points_day (
  member_id uuid NOT NULL REFERENCES member(id),
  day integer NOT NULL,
  turnover bigint NOT NULL,
  ppm integer NOT NULL,
  amount bigint NOT NULL,
  correction bigint NOT NULL,
  is_barred boolean NOT NULL,
  tx_id uuid REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (member_id, day),
  CONSTRAINT points_day_amounts CHECK (turnover >= 0 AND ppm BETWEEN 0 AND 1000000 AND amount >= 0),
  CONSTRAINT points_day_posted CHECK ((tx_id IS NOT NULL) = (amount > 0 AND NOT is_barred))
);
--> statement-breakpoint
CREATE TRIGGER points_day_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON points_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- H: prize(stock >= 0). What was taken of an item or prize on a site day.
CREATE TABLE prize_day (
  prize text NOT NULL,
  day integer NOT NULL,
  stock integer NOT NULL,
  taken integer NOT NULL DEFAULT 0,
  PRIMARY KEY (prize, day),
  CONSTRAINT prize_day_taken CHECK (taken BETWEEN 0 AND stock)
);
--> statement-breakpoint
-- Exchanges of points. A row exists if its posting does.
CREATE TABLE points_order (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  item text NOT NULL,
  day integer NOT NULL,
  points bigint NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  balance bigint NOT NULL,
  tx_id uuid NOT NULL CONSTRAINT points_order_tx UNIQUE REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  at timestamp (3) with time zone NOT NULL,
  CONSTRAINT points_order_amounts CHECK (points > 0 AND amount > 0 AND balance >= 0)
);
--> statement-breakpoint
CREATE INDEX points_order_of_member ON points_order (member_id, day, item);
--> statement-breakpoint
CREATE TRIGGER points_order_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON points_order
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The seed of the next draw of a member. `nonce` is the number of earlier draws.
CREATE TABLE soccer_seed (
  member_id uuid PRIMARY KEY REFERENCES member(id),
  nonce integer NOT NULL,
  server_seed text NOT NULL,
  commitment text NOT NULL
);
--> statement-breakpoint
-- H: draw. Draws of the soccer lottery with their seeds. A row exists if its posting does.
CREATE TABLE soccer_draw (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  day integer NOT NULL,
  cost bigint NOT NULL,
  prize text NOT NULL,
  is_replaced boolean NOT NULL,
  settle_currency text NOT NULL,
  currency text,
  amount bigint,
  balance bigint NOT NULL,
  member_seed text NOT NULL,
  nonce integer NOT NULL,
  server_seed text NOT NULL,
  commitment text NOT NULL CONSTRAINT soccer_draw_commitment UNIQUE,
  tx_id uuid NOT NULL CONSTRAINT soccer_draw_tx UNIQUE REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  at timestamp (3) with time zone NOT NULL,
  CONSTRAINT soccer_draw_nonce UNIQUE (member_id, nonce),
  CONSTRAINT soccer_draw_reward CHECK ((currency IS NULL) = (amount IS NULL) AND (amount IS NULL OR amount > 0))
);
--> statement-breakpoint
CREATE INDEX soccer_draw_of_member ON soccer_draw (member_id, day);
--> statement-breakpoint
CREATE TRIGGER soccer_draw_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON soccer_draw
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Writes points of days and posts them. Days that are written already are left out, so that a repeated run posts nothing.
-- `p_txs` has an id for each posting. Small postings are faster, because each entry is checked against all others.
CREATE FUNCTION points_earn(p_rows jsonb, p_txs uuid[], p_members integer, p_at timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_posting record;
BEGIN
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
      SELECT tx_id, member_id, sum(amount)::bigint AS points FROM inserted WHERE tx_id IS NOT NULL GROUP BY 1, 2
    )
    SELECT tx_id, sum(points)::bigint AS total,
      array_agg(ledger_account('member', member_id::text, 'POINT', 'points', 0, false) ORDER BY member_id) AS accounts,
      array_agg(points ORDER BY member_id) AS amounts
    FROM earned GROUP BY tx_id ORDER BY tx_id
  LOOP
    PERFORM ledger_post(v_posting.tx_id, 'points', 'points_day', v_posting.tx_id::text, 'points:' || v_posting.tx_id,
      'points', NULL, v_posting.accounts || ledger_account('house', 'points-issue', 'POINT', 'points', 0, true),
      v_posting.amounts || -v_posting.total, p_at);
  END LOOP;
END $$;
