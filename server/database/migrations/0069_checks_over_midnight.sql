-- Seconds between two calls of a page in use. A page calls once a minute; a longer gap is a new visit.
CREATE FUNCTION rg_visit_gap() RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT 150;
$$;
--> statement-breakpoint
-- The site day whose row has the reality check of a member. A visit that goes on over midnight keeps its check: the row of
-- the day before has it until the first call of a page on the new day, which takes it over.
CREATE FUNCTION rg_check_day(p_member uuid, p_at timestamptz) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(day), site_day(p_at)) FROM rg_play WHERE member_id = p_member AND (
    (day = site_day(p_at) AND last_at IS NOT NULL)
    OR (day = site_day(p_at) - 1 AND last_at >= p_at - make_interval(secs => rg_visit_gap()))
  );
$$;
--> statement-breakpoint
-- Whether a reality check waits for its answer.
CREATE FUNCTION rg_check_due(p_member uuid, p_at timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM rg_play WHERE member_id = p_member AND day = rg_check_day(p_member, p_at) AND is_check_due
  );
$$;
--> statement-breakpoint
-- As in 0039_play_limits, with the check of a visit over midnight.
CREATE OR REPLACE FUNCTION rg_play_code(p_member uuid, p_value bigint, p_at timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_code integer := rg_exclusion_code(p_member, p_at);
BEGIN
  IF v_code <> 0 THEN
    RETURN v_code;
  END IF;
  IF rg_check_due(p_member, p_at) THEN
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
-- As in 0055_withdrawals_per_day, with the check of a visit over midnight.
CREATE OR REPLACE FUNCTION wallet_open(
  p_order jsonb, p_refusal integer, p_open_max integer, p_per_day bigint, p_times_per_day integer,
  p_day_start timestamptz, p_is_limited boolean, p_tx uuid, p_stripe integer, p_at timestamptz
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
  -- Withdrawals of the site day in all currencies, by the VIP grade. Orders of a member are created one after the other.
  IF v_code = 0 AND p_times_per_day IS NOT NULL AND p_times_per_day <= (
    SELECT count(*) FROM wallet_order WHERE member_id = v_order.member_id AND kind IN ('withdraw', 'fastWithdraw')
      AND created_at >= p_day_start AND release_tx IS NULL
  ) THEN
    v_code := 20002;
  END IF;
  IF v_code = 0 AND p_is_limited THEN
    v_code := rg_exclusion_code(v_order.member_id, p_at);
    IF v_code = 0 AND (
      EXISTS (SELECT FROM rg_limit WHERE member_id = v_order.member_id AND status = 'active')
      OR rg_check_due(v_order.member_id, p_at)
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
