import { sql } from 'drizzle-orm'
import type { Transaction } from '../../database/database.ts'

/** Objects of extensions, which share the schema, are not ours. */
const NOT_OF_EXTENSION = sql.raw(`not exists (
  select from pg_depend d where d.objid = object.oid and d.deptype = 'e' and d.classid = object.tableoid)`)

/** Names of the tables of this program, in order. */
export async function tableNames(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select relname as name from pg_class object
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and ${NOT_OF_EXTENSION} order by 1`)
  return rows.map(({ name }) => name)
}

export async function hasTables(tx: Transaction): Promise<boolean> {
  return (await tableNames(tx)).length > 0
}

/** Columns of a table, in order. */
export async function columnsOf(tx: Transaction, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await tx.execute<{ name: string; type: string }>(sql`
    select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = (quote_ident('public') || '.' || quote_ident(${table}))::regclass and attnum > 0 and not attisdropped
    order by attnum`)
  return rows
}

/** Time of the newest migration, epoch milliseconds; 0 if there is none. */
export async function newestMigration(tx: Transaction): Promise<number> {
  const { rows } = await tx.execute<{ last: number | null }>(
    sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
  )
  return rows[0]?.last ?? 0
}

/** Drops all tables, functions and types of this program, and its records of migrations. */
export async function dropAll(tx: Transaction): Promise<void> {
  for (const name of await tableNames(tx)) await tx.execute(sql`drop table public.${sql.identifier(name)} cascade`)
  const { rows: functions } = await tx.execute<{ name: string }>(sql`
    select object.oid::regprocedure::text as name from pg_proc object
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and ${NOT_OF_EXTENSION}`)
  for (const { name } of functions) await tx.execute(sql.raw(`drop routine if exists ${name} cascade`))
  const { rows: types } = await tx.execute<{ name: string }>(sql`
    select object.oid::regtype::text as name from pg_type object join pg_class of_type on of_type.oid = object.typrelid
    where object.typnamespace = 'public'::regnamespace and of_type.relkind = 'c' and ${NOT_OF_EXTENSION}`)
  for (const { name } of types) await tx.execute(sql.raw(`drop type if exists ${name} cascade`))
  await tx.execute(sql`drop schema if exists drizzle cascade`)
}

/** A foreign key with the statement that creates it. */
interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Runs work in which rows may arrive in any order and triggers do not fire, which the owner of the tables may do. Foreign
 * keys are checked afterwards.
 */
export async function withoutTriggers(tx: Transaction, work: () => Promise<void>): Promise<void> {
  const tables = await tableNames(tx)
  const { rows: keys } = await tx.execute<ForeignKey & Record<string, unknown>>(sql`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  for (const { table, name } of keys) await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`))
  for (const table of tables) await tx.execute(sql`alter table public.${sql.identifier(table)} disable trigger user`)
  await work()
  for (const table of tables) await tx.execute(sql`alter table public.${sql.identifier(table)} enable trigger user`)
  for (const { table, name, definition } of keys) {
    await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`))
  }
}
