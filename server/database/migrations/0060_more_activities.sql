-- H: activities can pay points. Each has a seed from its start on, whose hash is published; tickets have a number.
ALTER TABLE activity DROP CONSTRAINT activity_currency;
--> statement-breakpoint
ALTER TABLE activity ADD CONSTRAINT activity_currency CHECK (currency IN ('CNY', 'USDT', 'COIN', 'POINT'));
--> statement-breakpoint
ALTER TABLE activity ADD COLUMN seed text NOT NULL DEFAULT '';
--> statement-breakpoint
CREATE UNIQUE INDEX activity_state_ticket ON activity_state (activity_id, ((data->>'ticket')::integer))
  WHERE data ? 'ticket';
