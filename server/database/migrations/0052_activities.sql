-- H: activities. `rule` is checked by the program when it is stored. The budget is on the account (bonus, activity:<id>) from
-- the start on; `reserved` is the part that was promised to members or paid.
CREATE TABLE activity (
  id text PRIMARY KEY CONSTRAINT activity_id_form CHECK (id ~ '^[a-z0-9-]{1,32}$'),
  kind text NOT NULL,
  title text NOT NULL,
  summary text NOT NULL,
  rule jsonb NOT NULL,
  currency text NOT NULL,
  start_at timestamp (3) with time zone NOT NULL,
  end_at timestamp (3) with time zone NOT NULL,
  budget bigint NOT NULL,
  reserved bigint NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'draft',
  version integer NOT NULL DEFAULT 0,
  created_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT activity_currency CHECK (currency IN ('CNY', 'USDT', 'COIN')),
  CONSTRAINT activity_window CHECK (start_at < end_at),
  CONSTRAINT activity_budget CHECK (budget > 0 AND budget <= 9007199254740991 AND reserved BETWEEN 0 AND budget),
  CONSTRAINT activity_status CHECK (status IN ('draft', 'running', 'stopped'))
);
--> statement-breakpoint
-- Only a draft can be edited. A stopped activity does not start again.
CREATE FUNCTION activity_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN (('draft', 'running'), ('running', 'stopped'))
    OR OLD.status <> 'draft' AND to_jsonb(NEW) - 'status' - 'version' - 'reserved'
      <> to_jsonb(OLD) - 'status' - 'version' - 'reserved'
    OR OLD.status = 'draft' AND NEW.reserved <> 0 THEN
    RAISE EXCEPTION 'the activity % does not change in this way', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER activity_states BEFORE UPDATE ON activity FOR EACH ROW EXECUTE FUNCTION activity_guard();
--> statement-breakpoint
-- H, E.8: the part of a member in an activity, one per cycle: a day, a task, a draw. States that follow from the clock are not
-- stored. `data` is what the member chose and what the kind decided.
CREATE TABLE activity_state (
  activity_id text NOT NULL REFERENCES activity(id),
  member_id uuid NOT NULL REFERENCES member(id),
  cycle text NOT NULL CONSTRAINT activity_state_cycle CHECK (cycle ~ '^[A-Za-z0-9-]{1,32}$'),
  status text NOT NULL,
  amount bigint NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  applied_at timestamp (3) with time zone NOT NULL,
  changed_at timestamp (3) with time zone NOT NULL,
  claim_tx uuid CONSTRAINT activity_state_claim_tx UNIQUE REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  PRIMARY KEY (activity_id, member_id, cycle),
  CONSTRAINT activity_state_status CHECK (status IN ('applied', 'claimable', 'claimed', 'rejected')),
  CONSTRAINT activity_state_amount CHECK (amount >= 0 AND (amount > 0 OR status IN ('applied', 'rejected'))),
  CONSTRAINT activity_state_claimed CHECK ((claim_tx IS NOT NULL) = (status = 'claimed'))
);
--> statement-breakpoint
CREATE INDEX activity_state_of_member ON activity_state (member_id, applied_at);
--> statement-breakpoint
CREATE FUNCTION activity_state_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (('applied', 'claimable'), ('applied', 'rejected'), ('claimable', 'claimed'))
    OR (NEW.activity_id, NEW.member_id, NEW.cycle, NEW.applied_at)
      <> (OLD.activity_id, OLD.member_id, OLD.cycle, OLD.applied_at)
    OR OLD.status = 'claimable' AND NEW.amount <> OLD.amount THEN
    RAISE EXCEPTION 'the part % in % does not change in this way', OLD.cycle, OLD.activity_id
      USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER activity_state_states BEFORE UPDATE ON activity_state FOR EACH ROW EXECUTE FUNCTION activity_state_guard();
--> statement-breakpoint
CREATE TRIGGER activity_state_stays BEFORE DELETE OR TRUNCATE ON activity_state
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- H: prizes of draws with their stock. Prizes without a limit have no row.
CREATE TABLE prize (
  activity_id text NOT NULL REFERENCES activity(id),
  prize_index integer NOT NULL,
  stock integer NOT NULL,
  PRIMARY KEY (activity_id, prize_index),
  CONSTRAINT prize_stock CHECK (stock >= 0)
);
--> statement-breakpoint
-- H: draws. The seed is stored, and its hash published, before the draw; the seed is published with the result.
CREATE TABLE draw (
  activity_id text NOT NULL REFERENCES activity(id),
  member_id uuid NOT NULL REFERENCES member(id),
  nonce integer NOT NULL,
  seed text NOT NULL,
  seed_hash text NOT NULL UNIQUE,
  member_seed text,
  prize_index integer,
  drawn_at timestamp (3) with time zone,
  PRIMARY KEY (activity_id, member_id, nonce),
  CONSTRAINT draw_done CHECK ((drawn_at IS NULL) = (prize_index IS NULL) AND (drawn_at IS NULL) = (member_seed IS NULL))
);
--> statement-breakpoint
CREATE FUNCTION draw_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.drawn_at IS NOT NULL OR (NEW.activity_id, NEW.member_id, NEW.nonce, NEW.seed, NEW.seed_hash)
    <> (OLD.activity_id, OLD.member_id, OLD.nonce, OLD.seed, OLD.seed_hash) THEN
    RAISE EXCEPTION 'a draw does not change' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER draw_states BEFORE UPDATE ON draw FOR EACH ROW EXECUTE FUNCTION draw_guard();
--> statement-breakpoint
CREATE TRIGGER draw_stays BEFORE DELETE OR TRUNCATE ON draw FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
