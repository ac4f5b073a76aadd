import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClip } from '#server/media/clip.ts'
import { FeedSegments, segmentNumberAt } from '#server/media/live/feed-segments.ts'
import { WaitingRoom } from '#server/media/waiting-room.ts'
import { CLIP_DIRECTORY } from './media-support.ts'

const STARTED_AT = 1_800_000_000_000
const FIRST = segmentNumberAt(STARTED_AT)
const clip = readClip(join(CLIP_DIRECTORY, 'football-720.flv'))
const DATA = Buffer.from('picture')

interface Stream {
  readonly fps: number
  readonly keyMs: number
  readonly lengthMs: number
}

/** Segments of a stream with constant frame rate. */
function segmentsOf({ fps, keyMs, lengthMs }: Stream, segments = newSegments(), fromMs = 0): FeedSegments {
  const from = Math.ceil((fromMs * fps) / 1000)
  let lastKey = from === 0 ? -1 : Math.floor(Math.round(((from - 1) * 1000) / fps) / keyMs)
  for (let index = from; index * (1000 / fps) < lengthMs; index += 1) {
    const time = Math.round((index * 1000) / fps)
    const isKey = Math.floor(time / keyMs) !== lastKey
    lastKey = Math.floor(time / keyMs)
    segments.addPicture({ time, isKey, delayMs: 0, data: DATA })
  }
  return segments
}

const newSegments = (): FeedSegments => new FeedSegments(clip, () => STARTED_AT)

interface ListedPart {
  readonly seconds: number
  readonly name: string
  readonly isIndependent: boolean
}

function partsIn(playlist: string): ListedPart[] {
  const found = playlist.matchAll(/#EXT-X-PART:DURATION=([\d.]+),URI="([^"]+)"(,INDEPENDENT=YES)?/g)
  return [...found].map(([, length = '', name = '', independent]) => ({
    seconds: Number(length),
    name,
    isIndependent: independent !== undefined,
  }))
}

const sum = (parts: readonly ListedPart[]): number => parts.reduce((total, { seconds }) => total + seconds, 0)

const numberIn = (playlist: string, name: string): number =>
  Number(new RegExp(`${name}[=:]([\\d.]+)`).exec(playlist)?.[1])

describe('LL-HLS of a publisher', () => {
  it('has a segment after each half a second until the second key frame, because hls.js loads no parts without segments', () => {
    const segments = segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 1_200 })
    const playlist = segments.playlist('?t=1') ?? ''
    expect(partsIn(playlist)).toEqual([
      { seconds: 0.48, name: `${FIRST}.0.m4s?t=1`, isIndependent: true },
      { seconds: 0.48, name: `${FIRST + 1}.0.m4s?t=1`, isIndependent: false },
    ])
    expect(playlist).toContain(`#EXTINF:0.480,\n${FIRST}.m4s?t=1\n`)
    expect(playlist).toContain(`#EXTINF:0.480,\n${FIRST + 1}.m4s?t=1\n`)
    expect(playlist).toContain(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${FIRST + 2}.0.m4s?t=1"`)
    expect(segments.file(`${FIRST + 1}.0.m4s`)?.toString('latin1', 4, 8)).toBe('moof')
    expect(segments.file(`${FIRST + 2}.0.m4s`)).toBeNull()
  })

  it.each([500, 1_000, 2_000, 5_000, 10_000, 25_000])(
    'keeps a viewer with hls.js, who was there from the start, at the live edge with key frames every %i ms',
    (keyMs) => {
      const segments = newSegments()
      const seen = new Set<string>()
      let [edge, bufferEnd] = [0, 0]
      for (let [fromMs, lengthMs] = [0, 600]; lengthMs < 60_000; [fromMs, lengthMs] = [lengthMs, lengthMs + 360]) {
        const playlist = segmentsOf({ fps: 25, keyMs, lengthMs }, segments, fromMs).playlist('') ?? ''
        const parts = partsIn(playlist)
        for (const { name, seconds } of parts.filter((part) => !seen.has(part.name))) {
          seen.add(name)
          edge += seconds
        }
        const open = sum(partsIn(playlist.slice(playlist.lastIndexOf('#EXTINF'))))
        const firstEnd = edge - sum(parts) + (parts[0]?.seconds ?? 0)
        // `shouldLoadParts` of hls.js 1.7.4; otherwise it loads whole segments.
        bufferEnd = bufferEnd >= firstEnd + open - 0.001 ? edge : Math.max(bufferEnd, edge - open)
        expect(edge - bufferEnd, `${lengthMs}`).toBeLessThan(0.6)
      }
    },
  )

  it('says that segments are independent when none of those without a key frame is listed any more', () => {
    const tag = '#EXT-X-INDEPENDENT-SEGMENTS'
    expect(segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 7_900 }).playlist('')).not.toContain(tag)
    const playlist = segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 16_100 }).playlist('') ?? ''
    expect(playlist).toContain(tag)
    const firstParts = partsIn(playlist).filter(({ name }) => name.includes('.0.m4s'))
    expect(firstParts.every(({ isIndependent }) => isIndependent)).toBe(true)
  })

  it('never reuses a number, although a stream starts again at any moment', () => {
    for (const fps of [1, 3, 4, 25, 60]) {
      for (const lengthMs of [2_000, 9_000, 29_000]) {
        const last = /HINT:TYPE=PART,URI="(\d+)/.exec(
          segmentsOf({ fps, keyMs: 30_000, lengthMs }).playlist('') ?? '',
        )?.[1]
        expect(Number(last)).toBeLessThanOrEqual(segmentNumberAt(STARTED_AT + lengthMs))
      }
    }
  })

  it('has no playlist before the first part', () => {
    expect(segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 400 }).playlist('')).toBeNull()
  })

  it('a segment is the concatenation of its parts, and only those of the last three target durations list them', () => {
    const segments = segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 13_000 })
    const playlist = segments.playlist('') ?? ''
    const parts = partsIn(playlist)
    expect([...new Set(parts.map(({ name }) => name.split('.')[0]))]).toEqual(
      [7, 8, 9, 10].map((index) => String(FIRST + index)),
    )
    const bytes = parts.filter(({ name }) => name.startsWith(`${FIRST + 9}.`)).map(({ name }) => segments.file(name))
    expect(Buffer.concat(bytes.filter((part) => part !== null))).toEqual(segments.file(`${FIRST + 9}.m4s`))
  })

  it('no part is longer than the target, and none but the last one of a segment is shorter than 85 % of it', () => {
    const stream = fc.record({
      fps: fc.constantFrom(15, 20, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60),
      keyMs: fc.integer({ min: 1_000, max: 10_000 }),
      lengthMs: fc.integer({ min: 3_000, max: 30_000 }),
    })
    fc.assert(
      fc.property(stream, (one) => {
        const playlist = segmentsOf(one).playlist('') ?? ''
        const target = numberIn(playlist, 'PART-TARGET')
        const parts = partsIn(playlist)
        expect(Math.max(...parts.map(({ seconds }) => seconds))).toBeLessThanOrEqual(target)
        const others = parts.filter(({ name }, index) => parts[index + 1]?.name.split('.')[0] === name.split('.')[0])
        expect(Math.min(...others.map(({ seconds }) => seconds))).toBeGreaterThanOrEqual(0.85 * target)
        expect(numberIn(playlist, 'PART-HOLD-BACK')).toBeGreaterThanOrEqual(3 * target)
        expect(numberIn(playlist, ',HOLD-BACK')).toBeGreaterThanOrEqual(3 * numberIn(playlist, 'TARGETDURATION'))
      }),
      { numRuns: 60 },
    )
  })

  it('announces a larger part target for one picture per second', () => {
    const playlist = segmentsOf({ fps: 1, keyMs: 2_000, lengthMs: 9_000 }).playlist('') ?? ''
    expect(numberIn(playlist, 'PART-TARGET')).toBe(1)
  })

  it('wakes a request when its part or segment is complete, and every request at the end', async () => {
    const segments = segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 700 })
    const waiting = new WaitingRoom(Date.now)
    const request = (segment: number, part: number | null): Promise<boolean> =>
      waiting.untilReady(
        () => segments.hasReached({ segment, part }),
        (check) => segments.subscribe(check),
      )
    expect(await request(FIRST, 0)).toBe(true)
    const arrived: string[] = []
    const held = [
      request(FIRST + 1, 0).then(() => arrived.push('part')),
      request(FIRST + 1, null).then(() => arrived.push('segment')),
      request(FIRST + 9, 30).then(() => arrived.push('end')),
    ]
    expect(waiting.size).toBe(3)
    segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 1_300 }, segments, 700)
    await held[0]
    segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 2_100 }, segments, 1_300)
    await held[1]
    expect(arrived).toEqual(['part', 'segment'])
    segments.end()
    await held[2]
    expect(waiting.size).toBe(0)
  })
})
