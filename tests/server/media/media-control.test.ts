import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readClip } from '#server/media/clip.ts'
import { FlvFanOut } from '#server/media/flv/flv-fan-out.ts'
import type { ViewerSink } from '#server/media/flv/flv-viewer.ts'
import { WebSocket } from 'ws'
import { CLIP_DIRECTORY, HandClock, openSocket, readLiveTags, startMedia } from './media-support.ts'

const clip = readClip(join(CLIP_DIRECTORY, 'football-720.flv'))
const NOON = Date.UTC(2026, 10, 21, 12)

/** A reader with a rate of `perSecond` bytes; `taken` is what it has read. */
class Reader implements ViewerSink {
  readonly written: Buffer[] = []
  waiting = 0
  ended: 'no' | 'closed' | 'destroyed' = 'no'
  bufferedBytes = (): number => this.waiting
  write = (bytes: Buffer): void => {
    this.written.push(bytes)
    this.waiting += bytes.length
  }
  close = (): void => {
    this.ended = 'closed'
  }
  destroy = (): void => {
    this.ended = 'destroyed'
  }
  read(bytes: number): void {
    this.waiting = Math.max(0, this.waiting - bytes)
  }
}

describe('a slow viewer', () => {
  const start = (): {
    clock: HandClock
    fanOut: FlvFanOut
    cuts: string[]
    counters: { viewers: number; bytes: number; cut: number }
  } => {
    const clock = new HandClock(NOON)
    const counters = { viewers: 0, bytes: 0, cut: 0 }
    const cuts: string[] = []
    return {
      clock,
      counters,
      cuts,
      fanOut: new FlvFanOut(
        () => clip,
        clock.now,
        counters,
        (stream) => cuts.push(stream),
      ),
    }
  }

  it('never has more than 1 MB queued, skips to a key frame, and continues', () => {
    const { clock, fanOut, counters } = start()
    const reader = new Reader()
    const viewer = fanOut.add('a', reader)
    let peak = 0
    for (let tick = 0; tick < 6_000; tick += 1) {
      clock.time += 20
      fanOut.pump()
      peak = Math.max(peak, reader.waiting)
      reader.read(1_200) // 60 kB/s; the stream has 75 kB/s
    }
    fanOut.remove(viewer)
    expect(peak).toBeLessThanOrEqual(1024 * 1024)
    expect(peak).toBeGreaterThan(900_000)
    expect(counters.cut).toBe(0)
    const video = readLiveTags(Buffer.concat(reader.written)).filter((tag) => tag.type === 9 && !tag.isConfig)
    const jumps = video.filter((tag, index) => index > 0 && tag.time - (video[index - 1]?.time ?? 0) !== 40)
    expect(jumps.length).toBeGreaterThan(0)
    expect(jumps.every((tag) => tag.isKey)).toBe(true)
    expect(video.map((tag) => tag.time)).toEqual(video.map((tag) => tag.time).sort((a, b) => a - b))
  })

  it('is closed if it does not read at all, without affecting others', () => {
    const { clock, fanOut, counters, cuts } = start()
    const dead = new Reader()
    const healthy = new Reader()
    fanOut.add('dead', dead)
    const viewer = fanOut.add('healthy', healthy)
    for (let second = 0; second < 40; second += 1) {
      clock.time += 1_000
      fanOut.pump()
      healthy.read(Infinity)
    }
    expect([dead.ended, healthy.ended]).toEqual(['destroyed', 'no'])
    expect(cuts).toEqual(['dead'])
    expect(counters).toMatchObject({ viewers: 1, cut: 1 })
    const frames = readLiveTags(Buffer.concat(healthy.written)).filter((tag) => tag.type === 9 && !tag.isConfig)
    expect(frames).toHaveLength(41 * 25) // with the group before the join
    fanOut.remove(viewer)
  })

  it('is closed over a real connection that stops reading', async () => {
    const clock = new HandClock(NOON)
    const running = await startMedia({ now: clock.now })
    const [host = '', port = ''] = running.host.split(':')
    const socket = connect(Number(port), host)
    socket.pause()
    socket.write('GET /media/a.flv HTTP/1.1\r\nHost: a\r\n\r\n')
    const healthy = await openSocket(`ws://${running.host}/media/a.flv`)
    const turn = setInterval(() => {
      clock.time += 5_000
    }, 10)
    await healthy.received.until(() => running.media.counters.cut > 0)
    clearInterval(turn)
    expect(running.media.counters).toMatchObject({ viewers: 1, cut: 1 })
    expect(running.warnings).toEqual(['FLV viewer cut: it does not read'])
    socket.destroy()
    healthy.socket.terminate()
  })

  it('continues at the present after a suspension, and is closed when the clock is set back', () => {
    const { clock, fanOut } = start()
    const reader = new Reader()
    fanOut.add('a', reader)
    clock.time += 3_600_400
    fanOut.pump()
    const times = readLiveTags(Buffer.concat(reader.written)).map((tag) => tag.time)
    expect(times.length).toBeLessThan(150)
    clock.time -= 5_000
    fanOut.pump()
    expect([reader.ended, fanOut.size]).toEqual(['destroyed', 0])
  })
})

describe('S4.3 an anchor who disconnects and returns', () => {
  it('ends the viewers of that stream, returns 404 meanwhile, and starts a new epoch', async () => {
    const running = await startMedia()
    const { media, host } = running
    const dropped = await openSocket(`ws://${host}/media/room-a.flv`)
    const other = await openSocket(`ws://${host}/media/room-b.flv`)
    media.setPublishing('room-a', false)
    const [code] = await once(dropped.socket, 'close')
    expect(code).toBe(1000)
    expect((await fetch(`http://${host}/media/room-a.flv`)).status).toBe(404)
    expect((await fetch(`http://${host}/media/room-a/index.m3u8`)).status).toBe(404)
    expect((await fetch(`http://${host}/media/room-a/720/init.mp4`)).status).toBe(404)
    const length = other.received.bytes.length
    await other.received.until((bytes) => bytes.length > length)
    expect(media.stateOf('room-a')).toMatchObject({ publishing: false, epoch: 1 })
    media.setPublishing('room-a', true)
    expect(media.stateOf('room-a')).toMatchObject({ publishing: true, epoch: 2 })
    const back = await openSocket(`ws://${host}/media/room-a.flv`)
    await back.received.until((bytes) => bytes.length > 10_000)
    back.socket.terminate()
    other.socket.terminate()
  })

  it('lists no HLS segment from before the return', async () => {
    const clock = new HandClock(NOON + 100)
    const running = await startMedia({ now: clock.now })
    const { media, host } = running
    media.setPublishing('a', false)
    media.setPublishing('a', true)
    const held = fetch(`http://${host}/media/a/720/index.m3u8`)
    expect((await fetch(`http://${host}/media/a/720/${NOON / 2000 - 1}.0.m4s`)).status).toBe(404)
    clock.time = NOON + 500
    const playlist = await (await held).text()
    expect(playlist).toContain(`#EXT-X-MEDIA-SEQUENCE:${NOON / 2000}\n`)
    expect(playlist.match(/#EXT-X-PART:/g)).toHaveLength(1)
  })

  it('refuses a pending part of an ended epoch', async () => {
    const clock = new HandClock(NOON)
    const running = await startMedia({ now: clock.now })
    const requested = once(running.app.server, 'request')
    const held = fetch(`http://${running.host}/media/a/720/${NOON / 2000}.1.m4s`)
    await requested
    running.media.setPublishing('a', false)
    clock.time += 1_000
    expect((await held).status).toBe(404)
  })
})

describe('limits', () => {
  it('refuses the viewer above the cap with 503, by HTTP and WebSocket, until another leaves', async () => {
    const running = await startMedia({ maxViewers: 1 })
    const { host } = running
    const only = await openSocket(`ws://${host}/media/a.flv`)
    expect((await fetch(`http://${host}/media/a.flv`)).status).toBe(503)
    const refused = new WebSocket(`ws://${host}/media/a.flv`)
    refused.on('error', () => undefined)
    const [, response] = await once(refused, 'unexpected-response')
    expect(response.statusCode).toBe(503)
    refused.terminate()
    only.socket.close()
    await once(only.socket, 'close')
    await expect.poll(() => running.media.counters.viewers).toBe(0)
    const next = await openSocket(`ws://${host}/media/a.flv`)
    next.socket.terminate()
  })

  it('allows 256 viewers per address, and refuses the next with 503 without affecting others', async () => {
    const running = await startMedia({ addressOf: (request) => String(request.headers['x-address'] ?? 'somebody') })
    const { host } = running
    const path = `http://${host}/media/a.flv`
    const abort = new AbortController()
    const watch = (address?: string) =>
      fetch(path, { signal: abort.signal, headers: address === undefined ? {} : { 'x-address': address } })
    const socket = await openSocket(`ws://${host}/media/a.flv`)
    const taken = await Promise.all(Array.from({ length: 255 }, () => watch()))
    expect(taken.every(({ status }) => status === 200)).toBe(true)
    expect((await watch()).status).toBe(503)
    const refused = new WebSocket(`ws://${host}/media/a.flv`)
    refused.on('error', () => undefined)
    const [, response] = await once(refused, 'unexpected-response')
    expect(response.statusCode).toBe(503)
    refused.terminate()
    expect((await watch('another')).status).toBe(200)
    socket.socket.terminate()
    await expect.poll(() => running.media.counters.viewers).toBe(256)
    expect((await watch()).status).toBe(200)
    abort.abort()
  })

  it('refuses with 503 an address with too many unread or pending HLS responses', async () => {
    const clock = new HandClock(NOON)
    let asked = 0
    const addressOf = (): string => `somebody ${(asked += 1) > 0}`
    const running = await startMedia({ now: clock.now, addressOf })
    const { host } = running
    const init = async (): Promise<number> => (await fetch(`http://${host}/media/a/720/init.mp4`)).status
    const held = Array.from({ length: 256 }, () =>
      fetch(`http://${host}/media/a/720/index.m3u8?_HLS_msn=${NOON / 2000}`),
    )
    await expect.poll(() => asked).toBe(256)
    expect(await init()).toBe(503)
    clock.time += 3_000
    for (const response of held) await (await response).text()
    await expect.poll(init).toBe(200)
  })

  it('allow a shutdown with open viewers and pending requests', async () => {
    const running = await startMedia({ now: new HandClock(NOON).now })
    const { app, host } = running
    const { socket } = await openSocket(`ws://${host}/media/a.flv`)
    const held = fetch(`http://${host}/media/a/720/index.m3u8?_HLS_msn=${NOON / 2000}`)
    await fetch(`http://${host}/media/a/720/init.mp4`)
    const closed = once(socket, 'close')
    await app.close()
    await closed
    const outcome = await held.then((response) => response.status).catch(() => 'dropped')
    expect([503, 'dropped']).toContain(outcome)
  })
})
