CREATE TABLE "chat_report" (
	"chat_room_no" text NOT NULL,
	"entry_id" text NOT NULL,
	"member_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "chat_report_chat_room_no_entry_id_member_id_pk" PRIMARY KEY("chat_room_no","entry_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "chat_room" ADD COLUMN "words" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "chat_report_of_room" ON "chat_report" USING btree ("chat_room_no","at");