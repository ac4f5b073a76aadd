import { HOUR_MS } from '#protocol/time.ts'
import { signStreamKey, signingKeyOf } from '#server/media/ingest/stream-key.mjs'
import type { RunningServer } from '#server/main.ts'

/** Environment of a server that accepts publishers on a random port. */
export const INGEST_SECRET = 'a secret of the tests alone, 32 characters'
export const INGEST = { INGEST: '1', INGEST_PORT: '0', INGEST_SECRET }

/** Creates a stream key for these servers. */
export function keyFor(stream: string, lastsMs = HOUR_MS): string {
  return signStreamKey(signingKeyOf(INGEST_SECRET), stream, Date.now() + lastsMs)
}

export function publishAddress(server: RunningServer, key: string): string {
  return `rtmp://127.0.0.1:${server.ingest?.port}/live/${key}`
}
