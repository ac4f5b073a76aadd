import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClip } from '#server/media/clip.ts'
import { FeedSegments } from '#server/media/live/feed-segments.ts'
import { WaitingRoom } from '#server/media/waiting-room.ts'
import { CLIP_DIRECTORY } from './media-support.ts'

const SECOND = 1_800_000_000
const clip = readClip(join(CLIP_DIRECTORY, 'football-720.flv'))
const DATA = Buffer.from('picture')

interface Stream {
  readonly fps: number
  readonly keyMs: number
  readonly lengthMs: number
}

/** Segments of a stream with constant frame rate. */
function segmentsOf({ fps, keyMs, lengthMs }: Stream, segments = newSegments(), fromMs = 0): FeedSegments {
  let lastKey = -1
  for (let index = Math.ceil((fromMs * fps) / 1000); index * (1000 / fps) < lengthMs; index += 1) {
    const time = Math.round((index * 1000) / fps)
    const isKey = Math.floor(time / keyMs) !== lastKey
    lastKey = Math.floor(time / keyMs)
    segments.addPicture({ time, isKey, delayMs: 0, data: DATA })
  }
  return segments
}

const newSegments = (): FeedSegments => new FeedSegments(clip, () => SECOND * 1000)

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

const numberIn = (playlist: string, name: string): number =>
  Number(new RegExp(`${name}[=:]([\\d.]+)`).exec(playlist)?.[1])

describe('LL-HLS of a publisher', () => {
  it('has a first segment after half a second, because hls.js needs one, and hints at the next part', () => {
    const segments = segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 1_200 })
    const playlist = segments.playlist('?t=1') ?? ''
    expect(partsIn(playlist)).toEqual([
      { seconds: 0.48, name: `${SECOND}.0.m4s?t=1`, isIndependent: true },
      { seconds: 0.48, name: `${SECOND + 1}.0.m4s?t=1`, isIndependent: false },
    ])
    expect(playlist).toContain(`#EXTINF:0.480,\n${SECOND}.m4s?t=1\n`)
    expect(playlist).toContain(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${SECOND + 1}.1.m4s?t=1"`)
    expect(
      segments
        .file(`${SECOND + 1}.0.m4s`)
        ?.subarray(4, 8)
        .toString(),
    ).toBe('moof')
    expect(segments.file(`${SECOND + 1}.1.m4s`)).toBeNull()
  })

  it('says that segments are independent when the second one, which has no key frame, is not listed any more', () => {
    const tag = '#EXT-X-INDEPENDENT-SEGMENTS'
    expect(segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 13_900 }).playlist('')).not.toContain(tag)
    const playlist = segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 16_100 }).playlist('') ?? ''
    expect(playlist).toContain(tag)
    const firstParts = partsIn(playlist).filter(({ name }) => name.includes('.0.m4s'))
    expect(firstParts.every(({ isIndependent }) => isIndependent)).toBe(true)
  })

  it('has no playlist before the first part', () => {
    expect(segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 400 }).playlist('')).toBeNull()
  })

  it('a segment is the concatenation of its parts, and only the last three segments list them', () => {
    const segments = segmentsOf({ fps: 25, keyMs: 2_000, lengthMs: 13_000 })
    const playlist = segments.playlist('') ?? ''
    const parts = partsIn(playlist)
    expect([...new Set(parts.map(({ name }) => name.split('.')[0]))]).toEqual(
      [4, 5, 6, 7].map((index) => String(SECOND + index)),
    )
    const bytes = parts.filter(({ name }) => name.startsWith(`${SECOND + 6}.`)).map(({ name }) => segments.file(name))
    expect(Buffer.concat(bytes.filter((part) => part !== null))).toEqual(segments.file(`${SECOND + 6}.m4s`))
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
    expect(await request(SECOND, 0)).toBe(true)
    const arrived: string[] = []
    const held = [
      request(SECOND + 1, 0).then(() => arrived.push('part')),
      request(SECOND + 1, null).then(() => arrived.push('segment')),
      request(SECOND + 2, 30).then(() => arrived.push('end')),
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
