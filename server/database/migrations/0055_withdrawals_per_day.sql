-- As in 0039_play_limits, with the number of withdrawals per day of a VIP grade (Annex J).
DROP FUNCTION wallet_open(jsonb, integer, integer, bigint, timestamptz, boolean, uuid, integer, timestamptz);
--> statement-breakpoint
CREATE FUNCTION wallet_open(
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
