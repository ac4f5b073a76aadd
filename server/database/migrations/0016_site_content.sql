CREATE TABLE "content_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"body" jsonb NOT NULL,
	"is_published" boolean NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "content_item_kind_known" CHECK (kind in ('announcement', 'banner', 'floatWindow')),
	CONSTRAINT "content_item_window" CHECK (starts_at < ends_at)
);
--> statement-breakpoint
CREATE INDEX "content_item_of_kind" ON "content_item" USING btree ("kind","id");--> statement-breakpoint
CREATE TABLE "site_revision" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"subject" text NOT NULL,
	"version" integer NOT NULL,
	"value" jsonb,
	"operator_id" uuid NOT NULL REFERENCES "public"."operator"("id"),
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_revision_of_subject" UNIQUE("subject","version")
);
