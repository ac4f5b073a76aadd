import { EventEmitter } from 'node:events'
import type { Server } from 'socket.io'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NAMESPACES } from '#protocol/room/server-events.ts'
import { channelOf, FrameWriter } from '#server/rooms/socket/frame-writer.ts'

const ROOM = 'large'
const VIEWERS = 320

/** The parts of socket.io that the writer uses: who is in which room, and sockets whose writes take time. */
class Viewers {
  /** Frames by viewer, in the order of their arrival. */
  readonly received = new Map<string, string[]>()
  readonly #namespaces = Object.values(NAMESPACES).map((path) => ({
    path,
    adapter: new EventEmitter(),
    sockets: new Map<string, unknown>(),
  }))
  readonly io = { of: (path: string) => this.#namespaces.find((one) => one.path === path) } as unknown as Server
  writeMs = 0

  join(id: string, room = ROOM): void {
    const frames: string[] = []
    this.received.set(id, frames)
    const sendFrame = ([bytes]: [Buffer]): void => {
      const until = performance.now() + this.writeMs
      while (performance.now() < until);
      frames.push(/\["frame","(\w+)"\]/.exec(bytes.toString())?.[1] ?? '')
    }
    const socket = { readyState: 1, _sender: { sendFrame } }
    const conn = { readyState: 'open', writeBuffer: [], transport: { name: 'websocket', socket } }
    const [namespace] = this.#namespaces
    namespace?.sockets.set(id, { conn })
    namespace?.adapter.emit('join-room', channelOf(room), id)
  }

  leave(id: string): void {
    this.#namespaces[0]?.adapter.emit('leave-room', channelOf(ROOM), id)
  }

  get withFrame(): number {
    return [...this.received.values()].filter((frames) => frames.length > 0).length
  }
}

describe('writing a large frame in slices', () => {
  let viewers: Viewers
  let writer: FrameWriter
  let written: [viewers: number, ms: number][]

  beforeEach(() => {
    viewers = new Viewers()
    const times: typeof written = []
    written = times
    writer = new FrameWriter(viewers.io, { sent: () => undefined }, (...one) => times.push(one))
    for (let index = 0; index < VIEWERS; index += 1) viewers.join(`viewer ${index}`)
    viewers.writeMs = 0.2
  })

  it('lets other work run between the slices, and tells the time of all of them', async () => {
    const startedAt = performance.now()
    writer.emit(ROOM, 'one')
    const blockedMs = performance.now() - startedAt
    expect(viewers.withFrame).toBeGreaterThan(0)
    expect(viewers.withFrame).toBeLessThan(VIEWERS)
    expect(written).toEqual([])
    await vi.waitFor(() => expect(written.map(([count]) => count)).toEqual([VIEWERS]), { interval: 1 })
    expect(viewers.withFrame).toBe(VIEWERS)
    expect(written[0]?.[1]).toBeGreaterThan(blockedMs)
  })

  it('writes a small room at once while a large frame waits', () => {
    viewers.join('neighbour', 'small')
    writer.emit(ROOM, 'one')
    writer.emit('small', 'two')
    expect(viewers.received.get('neighbour')).toEqual(['two'])
    expect(viewers.withFrame).toBeLessThan(VIEWERS)
  })

  it('gives everybody each frame once and in order, although the next comes before the slices end', async () => {
    for (const sealed of ['one', 'two', 'three']) writer.emit(ROOM, sealed)
    await vi.waitFor(() => expect(written.length).toBe(3), { interval: 1 })
    for (const frames of viewers.received.values()) expect(frames).toEqual(['one', 'two', 'three'])
  })

  it('skips who leaves meanwhile, and who joins meanwhile has the entries from the log', async () => {
    writer.emit(ROOM, 'one')
    const waiting = [...viewers.received].filter(([, frames]) => frames.length === 0).map(([id]) => id)
    const [leaving = '', returning = ''] = waiting
    viewers.leave(leaving)
    viewers.leave(returning)
    viewers.join(returning)
    viewers.join('late')
    await vi.waitFor(() => expect(written.length).toBe(1), { interval: 1 })
    for (const id of [leaving, returning, 'late']) expect(viewers.received.get(id)).toEqual([])
    writer.emit(ROOM, 'two')
    await vi.waitFor(() => expect(written.length).toBe(2), { interval: 1 })
    expect(viewers.received.get('late')).toEqual(['two'])
    expect(viewers.received.get(returning)).toEqual(['two'])
    expect(viewers.received.get(leaving)).toEqual([])
  })
})
