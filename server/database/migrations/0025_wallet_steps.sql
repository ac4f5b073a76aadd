-- Open orders of a member, which each new order counts.
CREATE INDEX wallet_order_open ON wallet_order (member_id, kind) WHERE NOT is_final;
--> statement-breakpoint
-- Lets the orders of one member be created one after the other, and says what their checks compare. A function that is
-- volatile sees what was committed before it got the lock.
CREATE FUNCTION wallet_gate(p_member uuid, p_kind text, p_currency text, p_day_start timestamptz, p_at timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_member::text, 5));
  RETURN jsonb_build_object(
    'excluded', rg_exclusion_code(p_member, p_at),
    'hasLimits', EXISTS (SELECT FROM rg_limit WHERE member_id = p_member AND status = 'active'),
    -- Deposits that wait for a payment; of other kinds all that are not final.
    'open', (SELECT count(*) FROM wallet_order WHERE member_id = p_member AND kind = p_kind AND NOT is_final
      AND (p_kind NOT IN ('deposit', 'speedDeposit') OR status IN ('0', '1'))),
    -- Withdrawals of the site day. Released ones do not count.
    'withdrawn', CASE WHEN p_kind NOT IN ('withdraw', 'fastWithdraw') THEN 0 ELSE (
      SELECT coalesce(sum(amount), 0) FROM wallet_order WHERE member_id = p_member AND currency = p_currency
        AND kind IN ('withdraw', 'fastWithdraw') AND created_at >= p_day_start AND release_tx IS NULL) END
  );
END $$;
--> statement-breakpoint
DROP FUNCTION wallet_move(
  text, text, integer, text, boolean, text, text, text, text, jsonb, timestamptz, uuid, integer, timestamptz
);
--> statement-breakpoint
-- I5: changes the state of an order and posts its money in one statement. Answers the proofs, the only value of the order
-- that changes without a transition; null if the order has changed meanwhile.
CREATE FUNCTION wallet_move(
  p_order_no text, p_from text, p_version integer, p_to text, p_is_final boolean, p_event text, p_actor text,
  p_note text, p_effect text, p_pay jsonb, p_due timestamptz, p_tx uuid, p_stripe integer, p_at timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_order wallet_order;
BEGIN
  UPDATE wallet_order SET status = p_to, version = version + 1, is_final = p_is_final, pay = coalesce(p_pay, pay),
    due_at = p_due, updated_at = p_at,
    settle_tx = CASE WHEN p_effect = 'settle' THEN p_tx ELSE settle_tx END,
    release_tx = CASE WHEN p_effect = 'release' THEN p_tx ELSE release_tx END
  WHERE order_no = p_order_no AND status = p_from AND version = p_version
  RETURNING * INTO v_order;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  IF p_effect <> 'none' AND wallet_effect(v_order, p_effect, p_tx, p_stripe, p_at) <> 0 THEN
    RAISE EXCEPTION 'the money of wallet order % is missing', p_order_no USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO order_event VALUES (p_order_no, v_order.version, p_from, p_to, p_event, p_actor, p_note, p_at);
  RETURN v_order.proofs;
END $$;
