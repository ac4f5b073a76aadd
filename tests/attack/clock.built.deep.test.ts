import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AttackedServer, startAttackedServer } from '../support/attack-server.ts'
import { DEPTH } from '../support/depth.ts'
import { atOnce, codes, joinRoom, liveMatch, moneyOf, rewardsOf } from './attempt.ts'
import { Client, LOAD_TOKEN } from './client.ts'

const SHANGHAI_MS = 8 * 3_600_000
const DAY_MS = 24 * 3_600_000
/** The server starts this long before the moment, so that members have signed in by then. */
const BEFORE_MS = 120_000

/** What moves the clock from now to `BEFORE_MS` before an hour in Shanghai. */
function shiftTo(hour: number): number {
  const sinceMidnight = (Date.now() + SHANGHAI_MS) % DAY_MS
  return ((hour * 3_600_000 - BEFORE_MS - sinceMidnight + DAY_MS) % DAY_MS) + DAY_MS
}

/** A server whose clock is moved, with members whose clocks agree with it. */
function serverAt(hour: number) {
  let attacked: AttackedServer
  let [shiftMs, moment] = [0, 0]
  beforeAll(async () => {
    shiftMs = shiftTo(hour)
    moment = Date.now() + shiftMs + BEFORE_MS
    const preload = pathToFileURL(path.resolve('tests/support/shifted-clock.mjs')).href
    const clock = { NODE_OPTIONS: `--import=${preload}`, CLOCK_SHIFT_MS: String(shiftMs) }
    attacked = await startAttackedServer({ LOAD_TOKEN, ...clock })
  })
  afterAll(async () => {
    expect(await attacked.stop()).toEqual([])
  })
  return {
    /** Milliseconds until the moment; negative after it. */
    left: () => moment - Date.now() - shiftMs,
    /** Stops the server, and starts it again at a later time. */
    async later(byMs: number): Promise<void> {
      shiftMs += byMs
      await attacked.server.restart({ CLOCK_SHIFT_MS: String(shiftMs) })
    },
    async signedIn(index: number): Promise<Client> {
      const client = await Client.connect(attacked.server.url)
      client.clockShiftMs = shiftMs
      const { code } = await client.signIn(attacked.names[index] ?? '', 'Play2026x')
      expect(code).toBe('SUCCESS')
      return client
    },
  }
}

// Waiting for the moment takes longer than CI has.
describe.skipIf(DEPTH !== 'full')('moments of the day', () => {
  describe('21:00 in Shanghai', () => {
    const at = serverAt(21)

    it('S9.20 ends every session and socket within two seconds, and a call in flight does not extend it', async () => {
      const members = await atOnce(6, (index) => at.signedIn(index))
      const { chatRoomNo } = await liveMatch(members[0]!)
      const sockets = await Promise.all(members.map(async (member) => (await joinRoom(member, chatRoomNo)).socket))
      expect(at.left()).toBeGreaterThan(0)
      const ended = Promise.all(sockets.map(async (socket) => socket.closed.then(() => -at.left())))
      while (at.left() > -200) {
        await members[0]!.call('auth.session')
        await wait(50)
      }
      const after = await Promise.all(
        members.map((member) => member.call('interest.to', { currency: 'CNY', amount: 100 })),
      )
      expect(codes(after).filter((code) => code === 'SUCCESS')).toEqual([])
      expect(after.map(({ status }) => status)).toEqual(members.map(() => 401))
      for (const delayMs of await ended) expect(delayMs).toBeGreaterThanOrEqual(-50)
      for (const delayMs of await ended) expect(delayMs).toBeLessThan(2_000)
    })
  })

  describe('midnight in Shanghai', () => {
    const at = serverAt(24)

    it('I8 an activity of each day is claimed once, although claims go on over midnight', async () => {
      const member = await at.signedIn(0)
      const { activityId } = (await member.call('activity.check', { name: 'signIn' })).data
      const day = (days: number): string =>
        new Date(Date.now() + member.clockShiftMs + SHANGHAI_MS + days * DAY_MS).toISOString().slice(0, 10)
      const cycles = [day(0), day(1)]
      const before = await rewardsOf(member)
      expect(at.left()).toBeGreaterThan(0)
      const received: string[] = []
      let paid = 0
      while (at.left() > -3_000) {
        const sent = await Promise.all(
          cycles.flatMap((cycle) => {
            const part = { name: 'signIn', activityId, cycle }
            return [
              member.call('activity.apply', part),
              member.call('activity.receive', part),
              member.call('activity.receive', part),
            ]
          }),
        )
        const claims = sent.filter((_, index) => index % 3 !== 0)
        received.push(...codes(claims))
        for (const { code, data } of claims) if (code === 'SUCCESS') paid += data.amount
        await wait(at.left() < 2_000 ? 20 : 500)
      }
      expect(received.filter((code) => code === 'SUCCESS')).toHaveLength(2)
      expect((await rewardsOf(member)) - before).toBe(paid)
    })
  })

  describe('two midnights in Shanghai', () => {
    const at = serverAt(24)

    it('E.6 interest is not earned by money that comes before midnight and leaves after it', async () => {
      let [resident, traveller] = [await at.signedIn(1), await at.signedIn(2)]
      const move = async (member: Client, way: 'to' | 'from'): Promise<void> => {
        const { code } = await member.call(`interest.${way}`, { currency: 'CNY', amount: 500_000 })
        expect(code).toBe('SUCCESS')
      }
      await move(resident, 'to')
      while (at.left() > 1_000) await wait(100)
      for (let moves = 0; at.left() > -1_000 || moves % 2 === 1; moves += 1) {
        await move(traveller, moves % 2 === 0 ? 'to' : 'from')
        await wait(20)
      }
      // Ten minutes after the next midnight. The first day pays nothing, because the principal was zero at its midnight.
      await at.later(DAY_MS + 600_000)
      ;[resident, traveller] = [await at.signedIn(1), await at.signedIn(2)]
      const totalOf = async (member: Client): Promise<number> =>
        (await member.call('interest.info', { currency: 'CNY' })).data.total
      await expect.poll(() => totalOf(resident), { timeout: 60_000 }).toBe(27)
      expect(await totalOf(traveller)).toBe(0)
      expect(await moneyOf(traveller)).toMatchObject({ center: 1_000_000, interest: 0 })
    })
  })
})
