ALTER TABLE "league" ADD COLUMN "id" text;
--> statement-breakpoint
ALTER TABLE "league" ADD COLUMN "sport_id" text;
--> statement-breakpoint
ALTER TABLE "match" ADD COLUMN "event_id" text;
--> statement-breakpoint
UPDATE "league" SET "id" = 'l-' || substr(md5("name"), 1, 12), "sport_id" = 's-' || substr(md5("sport"), 1, 12);
--> statement-breakpoint
UPDATE "match" SET "event_id" = "eid";
--> statement-breakpoint
ALTER TABLE "league" ALTER COLUMN "id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "league" ALTER COLUMN "sport_id" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "match" ALTER COLUMN "event_id" SET NOT NULL;
