-- Lists of a member or of the console that skipped most of the rows that they read (decision 199).
CREATE INDEX wallet_order_of_kind ON wallet_order (member_id, kind, created_at, order_no);
--> statement-breakpoint
CREATE INDEX wallet_order_deposits ON wallet_order (member_id, updated_at) WHERE kind IN ('deposit', 'speedDeposit');
--> statement-breakpoint
CREATE INDEX wallet_order_pending ON wallet_order (updated_at, order_no)
  WHERE NOT is_final AND NOT (kind = 'deposit' AND status IN ('4', '5'));
--> statement-breakpoint
CREATE INDEX wallet_order_pending_of_member ON wallet_order (member_id, kind)
  WHERE NOT is_final AND NOT (kind = 'deposit' AND status IN ('4', '5'));
--> statement-breakpoint
CREATE INDEX rg_limit_of_member ON rg_limit (member_id) WHERE status <> 'ended';
--> statement-breakpoint
CREATE INDEX security_notice_open ON security_notice (member_id, at, id) WHERE acknowledged_at IS NULL;
--> statement-breakpoint
CREATE INDEX order_event_of_operators ON order_event (at, order_no) WHERE actor = 'operator';
--> statement-breakpoint
CREATE INDEX coin_adjustment_of_state ON coin_adjustment (state, id);
--> statement-breakpoint
CREATE INDEX coin_adjustment_of_member_and_state ON coin_adjustment (member_id, state, id);
--> statement-breakpoint
CREATE INDEX usdt_quote_used ON usdt_quote (member_id, used_tx);
--> statement-breakpoint
DROP INDEX usdt_quote_of_member;
