-- H: game_round. The seed of the next round of a member and a game. Its hash is published before the round starts.
-- `nonce` is the number of earlier rounds; `started_at` is the start of the last one.
CREATE TABLE game_seed (
  member_id uuid NOT NULL REFERENCES member(id),
  game text NOT NULL,
  nonce integer NOT NULL,
  server_seed text NOT NULL,
  commitment text NOT NULL,
  started_at timestamp (3) with time zone,
  PRIMARY KEY (member_id, game),
  CONSTRAINT game_seed_nonce CHECK (nonce >= 0)
);
--> statement-breakpoint
-- A round is its seeds, stake, options and moves; nobody stores its state. `payout` is null while it is open. Only the
-- functions below create rounds and change them. A stake goes from the account at the venue to the house, wins come back.
CREATE TABLE game_round (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  account_id uuid NOT NULL REFERENCES account(id),
  game text NOT NULL,
  currency text NOT NULL,
  stake bigint NOT NULL,
  staked bigint NOT NULL,
  options jsonb NOT NULL,
  steps integer DEFAULT 0 NOT NULL,
  member_seed text NOT NULL,
  nonce integer NOT NULL,
  server_seed text NOT NULL,
  commitment text NOT NULL CONSTRAINT game_round_commitment UNIQUE,
  pool text,
  payout bigint,
  pool_paid bigint DEFAULT 0 NOT NULL,
  idem_key text NOT NULL CONSTRAINT game_round_idem_key UNIQUE,
  stake_tx uuid NOT NULL CONSTRAINT game_round_stake_tx UNIQUE REFERENCES ledger_tx(id),
  started_at timestamp (3) with time zone NOT NULL,
  ended_at timestamp (3) with time zone,
  CONSTRAINT game_round_amounts CHECK (stake > 0 AND staked >= stake AND payout >= 0 AND pool_paid >= 0),
  CONSTRAINT game_round_currency CHECK (currency IN ('CNY', 'USDT')),
  CONSTRAINT game_round_end CHECK ((payout IS NULL) = (ended_at IS NULL))
);
--> statement-breakpoint
CREATE INDEX game_round_of_member ON game_round (member_id, id);
--> statement-breakpoint
CREATE UNIQUE INDEX game_round_open ON game_round (member_id, game) WHERE payout IS NULL;
--> statement-breakpoint
CREATE FUNCTION refuse_game_round_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'round % does not change in this way', OLD.id USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- I6: an ended round never changes; owner, stake and seeds of an open one neither.
CREATE TRIGGER game_round_states BEFORE UPDATE ON game_round FOR EACH ROW
  WHEN (OLD.payout IS NOT NULL OR NEW.staked < OLD.staked OR NEW.steps < OLD.steps
    OR ROW(NEW.id, NEW.member_id, NEW.account_id, NEW.game, NEW.currency, NEW.stake, NEW.options, NEW.member_seed,
      NEW.nonce, NEW.server_seed, NEW.commitment, NEW.pool, NEW.idem_key, NEW.stake_tx, NEW.started_at)
    IS DISTINCT FROM ROW(OLD.id, OLD.member_id, OLD.account_id, OLD.game, OLD.currency, OLD.stake, OLD.options,
      OLD.member_seed, OLD.nonce, OLD.server_seed, OLD.commitment, OLD.pool, OLD.idem_key, OLD.stake_tx, OLD.started_at))
  EXECUTE FUNCTION refuse_game_round_change();
--> statement-breakpoint
CREATE TRIGGER game_round_stays BEFORE DELETE OR TRUNCATE ON game_round
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Moves of rounds in their order, from step 0.
CREATE TABLE game_move (
  round_id uuid NOT NULL REFERENCES game_round(id),
  step integer NOT NULL,
  move jsonb NOT NULL,
  idem_key text NOT NULL CONSTRAINT game_move_idem_key UNIQUE,
  at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (round_id, step)
);
--> statement-breakpoint
CREATE TRIGGER game_move_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON game_move
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- What a round moved on its account.
CREATE TABLE game_posting (
  round_id uuid NOT NULL REFERENCES game_round(id),
  seq smallint NOT NULL,
  kind text NOT NULL,
  change bigint NOT NULL,
  tx_id uuid NOT NULL CONSTRAINT game_posting_tx UNIQUE REFERENCES ledger_tx(id),
  at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (round_id, seq),
  CONSTRAINT game_posting_kind CHECK (kind IN ('stake', 'raise', 'payout', 'pool'))
);
--> statement-breakpoint
CREATE TRIGGER game_posting_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON game_posting
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- H: jackpot. The money of a pool is its account `bonus:<pool>`. `rest` is the share that is not a whole minor unit yet, in
-- millionths.
CREATE TABLE game_pool (
  pool text NOT NULL,
  currency text NOT NULL,
  staked bigint DEFAULT 0 NOT NULL,
  filled bigint DEFAULT 0 NOT NULL,
  rest bigint DEFAULT 0 NOT NULL,
  paid bigint DEFAULT 0 NOT NULL,
  last_round uuid REFERENCES game_round(id),
  PRIMARY KEY (pool, currency),
  CONSTRAINT game_pool_rest CHECK (rest BETWEEN 0 AND 999999)
);
--> statement-breakpoint
-- Rounds of all members by game and site day.
CREATE TABLE game_day (
  game text NOT NULL,
  day integer NOT NULL,
  rounds bigint NOT NULL,
  PRIMARY KEY (game, day)
);
--> statement-breakpoint
-- H: game_favourite.
CREATE TABLE game_favourite (
  member_id uuid NOT NULL REFERENCES member(id),
  venue text NOT NULL,
  game text NOT NULL,
  collected_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (member_id, venue, game)
);
--> statement-breakpoint
-- The value in minor units of CNY that limits count (I9). p_rate is the price of USDT in 1/10,000 CNY.
CREATE FUNCTION round_value(p_currency text, p_amount bigint, p_rate integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_currency WHEN 'CNY' THEN p_amount ELSE ceil(p_amount::numeric * p_rate / 100000000)::bigint END;
$$;
--> statement-breakpoint
-- Fills a pool from the house by its share of stakes, in millionths.
CREATE FUNCTION pool_fill(
  p_pool text, p_currency text, p_staked bigint, p_share integer, p_stripe integer, p_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_pool game_pool%ROWTYPE;
  v_sum bigint;
  v_fill bigint;
BEGIN
  INSERT INTO game_pool (pool, currency) VALUES (p_pool, p_currency) ON CONFLICT (pool, currency) DO NOTHING;
  SELECT * INTO v_pool FROM game_pool WHERE pool = p_pool AND currency = p_currency FOR UPDATE;
  v_sum := v_pool.rest + p_staked * p_share;
  v_fill := v_sum / 1000000;
  UPDATE game_pool SET staked = staked + p_staked, filled = filled + v_fill, rest = v_sum % 1000000
  WHERE pool = p_pool AND currency = p_currency;
  IF v_fill > 0 THEN
    PERFORM ledger_post(gen_random_uuid(), 'pool-fill', 'pool', p_pool,
      format('pool:%s:%s:%s', p_pool, p_currency, v_pool.staked + p_staked), 'pool-fill', NULL,
      ARRAY[ledger_account('bonus', p_pool, p_currency, 'main', 0, false),
        ledger_account('house', 'egame', p_currency, 'main', p_stripe, true)],
      ARRAY[v_fill, -v_fill], p_at);
  END IF;
END $$;
--> statement-breakpoint
-- Ends a round: pays what it won, and the pool if p_hits. The account is locked. Returns what the pool paid.
CREATE FUNCTION round_pay(
  p_round game_round, p_seq integer, p_payout bigint, p_hits boolean, p_txs uuid[], p_stripe integer, p_rate integer,
  p_at timestamptz
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_pool uuid;
  v_paid bigint := 0;
BEGIN
  IF p_payout > 0 THEN
    PERFORM ledger_post(p_txs[1], 'round-payout', 'round', p_round.id::text, format('round:%s:payout', p_round.id),
      'payout', NULL,
      ARRAY[p_round.account_id, ledger_account('house', 'egame', p_round.currency, 'main', p_stripe, true)],
      ARRAY[p_payout, -p_payout], p_at);
  END IF;
  IF p_hits AND p_round.pool IS NOT NULL THEN
    PERFORM FROM game_pool WHERE pool = p_round.pool AND currency = p_round.currency FOR UPDATE;
    v_pool := ledger_account('bonus', p_round.pool, p_round.currency, 'main', 0, false);
    SELECT balance INTO v_paid FROM account WHERE id = v_pool;
    IF v_paid > 0 THEN
      PERFORM ledger_post(p_txs[2], 'pool-payout', 'round', p_round.id::text, format('round:%s:pool', p_round.id),
        'pool', NULL, ARRAY[p_round.account_id, v_pool], ARRAY[v_paid, -v_paid], p_at);
    END IF;
  END IF;
  IF p_payout + v_paid > 0 THEN
    PERFORM rg_record(p_round.member_id, 0, round_value(p_round.currency, p_payout + v_paid, p_rate), p_at);
  END IF;
  RETURN v_paid;
END $$;
--> statement-breakpoint
-- Stores the postings of round_pay once the row of the round exists.
CREATE FUNCTION round_paid(
  p_round game_round, p_seq integer, p_payout bigint, p_pool bigint, p_txs uuid[], p_at timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_payout > 0 THEN
    INSERT INTO game_posting VALUES (p_round.id, p_seq, 'payout', p_payout, p_txs[1], p_at);
  END IF;
  IF p_pool > 0 THEN
    INSERT INTO game_posting VALUES (p_round.id, p_seq + 1, 'pool', p_pool, p_txs[2], p_at);
    UPDATE game_pool SET paid = paid + p_pool, last_round = p_round.id
    WHERE pool = p_round.pool AND currency = p_round.currency;
  END IF;
END $$;
--> statement-breakpoint
-- Starts a round once per key: the stake with its limits (I9, I10), the round, its payout if it ends at once, and the next
-- seed. p_round is a row of game_round with the next seed, the value of the stake and `refusal`, which is stored under a new
-- key. Answers {code, replay, round, balance}.
CREATE FUNCTION round_start(p_round jsonb, p_stripe integer, p_rate integer, p_gap_ms integer) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_round game_round := jsonb_populate_record(NULL::game_round, p_round || '{"steps": 0, "pool_paid": 0}'::jsonb);
  v_hash text := p_round->>'hash';
  v_txs uuid[] := ARRAY[(p_round->>'payout_tx')::uuid, (p_round->>'pool_tx')::uuid];
  v_first record;
  v_known uuid;
  v_house uuid;
  v_code integer := (p_round->>'refusal')::integer;
BEGIN
  -- A JSON null is a value of `options`, and not a missing one.
  v_round.options := coalesce(v_round.options, 'null'::jsonb);
  SELECT * INTO v_first FROM ledger_first_answer(v_round.idem_key, v_hash);
  IF v_first.answer_code <> 0 THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  ELSIF v_first.answer_code = 0 THEN
    SELECT id INTO v_known FROM game_round WHERE stake_tx = v_first.answer_tx;
    RETURN CASE WHEN v_known IS NULL THEN jsonb_build_object('code', 10010)
      ELSE jsonb_build_object('code', 0, 'replay', true, 'round', v_known) END;
  END IF;
  IF v_code = 0 THEN
    v_code := CASE
      WHEN EXISTS (
        SELECT FROM game_round WHERE member_id = v_round.member_id AND game = v_round.game AND payout IS NULL
      ) THEN 50010
      WHEN NOT EXISTS (
        SELECT FROM game_seed WHERE member_id = v_round.member_id AND game = v_round.game
          AND commitment = v_round.commitment AND server_seed = v_round.server_seed
      ) THEN 50011
      WHEN EXISTS (
        SELECT FROM game_seed WHERE member_id = v_round.member_id
          AND started_at > v_round.started_at - p_gap_ms * interval '1 millisecond'
      ) THEN 50013
      ELSE 0 END;
  END IF;
  IF v_code = 0 THEN
    v_round.account_id := ledger_account('member', v_round.member_id::text, v_round.currency, 'venue:YBDZ', 0, false);
    v_house := ledger_account('house', 'egame', v_round.currency, 'main', p_stripe, true);
    v_code := ledger_stake(v_round.member_id, round_value(v_round.currency, v_round.stake, p_rate), v_round.stake_tx,
      'round', 'round', v_round.id::text, v_round.idem_key, v_hash, ARRAY[v_round.account_id, v_house],
      ARRAY[-v_round.stake, v_round.stake], v_round.started_at);
  ELSE
    -- An exclusion is the reason that the member sees, whatever else is wrong.
    v_code := coalesce(nullif(rg_exclusion_code(v_round.member_id, v_round.started_at), 0), v_code);
  END IF;
  IF v_code <> 0 THEN
    RETURN jsonb_build_object('code', ledger_refuse(v_round.idem_key, v_hash, v_code, v_round.started_at));
  END IF;
  IF v_round.payout IS NOT NULL THEN
    v_round.pool_paid := round_pay(v_round, 2, v_round.payout, (p_round->>'hits')::boolean, v_txs, p_stripe, p_rate,
      v_round.started_at);
  END IF;
  INSERT INTO game_round SELECT (v_round).*;
  INSERT INTO game_posting
  VALUES (v_round.id, 1, 'stake', -v_round.stake, v_round.stake_tx, v_round.started_at);
  IF v_round.payout IS NOT NULL THEN
    PERFORM round_paid(v_round, 2, v_round.payout, v_round.pool_paid, v_txs, v_round.started_at);
  END IF;
  UPDATE game_seed SET nonce = nonce + 1, server_seed = p_round->>'next_seed', commitment = p_round->>'next_commitment',
    started_at = v_round.started_at WHERE member_id = v_round.member_id AND game = v_round.game;
  RETURN jsonb_build_object('code', 0, 'replay', false, 'round', v_round.id, 'pool', v_round.pool_paid, 'balance',
    (SELECT balance FROM account WHERE id = v_round.account_id));
END $$;
--> statement-breakpoint
-- Rounds of concurrent calls in one transaction. Members with limits, keys, seeds and accounts are locked first and in one
-- order; pools and counters last. p_share is the share of pools in millionths.
CREATE FUNCTION round_start_all(
  p_rounds jsonb, p_stripe integer, p_rate integer, p_gap_ms integer, p_share integer
) RETURNS SETOF jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_ids uuid[];
  v_one record;
BEGIN
  PERFORM pg_advisory_xact_lock(members.lock) FROM (
    SELECT DISTINCT hashtextextended(r.value->>'member_id', 5) AS lock FROM jsonb_array_elements(p_rounds) AS r
    WHERE EXISTS (
      SELECT FROM rg_limit WHERE member_id = (r.value->>'member_id')::uuid AND status = 'active'
    ) ORDER BY 1
  ) AS members;
  PERFORM pg_advisory_xact_lock(keys.lock) FROM (
    SELECT DISTINCT hashtextextended(r.value->>'idem_key', 1) AS lock FROM jsonb_array_elements(p_rounds) AS r ORDER BY 1
  ) AS keys;
  PERFORM FROM game_seed WHERE member_id IN (
    SELECT (r.value->>'member_id')::uuid FROM jsonb_array_elements(p_rounds) AS r
  ) ORDER BY member_id, game FOR UPDATE;
  PERFORM FROM account a JOIN (
    SELECT 'member' AS owner_type, r.value->>'member_id' AS owner_id, r.value->>'currency' AS currency,
      'venue:YBDZ' AS kind, 0 AS stripe
    FROM jsonb_array_elements(p_rounds) AS r
    UNION SELECT 'house', 'egame', r.value->>'currency', 'main', p_stripe FROM jsonb_array_elements(p_rounds) AS r
  ) AS owners USING (owner_type, owner_id, currency, kind, stripe) ORDER BY a.id FOR UPDATE OF a;
  FOR v_one IN SELECT value FROM jsonb_array_elements(p_rounds) WITH ORDINALITY AS r(value, n) ORDER BY n
  LOOP
    RETURN NEXT round_start(v_one.value, p_stripe, p_rate, p_gap_ms);
  END LOOP;
  -- A repeated call has the id of its first round, so these are the new ones.
  SELECT array_agg((r.value->>'id')::uuid) INTO v_ids FROM jsonb_array_elements(p_rounds) AS r;
  FOR v_one IN
    SELECT pool, currency, sum(stake)::bigint AS staked, max(started_at) AS at FROM game_round
    WHERE id = ANY(v_ids) AND pool IS NOT NULL GROUP BY pool, currency ORDER BY pool, currency
  LOOP
    PERFORM pool_fill(v_one.pool, v_one.currency, v_one.staked, p_share, p_stripe, v_one.at);
  END LOOP;
  INSERT INTO game_day (game, day, rounds)
  SELECT game, site_day(started_at), count(*) FROM game_round WHERE id = ANY(v_ids) GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (game, day) DO UPDATE SET rounds = game_day.rounds + excluded.rounds;
END $$;
--> statement-breakpoint
-- Moves in a round once per key. A move that raises the stake posts it under the key and obeys the limits (I9, I10); the key
-- of another move is claimed. `refusal` is stored under a new key. Answers {code, replay, steps, balance, pool}.
CREATE FUNCTION round_move(p_move jsonb, p_stripe integer, p_rate integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_round game_round%ROWTYPE;
  v_key text := p_move->>'idem_key';
  v_hash text := p_move->>'hash';
  v_at timestamptz := (p_move->>'at')::timestamptz;
  v_raise bigint := (p_move->>'raise')::bigint;
  v_payout bigint := (p_move->>'payout')::bigint;
  v_txs uuid[] := ARRAY[(p_move->>'payout_tx')::uuid, (p_move->>'pool_tx')::uuid];
  v_seq integer;
  v_first record;
  v_code integer := (p_move->>'refusal')::integer;
BEGIN
  SELECT * INTO v_first FROM ledger_first_answer(v_key, v_hash);
  IF v_first.answer_code <> 0 THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  ELSIF v_first.answer_code = 0 THEN
    RETURN CASE WHEN EXISTS (SELECT FROM game_move WHERE idem_key = v_key) THEN
      jsonb_build_object('code', 0, 'replay', true) ELSE jsonb_build_object('code', 10010) END;
  END IF;
  SELECT * INTO v_round FROM game_round WHERE id = (p_move->>'round')::uuid FOR UPDATE;
  IF v_round.payout IS NOT NULL OR v_round.steps <> (p_move->>'step')::integer THEN
    v_code := 50012;
  ELSIF v_code = 0 AND v_raise > 0 THEN
    v_code := ledger_stake(v_round.member_id, round_value(v_round.currency, v_raise, p_rate),
      (p_move->>'stake_tx')::uuid, 'round', 'round', v_round.id::text, v_key, v_hash,
      ARRAY[v_round.account_id, ledger_account('house', 'egame', v_round.currency, 'main', p_stripe, true)],
      ARRAY[-v_raise, v_raise], v_at);
  END IF;
  IF v_code <> 0 THEN
    RETURN jsonb_build_object('code', ledger_refuse(v_key, v_hash, v_code, v_at), 'steps', v_round.steps);
  END IF;
  SELECT coalesce(max(seq), 0) + 1 INTO v_seq FROM game_posting WHERE round_id = v_round.id;
  IF v_raise > 0 THEN
    INSERT INTO game_posting VALUES (v_round.id, v_seq, 'raise', -v_raise, (p_move->>'stake_tx')::uuid, v_at);
    v_seq := v_seq + 1;
  ELSE
    PERFORM ledger_refuse(v_key, v_hash, 0, v_at);
  END IF;
  INSERT INTO game_move VALUES (v_round.id, v_round.steps, p_move->'move', v_key, v_at);
  IF v_payout IS NOT NULL THEN
    v_round.pool_paid := round_pay(v_round, v_seq, v_payout, (p_move->>'hits')::boolean, v_txs, p_stripe, p_rate, v_at);
    PERFORM round_paid(v_round, v_seq, v_payout, v_round.pool_paid, v_txs, v_at);
  END IF;
  UPDATE game_round SET steps = steps + 1, staked = staked + v_raise, payout = v_payout, pool_paid = v_round.pool_paid,
    ended_at = CASE WHEN v_payout IS NULL THEN NULL ELSE v_at END WHERE id = v_round.id;
  RETURN jsonb_build_object('code', 0, 'replay', false, 'pool', v_round.pool_paid, 'balance',
    (SELECT balance FROM account WHERE id = v_round.account_id));
END $$;
--> statement-breakpoint
-- Moves of concurrent calls in one transaction, locked like round_start_all.
CREATE FUNCTION round_move_all(p_moves jsonb, p_stripe integer, p_rate integer, p_share integer) RETURNS SETOF jsonb
LANGUAGE plpgsql AS $$
DECLARE
  v_one record;
BEGIN
  PERFORM pg_advisory_xact_lock(members.lock) FROM (
    SELECT DISTINCT hashtextextended(m.value->>'member_id', 5) AS lock FROM jsonb_array_elements(p_moves) AS m
    WHERE EXISTS (
      SELECT FROM rg_limit WHERE member_id = (m.value->>'member_id')::uuid AND status = 'active'
    ) ORDER BY 1
  ) AS members;
  PERFORM pg_advisory_xact_lock(keys.lock) FROM (
    SELECT DISTINCT hashtextextended(m.value->>'idem_key', 1) AS lock FROM jsonb_array_elements(p_moves) AS m ORDER BY 1
  ) AS keys;
  PERFORM FROM game_round WHERE id IN (
    SELECT (m.value->>'round')::uuid FROM jsonb_array_elements(p_moves) AS m
  ) ORDER BY id FOR UPDATE;
  PERFORM FROM account WHERE id IN (
    SELECT r.account_id FROM game_round r JOIN jsonb_array_elements(p_moves) AS m ON r.id = (m.value->>'round')::uuid
    UNION SELECT a.id FROM account a WHERE a.owner_type = 'house' AND a.owner_id = 'egame' AND a.stripe = p_stripe
  ) ORDER BY id FOR UPDATE;
  FOR v_one IN SELECT value FROM jsonb_array_elements(p_moves) WITH ORDINALITY AS m(value, n) ORDER BY n
  LOOP
    RETURN NEXT round_move(v_one.value, p_stripe, p_rate);
  END LOOP;
  FOR v_one IN
    SELECT r.pool, r.currency, sum(-p.change)::bigint AS staked, max(p.at) AS at
    FROM jsonb_array_elements(p_moves) AS m JOIN game_posting p ON p.tx_id = (m.value->>'stake_tx')::uuid
    JOIN game_round r ON r.id = p.round_id WHERE r.pool IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
  LOOP
    PERFORM pool_fill(v_one.pool, v_one.currency, v_one.staked, p_share, p_stripe, v_one.at);
  END LOOP;
END $$;
--> statement-breakpoint
-- The records of a member at all venues (S7.64): bets and rounds, also those of providers. `is_open` ones count with their
-- stake. An empty title is that of the bet, or of `game`. `round_id` is a round that everybody can check.
CREATE VIEW game_record AS
  SELECT id::text AS id, 'bet' AS kind, 'YBTY' AS venue, '' AS game, '' AS title, NULL::text AS round_id, member_id, currency,
    stake, returned, state, state IN ('pending', 'accepted') AS is_open, placed_at AS at
  FROM bet
  UNION ALL
  SELECT id::text, 'round', 'YBDZ', game, '', id::text, member_id, currency, staked, coalesce(payout, 0) + pool_paid,
    CASE WHEN payout IS NULL THEN 'open' WHEN payout + pool_paid > staked THEN 'won'
      WHEN payout + pool_paid = staked THEN 'refunded' ELSE 'lost' END,
    payout IS NULL, started_at
  FROM game_round
  UNION ALL
  SELECT id::text, 'round', 'YBZR', table_id, '', round_id::text, member_id, currency, stake, coalesce(returned, 0),
    CASE WHEN returned IS NULL THEN 'open' WHEN returned > stake THEN 'won' WHEN returned = stake THEN 'refunded'
      ELSE 'lost' END,
    returned IS NULL, placed_at
  FROM table_bet
  UNION ALL
  SELECT round_id, 'round', venue, '', title, NULL, member_id, currency, staked, returned,
    CASE WHEN returned > staked THEN 'won' WHEN returned = staked THEN 'refunded' ELSE 'lost' END, false, ended_at
  FROM remote_round;
