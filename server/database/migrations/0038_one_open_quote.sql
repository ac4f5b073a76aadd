-- A member has one open quote: several open ones were a choice between rates. Open quotes live for seconds.
DELETE FROM usdt_quote WHERE used_tx IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX usdt_quote_open ON usdt_quote (member_id) WHERE used_tx IS NULL;
