CREATE TABLE "short_url" (
	"code" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "short_url_path_unique" UNIQUE("path")
);
--> statement-breakpoint
CREATE TABLE "upload" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"type" text NOT NULL,
	"size" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "upload_has_its_size" CHECK ("upload"."size" = octet_length("upload"."bytes"))
);
--> statement-breakpoint
ALTER TABLE "upload" ADD CONSTRAINT "upload_member_id_member_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."member"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "short_url_created" ON "short_url" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "upload_of_member" ON "upload" USING btree ("member_id");--> statement-breakpoint
-- What became of a money call (settled 7): its transaction, its refusal, or nothing. In the last case the key is closed, so
-- that a late copy of the call is a conflict (10010) and cannot book any more. Calls with one key queue here and there.
CREATE FUNCTION operation_result(p_idem_key text, p_at timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_answer jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(p_idem_key, 1));
  SELECT jsonb_build_object('code', 0, 'type', t.type, 'order', o.id, 'total', o.total, 'comboCount', o.combo_count,
    'balance', e.balance_after) INTO v_answer
  FROM ledger_tx t JOIN ledger_entry e ON e.tx_id = t.id AND e.seq = 1 LEFT JOIN gift_order o ON o.tx_id = t.id
  WHERE t.idem_key = p_idem_key;
  IF NOT FOUND THEN
    SELECT jsonb_build_object('code', code, 'closed', content_hash = 'closed') INTO v_answer
    FROM ledger_refusal WHERE idem_key = p_idem_key;
  END IF;
  IF NOT FOUND THEN
    v_answer := jsonb_build_object('code', ledger_refuse(p_idem_key, 'closed', 10010, p_at), 'closed', true);
  END IF;
  RETURN v_answer;
END $$;
