-- Offers of conversions. An offer is used at most once.
CREATE TABLE usdt_quote (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  from_currency text NOT NULL,
  amount bigint NOT NULL,
  receive bigint NOT NULL,
  rate integer NOT NULL,
  source text NOT NULL,
  rate_at timestamp (3) with time zone NOT NULL,
  expires_at timestamp (3) with time zone NOT NULL,
  used_tx uuid CONSTRAINT usdt_quote_used_once UNIQUE REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT usdt_quote_amounts CHECK (amount > 0 AND receive > 0 AND rate > 0),
  CONSTRAINT usdt_quote_currency CHECK (from_currency IN ('CNY', 'USDT'))
);
--> statement-breakpoint
CREATE INDEX usdt_quote_of_member ON usdt_quote (member_id);
--> statement-breakpoint
CREATE FUNCTION usdt_quote_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.used_tx IS NOT NULL OR to_jsonb(NEW) - 'used_tx' <> to_jsonb(OLD) - 'used_tx' THEN
    RAISE EXCEPTION 'quote % does not change in this way', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER usdt_quote_states BEFORE UPDATE ON usdt_quote FOR EACH ROW EXECUTE FUNCTION usdt_quote_guard();
--> statement-breakpoint
-- Daily rates in parts per million, for site days from `from_day` until `to_day` (both included).
CREATE TABLE interest_rate (
  id uuid PRIMARY KEY,
  currency text NOT NULL,
  daily_ppm integer NOT NULL CONSTRAINT interest_rate_range CHECK (daily_ppm BETWEEN 0 AND 10000),
  from_day integer NOT NULL,
  to_day integer
);
--> statement-breakpoint
CREATE TABLE interest_position (
  member_id uuid NOT NULL REFERENCES member(id),
  currency text NOT NULL CONSTRAINT interest_position_currency CHECK (currency IN ('CNY', 'USDT')),
  carried_micro integer DEFAULT 0 NOT NULL,
  last_day integer NOT NULL,
  moved_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (member_id, currency),
  CONSTRAINT interest_position_carried CHECK (carried_micro BETWEEN 0 AND 999999)
);
--> statement-breakpoint
CREATE INDEX interest_position_due ON interest_position (last_day);
--> statement-breakpoint
-- E.6: the interest of a member and site day, once.
CREATE TABLE interest_day (
  member_id uuid NOT NULL REFERENCES member(id),
  currency text NOT NULL,
  day integer NOT NULL,
  least bigint NOT NULL,
  daily_ppm integer NOT NULL,
  paid bigint NOT NULL,
  carried_micro integer NOT NULL,
  tx_id uuid CONSTRAINT interest_day_tx UNIQUE REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (member_id, currency, day),
  CONSTRAINT interest_day_paid CHECK (paid >= 0 AND (paid > 0) = (tx_id IS NOT NULL))
);
--> statement-breakpoint
CREATE TRIGGER interest_day_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON interest_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Posts once per key (settled 7). A leg is {ownerType, ownerId, currency, kind, stripe, negative, amount}. A refusal of
-- the caller is stored, unless the key has an answer. Answers {code, replay, tx}.
CREATE FUNCTION ledger_transfer(
  p_tx uuid, p_type text, p_ref_type text, p_ref_id text, p_idem_key text, p_content_hash text, p_refusal integer,
  p_legs jsonb, p_at timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_first record;
  v_code integer := p_refusal;
  v_accounts uuid[];
  v_amounts bigint[];
BEGIN
  SELECT * INTO v_first FROM ledger_first_answer(p_idem_key, p_content_hash);
  IF v_first.answer_code = 0 THEN
    RETURN jsonb_build_object('code', 0, 'replay', true, 'tx', v_first.answer_tx);
  ELSIF v_first.answer_code IS NOT NULL THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  END IF;
  IF v_code = 0 THEN
    SELECT array_agg(ledger_account(leg->>'ownerType', leg->>'ownerId', leg->>'currency', leg->>'kind',
      (leg->>'stripe')::integer, (leg->>'negative')::boolean) ORDER BY n), array_agg((leg->>'amount')::bigint ORDER BY n)
    INTO v_accounts, v_amounts FROM jsonb_array_elements(p_legs) WITH ORDINALITY AS l(leg, n);
    v_code := ledger_post(p_tx, p_type, p_ref_type, p_ref_id, p_idem_key, p_content_hash, NULL, v_accounts, v_amounts,
      p_at);
  END IF;
  IF v_code <> 0 THEN
    RETURN jsonb_build_object('code', ledger_refuse(p_idem_key, p_content_hash, v_code, p_at));
  END IF;
  RETURN jsonb_build_object('code', 0, 'replay', false, 'tx', p_tx);
END $$;
