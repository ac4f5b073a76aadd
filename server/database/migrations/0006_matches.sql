CREATE TABLE "league" (
	"name" text PRIMARY KEY NOT NULL,
	"sport" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team" (
	"key" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"crest" text NOT NULL,
	"ground" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "anchor" (
	"key" text PRIMARY KEY NOT NULL,
	"nick" text NOT NULL,
	"logo" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "match" (
	"eid" text PRIMARY KEY NOT NULL,
	"match_id" text NOT NULL UNIQUE,
	"chat_room_no" text NOT NULL UNIQUE,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"league" text NOT NULL REFERENCES "public"."league"("name"),
	"home_team" text NOT NULL REFERENCES "public"."team"("key"),
	"away_team" text NOT NULL REFERENCES "public"."team"("key"),
	"anchor" text NOT NULL REFERENCES "public"."anchor"("key"),
	"venue_name" text NOT NULL,
	"weather" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"round" text NOT NULL,
	"kick_off_at" timestamp (3) with time zone NOT NULL,
	"phase" text NOT NULL,
	"phase_started_at" timestamp (3) with time zone NOT NULL,
	"home_score" integer NOT NULL,
	"guest_score" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "match_event" (
	"eid" text NOT NULL REFERENCES "public"."match"("eid"),
	"position" integer NOT NULL,
	"event" jsonb NOT NULL,
	CONSTRAINT "match_event_eid_position_pk" PRIMARY KEY("eid","position")
);
--> statement-breakpoint
CREATE TABLE "stream_source" (
	"anchor_room_id" text PRIMARY KEY NOT NULL,
	"eid" text NOT NULL UNIQUE REFERENCES "public"."match"("eid"),
	"anchor_status" integer NOT NULL,
	"has_vertical_anchor" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "odds" (
	"eid" text PRIMARY KEY NOT NULL REFERENCES "public"."match"("eid"),
	"quote" jsonb NOT NULL
);
