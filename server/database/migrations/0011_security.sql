ALTER TABLE "member" ADD COLUMN "password_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "nickname_changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "holder_name" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "idle_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE TABLE "withdraw_pwd" (
	"member_id" uuid PRIMARY KEY NOT NULL REFERENCES "public"."member"("id"),
	"hash" text NOT NULL,
	"fail_count" smallint DEFAULT 0 NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "public"."member"("id"),
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webauthn_challenge" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"member_id" uuid REFERENCES "public"."member"("id"),
	"device_id" text NOT NULL,
	"challenge" text NOT NULL,
	"origin" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_notice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "public"."member"("id"),
	"kind" text NOT NULL,
	"device_id" text NOT NULL,
	"address" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"acknowledged_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "usdt_address" (
	"member_id" uuid NOT NULL REFERENCES "public"."member"("id"),
	"chain" text NOT NULL,
	"address_enc" text NOT NULL,
	"address_hash" text NOT NULL,
	"last4" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "usdt_address_pk" PRIMARY KEY("member_id","chain","address_hash"),
	CONSTRAINT "usdt_address_status_known" CHECK (status in ('0', '1'))
);
--> statement-breakpoint
CREATE TABLE "member_material" (
	"member_id" uuid PRIMARY KEY NOT NULL REFERENCES "public"."member"("id"),
	"gender" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"qq" text DEFAULT '' NOT NULL,
	"wechat" text DEFAULT '' NOT NULL,
	"province" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"receiver" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "member_address" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL REFERENCES "public"."member"("id"),
	"receiver" text NOT NULL,
	"area_code" text NOT NULL,
	"phone" text NOT NULL,
	"province" text NOT NULL,
	"city" text NOT NULL,
	"detail" text NOT NULL,
	"is_default" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "passkey_of_member" ON "passkey" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "webauthn_challenge_expiry" ON "webauthn_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "security_notice_of_member" ON "security_notice" USING btree ("member_id","at");--> statement-breakpoint
CREATE INDEX "member_address_of_member" ON "member_address" USING btree ("member_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "member_address_default" ON "member_address" USING btree ("member_id") WHERE is_default;
