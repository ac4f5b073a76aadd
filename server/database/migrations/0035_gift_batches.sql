-- A committed transaction has the entries 1 and 2, so an entry that is added to it later has a higher number. Only such
-- entries are checked beside the transaction itself: one check instead of three for a posting with two entries.
CREATE OR REPLACE FUNCTION ledger_check() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_tx uuid;
  v_balances boolean;
BEGIN
  IF TG_TABLE_NAME = 'ledger_tx' THEN
    v_tx := NEW.id;
  ELSE
    v_tx := NEW.tx_id;
  END IF;
  SELECT coalesce(sum(first_two), 0) = 2 AND bool_and(total = 0) INTO v_balances
  FROM (
    SELECT count(*) FILTER (WHERE seq IN (1, 2)) AS first_two, sum(amount) AS total
    FROM ledger_entry WHERE tx_id = v_tx GROUP BY currency
  ) AS currencies;
  IF v_balances IS NOT TRUE THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', v_tx USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER ledger_entry_zero_sum ON ledger_entry;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entry_zero_sum AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.seq NOT IN (1, 2)) EXECUTE FUNCTION ledger_check();
--> statement-breakpoint
CREATE FUNCTION gift_receipt(p_order gift_order, p_is_replay boolean, p_balance bigint) RETURNS jsonb
LANGUAGE plpgsql AS $$
BEGIN
  RETURN jsonb_build_object('code', 0, 'replay', p_is_replay, 'order', p_order.id, 'chatRoomNo', p_order.chat_room_no,
    'giftId', p_order.gift_id, 'unitPrice', p_order.unit_price, 'count', p_order.count, 'total', p_order.total,
    'comboId', p_order.combo_id, 'comboCount', p_order.combo_count, 'balance', p_balance);
END $$;
--> statement-breakpoint
-- As in 0024_limits; the receipt of a new order is not read from the tables.
CREATE OR REPLACE FUNCTION gift_send(
  p_order uuid, p_tx uuid, p_member uuid, p_anchor_room_id text, p_chat_room_no text, p_gift integer, p_count integer,
  p_combo_id text, p_idem_key text, p_content_hash text, p_stripe integer, p_at timestamptz
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
    v_code := rg_exclusion_code(p_member, p_at);
    v_code := CASE
      WHEN v_code <> 0 THEN v_code
      WHEN v_gift.id IS NULL OR v_gift.status = '0' THEN 10004
      WHEN v_gift.status = '2' THEN 40010
      WHEN p_count NOT BETWEEN 1 AND 9999 THEN 10001
      ELSE ledger_post(
        p_tx, 'gift', 'gift_order', p_order::text, p_idem_key, p_content_hash, NULL,
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
-- Gifts of concurrent calls in one transaction. Keys and accounts are locked first and in one order, so that two batches,
-- or a batch and a posting, do not wait for each other. Answers in the order of the gifts.
CREATE FUNCTION gift_send_all(p_gifts jsonb, p_stripe integer) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_gift record;
BEGIN
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
      v_gift.gift_id, v_gift.count, v_gift.combo_id, v_gift.key, v_gift.hash, p_stripe, v_gift.at);
  END LOOP;
END $$;
