import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#protocol/time.ts'
import type { Database } from '#server/database/database.ts'
import { createMaintenance } from '#server/database/maintain.ts'
import { openDatabase } from '#server/database/open.ts'
import { RETENTION_DAYS } from '#server/config/database-settings.ts'
import { auditLog } from '#server/database/schema/operation.ts'
import { chatAudit } from '#server/database/schema/room.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { eraseMember } from '#server/operation/personal-data/erase-member.ts'
import { Members } from '#server/members/members.ts'
import { SecurityLog } from '#server/members/security/security-log.ts'
import { examine } from '#server/operation/doctor/doctor.ts'
import { runOperation } from '#server/operation/main.ts'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { expectInvariants } from '../../support/ledger.ts'
import { memberWith, newKey } from '../../support/ledger-members.ts'
import { testLog } from '../../support/logs.ts'
import { testPasswords } from '../../support/passwords.ts'
import { createTestDatabase, openTestStore, STORE_KINDS } from '../../support/store.ts'

const NOW = Date.now()

/** Rows of both trails: one that is older than its period, one that is younger. */
async function addLines({ db }: Database): Promise<void> {
  const cut = NOW - RETENTION_DAYS.audit * DAY_MS
  for (const [action, at] of [['old', cut - DAY_MS] as const, ['young', cut + DAY_MS] as const]) {
    await db.insert(auditLog).values({ id: uuidV7(at), actor: 'one', address: '', action, target: '', at })
    const target = { userId: 'u-1', memberName: '看客' }
    await db
      .insert(chatAudit)
      .values({ id: uuidV7(at), chatRoomNo: 'r', actorMemberId: uuidV7(at), action, target, at })
  }
}
/** A row of `auth_event`. */
async function addSignIn(database: Database): Promise<void> {
  const memberId = await memberWith(database, 0, () => NOW)
  const client = { deviceId: 'device', clientType: 1, address: '203.0.113.7' } as const
  await new SecurityLog(database, { now: () => NOW }).add(memberId, 'phone-bound', client)
}
const actionsOf = async ({ db }: Database, table: 'audit_log' | 'chat_audit'): Promise<unknown[]> =>
  (await db.execute(sql`select action from ${sql.identifier(table)} order by at`)).rows.map(({ action }) => action)

/** What an attacker tries who controls the connection of the application. Each is one transaction. */
const ATTACKS: readonly string[][] = [
  ...['audit_log', 'chat_audit'].flatMap((table) => [
    [`select set_config('grandstand.maintaining', 'on', true)`, `delete from ${table} where action = 'young'`],
    [`delete from ${table}`],
    [`truncate ${table}`],
    [`update ${table} set action = 'nothing'`],
    [`update ${table} set at = at - interval '10 years'`],
    [
      'create temp table retention_rule (name text, days int)',
      `insert into pg_temp.retention_rule values ('audit', 1)`,
      'set local search_path = pg_temp, public, pg_catalog',
      `delete from ${table} where action = 'young'`,
    ],
  ]),
  [`update chat_audit set target = target || '{"memberName": "另一个人"}'`],
  [`update auth_event set kind = 'login'`],
  [`update auth_event set ip = '192.0.2.1'`],
]
/** What only the owner of the tables may do. */
const ATTACKS_ON_RULES: readonly string[][] = [
  [`update retention_rule set days = 1`],
  [`delete from retention_rule`],
  [`insert into retention_rule values ('x', 1)`],
  ['alter table audit_log disable trigger user'],
  ['drop trigger audit_log_stays on audit_log'],
  ['drop table audit_log'],
  ['alter table audit_log rename to audit_log_of_before'],
  [`set local session_replication_role = replica`],
  ['create or replace function refuse_young_row() returns trigger language plpgsql as $$ begin return old; end $$'],
  ['create table public.something (id int)'],
  ['create schema other'],
  ['delete from drizzle.__drizzle_migrations'],
]

async function refuses({ db }: Database, statements: readonly string[]): Promise<void> {
  const attack = db.transaction(async (tx) => {
    // oxlint-disable-next-line no-await-in-loop -- statements of one transaction
    for (const statement of statements) await tx.execute(sql.raw(statement))
  })
  await expect(attack, statements.join('; ')).rejects.toThrow()
}

describe.each(STORE_KINDS)('trails on %s', (kind) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestStore(kind)
    await addLines(database)
    await addSignIn(database)
  })
  afterAll(() => database.close())

  it.each(ATTACKS)('are not changed by a setting or by rows of the caller: %s %s %s %s', async (...statements) => {
    await refuses(
      database,
      statements.filter((statement) => typeof statement === 'string'),
    )
    expect(await actionsOf(database, 'audit_log')).toEqual(['old', 'young'])
    expect(await actionsOf(database, 'chat_audit')).toEqual(['old', 'young'])
  })

  it('lose rows that are older than their period, and truncated addresses', async () => {
    await database.db.execute(sql`update auth_event set ip = truncated_address(ip)`)
    await createMaintenance(database, { retention: RETENTION_DAYS, log: testLog() })(NOW)
    expect(await actionsOf(database, 'audit_log')).toEqual(['young'])
    expect(await actionsOf(database, 'chat_audit')).toEqual(['young'])
  })
})

describe.runIf(STORE_KINDS.includes('postgres'))('an owner and a role of the application', () => {
  const [owner, role] = ['owner', 'app'].map((name) => `grandstand_${name}_${randomBytes(4).toString('hex')}`) as [
    string,
    string,
  ]
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-roles-'))
  let admin: pg.Client
  let dropDatabase: () => Promise<void>
  let [ownerUrl, url] = ['', '']

  beforeAll(async () => {
    const created = await createTestDatabase()
    dropDatabase = created.drop
    admin = new pg.Client({ connectionString: created.url.href })
    await admin.connect()
    for (const name of [owner, role]) await admin.query(`create role ${name} login password 'secret'`)
    await admin.query(`alter database ${created.url.pathname.slice(1)} owner to ${owner}`)
    const as = (name: string): string =>
      Object.assign(new URL(created.url), { username: name, password: 'secret' }).href
    ;[ownerUrl, url] = [as(owner), as(role)]
  })
  afterAll(async () => {
    await admin.end()
    await dropDatabase()
    const rest = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
    await rest.connect()
    for (const name of [owner, role]) await rest.query(`drop role ${name}`)
    await rest.end()
    rmSync(folder, { recursive: true, force: true })
  })

  async function command(name: string, more: Record<string, string> = {}) {
    let text = ''
    const print = (part: string): void => void (text += part)
    const environment = { MODE: 'demo', DATA_DIR: folder, LOG_LEVEL: 'silent', DATABASE_URL: url, ...more }
    return { code: await runOperation([name], environment, { out: print, err: print }), text }
  }
  const openAsApplication = (retention = RETENTION_DAYS, log = testLog()): Promise<Database> =>
    openDatabase({ databaseUrl: url, dataDirectory: '', log, retention, mayMaintain: () => false })
  const problems = async (more: Record<string, string> = {}): Promise<string[]> => {
    const secret = { SECRET: randomBytes(48).toString('base64url'), ALLOWED_ORIGINS: 'https://live.example.com' }
    const environment = { MODE: 'production', PORT: '0', DATA_DIR: folder, DATABASE_URL: url, ...secret, ...more }
    const findings = await examine(environment, { limitMs: 2_000 })
    const found = findings.filter(({ check, outcome }) => check === 'database' && outcome !== 'ok')
    // The PostgreSQL of a test may run without fsync.
    return found.map(({ text }) => text).filter((text) => !text.startsWith('fsync'))
  }

  it('a start without tables names the command that creates them, and so does the doctor', async () => {
    await expect(openAsApplication()).rejects.toThrow('run npm run migrate with DATABASE_OWNER_URL')
    expect(await problems()).toEqual([expect.stringContaining('may not change them')])
  })

  it('the command creates the tables as the owner, and the application starts with rows only', async () => {
    expect(await command('migrate', { DATABASE_OWNER_URL: ownerUrl })).toEqual({
      code: 0,
      text: expect.stringContaining(`The role ${role} may read and write rows, and not change the tables.`),
    })
    const { rows } = await admin.query(
      `select distinct pg_get_userbyid(relowner) as owner from pg_class where relnamespace = 'public'::regnamespace`,
    )
    expect(rows).toEqual([{ owner }])
    expect(await problems()).toEqual([])
    expect(await command('migrate', { DATABASE_OWNER_URL: ownerUrl })).toMatchObject({ code: 0 })
  })

  it('the doctor says when the server has the rights of the owner', async () => {
    expect(await problems({ DATABASE_URL: ownerUrl })).toEqual([expect.stringContaining('owns the tables')])
    expect(await problems({ DATABASE_OWNER_URL: ownerUrl })).toEqual([expect.stringContaining('DATABASE_OWNER_URL')])
    await admin.query(`revoke insert on member from ${role}`)
    expect(await problems()).toEqual([expect.stringContaining('may not use 1 tables, such as member')])
    await command('migrate', { DATABASE_OWNER_URL: ownerUrl })
    expect(await problems()).toEqual([])
  })

  it('the application works: members, money, retention, erasure, commands', async () => {
    const database = await openAsApplication()
    try {
      await addLines(database)
      const memberId = await memberWith(database, 100, () => NOW)
      const gift = { memberId, anchorRoomId: 'a1', chatRoomNo: 'r1', giftId: 2, count: 5, comboId: 'combo-of-roles' }
      expect(
        await new Ledger(database, { now: () => NOW }).sendGift({ ...gift, idempotencyKey: newKey() }),
      ).toMatchObject({ ok: true })
      await expectInvariants(database)
      await createMaintenance(database, { retention: RETENTION_DAYS, log: testLog() })(NOW)
      expect(await actionsOf(database, 'audit_log')).toEqual(['young'])
      const options = { passwords: testPasswords(), now: NOW, operator: null, running: null }
      expect(await eraseMember(database, memberId, options)).toBe(true)
      expect(await new Members(database, { now: () => NOW }).profile(memberId)).not.toBeNull()
      expect(await actionsOf(database, 'audit_log')).toEqual(['young', 'member.erase'])
    } finally {
      await database.close()
    }
    expect(await command('reconcile')).toMatchObject({ code: 0 })
  })

  it('the application can neither change the trails nor the rules', async () => {
    const database = await openAsApplication()
    try {
      const before = await actionsOf(database, 'audit_log')
      await addSignIn(database)
      // oxlint-disable-next-line no-await-in-loop -- one attack after the other
      for (const attack of [...ATTACKS, ...ATTACKS_ON_RULES]) await refuses(database, attack)
      expect(await actionsOf(database, 'audit_log')).toEqual(before)
    } finally {
      await database.close()
    }
  })

  it('a shorter period needs the owner', async () => {
    const days = { ...RETENTION_DAYS, audit: 7 }
    const log = testLog()
    const database = await openAsApplication(days, log)
    await createMaintenance(database, { retention: days, log })(NOW + DAY_MS)
    expect(await actionsOf(database, 'audit_log')).toContain('young')
    await database.close()
    expect(log.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        message: expect.stringContaining('for another period than RETENTION_DAYS'),
      }),
    )
    await command('migrate', { DATABASE_OWNER_URL: ownerUrl, RETENTION_DAYS: 'audit=7' })
    const again = await openAsApplication(days)
    await createMaintenance(again, { retention: days, log: testLog() })(NOW + 2 * DAY_MS)
    expect(await actionsOf(again, 'audit_log')).not.toContain('young')
    await again.close()
  })
})
