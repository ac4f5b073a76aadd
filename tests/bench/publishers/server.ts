import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import type { IngestStateView } from '#protocol/console/rooms.ts'
import { createLog } from '#server/config/log.ts'
import { Ingest } from '#server/media/ingest/ingest.ts'
import { PublishedStreams } from '#server/media/ingest/published-streams.ts'
import { signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import { registerMedia } from '#server/media/media.ts'
import { INGEST_SECRET } from '../../support/ingest.ts'
import { heldBytes } from '../../support/memory.ts'
import { PROJECT_ROOT } from '../../support/project.ts'

/** Names of the streams that benches publish. */
export const STREAMS: readonly string[] = Array.from({ length: 50 }, (_, index) => `a${index + 1}`)

/** First message of the server process. */
export interface MediaServerReady {
  readonly url: string
  readonly port: number
  /** Process ids of the server and of its RTMP process. */
  readonly pids: readonly [number, number]
}

/** Response to every further message. */
export interface MediaServerReport {
  readonly heldBytes: number
  readonly states: Readonly<Record<string, IngestStateView>>
}

/** The real media server and publishers without the rest of the product, which has fewer rooms. Controlled by IPC. */
export async function serveMedia(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-bench-'))
  const log = createLog('silent')
  const app = fastify({ forceCloseConnections: true })
  const media = registerMedia(app, { clipDirectory: path.join(PROJECT_ROOT, 'public/live'), now: Date.now, log })
  app.server.on('upgrade', (request, socket, head) => void media.handleUpgrade(request, socket, head))
  const ingest = new Ingest({
    media,
    log,
    now: Date.now,
    setPublisher: async () => undefined,
    isStream: (name) => STREAMS.includes(name),
    published: new PublishedStreams(folder, log),
    host: '127.0.0.1',
    port: 0,
    signingKey: signingKeyOf(INGEST_SECRET),
  })
  await ingest.start()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  process.on('message', () => {
    // Those of `ingest.states()` do not include refused streams with a signed key.
    const states = Object.fromEntries(STREAMS.map((stream) => [stream, ingest.stateOf(stream)]))
    process.send?.({ heldBytes: heldBytes(), states } satisfies MediaServerReport)
  })
  process.once('disconnect', () => {
    void Promise.all([ingest.stop(), app.close()]).finally(() => {
      rmSync(folder, { recursive: true, force: true })
      process.exit(0)
    })
  })
  process.send?.({ url, port: ingest.port ?? 0, pids: [process.pid, ingest.pid ?? 0] } satisfies MediaServerReady)
}
