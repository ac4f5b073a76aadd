-- What tables alone cannot say: append-only trails, the zero sum, and the functions through which money moves.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER ledger_tx_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_tx
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER auth_event_append_only BEFORE UPDATE OR TRUNCATE ON auth_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER chat_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chat_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- At commit every transaction has at least two entries and sums to zero in each currency.
CREATE FUNCTION ledger_tx_check(p_tx uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_entries bigint;
BEGIN
  SELECT count(*) INTO v_entries FROM ledger_entry WHERE tx_id = p_tx;
  IF v_entries < 2 OR EXISTS (
    SELECT 1 FROM ledger_entry WHERE tx_id = p_tx GROUP BY currency HAVING sum(amount) <> 0
  ) THEN
    RAISE EXCEPTION 'ledger transaction % does not balance', p_tx USING ERRCODE = 'check_violation';
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_entry_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_tx_check(NEW.tx_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_tx_row_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM ledger_tx_check(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_entry_zero_sum AFTER INSERT ON ledger_entry
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_entry_check();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_tx_zero_sum AFTER INSERT ON ledger_tx
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_tx_row_check();
--> statement-breakpoint
-- Balances move and entries appear only inside ledger_post, which says so for the length of its own statements.
CREATE FUNCTION refuse_outside_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('grandstand.posting', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION '% changes only through ledger_post', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER ledger_entry_through_posting BEFORE INSERT ON ledger_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_posting();
--> statement-breakpoint
CREATE TRIGGER account_through_posting BEFORE UPDATE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_posting();
--> statement-breakpoint
CREATE FUNCTION refuse_account_with_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.balance <> 0 THEN
    RAISE EXCEPTION 'a new account is empty' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER account_starts_empty BEFORE INSERT ON account
  FOR EACH ROW EXECUTE FUNCTION refuse_account_with_balance();
--> statement-breakpoint
CREATE TRIGGER account_stays BEFORE DELETE OR TRUNCATE ON account
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The only way money moves. Locks the accounts in the order of their ids, refuses what would go below zero (20001, and
-- nothing has changed), else writes the transaction, its entries and the new balances and answers 0.
CREATE FUNCTION ledger_post(
  p_tx uuid, p_type text, p_ref_type text, p_ref_id text, p_idem_key text, p_content_hash text, p_reverses uuid,
  p_accounts uuid[], p_amounts bigint[], p_at timestamptz
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_locked integer := 0;
  v_account record;
BEGIN
  IF cardinality(p_accounts) < 2 OR cardinality(p_accounts) <> cardinality(p_amounts) THEN
    RAISE EXCEPTION 'a posting has two entries or more' USING ERRCODE = 'check_violation';
  END IF;
  FOR v_account IN
    SELECT a.balance, a.allow_negative, p.amount
    FROM account a JOIN unnest(p_accounts, p_amounts) AS p(id, amount) ON p.id = a.id
    ORDER BY a.id FOR UPDATE OF a
  LOOP
    v_locked := v_locked + 1;
    IF v_account.balance + v_account.amount < 0 AND v_account.amount < 0 AND NOT v_account.allow_negative THEN
      RETURN 20001;
    END IF;
  END LOOP;
  IF v_locked <> cardinality(p_accounts) THEN
    RAISE EXCEPTION 'a posting names an account that does not exist' USING ERRCODE = 'foreign_key_violation';
  END IF;
  INSERT INTO ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, reverses_tx, created_at)
  VALUES (p_tx, p_type, p_ref_type, p_ref_id, p_idem_key, p_content_hash, p_reverses, p_at);
  PERFORM set_config('grandstand.posting', 'on', true);
  WITH posting AS (
    SELECT * FROM unnest(p_accounts, p_amounts) WITH ORDINALITY AS p(account_id, amount, seq)
  ), changed AS (
    UPDATE account a SET balance = a.balance + p.amount, version = a.version + 1
    FROM posting p WHERE a.id = p.account_id
    RETURNING a.id, a.currency, a.balance, p.amount, p.seq
  )
  INSERT INTO ledger_entry (tx_id, seq, account_id, amount, currency, balance_after)
  SELECT p_tx, seq, id, amount, currency, balance FROM changed;
  PERFORM set_config('grandstand.posting', 'off', true);
  RETURN 0;
END $$;
--> statement-breakpoint
-- What a key has been answered before: null for a new key, 0 with its transaction, or the code of the refusal; 10010
-- when the key was used for something else. Calls with one key queue here until the first has committed.
CREATE FUNCTION ledger_first_answer(
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
  IF v_hash <> p_content_hash THEN
    answer_code := 10010;
    answer_tx := NULL;
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION ledger_refuse(p_idem_key text, p_content_hash text, p_code integer, p_at timestamptz)
RETURNS integer LANGUAGE sql AS $$
  INSERT INTO ledger_refusal (idem_key, content_hash, code, created_at)
  VALUES (p_idem_key, p_content_hash, p_code, p_at) RETURNING code;
$$;
--> statement-breakpoint
CREATE FUNCTION ledger_account(
  p_owner_type text, p_owner_id text, p_currency text, p_kind text, p_stripe integer, p_allow_negative boolean
) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid;
BEGIN
  LOOP
    SELECT id INTO v_id FROM account
    WHERE owner_type = p_owner_type AND owner_id = p_owner_id AND currency = p_currency AND kind = p_kind
      AND stripe = p_stripe;
    EXIT WHEN FOUND;
    INSERT INTO account (id, owner_type, owner_id, currency, kind, stripe, allow_negative)
    VALUES (gen_random_uuid(), p_owner_type, p_owner_id, p_currency, p_kind, p_stripe, p_allow_negative)
    ON CONFLICT ON CONSTRAINT account_owner DO NOTHING;
  END LOOP;
  RETURN v_id;
END $$;
--> statement-breakpoint
-- Charges a gift: price from the gift's row, order, money and combo in one transaction. Answers {code} or the receipt.
CREATE FUNCTION gift_send(
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
    v_code := CASE
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
-- Coins for play money: the house issues them, within a limit per member and day.
CREATE FUNCTION coin_buy(
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
    v_code := CASE WHEN p_coins < 1 THEN 10001 WHEN v_today + p_coins > p_day_limit THEN 20002 ELSE 0 END;
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
CREATE FUNCTION coin_bought(p_member uuid, p_since timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(e.amount), 0)::bigint FROM ledger_tx t JOIN ledger_entry e ON e.tx_id = t.id AND e.seq = 1
  WHERE t.type = 'coin-buy' AND t.ref_id = p_member::text AND t.created_at >= p_since;
$$;
--> statement-breakpoint
-- First coins of new members, given by the house in one posting; runs in the transaction that makes the members.
CREATE FUNCTION coin_grant(p_tx uuid, p_members uuid[], p_coins bigint[], p_stripe integer, p_at timestamptz)
RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_accounts uuid[];
  v_total bigint;
BEGIN
  SELECT array_agg(ledger_account('member', m.id::text, 'COIN', 'coin', 0, false) ORDER BY m.n), sum(m.coins)
  INTO v_accounts, v_total FROM unnest(p_members, p_coins) WITH ORDINALITY AS m(id, coins, n);
  RETURN ledger_post(p_tx, 'coin-grant', 'members', cardinality(p_members)::text, p_tx::text, p_tx::text, NULL,
    v_accounts || ledger_account('house', 'issue', 'COIN', 'coin', p_stripe, true), p_coins || -v_total, p_at);
END $$;
--> statement-breakpoint
-- E.9: charged → delivered | refunded; nothing else of an order ever changes.
CREATE FUNCTION gift_order_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'charged' OR NEW.status = 'charged' OR (
    to_jsonb(NEW) - 'status' - 'delivered_at' <> to_jsonb(OLD) - 'status' - 'delivered_at'
  ) THEN
    RAISE EXCEPTION 'gift order % is %', OLD.id, OLD.status USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER gift_order_states BEFORE UPDATE ON gift_order FOR EACH ROW EXECUTE FUNCTION gift_order_guard();
--> statement-breakpoint
CREATE TRIGGER gift_order_stays BEFORE DELETE OR TRUNCATE ON gift_order
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
