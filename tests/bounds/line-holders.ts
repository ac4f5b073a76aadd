import { LOCAL_CACHE_MAX_ENTRIES } from '#protocol/constants.ts'
import { success } from '#protocol/result.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { ResponseCache } from '#workers/http/response-cache.ts'
import { newCounters } from '#workers/counters.ts'
import { Deadline } from '#workers/http/deadline.ts'
import { platform } from '#workers/platform.ts'
import { RoomSubscription } from '#workers/socket/room-subscription.ts'
import type { BoundedCase } from './holder.ts'

const NOTHING = new Uint8Array(0)

/** Collections of the worker for calls and sockets. */
export const LINE_HOLDERS: readonly BoundedCase[] = [
  {
    name: 'answers that are kept in the worker',
    max: LOCAL_CACHE_MAX_ENTRIES,
    async fill() {
      const cache = new ResponseCache({
        siteId: 5009,
        now: () => 0,
        token: () => '',
        deadline: () => new Deadline(platform(), 30_000),
        load: async () => success(1),
        announce: () => undefined,
      })
      const rules = { paramKeys: ['position'], ttlMs: 60_000 }
      for (let position = 0; position < 1_000; position += 1) {
        const deadline = new Deadline(platform(), 30_000)
        await cache.call('site.bannerList', rules, { position }, deadline)
        deadline.finish()
      }
      return cache.size
    },
  },
  {
    name: 'live frames that wait for a catch-up',
    max: 512,
    async fill() {
      const context = {
        dependencies: platform(),
        backend: nodeCrypto,
        compressor: nodeCompressor,
        counters: newCounters(),
        onLost: () => undefined,
      }
      const port = { postMessage: () => undefined, close: () => undefined }
      const line = new RoomSubscription('room-1', context, port, { epoch: 1, seq: 0 })
      for (let firstSeq = 1; firstSeq <= 5_000; firstSeq += 1) {
        line.receive({ chatRoomNo: 'room-1', epoch: 1, firstSeq, flags: 0, iv: NOTHING, cipher: NOTHING })
      }
      await line.settled()
      return line.heldFrames
    },
  },
]
