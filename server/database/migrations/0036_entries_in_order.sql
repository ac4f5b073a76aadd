-- Entries of an account in the order of their transactions: ids of transactions begin with their time, so that a page
-- of records reads as many rows as it shows.
CREATE INDEX "ledger_entry_of_account_in_order" ON "ledger_entry" USING btree ("account_id","tx_id");--> statement-breakpoint
DROP INDEX "ledger_entry_of_account";--> statement-breakpoint
ALTER INDEX "ledger_entry_of_account_in_order" RENAME TO "ledger_entry_of_account";
