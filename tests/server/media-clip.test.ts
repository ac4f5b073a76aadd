import { mkdtemp, rm, stat, truncate, writeFile, copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readClip } from '#server/media/clip.ts'
import { createLiveSource } from '#server/media/media.ts'
import { CLIP_DIRECTORY } from './media-support.ts'

const CLIP = join(CLIP_DIRECTORY, 'demo.flv')

describe('the demo clip', () => {
  it('has 24 s of video and audio of equal length, a key frame every second, and at most 2 MB', async () => {
    const clip = readClip(CLIP)
    const video = clip.samples.filter((sample) => sample.kind === 'video')
    const audio = clip.samples.filter((sample) => sample.kind === 'audio')
    expect((await stat(CLIP)).size).toBeLessThanOrEqual(2_000_000)
    expect([clip.width, clip.height, clip.frameMs, clip.durationMs]).toEqual([640, 360, 40, 24_000])
    expect([video.length, audio.length, clip.sampleRate]).toEqual([600, 1125, 48_000])
    expect(video.filter((sample) => sample.isKey).map((sample) => sample.time)).toEqual(
      Array.from({ length: 24 }, (_, second) => second * 1000),
    )
    expect(clip.videoConfig[1]).toBe(77) // H.264 main profile
  })
})

describe('an unusable clip', () => {
  let folder = ''
  const open = (): unknown => createLiveSource({ clipDirectory: folder, now: Date.now, onCut: () => undefined })
  const path = (): string => join(folder, 'demo.flv')
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
      await copyFile(CLIP, path())
      await truncate(path(), bytes)
      expect(open).toThrow(/^The live clip .*demo\.flv cannot be used: it [^\n]+$/)
    }
  })
})
