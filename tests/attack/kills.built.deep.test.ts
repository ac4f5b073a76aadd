import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AttackedServer, startAttackedServer } from '../support/attack-server.ts'
import { scaled } from '../support/depth.ts'
import { SHORT_KINDS } from '../support/store.ts'
import { atOnce, key, liveMatch, yuan } from './attempt.ts'
import { Client, type Data, LOAD_TOKEN, type Response } from './client.ts'

const MEMBERS = 8
/** `KILLS=50 ORDERS_PER_SECOND=30` set another number of kills and a fixed rate of calls. */
const KILLS = Number(process.env['KILLS'] ?? scaled({ short: 1, full: 12 }))
/** Time between calls of a member, also while others are pending. If 0, a member waits for each response. */
const ROUND_MS = process.env['ORDERS_PER_SECOND'] ? (MEMBERS / Number(process.env['ORDERS_PER_SECOND'])) * 1_000 : 0
/** Time of mixed calls before each kill. */
const LOAD_MS = 2_500

interface Sent {
  readonly member: number
  readonly name: string
  readonly params: Readonly<Record<string, unknown>>
  readonly key: string
  /** Null until the client knows what became of it. */
  result: { readonly code: string; readonly id: string } | null
}

/** What identifies the result of a money call. */
const idOf = (data: Data): string => data?.orderNo ?? data?.giftOrderNo ?? data?.order?.orderNo ?? ''

/** Kinds of calls that move money, with their parameters. The secret ones are looked up and never repeated. */
const CALLS: readonly (readonly [name: string, params: (facts: Data) => Record<string, unknown>])[] = [
  ['pay.create', () => ({ payTypeId: 'demo-bank', amount: yuan(100) })],
  ['pay.create', () => ({ payTypeId: 'demo-speed', amount: yuan(100) })],
  ['usdt.pay', () => ({ chain: 'TRC20', amount: 20_000_000 })],
  ['withdraw.create', ({ accountId }) => ({ accountId, amount: yuan(100), withdrawPwd: '246810' })],
  ['fastWithdraw.create', ({ accountId }) => ({ accountId, amount: yuan(100), withdrawPwd: '246810' })],
  ['transfer.in', () => ({ venueEnName: 'YBTY', amount: yuan(10), currency: 'CNY' })],
  ['transfer.out', () => ({ venueEnName: 'YBTY', amount: yuan(5), currency: 'CNY' })],
  ['interest.to', () => ({ currency: 'CNY', amount: yuan(10) })],
  ['interest.from', () => ({ currency: 'CNY', amount: yuan(5) })],
  ['coin.buy', () => ({ coins: 10 })],
  ['gift.reward', ({ anchorRoomId }) => ({ giftId: 1, count: 1, anchorRoomId, comboId: 'combo-of-the-kills' })],
]
const SECRET_CALLS: readonly string[] = ['withdraw.create', 'fastWithdraw.create']

describe.each(SHORT_KINDS)('a server on %s that is killed under mixed orders (1.23 to 1.27)', (kind) => {
  let attacked: AttackedServer
  let members: Client[]
  const sent: Sent[] = []
  beforeAll(async () => {
    attacked = await startAttackedServer({ LOAD_TOKEN }, kind)
    members = await atOnce(MEMBERS, async (index) => {
      const client = await Client.connect(attacked.server.url)
      await client.signIn(attacked.names[index]!, 'Play2026x')
      return client
    })
  })
  afterAll(async () => {
    expect(await attacked.stop()).toEqual([])
  })

  /** Sends calls until the server does not respond. */
  async function load(member: number, facts: Data, startedAt: number): Promise<void> {
    const pending: Promise<void>[] = []
    let isDown = false
    const send = async (call: Sent): Promise<void> => {
      const response = await members[member]!.call(call.name, call.params, { key: call.key }).catch(() => null)
      if (response === null) isDown = true
      else take(call, response)
    }
    for (let count = member; ; count += 1) {
      const dueAt = startedAt + (count - member) * ROUND_MS
      if (pending.length > 0) await (ROUND_MS === 0 ? pending.at(-1) : wait(dueAt - performance.now()))
      if (isDown) break
      const [name, params] = CALLS[count % CALLS.length]!
      const call: Sent = { member, name, params: params(facts), key: key(), result: null }
      sent.push(call)
      pending.push(send(call))
    }
    await Promise.all(pending)
  }

  function take(call: Sent, { code, data }: Pick<Response, 'code' | 'data'>): void {
    const result = { code: code === 'DUPLICATE_REQUEST' ? 'SUCCESS' : code, id: idOf(data) }
    if (code === 'INTERNAL_ERROR' || code === 'INTERFACE_DEGRADE') return
    if (call.result?.code === 'SUCCESS') expect(result, `${call.name} ${call.key}`).toEqual(call.result)
    call.result = result
  }

  /** Finds out what became of a call. */
  async function resolve(call: Sent): Promise<void> {
    const member = members[call.member]!
    if (!SECRET_CALLS.includes(call.name))
      return take(call, await member.call(call.name, call.params, { key: call.key }))
    const { data } = await member.call('operation.result', { idempotencyKey: call.key, endpoint: call.name })
    const code = data.state === 'unknown' ? 'NOT_FOUND' : data.code === 0 ? 'SUCCESS' : `code ${data.code}`
    call.result = { code, id: idOf(data.data) }
  }

  it(`keeps every confirmed call once over ${KILLS} kills`, async () => {
    let [unknown, loaded, loadedMs] = [0, 0, 0]
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { anchorRoomId } = await liveMatch(members[0]!)
      const prepared = await Promise.all(members.map((member) => member.call('withdraw.prepare', { currency: 'CNY' })))
      const before = sent.length
      const startedAt = performance.now()
      const loads = atOnce(MEMBERS, (member) =>
        load(member, { anchorRoomId, accountId: prepared[member]!.data.accounts[0].id }, startedAt),
      )
      // At a fixed rate all members send at once; the kills hit different moments after that.
      await wait(ROUND_MS === 0 ? LOAD_MS : Math.floor(LOAD_MS / ROUND_MS) * ROUND_MS + 1 + ((kill * 7) % 40))
      loadedMs += performance.now() - startedAt
      loaded += sent.length - before
      await attacked.server.kill('SIGKILL')
      await loads
      await attacked.server.restart()
      members = await Promise.all(members.map((member) => member.again()))
      const open = sent.filter(({ result }) => result === null)
      unknown += open.length
      await Promise.all(open.map((call) => resolve(call)))
    }
    const confirmedCalls = sent.filter(({ result }) => result?.code === 'SUCCESS').length
    // oxlint-disable-next-line no-console -- the figures of a run
    console.info(
      `${kind}: ${KILLS} kills, ${sent.length} calls, ${confirmedCalls} successful, ${unknown} unknown after a kill, ` +
        `${((loaded / loadedMs) * 1_000).toFixed(1)} calls/s`,
    )
    expect(unknown).toBeGreaterThan(0)
    // A repeated key has the first result, also after kills.
    const confirmed = sent.filter(({ result, name }) => result?.code === 'SUCCESS' && !SECRET_CALLS.includes(name))
    for (const call of confirmed.slice(-200)) await resolve(call)
    const orders = sent.flatMap(({ result, name }) =>
      result?.code === 'SUCCESS' && name.endsWith('.create') ? [result.id] : [],
    )
    expect(new Set(orders).size).toBe(orders.length)
    expect(sent.filter(({ result }) => result === null)).toEqual([])
  })
})
