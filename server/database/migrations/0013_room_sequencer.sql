CREATE TABLE "room_sequencer" (
	"name" text PRIMARY KEY NOT NULL,
	"holder" text NOT NULL,
	"fence" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
