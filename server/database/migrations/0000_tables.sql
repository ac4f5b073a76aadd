CREATE TABLE "gift" (
	"id" integer PRIMARY KEY NOT NULL,
	"old_id" integer NOT NULL,
	"gift_type" integer NOT NULL,
	"price_coin" bigint NOT NULL,
	"name" text NOT NULL,
	"icon" text NOT NULL,
	"icon_web" text NOT NULL,
	"status" text NOT NULL,
	"sort_order" integer NOT NULL,
	CONSTRAINT "gift_price_positive" CHECK ("gift"."price_coin" > 0),
	CONSTRAINT "gift_status_known" CHECK ("gift"."status" in ('0', '1', '2'))
);
--> statement-breakpoint
CREATE TABLE "gift_order" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"anchor_room_id" text NOT NULL,
	"chat_room_no" text NOT NULL,
	"gift_id" integer NOT NULL,
	"unit_price" bigint NOT NULL,
	"count" integer NOT NULL,
	"total" bigint NOT NULL,
	"combo_id" text NOT NULL,
	"combo_count" bigint NOT NULL,
	"status" text NOT NULL,
	"idem_key" text NOT NULL,
	"tx_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "gift_order_idem_key_unique" UNIQUE("idem_key"),
	CONSTRAINT "gift_order_tx_id_unique" UNIQUE("tx_id"),
	CONSTRAINT "gift_order_combo" UNIQUE("member_id","combo_id","gift_id","combo_count"),
	CONSTRAINT "gift_order_count_in_range" CHECK ("gift_order"."count" between 1 and 9999),
	CONSTRAINT "gift_order_total_is_price_times_count" CHECK ("gift_order"."total" = "gift_order"."unit_price" * "gift_order"."count"),
	CONSTRAINT "gift_order_status_known" CHECK ("gift_order"."status" in ('charged', 'delivered', 'refunded'))
);
--> statement-breakpoint
CREATE TABLE "account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" text NOT NULL,
	"currency" text NOT NULL,
	"kind" text NOT NULL,
	"stripe" smallint DEFAULT 0 NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"allow_negative" boolean DEFAULT false NOT NULL,
	CONSTRAINT "account_owner" UNIQUE("owner_type","owner_id","currency","kind","stripe"),
	CONSTRAINT "account_not_negative" CHECK ("account"."balance" >= 0 or "account"."allow_negative"),
	CONSTRAINT "account_is_safe_integer" CHECK (abs("account"."balance") <= 9007199254740991),
	CONSTRAINT "account_owner_known" CHECK ("account"."owner_type" in ('member', 'house', 'venue', 'bonus', 'fee', 'clearing')),
	CONSTRAINT "account_currency_known" CHECK ("account"."currency" in ('CNY', 'USDT', 'COIN'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"tx_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"account_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"balance_after" bigint NOT NULL,
	CONSTRAINT "ledger_entry_tx_id_seq_pk" PRIMARY KEY("tx_id","seq"),
	CONSTRAINT "ledger_entry_not_zero" CHECK ("ledger_entry"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_refusal" (
	"idem_key" text PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"code" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger_tx" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"ref_type" text NOT NULL,
	"ref_id" text NOT NULL,
	"idem_key" text NOT NULL,
	"content_hash" text NOT NULL,
	"reverses_tx" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "ledger_tx_idem_key_unique" UNIQUE("idem_key"),
	CONSTRAINT "ledger_tx_reverses_tx_unique" UNIQUE("reverses_tx")
);
--> statement-breakpoint
CREATE TABLE "member" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"public_id" text NOT NULL,
	"pwd_hash" text,
	"nickname" text NOT NULL,
	"avatar" text NOT NULL,
	"site_id" integer NOT NULL,
	"currency" text NOT NULL,
	"real_name" text,
	"birth_date" date,
	"phone_enc" text,
	"phone_hash" text,
	"vip_level" integer DEFAULT 0 NOT NULL,
	"level" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT '1' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"agent_status" integer DEFAULT 0 NOT NULL,
	"invited_by" uuid,
	"i_code" text,
	"dormant_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "member_name_unique" UNIQUE("name"),
	CONSTRAINT "member_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "member_i_code_unique" UNIQUE("i_code"),
	CONSTRAINT "member_name_is_lower" CHECK ("member"."name" = lower("member"."name")),
	CONSTRAINT "member_status_known" CHECK ("member"."status" in ('0', '1', '2')),
	CONSTRAINT "member_currency_known" CHECK ("member"."currency" in ('CNY', 'USDT')),
	CONSTRAINT "member_agent_status_known" CHECK ("member"."agent_status" between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"target" text NOT NULL,
	"details" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_audit" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_room_no" text NOT NULL,
	"actor_member_id" uuid NOT NULL,
	"action" text NOT NULL,
	"target" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_mute" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_room_no" text NOT NULL,
	"member_id" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL,
	"by_member_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"lifted_at" timestamp (3) with time zone,
	"lifted_by" uuid
);
--> statement-breakpoint
CREATE TABLE "chat_room" (
	"no" text PRIMARY KEY NOT NULL,
	"match_id" text NOT NULL,
	"anchor_room_id" text NOT NULL,
	"title" text NOT NULL,
	"epoch" integer NOT NULL,
	"state_seq" bigint DEFAULT 0 NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"state" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_entry" (
	"chat_room_no" text NOT NULL,
	"epoch" integer NOT NULL,
	"seq" bigint NOT NULL,
	"id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" smallint NOT NULL,
	"author_user_id" text,
	"json" text NOT NULL,
	CONSTRAINT "room_entry_chat_room_no_epoch_seq_pk" PRIMARY KEY("chat_room_no","epoch","seq")
);
--> statement-breakpoint
CREATE TABLE "auth_event" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid,
	"kind" text NOT NULL,
	"code" integer,
	"device_id" text NOT NULL,
	"client_type" smallint NOT NULL,
	"ip" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_counter" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"device_id" text NOT NULL,
	"client_type" smallint NOT NULL,
	"client_class" text NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" integer,
	CONSTRAINT "session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "gift_order" ADD CONSTRAINT "gift_order_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_order" ADD CONSTRAINT "gift_order_gift_id_gift_id_fk" FOREIGN KEY ("gift_id") REFERENCES "public"."gift"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gift_order" ADD CONSTRAINT "gift_order_tx_id_ledger_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."ledger_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_tx_id_ledger_tx_id_fk" FOREIGN KEY ("tx_id") REFERENCES "public"."ledger_tx"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_invited_by_member_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gift_order_ranking" ON "gift_order" USING btree ("anchor_room_id","created_at");--> statement-breakpoint
CREATE INDEX "gift_order_undelivered" ON "gift_order" USING btree ("created_at") WHERE status = 'charged';--> statement-breakpoint
CREATE INDEX "ledger_entry_of_account" ON "ledger_entry" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "ledger_tx_coin_purchases" ON "ledger_tx" USING btree ("ref_id","created_at") WHERE type = 'coin-buy';--> statement-breakpoint
CREATE UNIQUE INDEX "member_phone_per_site" ON "member" USING btree ("site_id","phone_hash");--> statement-breakpoint
CREATE INDEX "chat_audit_of_room" ON "chat_audit" USING btree ("chat_room_no","at");--> statement-breakpoint
CREATE INDEX "chat_mute_live" ON "chat_mute" USING btree ("chat_room_no","member_id","until") WHERE lifted_at is null;--> statement-breakpoint
CREATE INDEX "room_entry_gift_order" ON "room_entry" USING btree (((json::jsonb)->'data'->>'giftOrderNo')) WHERE kind = 3;--> statement-breakpoint
CREATE INDEX "auth_event_of_member" ON "auth_event" USING btree ("member_id","at");--> statement-breakpoint
CREATE INDEX "auth_event_at" ON "auth_event" USING brin ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "session_live" ON "session" USING btree ("member_id","client_class") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "session_of_member" ON "session" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE INDEX "session_live_expiry" ON "session" USING btree ("expires_at") WHERE revoked_at is null;