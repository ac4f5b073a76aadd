import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { StartError } from '../../config/start-error.ts'
import { MIGRATIONS_FOLDER } from '../../database/migrate.ts'
import { roleRights, type RoleRights } from '../../database/roles.ts'
import { connectDedicated } from '../../database/postgres.ts'
import { connectAll, connectTo } from '../../database/shared/redis-connection.ts'
import { evicts, versionProblem } from '../../database/shared/shared-state.ts'
import { codeOf, ok, problem, warning, type Check, type Finding } from './finding.ts'

const MIN_MAJOR = 15
const VERSION_UNIT = 10_000
/** The lock of the rooms, the migration at start, and a backup. */
const FURTHER_CONNECTIONS = 3

interface ServerState {
  readonly version: number
  readonly encoding: string
  readonly fsync: string
  readonly connections: number
  readonly mayCreate: boolean
  /** Null for an empty database. */
  readonly rights: RoleRights | null
  /** Time of the newest migration of the database, epoch milliseconds; null for an empty database. */
  readonly migrated: number | null
}

/** Reachability, version and settings of PostgreSQL, and whether this program knows the schema. */
export const checkDatabase: Check = async ({ config, isPublic, limitMs }) => {
  const { databaseUrl, databaseOwnerUrl, databaseLimits } = config
  if (databaseUrl === null) {
    const fix = 'Set DATABASE_URL to PostgreSQL for anything but a demo.'
    return [
      warning(
        'database',
        'The embedded database does not survive a power failure, and does not limit the time of statements.',
        fix,
      ),
    ]
  }
  try {
    const { client } = await connectDedicated(databaseUrl, limitMs)
    try {
      const state = await stateOf(client)
      const findings = problemsOf(state, databaseLimits.poolSize)
      const version = `PostgreSQL ${Math.floor(state.version / VERSION_UNIT)}.${state.version % VERSION_UNIT}`
      const rights = rightsProblems(state, {
        isPublic,
        hasOwnerUrl: databaseOwnerUrl !== null,
      })
      return [ok('database', `${version} responds. ${schemaText(state.migrated)}`), ...findings, ...rights]
    } finally {
      await client.end()
    }
  } catch (error) {
    const text = error instanceof StartError ? error.message : `PostgreSQL refuses a query (${codeOf(error)}).`
    return [problem('database', text, 'Start PostgreSQL, open its port to this machine, or correct DATABASE_URL.')]
  }
}

async function stateOf(client: pg.Client): Promise<ServerState> {
  const { rows } = await client.query<Omit<ServerState, 'migrated' | 'rights'> & { isMigrated: boolean }>(`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      current_setting('fsync') as fsync,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections,
      has_schema_privilege('public', 'create') as "mayCreate",
      to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated"`)
  const [state] = rows
  if (!state) throw new Error('no row')
  const rights = await roleRights(drizzle(client))
  if (!state.isMigrated) return { ...state, rights, migrated: null }
  const newest = await client.query<{ last: number | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  return { ...state, rights, migrated: newest.rows[0]?.last ?? null }
}

function newestMigration(): number {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).at(-1)?.folderMillis ?? 0
}

function schemaText(migrated: number | null): string {
  if (migrated === null) return 'It is empty; the first start creates the tables.'
  return migrated < newestMigration()
    ? 'The next start updates its schema: back it up before.'
    : 'Its schema is current.'
}

function problemsOf(state: ServerState, poolSize: number): Finding[] {
  const rules: readonly (readonly [boolean, Finding])[] = [
    [
      state.version < MIN_MAJOR * VERSION_UNIT,
      problem('database', `PostgreSQL ${MIN_MAJOR} or newer is needed.`, 'Upgrade PostgreSQL (pg_upgrade).'),
    ],
    [
      state.encoding !== 'UTF8',
      problem('database', `The encoding of the database is ${state.encoding}.`, 'Create it with ENCODING UTF8.'),
    ],
    [
      state.fsync === 'off',
      problem('database', 'fsync is off: a power failure destroys the database.', 'Set fsync = on in postgresql.conf.'),
    ],
    [
      state.connections < poolSize + FURTHER_CONNECTIONS,
      problem(
        'database',
        `PostgreSQL accepts ${state.connections} connections; this server needs ${poolSize + FURTHER_CONNECTIONS}.`,
        'Raise max_connections, or lower DATABASE_POOL_SIZE.',
      ),
    ],
    [
      !mayChange(state) && (state.migrated ?? 0) < newestMigration(),
      problem(
        'database',
        'The tables are missing or of an older version, and the role of DATABASE_URL may not change them.',
        'Run npm run migrate with DATABASE_OWNER_URL.',
      ),
    ],
    [
      (state.migrated ?? 0) > newestMigration(),
      problem(
        'database',
        'A newer version of this program has updated the database.',
        'Install that version, or restore the backup that was made before.',
      ),
    ],
  ]
  return rules.flatMap(([isBroken, finding]) => (isBroken ? [finding] : []))
}

/** True if a start creates and updates the tables by itself. */
const mayChange = ({ rights, mayCreate }: ServerState): boolean => rights?.isOwner ?? mayCreate

/** Whether the rules of the database bind the server: the owner of the tables can remove triggers. */
function rightsProblems(
  { rights }: ServerState,
  { isPublic, hasOwnerUrl }: { readonly isPublic: boolean; readonly hasOwnerUrl: boolean },
): Finding[] {
  if (rights === null) return []
  const { name, isOwner, missing } = rights
  const separate =
    'Create a role that owns the tables, and run npm run migrate with DATABASE_OWNER_URL (docs/operations.md).'
  const findings: Finding[] = []
  if (isOwner && isPublic) {
    const text = `The role ${name} of DATABASE_URL owns the tables: whoever controls the server can remove the audit log.`
    findings.push(problem('database', text, separate))
  }
  if (!isOwner && missing.length > 0) {
    const text = `The role ${name} may not use ${missing.length} tables, such as ${missing[0] ?? ''}.`
    findings.push(problem('database', text, 'Run npm run migrate with DATABASE_OWNER_URL.'))
  }
  if (hasOwnerUrl && !isOwner) {
    const text = 'DATABASE_OWNER_URL is set here. A server with this environment could use it.'
    findings.push(warning('database', text, 'Set it for npm run migrate and npm run restore only.'))
  }
  return findings
}

/** Reachability, version and eviction policy of Redis. */
export const checkRedis: Check = async ({ config }) => {
  const { redisUrl } = config
  if (redisUrl === null) return [ok('redis', 'REDIS_URL is not set: one process serves everything, which is allowed.')]
  const client = connectTo(redisUrl, () => false)
  try {
    await connectAll([client])
    const info = await client.info()
    const tooOld = versionProblem(info)
    if (tooOld !== null) return [problem('redis', tooOld, 'Upgrade Redis.')]
    if (!evicts(info)) return [ok('redis', 'Redis responds.')]
    const fix = 'Set maxmemory-policy noeviction.'
    return [warning('redis', 'Redis removes data when it is full, and with them protection against replays.', fix)]
  } catch (error) {
    const text = error instanceof StartError ? error.message : `Redis refuses a command (${codeOf(error)}).`
    return [problem('redis', text, 'Start Redis, open its port to this machine, or correct REDIS_URL.')]
  } finally {
    if (client.isOpen) client.destroy()
  }
}
