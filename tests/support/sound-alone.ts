import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ServerResponse } from 'node:http'
import { PROJECT_ROOT } from './project.ts'

const FLV_HEADER_LENGTH = 13
const TAG_HEADER_LENGTH = 11
const LENGTH_AFTER_TAG = 4
const SOUND = 8
/** FLV header of a stream with audio only. */
const HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 4, 0, 0, 0, 9, 0, 0, 0, 0])
/** Initial amount in milliseconds, so that playback starts, and the interval of further data. */
const AHEAD_MS = 1_500
const EVERY_MS = 100

interface Tag {
  readonly at: number
  readonly bytes: Buffer
}

/** The audio of the demo clip; times in milliseconds. */
function readSound(): Tag[] {
  const clip = readFileSync(path.join(PROJECT_ROOT, 'public/live/football-720.flv'))
  const tags: Tag[] = []
  let from = FLV_HEADER_LENGTH
  while (from + TAG_HEADER_LENGTH <= clip.length) {
    const to = from + TAG_HEADER_LENGTH + clip.readUIntBE(from + 1, 3) + LENGTH_AFTER_TAG
    if (clip[from] === SOUND) tags.push({ at: clip.readUIntBE(from + 4, 3), bytes: clip.subarray(from, to) })
    from = to
  }
  return tags
}

/** Sends the audio of the clip in real time, then nothing. */
export function sendSound(response: ServerResponse): void {
  const tags = readSound()
  const from = Date.now()
  let next = 0
  const send = (): void => {
    const until = Date.now() - from + AHEAD_MS
    const end = tags.findIndex(({ at }) => at > until)
    const due = tags.slice(next, end < 0 ? tags.length : end)
    next += due.length
    for (const { bytes } of due) response.write(bytes)
  }
  response.write(HEADER)
  send()
  const timer = setInterval(send, EVERY_MS)
  response.once('close', () => clearInterval(timer))
}
