CREATE TABLE "match_correction" (
	"eid" text PRIMARY KEY NOT NULL,
	"chat_room_no" text NOT NULL,
	"home_score" integer,
	"guest_score" integer,
	"phase" text,
	"phase_started_at" timestamp (3) with time zone,
	"anchor_status" integer,
	"reason" text NOT NULL,
	"operator" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "match_correction_whole_score" CHECK ((home_score is null) = (guest_score is null)),
	CONSTRAINT "match_correction_whole_clock" CHECK ((phase is null) = (phase_started_at is null)),
	CONSTRAINT "match_correction_not_empty" CHECK (home_score is not null or phase is not null or anchor_status is not null),
	CONSTRAINT "match_correction_anchor_known" CHECK (anchor_status between 0 and 3),
	CONSTRAINT "match_correction_score_positive" CHECK (home_score >= 0 and guest_score >= 0)
);
