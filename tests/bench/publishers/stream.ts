import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { LOOP_SECONDS } from '../../../scripts/clip/stage.mjs'
import { readFlvTags } from '#server/media/clip.ts'
import type { FeedTag } from '#server/media/live/feed-tag.ts'
import { PROJECT_ROOT } from '../../support/project.ts'

/** A tag with the moment (ms) at which a publisher sends it. */
export interface TimedTag {
  readonly at: number
  readonly tag: FeedTag
}

const LOOP_MS = LOOP_SECONDS * 1000

const isConfig = ({ kind, body }: FeedTag): boolean => kind === 'script' || body[1] === 0

function tagsOf(bytes: Buffer): FeedTag[] {
  return readFlvTags(bytes).map(({ type, time, body }) => ({ kind: type, time, body }))
}

/** The tags of a demo clip: 24 s, 25 pictures per second, a key frame every second. */
export async function clipTags(name: string): Promise<FeedTag[]> {
  return tagsOf(await readFile(path.join(PROJECT_ROOT, 'public/live', name)))
}

/** The clip with its counter in `width` pixels and with a key frame every two seconds, as OBS is set up. */
export async function encodedTags(width: number): Promise<FeedTag[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'grandstand-bench-'))
  const [input, output] = [path.join(PROJECT_ROOT, 'public/live/football-720.flv'), path.join(folder, 'stream.flv')]
  const picture = ['-vf', `scale=${width}:-2`, '-g', '50', '-keyint_min', '50', '-sc_threshold', '0', '-bf', '0']
  const encoding = ['-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '2M', '-pix_fmt', 'yuv420p', '-c:a', 'copy']
  try {
    await promisify(execFile)('ffmpeg', ['-loglevel', 'error', '-i', input, ...picture, ...encoding, output])
    return tagsOf(await readFile(output))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The tags in a loop for at least `lengthMs`, each sent at its time. */
export function loopOf(tags: readonly FeedTag[], lengthMs: number): TimedTag[] {
  return Array.from({ length: Math.ceil(lengthMs / LOOP_MS) }, (_, loop) => loop * LOOP_MS).flatMap((from) =>
    tags
      .filter((tag) => from === 0 || !isConfig(tag))
      .map((tag) => ({ at: tag.time + from, tag: { ...tag, time: tag.time + from } })),
  )
}
