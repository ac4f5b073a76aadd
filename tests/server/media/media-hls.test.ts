import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClip, readClips } from '#server/media/clip.ts'
import { hlsPlaylist, masterPlaylist } from '#server/media/hls/hls-playlist.ts'
import { HlsSource } from '#server/media/hls/hls-source.ts'
import { CLIP_DIRECTORY, HandClock, startMedia } from './media-support.ts'

const clip = readClip(join(CLIP_DIRECTORY, 'football-720.flv'))
const NOON = Date.UTC(2026, 10, 21, 12)
const SEGMENT = NOON / 2000

interface Listed {
  readonly first: number
  readonly segments: string[]
  readonly parts: Map<string, number>
  readonly hint: string
  readonly end: number
}

/** Parses a playlist; `end` is the wall-clock time (ms) of its end. */
function readPlaylist(text: string): Listed {
  const first = Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1])
  const dates = [...text.matchAll(/#EXT-X-PROGRAM-DATE-TIME:(\S+)/g)].map((match) => Date.parse(match[1] ?? ''))
  const segments = [...text.matchAll(/^(\d+)\.m4s/gm)].map((match) => match[1] ?? '')
  const parts = new Map(
    [...text.matchAll(/#EXT-X-PART:DURATION=([\d.]+),URI="([^"?]+)/g)].map((match) => [
      match[2] ?? '',
      Number(match[1]),
    ]),
  )
  const growing = first + segments.length
  const grown = [...parts].filter(([name]) => name.startsWith(`${growing}.`))
  const end = growing * 2000 + grown.reduce((sum, [, seconds]) => sum + seconds * 1000, 0)
  expect(dates).toEqual(
    Array.from({ length: segments.length + (grown.length > 0 ? 1 : 0) }, (_, index) => (first + index) * 2000),
  )
  expect(segments).toEqual(segments.map((_, index) => String(first + index)))
  return {
    first,
    segments,
    parts,
    hint: /PRELOAD-HINT:TYPE=PART,URI="([^"?]+)/.exec(text)?.[1] ?? '',
    end: Math.round(end),
  }
}

interface Fragment {
  readonly sequence: number
  readonly tracks: { start: number; samples: number }[]
  readonly bytes: number
}

/** Sequence, decode times and sample counts of a moof + mdat pair. */
function readFragment(bytes: Buffer): Fragment {
  const size = bytes.readUInt32BE(0)
  const sequence = bytes.readUInt32BE(bytes.indexOf('mfhd') + 8)
  const tracks = [...bytes.subarray(0, size).toString('latin1').matchAll(/tfdt/g)].map(({ index }) => ({
    start: Number(bytes.readBigUInt64BE(index + 8)),
    samples: bytes.readUInt32BE(bytes.indexOf('trun', index) + 8),
  }))
  return { sequence, tracks, bytes: size + bytes.readUInt32BE(size) }
}

describe('LL-HLS playlist', () => {
  it('lists complete parts, hints at the next one and dates every segment', () => {
    const playlist = readPlaylist(hlsPlaylist(clip, NOON + 1_010, 0, '') ?? '')
    expect(playlist).toMatchObject({ first: SEGMENT - 8, hint: `${SEGMENT}.2.m4s`, end: NOON + 1_000 })
    expect(playlist.segments).toHaveLength(8)
    expect([...playlist.parts.values()].slice(-2)).toEqual([0.48, 0.52])
  })

  it('is consistent between any two times', () => {
    const property = fc.property(fc.integer({ min: 10 ** 9, max: 2 ** 41 }), fc.nat(8_000), (now, later) => {
      const before = readPlaylist(hlsPlaylist(clip, now, 0, '') ?? '')
      const after = readPlaylist(hlsPlaylist(clip, now + later, 0, '') ?? '')
      expect(after.first).toBeGreaterThanOrEqual(before.first)
      expect(after.end).toBeGreaterThanOrEqual(before.end)
      expect(now - before.end).toBeLessThan(520)
      expect(now - before.end).toBeGreaterThanOrEqual(0)
      expect(after.segments.slice(0, before.segments.length - (after.first - before.first))).toEqual(
        before.segments.slice(after.first - before.first),
      )
      const isNextPart = after.end > before.end && after.end - before.end <= 520
      if (isNextPart) expect(after.parts.has(before.hint)).toBe(true)
    })
    fc.assert(property, { numRuns: 300 })
  })

  it('has parts within the part target, with the signed parameters', () => {
    const text = hlsPlaylist(clip, NOON + 1_990, 0, '?sign=a%26b') ?? ''
    expect(text).toContain('PART-TARGET=0.520')
    expect([...readPlaylist(text).parts.values()].every((seconds) => seconds <= 0.52 && seconds >= 0.85 * 0.52)).toBe(
      true,
    )
    expect(text.match(/sign=a%26b/g)?.length).toBe(8 + 15 + 2)
  })
})

describe('LL-HLS fragments', () => {
  it('are continuous across the loop: decode times, numbers, whole segments', () => {
    const source = new HlsSource(clip)
    let video = NOON * 90
    let audio = -1
    for (let part = 0; part < 15 * 4 * 2; part += 1) {
      const fragment = readFragment(source.part(SEGMENT + Math.floor(part / 4), part % 4))
      expect(fragment.sequence).toBe((SEGMENT + Math.floor(part / 4)) * 4 + (part % 4))
      expect(fragment.tracks[0]).toEqual({ start: video, samples: part % 2 === 0 ? 12 : 13 })
      if (audio >= 0) expect(fragment.tracks[1]?.start).toBe(audio)
      video += (fragment.tracks[0]?.samples ?? 0) * 3600
      audio = (fragment.tracks[1]?.start ?? 0) + (fragment.tracks[1]?.samples ?? 0) * 1024
    }
    const whole = source.segment(SEGMENT, NOON + 2_000, 0) ?? Buffer.alloc(0)
    const parts = [0, 1, 2, 3].map((part) => source.part(SEGMENT, part))
    expect(whole.equals(Buffer.concat(parts))).toBe(true)
    expect(parts.map((part) => readFragment(part).bytes)).toEqual(parts.map((part) => part.length))
  })
})

describe('the master playlist', () => {
  const clips = readClips(CLIP_DIRECTORY)

  it('lists both qualities with size, codecs and rates, and the query of the viewer', () => {
    const text = masterPlaylist(clips.football, '?v=a.b&s=c')
    expect(text.match(/^#EXT-X-STREAM-INF/gm)).toHaveLength(2)
    expect(text.match(/RESOLUTION=\d+x\d+/g)).toEqual(['RESOLUTION=640x360', 'RESOLUTION=1280x720'])
    expect(text.match(/^\d+\/index.*/gm)).toEqual(['360/index.m3u8?v=a.b&s=c', '720/index.m3u8?v=a.b&s=c'])
    const rates = [...text.matchAll(/:BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=(\d+)/g)].map(([, peak, average]) => [
      Number(peak),
      Number(average),
    ])
    for (const [peak = 0, average = 0] of rates) expect(peak).toBeGreaterThanOrEqual(average)
    const [[, low = 0] = [], [, high = 0] = []] = rates
    expect([low > 300_000 && low < 500_000, high > 600_000 && high < 900_000]).toEqual([true, true])
    expect(text.match(/CODECS="avc1\.4d[0-9a-f]{4},mp4a\.40\.2"/g)).toHaveLength(2)
  })

  it('lists qualities on one clock: the same names, numbers and decode times at any time', () => {
    const [small, large] = clips.football.map((quality) => new HlsSource(quality))
    if (!small || !large) throw new Error('two qualities')
    fc.assert(
      fc.property(fc.integer({ min: 10 ** 9, max: 2 ** 41 }), fc.nat(3), (now, part) => {
        expect(hlsPlaylist(large.clip, now, 0, '')).toBe(hlsPlaylist(small.clip, now, 0, ''))
        const segment = Math.floor(now / 2000) - 1
        const { bytes: _small, ...one } = readFragment(small.part(segment, part))
        const { bytes: _large, ...other } = readFragment(large.part(segment, part))
        expect(other).toEqual(one)
      }),
      { numRuns: 50 },
    )
  })

  it('is served for the clip, and each quality below its height', async () => {
    const clock = new HandClock(NOON + 500)
    const { host } = await startMedia({ now: clock.now })
    const read = async (path: string) => (await fetch(`http://${host}/media/${path}`)).text()
    const master = await read('a/index.m3u8')
    const names = [...master.matchAll(/^\d+\/index\.m3u8$/gm)].map(([name]) => name)
    expect(names).toEqual(['360/index.m3u8', '720/index.m3u8'])
    const [small, large] = await Promise.all(names.map((name) => read(`a/${name}`)))
    expect(readPlaylist(large ?? '')).toEqual(readPlaylist(small ?? ''))
  })
})

describe('LL-HLS over HTTP', () => {
  const start = async (clock: HandClock) => {
    const { host } = await startMedia({ now: clock.now })
    return (path: string): string => `http://${host}/media/${path}`
  }

  it('holds a blocking reload and a hinted part until they exist', async () => {
    const clock = new HandClock(NOON + 400)
    const url = await start(clock)
    const reload = fetch(url(`a/720/index.m3u8?_HLS_msn=${SEGMENT}&_HLS_part=0`))
    const part = fetch(url(`a/720/${SEGMENT}.0.m4s`))
    const first = await fetch(url('a/720/index.m3u8'))
    expect(readPlaylist(await first.text()).hint).toBe(`${SEGMENT}.0.m4s`)
    clock.time = NOON + 480
    expect(readPlaylist(await (await reload).text())).toMatchObject({ hint: `${SEGMENT}.1.m4s`, end: NOON + 480 })
    const fragment = readFragment(Buffer.from(await (await part).arrayBuffer()))
    expect(fragment.tracks[0]).toEqual({ start: NOON * 90, samples: 12 })
  })

  it('returns 404 for missing resources and 400 for invalid directives', async () => {
    const clock = new HandClock(NOON)
    const url = await start(clock)
    const status = async (path: string): Promise<number> => (await fetch(url(path))).status
    for (const path of [
      'a/none.m3u8',
      'a/720/none.m3u8',
      'a/720/x.m4s',
      'a/init.mp4',
      `a/${SEGMENT}.0.m4s`,
      'a/480/index.m3u8',
      'a/0720/index.m3u8',
      'a/x/index.m3u8',
      `a/720/${SEGMENT}.4.m4s`,
      `a/720/${SEGMENT}.0.0.m4s`,
      `a/720/${SEGMENT - 21}.m4s`,
      `a/720/${SEGMENT}.m4s`,
      `a/720/${SEGMENT + 9}.0.m4s`,
      'a/720/999999999999999.m4s',
      'a/720/-1.m4s',
      'a b/index.m3u8',
      '%2e%2e/index.m3u8',
      `${'a'.repeat(65)}/index.m3u8`,
      'a/../../package.json',
      '',
    ]) {
      expect(await status(path), path).toBe(404)
    }
    for (const query of [
      '_HLS_part=0',
      '_HLS_msn=x',
      '_HLS_msn=-1',
      `_HLS_msn=${SEGMENT + 3}`,
      `_HLS_msn=${SEGMENT}&_HLS_part=99`,
    ]) {
      expect(await status(`a/720/index.m3u8?${query}`), query).toBe(400)
    }
    expect(await status(`a/720/${SEGMENT - 20}.m4s`)).toBe(200)
    expect(await status('a/720/init.mp4')).toBe(200)
  })

  it('accepts any path and query without a crash', async () => {
    const { app, host } = await startMedia({ now: new HandClock(NOON).now })
    const text = fc.string({ unit: 'binary-ascii', maxLength: 40 })
    const property = fc.asyncProperty(text, text, text, async (stream, file, query) => {
      const path = `${encodeURIComponent(stream)}/${encodeURIComponent(file)}?${query.replaceAll(/[^\x21-\x7E]|#/g, '')}`
      const response = await app.inject({ method: 'GET', url: `/media/${path}` })
      expect([200, 302, 400, 404, 414]).toContain(response?.statusCode)
    })
    await fc.assert(property, { numRuns: 200 })
    expect((await fetch(`http://${host}/media/a/index.m3u8`)).status).toBe(200)
  })
})
