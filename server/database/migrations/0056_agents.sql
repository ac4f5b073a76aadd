-- Invitations: `invited_by` is the edge to the inviter. It is set when a member is created, from a member who exists, and
-- never moved, so there are no cycles. The referral code is stored, so that it can be looked up alone.
ALTER TABLE member ADD COLUMN r_code text;
--> statement-breakpoint
UPDATE member m SET r_code = c.code FROM (
  SELECT id, code, count(*) OVER (PARTITION BY code) AS same FROM (
    SELECT o.id, (SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
        (get_byte(sha256(convert_to('referral ' || o.id::text, 'UTF8')), n) & 31) + 1, 1), '' ORDER BY n)
      FROM generate_series(0, 5) n) AS code
    FROM member o WHERE o.i_code IS NOT NULL) codes) c
WHERE c.id = m.id AND c.same = 1;
--> statement-breakpoint
ALTER TABLE member ADD CONSTRAINT member_r_code_unique UNIQUE (r_code);
--> statement-breakpoint
ALTER TABLE member ADD CONSTRAINT member_invited_by_other CHECK (invited_by <> id);
--> statement-breakpoint
CREATE INDEX member_of_inviter ON member (invited_by, created_at) WHERE invited_by IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION keep_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the inviter of a member cannot be changed' USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER member_keeps_inviter BEFORE UPDATE OF invited_by ON member FOR EACH ROW
  WHEN (NEW.invited_by IS NOT NULL AND NEW.invited_by IS DISTINCT FROM OLD.invited_by)
  EXECUTE FUNCTION keep_inviter();
--> statement-breakpoint
CREATE TABLE agent_application (
  id uuid PRIMARY KEY,
  member_id uuid NOT NULL REFERENCES member(id),
  contact_enc text NOT NULL,
  channel text NOT NULL,
  note text NOT NULL,
  status integer NOT NULL,
  reason text NOT NULL,
  operator text NOT NULL,
  version integer NOT NULL,
  created_at timestamp (3) with time zone NOT NULL,
  decided_at timestamp (3) with time zone,
  CONSTRAINT agent_application_status_known CHECK (status BETWEEN 1 AND 4)
);
--> statement-breakpoint
CREATE UNIQUE INDEX agent_application_waiting ON agent_application (member_id) WHERE status = 1;
--> statement-breakpoint
CREATE INDEX agent_application_of_member ON agent_application (member_id, created_at);
--> statement-breakpoint
CREATE INDEX agent_application_by_status ON agent_application (status, created_at);
