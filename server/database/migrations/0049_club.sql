-- Progress of the nightly job of the club: the first day whose turnover has rebates, and the last day that was counted. One
-- row, once the job has run.
CREATE TABLE club_run (
  id boolean PRIMARY KEY DEFAULT true CONSTRAINT club_run_one CHECK (id),
  first_day integer NOT NULL,
  last_day integer NOT NULL
);
--> statement-breakpoint
-- H: changes of VIP grades. `day` is the site day from which the grade counts. Grades are computed from settled play; the
-- history says what members had when.
CREATE TABLE vip_history (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  day integer NOT NULL,
  from_grade integer NOT NULL,
  to_grade integer NOT NULL,
  reason text NOT NULL,
  at timestamp (3) with time zone NOT NULL,
  CONSTRAINT vip_history_grades CHECK (from_grade BETWEEN 0 AND 10 AND to_grade BETWEEN 0 AND 10 AND from_grade <> to_grade),
  CONSTRAINT vip_history_reason CHECK (reason IN ('turnover', 'keep', 'correction'))
);
--> statement-breakpoint
CREATE INDEX vip_history_of_member ON vip_history (member_id, at, id);
--> statement-breakpoint
CREATE TRIGGER vip_history_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON vip_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- H: the rebate of a member, day, class of venues and currency, once. `correction` is the part of `amount` that comes from
-- resettlements of earlier days. `is_barred`: the member had a tag that excludes from rebates when the day was counted.
CREATE TABLE rebate_day (
  member_id uuid NOT NULL REFERENCES member(id),
  day integer NOT NULL,
  venue_class text NOT NULL,
  currency text NOT NULL,
  turnover bigint NOT NULL,
  ppm integer NOT NULL,
  amount bigint NOT NULL,
  correction bigint NOT NULL,
  is_barred boolean NOT NULL,
  claim_tx uuid CONSTRAINT rebate_day_claim_tx UNIQUE REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  claimed_at timestamp (3) with time zone,
  PRIMARY KEY (member_id, day, venue_class, currency),
  CONSTRAINT rebate_day_currency CHECK (currency IN ('CNY', 'USDT')),
  CONSTRAINT rebate_day_amounts CHECK (turnover >= 0 AND ppm BETWEEN 0 AND 1000000 AND amount >= 0),
  CONSTRAINT rebate_day_claimed CHECK ((claim_tx IS NULL) = (claimed_at IS NULL)
    AND (claim_tx IS NULL OR amount > 0 AND NOT is_barred))
);
--> statement-breakpoint
CREATE FUNCTION rebate_day_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.claim_tx IS NOT NULL
    OR to_jsonb(NEW) - 'claim_tx' - 'claimed_at' <> to_jsonb(OLD) - 'claim_tx' - 'claimed_at' THEN
    RAISE EXCEPTION 'the rebate of day % does not change in this way', OLD.day USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER rebate_day_states BEFORE UPDATE ON rebate_day FOR EACH ROW EXECUTE FUNCTION rebate_day_guard();
--> statement-breakpoint
CREATE TRIGGER rebate_day_stays BEFORE DELETE OR TRUNCATE ON rebate_day
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- S3.5: birthday gifts that were claimed, one per member and year.
CREATE TABLE birthday_gift (
  member_id uuid NOT NULL REFERENCES member(id),
  year integer NOT NULL,
  grade integer NOT NULL,
  currency text NOT NULL,
  amount bigint NOT NULL,
  claim_tx uuid NOT NULL CONSTRAINT birthday_gift_claim_tx UNIQUE REFERENCES ledger_tx(id) DEFERRABLE INITIALLY DEFERRED,
  claimed_at timestamp (3) with time zone NOT NULL,
  PRIMARY KEY (member_id, year),
  CONSTRAINT birthday_gift_amount CHECK (amount > 0)
);
--> statement-breakpoint
CREATE TRIGGER birthday_gift_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON birthday_gift
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
