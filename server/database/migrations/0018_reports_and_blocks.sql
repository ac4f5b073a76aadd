CREATE TABLE "report_case" (
	"id" uuid PRIMARY KEY NOT NULL,
	"chat_room_no" text NOT NULL,
	"entry_id" text NOT NULL,
	"user_id" text NOT NULL,
	"member_name" text NOT NULL,
	"context" jsonb NOT NULL,
	"complaints" jsonb NOT NULL,
	"reports" integer NOT NULL,
	"outcome" text,
	"decision_reason" text,
	"decided_by" text,
	"decided_at" timestamp (3) with time zone,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_case_entry_unique" UNIQUE("chat_room_no","entry_id"),
	CONSTRAINT "report_case_outcome_known" CHECK (outcome in ('dismiss', 'delete', 'mute', 'ban')),
	CONSTRAINT "report_case_decided_whole" CHECK ((outcome is null) = (decided_at is null) and (outcome is null) = (decided_by is null))
);
--> statement-breakpoint
CREATE INDEX "report_case_open" ON "report_case" USING btree ("id") WHERE outcome is null;--> statement-breakpoint
CREATE INDEX "report_case_of_author" ON "report_case" USING btree ("user_id");--> statement-breakpoint
CREATE TABLE "blocked_term" (
	"term" text PRIMARY KEY NOT NULL,
	"operator" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_block" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"reason" text NOT NULL,
	"operator" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "access_block_value_unique" UNIQUE("kind","value"),
	CONSTRAINT "access_block_kind_known" CHECK (kind in ('address', 'device'))
);
