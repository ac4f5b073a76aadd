-- Creates an order once per key, with its reservation if it has a source. Orders of one member are created one after the
-- other, so that the checks see all earlier ones: a volatile function sees what was committed before it got the lock.
-- Limits that are null are not checked. Answers {code, replay, order}, or {limits: true} without an effect if the member
-- has limits in force, which the caller checks first.
CREATE FUNCTION wallet_open(
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
    IF v_code = 0 AND EXISTS (SELECT FROM rg_limit WHERE member_id = v_order.member_id AND status = 'active') THEN
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
DROP FUNCTION wallet_gate(uuid, text, text, timestamptz, timestamptz);
--> statement-breakpoint
DROP FUNCTION wallet_create(jsonb, integer, uuid, integer, timestamptz);
--> statement-breakpoint
-- The same rules as before, as conditions of the triggers: a function runs only for a row that is refused.
DROP TRIGGER wallet_order_states ON wallet_order;
--> statement-breakpoint
DROP FUNCTION wallet_order_guard();
--> statement-breakpoint
CREATE FUNCTION refuse_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'wallet order % does not change in this way', OLD.order_no USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- I6: a final order never changes, and a posting is recorded once.
CREATE TRIGGER wallet_order_states BEFORE UPDATE ON wallet_order FOR EACH ROW
  WHEN (OLD.is_final
    OR (OLD.settle_tx IS NOT NULL AND NEW.settle_tx IS DISTINCT FROM OLD.settle_tx)
    OR (OLD.release_tx IS NOT NULL AND NEW.release_tx IS DISTINCT FROM OLD.release_tx)
    OR NEW.version <> OLD.version + (NEW.status <> OLD.status)::integer)
  EXECUTE FUNCTION refuse_order_change();
--> statement-breakpoint
-- I6: amounts, owner and keys never change.
CREATE TRIGGER wallet_order_facts BEFORE UPDATE OF order_no, member_id, kind, currency, amount, fee, source, target,
  idem_key, content_hash, reserve_tx, created_at ON wallet_order FOR EACH ROW
  WHEN (ROW(NEW.order_no, NEW.member_id, NEW.kind, NEW.currency, NEW.amount, NEW.fee, NEW.source, NEW.target,
      NEW.idem_key, NEW.content_hash, NEW.reserve_tx, NEW.created_at)
    IS DISTINCT FROM ROW(OLD.order_no, OLD.member_id, OLD.kind, OLD.currency, OLD.amount, OLD.fee, OLD.source,
      OLD.target, OLD.idem_key, OLD.content_hash, OLD.reserve_tx, OLD.created_at))
  EXECUTE FUNCTION refuse_order_change();
--> statement-breakpoint
DROP TRIGGER ledger_entry_through_posting ON ledger_entry;
--> statement-breakpoint
DROP TRIGGER account_through_posting ON account;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION refuse_outside_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% changes only through ledger_post', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_through_posting BEFORE INSERT ON ledger_entry FOR EACH STATEMENT
  WHEN (current_setting('grandstand.posting', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_outside_posting();
--> statement-breakpoint
CREATE TRIGGER account_through_posting BEFORE UPDATE ON account FOR EACH STATEMENT
  WHEN (current_setting('grandstand.posting', true) IS DISTINCT FROM 'on') EXECUTE FUNCTION refuse_outside_posting();
--> statement-breakpoint
-- At commit every transaction has at least two entries and sums to zero in each currency.
CREATE FUNCTION ledger_check() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_tx uuid;
  v_balances boolean;
BEGIN
  IF TG_TABLE_NAME = 'ledger_tx' THEN
    v_tx := NEW.id;
  ELSE
    v_tx := NEW.tx_id;
  END IF;
  SELECT coalesce(sum(entries), 0) >= 2 AND bool_and(total = 0) INTO v_balances
  FROM (
    SELECT count(*) AS entries, sum(amount) AS total FROM ledger_entry WHERE tx_id = v_tx GROUP BY currency
  ) AS currencies;
  IF v_balances IS NOT TRUE THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', v_tx USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER ledger_entry_zero_sum ON ledger_entry;
--> statement-breakpoint
DROP TRIGGER ledger_tx_zero_sum ON ledger_tx;
--> statement-breakpoint
DROP FUNCTION ledger_entry_check();
--> statement-breakpoint
DROP FUNCTION ledger_tx_row_check();
--> statement-breakpoint
DROP FUNCTION ledger_tx_check(uuid);
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entry_zero_sum AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_tx_zero_sum AFTER INSERT ON ledger_tx
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check();
