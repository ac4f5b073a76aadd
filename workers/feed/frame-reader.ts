import { fromBase64Url } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { EntriesReader, SealedFrame } from '#protocol/room/frame.ts'
import { openFrame } from '#protocol/room/frame.ts'
import type { TransportDependencies } from '../dependencies.ts'
import type { FeedCounters } from './counters.ts'
import type { Numbered } from './intake.ts'
import { FEED_MAX_TEXT_ROWS_PER_BATCH } from '#protocol/constants.ts'
import { isHighVip } from '#protocol/room/kinds.ts'

/** A frame that cannot be opened so often at the same place is given up with the place. */
const MOST_BAD_TRIES = 2

export interface FrameOpenerContext {
  readonly dependencies: Pick<TransportDependencies, 'now'>
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly counters: FeedCounters
}

/** Opens the frames of one room under its key, and knows when trying again has become pointless. */
export class FrameOpener {
  private key: unknown = null
  private badTries = 0
  private badSeq = -1

  constructor(private readonly context: FrameOpenerContext) {}

  /** True when frames behind the same place have failed too often: only a fresh start helps. */
  get isStuck(): boolean {
    return this.badTries > MOST_BAD_TRIES
  }

  /** Takes the room key of a join (base64url, 32 bytes). */
  async setKey(roomKey: string): Promise<void> {
    this.key = await this.context.backend.importKey(fromBase64Url(roomKey))
  }

  /** The entries of a frame, unchecked, as `readEntries` gives them; null when it does not open behind `place`. */
  async open(
    frame: SealedFrame,
    place: number,
    readEntries: EntriesReader = JSON.parse,
  ): Promise<readonly unknown[] | null> {
    const { backend, compressor, counters, dependencies } = this.context
    const startedAt = dependencies.now()
    try {
      const { entries } = await openFrame(backend, this.key, compressor, frame, readEntries)
      counters.frames += 1
      counters.openMsTotal += dependencies.now() - startedAt
      return entries
    } catch {
      counters.gaps += 1
      this.badTries = this.badSeq === place ? this.badTries + 1 : 1
      this.badSeq = place
      return null
    }
  }

  /** A fresh start was made. */
  forgive(): void {
    this.badTries = 0
  }
}

/** Entries of a frame with their numbers, those up to `known` left out. */
export function* numbered(entries: readonly unknown[], firstSeq: number, known: number): Generator<Numbered> {
  for (let index = Math.max(0, known + 1 - firstSeq); index < entries.length; index += 1) {
    yield { seq: firstSeq + index, entry: entries[index] }
  }
}

/**
 * Reads a frame of a flood without building what is dropped anyway: of 1,600 texts a batch takes the newest 40, and parsing
 * the others would be most of what a worker does (decision 47). A text to nobody in particular is told by a few places of
 * its JSON; all else is parsed as ever, and a frame that cannot be taken apart so is parsed whole. What is left unread is
 * neither checked nor remembered (decision 36): given again later it has never been shown, and is no duplicate.
 */

/** Stands for a text that is dropped away unread. */
export const UNREAD: unique symbol = Symbol('a text of a flood')
/** The same in the lane of VIP above 4. */
export const UNREAD_HIGH: unique symbol = Symbol('a text of a flood by a VIP above 4')

/** Shorter frames hold hardly more than one batch: they are parsed whole. */
const FLOOD_CHARACTERS = 16_000

/** Inside a string every quote is escaped: none of these can be words that somebody said. */
const BETWEEN = '},{"id":"'
const KIND = '"msgType":'
const TEXT = '1},"data":{"text":"'
const VIP_LEVEL = '"vipLevel":'
const MENTIONS = '"mentions":'

/** What is to become of an entry: read in any case, or text to nobody in particular, which waits in one of two rings. */
const READ = 0
const LOW_TEXT = 1
const HIGH_TEXT = 2
type Lane = typeof READ | typeof LOW_TEXT | typeof HIGH_TEXT

interface Walked {
  /** Where each entry begins; behind the last one the place where one more would. */
  readonly starts: readonly number[]
  readonly lanes: readonly Lane[]
}

/** Tells of growing stretches of a text whether a field is in them. Looks at each place of the text once. */
function fieldIn(json: string, field: string): (from: number, end: number) => boolean {
  let at = json.indexOf(field)
  return (from, end) => {
    if (at !== -1 && at < from) at = json.indexOf(field, from)
    return at !== -1 && at < end
  }
}

/** Walks over a list of entries as the server writes them; null when it is not one kind to each of them. */
function walk(json: string, owner: string | null): Walked | null {
  const starts = [1]
  const lanes: Lane[] = []
  let kindAt = json.indexOf(KIND)
  const hasMentions = fieldIn(json, MENTIONS)
  const isMine = owner === null ? () => false : fieldIn(json, `"userId":${JSON.stringify(owner)}`)
  for (let at = 1; at < json.length;) {
    const between = json.indexOf(BETWEEN, at)
    const end = between === -1 ? json.length - 1 : between + 1
    const isText = json.startsWith(TEXT, kindAt + KIND.length)
    const nextKindAt = json.indexOf(KIND, kindAt + KIND.length)
    if (kindAt < at || kindAt >= end || (nextKindAt !== -1 && nextKindAt < end)) return null
    const isRead = !isText || hasMentions(at, end) || isMine(at, end)
    lanes.push(isRead ? READ : laneOfText(json.slice(at, end)))
    at = end + 1
    starts.push(at)
    kindAt = nextKindAt
  }
  return { starts, lanes }
}

/** The level stands near the end of an entry: it is looked for from there. */
function laneOfText(entry: string): Lane {
  const found = entry.lastIndexOf(VIP_LEVEL)
  if (found === -1) return LOW_TEXT
  const from = found + VIP_LEVEL.length
  const after = isAfterField(entry[from + 1]) ? from + 1 : from + 2
  const level = isAfterField(entry[after]) ? Number(entry.slice(from, after)) : Number.NaN
  if (!Number.isInteger(level)) return READ
  return isHighVip(level) ? HIGH_TEXT : LOW_TEXT
}

function isAfterField(character: string | undefined): boolean {
  return character === ',' || character === '}'
}

/**
 * A reader of entries for one member, null for a visitor. Gives {@link UNREAD} or {@link UNREAD_HIGH} in place of each text
 * to nobody that at least a whole batch of its lane follows in the frame; all else as `JSON.parse` gives it, which is what it throws, too.
 */
export function floodReader(owner: string | null): EntriesReader {
  return (json) => {
    const walked = json.length < FLOOD_CHARACTERS ? null : walk(json, owner)
    return walked === null ? JSON.parse(json) : readNewest(json, walked)
  }
}

function readNewest(json: string, { starts, lanes }: Walked): readonly unknown[] {
  const entries: unknown[] = lanes.map((lane) => (lane === HIGH_TEXT ? UNREAD_HIGH : UNREAD))
  const room = { [LOW_TEXT]: FEED_MAX_TEXT_ROWS_PER_BATCH, [HIGH_TEXT]: FEED_MAX_TEXT_ROWS_PER_BATCH }
  for (let index = lanes.length - 1; index >= 0; index -= 1) {
    const lane = lanes[index] ?? READ
    if (lane !== READ) {
      room[lane] -= 1
      if (room[lane] < 0) continue
    }
    entries[index] = JSON.parse(json.slice(starts[index], (starts[index + 1] ?? 0) - 1))
  }
  return entries
}
