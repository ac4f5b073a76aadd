import { Provocations } from '#server/http/access/provocations.ts'
import { MemoryCacheBackend } from '#server/http/cache/memory-backend.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { identityOf } from '#server/http/envelope/identity.ts'
import { KeySessions } from '#server/http/envelope/key-sessions.ts'
import { WaitingRoom } from '#server/media/waiting-room.ts'
import { Visits } from '#server/members/visits.ts'
import { LastSeen } from '#server/members/sessions/sessions.ts'
import type { Database } from '#server/database/database.ts'
import type { BoundedCase } from './holder.ts'

const MAX_SEGMENT_BYTES = 16 * 1024 * 1024

/** Collections of the server for calls, sessions and players. */
export const CALL_HOLDERS: readonly BoundedCase[] = [
  {
    name: 'bytes of answers that are everybody’s',
    max: MAX_SEGMENT_BYTES,
    async fill() {
      const home = new MemoryCacheBackend(() => 0)
      for (let count = 0; count < 500; count += 1) await home.set(`key ${count}`, 'x'.repeat(100_000), 60_000)
      return home.bytes
    },
  },
  {
    name: 'keys of handshakes',
    max: 50,
    async fill() {
      const identity = identityOf('a secret of the tests, long enough')
      const sessions = new KeySessions({ backend: nodeCrypto, identity, now: () => 0, max: 50 })
      const { publicKey } = await nodeCrypto.createShare()
      const share = Buffer.from(publicKey).toString('base64url')
      for (let count = 0; count < 200; count += 1) await sessions.agree(5009, share)
      return sessions.size
    },
  },
  {
    name: 'last uses of sessions that wait to be written',
    max: 50_000,
    fill() {
      const seen = new LastSeen({ db: {} as Database['db'] })
      const ids = Array.from({ length: 60_000 }, (_, count) => `session ${count}`)
      for (const id of ids) seen.note(id, 1)
      return ids.filter((id) => seen.of(id) !== null).length
    },
  },
  {
    name: 'visits of rooms that wait to be written',
    max: 20_000,
    async fill() {
      let rows = 0
      // Written in statements of 500 rows.
      const transaction = async () => void (rows += 500)
      const store = { transaction } as unknown as Database
      const visits = new Visits(store, { now: () => 0, onError: () => undefined })
      for (let count = 0; count < 50_000; count += 1) visits.note(`member ${count}`, 'room')
      await visits.close()
      return rows
    },
  },
  {
    name: 'requests of players that wait for a part of HLS',
    max: 4_000,
    fill() {
      const room = new WaitingRoom(() => 0)
      for (let count = 0; count < 5_000; count += 1) void room.until(1_000)
      const { size } = room
      room.close()
      return size
    },
  },
  {
    name: 'wishes of a device for failing calls (demo)',
    max: 16,
    fill() {
      const wishes = new Provocations()
      for (let count = 0; count < 100; count += 1) wishes.add('device', { path: '/api', code: 500, times: 1 })
      let taken = 0
      while (wishes.take('device', '/api/x') !== null) taken += 1
      return taken
    },
  },
]
