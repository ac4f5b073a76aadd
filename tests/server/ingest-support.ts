import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { signStreamKey, signingKeyOf } from '#server/ingest/stream-key.mjs'
import type { RunningServer } from '#server/main.ts'

/** The environment of a server that takes publishers in on any free port. */
export const INGEST_SECRET = 'a secret of the tests alone, 32 characters'
export const INGEST = { INGEST: '1', INGEST_PORT: '0', INGEST_SECRET }

export const WAIT = { timeout: 60_000, interval: 50 }
const HOUR_MS = 3_600_000

/** A stream key of these servers. */
export function keyFor(stream: string, lastsMs = HOUR_MS): string {
  return signStreamKey(signingKeyOf(INGEST_SECRET), stream, Date.now() + lastsMs)
}

export function publishAddress(server: RunningServer, key: string): string {
  return `rtmp://127.0.0.1:${server.ingest?.port}/live/${key}`
}

/** What a room's HLS playlist shows: only a publisher's names its initialisation segment by number. */
export async function shownIn(server: RunningServer, stream: string): Promise<'clip' | 'publisher' | 'nothing'> {
  const response = await fetch(`${server.url}/media/${stream}/index.m3u8`)
  if (!response.ok) return 'nothing'
  return (await response.text()).includes('init-') ? 'publisher' : 'clip'
}

/** Ends when another RTMP process than `pid` takes connections. */
export async function isAnother(server: RunningServer, pid: number): Promise<void> {
  await expect.poll(() => server.ingest?.pid ?? pid, WAIT).not.toBe(pid)
  await expect.poll(() => canConnect(server.ingest?.port ?? 0), WAIT).toBe(true)
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const outcome = await once(socket, 'connect').catch(() => null)
  socket.destroy()
  return outcome !== null
}
