-- Shoes of the live tables. The seed decides the order of the cards and stays secret until the shoe has ended; the
-- commitment is published before its first round.
CREATE TABLE table_shoe (
  table_id text NOT NULL,
  no integer NOT NULL,
  seed text NOT NULL,
  commitment text NOT NULL,
  started_at timestamp (3) with time zone NOT NULL,
  ended_at timestamp (3) with time zone,
  PRIMARY KEY (table_id, no)
);
--> statement-breakpoint
CREATE UNIQUE INDEX table_shoe_open ON table_shoe (table_id) WHERE ended_at IS NULL;
--> statement-breakpoint
-- H: game_round of the tables. `betting` takes bets that were placed before `closes_at`; `dealing` takes none; `settled` has
-- paid. `position` is the index of the first card in the shoe. `outcome` is the letter of the round in the roads.
CREATE TABLE table_round (
  id uuid PRIMARY KEY,
  table_id text NOT NULL,
  shoe_no integer NOT NULL,
  number integer NOT NULL,
  position integer NOT NULL,
  state text NOT NULL,
  opened_at timestamp (3) with time zone NOT NULL,
  closes_at timestamp (3) with time zone NOT NULL,
  cards integer,
  outcome text,
  settled_at timestamp (3) with time zone,
  FOREIGN KEY (table_id, shoe_no) REFERENCES table_shoe (table_id, no),
  CONSTRAINT table_round_number UNIQUE (table_id, shoe_no, number),
  CONSTRAINT table_round_state CHECK (state IN ('betting', 'dealing', 'settled')),
  CONSTRAINT table_round_settled CHECK ((state = 'settled') = (settled_at IS NOT NULL)
    AND (state = 'settled') = (cards IS NOT NULL) AND (state = 'settled') = (outcome IS NOT NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX table_round_open ON table_round (table_id) WHERE state <> 'settled';
--> statement-breakpoint
CREATE FUNCTION refuse_table_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% % does not change in this way', TG_TABLE_NAME, OLD.id USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- I6: a round goes from betting to dealing to settled, and never changes its cards or its window.
CREATE TRIGGER table_round_states BEFORE UPDATE ON table_round FOR EACH ROW
  WHEN (OLD.state = 'settled' OR OLD.state = 'dealing' AND NEW.state = 'betting'
    OR ROW(NEW.id, NEW.table_id, NEW.shoe_no, NEW.number, NEW.position, NEW.opened_at, NEW.closes_at)
      IS DISTINCT FROM ROW(OLD.id, OLD.table_id, OLD.shoe_no, OLD.number, OLD.position, OLD.opened_at, OLD.closes_at))
  EXECUTE FUNCTION refuse_table_change();
--> statement-breakpoint
-- Bets on a round. `sides` has the stake of each side; a further confirmation is a further bet. `returned` is null until the
-- round is settled. Only the functions below create and settle bets.
CREATE TABLE table_bet (
  id uuid PRIMARY KEY,
  round_id uuid NOT NULL REFERENCES table_round(id),
  table_id text NOT NULL,
  member_id uuid NOT NULL REFERENCES member(id),
  account_id uuid NOT NULL REFERENCES account(id),
  currency text NOT NULL,
  stake bigint NOT NULL,
  sides jsonb NOT NULL,
  returned bigint,
  idem_key text NOT NULL CONSTRAINT table_bet_idem_key UNIQUE,
  stake_tx uuid NOT NULL CONSTRAINT table_bet_stake_tx UNIQUE REFERENCES ledger_tx(id),
  return_tx uuid CONSTRAINT table_bet_return_tx UNIQUE REFERENCES ledger_tx(id),
  placed_at timestamp (3) with time zone NOT NULL,
  settled_at timestamp (3) with time zone,
  CONSTRAINT table_bet_amounts CHECK (stake > 0 AND returned >= 0),
  CONSTRAINT table_bet_currency CHECK (currency IN ('CNY', 'USDT')),
  CONSTRAINT table_bet_settled CHECK ((returned IS NULL) = (settled_at IS NULL)
    AND (return_tx IS NOT NULL) = (coalesce(returned, 0) > 0))
);
--> statement-breakpoint
CREATE INDEX table_bet_of_member ON table_bet (member_id, id);
--> statement-breakpoint
CREATE INDEX table_bet_of_round ON table_bet (round_id, member_id);
--> statement-breakpoint
CREATE TRIGGER table_bet_states BEFORE UPDATE ON table_bet FOR EACH ROW
  WHEN (OLD.returned IS NOT NULL
    OR ROW(NEW.id, NEW.round_id, NEW.table_id, NEW.member_id, NEW.account_id, NEW.currency, NEW.stake, NEW.sides,
      NEW.idem_key, NEW.stake_tx, NEW.placed_at)
    IS DISTINCT FROM ROW(OLD.id, OLD.round_id, OLD.table_id, OLD.member_id, OLD.account_id, OLD.currency, OLD.stake,
      OLD.sides, OLD.idem_key, OLD.stake_tx, OLD.placed_at))
  EXECUTE FUNCTION refuse_table_change();
--> statement-breakpoint
CREATE TRIGGER table_bet_stays BEFORE DELETE OR TRUNCATE ON table_bet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Places a bet once per key, with the limits of play (I9, I10). p_refusal is stored under a new key. The round is locked.
-- `max` bounds what the member has on one side of the round. Answers {code, replay, bet, balance}.
CREATE FUNCTION table_bet_place(p_bet jsonb, p_refusal integer, p_stripe integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_bet table_bet := jsonb_populate_record(NULL::table_bet, p_bet);
  v_hash text := p_bet->>'hash';
  v_first record;
  v_round table_round%ROWTYPE;
  v_code integer := p_refusal;
  v_known uuid;
BEGIN
  SELECT * INTO v_first FROM ledger_first_answer(v_bet.idem_key, v_hash);
  IF v_first.answer_code <> 0 THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  ELSIF v_first.answer_code = 0 THEN
    SELECT id INTO v_known FROM table_bet WHERE stake_tx = v_first.answer_tx;
    RETURN CASE WHEN v_known IS NULL THEN jsonb_build_object('code', 10010)
      ELSE jsonb_build_object('code', 0, 'replay', true, 'bet', v_known, 'balance',
        (SELECT balance_after FROM ledger_entry WHERE tx_id = v_first.answer_tx AND seq = 1)) END;
  END IF;
  IF v_code = 0 THEN
    SELECT * INTO v_round FROM table_round WHERE id = v_bet.round_id AND table_id = v_bet.table_id FOR SHARE;
    v_code := CASE
      WHEN v_round.id IS NULL THEN 10004
      WHEN v_round.state <> 'betting' OR v_bet.placed_at >= v_round.closes_at THEN 50004
      WHEN EXISTS (
        SELECT FROM jsonb_each_text(v_bet.sides) AS side WHERE side.value::bigint + coalesce((
          SELECT sum((b.sides->>side.key)::bigint) FROM table_bet b
          WHERE b.round_id = v_bet.round_id AND b.member_id = v_bet.member_id AND b.currency = v_bet.currency
        ), 0) > (p_bet->>'max')::bigint
      ) THEN 50003
      ELSE 0 END;
  END IF;
  IF v_code = 0 THEN
    v_bet.account_id := ledger_account('member', v_bet.member_id::text, v_bet.currency, 'venue:YBZR', 0, false);
    v_code := ledger_stake(v_bet.member_id, (p_bet->>'value')::bigint, v_bet.stake_tx, 'table-bet', 'table-bet',
      v_bet.id::text, v_bet.idem_key, v_hash,
      ARRAY[v_bet.account_id, ledger_account('house', 'tables', v_bet.currency, 'main', p_stripe, true)],
      ARRAY[-v_bet.stake, v_bet.stake], v_bet.placed_at);
  END IF;
  IF v_code <> 0 THEN
    -- An exclusion is the reason that the member sees, whatever else is wrong.
    v_code := coalesce(nullif(rg_exclusion_code(v_bet.member_id, v_bet.placed_at), 0), v_code);
    RETURN jsonb_build_object('code', ledger_refuse(v_bet.idem_key, v_hash, v_code, v_bet.placed_at));
  END IF;
  INSERT INTO table_bet SELECT (v_bet).*;
  RETURN jsonb_build_object('code', 0, 'replay', false, 'bet', v_bet.id, 'balance',
    (SELECT balance_after FROM ledger_entry WHERE tx_id = v_bet.stake_tx AND seq = 1));
END $$;
--> statement-breakpoint
-- Bets of concurrent calls in one transaction. Members with limits, keys, rounds and accounts are locked first and in one
-- order, so two bets of a member on a round are counted one after the other.
CREATE FUNCTION table_bet_place_all(p_bets jsonb, p_stripe integer) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
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
  PERFORM FROM table_round WHERE id IN (
    SELECT (b.value->>'round_id')::uuid FROM jsonb_array_elements(p_bets) AS b
  ) ORDER BY id FOR SHARE;
  PERFORM FROM account a JOIN (
    SELECT 'member' AS owner_type, b.value->>'member_id' AS owner_id, b.value->>'currency' AS currency,
      'venue:YBZR' AS kind, 0 AS stripe
    FROM jsonb_array_elements(p_bets) AS b
    UNION SELECT 'house', 'tables', b.value->>'currency', 'main', p_stripe FROM jsonb_array_elements(p_bets) AS b
  ) AS owners USING (owner_type, owner_id, currency, kind, stripe) ORDER BY a.id FOR UPDATE OF a;
  FOR v_bet IN SELECT value FROM jsonb_array_elements(p_bets) WITH ORDINALITY AS b(value, n) ORDER BY n
  LOOP
    RETURN NEXT table_bet_place(v_bet.value, (v_bet.value->>'refusal')::integer, p_stripe);
  END LOOP;
END $$;
--> statement-breakpoint
-- Settles a round with all its bets in one transaction, once. p_returns has a transaction id and the return of each bet.
-- p_rate is the price of USDT in 1/10,000 CNY, for the wins that limits count. Returns whether the round was settled now.
CREATE FUNCTION table_settle(
  p_round uuid, p_cards integer, p_outcome text, p_returns jsonb, p_stripe integer, p_rate integer, p_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_accounts uuid[];
BEGIN
  PERFORM FROM table_round WHERE id = p_round AND state = 'dealing' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  IF EXISTS (
    SELECT FROM table_bet b LEFT JOIN jsonb_to_recordset(p_returns) AS r(bet uuid) ON r.bet = b.id
    WHERE b.round_id = p_round AND r.bet IS NULL
  ) THEN
    RAISE EXCEPTION 'round % has bets without a return', p_round USING ERRCODE = 'check_violation';
  END IF;
  SELECT array_agg(id) INTO v_accounts FROM (
    SELECT account_id AS id FROM table_bet WHERE round_id = p_round
    UNION SELECT ledger_account('house', 'tables', b.currency, 'main', p_stripe, true) FROM (
      SELECT DISTINCT currency FROM table_bet WHERE round_id = p_round
    ) b
  ) AS wanted;
  PERFORM FROM account WHERE id = ANY(v_accounts) ORDER BY id FOR UPDATE;
  INSERT INTO ledger_tx (id, type, ref_type, ref_id, idem_key, content_hash, created_at)
  SELECT r.tx, 'table-return', 'table-bet', r.bet::text, format('table-bet:%s', r.bet), 'return', p_at
  FROM jsonb_to_recordset(p_returns) AS r(bet uuid, tx uuid, returned bigint)
  JOIN table_bet b ON b.id = r.bet AND b.round_id = p_round WHERE r.returned > 0;
  PERFORM set_config('grandstand.posting', 'on', true);
  WITH paid AS (
    SELECT r.tx, r.returned, b.account_id, b.currency, h.id AS house
    FROM jsonb_to_recordset(p_returns) AS r(bet uuid, tx uuid, returned bigint)
    JOIN table_bet b ON b.id = r.bet AND b.round_id = p_round
    JOIN account h ON h.owner_type = 'house' AND h.owner_id = 'tables' AND h.currency = b.currency AND h.kind = 'main'
      AND h.stripe = p_stripe
    WHERE r.returned > 0
  ), entry AS (
    SELECT tx, 1 AS seq, account_id AS account, returned AS amount, currency FROM paid
    UNION ALL SELECT tx, 2, house, -returned, currency FROM paid
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
  INSERT INTO rg_play (member_id, day, won)
  SELECT m.id, site_day(p_at), sum(CASE b.currency WHEN 'CNY' THEN r.returned
    ELSE ceil(r.returned::numeric * p_rate / 100000000)::bigint END)
  FROM jsonb_to_recordset(p_returns) AS r(bet uuid, returned bigint)
  JOIN table_bet b ON b.id = r.bet AND b.round_id = p_round JOIN member m ON m.id = b.member_id
  WHERE r.returned > 0
    AND (m.pwd_hash IS NOT NULL OR EXISTS (SELECT FROM rg_limit WHERE rg_limit.member_id = m.id))
  GROUP BY m.id ORDER BY m.id
  ON CONFLICT (member_id, day) DO UPDATE SET won = rg_play.won + excluded.won;
  UPDATE table_bet b SET returned = r.returned, settled_at = p_at, return_tx = CASE WHEN r.returned > 0 THEN r.tx END
  FROM jsonb_to_recordset(p_returns) AS r(bet uuid, tx uuid, returned bigint)
  WHERE b.id = r.bet AND b.round_id = p_round;
  UPDATE table_round SET state = 'settled', cards = p_cards, outcome = p_outcome, settled_at = p_at WHERE id = p_round;
  RETURN true;
END $$;
