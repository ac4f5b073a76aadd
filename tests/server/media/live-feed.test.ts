import { segmentNumberAt } from '#server/media/live/feed-segments.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FeedTag } from '#server/media/live/feed-tag.ts'
import { readFlvTags } from '#server/media/clip.ts'
import type { ViewerSink } from '#server/media/flv/flv-viewer.ts'
import { LiveFeed } from '#server/media/live/live-feed.ts'
import { CLIP_DIRECTORY, HandClock, readLiveTags, startMedia } from './media-support.ts'

/** The demo clip as tags of a publisher: 24 s, a key frame every second. */
const CLIP: FeedTag[] = readFlvTags(readFileSync(path.join(CLIP_DIRECTORY, 'football-720.flv'))).map(
  ({ type, time, body }) => ({
    kind: type,
    time,
    body,
  }),
)
const NOON = Date.UTC(2026, 10, 21, 12)
const isConfig = ({ kind, body }: FeedTag): boolean => kind !== 'script' && body[1] === 0
const isKey = (tag: FeedTag): boolean => tag.kind === 'video' && tag.body[0] === 0x17 && !isConfig(tag)

function withProfile(body: Buffer, profile: number): Buffer {
  const changed = Buffer.from(body)
  changed.writeUInt8(profile, 6)
  return changed
}

class Viewer implements ViewerSink {
  readonly written: Buffer[] = []
  ended = false
  waiting = 0
  bufferedBytes = (): number => this.waiting
  write = (bytes: Buffer): void => void this.written.push(bytes)
  close = (): void => {
    this.ended = true
  }
  destroy = this.close
  get tags(): ReturnType<typeof readLiveTags> {
    return readLiveTags(Buffer.concat(this.written))
  }
}

function openFeed() {
  const clock = new HandClock(NOON)
  const counters = { viewers: 0, bytes: 0, cut: 0 }
  const seen: string[] = []
  const feed = new LiveFeed(
    { stream: 'a', now: clock.now, counters, onCut: () => seen.push('cut') },
    { onReady: () => seen.push('ready'), onUnfit: (problem) => seen.push(problem) },
  )
  const push = (tags: readonly FeedTag[]): void => {
    for (const tag of tags) {
      clock.time = NOON + tag.time
      feed.push([tag])
    }
  }
  return { feed, push, seen, counters, clock }
}

/** The clip repeated with continuous timestamps. */
function loops(times: number): FeedTag[] {
  const frames = CLIP.filter((tag) => tag.kind !== 'script' && !isConfig(tag))
  return Array.from({ length: times }, (_, loop) =>
    frames.map((tag) => ({ ...tag, time: tag.time + loop * 24_000 })),
  ).flat()
}

describe('the drift of a publisher', () => {
  const drifts = (soundRate: number) => {
    const { feed, push } = openFeed()
    const sent = CLIP.filter(({ time }) => time < 9_000)
    push(sent.map((tag) => (tag.kind === 'audio' ? { ...tag, time: Math.round(tag.time * soundRate) } : tag)))
    return feed.driftMs ?? Number.NaN
  }
  it('is how far its clocks have moved apart since the first second, although the sound is corrected', () => {
    expect(Math.abs(drifts(1))).toBeLessThan(60)
    expect(drifts(1.1)).toBeGreaterThan(600)
    expect(drifts(0.9)).toBeLessThan(-600)
  })
})

describe('the qualities of a room with a publisher', () => {
  it('are that of the publisher, whatever height a URL asks for, and those of the clip afterwards', async () => {
    const { host, media } = await startMedia()
    const status = async (name: string): Promise<number> => {
      const abort = new AbortController()
      const response = await fetch(`http://${host}/media/${name}`, { signal: abort.signal })
      abort.abort()
      return response.status
    }
    const names = ['a.flv', 'a.360.flv', 'a.720.flv', 'a.480.flv', 'a/index.m3u8', 'a/720/index.m3u8']
    expect(await Promise.all(names.map(status))).toEqual([200, 200, 200, 404, 200, 200])
    const feed = media.openFeed('a', { onReady: () => undefined, onUnfit: () => undefined })
    for (const tag of CLIP.filter(({ time }) => time < 3_500)) feed.push([tag])
    media.attach(feed)
    expect(await Promise.all(names.map(status))).toEqual([200, 200, 200, 200, 200, 404])
    expect(await (await fetch(`http://${host}/media/a/index.m3u8`)).text()).toContain('#EXTINF')
    media.detach('a')
    expect(await Promise.all(names.map(status))).toEqual([200, 200, 200, 404, 200, 200])
  })
})

describe('the feed of a publisher', () => {
  it('starts at the first key frame, and sends a new viewer everything since the last one', () => {
    const { feed, push, seen, counters } = openFeed()
    push(CLIP.filter((tag) => !isKey(tag)).slice(0, 30))
    expect([feed.isReady, seen]).toEqual([false, []])
    push(CLIP.filter(({ time }) => time <= 3_500))
    expect([feed.isReady, seen]).toEqual([true, ['ready']])
    const viewer = new Viewer()
    const joined = feed.add(viewer)
    expect(viewer.tags.slice(0, 4)).toMatchObject([
      { type: 18 },
      { type: 9, isConfig: true },
      { type: 8, isConfig: true },
      { isKey: true, time: 3_000 },
    ])
    push(CLIP.filter(({ time }) => time > 3_500 && time <= 5_000))
    const pictures = viewer.tags.filter(({ type, isConfig }) => type === 9 && !isConfig)
    expect(pictures.map(({ time }) => time)).toEqual(Array.from({ length: 51 }, (_, frame) => 3_000 + frame * 40))
    expect(counters).toMatchObject({ viewers: 1, cut: 0 })
    feed.remove(joined)
    feed.remove(joined)
    expect(counters.viewers).toBe(0)
  })

  it('sends the same bytes to all viewers, and starts at the next group after a large one', () => {
    const { feed, push } = openFeed()
    push(CLIP.filter(({ time }) => time <= 3_500))
    const [one, other] = [new Viewer(), new Viewer()]
    for (const viewer of [one, other]) feed.add(viewer)
    expect(one.written.length).toBeGreaterThan(10)
    expect(other.written.slice(1).every((bytes, index) => bytes === one.written[index + 1])).toBe(true)
    const frame = { kind: 'video', body: Buffer.concat([Buffer.from([0x27, 1, 0, 0, 0]), Buffer.alloc(400_000)]) }
    push([3_520, 3_530].map((time) => ({ ...frame, time }) as FeedTag))
    const late = new Viewer()
    feed.add(late)
    expect(late.tags.map(({ type, isConfig }) => [type, isConfig])).toEqual([
      [18, false],
      [9, true],
      [8, true],
    ])
    push(CLIP.filter(({ time }) => time > 3_530 && time <= 5_000))
    const pictures = late.tags.filter(({ type, isConfig }) => type === 9 && !isConfig)
    expect(pictures[0]).toMatchObject({ isKey: true, time: 4_000 })
    expect(pictures).toHaveLength(26)
  })

  it('continues without sound when sound of six channels ends, for which there is no silent frame', () => {
    const { feed, push } = openFeed()
    const surround = CLIP.map((tag) => {
      if (tag.kind !== 'audio' || !isConfig(tag)) return tag
      const body = Buffer.from(tag.body)
      body.writeUInt8((body.readUInt8(3) & 0b1000_0111) | (6 << 3), 3)
      return { ...tag, body }
    })
    push(surround.filter(({ time }) => time <= 3_500))
    const viewer = new Viewer()
    feed.add(viewer)
    expect(viewer.tags.some(({ type }) => type === 8)).toBe(true)
    push(CLIP.filter(({ kind, time }) => kind === 'video' && time > 3_500 && time <= 6_000))
    expect([viewer.ended, feed.isReady, feed.isSilent]).toEqual([true, true, true])
    const next = new Viewer()
    feed.add(next)
    expect(next.tags.some(({ type }) => type === 8)).toBe(false)
  })

  it('ends its viewers when the format changes, and starts again with the new one', () => {
    const { feed, push, seen } = openFeed()
    push(CLIP.slice(0, 200))
    const viewer = new Viewer()
    feed.add(viewer)
    const config = CLIP.find((tag) => tag.kind === 'video' && isConfig(tag))!
    push([{ ...config, time: 2_900 }])
    expect(viewer.ended).toBe(false) // repeated, as some encoders do
    push([{ ...config, time: 2_950, body: Buffer.concat([config.body, Buffer.from([0])]) }])
    expect([viewer.ended, feed.isReady]).toEqual([true, false])
    push(CLIP.filter(({ time }) => time >= 3_000).slice(0, 100))
    expect([feed.isReady, seen]).toEqual([true, ['ready', 'ready']])
  })

  it("starts again when the publisher's timestamps jump or run backwards", () => {
    const { feed, push, seen } = openFeed()
    push(CLIP.filter(({ time }) => time < 2_500))
    const viewer = new Viewer()
    feed.add(viewer)
    push(CLIP.filter((tag) => tag.kind !== 'script' && !isConfig(tag)).map((tag) => ({ ...tag, time: tag.time + 9e8 })))
    expect([viewer.ended, feed.isReady, seen]).toEqual([true, true, ['ready', 'ready']])
    push(loops(1))
    expect(seen).toEqual(['ready', 'ready', 'ready'])
  })

  it('lists the consecutive HLS segments of three target durations and one more, and keeps three older ones', () => {
    const { feed, push } = openFeed()
    push([...CLIP.filter((tag) => isConfig(tag)), ...loops(3)])
    const playlist = feed.segments?.playlist('?t=1') ?? ''
    const numbers = [...playlist.matchAll(/^(\d+)\.m4s\?t=1$/gm)].map(([, number]) => Number(number))
    const [first = 0] = numbers
    expect(numbers).toEqual(numbers.map((_, index) => first + index))
    expect(playlist).toContain(`#EXT-X-MEDIA-SEQUENCE:${first}\n`)
    expect(playlist.match(/#EXTINF:1\.000,/g)).toHaveLength(numbers.length)
    const target = Number(/TARGETDURATION:(\d+)/.exec(playlist)?.[1])
    expect(numbers).toHaveLength(3 * target + 1)
    const shown = Array.from({ length: 400 }, (_, index) => segmentNumberAt(NOON) + index).filter(
      (number) => feed.segments?.file(`${number}.m4s`) != null,
    )
    expect(shown).toHaveLength(numbers.length + 3)
  })

  it.each([
    ['is empty', (config: Buffer) => config.subarray(0, 6)],
    ['has no parameter sets', (config: Buffer) => Buffer.concat([config.subarray(0, 10), Buffer.from([0xe0, 0])])],
    ['is cut off', (config: Buffer) => config.subarray(0, -3)],
    ['is random', () => Buffer.from([0x17, 0, 0, 0, 0, 99, 1, 2, 3, 4, 5, 6, 7, 8, 9])],
    ['is of 10 bits', (config: Buffer) => withProfile(config, 110)],
    ['is 4:4:4', (config: Buffer) => withProfile(config, 244)],
  ])('rejects a picture whose configuration %s, which browsers cannot show', (_name, change) => {
    const { push, seen } = openFeed()
    push(CLIP.map((tag) => (tag.kind === 'video' && isConfig(tag) ? { ...tag, body: change(tag.body) } : tag)))
    expect(seen).toEqual(['profile'])
  })

  it('never shows a publisher whose sound is an hour ahead of its picture', () => {
    const { push, seen } = openFeed()
    push(CLIP.map((tag) => (tag.kind === 'audio' ? { ...tag, time: tag.time + 3_600_000 } : tag)))
    expect(seen).toEqual(['offset'])
  })

  it('holds at most 16 MB of pictures while it waits for sound, also if their clock stands still', () => {
    const { push, seen } = openFeed()
    const key = CLIP.find(isKey)
    const large = {
      kind: 'video' as const,
      time: 0,
      body: Buffer.concat([key?.body ?? Buffer.alloc(0), Buffer.alloc(4e6)]),
    }
    push([...CLIP.filter((tag) => tag.kind === 'video' && isConfig(tag)), large, large, large, large])
    expect(seen).toEqual([])
    push([large])
    expect(seen[0]).toBe('ready')
  })

  it('rejects key frames without any configuration', () => {
    const { push, seen } = openFeed()
    push(CLIP.filter((tag) => tag.kind !== 'video' || !isConfig(tag)))
    expect(seen).toEqual(['profile'])
  })

  it('rejects timestamps that do not advance', () => {
    const { feed, push, seen } = openFeed()
    push(CLIP.filter((tag) => isConfig(tag)))
    const key = {
      ...CLIP.find(isKey)!,
      time: 0,
      body: Buffer.concat([CLIP.find(isKey)!.body, Buffer.alloc(256 * 1024)]),
    }
    push(Array.from({ length: 140 }, () => key))
    expect(seen).toContain('clock')
    expect(feed.segments?.openBytes).toBeLessThan(40 * 1024 * 1024)
  })

  it('rejects a stream without a key frame within 16 MB', () => {
    const { push, seen } = openFeed()
    push(CLIP.slice(0, 100))
    const frame = {
      kind: 'video',
      time: 4_000,
      body: Buffer.concat([Buffer.from([0x27, 1, 0, 0, 0]), Buffer.alloc(1e6)]),
    }
    push(Array.from({ length: 20 }, () => frame as FeedTag))
    expect(seen[1]).toBe('keyFrames')
  })

  it('closes only the viewer that does not read', () => {
    const { feed, push, seen, counters } = openFeed()
    push(CLIP.slice(0, 100))
    const [dead, healthy] = [new Viewer(), new Viewer()]
    dead.waiting = 2e6
    feed.add(dead)
    feed.add(healthy)
    push(CLIP.slice(100))
    expect([dead.ended, healthy.ended, seen]).toEqual([true, false, ['ready', 'cut']])
    expect(counters).toMatchObject({ viewers: 1, cut: 1 })
  })

  it('accepts any input of a publisher without a crash', () => {
    const time = fc.integer({ min: 0, max: 2 ** 32 - 1 })
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .tuple(fc.constantFrom(0x17, 0x27, 0xaf, 0x90), fc.constantFrom(0, 1, 2), fc.uint8Array({ maxLength: 40 }))
        .map(([first, second, rest]) => Uint8Array.from([first, second, ...rest])),
    )
    const tag = fc.record({ kind: fc.constantFrom('audio', 'video', 'script'), time, body })
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 60 }), (tags) => {
        const { feed } = openFeed()
        const viewer = new Viewer()
        feed.add(viewer)
        for (const { kind, time, body } of tags) feed.push([{ kind, time, body: Buffer.from(body) }])
        feed.segments?.playlist('')
      }),
      { numRuns: 300 },
    )
  })
})
