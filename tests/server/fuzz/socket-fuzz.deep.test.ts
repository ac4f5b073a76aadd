import { afterAll, beforeAll, describe, it } from 'vitest'
import { scaled } from '../../support/depth.ts'
import { fuzzSockets } from './socket-fuzz-cases.ts'
import { listeningRooms } from '../rooms/socket-support.ts'
import type { ListeningRooms } from '../rooms/socket-support.ts'

describe('invalid input on sockets, many packets', () => {
  let rooms: ListeningRooms
  beforeAll(async () => void (rooms = await listeningRooms()))
  afterAll(() => rooms.close())

  for (let seed = 100; seed < 100 + scaled({ short: 2, full: 10 }); seed += 1) {
    it(`touches nobody else with seed ${seed}`, () =>
      fuzzSockets(rooms, { numRuns: scaled({ short: 500, full: 5_000 }), seed }))
  }
})
