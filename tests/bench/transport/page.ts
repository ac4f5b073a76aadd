import { wrap, type Remote } from 'comlink'
import { createTransport } from '#workers/transport.ts'
import { platform } from '#workers/platform.ts'
import { browserStorage } from '#transport/storage.ts'
import { TransportClient } from '#transport/transport-client.ts'
import { page } from '#transport/worker.ts'
import { CODES } from '#protocol/codes.ts'
import { failure } from '#protocol/result.ts'
import { unpacked } from '#protocol/views/view.ts'
import type { StartOptions } from '#protocol/worker/api.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { Responses } from './responses.worker.ts'
import type { FeedCost } from './feed-cost.ts'
import type { SealCost } from './seal-cost.worker.ts'

/** The measured page. It has only the transport, which the benchmark controls from outside. */
const LINES = { matchId: 'm5100001', channel: 'main' } as const
const FOOTBALL = { size: 200, page: 1, kind: 'football' } as const

let client: TransportClient | null = null
let sameThread: ReturnType<typeof createTransport> | null = null
let responses: Remote<Responses> | null = null
const NO_LIST = failure(CODES.NOT_FOUND, '')

/** Storage that stores nothing, because its cost is not measured. */
const noStorage: StorageAdapter = { get: async () => null, set: async () => true, remove: async () => undefined }

const bench = {
  /** Starts the transport in its worker, and a second one on this thread. */
  async start(serverIdentity: string): Promise<void> {
    const { origin } = location
    const options: StartOptions = {
      origin,
      siteId: 5009,
      clientType: 1,
      appVersion: '0.1.0',
      serverIdentity,
      platform: 'bench',
    }
    client = new TransportClient(
      page,
      browserStorage(() => Date.now()),
    )
    sameThread = createTransport(platform())
    const started = await Promise.all([
      client.start(options),
      sameThread.start(options, { storage: noStorage, notify: () => undefined }),
    ])
    for (const report of started) if (!report.ok) throw new Error(`the transport did not start: ${report.message}`)
    responses = wrap<Responses>(new Worker(new URL('./responses.worker.ts', import.meta.url), { type: 'module' }))
  },

  /** Loads lists one after the other through the worker. Resolves to the number of matches. */
  async lists(count: number): Promise<number> {
    let matches = 0
    for (let call = 0; call < count; call += 1) {
      const result = await client?.calls.call('live.popularList', FOOTBALL)
      if (!result?.ok) throw new Error('no list')
      matches += result.data.list.length
    }
    return matches
  },

  /** Loads lists from the memory of a worker into the same view. */
  async views(count: number): Promise<number> {
    let matches = 0
    for (let call = 0; call < count; call += 1) {
      const result = unpacked('live.popularList', (await responses?.list()) ?? NO_LIST)
      if (!result.ok) throw new Error('no list')
      matches += result.data.list.length
    }
    return matches
  },

  /** The same without packing. */
  async objects(count: number): Promise<number> {
    let matches = 0
    for (let call = 0; call < count; call += 1) matches += (await responses?.objects())?.data.list.length ?? 0
    return matches
  },

  /** Milliseconds of small calls, alternating between the worker and this thread. */
  async hop(count: number): Promise<{ worker: number[]; thread: number[] }> {
    const times = { worker: [] as number[], thread: [] as number[] }
    for (let call = 0; call < count; call += 1) {
      times.worker.push(await timeOf(() => client?.calls.call('live.playingVideo', LINES)))
      times.thread.push(await timeOf(() => sameThread?.call('live.playingVideo', LINES)))
    }
    return times
  },

  seal: () => firstOf<SealCost>(new Worker(new URL('./seal-cost.worker.ts', import.meta.url), { type: 'module' })),

  feed: () => firstOf<FeedCost>(new Worker(new URL('./feed-cost.worker.ts', import.meta.url), { type: 'module' })),
}

/** The first message of a worker, which has then ended. */
function firstOf<Message>(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Message>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = ({ message }) => reject(new Error(message))
  })
}

async function timeOf(call: () => Promise<{ ok: boolean }> | undefined): Promise<number> {
  const startedAt = performance.now()
  const result = await call()
  if (!result?.ok) throw new Error('a call failed')
  return performance.now() - startedAt
}

Object.assign(globalThis, { bench })
