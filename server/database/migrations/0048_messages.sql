-- H: message. One row for all its members; what a member did with it is a row of `message_state`, made on demand.
CREATE TABLE message (
  id uuid PRIMARY KEY,
  kind text NOT NULL,
  audience text NOT NULL,
  vip_min integer,
  vip_max integer,
  member_id uuid REFERENCES member(id),
  title text NOT NULL,
  content text NOT NULL,
  jump_url text NOT NULL,
  operator text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  publish_at timestamp (3) with time zone NOT NULL,
  recalled_at timestamp (3) with time zone,
  CONSTRAINT message_kind_known CHECK (kind IN ('public', 'private', 'notice')),
  CONSTRAINT message_audience_known CHECK (audience IN ('all', 'grade', 'member')),
  CONSTRAINT message_member CHECK ((audience = 'member') = (member_id IS NOT NULL)),
  CONSTRAINT message_grades CHECK ((audience = 'grade') = (vip_min IS NOT NULL AND vip_max IS NOT NULL)
    AND (audience <> 'grade' OR vip_min BETWEEN 0 AND vip_max))
);
--> statement-breakpoint
CREATE INDEX message_of_many ON message (kind, publish_at) WHERE member_id IS NULL;
--> statement-breakpoint
CREATE INDEX message_of_member ON message (member_id, kind, publish_at) WHERE member_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX message_published ON message (publish_at);
--> statement-breakpoint
CREATE INDEX message_recalled ON message (recalled_at) WHERE recalled_at IS NOT NULL;
--> statement-breakpoint
CREATE TABLE message_state (
  member_id uuid NOT NULL REFERENCES member(id),
  message_id uuid NOT NULL REFERENCES message(id) ON DELETE CASCADE,
  read_at timestamp (3) with time zone,
  deleted_at timestamp (3) with time zone,
  is_top boolean DEFAULT false NOT NULL,
  PRIMARY KEY (member_id, message_id)
);
--> statement-breakpoint
CREATE INDEX message_state_of_message ON message_state (message_id);
--> statement-breakpoint
-- One-key read and delete: messages published until these times are read or deleted.
CREATE TABLE message_watermark (
  member_id uuid NOT NULL REFERENCES member(id),
  kind text NOT NULL,
  read_until timestamp (3) with time zone,
  deleted_until timestamp (3) with time zone,
  PRIMARY KEY (member_id, kind),
  CONSTRAINT message_watermark_kind CHECK (kind IN ('public', 'private', 'notice'))
);
