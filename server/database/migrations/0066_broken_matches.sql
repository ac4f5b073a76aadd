-- A broken match stays so after a restart, also if its feed has dropped it: its bets were refunded.
ALTER TABLE match ADD COLUMN broken text CHECK (broken IN ('abandoned', 'postponed'));
