import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AttackedServer, startAttackedServer } from '../support/attack-server.ts'
import { scaled } from '../support/depth.ts'
import { SHORT_KINDS } from '../support/store.ts'
import { atOnce, key, liveMatch, yuan } from './attempt.ts'
import { Client, type Data, LOAD_TOKEN, type Response } from './client.ts'

const MEMBERS = 8
const KILLS = scaled({ short: 1, full: 12 })
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

  /** Sends calls one after the other until the server does not respond. */
  async function load(member: number, facts: Data): Promise<void> {
    for (let count = member; ; count += 1) {
      const [name, params] = CALLS[count % CALLS.length]!
      const call: Sent = { member, name, params: params(facts), key: key(), result: null }
      sent.push(call)
      const response = await members[member]!.call(name, call.params, { key: call.key }).catch(() => null)
      if (response === null) return
      take(call, response)
    }
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
    let unknown = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { anchorRoomId } = await liveMatch(members[0]!)
      const loads = atOnce(MEMBERS, async (member) => {
        const { data } = await members[member]!.call('withdraw.prepare', { currency: 'CNY' })
        return load(member, { anchorRoomId, accountId: data.accounts[0].id })
      })
      await wait(LOAD_MS)
      await attacked.server.kill('SIGKILL')
      await loads
      await attacked.server.restart()
      members = await Promise.all(members.map((member) => member.again()))
      const open = sent.filter(({ result }) => result === null)
      unknown += open.length
      await Promise.all(open.map((call) => resolve(call)))
    }
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
