CREATE TABLE "verify_challenge" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"scene" text NOT NULL,
	"key_hash" text NOT NULL,
	"member_id" uuid,
	"device_id" text NOT NULL,
	"answer" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "verify_challenge_kind_known" CHECK ("verify_challenge"."kind" in ('code', 'ticket'))
);
--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "email_enc" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "email_hash" text;--> statement-breakpoint
ALTER TABLE "member" ADD COLUMN "passkey_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "verify_challenge" ADD CONSTRAINT "verify_challenge_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "verify_challenge_key" ON "verify_challenge" USING btree ("key_hash","created_at");--> statement-breakpoint
CREATE INDEX "verify_challenge_of_member" ON "verify_challenge" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "verify_challenge_expiry" ON "verify_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "member_email_per_site" ON "member" USING btree ("site_id","email_hash");--> statement-breakpoint
CREATE INDEX "session_of_device" ON "session" USING btree ("device_id");
