-- H: bets. Only the functions below create them, pay them and change their state. A stake goes from the account of the
-- bet to the house, returns come back to it. `version` counts the changes; each has at most one posting.
CREATE TABLE bet (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  account_id uuid NOT NULL REFERENCES account(id),
  is_crowd boolean NOT NULL,
  currency text NOT NULL,
  stake bigint NOT NULL,
  price bigint NOT NULL,
  accept text NOT NULL,
  state text NOT NULL,
  version integer DEFAULT 0 NOT NULL,
  max_return bigint NOT NULL,
  returned bigint DEFAULT 0 NOT NULL,
  owed bigint DEFAULT 0 NOT NULL,
  rejection text,
  idem_key text NOT NULL CONSTRAINT bet_idem_key UNIQUE,
  stake_tx uuid NOT NULL CONSTRAINT bet_stake_tx UNIQUE REFERENCES ledger_tx(id),
  placed_at timestamp (3) with time zone NOT NULL,
  decides_at timestamp (3) with time zone,
  settled_at timestamp (3) with time zone,
  shown_in text,
  shown_entry text,
  CONSTRAINT bet_amounts CHECK (stake > 0 AND price >= 1000 AND max_return >= 0 AND returned >= 0
    AND owed BETWEEN 0 AND returned),
  CONSTRAINT bet_currency CHECK (currency IN ('CNY', 'USDT')),
  CONSTRAINT bet_accept CHECK (accept IN ('any', 'better', 'none')),
  CONSTRAINT bet_state CHECK (state IN ('pending', 'accepted', 'rejected', 'won', 'lost', 'refunded', 'half-won',
    'half-lost', 'cashed-out', 'cancelled')),
  CONSTRAINT bet_pending CHECK ((state = 'pending') = (decides_at IS NOT NULL)),
  CONSTRAINT bet_rejection CHECK ((state = 'rejected') = (rejection IS NOT NULL))
);
--> statement-breakpoint
CREATE INDEX bet_of_member ON bet (member_id, id);
--> statement-breakpoint
CREATE INDEX bet_pending_due ON bet (decides_at) WHERE state = 'pending';
--> statement-breakpoint
CREATE INDEX bet_owed ON bet (id) WHERE owed > 0;
--> statement-breakpoint
CREATE INDEX bet_of_crowd ON bet (settled_at) WHERE is_crowd AND settled_at IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION refuse_bet_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'bet % does not change in this way', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- I6: these states are final; owner and stake never change; each change raises the version.
CREATE TRIGGER bet_states BEFORE UPDATE ON bet FOR EACH ROW
  WHEN (OLD.state IN ('rejected', 'cashed-out', 'cancelled') AND NEW.state <> OLD.state
    OR OLD.state <> 'pending' AND (NEW.state IN ('pending', 'rejected') AND NEW.state <> OLD.state OR NEW.price <> OLD.price)
    OR NEW.version < OLD.version OR (NEW.state, NEW.returned) <> (OLD.state, OLD.returned) AND NEW.version = OLD.version
    OR ROW(NEW.id, NEW.member_id, NEW.account_id, NEW.is_crowd, NEW.currency, NEW.stake, NEW.accept, NEW.idem_key,
      NEW.stake_tx, NEW.placed_at) IS DISTINCT FROM ROW(OLD.id, OLD.member_id, OLD.account_id, OLD.is_crowd,
      OLD.currency, OLD.stake, OLD.accept, OLD.idem_key, OLD.stake_tx, OLD.placed_at))
  EXECUTE FUNCTION refuse_bet_change();
--> statement-breakpoint
CREATE TRIGGER bet_stays BEFORE DELETE ON bet FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_roll_up();
--> statement-breakpoint
CREATE TABLE bet_leg (
  bet_id uuid NOT NULL REFERENCES bet(id),
  seq smallint NOT NULL,
  match_id text NOT NULL,
  selection text NOT NULL,
  price integer NOT NULL,
  match jsonb NOT NULL,
  result text,
  facts text DEFAULT '' NOT NULL,
  rule text,
  PRIMARY KEY (bet_id, seq),
  CONSTRAINT bet_leg_result CHECK (result IN ('won', 'half-won', 'push', 'half-lost', 'lost', 'void'))
);
--> statement-breakpoint
CREATE INDEX bet_leg_of_match ON bet_leg (match_id, selection, result);
--> statement-breakpoint
CREATE INDEX bet_leg_open ON bet_leg (match_id) WHERE result IS NULL;
--> statement-breakpoint
CREATE TRIGGER bet_leg_stays BEFORE DELETE ON bet_leg FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_roll_up();
--> statement-breakpoint
-- H: settlement. What each change of a bet moved on its account, and the state after it. `actor` is an operator.
CREATE TABLE bet_posting (
  bet_id uuid NOT NULL REFERENCES bet(id),
  version integer NOT NULL,
  kind text NOT NULL,
  change bigint NOT NULL,
  state text NOT NULL,
  tx_id uuid CONSTRAINT bet_posting_tx UNIQUE REFERENCES ledger_tx(id),
  actor text DEFAULT '' NOT NULL,
  at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (bet_id, version),
  CONSTRAINT bet_posting_kind CHECK (kind IN ('stake', 'return', 'settlement', 'correction', 'cash-out',
    'cancellation')),
  CONSTRAINT bet_posting_tx_moves CHECK ((change <> 0) = (tx_id IS NOT NULL))
);
--> statement-breakpoint
CREATE TRIGGER bet_posting_append_only BEFORE UPDATE OR TRUNCATE ON bet_posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER bet_posting_stays BEFORE DELETE ON bet_posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_roll_up();
--> statement-breakpoint
-- Facts that decided markets of a match, newest version last. Those of an operator count until the next version.
CREATE TABLE sport_result (
  match_id text NOT NULL,
  version integer NOT NULL,
  facts jsonb NOT NULL,
  actor text DEFAULT '' NOT NULL,
  at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (match_id, version)
);
--> statement-breakpoint
CREATE TRIGGER sport_result_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON sport_result
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Markets that an operator has decided: the outcome that won, or null for void.
CREATE TABLE market_decision (
  match_id text NOT NULL,
  market text NOT NULL,
  won text,
  operator text NOT NULL,
  at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (match_id, market)
);
--> statement-breakpoint
-- Offers of cash-outs. An offer is used at most once; a member has one open offer.
CREATE TABLE cash_out_quote (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  bet_id uuid NOT NULL REFERENCES bet(id),
  bet_version integer NOT NULL,
  amount bigint NOT NULL CONSTRAINT cash_out_quote_amount CHECK (amount > 0),
  expires_at timestamp (3) with time zone NOT NULL,
  used_tx uuid CONSTRAINT cash_out_quote_used_once UNIQUE REFERENCES ledger_tx(id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX cash_out_quote_open ON cash_out_quote (member_id) WHERE used_tx IS NULL;
--> statement-breakpoint
CREATE TRIGGER cash_out_quote_states BEFORE UPDATE ON cash_out_quote
  FOR EACH ROW EXECUTE FUNCTION usdt_quote_guard();
--> statement-breakpoint
-- A correction takes back what was won on an earlier day.
ALTER TABLE rg_play DROP CONSTRAINT rg_play_amounts, ADD CONSTRAINT rg_play_amounts CHECK (seconds >= 0 AND staked >= 0);
--> statement-breakpoint
-- Places a bet once per key: the stake with its limits (I9, I10), the bet and its legs. p_refusal is stored under a new key.
-- Answers {code, replay, bet, balance}.
CREATE FUNCTION bet_place(p_bet jsonb, p_refusal integer, p_stripe integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_bet bet := jsonb_populate_record(NULL::bet, p_bet || '{"version": 0, "returned": 0, "owed": 0}'::jsonb);
  v_hash text := p_bet->>'hash';
  v_first record;
  v_code integer := p_refusal;
  v_house uuid;
  v_known uuid;
BEGIN
  SELECT * INTO v_first FROM ledger_first_answer(v_bet.idem_key, v_hash);
  IF v_first.answer_code <> 0 THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  ELSIF v_first.answer_code = 0 THEN
    SELECT id INTO v_known FROM bet WHERE stake_tx = v_first.answer_tx;
    RETURN CASE WHEN v_known IS NULL THEN jsonb_build_object('code', 10010)
      ELSE jsonb_build_object('code', 0, 'replay', true, 'bet', v_known, 'balance',
        (SELECT balance_after FROM ledger_entry WHERE tx_id = v_first.answer_tx AND seq = 1)) END;
  END IF;
  IF v_code = 0 THEN
    v_house := ledger_account('house', 'sportsbook', v_bet.currency, 'main', p_stripe, true);
    IF v_bet.is_crowd THEN
      v_bet.account_id := ledger_account('house', 'crowd', v_bet.currency, 'main', p_stripe, true);
      v_code := ledger_post(v_bet.stake_tx, 'bet', 'bet', v_bet.id::text, v_bet.idem_key, v_hash, NULL,
        ARRAY[v_bet.account_id, v_house], ARRAY[-v_bet.stake, v_bet.stake], v_bet.placed_at);
    ELSE
      v_bet.account_id := ledger_account('member', v_bet.member_id::text, v_bet.currency, 'venue:YBTY', 0, false);
      v_code := ledger_stake(v_bet.member_id, (p_bet->>'value')::bigint, v_bet.stake_tx, 'bet', 'bet', v_bet.id::text,
        v_bet.idem_key, v_hash, ARRAY[v_bet.account_id, v_house], ARRAY[-v_bet.stake, v_bet.stake], v_bet.placed_at);
    END IF;
  END IF;
  IF v_code <> 0 THEN
    RETURN jsonb_build_object('code', ledger_refuse(v_bet.idem_key, v_hash, v_code, v_bet.placed_at));
  END IF;
  INSERT INTO bet SELECT (v_bet).*;
  INSERT INTO bet_leg (bet_id, seq, match_id, selection, price, match)
  SELECT v_bet.id, leg.n, leg.value->>'matchId', leg.value->>'selection', (leg.value->>'price')::integer,
    leg.value->'match' FROM jsonb_array_elements(p_bet->'legs') WITH ORDINALITY AS leg(value, n);
  INSERT INTO bet_posting (bet_id, version, kind, change, state, tx_id, at)
  VALUES (v_bet.id, 0, 'stake', -v_bet.stake, v_bet.state, v_bet.stake_tx, v_bet.placed_at);
  RETURN jsonb_build_object('code', 0, 'replay', false, 'bet', v_bet.id, 'balance',
    (SELECT balance_after FROM ledger_entry WHERE tx_id = v_bet.stake_tx AND seq = 1));
END $$;
--> statement-breakpoint
-- Bets of concurrent calls in one transaction. Members with limits, keys and accounts are locked first and in one order.
CREATE FUNCTION bet_place_all(p_bets jsonb, p_stripe integer) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_bet record;
BEGIN
  PERFORM pg_advisory_xact_lock(members.lock) FROM (
    SELECT DISTINCT hashtextextended(b.value->>'member_id', 5) AS lock FROM jsonb_array_elements(p_bets) AS b
    WHERE EXISTS (
      SELECT FROM rg_limit WHERE member_id = (b.value->>'member_id')::uuid AND status = 'active'
    ) ORDER BY 1
  ) AS members;
  PERFORM pg_advisory_xact_lock(keys.lock) FROM (
    SELECT DISTINCT hashtextextended(b.value->>'idem_key', 1) AS lock FROM jsonb_array_elements(p_bets) AS b ORDER BY 1
  ) AS keys;
  PERFORM FROM account a JOIN (
    SELECT 'member' AS owner_type, b.value->>'member_id' AS owner_id, b.value->>'currency' AS currency,
      'venue:YBTY' AS kind, 0 AS stripe
    FROM jsonb_array_elements(p_bets) AS b
    UNION SELECT 'house', 'sportsbook', b.value->>'currency', 'main', p_stripe FROM jsonb_array_elements(p_bets) AS b
    UNION SELECT 'house', 'crowd', b.value->>'currency', 'main', p_stripe FROM jsonb_array_elements(p_bets) AS b
  ) AS owners USING (owner_type, owner_id, currency, kind, stripe) ORDER BY a.id FOR UPDATE OF a;
  FOR v_bet IN SELECT value FROM jsonb_array_elements(p_bets) WITH ORDINALITY AS b(value, n) ORDER BY n
  LOOP
    RETURN NEXT bet_place(v_bet.value, (v_bet.value->>'refusal')::integer, p_stripe);
  END LOOP;
END $$;
--> statement-breakpoint
-- A change of a bet. `due` is what it returns, stake included; `change` is what is still to move.
CREATE TYPE bet_move AS (
  bet uuid, member uuid, account uuid, house uuid, is_crowd boolean, currency text, tx uuid, version integer, kind text,
  state text, due bigint, change bigint, price bigint, max_return bigint, rejection text, actor text, at timestamptz
);
--> statement-breakpoint
-- Counts the wins of members in minor units of CNY. p_rate is the price of USDT in 1/10,000 CNY.
CREATE FUNCTION bet_record_wins(p_moves bet_move[], p_rate integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO rg_play (member_id, day, won)
  SELECT m.id, site_day(v.at), sum(CASE v.currency WHEN 'CNY' THEN v.change
    ELSE ceil(v.change::numeric * p_rate / 100000000)::bigint END)
  FROM unnest(p_moves) AS v JOIN member m ON m.id = v.member
  WHERE v.change <> 0 AND NOT v.is_crowd
    AND (m.pwd_hash IS NOT NULL OR EXISTS (SELECT FROM rg_limit WHERE rg_limit.member_id = m.id))
  GROUP BY m.id, site_day(v.at) ORDER BY m.id
  ON CONFLICT (member_id, day) DO UPDATE SET won = rg_play.won + excluded.won;
$$;
--> statement-breakpoint
-- Changes bets that still have the version that the caller has read: decisions of pending bets, settlements, corrections,
-- cancellations. All in one transaction; each bet with the results of its legs. A change without a kind has no posting.
-- A correction takes what the account has, and the rest is owed. Returns the ids of the changed bets.
CREATE FUNCTION bet_change_all(p_changes jsonb, p_stripe integer, p_rate integer, p_at timestamptz) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
DECLARE
  v_accounts uuid[];
  v_moves bet_move[];
  v_ids uuid[];
  v_taken bigint;
BEGIN
  SELECT array_agg(id) INTO v_accounts FROM (
    SELECT b.account_id AS id FROM jsonb_array_elements(p_changes) AS c JOIN bet b ON b.id = (c.value->>'bet')::uuid
    UNION SELECT ledger_account('house', 'sportsbook', b.currency, 'main', p_stripe, true) FROM (
      SELECT DISTINCT bet.currency FROM jsonb_array_elements(p_changes) AS c JOIN bet ON bet.id = (c.value->>'bet')::uuid
    ) b
  ) AS wanted;
  PERFORM FROM account WHERE id = ANY(v_accounts) ORDER BY id FOR UPDATE;
  SELECT array_agg(ROW(b.id, b.member_id, b.account_id, h.id, b.is_crowd, b.currency, b.tx, b.version + 1, b.kind,
    b.next_state, b.due, CASE WHEN b.kind IS NULL THEN 0 ELSE b.due - b.returned END, b.next_price, b.next_max, b.next_rejection, b.actor, p_at)::bet_move)
  INTO v_moves FROM (
    SELECT bet.*, c.tx, c.kind, c.state AS next_state, c.due, coalesce(c.price, bet.price) AS next_price,
      coalesce(c.max_return, bet.max_return) AS next_max, c.rejection AS next_rejection, coalesce(c.actor, '') AS actor
    FROM jsonb_to_recordset(p_changes) AS c(bet uuid, version integer, tx uuid, kind text, state text, due bigint,
      price bigint, max_return bigint, rejection text, actor text)
    JOIN bet ON bet.id = c.bet AND bet.version = c.version ORDER BY bet.id FOR UPDATE OF bet
  ) b JOIN account h ON h.owner_type = 'house' AND h.owner_id = 'sportsbook' AND h.currency = b.currency
    AND h.kind = 'main' AND h.stripe = p_stripe;
  IF v_moves IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
  SELECT m.tx, CASE m.kind WHEN 'correction' THEN 'bet-correction' ELSE 'bet-return' END, 'bet', m.bet::text,
    format('bet:%s:%s', m.bet, m.version), m.kind, p_at FROM unnest(v_moves) AS m WHERE m.change > 0;
  PERFORM set_config('grandstand.posting', 'on', true);
  WITH entry AS (
    SELECT m.tx, 1 AS seq, m.account, m.change AS amount, m.currency FROM unnest(v_moves) AS m WHERE m.change > 0
    UNION ALL SELECT m.tx, 2, m.house, -m.change, m.currency FROM unnest(v_moves) AS m WHERE m.change > 0
  ), total AS (
    SELECT account, sum(amount)::bigint AS amount, count(*) AS entries FROM entry GROUP BY account
  ), changed AS (
    UPDATE account a SET balance = a.balance + t.amount, version = a.version + t.entries FROM total t
    WHERE a.id = t.account RETURNING a.id, a.balance - t.amount AS before
  )
  INSERT INTO ledger_entry (tx_id, seq, account_id, amount, currency, balance_after)
  SELECT e.tx, e.seq, e.account, e.amount, e.currency, c.before
    + sum(e.amount) OVER (PARTITION BY e.account ORDER BY e.tx, e.seq ROWS UNBOUNDED PRECEDING)
  FROM entry e JOIN changed c ON c.id = e.account;
  PERFORM set_config('grandstand.posting', 'off', true);
  FOR n IN 1 .. cardinality(v_moves) LOOP
    CONTINUE WHEN v_moves[n].change >= 0;
    SELECT least(-v_moves[n].change, CASE WHEN allow_negative THEN -v_moves[n].change ELSE balance END) INTO v_taken
    FROM account WHERE id = v_moves[n].account;
    IF v_taken > 0 THEN
      PERFORM ledger_post(v_moves[n].tx, 'bet-correction', 'bet', v_moves[n].bet::text,
        format('bet:%s:%s', v_moves[n].bet, v_moves[n].version), v_moves[n].kind, NULL,
        ARRAY[v_moves[n].account, v_moves[n].house], ARRAY[-v_taken, v_taken], p_at);
    END IF;
    v_moves[n].change := -v_taken;
  END LOOP;
  PERFORM bet_record_wins(v_moves, p_rate);
  UPDATE bet b SET state = m.state, version = m.version, returned = b.returned + m.change,
    owed = b.returned + m.change - m.due, price = m.price, max_return = m.max_return, rejection = m.rejection,
    decides_at = NULL, settled_at = CASE m.state WHEN 'accepted' THEN NULL ELSE coalesce(b.settled_at, p_at) END
  FROM unnest(v_moves) AS m WHERE b.id = m.bet;
  INSERT INTO bet_posting (bet_id, version, kind, change, state, tx_id, actor, at)
  SELECT m.bet, m.version, m.kind, m.change, m.state, CASE WHEN m.change <> 0 THEN m.tx END, m.actor, p_at
  FROM unnest(v_moves) AS m WHERE m.kind IS NOT NULL;
  SELECT array_agg(m.bet) INTO v_ids FROM unnest(v_moves) AS m;
  UPDATE bet_leg l SET price = coalesce(c.price, l.price), result = CASE WHEN c.decides THEN c.result ELSE l.result END,
    facts = CASE WHEN c.decides THEN c.facts ELSE l.facts END, rule = CASE WHEN c.decides THEN c.rule ELSE l.rule END
  FROM (
    SELECT (change.value->>'bet')::uuid AS bet, leg.* FROM jsonb_array_elements(p_changes) AS change
    CROSS JOIN LATERAL jsonb_to_recordset(change.value->'legs') AS leg(seq smallint, price integer, decides boolean,
      result text, facts text, rule text)
  ) c WHERE l.bet_id = c.bet AND l.seq = c.seq AND c.bet = ANY(v_ids);
  RETURN QUERY SELECT unnest(v_ids);
END $$;
--> statement-breakpoint
-- Pays a quoted cash-out once per key (I4). p_refusal is stored under a new key. Answers {code, replay, bet, balance}.
CREATE FUNCTION bet_cash_out(
  p_bet uuid, p_quote uuid, p_refusal integer, p_tx uuid, p_idem_key text, p_content_hash text, p_stripe integer,
  p_rate integer, p_at timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_first record;
  v_bet bet%ROWTYPE;
  v_quote cash_out_quote%ROWTYPE;
  v_house uuid;
  v_code integer := p_refusal;
BEGIN
  SELECT * INTO v_first FROM ledger_first_answer(p_idem_key, p_content_hash);
  IF v_first.answer_code <> 0 THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  ELSIF v_first.answer_code = 0 THEN
    RETURN jsonb_build_object('code', 0, 'replay', true, 'bet', p_bet, 'balance',
      (SELECT balance_after FROM ledger_entry WHERE tx_id = v_first.answer_tx AND seq = 1));
  END IF;
  IF v_code = 0 THEN
    SELECT * INTO v_bet FROM bet WHERE id = p_bet;
    v_house := ledger_account('house', 'sportsbook', v_bet.currency, 'main', p_stripe, true);
    PERFORM FROM account WHERE id IN (v_bet.account_id, v_house) ORDER BY id FOR UPDATE;
    SELECT * INTO v_bet FROM bet WHERE id = p_bet FOR UPDATE;
    SELECT * INTO v_quote FROM cash_out_quote WHERE id = p_quote AND bet_id = p_bet FOR UPDATE;
    v_code := CASE
      WHEN v_quote.id IS NULL OR v_quote.used_tx IS NOT NULL OR v_quote.expires_at <= p_at
        OR v_bet.state <> 'accepted' OR v_bet.version <> v_quote.bet_version THEN 20003
      ELSE ledger_post(p_tx, 'bet-return', 'bet', p_bet::text, p_idem_key, p_content_hash, NULL,
        ARRAY[v_bet.account_id, v_house], ARRAY[v_quote.amount, -v_quote.amount], p_at) END;
  END IF;
  IF v_code <> 0 THEN
    RETURN jsonb_build_object('code', ledger_refuse(p_idem_key, p_content_hash, v_code, p_at));
  END IF;
  UPDATE cash_out_quote SET used_tx = p_tx WHERE id = p_quote;
  UPDATE bet SET state = 'cashed-out', version = version + 1, returned = returned + v_quote.amount, settled_at = p_at
  WHERE id = p_bet;
  INSERT INTO bet_posting (bet_id, version, kind, change, state, tx_id, at)
  VALUES (p_bet, v_bet.version + 1, 'cash-out', v_quote.amount, 'cashed-out', p_tx, p_at);
  PERFORM bet_record_wins(ARRAY[ROW(p_bet, v_bet.member_id, v_bet.account_id, v_house, v_bet.is_crowd, v_bet.currency,
    p_tx, v_bet.version + 1, 'cash-out', 'cashed-out', 0, v_quote.amount, v_bet.price, v_bet.max_return, NULL, '',
    p_at)::bet_move], p_rate);
  RETURN jsonb_build_object('code', 0, 'replay', false, 'bet', p_bet, 'balance',
    (SELECT balance_after FROM ledger_entry WHERE tx_id = p_tx AND seq = 1));
END $$;
--> statement-breakpoint
-- Replaces settled bets of the demo's crowd before p_before by sums per site day. Only accounts of the house are concerned,
-- so nothing of a member is removed. Returns the number of bets.
CREATE FUNCTION bet_roll_up(p_tx uuid, p_before timestamptz, p_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_day integer;
  v_bets uuid[];
  v_txs uuid[];
  v_key text;
  v_last timestamptz;
  v_sums record;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('grandstand.roll_up', 0));
  WITH oldest AS (
    SELECT id, site_day(settled_at) AS day FROM bet WHERE is_crowd AND settled_at < p_before ORDER BY settled_at
    LIMIT p_limit FOR UPDATE
  )
  SELECT day, array_agg(id) INTO v_day, v_bets FROM oldest WHERE day = (SELECT min(day) FROM oldest) GROUP BY day;
  IF v_bets IS NULL THEN
    RETURN 0;
  END IF;
  v_key := format('bet-rollup:%s', v_day);
  SELECT array_agg(tx_id) INTO v_txs FROM bet_posting WHERE bet_id = ANY(v_bets) AND tx_id IS NOT NULL;
  SELECT v_txs || array_agg(id) INTO v_txs FROM ledger_tx WHERE idem_key = v_key;
  SELECT max(created_at) INTO v_last FROM ledger_tx WHERE id = ANY(v_txs);
  SELECT array_agg(account_id) AS accounts, array_agg(amount) AS amounts, array_agg(currency) AS currencies,
    array_agg(balance_after) AS balances, array_agg(postings) AS postings INTO STRICT v_sums
  FROM (
    SELECT e.account_id, e.currency, sum(e.amount)::bigint AS amount, sum(e.postings)::integer AS postings,
      (array_agg(e.balance_after ORDER BY t.created_at DESC, t.id DESC))[1] AS balance_after
    FROM ledger_entry e JOIN ledger_tx t ON t.id = e.tx_id WHERE e.tx_id = ANY(v_txs)
    GROUP BY e.account_id, e.currency
  ) summed;
  -- An entry is never zero: bets that cancel each other out wait for others.
  IF 0 = ANY(v_sums.amounts) THEN
    RETURN 0;
  END IF;
  PERFORM set_config('grandstand.rolling_up', 'on', true);
  DELETE FROM bet_posting WHERE bet_id = ANY(v_bets);
  DELETE FROM bet_leg WHERE bet_id = ANY(v_bets);
  DELETE FROM bet WHERE id = ANY(v_bets);
  DELETE FROM ledger_entry WHERE tx_id = ANY(v_txs);
  DELETE FROM ledger_tx WHERE id = ANY(v_txs);
  PERFORM set_config('grandstand.rolling_up', 'off', true);
  INSERT INTO ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
  VALUES (p_tx, 'bet-rollup', 'day', v_day::text, v_key, v_key, v_last);
  PERFORM set_config('grandstand.posting', 'on', true);
  INSERT INTO ledger_entry (tx_id, seq, account_id, amount, currency, balance_after, postings)
  SELECT p_tx, row_number() OVER (), s.account_id, s.amount, s.currency, s.balance_after, s.postings
  FROM unnest(v_sums.accounts, v_sums.amounts, v_sums.currencies, v_sums.balances, v_sums.postings)
    AS s(account_id, amount, currency, balance_after, postings);
  PERFORM set_config('grandstand.posting', 'off', true);
  RETURN cardinality(v_bets);
END $$;
