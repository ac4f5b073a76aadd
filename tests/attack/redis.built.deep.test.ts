import { once } from 'node:events'
import { connect, type Socket as TcpSocket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AttackedPair, startAttackedPair } from '../support/attack-server.ts'
import { findRedis } from '../support/redis.ts'
import { STORE_KINDS } from '../support/store.ts'
import { joinRoom, key, liveMatch, moneyOf, yuan } from './attempt.ts'
import { Client, type Data, LOAD_TOKEN, openFrame, Socket } from './client.ts'

/** Messages that no process sends. */
const FORGED = [
  '',
  'x',
  '{}',
  '[]',
  'null',
  '7',
  '"x"',
  '{"__proto__":{"a":1}}',
  '[null]',
  'A'.repeat(300),
  'x'.repeat(100_000),
]
const TRANSFERS = 40
/** Messages of each speaker, and the time between two of one (section 5 of docs/protocol.md). */
const [ROUNDS, PACE_MS] = [3, 3_000]

/** Another program with a connection to Redis. It speaks RESP by hand, because the suite uses no client of the product. */
class Intruder {
  readonly #socket: TcpSocket
  #received = Buffer.alloc(0)
  readonly #waiting: ((reply: Data) => void)[] = []
  /** Messages of subscribed channels. */
  readonly messages: { readonly channel: string; readonly text: string }[] = []

  private constructor(socket: TcpSocket) {
    this.#socket = socket
    socket.on('error', () => undefined)
    socket.on('data', (part) => this.#receive(part))
  }

  static async open(port: number): Promise<Intruder> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new Intruder(socket)
  }

  command(...parts: readonly (string | Buffer)[]): Promise<Data> {
    const bytes = parts.map((part) => Buffer.from(part as string))
    const bulks = bytes.flatMap((part) => [Buffer.from(`$${part.length}\r\n`), part, Buffer.from('\r\n')])
    this.#socket.write(Buffer.concat([Buffer.from(`*${parts.length}\r\n`), ...bulks]))
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(part: Buffer): void {
    this.#received = Buffer.concat([this.#received, part])
    for (;;) {
      const found = replyAt(this.#received, 0)
      if (found === null) return
      this.#received = this.#received.subarray(found.end)
      const { value } = found
      if (Array.isArray(value) && String(value[0]) === 'pmessage') {
        this.messages.push({ channel: String(value[2]), text: String(value[3]) })
      } else this.#waiting.shift()?.(value)
    }
  }
}

/** The reply of Redis that begins here; null if it is not complete. Errors are texts. */
function replyAt(bytes: Buffer, at: number): { readonly value: Data; readonly end: number } | null {
  const lineEnd = bytes.indexOf('\r\n', at)
  if (lineEnd < 0) return null
  const [kind, line, next] = [
    bytes.toString('latin1', at, at + 1),
    bytes.toString('utf8', at + 1, lineEnd),
    lineEnd + 2,
  ]
  if (kind === '$') {
    const length = Number(line)
    if (length < 0) return { value: null, end: next }
    return bytes.length < next + length + 2
      ? null
      : { value: bytes.subarray(next, next + length), end: next + length + 2 }
  }
  if (kind !== '*') return { value: kind === ':' ? Number(line) : line, end: next }
  const value: Data[] = []
  let end = next
  for (let count = Number(line); count > 0; count -= 1) {
    const found = replyAt(bytes, end)
    if (found === null) return null
    value.push(found.value)
    end = found.end
  }
  return { value, end }
}

interface SignedIn {
  readonly name: string
  readonly member: Client
  /** Public id of the member. */
  readonly userId: string
}

interface Speaker extends SignedIn {
  readonly socket: Socket
  readonly joined: Data
}

/** What members said, by number of entry, as a viewer has received them. */
function textsOf({ socket, joined }: Speaker): Map<number, string> {
  const frames = socket.events.filter(({ name }) => name === 'frame')
  const entries = frames.flatMap(({ data }) => openFrame(joined.roomKey, data))
  const said = entries.filter(({ entry }) => typeof entry.data?.text === 'string' && entry.data.text.startsWith('atk'))
  return new Map(said.map(({ seq, entry }) => [seq, entry.data.text as string]))
}

// They need TEST_DATABASE_URL and redis-server.
describe.runIf(STORE_KINDS.includes('postgres') && findRedis() !== null)(
  'two servers whose Redis an attacker reaches',
  () => {
    let pair: AttackedPair
    let intruder: Intruder
    let room: string
    beforeAll(async () => {
      pair = await startAttackedPair({ LOAD_TOKEN })
      intruder = await Intruder.open(pair.redisPort)
    })
    afterAll(async () => {
      intruder.close()
      expect(await pair.stop()).toEqual([])
    })

    async function signedIn(index: number): Promise<SignedIn> {
      const name = pair.names[index] ?? ''
      const member = await Client.connect(pair.origins[index % 2 === 0 ? 0 : 1])
      const { code, data } = await member.signIn(name, 'Play2026x')
      if (code !== 'SUCCESS') throw new Error(`${name} cannot sign in: ${code}`)
      return { name, member, userId: data.member.userId }
    }

    async function speaker(index: number): Promise<Speaker> {
      const { member, ...known } = await signedIn(index)
      room = (await liveMatch(member)).chatRoomNo
      return { ...known, member, ...(await joinRoom(member, room)) }
    }

    const say = async ({ socket }: Speaker, text: string): Promise<void> => {
      expect(await socket.ask('say', { chatRoomNo: room, cid: key(), text })).toMatchObject({ ok: true })
    }
    const areUp = async (): Promise<boolean[]> =>
      Promise.all(pair.origins.map(async (origin) => (await fetch(`${origin}/healthz`)).ok))

    it('ignore forged messages, and recorded ones on their own and on other channels', async () => {
      const speakers = [await speaker(0), await speaker(1)] as const
      const listener = await Intruder.open(pair.redisPort)
      await listener.command('PSUBSCRIBE', '*')
      const { member: leaving } = await signedIn(2)
      for (let count = 0; count < ROUNDS; count += 1) {
        for (const one of speakers) await say(one, `${one.name}第${count}句`)
        await wait(PACE_MS)
      }
      await leaving.call('auth.logout')
      await wait(PACE_MS)
      const recorded = [...listener.messages]
      listener.close()
      const channels = [...new Set(recorded.map(({ channel }) => channel))]
      expect(channels.length).toBeGreaterThan(0)
      for (const channel of channels) {
        for (const { text } of recorded) await intruder.command('PUBLISH', channel, text)
        for (const text of FORGED) await intruder.command('PUBLISH', channel, text)
      }
      for (const one of speakers) await say(one, `${one.name}最后`)
      for (const one of speakers) {
        await expect.poll(() => [...textsOf(one).values()].filter((text) => text.endsWith('最后')).length).toBe(2)
        const texts = [...textsOf(one).values()]
        expect(texts).toHaveLength(2 * ROUNDS + 2)
        expect(new Set(texts).size).toBe(2 * ROUNDS + 2)
        expect((await one.member.call('auth.session')).data.member.userId).toBe(one.userId)
        await one.socket.close()
      }
      expect(await areUp()).toEqual([true, true])
    })

    it('never take a member for another when values are exchanged, overwritten and deleted', async () => {
      const members = [await signedIn(3), await signedIn(4)]
      const keys = ((await intruder.command('KEYS', '*')) as Buffer[]).map(String)
      expect(keys.length).toBeGreaterThan(2)
      const check = async (): Promise<void> => {
        for (const { userId, member } of members) {
          const { code, data } = await member.call('auth.session').catch(() => ({ code: 'closed', data: null }))
          if (code === 'SUCCESS') expect(data.member.userId).toBe(userId)
        }
        expect(await areUp()).toEqual([true, true])
      }
      const kinds = new Map<string, string>()
      for (const name of keys) kinds.set(name, String(await intruder.command('TYPE', name)))
      const values = keys.filter((name) => kinds.get(name) === 'string')
      const contents: (Buffer | null)[] = []
      for (const name of values) contents.push(await intruder.command('GET', name))
      for (const [index, name] of values.entries()) {
        const other = contents[(index + 1) % contents.length]
        if (other) await intruder.command('SET', name, other, 'KEEPTTL')
      }
      await check()
      for (const name of keys) {
        const kind = kinds.get(name)
        if (kind === 'string') await intruder.command('SET', name, 'x', 'KEEPTTL')
        else if (kind === 'list') await intruder.command('RPUSH', name, 'x')
        else if (kind === 'stream') await intruder.command('XADD', name, '*', 'x', 'x')
        else if (kind === 'hash') await intruder.command('HSET', name, 'x', 'x')
      }
      await check()
      for (const name of keys) await intruder.command('SET', name, '{"memberId":"1"}')
      await check()
      await intruder.command('FLUSHALL')
      await check()
      await expect
        .poll(
          () =>
            signedIn(5)
              .then(({ name }) => name)
              .catch(() => null),
          { timeout: 60_000, interval: 1_000 },
        )
        .toBe(pair.names[5])
    })

    it('book each transfer once when Redis is lost and returns empty', async () => {
      let { member } = await signedIn(0)
      const before = await moneyOf(member)
      const sent = Array.from({ length: TRANSFERS }, () => ({ key: key(), code: '' }))
      const transfer = (one: { readonly key: string }) =>
        member.call('transfer.in', { venueEnName: 'YBTY', amount: yuan(10), currency: 'CNY' }, { key: one.key })
      for (const [index, one] of sent.entries()) {
        if (index === TRANSFERS / 2) await pair.stopRedis()
        one.code = await transfer(one).then(
          ({ code }) => code,
          () => 'lost',
        )
      }
      await pair.startRedis()
      await expect
        .poll(async () => (await member.again().catch(() => null)) !== null, { timeout: 60_000, interval: 500 })
        .toBe(true)
      await expect
        .poll(
          async () => {
            member = (await signedIn(0).catch(() => ({ member }))).member
            return (await member.call('auth.session').catch(() => ({ code: 'lost' }))).code
          },
          { timeout: 60_000, interval: 1_000 },
        )
        .toBe('SUCCESS')
      for (const one of sent) {
        await expect
          .poll(async () => (await transfer(one).catch(() => ({ code: 'lost' }))).code, { timeout: 30_000 })
          .toMatch(/^(?:SUCCESS|DUPLICATE_REQUEST)$/)
      }
      await expect
        .poll(async () => (await moneyOf(member)).venues, { timeout: 30_000 })
        .toBe(before.venues + TRANSFERS * yuan(10))
      expect((await moneyOf(member)).center).toBe(before.center - TRANSFERS * yuan(10))
      expect(await areUp()).toEqual([true, true])
    })
  },
)
