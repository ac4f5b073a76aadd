-- Time of the claim of a report whose decision is being carried out. A claim of a process that has died ends after a minute.
ALTER TABLE report_case ADD COLUMN claimed_at timestamp (3) with time zone;
