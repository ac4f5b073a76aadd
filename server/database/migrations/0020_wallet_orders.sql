CREATE TABLE wallet_order (
  order_no text PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  kind text NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  fee bigint NOT NULL,
  status text NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  is_final boolean DEFAULT false NOT NULL,
  channel text NOT NULL,
  account_id text,
  account_label text NOT NULL,
  source text,
  target text,
  pay jsonb,
  proofs jsonb DEFAULT '[]' NOT NULL,
  idem_key text NOT NULL CONSTRAINT wallet_order_idem_key_unique UNIQUE,
  content_hash text NOT NULL,
  reserve_tx uuid REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  settle_tx uuid REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  release_tx uuid REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  expires_at timestamp (3) with time zone,
  due_at timestamp (3) with time zone,
  created_at timestamp (3) with time zone NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT wallet_order_amount CHECK (amount > 0 AND fee >= 0 AND fee < amount),
  CONSTRAINT wallet_order_currency CHECK (currency IN ('CNY', 'USDT')),
  CONSTRAINT wallet_order_one_end CHECK (settle_tx IS NULL OR release_tx IS NULL),
  CONSTRAINT wallet_order_reservation_ends CHECK (
    NOT is_final OR reserve_tx IS NULL OR settle_tx IS NOT NULL OR release_tx IS NOT NULL
  )
);
--> statement-breakpoint
CREATE INDEX wallet_order_of_member ON wallet_order (member_id, created_at, order_no);
--> statement-breakpoint
CREATE INDEX wallet_order_due ON wallet_order (due_at) WHERE due_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE order_event (
  order_no text NOT NULL REFERENCES wallet_order(order_no),
  version integer NOT NULL,
  from_status text,
  to_status text NOT NULL,
  event text NOT NULL,
  actor text NOT NULL,
  note text NOT NULL,
  at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (order_no, version)
);
--> statement-breakpoint
CREATE TRIGGER order_event_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON order_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER wallet_order_stays BEFORE DELETE OR TRUNCATE ON wallet_order
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TABLE wallet_preference (
  member_id uuid PRIMARY KEY REFERENCES member(id),
  transfer_mode text NOT NULL CONSTRAINT wallet_preference_mode CHECK (transfer_mode IN ('auto', 'manual'))
);
--> statement-breakpoint
-- Webhooks that were accepted, so that a repetition is recognized.
CREATE TABLE payment_webhook (
  adapter text NOT NULL,
  id text NOT NULL,
  at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (adapter, id)
);
--> statement-breakpoint
-- The books of the demo bank.
CREATE TABLE demo_payment (
  order_no text PRIMARY KEY,
  direction text NOT NULL,
  script text NOT NULL,
  outcome text NOT NULL,
  due_at timestamp (3) with time zone,
  notify_at timestamp (3) with time zone,
  opened_at timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX demo_payment_notify ON demo_payment (notify_at) WHERE notify_at IS NOT NULL;
--> statement-breakpoint
-- I6: a final order never changes. Amounts, owner and keys never change, and a posting is recorded once.
CREATE FUNCTION wallet_order_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.is_final
    OR (OLD.settle_tx IS NOT NULL AND NEW.settle_tx IS DISTINCT FROM OLD.settle_tx)
    OR (OLD.release_tx IS NOT NULL AND NEW.release_tx IS DISTINCT FROM OLD.release_tx)
    OR NEW.version <> OLD.version + (NEW.status <> OLD.status)::integer
    OR ROW(NEW.order_no, NEW.member_id, NEW.kind, NEW.currency, NEW.amount, NEW.fee, NEW.source, NEW.target,
      NEW.idem_key, NEW.content_hash, NEW.reserve_tx, NEW.created_at)
      IS DISTINCT FROM ROW(OLD.order_no, OLD.member_id, OLD.kind, OLD.currency, OLD.amount, OLD.fee, OLD.source,
      OLD.target, OLD.idem_key, OLD.content_hash, OLD.reserve_tx, OLD.created_at)
  THEN
    RAISE EXCEPTION 'wallet order % does not change in this way', OLD.order_no USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER wallet_order_states BEFORE UPDATE ON wallet_order FOR EACH ROW EXECUTE FUNCTION wallet_order_guard();
--> statement-breakpoint
-- Posts one money effect of an order. Returns the code of ledger_post. The fee is taken when the order is settled.
CREATE FUNCTION wallet_effect(p_order wallet_order, p_effect text, p_tx uuid, p_stripe integer, p_at timestamptz)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_member text := p_order.member_id::text;
  v_from text := CASE p_effect WHEN 'reserve' THEN p_order.source
    WHEN 'release' THEN 'locked' WHEN 'settle' THEN CASE WHEN p_order.reserve_tx IS NULL THEN NULL ELSE 'locked' END END;
  v_to text := CASE p_effect WHEN 'reserve' THEN 'locked'
    WHEN 'release' THEN p_order.source WHEN 'settle' THEN p_order.target END;
  v_fee bigint := CASE WHEN p_effect = 'settle' THEN p_order.fee ELSE 0 END;
  v_clearing uuid := ledger_account('clearing', 'payments', p_order.currency, 'main', p_stripe, true);
  v_accounts uuid[];
  v_amounts bigint[];
BEGIN
  v_accounts := ARRAY[
    CASE WHEN v_from IS NULL THEN v_clearing
      ELSE ledger_account('member', v_member, p_order.currency, v_from, 0, false) END,
    CASE WHEN v_to IS NULL THEN v_clearing
      ELSE ledger_account('member', v_member, p_order.currency, v_to, 0, false) END];
  v_amounts := ARRAY[-p_order.amount, p_order.amount - v_fee];
  IF v_fee > 0 THEN
    v_accounts := v_accounts || ledger_account('fee', 'wallet', p_order.currency, 'main', p_stripe, false);
    v_amounts := v_amounts || v_fee;
  END IF;
  RETURN ledger_post(p_tx, 'wallet-' || p_effect, 'wallet_order', p_order.order_no,
    p_order.order_no || ':' || p_effect, p_order.content_hash, NULL, v_accounts, v_amounts, p_at);
END $$;
--> statement-breakpoint
-- Creates an order once per key, with its reservation if it has a source. Answers {code, replay, order}.
CREATE FUNCTION wallet_create(p_order jsonb, p_refusal integer, p_tx uuid, p_stripe integer, p_at timestamptz)
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_order wallet_order := jsonb_populate_record(NULL::wallet_order, p_order);
  v_known record;
  v_first record;
  v_code integer := p_refusal;
BEGIN
  SELECT * INTO v_first FROM ledger_first_answer(v_order.idem_key, v_order.content_hash);
  SELECT order_no, content_hash INTO v_known FROM wallet_order WHERE idem_key = v_order.idem_key;
  IF FOUND AND v_known.content_hash = v_order.content_hash THEN
    RETURN jsonb_build_object('code', 0, 'replay', true, 'order', v_known.order_no);
  ELSIF v_known.order_no IS NOT NULL OR v_first.answer_code = 0 THEN
    RETURN jsonb_build_object('code', 10010);
  ELSIF v_first.answer_code IS NOT NULL THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  END IF;
  IF v_code = 0 AND v_order.source IS NOT NULL THEN
    v_code := wallet_effect(v_order, 'reserve', p_tx, p_stripe, p_at);
    v_order.reserve_tx := p_tx;
  END IF;
  IF v_code <> 0 THEN
    RETURN jsonb_build_object('code', ledger_refuse(v_order.idem_key, v_order.content_hash, v_code, p_at));
  END IF;
  v_order.version := 0;
  v_order.is_final := false;
  v_order.proofs := '[]';
  v_order.created_at := p_at;
  v_order.updated_at := p_at;
  INSERT INTO wallet_order SELECT (v_order).*;
  INSERT INTO order_event VALUES (v_order.order_no, 0, NULL, v_order.status, 'create', 'member', '', p_at);
  RETURN jsonb_build_object('code', 0, 'replay', false, 'order', v_order.order_no);
END $$;
--> statement-breakpoint
-- I5: changes the state of an order and posts its money in one statement. False if the order has changed meanwhile.
CREATE FUNCTION wallet_move(
  p_order_no text, p_from text, p_version integer, p_to text, p_is_final boolean, p_event text, p_actor text,
  p_note text, p_effect text, p_pay jsonb, p_due timestamptz, p_tx uuid, p_stripe integer, p_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
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
    RETURN false;
  END IF;
  IF p_effect <> 'none' AND wallet_effect(v_order, p_effect, p_tx, p_stripe, p_at) <> 0 THEN
    RAISE EXCEPTION 'the money of wallet order % is missing', p_order_no USING ERRCODE = 'check_violation';
  END IF;
  INSERT INTO order_event VALUES (p_order_no, v_order.version, p_from, p_to, p_event, p_actor, p_note, p_at);
  RETURN true;
END $$;
--> statement-breakpoint
-- Keys of wallet orders are known to all money calls.
CREATE OR REPLACE FUNCTION ledger_first_answer(
  p_idem_key text, p_content_hash text, OUT answer_code integer, OUT answer_tx uuid
) LANGUAGE plpgsql AS $$
DECLARE
  v_hash text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_idem_key, 1));
  SELECT content_hash, 0, id INTO v_hash, answer_code, answer_tx FROM ledger_tx WHERE idem_key = p_idem_key;
  IF NOT FOUND THEN
    SELECT content_hash, code INTO v_hash, answer_code FROM ledger_refusal WHERE idem_key = p_idem_key;
  END IF;
  IF NOT FOUND THEN
    SELECT content_hash, 0 INTO v_hash, answer_code FROM wallet_order WHERE idem_key = p_idem_key;
  END IF;
  IF v_hash <> p_content_hash THEN
    answer_code := 10010;
    answer_tx := NULL;
  END IF;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION operation_result(p_idem_key text, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_answer jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_idem_key, 1));
  SELECT jsonb_build_object('code', 0, 'type', t.type, 'order', o.id, 'total', o.total, 'comboCount', o.combo_count,
    'balance', e.balance_after) INTO v_answer
  FROM ledger_tx t JOIN ledger_entry e ON e.tx_id = t.id AND e.seq = 1 LEFT JOIN gift_order o ON o.tx_id = t.id
  WHERE t.idem_key = p_idem_key;
  IF NOT FOUND THEN
    SELECT jsonb_build_object('code', 0, 'type', kind, 'walletOrder', order_no) INTO v_answer
    FROM wallet_order WHERE idem_key = p_idem_key;
  END IF;
  IF NOT FOUND THEN
    SELECT jsonb_build_object('code', code, 'closed', content_hash = 'closed') INTO v_answer
    FROM ledger_refusal WHERE idem_key = p_idem_key;
  END IF;
  IF NOT FOUND THEN
    v_answer := jsonb_build_object('code', ledger_refuse(p_idem_key, 'closed', 10010, p_at), 'closed', true);
  END IF;
  RETURN v_answer;
END $$;
