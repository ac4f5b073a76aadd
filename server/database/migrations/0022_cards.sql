CREATE TABLE bank_card (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  card_enc text NOT NULL,
  card_hash text NOT NULL,
  last4 text NOT NULL,
  bank_code text NOT NULL,
  holder text NOT NULL,
  status text NOT NULL CONSTRAINT bank_card_status_known CHECK (status IN ('0', '1')),
  is_default boolean DEFAULT false NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT bank_card_once UNIQUE (member_id, card_hash)
);
--> statement-breakpoint
CREATE UNIQUE INDEX bank_card_default ON bank_card (member_id) WHERE is_default;
--> statement-breakpoint
ALTER TABLE usdt_address ADD COLUMN id uuid DEFAULT gen_random_uuid() NOT NULL CONSTRAINT usdt_address_id UNIQUE;
--> statement-breakpoint
ALTER TABLE usdt_address ADD COLUMN alias text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE usdt_address ADD COLUMN is_default boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX usdt_address_default ON usdt_address (member_id) WHERE is_default;
--> statement-breakpoint
-- Annex H: at most three active entries of a member. Changes of one member wait for each other.
CREATE FUNCTION refuse_fourth_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_others integer;
BEGIN
  IF NEW.status <> '1' THEN
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.member_id::text, 6));
  EXECUTE format('SELECT count(*) FROM %I WHERE member_id = $1 AND status = ''1'' AND id <> $2', TG_TABLE_NAME)
    INTO v_others USING NEW.member_id, NEW.id;
  IF v_others >= 3 THEN
    RAISE EXCEPTION 'a member has at most three active rows in %', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER bank_card_limit BEFORE INSERT OR UPDATE OF status, member_id ON bank_card
  FOR EACH ROW EXECUTE FUNCTION refuse_fourth_account();
--> statement-breakpoint
CREATE TRIGGER usdt_address_limit BEFORE INSERT OR UPDATE OF status, member_id ON usdt_address
  FOR EACH ROW EXECUTE FUNCTION refuse_fourth_account();
