-- Daily rollups: the postings of members that nobody can sign in as (the demo's crowd) are replaced by one transaction
-- per type, site day and shard. Postings of all other members are permanent.
ALTER TABLE "ledger_entry" ADD COLUMN "postings" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE TABLE "gift_rollup" (
	"anchor_room_id" text NOT NULL,
	"day" integer NOT NULL,
	"member_id" uuid NOT NULL,
	"total" bigint NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"given_at" timestamp (3) with time zone[] NOT NULL,
	"totals" bigint[] NOT NULL,
	CONSTRAINT "gift_rollup_anchor_room_id_day_member_id_pk" PRIMARY KEY("anchor_room_id","day","member_id"),
	CONSTRAINT "gift_rollup_has_a_time_per_total" CHECK (cardinality("gift_rollup"."given_at") = cardinality("gift_rollup"."totals"))
);
--> statement-breakpoint
ALTER TABLE "gift_rollup" ADD CONSTRAINT "gift_rollup_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Ids are UUIDs of version 7: a member's oldest and newest orders without a sort.
CREATE INDEX "gift_order_of_member" ON "gift_order" USING btree ("member_id","id");--> statement-breakpoint
CREATE FUNCTION refuse_outside_roll_up() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('grandstand.rolling_up', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER ledger_entry_append_only ON ledger_entry;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_entry_stays BEFORE DELETE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_roll_up();
--> statement-breakpoint
DROP TRIGGER ledger_tx_append_only ON ledger_tx;
--> statement-breakpoint
CREATE TRIGGER ledger_tx_append_only BEFORE UPDATE OR TRUNCATE ON ledger_tx
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_tx_stays BEFORE DELETE ON ledger_tx
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_roll_up();
--> statement-breakpoint
DROP TRIGGER gift_order_stays ON gift_order;
--> statement-breakpoint
CREATE TRIGGER gift_order_append_only BEFORE TRUNCATE ON gift_order
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER gift_order_stays BEFORE DELETE ON gift_order
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_roll_up();
--> statement-breakpoint
-- A rollup that contains a posting of a member with a password fails as a whole.
CREATE FUNCTION refuse_roll_up_of_members() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM removed e JOIN account a ON a.id = e.account_id AND a.owner_type = 'member'
      LEFT JOIN member m ON m.id = CASE WHEN a.owner_type = 'member' THEN a.owner_id::uuid END
    WHERE m.id IS NULL OR m.pwd_hash IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'postings of members who can sign in are permanent' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_of_member_stays AFTER DELETE ON ledger_entry REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_roll_up_of_members();
--> statement-breakpoint
-- The number of the day in the site time zone (`siteDayOf`).
CREATE FUNCTION site_day(p_at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT floor((extract(epoch FROM p_at) + 8 * 3600) / 86400)::integer;
$$;
--> statement-breakpoint
-- Replaces the oldest postings of one type and site day by their sums per account, together with the rollup that this
-- shard already has for the day. Gifts: complete combos without undelivered orders that ended before p_before; the day
-- is that of the last gift of the combo. Coin purchases: those before p_before. Takes about p_limit postings per member.
-- Returns the number of replaced postings; 0 if there are none.
CREATE FUNCTION ledger_roll_up(
  p_tx uuid, p_type text, p_shard integer, p_members uuid[], p_before timestamptz, p_limit integer
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_day integer;
  v_txs uuid[];
  v_replaced integer;
  v_key text;
  v_sums record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('grandstand.roll_up', 0));
  IF p_type = 'gift' THEN
    WITH oldest AS (
      SELECT DISTINCT o.member_id, o.combo_id, o.gift_id
      FROM member m CROSS JOIN LATERAL (
        SELECT * FROM gift_order WHERE member_id = m.id AND created_at < p_before ORDER BY id LIMIT p_limit
      ) o
      WHERE m.id = ANY(p_members) AND m.pwd_hash IS NULL
    ), combo AS (
      SELECT max(o.created_at) AS ended_at, array_agg(o.tx_id) AS txs
      FROM oldest JOIN gift_order o USING (member_id, combo_id, gift_id)
      GROUP BY member_id, combo_id, gift_id
      HAVING max(o.created_at) < p_before AND bool_and(o.status = 'delivered')
    ), day AS (
      SELECT min(site_day(ended_at)) AS day FROM combo
    )
    SELECT day.day, array_agg(tx) INTO v_day, v_txs
    FROM day JOIN combo ON site_day(ended_at) = day.day CROSS JOIN LATERAL unnest(txs) AS tx GROUP BY day.day;
  ELSE
    WITH oldest AS (
      SELECT t.id, site_day(t.created_at) AS day
      FROM member m CROSS JOIN LATERAL (
        SELECT * FROM ledger_tx WHERE type = 'coin-buy' AND ref_id = m.id::text AND created_at < p_before
        ORDER BY created_at LIMIT p_limit
      ) t
      WHERE m.id = ANY(p_members) AND m.pwd_hash IS NULL AND p_type = 'coin-buy'
    )
    SELECT day, array_agg(id) INTO v_day, v_txs FROM oldest
    WHERE day = (SELECT min(day) FROM oldest) GROUP BY day;
  END IF;
  IF v_txs IS NULL THEN
    RETURN 0;
  END IF;
  v_replaced := cardinality(v_txs);
  v_key := format('%s-rollup:%s:%s', p_type, v_day, p_shard);
  SELECT v_txs || array_agg(id) INTO v_txs FROM ledger_tx WHERE idem_key = v_key;
  SELECT array_agg(account_id) AS accounts, array_agg(amount) AS amounts, array_agg(currency) AS currencies,
    array_agg(balance_after) AS balances, array_agg(postings) AS postings, max(last_at) AS last_at INTO STRICT v_sums
  FROM (
    SELECT e.account_id, e.currency, sum(e.amount)::bigint AS amount, sum(e.postings)::integer AS postings,
      (array_agg(e.balance_after ORDER BY t.created_at DESC, t.id DESC))[1] AS balance_after, max(t.created_at) AS last_at
    FROM ledger_entry e JOIN ledger_tx t ON t.id = e.tx_id WHERE e.tx_id = ANY(v_txs)
    GROUP BY e.account_id, e.currency
  ) summed;
  INSERT INTO gift_rollup AS day (anchor_room_id, day, member_id, total, first_at, given_at, totals)
  SELECT anchor_room_id, v_day, member_id, sum(total), min(created_at), array_agg(created_at ORDER BY created_at, id),
    array_agg(total ORDER BY created_at, id)
  FROM gift_order WHERE tx_id = ANY(v_txs) GROUP BY anchor_room_id, member_id
  ON CONFLICT ON CONSTRAINT gift_rollup_anchor_room_id_day_member_id_pk DO UPDATE SET
    total = day.total + excluded.total, first_at = least(day.first_at, excluded.first_at),
    given_at = day.given_at || excluded.given_at, totals = day.totals || excluded.totals;
  PERFORM set_config('grandstand.rolling_up', 'on', true);
  DELETE FROM gift_order WHERE tx_id = ANY(v_txs);
  DELETE FROM ledger_entry WHERE tx_id = ANY(v_txs);
  DELETE FROM ledger_tx WHERE id = ANY(v_txs);
  PERFORM set_config('grandstand.rolling_up', 'off', true);
  INSERT INTO ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
  VALUES (p_tx, p_type || '-rollup', 'day', v_day::text, v_key, v_key, v_sums.last_at);
  PERFORM set_config('grandstand.posting', 'on', true);
  INSERT INTO ledger_entry (tx_id, seq, account_id, amount, currency, balance_after, postings)
  SELECT p_tx, row_number() OVER (), account_id, amount, currency, balance_after, postings
  FROM unnest(v_sums.accounts, v_sums.amounts, v_sums.currencies, v_sums.balances, v_sums.postings)
    AS sums(account_id, amount, currency, balance_after, postings);
  PERFORM set_config('grandstand.posting', 'off', true);
  RETURN v_replaced;
END $$;
