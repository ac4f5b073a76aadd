import { HISTORY_MAX_AGE_MS, HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import { AddressCounter } from '#server/net/address-counter.ts'
import { RateLimiter } from '#server/net/rate-limit.ts'
import { ReplayGuard } from '#server/net/replay.ts'
import type { LogEntry } from '#server/rooms/log/entries.ts'
import { Ring } from '#server/rooms/log/log-writer.ts'
import { Presence } from '#server/rooms/room.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import { author } from '../ui/support/feed-fixtures.ts'
import type { BoundedCase } from './holder.ts'

const MANY = 50_000

function logEntry(seq: number, at: number): LogEntry {
  const id = `e${seq}`
  return { chatRoomNo: 'r', seq, epoch: 1, id, at, kind: 'text', userId: 'u', json: '{}', cid: null, replyTo: null }
}

/** Collections of the server that grow with messages, viewers, calls or time. */
export const SERVER_HOLDERS: readonly BoundedCase[] = [
  {
    name: 'entries of a room in memory, in a flood',
    max: HISTORY_MAX_ENTRIES,
    fill() {
      const ring = new Ring(HISTORY_MAX_ENTRIES, HISTORY_MAX_AGE_MS, 50)
      for (let seq = 1; seq <= MANY; seq += 1) ring.push(logEntry(seq, 0))
      return ring.size
    },
  },
  {
    name: 'entries of a room in memory, in a long night',
    max: HISTORY_MAX_AGE_MS / 1_000 + 1,
    fill() {
      const ring = new Ring(HISTORY_MAX_ENTRIES, HISTORY_MAX_AGE_MS, 50)
      for (let seq = 1; seq <= MANY; seq += 1) {
        ring.push(logEntry(seq, seq * 1_000))
        ring.trim(seq * 1_000)
      }
      return ring.size
    },
  },
  {
    name: 'viewers that came and went',
    max: 0,
    fill() {
      const presence = new Presence()
      for (let number = 0; number < MANY; number += 1) {
        presence.enter(`s${number}`, author(`人${number}`))
        presence.leave(`s${number}`)
      }
      return presence.viewers + presence.mentions(`@人${MANY - 1}`).length
    },
  },
  {
    name: 'addresses of viewers that came and went',
    max: 0,
    fill() {
      const places = new AddressCounter(1)
      for (let number = 0; number < MANY; number += 1) places.take(`address ${number}`)()
      return places.size
    },
  },
  {
    name: 'speakers that can be addressed after they have gone',
    max: 2 * 500,
    fill() {
      const presence = new Presence()
      const names = Array.from({ length: 5_000 }, (_, number) => `人${number}号`)
      for (const name of names) presence.addSpeaker(author(name))
      return names.filter((name) => presence.mentions(`@${name}`).length > 0).length
    },
  },
  {
    name: 'a bounded map, read by key',
    max: 202,
    fill() {
      const memory = new BoundedMap<number, number>(100)
      const keys = Array.from({ length: MANY }, (_, key) => key)
      for (const key of keys) memory.set(key, key)
      return keys.filter((key) => memory.has(key)).length
    },
  },
  {
    name: 'a bounded map, by size',
    max: 200,
    fill() {
      const map = new BoundedMap<number, number>(100)
      for (let key = 0; key < MANY; key += 1) map.set(key, key)
      return map.size
    },
  },
  {
    name: 'keys of a rate limit, of a stranger every millisecond',
    max: 2 * 3_000 + 2,
    fill() {
      let now = 0
      const limiter = new RateLimiter({ burst: 3, perSecond: 1 }, () => now)
      for (; now < MANY; now += 1) limiter.take(`address ${now}`)
      return limiter.size
    },
  },
  {
    name: 'nonces, at a thousand calls a second for an hour',
    // two generations of four minutes; every hundredth call is made here
    max: (2 * 240 * 1_000) / 100 + 2,
    fill() {
      let now = 0
      const guard = new ReplayGuard(() => now)
      for (; now < 3_600_000; now += 100) guard.accept('kid', `${now}`)
      return guard.size
    },
  },
]
