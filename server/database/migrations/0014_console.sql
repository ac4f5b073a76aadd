CREATE TABLE "operator" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"pwd_hash" text,
	"role" text NOT NULL,
	"totp_secret" text,
	"totp_step" bigint DEFAULT 0 NOT NULL,
	"is_disabled" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "operator_name_unique" UNIQUE("name"),
	CONSTRAINT "operator_role_known" CHECK (role in ('operator', 'editor', 'moderator', 'anchor', 'auditor')),
	CONSTRAINT "operator_name_is_lower" CHECK (name = lower(name))
);
--> statement-breakpoint
CREATE TABLE "operator_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL REFERENCES "public"."operator"("id"),
	"token_hash" text NOT NULL,
	"state" text NOT NULL,
	"new_secret" text,
	"address" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "operator_session_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "operator_session_state_known" CHECK (state in ('enrol', 'verify', 'open'))
);
--> statement-breakpoint
CREATE INDEX "operator_session_of_operator" ON "operator_session" USING btree ("operator_id");--> statement-breakpoint
CREATE TABLE "operator_recovery_code" (
	"operator_id" uuid NOT NULL REFERENCES "public"."operator"("id"),
	"hash" text NOT NULL,
	CONSTRAINT "operator_recovery_code_pk" PRIMARY KEY("operator_id","hash")
);
--> statement-breakpoint
CREATE TABLE "console_link" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"operator_id" uuid REFERENCES "public"."operator"("id"),
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "site_setting" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_record" (
	"member_id" uuid PRIMARY KEY NOT NULL REFERENCES "public"."member"("id"),
	"note" text DEFAULT '' NOT NULL,
	"ban_reason" text DEFAULT '' NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coin_adjustment" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "public"."member"("id"),
	"coins" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"idem_key" text NOT NULL,
	"proposed_by" uuid NOT NULL REFERENCES "public"."operator"("id"),
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"decided_by" uuid REFERENCES "public"."operator"("id"),
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "coin_adjustment_idem_key_unique" UNIQUE("idem_key"),
	CONSTRAINT "coin_adjustment_state_known" CHECK (state in ('waiting', 'posted', 'refused')),
	CONSTRAINT "coin_adjustment_not_zero" CHECK (coins <> 0),
	CONSTRAINT "coin_adjustment_decided_by_another" CHECK (decided_by <> proposed_by)
);
--> statement-breakpoint
CREATE INDEX "coin_adjustment_of_member" ON "coin_adjustment" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "coin_adjustment_of_operator" ON "coin_adjustment" USING btree ("proposed_by","proposed_at");--> statement-breakpoint
CREATE INDEX "coin_adjustment_waiting" ON "coin_adjustment" USING btree ("id") WHERE state = 'waiting';--> statement-breakpoint
-- No program has written this table yet. Its triggers against update, delete and truncate stay.
ALTER TABLE "audit_log" DROP COLUMN "details";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "actor_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "address" text NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "before" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "after" jsonb;--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_action" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_of_target" ON "audit_log" USING btree ("target","id");--> statement-breakpoint
CREATE INDEX "member_name_prefix" ON "member" USING btree ("name" text_pattern_ops);--> statement-breakpoint
-- Coins that an operator grants to a member, or takes (negative). Answers {code} or the new balance.
CREATE FUNCTION coin_adjust(
  p_tx uuid, p_member uuid, p_coins bigint, p_idem_key text, p_content_hash text, p_stripe integer, p_at timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_first record;
  v_code integer;
  v_account uuid := ledger_account('member', p_member::text, 'COIN', 'coin', 0, false);
  v_tx uuid := p_tx;
BEGIN
  SELECT * INTO v_first FROM ledger_first_answer(p_idem_key, p_content_hash);
  IF v_first.answer_code <> 0 THEN
    RETURN jsonb_build_object('code', v_first.answer_code);
  ELSIF v_first.answer_code = 0 THEN
    v_tx := v_first.answer_tx;
  ELSE
    v_code := ledger_post(p_tx, 'coin-adjust', 'member', p_member::text, p_idem_key, p_content_hash, NULL,
      ARRAY[v_account, ledger_account('house', 'issue', 'COIN', 'coin', p_stripe, true)],
      ARRAY[p_coins, -p_coins], p_at);
    IF v_code <> 0 THEN
      RETURN jsonb_build_object('code', v_code);
    END IF;
  END IF;
  RETURN (
    SELECT jsonb_build_object('code', 0, 'replay', v_tx <> p_tx, 'balance', balance_after) FROM ledger_entry
    WHERE tx_id = v_tx AND account_id = v_account
  );
END $$;
