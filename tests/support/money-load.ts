import { timewd } from '#workers/crypto/legacy.ts'
import { CODES } from '#protocol/codes.ts'
import type { DataOf, EndpointName } from '#protocol/endpoints/table.ts'
import type { ResponseBody } from '#protocol/result.ts'
import { newKey } from './ledger-members.ts'
import type { SealedClient } from './sealed-client.ts'

/** Calls per second, whatever the server has answered. */
const RATE = 50
const INTERVAL_MS = 1_000 / RATE
const TICK_MS = 10
/** Venues from which one member recovers money. */
const RECOVERED_VENUES = ['YBTY', 'FBTY'] as const
/** The bank credits a claim after seconds, so older orders of a member are final. */
const RECENT_ORDERS = 6

/** The kinds of calls in their order, repeated. */
const CYCLE = [
  'pay.create',
  'withdraw.create',
  'step',
  'transfer.in',
  'usdt.transfer',
  'interest.to',
  'pay.create',
  'step',
  'gift.reward',
  'fastWithdraw.create',
  'coin.buy',
  'step',
  'transfer.out',
  'transfer.oneKeyRecover',
  'interest.from',
  'step',
  'pay.create',
  'step',
] as const
type Kind = (typeof CYCLE)[number]

export const WITHDRAW_PASSWORD = '246810'

/** A signed-in member of the load, with payout accounts of both currencies. */
export interface LoadMember {
  readonly memberId: string
  readonly client: SealedClient
  readonly cardId: string
  readonly addressId: string
}

/** A money call with an idempotency key. */
export interface KeyedCall {
  readonly name: EndpointName
  readonly memberId: string
  readonly key: string
  readonly params: object
  /** The response; null if the connection broke before it. */
  response: ResponseBody | null
}

/** A call that changes an order. */
export interface StepCall {
  readonly orderNo: string
  readonly event: 'claim' | 'cancel' | 'confirm' | 'appeal'
  response: ResponseBody | null
}

type Order = Pick<DataOf<'pay.create'>, 'orderNo' | 'kind' | 'status'>

/** Codes of a call that the server did not carry out for reasons of its own. */
const FAILURES: readonly number[] = [CODES.INTERNAL_ERROR, CODES.INTERFACE_DEGRADE]
const LIMITS: readonly number[] = [CODES.CURRENT_LIMITING_A, CODES.CURRENT_LIMITING_B, CODES.CURRENT_LIMITING_C]

/** Random money calls of several members: 50 a second until it is stopped. */
export class MoneyLoad {
  readonly keyed: KeyedCall[] = []
  readonly steps: StepCall[] = []
  confirmed = 0
  readonly #members: readonly LoadMember[]
  readonly #anchorRoomId: string
  readonly #orders = new Map<string, Order[]>()
  readonly #running = new Set<Promise<unknown>>()
  #onConfirmed: () => void = () => undefined

  constructor(members: readonly LoadMember[], anchorRoomId: string) {
    this.#members = members
    this.#anchorRoomId = anchorRoomId
  }

  /**
   * Sends calls until `count` are confirmed, then one of each kind at once. Runs `end`, which breaks the connections, when
   * `late` of these are confirmed, and waits for all calls.
   */
  async run({ count, late }: { count: number; late: number }, end: () => Promise<unknown>): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const startedAt = performance.now()
      let sent = 0
      const timer = setInterval(() => {
        for (; sent < (performance.now() - startedAt) / INTERVAL_MS; sent += 1) {
          this.#start(CYCLE[sent % CYCLE.length], reject)
        }
      }, TICK_MS)
      let last = Infinity
      this.#onConfirmed = () => {
        if (this.confirmed >= last) resolve()
        if (this.confirmed < count || last < Infinity) return
        clearInterval(timer)
        last = this.confirmed + late
        for (const kind of CYCLE) this.#start(kind, reject)
      }
    })
    await end()
    await Promise.all(this.#running)
  }

  /** Calls whose outcome the member does not know. */
  get unconfirmed(): readonly KeyedCall[] {
    return this.keyed.filter(({ response }) => response === null)
  }

  #start(kind: Kind = 'step', onFailure: (error: unknown) => void = () => undefined): void {
    const running = this.#callSome(kind).catch(onFailure)
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
  }

  async #callSome(kind: Kind): Promise<unknown> {
    const member = pick(this.#members)
    if (!member) throw new Error('the load has no members')
    return this.#callAs(member, kind)
  }

  /** Lets every member put money where `transfer.out` and `interest.from` find it. */
  async prime(): Promise<void> {
    for (const member of this.#members) {
      for (const [currency, amount] of [
        ['CNY', 20_000_00],
        ['USDT', 5_000_000_000],
      ] as const) {
        await this.#keyed(member, 'transfer.in', { venueEnName: 'YBTY', amount, currency })
        await this.#keyed(member, 'interest.to', { currency, amount })
      }
    }
  }

  async #callAs(member: LoadMember, kind: Kind): Promise<unknown> {
    const isChinese = Math.random() < 0.7
    const currency = isChinese ? 'CNY' : 'USDT'
    const amount = (100_00 + Math.floor(Math.random() * 400_00)) * (isChinese ? 1 : 1_000)
    switch (kind) {
      case 'step':
        return this.#step(member)
      case 'pay.create':
        if (!isChinese) return this.#create(member, 'usdt.pay', { chain: pick(['TRC20', 'ERC20']), amount })
        return this.#create(member, kind, { payTypeId: pick(['demo-bank', 'demo-qr', 'demo-speed']), amount })
      case 'withdraw.create':
      case 'fastWithdraw.create': {
        const withdrawPwd = typed(WITHDRAW_PASSWORD, member.client)
        const accountId = isChinese ? member.cardId : member.addressId
        return this.#create(member, kind, { accountId, amount, withdrawPwd })
      }
      case 'transfer.in':
      case 'transfer.out':
        return this.#create(member, kind, { venueEnName: 'YBTY', amount, currency })
      case 'transfer.oneKeyRecover':
        return this.#recover()
      case 'usdt.transfer':
        return this.#convert(member, currency, amount)
      case 'interest.to':
      case 'interest.from':
        return this.#keyed(member, kind, { currency, amount })
      case 'coin.buy':
        return this.#keyed(member, kind, { coins: 1 + Math.floor(Math.random() * 50) })
      case 'gift.reward': {
        const gift = { giftId: 1, count: 1 + Math.floor(Math.random() * 3), comboId: newKey() }
        return this.#keyed(member, kind, { ...gift, anchorRoomId: this.#anchorRoomId })
      }
    }
  }

  async #create(member: LoadMember, name: EndpointName, params: object): Promise<void> {
    const response = await this.#keyed(member, name, params)
    if (response?.code !== CODES.SUCCESS) return
    const order = response.data as Order
    this.#orders.set(member.memberId, [order, ...(this.#orders.get(member.memberId) ?? [])].slice(0, RECENT_ORDERS))
  }

  /** A recovery of the last member, so that the venues of the others keep their money; then fills its venues again. */
  async #recover(): Promise<void> {
    const member = this.#members.at(-1)
    if (!member) return
    const currency = 'CNY'
    await this.#keyed(member, 'transfer.oneKeyRecover', { currency })
    for (const venueEnName of RECOVERED_VENUES) {
      // oxlint-disable-next-line no-await-in-loop -- the member makes one transfer after the other
      await this.#keyed(member, 'transfer.in', { venueEnName, amount: 100_00, currency })
    }
  }

  async #convert(member: LoadMember, from: 'CNY' | 'USDT', wanted: number): Promise<void> {
    const to = from === 'CNY' ? 'USDT' : 'CNY'
    const offered = await send(() => member.client.call('usdt.quote', { from, to, amount: wanted }))
    if (offered?.code !== CODES.SUCCESS) return
    const { quoteId, amount } = offered.data as DataOf<'usdt.quote'>
    await this.#keyed(member, 'usdt.transfer', { from, to, amount, quoteId })
  }

  async #keyed(member: LoadMember, name: EndpointName, params: object): Promise<ResponseBody | null> {
    const call: KeyedCall = { name, memberId: member.memberId, key: newKey(), params, response: null }
    this.keyed.push(call)
    call.response = await send(() => repeat(member.client, call))
    this.#confirm(call.response)
    return call.response
  }

  /** Something that the member may do with one of the newest orders, and perhaps too late. */
  async #step(member: LoadMember): Promise<void> {
    const order = pick(this.#orders.get(member.memberId) ?? [])
    if (!order || order.kind === 'transferIn' || order.kind === 'transferOut') return
    const { orderNo } = order
    const isPayIn = order.kind === 'deposit' || order.kind === 'speedDeposit'
    const event = isPayIn ? pick(['claim', 'claim', 'cancel'] as const) : pick(['cancel', 'confirm', 'appeal'] as const)
    const call: StepCall = { orderNo, event, response: null }
    this.steps.push(call)
    call.response = await send(() => stepOf(member.client, isPayIn, call))
    this.#confirm(call.response)
  }

  #confirm(response: ResponseBody | null): void {
    if (response === null) return
    this.confirmed += 1
    this.#onConfirmed()
  }
}

/** Sends a keyed call with its key. */
export function repeat(client: SealedClient, { name, params, key }: KeyedCall) {
  return client.call(name, params, { headers: { 'idempotency-key': key } })
}

function stepOf(client: SealedClient, isPayIn: boolean, { orderNo, event }: StepCall) {
  if (event === 'claim') return client.call('speedDeposit.confirm', { orderNo })
  if (event === 'confirm') return client.call('withdraw.confirm', { orderNo })
  if (event === 'appeal') return client.call('withdraw.appeal', { orderNo, reason: '未到账' })
  return client.call(isPayIn ? 'deposit.cancel' : 'withdraw.cancel', { orderNo })
}

/** The response, or null if the connection broke or the server failed. Throws for the limits, which hide the load. */
async function send(call: () => Promise<ResponseBody>): Promise<ResponseBody | null> {
  const response = await call().catch(() => null)
  if (response !== null && LIMITS.includes(response.code)) throw new Error(`the load was limited: ${response.code}`)
  return response !== null && FAILURES.includes(response.code) ? null : response
}

/** A password as the worker encodes it (S3.1). */
export function typed(password: string, { keys }: Pick<SealedClient, 'keys'>): string {
  return timewd(password, Date.now(), keys.wd, crypto.getRandomValues(new Uint8Array(16)))
}

function pick<Item>(items: readonly [Item, ...Item[]]): Item
function pick<Item>(items: readonly Item[]): Item | undefined
function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)]
}
