import { realpathSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { eq } from 'drizzle-orm'
import { normalUserName } from '#protocol/rules/member/account.ts'
import { readConfig, readEnvironment, type Config, type Environment } from '../config/config.ts'
import { errorText } from '../config/describe-error.ts'
import { createLog } from '../config/log.ts'
import { readSecrets } from '../config/secrets.ts'
import { localUrl } from '../config/start-report.ts'
import { resetOperator } from './operator-reset.ts'
import { StartError } from '../config/start-error.ts'
import type { DrizzleDatabase, Transaction } from '../database/database.ts'
import { isMigrationDue, migrate } from '../database/migrate.ts'
import { enforceRetention } from '../database/roles.ts'
import { member } from '../database/schema/member.ts'
import { ContactCipher } from '../members/contact.ts'
import { Passwords } from '../members/passwords.ts'
import { eraseMember } from './personal-data/erase-member.ts'
import { exportMember } from './personal-data/export-member.ts'
import { backUp } from './backup/backup.ts'
import type { BackupSummary } from './backup/backup-file.ts'
import { restore } from './backup/restore.ts'
import { reconcile } from '../wallet/reconcile.ts'
import type { RemoteProvider } from '../venues/remote-provider.ts'
import { openProviders, venueDifferences } from '../venues/remote-balances.ts'
import { renewSecret } from './renew-secret.ts'
import { changeDatabase, changeSchema, readDatabase } from './database-access.ts'
import { examine, reportOf } from './doctor/doctor.ts'

/** Where a command writes; replaced by tests. */
export interface Output {
  out(text: string): void
  /** Appends text to the standard error output. */
  err(text: string): void
}

interface Command {
  /** Arguments after the name, for the usage text. */
  readonly usage: string
  readonly options: NonNullable<ParseArgsConfig['options']>
  /** Number of positional arguments. */
  readonly files: number
  /** Returns the exit code. */
  run(environment: Environment, given: Given, output: Output): Promise<number>
}

interface Given {
  readonly files: readonly string[]
  readonly flags: Readonly<Record<string, unknown>>
}

const COMMANDS: Readonly<Record<string, Command>> = {
  doctor: {
    usage: 'doctor [--json] [--origin https://live.example.com]',
    options: { json: { type: 'boolean' }, origin: { type: 'string', multiple: true } },
    files: 0,
    async run(environment, { flags }, output) {
      const pageOrigins = (flags['origin'] as string[] | undefined)?.map(originOf)
      const findings = await examine(environment, pageOrigins ? { pageOrigins } : {})
      output.out(flags['json'] === true ? `${JSON.stringify({ findings }, null, 2)}\n` : reportOf(findings))
      return findings.some(({ outcome }) => outcome === 'problem') ? 1 : 0
    },
  },
  reconcile: {
    usage: 'reconcile',
    options: {},
    files: 0,
    async run(environment, _given, output) {
      const config = readConfig(environment)
      const providers = openProviders(config, Date.now)
      const found = await readDatabase(config, async (db) => [
        ...(await reconcile(db)),
        ...(await venueDifferences({ db }, providers)),
      ])
      const lines = found.map(({ invariant, subject, detail }) => `${invariant} ${subject}: ${detail}\n`)
      const compared = providers.length === 0 ? '' : ` Venues with equal balances: ${names(providers)}.`
      output.out(
        found.length === 0 ? `The ledger and its orders agree (I1-I10, S7.69, E.6).${compared}\n` : lines.join(''),
      )
      return found.length === 0 ? 0 : 1
    },
  },
  'secret-renew': {
    usage: 'secret-renew',
    options: {},
    files: 0,
    async run(environment, _given, output) {
      const config = readConfig(environment)
      const cipher = new ContactCipher(readSecrets(config).secret, config.earlierSecrets)
      const { renewed, unreadable } = await readDatabase(config, (db) => renewSecret(db, cipher))
      output.out(`${renewed} values are encrypted with the newest SECRET now.\n`)
      if (unreadable === 0) return 0
      output.err(`${unreadable} values were encrypted with a secret that EARLIER_SECRETS does not contain.\n`)
      return 1
    },
  },
  migrate: {
    usage: 'migrate',
    options: {},
    files: 0,
    async run(environment, _given, output) {
      const config = readConfig(environment)
      const log = createLog(config.logLevel)
      const update = async (db: DrizzleDatabase): Promise<number> => {
        const applied = await migrate(db)
        await enforceRetention(db, config.retention, log)
        return applied
      }
      const { result, role } = await changeSchema(config, log, update, isMigrationDue)
      output.out(`${result} migrations were applied. Audit trails are kept for ${config.retention.audit} days.\n`)
      output.out(
        role === null
          ? 'The role of DATABASE_URL owns the tables: set DATABASE_OWNER_URL to separate them (docs/operations.md).\n'
          : `The role ${role} may read and write rows, and not change the tables.\n`,
      )
      return 0
    },
  },
  backup: {
    usage: 'backup FILE',
    options: {},
    files: 1,
    async run(environment, { files: [file = ''] }, output) {
      const config = readConfig(environment)
      const { secret } = readSecrets(config)
      const summary = await readDatabase(config, (db) => backUp(db, resolve(file), { secret, now: Date.now }))
      output.out(`${file} has ${countsOf(summary)}, ${statSync(file).size} bytes.\n${SECRET_NOTE}`)
      return 0
    },
  },
  restore: {
    usage: 'restore FILE',
    options: {},
    files: 1,
    async run(environment, { files: [file = ''] }, output) {
      const config = readConfig(environment)
      const secrets = secretsOf(config)
      const log = createLog(config.logLevel)
      const restored = await changeSchema(config, log, (db) => restore(db, resolve(file), { secrets, now: Date.now }))
      const summary = restored.result
      output.out(
        `The database is that of ${summary.header.createdAt}: ${countsOf(summary)}. All members and operators are signed out.\n`,
      )
      return 0
    },
  },
  'operator-reset': {
    usage: 'operator-reset NAME',
    options: {},
    files: 1,
    async run(environment, { files: [name = ''] }, output) {
      const config = readConfig(environment)
      const { token } = await readDatabase(config, (db) => resetOperator(db, name, Date.now()))
      const origin = config.allowedOrigins[0] ?? localUrl(config.host, config.port)
      output.out(`${name} opens this link within a day; it works once:\n${origin}/console/invitation#${token}\n`)
      return 0
    },
  },
  'member-export': {
    usage: 'member-export NAME FILE',
    options: {},
    files: 2,
    async run(environment, { files: [name = '', file = ''] }, output) {
      const config = readConfig(environment)
      const cipher = new ContactCipher(readSecrets(config).secret, config.earlierSecrets)
      const data = await readDatabase(config, async (db) =>
        exportMember(db, await memberNamed(db, name), { cipher, now: Date.now() }),
      )
      writeOnce(file, `${JSON.stringify(data, null, 2)}\n`)
      output.out(`${file} has everything that is stored about ${name}.\n`)
      return 0
    },
  },
  'member-erase': {
    usage: 'member-erase NAME',
    options: {},
    files: 1,
    async run(environment, { files: [name = ''] }, output) {
      const config = readConfig(environment)
      await changeDatabase(config, createLog(config.logLevel), async (db) => {
        const database = {
          db,
          transaction: <Result>(work: (tx: Transaction) => Promise<Result>) => db.transaction(work),
        }
        const options = { passwords: new Passwords(), now: Date.now(), operator: null, running: null }
        await eraseMember(database, await memberNamed(db, name), options)
      })
      output.out(`The personal data of ${name} are deleted. Postings and gift orders remain without a name.\n`)
      return 0
    },
  },
}

const names = (providers: readonly RemoteProvider[]): string => providers.map(({ config }) => config.enName).join(', ')

const OWNER_ONLY = 0o600

/** @throws StartError if there is no member with this sign-in name */
async function memberNamed(db: DrizzleDatabase, name: string): Promise<string> {
  const wanted = normalUserName(name)
  const [row] = await db.select({ id: member.id }).from(member).where(eq(member.name, wanted))
  if (!row) throw new StartError(`There is no member ${wanted}`)
  return row.id
}

/** @throws StartError if the file exists or cannot be written */
function writeOnce(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: OWNER_ONLY, flag: 'wx' })
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
    throw new StartError(
      code === 'EEXIST' ? `${file} exists; choose another name` : `${file} cannot be written (${code})`,
      { cause },
    )
  }
}

const SECRET_NOTE = 'Keep SECRET at another place: without it the backup cannot be restored.\n'
/** Exit code of a wrong command line. */
const USAGE_ERROR = 2

function secretsOf(config: Config): string[] {
  return [readSecrets(config).secret, ...config.earlierSecrets]
}

function countsOf({ rows }: BackupSummary): string {
  const counts = Object.values(rows)
  return `${counts.reduce((sum, count) => sum + count, 0)} rows of ${counts.length} tables`
}

/** @throws StartError if the text is not an origin */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new StartError(`--origin expects an address such as https://live.example.com; it is ${text}`)
  }
  if (url.pathname === '/') return url.origin
  throw new StartError(`${text} has a path; this program is served at the root of a host only, as ${url.origin}`)
}

/** Runs a command of the operator and returns the exit code: 0, 1 for a problem, 2 for a wrong command line. */
export async function runOperation(args: readonly string[], environment: Environment, output: Output): Promise<number> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    const usages = Object.values(COMMANDS).map(({ usage }) => `  npm run ${usage.replace(' ', ' -- ')}\n`)
    output.err(`Usage:\n${usages.join('')}`)
    return USAGE_ERROR
  }
  const given = parse(command, rest)
  if (given === null) {
    output.err(`Usage: npm run ${command.usage.replace(' ', ' -- ')}\n`)
    return USAGE_ERROR
  }
  try {
    return await command.run(environment, given, output)
  } catch (error) {
    const lines = error instanceof StartError ? error.problems : [errorText(error)]
    output.err(lines.map((line) => `${line}\n`).join(''))
    return 1
  }
}

function parse({ options, files }: Command, args: readonly string[]): Given | null {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return positionals.length === files ? { files: positionals, flags: values } : null
  } catch {
    return null
  }
}

const started = process.argv[1]
if (started !== undefined && /operation(?:[\\/]main)?\.[jt]s$/.test(started)) {
  if (import.meta.url === pathToFileURL(realpathSync(started)).href) {
    const output: Output = {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
    }
    try {
      process.exitCode = await runOperation(process.argv.slice(2), readEnvironment(process.env), output)
    } catch (error) {
      // An unknown key in .env.
      output.err(`${errorText(error)}\n`)
      process.exitCode = 1
    }
  }
}
