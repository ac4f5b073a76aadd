ALTER TABLE "session" ADD COLUMN "device_name" text DEFAULT '' NOT NULL;
