import { CODES, SESSION_END_CODES } from '#protocol/codes.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { ResponseBody } from '#protocol/result.ts'
import { SECOND_MS } from '#protocol/time.ts'
import type { Random } from '#server/demo/world/random.ts'
import type { SessionMember } from '#server/members/sessions/session-member.ts'
import { oldPassword, timewd } from '#workers/crypto/legacy.ts'
import { SealedClient, type WireRequest, type WireResponse } from '../support/sealed-client.ts'
import { LOAD_TOKEN, type SimulatedServer } from './simulated-server.ts'

export const PASSWORD = 'Play2026x'
export const WITHDRAW_PASSWORD = '246810'

/** Chances of faults per request. */
export interface NetworkFaults {
  /** Lost before the server gets it. */
  readonly lostRequest: number
  /** Lost after the server has executed it. */
  readonly lostResponse: number
  /** Sent twice: the server must refuse the second one as a replay. */
  readonly doubled: number
  /** Arrives up to {@link LATEST_MS} later, and so after requests that were sent later. */
  readonly late: number
}

const LATEST_MS = 20 * SECOND_MS
export const CLEAN_NETWORK: NetworkFaults = { lostRequest: 0, lostResponse: 0, doubled: 0, late: 0 }

/** What the members share. */
export interface MemberWorld {
  readonly random: Random
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<void>
  network: NetworkFaults
  /** Null between a crash and the next start. */
  server: SimulatedServer | null
  /** Rejects when the server ends in the middle of a request. */
  ended: Promise<never>
  readonly note: (line: string) => void
  readonly violation: (invariant: string, subject: string, detail: string) => void
}

export interface Outcome {
  readonly code: number
  readonly data: unknown
}

/** A money call with an idempotency key. */
export interface KeyedCall {
  readonly name: EndpointName
  readonly member: SimulatedMember
  readonly key: string
  readonly params: object
  /** Null while the member does not know what became of it. */
  outcome: Outcome | null
}

/** The network lost a request or its response. */
class NetworkError extends Error {}

/** Codes after which a call may have been executed. */
const UNKNOWN: readonly number[] = [CODES.INTERNAL_ERROR, CODES.INTERFACE_DEGRADE]
const ATTEMPTS = 6
/** Fields by which two responses of one call are compared. */
const IDS = ['orderNo', 'giftOrderNo', 'betId', 'roundId', 'orderId', 'id', 'drawId'] as const

/** A member with a device, who repeats or looks up money calls of which it does not know the result. */
export class SimulatedMember {
  readonly name: string
  readonly address: string
  readonly memberId: string
  /** Accounts of withdrawals. */
  readonly accounts: readonly string[]
  readonly calls: KeyedCall[] = []
  readonly #world: MemberWorld
  #client: SealedClient | null = null
  #token = ''
  #keys = 0

  constructor(
    world: MemberWorld,
    {
      name,
      memberId,
      number,
      accounts,
    }: { name: string; memberId: string; number: number; accounts: readonly string[] },
  ) {
    this.#world = world
    this.name = name
    this.memberId = memberId
    this.accounts = accounts
    this.address = `10.1.${Math.floor(number / 200)}.${1 + (number % 200)}`
  }

  /** Sends a call. Null if its response was lost, or the server failed. */
  async call<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name> | ((client: SealedClient) => RequestOf<Name>),
    key?: string,
  ): Promise<{ readonly code: number; readonly data: DataOf<Name> } | null> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const response = await this.#attempt(name, params, key).catch((error: unknown) => {
        if (error instanceof NetworkError) return null
        throw error
      })
      const code = response?.code ?? -1
      this.#world.note(`${this.name} ${name} ${code}`)
      if (response === null || UNKNOWN.includes(code)) return null
      if (code === CODES.REKEY) this.#client = null
      else if ((SESSION_END_CODES as readonly number[]).includes(code) || code === CODES.NEED_LOGIN) this.#token = ''
      else return response as { code: number; data: DataOf<Name> }
    }
    return null
  }

  /** The session of this device on the server, as its socket has it; null without one. */
  async session(): Promise<SessionMember | null> {
    if (this.#token === '') await this.call('message.unread', {})
    const { server, ended } = this.#world
    if (!server || this.#token === '') return null
    const found = await Promise.race([
      ended.catch(() => null),
      server.services.sessions.find(this.#token, `device-of-${this.name}`).catch(() => null),
    ])
    return found?.session ?? null
  }

  async #attempt<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name> | ((client: SealedClient) => RequestOf<Name>),
    key: string | undefined,
  ): Promise<ResponseBody> {
    const client = await this.#connected()
    if (this.#token === '' && name !== 'auth.login') await this.#signIn(client)
    client.token = this.#token
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    return client.call(name, typeof params === 'function' ? params(client) : params, { headers })
  }

  async #connected(): Promise<SealedClient> {
    const http = { 'x-load-token': LOAD_TOKEN }
    const { now } = this.#world
    this.#client ??= await SealedClient.connect((request) => this.#send(request), { now, http })
    this.#client.http = http
    this.#client.uuid = `device-of-${this.name}`
    return this.#client
  }

  async #signIn(client: SealedClient): Promise<void> {
    client.token = ''
    const { code, data } = await client.call('auth.login', {
      name: this.name,
      password: '',
      flag: 1,
      version: '0.1.0',
      timewd: typed(PASSWORD, client),
      oldPassword: oldPassword(PASSWORD, this.name),
    })
    this.#world.note(`${this.name} signs in ${code}`)
    if (code === CODES.SUCCESS) this.#token = (data as DataOf<'auth.login'>).token
  }

  async #send(request: WireRequest): Promise<WireResponse> {
    const { random, network, sleep } = this.#world
    const chance = random.next()
    if (random.chance(network.late)) await sleep(random.between(1, LATEST_MS))
    if (chance < network.lostRequest) throw new NetworkError('the request was lost')
    const { server, ended } = this.#world
    if (server === null) throw new NetworkError('nobody listens')
    const isDoubled = random.chance(network.doubled)
    const response = await Promise.race([
      ended.catch(() => {
        throw new NetworkError('the connection broke')
      }),
      server.handle(request, this.address),
    ])
    if (isDoubled) {
      const again = server.handle(request, this.address).catch(() => null)
      await Promise.race([ended.catch(() => null), again])
    }
    if (chance < network.lostRequest + network.lostResponse) throw new NetworkError('the response was lost')
    return response
  }

  /** A money call: repeated or looked up until its result is known, or some attempts have failed. */
  async keyed<Name extends EndpointName>(
    name: Name,
    params: RequestOf<Name> | ((client: SealedClient) => RequestOf<Name>),
  ): Promise<DataOf<Name> | null> {
    this.#keys += 1
    const key = `${this.name}-${String(this.#keys).padStart(12, '0')}`
    const call: KeyedCall = { name, member: this, key, params, outcome: null }
    this.calls.push(call)
    const { random, sleep } = this.#world
    for (let attempt = 0; attempt < ATTEMPTS && call.outcome === null; attempt += 1) {
      if (attempt === 0) await this.#begin(call)
      else {
        await sleep(random.between(100, 10 * SECOND_MS))
        await this.resolve(call)
      }
    }
    await this.#repeatSometimes(call)
    return call.outcome?.code === CODES.SUCCESS ? (call.outcome.data as DataOf<Name>) : null
  }

  /** The first attempt; some are sent twice at the same time by an impatient page. */
  async #begin(call: KeyedCall): Promise<void> {
    const { random } = this.#world
    const copies = !ENDPOINTS[call.name].secret && random.chance(0.1) ? 2 : 1
    const send = () => this.call(call.name, call.params, call.key)
    const responses = await Promise.all(Array.from({ length: copies }, send))
    for (const response of responses) this.#take(call, response)
  }

  /** Finds out what became of a call: a call with a password is looked up (settled 7), others may be repeated. */
  async resolve(call: KeyedCall): Promise<void> {
    if (call.outcome !== null) return
    if (!ENDPOINTS[call.name].secret && this.#world.random.chance(0.6)) {
      this.#take(call, await this.call(call.name, call.params, call.key))
      return
    }
    const found = await this.call('operation.result', { idempotencyKey: call.key, endpoint: call.name })
    if (found?.code === CODES.SUCCESS && call.outcome === null) {
      const { state, code, data } = found.data
      // Nothing can be booked under this key any more.
      call.outcome = { code: state === 'unknown' ? CODES.NOT_FOUND : code, data }
    }
  }

  #take(call: KeyedCall, response: { readonly code: number; readonly data: unknown } | null): void {
    if (response === null) return
    const isDone = response.code === CODES.SUCCESS || response.code === CODES.DUPLICATE_REQUEST
    const outcome = { code: isDone ? CODES.SUCCESS : response.code, data: response.data }
    if (call.outcome === null) call.outcome = outcome
    else this.#compare(call, outcome)
  }

  /** I4: the same key and content has the same result; other content is refused. */
  async #repeatSometimes(call: KeyedCall): Promise<void> {
    const { random, violation } = this.#world
    if (call.outcome?.code !== CODES.SUCCESS || ENDPOINTS[call.name].secret) return
    if (random.chance(0.1)) {
      const again = await this.call(call.name, call.params, call.key)
      if (again && again.code !== CODES.DUPLICATE_REQUEST) {
        violation('I4', call.key, `${call.name} was repeated with code ${again.code}`)
      } else this.#take(call, again)
    }
    const { amount } = call.params as { amount?: number }
    if (amount !== undefined && random.chance(0.03)) {
      const other = await this.call(call.name, { ...call.params, amount: amount + 1 } as never, call.key)
      if (other && other.code !== CODES.IDEMPOTENCY_CONFLICT) {
        violation('I4', call.key, `${call.name} with another amount had code ${other.code}`)
      }
    }
  }

  #compare(call: KeyedCall, again: Outcome): void {
    const first = call.outcome
    if (first === null || first.code !== CODES.SUCCESS) {
      // A refusal that is not stored may end, for example that of a closed venue.
      if (again.code === CODES.SUCCESS) call.outcome = again
      return
    }
    if (again.code !== CODES.SUCCESS) return
    const [one, other] = [idsOf(first.data), idsOf(again.data)]
    if (one !== other) this.#world.violation('I4', call.key, `${call.name} had the results ${one} and ${other}`)
  }
}

export function idsOf(data: unknown): string {
  const fields = (data ?? {}) as Readonly<Record<string, unknown>>
  const nested = ((fields['bet'] ?? {}) as { betId?: unknown }).betId
  return [...IDS.map((id) => fields[id]), nested].filter((id) => typeof id === 'string').join(' ')
}

/** A password as the worker encodes it (S3.1). */
export function typed(password: string, { keys, now }: Pick<SealedClient, 'keys' | 'now'>): string {
  return timewd(password, now(), keys.wd, crypto.getRandomValues(new Uint8Array(16)))
}
