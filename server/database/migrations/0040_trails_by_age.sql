-- Rows of an audit trail may be deleted when they are older than their period, by anybody, and changed in one way each.
-- There is no setting any more that lifts these rules. Only the owner of the tables can, which the application is not
-- (docs/operations.md).
CREATE TABLE retention_rule (
  name text PRIMARY KEY,
  days integer NOT NULL CHECK (days >= 1)
);
--> statement-breakpoint
INSERT INTO retention_rule (name, days) VALUES ('audit', 730);
--> statement-breakpoint
-- The search path is fixed: a temporary table of the caller must not replace a table of the rule.
CREATE FUNCTION refuse_young_row() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_days integer := (SELECT days FROM public.retention_rule WHERE name = TG_ARGV[0]);
BEGIN
  IF v_days IS NULL OR OLD.at > now() - make_interval(days => v_days) THEN
    RAISE EXCEPTION 'rows of % are kept for % days', TG_TABLE_NAME, v_days USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
DROP TRIGGER audit_log_stays ON audit_log;
--> statement-breakpoint
CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_young_row('audit');
--> statement-breakpoint
DROP TRIGGER chat_audit_append_only ON chat_audit;
--> statement-breakpoint
CREATE TRIGGER chat_audit_append_only BEFORE TRUNCATE ON chat_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER chat_audit_ages BEFORE DELETE ON chat_audit
  FOR EACH ROW EXECUTE FUNCTION refuse_young_row('audit');
--> statement-breakpoint
DROP TRIGGER chat_audit_stays ON chat_audit;
--> statement-breakpoint
-- The erasure of a member replaces the name by the placeholder, and nothing else.
CREATE FUNCTION refuse_other_name() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF to_jsonb(NEW) <> jsonb_set(to_jsonb(OLD), '{target,memberName}', to_jsonb('已注销'::text), false) THEN
    RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER chat_audit_stays BEFORE UPDATE ON chat_audit
  FOR EACH ROW EXECUTE FUNCTION refuse_other_name();
--> statement-breakpoint
DROP TRIGGER auth_event_append_only ON auth_event;
--> statement-breakpoint
CREATE TRIGGER auth_event_append_only BEFORE TRUNCATE ON auth_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
DROP TRIGGER auth_event_stays ON auth_event;
--> statement-breakpoint
-- The retention of addresses truncates them, and changes nothing else.
CREATE FUNCTION refuse_other_address() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF to_jsonb(NEW) <> jsonb_set(to_jsonb(OLD), '{ip}', to_jsonb(public.truncated_address(OLD.ip))) THEN
    RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER auth_event_stays BEFORE UPDATE ON auth_event
  FOR EACH ROW EXECUTE FUNCTION refuse_other_address();
--> statement-breakpoint
DROP FUNCTION refuse_other_columns();
--> statement-breakpoint
DROP FUNCTION refuse_outside_maintenance();
