-- A picture that its member has removed stays as long as an open order needs it as proof.
ALTER TABLE upload ADD COLUMN removed_at timestamp (3) with time zone;
