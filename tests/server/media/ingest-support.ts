import { once } from 'node:events'
import { connect } from 'node:net'
import { expect } from 'vitest'
import type { RunningServer } from '#server/main.ts'

export const WAIT = { timeout: 60_000, interval: 50 }

/** Kind of the HLS playlist of a room: only a publisher's has numbered initialization segments. */
export async function shownIn(server: RunningServer, stream: string): Promise<'clip' | 'publisher' | 'nothing'> {
  const response = await fetch(`${server.url}/media/${stream}/index.m3u8`)
  if (!response.ok) return 'nothing'
  return (await response.text()).includes('init-') ? 'publisher' : 'clip'
}

/** Resolves when an RTMP process with another id accepts connections. */
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
