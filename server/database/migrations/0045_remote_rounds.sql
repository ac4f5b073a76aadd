-- Rounds that a provider has reported (S7.64), each once per venue. Stake and return are posted together; a round without
-- `posted_at` waits until the account has its stake, for example while a transfer out is open.
CREATE TABLE remote_round (
  venue text NOT NULL,
  round_id text NOT NULL,
  seq bigint NOT NULL,
  member_id uuid NOT NULL REFERENCES member(id),
  currency text NOT NULL,
  title text NOT NULL,
  staked bigint NOT NULL,
  returned bigint NOT NULL,
  ended_at timestamp (3) with time zone NOT NULL,
  stake_tx uuid CONSTRAINT remote_round_stake_tx UNIQUE REFERENCES ledger_tx(id),
  return_tx uuid CONSTRAINT remote_round_return_tx UNIQUE REFERENCES ledger_tx(id),
  posted_at timestamp (3) with time zone,
  PRIMARY KEY (venue, round_id),
  CONSTRAINT remote_round_amounts CHECK (staked >= 0 AND returned >= 0),
  CONSTRAINT remote_round_currency CHECK (currency IN ('CNY', 'USDT')),
  CONSTRAINT remote_round_posted CHECK (CASE WHEN posted_at IS NULL THEN stake_tx IS NULL AND return_tx IS NULL
    ELSE (stake_tx IS NULL) = (staked = 0) AND (return_tx IS NULL) = (returned = 0) END)
);
--> statement-breakpoint
CREATE INDEX remote_round_of_member ON remote_round (member_id, venue, currency, ended_at);
--> statement-breakpoint
CREATE INDEX remote_round_unposted ON remote_round (venue, seq) WHERE posted_at IS NULL;
--> statement-breakpoint
CREATE FUNCTION refuse_round_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'round % of % does not change in this way', OLD.round_id, OLD.venue USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
-- A round is posted once; nothing else of it changes.
CREATE TRIGGER remote_round_states BEFORE UPDATE ON remote_round FOR EACH ROW
  WHEN (OLD.posted_at IS NOT NULL OR ROW(NEW.venue, NEW.round_id, NEW.seq, NEW.member_id, NEW.currency, NEW.title,
    NEW.staked, NEW.returned, NEW.ended_at) IS DISTINCT FROM ROW(OLD.venue, OLD.round_id, OLD.seq, OLD.member_id,
    OLD.currency, OLD.title, OLD.staked, OLD.returned, OLD.ended_at))
  EXECUTE FUNCTION refuse_round_change();
--> statement-breakpoint
CREATE TRIGGER remote_round_stays BEFORE DELETE OR TRUNCATE ON remote_round
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Posts a stored round: the stake from the account of the member at the venue to the house, the return back. Answers false
-- if the account does not have the stake. p_rate is the price of USDT in 1/10,000 CNY, for the limits of play.
CREATE FUNCTION remote_round_post(
  p_venue text, p_round_id text, p_stake_tx uuid, p_return_tx uuid, p_stripe integer, p_rate integer, p_at timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_round remote_round%ROWTYPE;
  v_ref text := p_venue || ':' || p_round_id;
  v_accounts uuid[];
  v_value numeric;
BEGIN
  SELECT * INTO v_round FROM remote_round WHERE venue = p_venue AND round_id = p_round_id FOR UPDATE;
  IF v_round.posted_at IS NOT NULL THEN
    RETURN true;
  END IF;
  v_accounts := ARRAY[
    ledger_account('member', v_round.member_id::text, v_round.currency, 'venue:' || p_venue, 0, false),
    ledger_account('house', 'venue:' || p_venue, v_round.currency, 'main', p_stripe, true)
  ];
  IF v_round.staked > 0 AND ledger_post(p_stake_tx, 'bet', 'remote_round', v_ref, 'round:' || v_ref || ':stake', v_ref,
    NULL, v_accounts, ARRAY[-v_round.staked, v_round.staked], p_at) <> 0 THEN
    RETURN false;
  END IF;
  IF v_round.returned > 0 THEN
    PERFORM ledger_post(p_return_tx, 'bet-return', 'remote_round', v_ref, 'round:' || v_ref || ':return', v_ref, NULL,
      v_accounts, ARRAY[v_round.returned, -v_round.returned], p_at);
  END IF;
  v_value := CASE v_round.currency WHEN 'CNY' THEN 1 ELSE p_rate::numeric / 100000000 END;
  PERFORM rg_record(v_round.member_id, ceil(v_round.staked * v_value)::bigint, ceil(v_round.returned * v_value)::bigint,
    p_at);
  UPDATE remote_round SET posted_at = p_at, stake_tx = CASE WHEN staked > 0 THEN p_stake_tx END,
    return_tx = CASE WHEN returned > 0 THEN p_return_tx END
  WHERE venue = p_venue AND round_id = p_round_id;
  RETURN true;
END $$;
