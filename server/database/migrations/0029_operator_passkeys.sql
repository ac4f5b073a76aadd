CREATE TABLE "operator_passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL REFERENCES "public"."operator"("id"),
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"label" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "operator_passkey_of_operator" ON "operator_passkey" USING btree ("operator_id");--> statement-breakpoint
ALTER TABLE "webauthn_challenge" ADD COLUMN "operator_id" uuid REFERENCES "public"."operator"("id");--> statement-breakpoint
ALTER TABLE "webauthn_challenge" ADD CONSTRAINT "webauthn_challenge_one_owner" CHECK (member_id is null or operator_id is null);
