import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { ResponseBody } from '#protocol/result.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { ContactCipher } from '#server/members/contact.ts'
import { Members } from '#server/members/members.ts'
import { MemberSecurity } from '#server/members/security/member-security.ts'
import { WithdrawPasswords } from '#server/members/security/withdraw-passwords.ts'
import { MemberAccounts } from '#server/wallet/accounts/payout-accounts.ts'
import { reconcile } from '#server/wallet/reconcile.ts'
import { signIn } from '../server/app/app-support.ts'
import { expectInvariants } from './ledger.ts'
import { silentLog } from './logs.ts'
import { type KeyedCall, type LoadMember, MoneyLoad, repeat, type StepCall, WITHDRAW_PASSWORD } from './money-load.ts'
import { testPasswords } from './passwords.ts'
import { PROJECT_ROOT } from './project.ts'
import { SealedClient, sendTo } from './sealed-client.ts'
import { plainEnvironment, type TestServer } from './server.ts'
import { credit } from './wallet-funds.ts'

const MEMBERS = 12
const PASSWORD = 'Play2026x'
const SECRET = 'the secret of the server that is killed'
const LOAD_TOKEN = 'load-token-of-the-killed-server'
const FIRST = { coins: 100_000, CNY: 100_000_00, USDT: 20_000_000_000 } as const
const CARD = { cardNum: '6222021234567894', bankCode: 'ICBC', holder: '林小雨' } as const
const ADDRESS = 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T'

type SeededMember = Omit<LoadMember, 'client'> & { readonly name: string }

/** Environment of the server that is killed. */
export const KILLED_SERVER = { SECRET, LOAD_TOKEN, CROWD: '0' } as const

/** Where the server that is killed has its database. */
export type KilledDatabase = { readonly dataDirectory: string } | { readonly databaseUrl: string }

async function withDatabase<Result>(place: KilledDatabase, work: (store: Database) => Promise<Result>) {
  const store = await openDatabase({ dataDirectory: '', ...place, log: silentLog })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Members with money, coins, payout accounts and a withdrawal password. The server is stopped. */
export function seedMembers(place: KilledDatabase): Promise<SeededMember[]> {
  return withDatabase(place, async (store) => {
    const [now, passwords, cipher] = [Date.now, testPasswords(), new ContactCipher(SECRET)]
    const accounts = new MemberAccounts(store, { now, cipher })
    const security = new MemberSecurity(store, { now, cipher })
    const withdrawPasswords = new WithdrawPasswords(store, { now, passwords })
    const profile = { password: PASSWORD, nickname: '看客', vipLevel: 1, level: 3, siteId: 5009, coins: FIRST.coins }
    const made = await new Members(store, { now, passwords }).ensure(
      Array.from({ length: MEMBERS }, (_, index) => ({ ...profile, name: `kill${index}` })),
    )
    const seeded: SeededMember[] = []
    for (const [index, { memberId }] of made.entries()) {
      await withdrawPasswords.set(memberId, WITHDRAW_PASSWORD)
      await accounts.addCard(memberId, CARD)
      await security.addUsdtAddress(memberId, 'TRC20', ADDRESS)
      for (const currency of ['CNY', 'USDT'] as const) await credit(store, memberId, currency, FIRST[currency])
      const [card] = await accounts.listOf(memberId, 'CNY')
      const [address] = await accounts.listOf(memberId, 'USDT')
      seeded.push({ memberId, name: `kill${index}`, cardId: card?.id ?? '', addressId: address?.id ?? '' })
    }
    return seeded
  })
}

/** Devices and tokens by member. A session survives the server, its keys do not. */
const sessions = new Map<string, Pick<SealedClient, 'uuid' | 'token'>>()

export async function connectMembers(server: TestServer, seeded: readonly SeededMember[]): Promise<LoadMember[]> {
  const http = { 'x-load-token': LOAD_TOKEN }
  return Promise.all(
    seeded.map(async ({ name, ...member }) => {
      const client = await SealedClient.connect(sendTo(server.url), { http })
      const known = sessions.get(member.memberId)
      client.http = http
      if (known) Object.assign(client, known)
      else await signIn(client, name, PASSWORD)
      sessions.set(member.memberId, { uuid: client.uuid, token: client.token })
      return { ...member, client }
    }),
  )
}

/** Loads the server with money calls, and kills it while some of each kind are in flight. */
export async function loadAndKill(server: TestServer, members: readonly LoadMember[], kill: number) {
  const { data } = await members[0]!.client.call('live.popularList', { size: 200, page: 1, kind: 'football' })
  const live = (data as DataOf<'live.popularList'>).list.find((match) => match.anchor_status === 1)
  const load = new MoneyLoad(members, live?.anchorRoomId ?? '')
  if (kill === 0) await load.prime()
  const count = load.confirmed + 20 + ((kill * 37) % 60)
  await load.run({ count, late: 1 + (kill % 7) }, () => server.kill('SIGKILL'))
  return load
}

interface Booked {
  readonly key: string
  readonly what: string
  readonly id: string
  readonly amount: number
}

/** What is stored under the keys of calls: postings, orders and refusals. */
async function bookedBy(store: Database, calls: readonly KeyedCall[]): Promise<Map<string, Booked[]>> {
  const keys = sql.param(calls.map(({ memberId, key }) => `${memberId}:${key}`))
  const { rows } = await store.db.execute<Booked & Record<string, unknown>>(sql`
    select split_part(t.idem_key, ':', 2) as key, t.type as what, t.id::text as id, e.amount
      from ledger_tx t join ledger_entry e on e.tx_id = t.id and e.seq = 1 where t.idem_key = any(${keys}::text[])
    union all
    select split_part(idem_key, ':', 2), kind, order_no, amount from wallet_order where idem_key = any(${keys}::text[])
    union all
    select split_part(idem_key, ':', 2), 'refusal', code::text, 0 from ledger_refusal
      where idem_key = any(${keys}::text[])`)
  const byKey = new Map<string, Booked[]>()
  for (const row of rows) byKey.set(row.key, [...(byKey.get(row.key) ?? []), row])
  return byKey
}

/** Amounts that a confirmed call moves, by what was asked and answered. */
function amountOf({ name, params }: KeyedCall, data: Readonly<Record<string, number>>): number {
  const asked = params as Readonly<Record<string, number>>
  if (name === 'gift.reward') return data['total'] ?? 0
  return (name === 'coin.buy' ? asked['coins'] : asked['amount']) ?? 0
}

/** Every confirmed call is stored once, with its amount or refusal; every other one at most once. */
async function checkBooked(store: Database, { keyed, steps }: Pick<MoneyLoad, 'keyed' | 'steps'>): Promise<void> {
  expect(await reconcile(store.db)).toEqual([])
  await expectInvariants(store)
  const booked = await bookedBy(store, keyed)
  for (const call of keyed) {
    const found = booked.get(call.key) ?? []
    expect(found.length, `${call.name} ${call.key}`).toBeLessThanOrEqual(1)
    if (call.response) expectStored(call, call.response, found[0])
  }
  const { rows } = await store.db.execute<{ order_no: string; event: string; count: number }>(sql`
    select order_no, event, count(*)::integer as count from order_event
    where order_no = any(${sql.param(steps.map(({ orderNo }) => orderNo))}::text[]) and actor = 'member' group by 1, 2`)
  for (const { count } of rows) expect(count).toBe(1)
  for (const { orderNo, event, response } of steps.filter((step) => step.response?.code === CODES.SUCCESS)) {
    expect(rows, `${event} ${orderNo} ${response?.code}`).toContainEqual({ order_no: orderNo, event, count: 1 })
  }
}

function expectStored(call: KeyedCall, { code, data }: ResponseBody, found: Booked | undefined): void {
  const isDone = code === CODES.SUCCESS || code === CODES.DUPLICATE_REQUEST
  if (call.name === 'transfer.oneKeyRecover' && isDone) {
    // Its orders have keys of their own; the key of the call is only claimed.
    expect(found, call.name).toMatchObject({ what: 'refusal', id: '0' })
    return
  }
  if (!isDone) {
    // Some refusals, such as a wrong password, are not stored.
    if (found) expect(found, call.name).toMatchObject({ what: 'refusal', id: String(code) })
    return
  }
  const answer = data as Readonly<Record<string, number>> & { readonly orderNo?: string }
  expect(found, call.name).toBeDefined()
  expect(found?.what).not.toBe('refusal')
  expect(Math.abs(found?.amount ?? 0), call.name).toBe(amountOf(call, answer))
  if (answer.orderNo !== undefined) expect(found?.id).toBe(answer.orderNo)
}

/** Repeats calls after the restart: a confirmed one gets its first response, another one is carried out once. */
async function repeatCalls(members: readonly LoadMember[], calls: readonly KeyedCall[]): Promise<void> {
  for (const call of calls) {
    const { client } = members.find(({ memberId }) => memberId === call.memberId)!
    // A call with a password is looked up instead (settled 7). Its key is closed if nothing was booked.
    if (call.name === 'withdraw.create' || call.name === 'fastWithdraw.create') {
      const asked = { idempotencyKey: call.key, endpoint: call.name }
      const found = (await client.call('operation.result', asked)).data as DataOf<'operation.result'>
      if (call.response?.code === CODES.SUCCESS) {
        expect(found).toMatchObject({ code: 0, data: { orderNo: (call.response.data as { orderNo: string }).orderNo } })
      }
      continue
    }
    const again = await repeat(client, call)
    if (call.response === null) call.response = again
    else expectSame(call.response, again)
  }
}

function expectSame(first: ResponseBody, again: ResponseBody): void {
  if (first.code !== CODES.SUCCESS) {
    expect(again.code).toBe(first.code)
    return
  }
  expect(again.code).toBe(CODES.DUPLICATE_REQUEST)
  const { orderNo, orders } = first.data as { orderNo?: string; orders?: readonly { orderNo: string }[] }
  // The orders may have moved on.
  if (orders !== undefined) {
    const stored = (again.data as DataOf<'transfer.oneKeyRecover'>).orders
    expect(stored.map((order) => order.orderNo)).toEqual(orders.map((order) => order.orderNo))
  } else if (orderNo === undefined) expect(again.data).toEqual(first.data)
  else expect(again.data).toMatchObject({ orderNo })
}

/** Confirmed calls that are repeated after a kill. */
const REPEATED = 10

/** Checks the database of the killed server, starts it again, and repeats calls. Returns the connected members. */
export async function checkAndRestart(
  server: TestServer,
  place: KilledDatabase,
  { load, seeded }: { readonly load: MoneyLoad; readonly seeded: readonly SeededMember[] },
): Promise<LoadMember[]> {
  await withDatabase(place, (store) => checkBooked(store, load))
  await server.restart()
  const members = await connectMembers(server, seeded)
  await repeatCalls(members, load.unconfirmed)
  await repeatCalls(members, load.keyed.filter(({ response }) => response?.code === CODES.SUCCESS).slice(-REPEATED))
  return members
}

/** The demo bank takes some seconds, and longer beside other tests. */
const CREDITED = { timeout: 120_000 }

/** Waits until claimed deposits are credited, stops the server, and runs `npm run reconcile`. */
export async function finish(
  server: TestServer,
  place: KilledDatabase,
  members: readonly LoadMember[],
  steps: readonly StepCall[],
) {
  const claimed = steps.filter(({ event, response }) => event === 'claim' && response?.code === CODES.SUCCESS)
  for (const { orderNo } of claimed.slice(-REPEATED)) {
    await expect
      .poll(async () => {
        const details = await Promise.all(members.map(({ client }) => client.call('dealRecord.detail', { orderNo })))
        return details.find(({ code }) => code === CODES.SUCCESS)?.data
      }, CREDITED)
      .toMatchObject({ order: { status: '3' } })
  }
  await server.kill('SIGKILL')
  const environment = 'databaseUrl' in place ? { DATABASE_URL: place.databaseUrl } : { DATA_DIR: place.dataDirectory }
  const program = path.join(PROJECT_ROOT, 'scripts/operation.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'reconcile'], {
    env: { ...plainEnvironment(), ...KILLED_SERVER, MODE: 'demo', ...environment },
  })
  expect(stdout).toContain('agree')
}
