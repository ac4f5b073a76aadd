ALTER TABLE content_item DROP CONSTRAINT content_item_kind_known;
--> statement-breakpoint
ALTER TABLE content_item ADD CONSTRAINT content_item_kind_known CHECK (kind IN (
  'announcement', 'banner', 'floatWindow', 'news', 'expert', 'tip', 'help', 'navigation'));
--> statement-breakpoint
-- The slug of a help article is part of its URL.
CREATE UNIQUE INDEX content_item_help_slug ON content_item ((body ->> 'slug')) WHERE kind = 'help';
