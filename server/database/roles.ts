import { sql, type SQL } from 'drizzle-orm'
import type { DatabaseLog, DrizzleDatabase } from './database.ts'
import type { RetentionDays } from '../config/database-settings.ts'

/** Rights of a PostgreSQL role on the tables of this program. */
export interface RoleRights {
  readonly name: string
  /** The role owns the tables, is a member of their owner, or is a superuser: rules of the database do not bind it. */
  readonly isOwner: boolean
  /** Tables of which the role may not read or write rows. */
  readonly missing: readonly string[]
}

/** Rights of the connected role; null for a database without tables. */
export async function roleRights(db: Pick<DrizzleDatabase, 'execute'>): Promise<RoleRights | null> {
  const { rows } = await db.execute<
    { name: string; isOwner: boolean; missing: string[] } & Record<string, unknown>
  >(sql`
    select current_user::text as name, bool_or(pg_has_role(relowner, 'MEMBER')) as "isOwner",
      coalesce(array_agg(relname::text order by relname) filter (
        where not has_table_privilege(oid, 'select')
          or (relname <> 'retention_rule' and not has_table_privilege(oid, 'insert'))), '{}') as missing
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' having count(*) > 0`)
  return rows[0] ?? null
}

/**
 * Lets a role read and write rows, and nothing else: it can neither change the schema nor remove a trigger. Call as the
 * owner, after each migration.
 */
export async function grantToApplication(db: DrizzleDatabase, role: string): Promise<void> {
  const name = sql.identifier(role)
  const statements: readonly SQL[] = [
    sql`revoke create on schema public from public`,
    sql`grant usage on schema public, drizzle to ${name}`,
    sql`grant select on all tables in schema drizzle to ${name}`,
    sql`grant select, insert, update, delete on all tables in schema public to ${name}`,
    sql`grant usage, select, update on all sequences in schema public to ${name}`,
    sql`revoke insert, update, delete on retention_rule from ${name}`,
    sql`revoke update on audit_log from ${name}`,
  ]
  await db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement)
  })
}

/**
 * Writes the period of the audit trails into the database, which enforces it. A role that may not change it keeps the
 * period of the owner, and logs that.
 */
export async function enforceRetention(
  db: Pick<DrizzleDatabase, 'execute'>,
  { audit }: RetentionDays,
  log: DatabaseLog,
): Promise<void> {
  const { rows } = await db.execute<{ days: number; mayChange: boolean }>(sql`
    select days, has_table_privilege('public.retention_rule', 'update') as "mayChange"
    from retention_rule where name = 'audit'`)
  const [rule] = rows
  if (rule?.days === audit) return
  if (rule?.mayChange !== true) {
    const message = 'the database keeps audit trails for another period than RETENTION_DAYS: run npm run migrate'
    return log.warn({ configured: audit, enforced: rule?.days ?? null }, message)
  }
  await db.execute(sql`update retention_rule set days = ${audit} where name = 'audit'`)
}
