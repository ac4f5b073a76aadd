CREATE TABLE "match_record" (
	"eid" text PRIMARY KEY NOT NULL,
	"record" jsonb NOT NULL
);
