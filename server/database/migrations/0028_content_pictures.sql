CREATE TABLE content_picture (
  hash text PRIMARY KEY,
  type text NOT NULL,
  bytes bytea NOT NULL,
  created_at timestamp (3) with time zone NOT NULL
);
