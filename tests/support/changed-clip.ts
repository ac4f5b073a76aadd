import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ServerResponse } from 'node:http'
import { PROJECT_ROOT } from './project.ts'

const FLV_HEADER_LENGTH = 13
const TAG_HEADER_LENGTH = 11
const LENGTH_AFTER_TAG = 4
const SOUND = 8
const PICTURE = 9
/** After the tag header and the frame type. */
const PACKET_TYPE_AT = TAG_HEADER_LENGTH + 1
const FRAME = 1
/** After packet type and composition time: the length of the first NAL unit, then the unit. */
const PICTURE_AT = TAG_HEADER_LENGTH + 5
/** FLV header of a stream with audio only, and with both. */
const SOUND_HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 4, 0, 0, 0, 9, 0, 0, 0, 0])
const HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0])
/** Initial amount in milliseconds, so that playback starts, and the interval of further data. */
const AHEAD_MS = 1_500
const EVERY_MS = 100

interface Tag {
  readonly kind: number
  readonly at: number
  readonly bytes: Buffer
}

/** The tags of the demo clip; times in milliseconds. */
function readTags(): Tag[] {
  const clip = readFileSync(path.join(PROJECT_ROOT, 'public/live/football-720.flv'))
  const tags: Tag[] = []
  let from = FLV_HEADER_LENGTH
  while (from + TAG_HEADER_LENGTH <= clip.length) {
    const to = from + TAG_HEADER_LENGTH + clip.readUIntBE(from + 1, 3) + LENGTH_AFTER_TAG
    const kind = clip[from] ?? 0
    tags.push({ kind, at: clip.readUIntBE(from + 4, 3), bytes: clip.subarray(from, to) })
    from = to
  }
  return tags
}

/** Sends these tags in real time, then nothing. */
function sendTags(response: ServerResponse, header: Buffer, tags: readonly Tag[]): void {
  const from = Date.now()
  let next = 0
  const send = (): void => {
    const until = Date.now() - from + AHEAD_MS
    const end = tags.findIndex(({ at }) => at > until)
    const due = tags.slice(next, end < 0 ? tags.length : end)
    next += due.length
    for (const { bytes } of due) response.write(bytes)
  }
  response.write(header)
  send()
  const timer = setInterval(send, EVERY_MS)
  response.once('close', () => clearInterval(timer))
}

/** Sends the audio of the clip in real time, then nothing. */
export function sendSound(response: ServerResponse): void {
  const sounds = readTags().filter(({ kind }) => kind === SOUND)
  sendTags(response, SOUND_HEADER, sounds)
}

/** Ways to make pictures undecodable, each another failure in a browser. */
export type Spoilt = 'noise' | 'zeros' | 'lengths'
const SPOILT_FROM_MS = 2_000

const CHANGES: Readonly<Record<Spoilt, (picture: Buffer) => void>> = {
  /** The coded slice is noise: the decoder fails. */
  noise: (picture) => {
    for (let at = 5; at < picture.length; at += 1) picture[at] = (at * 7_919) & 0xff
  },
  /** Not a sequence of NAL units: the buffer refuses it. */
  zeros: (picture) => picture.fill(0),
  /** The unit ends after the tag: the libraries drop it, so that the sound goes on alone. */
  lengths: (picture) => picture.writeUInt32BE(0x7f_ff_ff_ff, 0),
}

/** Sends the clip in real time. After two seconds no picture can be decoded. */
export function sendSpoilt(response: ServerResponse, kind: Spoilt): void {
  const tags = readTags().map((tag) => {
    if (tag.kind !== PICTURE || tag.at < SPOILT_FROM_MS || tag.bytes[PACKET_TYPE_AT] !== FRAME) return tag
    const bytes = Buffer.from(tag.bytes)
    CHANGES[kind](bytes.subarray(PICTURE_AT, -LENGTH_AFTER_TAG))
    return { ...tag, bytes }
  })
  sendTags(response, HEADER, tags)
}
