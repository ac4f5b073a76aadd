import { copyFile, mkdtemp, readdir, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTENT_KINDS, type ContentKind } from '#protocol/endpoints/live.ts'
import { type Clip, CLIP_HEIGHTS, qualityOf, readClips } from '#server/media/clip.ts'
import { createLiveSource } from '#server/media/media.ts'
import { createTestInstallation } from '../app/app-support.ts'
import { CLIP_DIRECTORY, HandClock, Received } from './media-support.ts'

const FOOTBALL = join(CLIP_DIRECTORY, 'football-360.flv')
const clips = readClips(CLIP_DIRECTORY)
const CASES = CONTENT_KINDS.flatMap((kind) => CLIP_HEIGHTS.map((height) => [kind, height] as const))

describe.each(CASES)('the clip of %s in %dp', (kind, height) => {
  it('has 24 s of video and audio of equal length and a key frame every second', () => {
    const clip = qualityOf(clips[kind], height)
    if (!clip) throw new Error('no such quality')
    const video = clip.samples.filter((sample) => sample.kind === 'video')
    const audio = clip.samples.filter((sample) => sample.kind === 'audio')
    expect([clip.width, clip.height]).toEqual([(height * 16) / 9, height])
    expect([clip.frameMs, clip.durationMs]).toEqual([40, 24_000])
    expect([video.length, audio.length, clip.sampleRate, clip.channels]).toEqual([600, 1125, 48_000, 1])
    expect(video.filter((sample) => sample.isKey).map((sample) => sample.time)).toEqual(
      Array.from({ length: 24 }, (_, second) => second * 1000),
    )
    expect(clip.videoConfig[1]).toBe(77) // H.264 main profile
  })
})

describe('the qualities of a clip', () => {
  it('have at most 14 MB together with all other clips', async () => {
    const names = await readdir(CLIP_DIRECTORY)
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(CLIP_DIRECTORY, name))).size))
    expect(names.sort()).toEqual(
      [...CONTENT_KINDS, 'test'].flatMap((name) => CLIP_HEIGHTS.map((height) => `${name}-${height}.flv`)).sort(),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(14_000_000)
  })

  it('have the same times, key frames and sound, so that they show the same moment', () => {
    const timesOf = ({ samples }: Clip) => samples.map(({ kind, time, isKey }) => `${kind} ${time} ${isKey}`)
    const soundOf = ({ samples }: Clip) => samples.filter(({ kind }) => kind === 'audio').map(({ data }) => data)
    for (const [small, ...others] of Object.values(clips)) {
      for (const other of others) {
        expect(timesOf(other)).toEqual(timesOf(small))
        expect(Buffer.concat(soundOf(other)).equals(Buffer.concat(soundOf(small)))).toBe(true)
      }
    }
  })
})

/** The kind of the clip whose key frame the bytes contain. */
function kindIn(bytes: Buffer): ContentKind | undefined {
  const keyFrames = (clip: Clip): Buffer[] =>
    clip.samples.filter(({ isKey, kind }) => isKey && kind === 'video').map(({ data }) => data)
  return CONTENT_KINDS.find((kind) => clips[kind].flatMap(keyFrames).some((data) => bytes.includes(data)))
}

/** The first bytes of a live FLV stream, until they contain a key frame. */
async function openingOf(url: string): Promise<Buffer> {
  const abort = new AbortController()
  const response = await fetch(url, { signal: abort.signal })
  const received = new Received()
  for await (const bytes of response.body ?? []) {
    received.add(Buffer.from(bytes))
    if (kindIn(received.bytes)) break
  }
  abort.abort()
  return received.bytes
}

it('a room of each kind shows the clip of its kind, as FLV and as HLS', async () => {
  const installation = createTestInstallation()
  const server = await installation.start({ CROWD: '0' })
  try {
    const rooms = { football: 'a2001', basketball: 'a3001', esports: 'a4001', anchor: 'a5001' }
    for (const [kind, stream] of Object.entries(rooms)) {
      const media = `${server.url}/media/${stream}`
      expect(kindIn(await openingOf(`${media}.flv`))).toBe(kind)
      for (const { height, videoConfig } of clips[kind as ContentKind]) {
        expect(kindIn(await openingOf(`${media}.${height}.flv`))).toBe(kind)
        const playlist = await (await fetch(`${media}/${height}/index.m3u8`)).text()
        const segment = /^\d+\.m4s/m.exec(playlist)?.[0]
        expect(kindIn(Buffer.from(await (await fetch(`${media}/${height}/${segment}`)).arrayBuffer()))).toBe(kind)
        const init = Buffer.from(await (await fetch(`${media}/${height}/init.mp4`)).arrayBuffer())
        expect(init.includes(videoConfig)).toBe(true)
      }
    }
  } finally {
    await server.close()
    installation.remove()
  }
})

describe('clips in memory', () => {
  const clipOf = (stream: string): ContentKind | null => CONTENT_KINDS.find((kind) => stream.startsWith(kind)) ?? null

  it('are shared by all viewers and rooms of a kind', () => {
    const clock = new HandClock(Date.UTC(2026, 10, 21, 12))
    const source = createLiveSource({ clipDirectory: CLIP_DIRECTORY, clipOf, now: clock.now, onCut: () => undefined })
    const latest = new Map<string, Buffer>()
    const streams = ['anchor-1', 'esports-1', 'anchor-2', 'esports-2']
    const nothing = (): void => undefined
    const viewers = streams.map((stream) =>
      source.flv.add(stream, {
        bufferedBytes: () => 0,
        write: (bytes) => void latest.set(stream, bytes),
        close: nothing,
        destroy: nothing,
      }),
    )
    clock.time += 1_000
    source.flv.pump()
    for (const viewer of viewers) source.flv.remove(viewer)
    expect(latest.get('anchor-2')).toBe(latest.get('anchor-1'))
    expect(latest.get('esports-2')).toBe(latest.get('esports-1'))
    expect(streams.map((stream) => kindIn(latest.get(stream) ?? Buffer.alloc(0)))).toEqual([
      'anchor',
      'esports',
      'anchor',
      'esports',
    ])
    expect(source.hlsOf('anchor-2', 720)).toBe(source.hlsOf('anchor-1', 720))
    expect(source.hlsOf('esports-1', 720)?.clip).not.toBe(source.hlsOf('anchor-1', 720)?.clip)
    expect(source.hlsOf('anchor-1', 480)).toBeNull()
  })

  it('are the football clip for kinds without a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'media-clip-'))
    try {
      for (const height of CLIP_HEIGHTS) {
        await symlink(join(CLIP_DIRECTORY, `football-${height}.flv`), join(folder, `football-${height}.flv`))
      }
      const { football, ...others } = readClips(folder)
      for (const clip of Object.values(others)) expect(clip).toBe(football)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('an unusable clip', () => {
  let folder = ''
  const open = (): unknown => createLiveSource({ clipDirectory: folder, now: Date.now, onCut: () => undefined })
  const path = (): string => join(folder, 'football-360.flv')
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'media-clip-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('is reported in one line with its file name if it is missing', () => {
    expect(open).toThrow(`The live clip ${path()} cannot be used: it is missing`)
  })

  it('is reported in one line if it is not FLV', async () => {
    await writeFile(path(), '<html>')
    expect(open).toThrow(`The live clip ${path()} cannot be used: it is no FLV file`)
  })

  it('is reported in one line if it is truncated anywhere', async () => {
    for (const bytes of [12, 13, 20, 400, 1_000, 50_000, 1_000_003]) {
      await copyFile(FOOTBALL, path())
      await truncate(path(), bytes)
      expect(open).toThrow(/^The live clip .*football-360\.flv cannot be used: it [^\n]+$/)
    }
  })

  it('is reported in one line if its qualities differ', async () => {
    await copyFile(FOOTBALL, path())
    await copyFile(FOOTBALL, join(folder, 'football-720.flv'))
    expect(open).toThrow(
      `The live clip ${join(folder, 'football-720.flv')} cannot be used: it does not match the other qualities`,
    )
  })
})
