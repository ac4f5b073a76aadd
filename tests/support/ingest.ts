import type { IngestStateView } from '#protocol/console/rooms.ts'
import { HOUR_MS } from '#protocol/time.ts'
import { signStreamKey, signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import type { RunningServer } from '#server/main.ts'

/** Environment of a server that accepts publishers on a random port. */
export const INGEST_SECRET = 'a secret of the tests alone, 32 characters'
export const INGEST = { INGEST: '1', INGEST_PORT: '0', INGEST_SECRET }

/** The state of a publisher on air. */
export const ON_AIR: IngestStateView = {
  state: 'live',
  since: 1,
  kbps: 2_000,
  keyFrameMs: 2_000,
  droppedFrames: 0,
  problem: null,
  format: null,
}

/** Creates a stream key for these servers. */
export function keyFor(stream: string, lastsMs = HOUR_MS): string {
  return signStreamKey(signingKeyOf(INGEST_SECRET), stream, Date.now() + lastsMs)
}

export function publishAddress(server: RunningServer, key: string): string {
  return `rtmp://127.0.0.1:${server.ingest?.port}/live/${key}`
}
