CREATE TABLE "live_anchor" (
	"id" uuid PRIMARY KEY NOT NULL,
	"no" integer NOT NULL,
	"nick" text NOT NULL,
	"operator_id" uuid REFERENCES "public"."operator"("id"),
	"stream_key_hash" text,
	"stream_key_at" timestamp (3) with time zone,
	"max_kbps" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "live_anchor_no_unique" UNIQUE("no"),
	CONSTRAINT "live_anchor_nick_unique" UNIQUE("nick"),
	CONSTRAINT "live_anchor_operator_id_unique" UNIQUE("operator_id"),
	CONSTRAINT "live_anchor_max_kbps_positive" CHECK (max_kbps > 0)
);
--> statement-breakpoint
CREATE TABLE "live_room" (
	"id" uuid PRIMARY KEY NOT NULL,
	"anchor_id" uuid NOT NULL REFERENCES "public"."live_anchor"("id"),
	"title" text NOT NULL,
	"intro" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"is_gift_open" boolean DEFAULT true NOT NULL,
	"has_test_picture" boolean DEFAULT false NOT NULL,
	"cover_hash" text,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "live_room_anchor_id_unique" UNIQUE("anchor_id"),
	CONSTRAINT "live_room_title_unique" UNIQUE("title")
);
--> statement-breakpoint
CREATE TABLE "live_room_admin" (
	"room_id" uuid NOT NULL REFERENCES "public"."live_room"("id"),
	"member_id" uuid NOT NULL REFERENCES "public"."member"("id"),
	CONSTRAINT "live_room_admin_pk" PRIMARY KEY("room_id","member_id")
);
--> statement-breakpoint
CREATE INDEX "live_room_admin_of_member" ON "live_room_admin" USING btree ("member_id");--> statement-breakpoint
CREATE TABLE "live_cover" (
	"room_id" uuid PRIMARY KEY NOT NULL REFERENCES "public"."live_room"("id"),
	"type" text NOT NULL,
	"bytes" "bytea" NOT NULL
);
