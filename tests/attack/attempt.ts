import { Client, type Data, type Response, Socket } from './client.ts'

/** The server under attack, and what an attacker can get there without a trick. */
export interface World {
  readonly origin: string
  /** A signed-in member of the preparation, who has the funds of `tests/support/attack-server.ts`. Each call takes another. */
  member(): Promise<Client>
  /** A member with this name, signed in on a new device. */
  signedIn(name: string): Promise<Client>
  visitor(http?: Record<string, string>): Promise<Client>
  /** The port of publishers, and the key that the operator of the server gives to one of them. */
  readonly rtmpPort: number
  readonly streamKey: (stream: string, expiresAtMs: number) => string
  /** A relay of the server that takes this address for the origin. */
  openRelay(originUrl: string): Promise<{ readonly url: string; isRunning(): boolean; stop(): Promise<void> }>
}

/**
 * One attempt: the preparation, the attempt itself, the expected response, and the state afterwards. Values are compared as
 * a whole, so an attempt returns what does not depend on time or chance: codes, counts and balances.
 */
export interface Attempt<Prepared, Place = World> {
  /** Number in the list of attempts (decision 228) if it has one, and what the attacker does. */
  readonly name: string
  readonly prepare: (world: Place) => Promise<Prepared>
  readonly attempt: (prepared: Prepared, world: Place) => Promise<unknown>
  readonly expected: unknown
  readonly state: (prepared: Prepared, world: Place) => Promise<unknown>
  readonly after: unknown
}

interface Compared {
  readonly is: unknown
  readonly expected: unknown
}

/** An attempt without the type of its preparation, so that attempts can be listed. */
export interface ListedAttempt<Place = World> {
  readonly name: string
  run(world: Place): Promise<{ readonly response: Compared; readonly state: Compared }>
}

export function attempt<Prepared, Place = World>(of: Attempt<Prepared, Place>): ListedAttempt<Place> {
  return {
    name: of.name,
    async run(world) {
      const prepared = await of.prepare(world)
      const response = { is: await of.attempt(prepared, world), expected: of.expected }
      return { response, state: { is: await of.state(prepared, world), expected: of.after } }
    },
  }
}

export const key = (): string => crypto.randomUUID()

/** Whole yuan as minor units. */
export const yuan = (amount: number): number => amount * 100

/** Runs something `count` times at once. */
export function atOnce<Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => run(index)))
}

/** How often each code occurs, for example `{ SUCCESS: 1, BALANCE_NOT_ENOUGH: 19 }`. */
export function tally(responses: readonly Pick<Response, 'code'>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { code } of responses) counts[code] = (counts[code] ?? 0) + 1
  return counts
}

/** The names of codes in order. */
export const codes = (responses: readonly Pick<Response, 'code'>[]): string[] => responses.map(({ code }) => code)

/** What a member owns in the center wallet and at venues, in minor units. */
export async function moneyOf(member: Client, currency: 'CNY' | 'USDT' = 'CNY'): Promise<Data> {
  const [{ data }, interest] = await Promise.all([
    member.call('balance.list', { currency }),
    member.call('interest.info', { currency }),
  ])
  const venues = (data.venues as { balance: number }[]).reduce((sum, { balance }) => sum + balance, 0)
  return { center: data.center, locked: data.locked, venues, interest: interest.data.principal }
}

export async function coinsOf(member: Client): Promise<number> {
  return (await member.call('coin.balance')).data.balance
}

/** Coins and points together: what activities pay. */
export async function rewardsOf(member: Client): Promise<number> {
  const [coins, { data }] = await Promise.all([coinsOf(member), member.call('points.get')])
  return coins + data.balance
}

/** The first live football match: its room, anchor room and id. */
export async function liveMatch(client: Client): Promise<Data> {
  const { data } = await client.call('live.popularList', { size: 200, page: 1, kind: 'football' })
  return (data.list as Data[]).find((match) => match.anchor_status === 1)
}

/** Joins a room by HTTP and socket. */
export async function joinRoom(
  client: Client,
  chatRoomNo: string,
  kind: 'anon' | 'web' = 'web',
): Promise<{ socket: Socket; joined: Data; acknowledged: Data }> {
  const { data: joined } = await client.call(`chatroom.${kind}Join`, { chatRoomNo })
  const socket = await Socket.open(client.target.origin, `/chat-${kind}`)
  const { ticket, epoch, seq } = joined
  const acknowledged = await socket.ask('join', { ticket, position: { epoch, seq } })
  return { socket, joined, acknowledged }
}
