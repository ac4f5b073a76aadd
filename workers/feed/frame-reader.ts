import { fromBase64Url } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import { FEED_MAX_TEXT_ROWS_PER_BATCH } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { type EntriesReader, openFrame, type SealedFrame } from '#protocol/room/frame.ts'
import { isHighVip } from '#protocol/room/kinds.ts'
import type { FeedCounters } from '../counters.ts'
import type { TransportDependencies } from '../dependencies.ts'
import type { NumberedEntry } from './intake.ts'

/** After this many failures at one position, the room restarts without it. */
const MAX_FAILURES = 2

export interface FrameReaderContext {
  readonly dependencies: Pick<TransportDependencies, 'now'>
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly counters: FeedCounters
}

/** Opens the frames of one room with its key. Counts failures at the same position. */
export class FrameReader {
  readonly #context: FrameReaderContext
  #key: unknown = null
  #failures = 0
  #failedSeq = -1

  constructor(context: FrameReaderContext) {
    this.#context = context
  }

  /** True after too many failures at the same position: the room must restart. */
  get isStuck(): boolean {
    return this.#failures > MAX_FAILURES
  }

  /** Sets the room key of a join (base64url, 32 bytes). */
  async setKey(roomKey: string): Promise<void> {
    this.#key = await this.#context.backend.importKey(fromBase64Url(roomKey))
  }

  /**
   * Returns the unchecked entries of a frame, or null if it cannot be opened.
   * @param seq position of the room, to which a failure is attributed
   * @param readEntries parser of the entries
   */
  async open(
    frame: SealedFrame,
    seq: number,
    readEntries: EntriesReader = JSON.parse,
  ): Promise<readonly unknown[] | null> {
    const { backend, compressor, counters, dependencies } = this.#context
    const startedAt = dependencies.now()
    try {
      const { entries } = await openFrame(backend, this.#key, compressor, frame, readEntries)
      counters.frames += 1
      counters.openMsTotal += dependencies.now() - startedAt
      return entries
    } catch {
      counters.gaps += 1
      this.#failures = this.#failedSeq === seq ? this.#failures + 1 : 1
      this.#failedSeq = seq
      return null
    }
  }

  /** Resets the failure count after a restart. */
  resetFailures(): void {
    this.#failures = 0
  }
}

/** Numbers the entries of a frame. Entries up to `knownSeq` are omitted. */
export function* numberEntries(
  entries: readonly unknown[],
  firstSeq: number,
  knownSeq: number,
): Generator<NumberedEntry> {
  for (let index = Math.max(0, knownSeq + 1 - firstSeq); index < entries.length; index += 1) {
    yield { seq: firstSeq + index, entry: entries[index] }
  }
}

/*
 * Overload: a frame may contain 1,600 texts of which a batch takes the newest 40. Parsing the others would be most of the
 * work of the worker, so they are skipped by scanning the JSON (decision 47). A skipped text is neither checked nor
 * remembered (decision 36): if the server sends it again, it is not a duplicate. Any unexpected format falls back to
 * JSON.parse.
 */

/** Placeholder of a skipped text. */
export const SKIPPED: unique symbol = Symbol('skipped text')
/** Placeholder of a skipped text by a member above VIP 4. */
export const SKIPPED_HIGH: unique symbol = Symbol('skipped text above VIP 4')

/** Shorter frames contain about one batch and are parsed completely. */
const MIN_SCANNED_CHARACTERS = 16_000

/** In JSON strings quotes are escaped, so chat text cannot contain these. */
const ENTRY_SEPARATOR = '},{"id":"'
const MSG_TYPE_FIELD = '"msgType":'
const TEXT_MARKER = '1},"data":{"text":"'
const VIP_LEVEL_FIELD = '"vipLevel":'
const MENTIONS_FIELD = '"mentions":'

/** Queue of an entry: always parsed, or a droppable text of low or high VIP level. */
const PARSED = 0
const LOW_TEXT = 1
const HIGH_TEXT = 2
type QueueKind = typeof PARSED | typeof LOW_TEXT | typeof HIGH_TEXT

interface ScannedEntries {
  /** Start of each entry, and the start of a next one after the last. */
  readonly starts: readonly number[]
  readonly kinds: readonly QueueKind[]
}

/**
 * Returns a reader that skips droppable texts in large frames. It returns {@link SKIPPED} or {@link SKIPPED_HIGH} for each
 * text that is followed by a full batch of its queue in the same frame. Texts that mention somebody, and those of `owner`,
 * are always parsed. Throws what JSON.parse throws.
 */
export function overloadReader(owner: string | null): EntriesReader {
  return (json) => {
    const scanned = json.length < MIN_SCANNED_CHARACTERS ? null : scanEntries(json, owner)
    return scanned === null ? JSON.parse(json) : parseNewest(json, scanned)
  }
}

/** Scans a JSON array of entries as the server writes it. Returns null unless each entry has exactly one `msgType`. */
function scanEntries(json: string, owner: string | null): ScannedEntries | null {
  const starts = [1]
  const kinds: QueueKind[] = []
  let typeAt = json.indexOf(MSG_TYPE_FIELD)
  const hasMentions = fieldFinder(json, MENTIONS_FIELD)
  const isOwn = owner === null ? () => false : fieldFinder(json, `"userId":${JSON.stringify(owner)}`)
  for (let at = 1; at < json.length;) {
    const separatorAt = json.indexOf(ENTRY_SEPARATOR, at)
    const end = separatorAt === -1 ? json.length - 1 : separatorAt + 1
    const isText = json.startsWith(TEXT_MARKER, typeAt + MSG_TYPE_FIELD.length)
    const nextTypeAt = json.indexOf(MSG_TYPE_FIELD, typeAt + MSG_TYPE_FIELD.length)
    if (typeAt < at || typeAt >= end || (nextTypeAt !== -1 && nextTypeAt < end)) return null
    const isParsed = !isText || hasMentions(at, end) || isOwn(at, end)
    kinds.push(isParsed ? PARSED : queueOfText(json.slice(at, end)))
    at = end + 1
    starts.push(at)
    typeAt = nextTypeAt
  }
  return { starts, kinds }
}

/** Returns a function that finds a field in successive ranges. It scans each character once. */
function fieldFinder(json: string, field: string): (from: number, end: number) => boolean {
  let at = json.indexOf(field)
  return (from, end) => {
    if (at !== -1 && at < from) at = json.indexOf(field, from)
    return at !== -1 && at < end
  }
}

/** The VIP level is near the end of an entry, so the search starts there. */
function queueOfText(entry: string): QueueKind {
  const found = entry.lastIndexOf(VIP_LEVEL_FIELD)
  if (found === -1) return LOW_TEXT
  const from = found + VIP_LEVEL_FIELD.length
  const end = endsField(entry[from + 1]) ? from + 1 : from + 2
  const level = endsField(entry[end]) ? Number(entry.slice(from, end)) : Number.NaN
  if (!Number.isInteger(level)) return PARSED
  return isHighVip(level) ? HIGH_TEXT : LOW_TEXT
}

function endsField(character: string | undefined): boolean {
  return character === ',' || character === '}'
}

function parseNewest(json: string, { starts, kinds }: ScannedEntries): readonly unknown[] {
  const entries: unknown[] = kinds.map((kind) => (kind === HIGH_TEXT ? SKIPPED_HIGH : SKIPPED))
  const remaining = { [LOW_TEXT]: FEED_MAX_TEXT_ROWS_PER_BATCH, [HIGH_TEXT]: FEED_MAX_TEXT_ROWS_PER_BATCH }
  for (let index = kinds.length - 1; index >= 0; index -= 1) {
    const kind = kinds[index] ?? PARSED
    if (kind !== PARSED) {
      remaining[kind] -= 1
      if (remaining[kind] < 0) continue
    }
    entries[index] = JSON.parse(json.slice(starts[index], (starts[index + 1] ?? 0) - 1))
  }
  return entries
}
