ALTER TABLE bank_card ADD COLUMN branch text DEFAULT '' NOT NULL;
