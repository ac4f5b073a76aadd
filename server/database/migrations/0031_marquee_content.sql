ALTER TABLE content_item DROP CONSTRAINT content_item_kind_known;
--> statement-breakpoint
ALTER TABLE content_item ADD CONSTRAINT content_item_kind_known CHECK (kind IN (
  'announcement', 'banner', 'floatWindow', 'marquee', 'news', 'expert', 'tip', 'help', 'question', 'contact',
  'navigation'));
