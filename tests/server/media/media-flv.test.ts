import { once } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { readClip } from '#server/media/clip.ts'
import { flvChunk, flvOpening } from '#server/media/flv/flv-writer.ts'
import { samplesBetween } from '#server/media/timeline.ts'
import { WebSocket } from 'ws'
import { CLIP_DIRECTORY, HandClock, openSocket, readLiveTags, Received, startMedia } from './media-support.ts'

const clip = readClip(join(CLIP_DIRECTORY, 'football-720.flv'))
const NOON = Date.UTC(2026, 10, 21, 12)

describe('FLV timeline', () => {
  it('is monotonic and constant across ten loops', () => {
    const chunk = flvChunk(samplesBetween(clip, NOON, NOON + 10 * clip.durationMs), NOON)
    const tags = readLiveTags(Buffer.concat([flvOpening(clip, 0), chunk.bytes]))
    const times = tags.map((tag) => tag.time)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const video = tags.filter((tag) => tag.type === 9 && !tag.isConfig)
    expect(video.map((tag) => tag.time)).toEqual(Array.from({ length: 6000 }, (_, frame) => frame * 40))
    const audio = tags.filter((tag) => tag.type === 8 && !tag.isConfig)
    expect(audio).toHaveLength(11_250)
    const steps = new Set(audio.slice(1).map((tag, index) => tag.time - (audio[index]?.time ?? 0)))
    expect(steps).toEqual(new Set([21, 22]))
  })

  it('yields the same samples for any division into ticks', () => {
    const cuts = fc.array(fc.integer({ min: 0, max: 60_000 }), { maxLength: 30 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 41 }), cuts, (start, offsets) => {
        const times = [0, ...offsets.sort((a, b) => a - b), 60_000].map((offset) => start + offset)
        const pieces = times.slice(1).flatMap((to, index) => [...samplesBetween(clip, times[index] ?? 0, to)])
        expect(pieces).toEqual([...samplesBetween(clip, start, start + 60_000)])
      }),
      { numRuns: 40 },
    )
  })
})

describe('FLV over WebSocket', () => {
  it('starts with header, metadata, sequence headers and the current group of pictures', async () => {
    const clock = new HandClock(NOON + 23_700)
    const running = await startMedia({ now: clock.now })
    const { socket, received } = await openSocket(`ws://${running.host}/media/room-1.flv`)
    const opening = readLiveTags(await received.until((bytes) => bytes.length > 10_000))
    const start = NOON + 23_000 - Date.UTC(2026, 10, 21)
    expect(opening.slice(0, 4)).toMatchObject([
      { type: 18, time: start },
      { type: 9, isConfig: true },
      { type: 8, isConfig: true },
      { type: 9, isKey: true, isConfig: false, time: start },
    ])
    expect(opening.at(-1)?.time).toBeGreaterThan(start + 650)
    clock.time = NOON + 25_000
    const wanted = start + 1_960
    const all = await received.until((bytes) => readLiveTags(bytes).some((tag) => tag.time >= wanted))
    const video = readLiveTags(all).filter((tag) => tag.type === 9 && !tag.isConfig)
    expect(video.map((tag) => tag.time)).toEqual(Array.from({ length: 50 }, (_, frame) => start + frame * 40))
    expect(running.media.counters).toMatchObject({ viewers: 1, cut: 0, bytes: all.length })
    socket.close()
    await once(socket, 'close')
  })

  it('has the same bytes as HTTP-FLV', async () => {
    const clock = new HandClock(NOON + 500)
    const running = await startMedia({ now: clock.now })
    const { received } = await openSocket(`ws://${running.host}/media/a.flv`)
    const abort = new AbortController()
    const response = await fetch(`http://${running.host}/media/b.flv`, { signal: abort.signal })
    expect(response.headers.get('content-type')).toBe('video/x-flv')
    const http = new Received()
    const reading = (async () => {
      for await (const bytes of response.body ?? []) http.add(Buffer.from(bytes as Uint8Array))
    })()
    clock.time += 1_000
    const isWhole = (bytes: Buffer): boolean =>
      readLiveTags(bytes).filter((tag) => tag.isKey && !tag.isConfig).length > 1
    const overSocket = await received.until(isWhole)
    const overHttp = await http.until((bytes) => bytes.length >= overSocket.length)
    expect(overHttp.equals(overSocket)).toBe(true)
    abort.abort()
    await expect(reading).rejects.toThrow('aborted')
  })

  it('has a URL per quality, over WebSocket and HTTP, with the same times', async () => {
    const clock = new HandClock(NOON + 900)
    const running = await startMedia({ now: clock.now })
    const times = (bytes: Buffer) => readLiveTags(bytes).map(({ type, time, isKey }) => [type, time, isKey])
    const heightOf = (bytes: Buffer) => bytes.readDoubleBE(bytes.indexOf('\0\u0006height\0') + 9)
    const read = async (path: string): Promise<Buffer> => {
      const { socket, received } = await openSocket(`ws://${running.host}${path}`)
      const bytes = await received.until((some) => readLiveTags(some).length > 60)
      socket.terminate()
      return bytes
    }
    const [small, large, usual] = await Promise.all(['/media/a.360.flv', '/media/a.720.flv', '/media/a.flv'].map(read))
    if (!small || !large || !usual) throw new Error('three streams')
    expect([small, large, usual].map(heightOf)).toEqual([360, 720, 720])
    expect(times(large).slice(0, 60)).toEqual(times(small).slice(0, 60))
    for (const name of ['a.480.flv', 'a.0360.flv', 'a.360.720.flv', 'a..flv', 'a.x.flv']) {
      expect((await fetch(`http://${running.host}/media/${name}`)).status, name).toBe(404)
    }
    const abort = new AbortController()
    const response = await fetch(`http://${running.host}/media/a.360.flv`, { signal: abort.signal })
    expect(response.status).toBe(200)
    abort.abort()
  })

  it('ignores upgrades of other paths and refuses invalid ones', async () => {
    const running = await startMedia({ authorize: (_name, query) => query['sign'] !== 'wrong' })
    const refusal = async (path: string): Promise<number | undefined> => {
      const socket = new WebSocket(`ws://${running.host}${path}`)
      socket.on('error', () => undefined)
      const [, response] = await once(socket, 'unexpected-response')
      socket.terminate()
      return response.statusCode
    }
    expect(await refusal('/socket.io/?EIO=4&transport=websocket')).toBe(418)
    expect(await refusal('/mediation/a.flv')).toBe(418)
    for (const path of [
      '/media/',
      '/media/a.mp4',
      '/media/..flv',
      '/media/a%2Fb.flv',
      '/media/a/b.flv',
      '/media/-a.flv',
    ]) {
      expect(await refusal(path)).toBe(404)
    }
    expect(await refusal(`/media/${'a'.repeat(65)}.flv`)).toBe(404)
    expect(await refusal('/media/a.flv?sign=wrong')).toBe(404)
    const { socket } = await openSocket(`ws://${running.host}/media/a.flv?sign=right`)
    socket.terminate()
  })

  it('closes only a viewer who sends too much', async () => {
    const running = await startMedia()
    const quiet = await openSocket(`ws://${running.host}/media/a.flv`)
    const loud = await openSocket(`ws://${running.host}/media/a.flv`)
    loud.socket.on('error', () => undefined)
    loud.socket.send(Buffer.alloc(100_000))
    await once(loud.socket, 'close')
    const length = quiet.received.bytes.length
    await quiet.received.until((bytes) => bytes.length > length)
    quiet.socket.terminate()
  })
})
