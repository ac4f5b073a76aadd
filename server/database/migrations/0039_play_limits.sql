-- Seconds of the site day at the last answered reality check, and whether one waits for its answer.
ALTER TABLE rg_play
  ADD COLUMN answered_seconds integer DEFAULT 0 NOT NULL,
  ADD COLUMN is_check_due boolean DEFAULT false NOT NULL;
--> statement-breakpoint
-- First site day of the period that contains a time (`periodStart`). Day 0 is a Thursday.
CREATE FUNCTION rg_first_day(p_period text, p_at timestamptz) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_day integer := site_day(p_at);
BEGIN
  RETURN CASE p_period
    WHEN 'day' THEN v_day
    WHEN 'week' THEN v_day - (v_day + 3) % 7
    WHEN 'month' THEN v_day - extract(day FROM date '1970-01-01' + v_day)::integer + 1
  END;
END $$;
--> statement-breakpoint
-- Adds stakes and wins of a member, in minor units of CNY. Members that nobody can sign in as (the demo's crowd) have no
-- limits and are not counted.
CREATE FUNCTION rg_record(p_member uuid, p_staked bigint, p_won bigint, p_at timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO rg_play (member_id, day, staked, won)
  SELECT id, site_day(p_at), p_staked, p_won FROM member
  WHERE id = p_member AND (pwd_hash IS NOT NULL OR EXISTS (SELECT FROM rg_limit WHERE member_id = p_member))
  ON CONFLICT (member_id, day) DO UPDATE
    SET staked = rg_play.staked + excluded.staked, won = rg_play.won + excluded.won;
END $$;
--> statement-breakpoint
-- I9, I10: the code that refuses play of a value in minor units of CNY, or 0: exclusion, unanswered reality check, session
-- limit, loss and stake limits. A null value compares no loss or stake.
CREATE FUNCTION rg_play_code(p_member uuid, p_value bigint, p_at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_code integer := rg_exclusion_code(p_member, p_at);
BEGIN
  IF v_code <> 0 THEN
    RETURN v_code;
  END IF;
  IF EXISTS (SELECT FROM rg_play WHERE member_id = p_member AND day = site_day(p_at) AND is_check_due) THEN
    RETURN 60006;
  END IF;
  SELECT coalesce(max(CASE kind WHEN 'session' THEN 60005 ELSE 60002 END), 0) INTO v_code
  FROM rg_limit CROSS JOIN LATERAL (
    SELECT coalesce(sum(seconds), 0) AS seconds, coalesce(sum(staked), 0) AS staked, coalesce(sum(won), 0) AS won
    FROM rg_play WHERE rg_play.member_id = p_member AND rg_play.day >= rg_first_day(rg_limit.period, p_at)
  ) AS used
  WHERE member_id = p_member AND status = 'active' AND CASE kind
    WHEN 'session' THEN used.seconds >= amount * 60
    WHEN 'loss' THEN greatest(used.staked - used.won, 0) + p_value > amount
    WHEN 'stake' THEN used.staked + p_value > amount
  END;
  RETURN v_code;
END $$;
--> statement-breakpoint
-- Posts a stake: a gift, a bet or the stake of a round. Checks the limits, posts and counts in one transaction (I9).
-- p_value is the stake in minor units of CNY. Returns the code of the refusal, or that of ledger_post.
CREATE FUNCTION ledger_stake(
  p_member uuid, p_value bigint, p_tx uuid, p_type text, p_ref_type text, p_ref_id text, p_idem_key text,
  p_content_hash text, p_accounts uuid[], p_amounts bigint[], p_at timestamptz
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_code integer;
BEGIN
  -- Limits change, and orders are created, under this lock. Stakes in different currencies queue here.
  IF EXISTS (SELECT FROM rg_limit WHERE member_id = p_member AND status = 'active') THEN
    PERFORM pg_advisory_xact_lock(hashtextextended(p_member::text, 5));
  END IF;
  v_code := rg_play_code(p_member, p_value, p_at);
  IF v_code = 0 THEN
    v_code := ledger_post(p_tx, p_type, p_ref_type, p_ref_id, p_idem_key, p_content_hash, NULL, p_accounts, p_amounts,
      p_at);
  END IF;
  IF v_code = 0 THEN
    PERFORM rg_record(p_member, p_value, 0, p_at);
  END IF;
  RETURN v_code;
END $$;
--> statement-breakpoint
DROP FUNCTION gift_send(
  uuid, uuid, uuid, text, text, integer, integer, text, text, text, integer, timestamptz
);
--> statement-breakpoint
-- As in 0035_gift_batches; a gift is a stake. p_coin_value is the value of a coin in minor units of CNY.
CREATE FUNCTION gift_send(
  p_order uuid, p_tx uuid, p_member uuid, p_anchor_room_id text, p_chat_room_no text, p_gift integer, p_count integer,
  p_combo_id text, p_idem_key text, p_content_hash text, p_stripe integer, p_coin_value integer, p_at timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_first record;
  v_gift gift%ROWTYPE;
  v_code integer;
  v_combo_count bigint;
  v_order gift_order%ROWTYPE;
BEGIN
  SELECT * INTO v_first FROM ledger_first_answer(p_idem_key, p_content_hash);
  IF v_first.answer_code <> 0 THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  ELSIF v_first.answer_code = 0 THEN
    RETURN (
      SELECT gift_receipt(o, true, e.balance_after)
      FROM gift_order o JOIN ledger_entry e ON e.tx_id = o.tx_id AND e.seq = 1 WHERE o.tx_id = v_first.answer_tx
    );
  ELSE
    SELECT * INTO v_gift FROM gift WHERE id = p_gift;
    v_code := CASE
      WHEN v_gift.id IS NULL OR v_gift.status = '0' THEN 10004
      WHEN v_gift.status = '2' THEN 40010
      WHEN p_count NOT BETWEEN 1 AND 9999 THEN 10001
      ELSE ledger_stake(
        p_member, v_gift.price_coin * p_count * p_coin_value, p_tx, 'gift', 'gift_order', p_order::text, p_idem_key,
        p_content_hash,
        ARRAY[
          ledger_account('member', p_member::text, 'COIN', 'coin', 0, false),
          ledger_account('house', 'gift', 'COIN', 'coin', p_stripe, false)
        ],
        ARRAY[-v_gift.price_coin * p_count, v_gift.price_coin * p_count], p_at)
      END;
    IF v_code <> 0 THEN
      RETURN jsonb_build_object('code', ledger_refuse(p_idem_key, p_content_hash, v_code, p_at));
    END IF;
    -- The member's account is locked by now: orders of one member are counted one after the other.
    SELECT coalesce(max(combo_count), 0) + p_count INTO v_combo_count FROM gift_order
    WHERE member_id = p_member AND combo_id = p_combo_id AND gift_id = p_gift;
    INSERT INTO gift_order (id, member_id, anchor_room_id, chat_room_no, gift_id, unit_price, count, total, combo_id,
      combo_count, status, idem_key, tx_id, created_at)
    VALUES (p_order, p_member, p_anchor_room_id, p_chat_room_no, p_gift, v_gift.price_coin, p_count,
      v_gift.price_coin * p_count, p_combo_id, v_combo_count, 'charged', p_idem_key, p_tx, p_at)
    RETURNING * INTO v_order;
    RETURN gift_receipt(v_order, false, (SELECT balance_after FROM ledger_entry WHERE tx_id = p_tx AND seq = 1));
  END IF;
END $$;
--> statement-breakpoint
DROP FUNCTION gift_send_all(jsonb, integer);
--> statement-breakpoint
-- As in 0035_gift_batches. Members with limits are locked before keys and accounts, like the orders of the wallet.
CREATE FUNCTION gift_send_all(p_gifts jsonb, p_stripe integer, p_coin_value integer) RETURNS SETOF jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_gift record;
BEGIN
  PERFORM pg_advisory_xact_lock(members.lock) FROM (
    SELECT DISTINCT hashtextextended(gift->>'member', 5) AS lock FROM jsonb_array_elements(p_gifts) AS gift
    WHERE EXISTS (SELECT FROM rg_limit WHERE member_id = (gift->>'member')::uuid AND status = 'active') ORDER BY 1
  ) AS members;
  PERFORM pg_advisory_xact_lock(keys.lock) FROM (
    SELECT DISTINCT hashtextextended(gift->>'key', 1) AS lock FROM jsonb_array_elements(p_gifts) AS gift ORDER BY 1
  ) AS keys;
  PERFORM FROM account a JOIN (
    SELECT 'member' AS owner_type, gift->>'member' AS owner_id, 0 AS stripe FROM jsonb_array_elements(p_gifts) AS gift
    UNION SELECT 'house', 'gift', p_stripe
  ) AS owners USING (owner_type, owner_id, stripe)
  WHERE a.currency = 'COIN' AND a.kind = 'coin' ORDER BY a.id FOR UPDATE OF a;
  FOR v_gift IN
    SELECT * FROM jsonb_to_recordset(p_gifts) AS gift("order" uuid, tx uuid, member uuid, anchor_room_id text,
      chat_room_no text, gift_id integer, count integer, combo_id text, key text, hash text, at timestamptz)
  LOOP
    RETURN NEXT gift_send(v_gift."order", v_gift.tx, v_gift.member, v_gift.anchor_room_id, v_gift.chat_room_no,
      v_gift.gift_id, v_gift.count, v_gift.combo_id, v_gift.key, v_gift.hash, p_stripe, p_coin_value, v_gift.at);
  END LOOP;
END $$;
--> statement-breakpoint
-- As in 0024_limits; coins are for play, so all that stops play of any value refuses them.
CREATE OR REPLACE FUNCTION coin_buy(
  p_tx uuid, p_member uuid, p_coins bigint, p_idem_key text, p_content_hash text, p_stripe integer, p_at timestamptz,
  p_day_start timestamptz, p_day_limit bigint
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_first record;
  v_code integer;
  v_account uuid;
  v_today bigint;
  v_tx uuid := p_tx;
BEGIN
  SELECT * INTO v_first FROM ledger_first_answer(p_idem_key, p_content_hash);
  IF v_first.answer_code <> 0 THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  ELSIF v_first.answer_code = 0 THEN
    v_tx := v_first.answer_tx;
    SELECT account_id INTO STRICT v_account FROM ledger_entry WHERE tx_id = v_tx AND seq = 1;
  ELSE
    v_account := ledger_account('member', p_member::text, 'COIN', 'coin', 0, false);
    -- Purchases of one member queue here, so that two of them cannot both see the same rest of the day's limit.
    PERFORM pg_advisory_xact_lock(hashtextextended(p_member::text, 2));
    v_today := coin_bought(p_member, p_day_start);
    v_code := CASE WHEN p_coins < 1 THEN 10001 WHEN v_today + p_coins > p_day_limit THEN 20002
      ELSE rg_play_code(p_member, 1, p_at) END;
    IF v_code <> 0 THEN
      RETURN jsonb_build_object('code', ledger_refuse(p_idem_key, p_content_hash, v_code, p_at));
    END IF;
    PERFORM ledger_post(p_tx, 'coin-buy', 'member', p_member::text, p_idem_key, p_content_hash, NULL,
      ARRAY[v_account, ledger_account('house', 'issue', 'COIN', 'coin', p_stripe, true)],
      ARRAY[p_coins, -p_coins], p_at);
  END IF;
  RETURN (
    SELECT jsonb_build_object('code', 0, 'replay', v_tx <> p_tx, 'balance', balance_after) FROM ledger_entry
    WHERE tx_id = v_tx AND account_id = v_account
  );
END $$;
--> statement-breakpoint
-- As in 0032_wallet_open. Answers {limits: true} also while a reality check waits for its answer.
CREATE OR REPLACE FUNCTION wallet_open(
  p_order jsonb, p_refusal integer, p_open_max integer, p_per_day bigint, p_day_start timestamptz, p_is_limited boolean,
  p_tx uuid, p_stripe integer, p_at timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_order wallet_order := jsonb_populate_record(NULL::wallet_order, p_order || jsonb_build_object(
    'version', 0, 'is_final', false, 'proofs', '[]'::jsonb, 'created_at', p_at, 'updated_at', p_at,
    'reserve_tx', CASE WHEN p_order->>'source' IS NULL THEN NULL ELSE p_tx END));
  v_known text;
  v_first record;
  v_code integer := p_refusal;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(v_order.member_id::text, 5));
  SELECT * INTO v_first FROM ledger_first_answer(v_order.idem_key, v_order.content_hash);
  IF v_first.answer_code <> 0 THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  ELSIF v_first.answer_code = 0 THEN
    SELECT order_no INTO v_known FROM wallet_order WHERE idem_key = v_order.idem_key;
    -- A known key without an order belongs to another call.
    RETURN CASE WHEN v_known IS NULL THEN jsonb_build_object('code', 10010)
      ELSE jsonb_build_object('code', 0, 'replay', true, 'order', v_known) END;
  END IF;
  -- Deposits that wait for a payment; of other kinds all that are not final.
  IF v_code = 0 AND p_open_max IS NOT NULL AND p_open_max <= (
    SELECT count(*) FROM wallet_order WHERE member_id = v_order.member_id AND kind = v_order.kind AND NOT is_final
      AND (kind NOT IN ('deposit', 'speedDeposit') OR status IN ('0', '1'))
  ) THEN
    v_code := 20008;
  END IF;
  -- Withdrawals of the site day. Released ones do not count.
  IF v_code = 0 AND p_per_day IS NOT NULL AND p_per_day < v_order.amount + (
    SELECT coalesce(sum(amount), 0) FROM wallet_order WHERE member_id = v_order.member_id
      AND currency = v_order.currency AND kind IN ('withdraw', 'fastWithdraw') AND created_at >= p_day_start
      AND release_tx IS NULL
  ) THEN
    v_code := 20002;
  END IF;
  IF v_code = 0 AND p_is_limited THEN
    v_code := rg_exclusion_code(v_order.member_id, p_at);
    IF v_code = 0 AND (
      EXISTS (SELECT FROM rg_limit WHERE member_id = v_order.member_id AND status = 'active')
      OR EXISTS (SELECT FROM rg_play WHERE member_id = v_order.member_id AND day = site_day(p_at) AND is_check_due)
    ) THEN
      RETURN jsonb_build_object('limits', true);
    END IF;
  END IF;
  IF v_code = 0 AND v_order.source IS NOT NULL THEN
    v_code := wallet_effect(v_order, 'reserve', p_tx, p_stripe, p_at);
  END IF;
  IF v_code <> 0 THEN
    RETURN jsonb_build_object('code', ledger_refuse(v_order.idem_key, v_order.content_hash, v_code, p_at));
  END IF;
  INSERT INTO wallet_order SELECT (v_order).*;
  INSERT INTO order_event VALUES (v_order.order_no, 0, NULL, v_order.status, 'create', 'member', '', p_at);
  RETURN jsonb_build_object('code', 0, 'replay', false, 'order', v_order.order_no);
END $$;
--> statement-breakpoint
-- Gifts of the last month count from the start (10 minor units of CNY a coin).
INSERT INTO rg_play (member_id, day, staked)
SELECT o.member_id, site_day(o.created_at), sum(o.total) * 10 FROM gift_order o JOIN member m ON m.id = o.member_id
WHERE m.pwd_hash IS NOT NULL AND o.status <> 'refunded' AND o.created_at >= now() - interval '32 days' GROUP BY 1, 2
ON CONFLICT (member_id, day) DO UPDATE SET staked = rg_play.staked + excluded.staked;
