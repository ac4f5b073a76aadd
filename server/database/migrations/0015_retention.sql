-- Maintenance (retention, deletion of a member's data) may change trails that are append only for everything else.
CREATE FUNCTION refuse_outside_maintenance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('grandstand.maintaining', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION '% is append only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An update may change one column only, named by the trigger.
CREATE FUNCTION refuse_other_columns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - TG_ARGV[0] <> to_jsonb(OLD) - TG_ARGV[0] THEN
    RAISE EXCEPTION 'only % of % may change', TG_ARGV[0], TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER auth_event_append_only ON auth_event;
--> statement-breakpoint
CREATE TRIGGER auth_event_append_only BEFORE UPDATE OR TRUNCATE ON auth_event
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_maintenance();
--> statement-breakpoint
CREATE TRIGGER auth_event_stays BEFORE UPDATE ON auth_event
  FOR EACH ROW EXECUTE FUNCTION refuse_other_columns('ip');
--> statement-breakpoint
DROP TRIGGER chat_audit_append_only ON chat_audit;
--> statement-breakpoint
CREATE TRIGGER chat_audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON chat_audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_maintenance();
--> statement-breakpoint
CREATE TRIGGER chat_audit_stays BEFORE UPDATE ON chat_audit
  FOR EACH ROW EXECUTE FUNCTION refuse_other_columns('target');
--> statement-breakpoint
DROP TRIGGER audit_log_append_only ON audit_log;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log_stays BEFORE DELETE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_outside_maintenance();
--> statement-breakpoint
-- The network of an address: 24 bits of IPv4, 48 bits of IPv6; empty for other texts.
CREATE FUNCTION truncated_address(p_address text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  v_address inet;
BEGIN
  v_address := regexp_replace(p_address, '^::ffff:(\d+\.\d+\.\d+\.\d+)$', '\1', 'i')::inet;
  RETURN network(set_masklen(v_address, CASE family(v_address) WHEN 4 THEN 24 ELSE 48 END))::text;
EXCEPTION WHEN invalid_text_representation THEN
  RETURN '';
END $$;
