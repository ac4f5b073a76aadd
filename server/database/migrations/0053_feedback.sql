-- H: feedback, with the texts of its thread. `message_id` is the private message that tells the member about an answer.
CREATE TABLE feedback (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  type text NOT NULL,
  content text NOT NULL,
  images jsonb NOT NULL,
  status text NOT NULL,
  version integer NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  updated_at timestamp (3) with time zone NOT NULL,
  CONSTRAINT feedback_status_known CHECK (status IN ('0', '1', '2')),
  CONSTRAINT feedback_content_limited CHECK (char_length(content) BETWEEN 1 AND 500),
  CONSTRAINT feedback_images_limited CHECK (jsonb_typeof(images) = 'array' AND jsonb_array_length(images) <= 3)
);
--> statement-breakpoint
CREATE INDEX feedback_of_member ON feedback (member_id, updated_at);
--> statement-breakpoint
CREATE INDEX feedback_by_status ON feedback (status, updated_at);
--> statement-breakpoint
CREATE TABLE feedback_reply (
  id uuid PRIMARY KEY,
  feedback_id uuid NOT NULL REFERENCES feedback(id) ON DELETE CASCADE,
  member_id uuid NOT NULL REFERENCES member(id),
  operator text,
  content text NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  message_id uuid REFERENCES message(id) ON DELETE SET NULL,
  CONSTRAINT feedback_reply_content_limited CHECK (char_length(content) BETWEEN 1 AND 500)
);
--> statement-breakpoint
CREATE INDEX feedback_reply_of_feedback ON feedback_reply (feedback_id, created_at);
--> statement-breakpoint
CREATE INDEX feedback_reply_of_member ON feedback_reply (member_id);
--> statement-breakpoint
CREATE INDEX feedback_reply_of_message ON feedback_reply (message_id) WHERE message_id IS NOT NULL;
