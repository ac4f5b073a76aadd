-- Whether a member has spoken is found without reading the logs of rooms.
CREATE INDEX room_entry_text_author ON room_entry (author_user_id) WHERE kind = 1;
--> statement-breakpoint
-- The friends whom a member has invited.
CREATE INDEX member_invited_by ON member (invited_by) WHERE invited_by IS NOT NULL;
