CREATE TABLE "anchor_follow" (
	"member_id" uuid NOT NULL,
	"anchor_key" text NOT NULL,
	"followed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "anchor_follow_member_id_anchor_key_pk" PRIMARY KEY("member_id","anchor_key")
);
--> statement-breakpoint
CREATE TABLE "room_visit" (
	"member_id" uuid NOT NULL,
	"chat_room_no" text NOT NULL,
	"visited_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "room_visit_member_id_chat_room_no_pk" PRIMARY KEY("member_id","chat_room_no")
);
--> statement-breakpoint
CREATE TABLE "team_follow" (
	"member_id" uuid NOT NULL,
	"team_key" text NOT NULL,
	"followed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_follow_member_id_team_key_pk" PRIMARY KEY("member_id","team_key")
);
--> statement-breakpoint
ALTER TABLE "anchor_follow" ADD CONSTRAINT "anchor_follow_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_visit" ADD CONSTRAINT "room_visit_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_follow" ADD CONSTRAINT "team_follow_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "room_visit_newest" ON "room_visit" USING btree ("member_id","visited_at");