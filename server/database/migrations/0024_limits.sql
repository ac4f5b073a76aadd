-- Annex I limits. Amounts are minor units of CNY, or minutes. A pending row is a raise; its amount is null for a removal.
CREATE TABLE rg_limit (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  kind text NOT NULL CONSTRAINT rg_limit_kind CHECK (kind IN ('deposit', 'loss', 'stake', 'session')),
  period text NOT NULL CONSTRAINT rg_limit_period CHECK (period IN ('day', 'week', 'month')),
  amount bigint,
  status text NOT NULL CONSTRAINT rg_limit_status CHECK (status IN ('active', 'pending', 'ended')),
  created_at timestamp (3) with time zone NOT NULL,
  effective_at timestamp (3) with time zone NOT NULL,
  ended_at timestamp (3) with time zone,
  CONSTRAINT rg_limit_amount CHECK (amount > 0 AND (amount IS NOT NULL OR status <> 'active')),
  CONSTRAINT rg_limit_end CHECK ((status = 'ended') = (ended_at IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX rg_limit_active ON rg_limit (member_id, kind, period) WHERE status = 'active';
--> statement-breakpoint
CREATE UNIQUE INDEX rg_limit_pending ON rg_limit (member_id, kind, period) WHERE status = 'pending';
--> statement-breakpoint
CREATE TRIGGER rg_limit_stays BEFORE DELETE OR TRUNCATE ON rg_limit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Time-outs and self-exclusions. They end by themselves only; `until` is null for a permanent one.
CREATE TABLE rg_exclusion (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  kind text NOT NULL CONSTRAINT rg_exclusion_kind CHECK (kind IN ('timeOut', 'selfExclusion')),
  since timestamp (3) with time zone NOT NULL,
  until timestamp (3) with time zone,
  CONSTRAINT rg_exclusion_end CHECK (until > since AND (until IS NOT NULL OR kind = 'selfExclusion'))
);
--> statement-breakpoint
CREATE INDEX rg_exclusion_of_member ON rg_exclusion (member_id, until);
--> statement-breakpoint
CREATE TRIGGER rg_exclusion_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rg_exclusion
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Annex H `rg_session`: time, stakes and wins of a member by site day. Amounts are minor units of CNY.
CREATE TABLE rg_play (
  member_id uuid NOT NULL REFERENCES member(id),
  day integer NOT NULL,
  seconds integer DEFAULT 0 NOT NULL,
  staked bigint DEFAULT 0 NOT NULL,
  won bigint DEFAULT 0 NOT NULL,
  last_at timestamp (3) with time zone,
  PRIMARY KEY (member_id, day),
  CONSTRAINT rg_play_amounts CHECK (seconds >= 0 AND staked >= 0 AND won >= 0)
);
--> statement-breakpoint
CREATE TABLE rg_preference (
  member_id uuid PRIMARY KEY REFERENCES member(id),
  reality_check_minutes integer NOT NULL CONSTRAINT rg_preference_minutes CHECK (reality_check_minutes BETWEEN 15 AND 120)
);
--> statement-breakpoint
-- I10: 60004 during a self-exclusion, 60003 during a time-out, else 0.
CREATE FUNCTION rg_exclusion_code(p_member uuid, p_at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(CASE kind WHEN 'selfExclusion' THEN 60004 ELSE 60003 END), 0) FROM rg_exclusion
  WHERE member_id = p_member AND (until IS NULL OR until > p_at);
$$;
--> statement-breakpoint
-- As in 0001_rules; a member who is excluded sends no gift.
CREATE OR REPLACE FUNCTION gift_send(
  p_order uuid, p_tx uuid, p_member uuid, p_anchor_room_id text, p_chat_room_no text, p_gift integer, p_count integer,
  p_combo_id text, p_idem_key text, p_content_hash text, p_stripe integer, p_at timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_first record;
  v_gift gift%ROWTYPE;
  v_code integer;
  v_combo_count bigint;
  v_order uuid := p_order;
BEGIN
  SELECT * INTO v_first FROM ledger_first_answer(p_idem_key, p_content_hash);
  IF v_first.answer_code <> 0 THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  ELSIF v_first.answer_code = 0 THEN
    SELECT id INTO STRICT v_order FROM gift_order WHERE tx_id = v_first.answer_tx;
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
      v_gift.price_coin * p_count, p_combo_id, v_combo_count, 'charged', p_idem_key, p_tx, p_at);
  END IF;
  RETURN (
    SELECT jsonb_build_object('code', 0, 'replay', v_order <> p_order, 'order', o.id, 'chatRoomNo', o.chat_room_no,
      'giftId', o.gift_id, 'unitPrice', o.unit_price, 'count', o.count, 'total', o.total, 'comboId', o.combo_id,
      'comboCount', o.combo_count, 'balance', e.balance_after)
    FROM gift_order o JOIN ledger_entry e ON e.tx_id = o.tx_id AND e.seq = 1 WHERE o.id = v_order
  );
END $$;
--> statement-breakpoint
-- As in 0001_rules; a member who is excluded takes no coins.
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
      ELSE rg_exclusion_code(p_member, p_at) END;
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
