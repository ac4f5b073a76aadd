import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { signingKeyOf, signStreamKey } from '#server/media/ingest/stream-key.mjs'
import { ContactCipher } from '#server/members/contact.ts'
import { Members } from '#server/members/members.ts'
import { MemberSecurity } from '#server/members/security/member-security.ts'
import { WithdrawPasswords } from '#server/members/security/withdraw-passwords.ts'
import { MemberAccounts } from '#server/wallet/accounts/payout-accounts.ts'
import { runOperation } from '#server/operation/main.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { silentLog } from './logs.ts'
import { testPasswords } from './passwords.ts'
import { PROJECT_ROOT } from './project.ts'
import { startRedis } from './redis.ts'
import { plainEnvironment, startTestServer, type TestServer } from './server.ts'
import { createTestDatabase } from './store.ts'
import { credit } from './wallet-funds.ts'

const SECRET = 'the secret of the server that is attacked'
const CARD = { cardNum: '6222021234567894', bankCode: 'ICBC', holder: '林小雨' } as const
const ADDRESS = 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T'
const MEMBERS = 72
const PAIR_MEMBERS = 6
const FUNDS = { CNY: 10_000_00, USDT: 1_000_000_000, coins: 10_000, points: 600 } as const

export interface AttackedServer {
  readonly server: TestServer
  /** Names of members with the password `Play2026x`, withdrawal password 246810, a card, an address, and these funds. */
  readonly names: readonly string[]
  /** Stops the server and returns the differences that `npm run reconcile` finds. */
  stop(): Promise<readonly unknown[]>
}

/** The built server in demo mode, with members who have money: the preparation of the attack suite. */
export async function startAttackedServer(
  env: Readonly<Record<string, string>>,
  kind: Database['kind'] = 'pglite',
): Promise<AttackedServer> {
  const names = Array.from({ length: MEMBERS }, (_, index) => `atk${String(index).padStart(3, '0')}`)
  const postgres = kind === 'postgres' ? await createTestDatabase() : null
  const open = (dataDirectory: string): Promise<Database> =>
    openDatabase({ dataDirectory, log: silentLog, ...(postgres && { databaseUrl: postgres.url.href }) })
  const server = await startTestServer({
    env: { SECRET, CROWD: '0', ...(postgres && { DATABASE_URL: postgres.url.href }), ...env },
    prepare: async (dataDirectory) => seed(await open(dataDirectory), names),
  })
  return {
    server,
    names,
    async stop() {
      await server.kill('SIGTERM')
      const store = await open(server.dataDirectory)
      const differences = await reconcile(store.db)
      await store.close()
      await server.stop()
      await postgres?.drop()
      return differences
    },
  }
}

/** The stream key that `npm run ingest-key` prints for the attacked server. */
export function attackedStreamKey(stream: string, expiresAtMs: number): string {
  return signStreamKey(signingKeyOf(SECRET), stream, expiresAtMs)
}

/** The port at which the server takes publishers in. */
export function rtmpPortOf({ server }: Pick<AttackedServer, 'server'>): number {
  return Number(/rtmp:\/\/127\.0\.0\.1:(\d+)\//.exec(server.output())?.[1])
}

/** Two built servers in demo mode with one PostgreSQL and one Redis. */
export interface AttackedPair {
  readonly origins: readonly [string, string]
  /** As {@link AttackedServer.names}. */
  readonly names: readonly string[]
  readonly redisPort: number
  stopRedis(): Promise<void>
  /** Starts Redis again, without its data. */
  startRedis(): Promise<void>
  /** Stops everything and returns the differences of the ledger. */
  stop(): Promise<readonly unknown[]>
}

export async function startAttackedPair(env: Readonly<Record<string, string>>): Promise<AttackedPair> {
  const names = Array.from({ length: PAIR_MEMBERS }, (_, index) => `atk${String(index).padStart(3, '0')}`)
  const database = await createTestDatabase()
  const open = (): Promise<Database> =>
    openDatabase({ dataDirectory: '', log: silentLog, databaseUrl: database.url.href })
  await seed(await open(), names)
  let redis = await startRedis()
  const shared = { SECRET, CROWD: '0', DATABASE_URL: database.url.href, REDIS_URL: redis.url, LOG_LEVEL: 'fatal' }
  const start = (): Promise<TestServer> => startTestServer({ env: { ...shared, ...env }, isFirstStart: true })
  const servers = [await start(), await start()] as const
  return {
    origins: [servers[0].url, servers[1].url],
    names,
    redisPort: redis.port,
    stopRedis: () => redis.stop(),
    async startRedis() {
      redis = await startRedis(redis.port)
    },
    async stop() {
      for (const server of servers) await server.stop()
      await redis.stop()
      const store = await open()
      const differences = await reconcile(store.db)
      await store.close()
      await database.drop()
      return differences
    },
  }
}

export interface AttackedRelay {
  readonly url: string
  isRunning(): boolean
  stop(): Promise<void>
}

/** The built relay in its own process. */
export async function startAttackedRelay(originUrl: string, secret: string): Promise<AttackedRelay> {
  const child: ChildProcess = spawn(process.execPath, [path.join(PROJECT_ROOT, 'dist/server/relay.js')], {
    env: { ...plainEnvironment(), ORIGIN_URL: originUrl, RELAY_SECRET: secret, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const urlIn = (): string | undefined => /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
  while (urlIn() === undefined && child.exitCode === null) {
    // oxlint-disable-next-line no-await-in-loop -- one line after the other
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')])
  }
  return {
    url: urlIn() ?? '',
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

export interface AttackedProduction {
  readonly server: TestServer
  /** The allowed origin of pages. */
  readonly page: string
  /** The token of the printed set-up link. */
  readonly setupToken: string
  /** The database as the role of the server, which does not own the tables (decision 202). */
  readonly databaseUrl: string
  stop(): Promise<void>
}

/** The built server in production mode on PostgreSQL, without any operator or member; members register without a phone. */
export async function startAttackedProduction(more: Readonly<Record<string, string>>): Promise<AttackedProduction> {
  const database = await createTestDatabase()
  const roles = await createRoles(database.url)
  const page = 'https://live.example.com'
  const env = {
    MODE: 'production',
    SECRET,
    DATABASE_URL: roles.serverUrl,
    ALLOWED_ORIGINS: page,
    TRUST_PROXY: '1',
    SITE_CONFIG: '{"registerPhoneRequired":0}',
    ...more,
  }
  const server = await startTestServer({ env, isFirstStart: true })
  return {
    server,
    page,
    setupToken: /\/console\/setup#([\w-]{43})/.exec(server.output())?.[1] ?? '',
    databaseUrl: roles.serverUrl,
    async stop() {
      await server.stop()
      await database.drop()
      await roles.drop()
    },
  }
}

/** An owner of the tables, which it creates, and a role of the server that may read and write rows only. */
async function createRoles(database: URL): Promise<{ readonly serverUrl: string; drop(): Promise<void> }> {
  const suffix = randomBytes(4).toString('hex')
  const [owner, role] = [`attacked_owner_${suffix}`, `attacked_server_${suffix}`] as const
  const as = (username: string): string => Object.assign(new URL(database), { username, password: 'secret' }).href
  const run = async (statements: readonly string[]): Promise<void> => {
    const admin = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
    await admin.connect()
    // oxlint-disable-next-line no-await-in-loop -- one connection
    for (const statement of statements) await admin.query(statement)
    await admin.end()
  }
  await run([
    ...[owner, role].map((name) => `create role ${name} login password 'secret'`),
    `alter database ${database.pathname.slice(1)} owner to ${owner}`,
  ])
  let text = ''
  const print = (part: string): void => void (text += part)
  const environment = { MODE: 'demo', LOG_LEVEL: 'silent', DATABASE_URL: as(role), DATABASE_OWNER_URL: as(owner) }
  if ((await runOperation(['migrate'], environment, { out: print, err: print })) !== 0) throw new Error(text)
  return { serverUrl: as(role), drop: () => run([owner, role].map((name) => `drop role ${name}`)) }
}

async function seed(store: Database, names: readonly string[]): Promise<void> {
  const [now, passwords, cipher] = [Date.now, testPasswords(), new ContactCipher(SECRET)]
  const accounts = new MemberAccounts(store, { now, cipher })
  const security = new MemberSecurity(store, { now, cipher })
  const withdrawPasswords = new WithdrawPasswords(store, { now, passwords })
  const common = { password: 'Play2026x', nickname: '看客', vipLevel: 1, level: 3, siteId: 5009 }
  const { coins, points, ...funds } = FUNDS
  const made = await new Members(store, { now, passwords }).ensure(
    names.map((name) => ({ ...common, name, coins, points })),
  )
  for (const { memberId } of made) {
    await withdrawPasswords.set(memberId, '246810')
    await accounts.addCard(memberId, CARD)
    await security.addUsdtAddress(memberId, 'TRC20', ADDRESS)
    for (const currency of ['CNY', 'USDT'] as const) await credit(store, memberId, currency, funds[currency])
  }
  await store.close()
}
