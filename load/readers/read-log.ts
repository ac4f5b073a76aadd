import type { LogProblem } from '#protocol/worker/lab-log.ts'
import { bilibili } from './bilibili.ts'
import { chatDownloader } from './chat-downloader.ts'
import type { LogFormat, LogRecord } from './events.ts'
import { joined } from './lines.ts'
import { niconico } from './niconico.ts'
import { ownLines } from './own-lines.ts'
import { twitch } from './twitch.ts'
import { twitchIrc } from './twitch-irc.ts'
import { ytDlp } from './yt-dlp.ts'

/** All formats, in the order of their detection. */
export const LOG_FORMATS: readonly LogFormat[] = [
  niconico,
  bilibili,
  ytDlp,
  twitch,
  chatDownloader,
  twitchIrc,
  ownLines,
]

/** Bytes from which the format is detected. */
const HEAD_BYTES = 256 * 1024
/** The begin of a file in a message. */
const QUOTED_CHARACTERS = 60

/** The log cannot be used; the message is the reason in English. */
export class LogError extends Error {
  readonly problem: LogProblem

  constructor(problem: LogProblem, message: string) {
    super(message)
    this.problem = problem
  }
}

/** The bytes of a file. */
export type ByteSource = AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>

export interface OpenedLog {
  readonly format: LogFormat
  /** The records of the file, in batches. */
  readonly batches: AsyncGenerator<readonly LogRecord[], void>
}

/**
 * Opens a recorded log as a stream of records. The content tells the compression (gzip), the encoding (UTF-8, UTF-16) and
 * the format. Runs in Node and in workers.
 *
 * @param formatName one of {@link LOG_FORMATS}; null detects it
 * @throws LogError if the file is empty or of no known format
 */
export async function openLog(source: ByteSource, formatName: string | null = null): Promise<OpenedLog> {
  const input = new Input(source)
  await input.fill(HEAD_BYTES)
  const format = formatName === null ? detectFormat(input.head) : formatNamed(formatName)
  return { format, batches: readBatches(input, format) }
}

/** @throws LogError with the known names */
export function formatNamed(name: string): LogFormat {
  const format = LOG_FORMATS.find((known) => known.name === name)
  if (format) return format
  throw new LogError(
    { type: 'unknown-name' },
    `there is no format ${name}; known are ${LOG_FORMATS.map((known) => known.name).join(', ')}`,
  )
}

function detectFormat(bytes: Uint8Array): LogFormat {
  const head = new TextDecoder().decode(bytes)
  const start = head.trim().slice(0, QUOTED_CHARACTERS).replace(/\s+/g, ' ')
  if (start === '') throw new LogError({ type: 'empty' }, 'it is empty')
  const format = LOG_FORMATS.find((known) => known.detect(head))
  if (format) return format
  throw new LogError(
    { type: 'unknown-format', begins: start },
    `its format is not known: it begins with ${JSON.stringify(start)}. Known are ${LOG_FORMATS.map(({ title }) => title).join('; ')}. Give --format to force one`,
  )
}

async function* readBatches(input: Input, format: LogFormat): AsyncGenerator<readonly LogRecord[], void> {
  let records: LogRecord[] = []
  const parser = format.open((record) => records.push(record))
  const taken = (): readonly LogRecord[] => {
    const batch = records
    records = []
    return batch
  }
  for (let bytes = await input.next(); bytes !== null; bytes = await input.next()) {
    parser.write(bytes)
    if (records.length > 0) yield taken()
  }
  parser.end(input.isComplete)
  if (records.length > 0) yield taken()
}

/** The bytes of a file as UTF-8: decompressed, transcoded, without a byte order mark. */
class Input {
  /** False if the compressed data ended early or is damaged. */
  isComplete = true
  head: Uint8Array = new Uint8Array()
  readonly #source: AsyncIterator<Uint8Array>
  #chunks: AsyncIterator<Uint8Array> | null = null

  constructor(source: ByteSource) {
    this.#source = chunksOf(source)
  }

  /** Reads the head: at least so many bytes, or the whole file. */
  async fill(bytes: number): Promise<void> {
    const parts: Uint8Array[] = []
    let length = 0
    this.#chunks ??= await this.#decoded()
    while (length < bytes) {
      const chunk = await this.#pull()
      if (chunk === null) break
      parts.push(chunk)
      length += chunk.length
    }
    this.head = concatenated(parts)
  }

  async next(): Promise<Uint8Array | null> {
    if (this.head.length === 0) return this.#pull()
    const { head } = this
    this.head = new Uint8Array()
    return head
  }

  async #pull(): Promise<Uint8Array | null> {
    try {
      const { done, value } = (await this.#chunks?.next()) ?? { done: true, value: undefined }
      return done === true || value === undefined ? null : value
    } catch (error) {
      if (!(error instanceof CompressionError)) throw error
      this.isComplete = false
      return null
    }
  }

  async #decoded(): Promise<AsyncIterator<Uint8Array>> {
    const [magic, first] = await withFirst(this.#source, 3)
    if (magic[0] !== 0x1f || magic[1] !== 0x8b) return transcoded(first)
    return transcoded(decompressed(first))
  }
}

/** gzip data ended early or is damaged. */
class CompressionError extends Error {}

/** Bytes of a member's header that tell it from other data, and of the size of its output, with which it ends. */
const [HEADER_BYTES, SIZE_BYTES] = [4, 4]
const NOTHING = new Uint8Array()

/** True if a member may begin here: the magic number, deflate as method, and no reserved flag. */
const isMemberAt = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === 0x1f && bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && (bytes[at + 3] ?? 0xff) < 0x20

interface GzipPart {
  readonly bytes: Uint8Array
  /** A member may begin with this part. */
  readonly mayBegin: boolean
}

/** Compressed data, cut where a member may begin. */
async function* cutAtMembers(source: AsyncIterator<Uint8Array>): AsyncGenerator<GzipPart> {
  let held: Uint8Array = NOTHING
  for (let part = await source.next(); part.done !== true; part = await source.next()) {
    const bytes = joined(held, part.value)
    // A header may continue in the next part.
    const end = Math.max(0, bytes.length - HEADER_BYTES + 1)
    let start = 0
    const partTo = (to: number): GzipPart => ({
      bytes: bytes.subarray(start, to),
      mayBegin: isMemberAt(bytes, start),
    })
    for (let at = bytes.indexOf(0x1f); at >= 0 && at < end; at = bytes.indexOf(0x1f, at + 1)) {
      if (at === start || !isMemberAt(bytes, at)) continue
      yield partTo(at)
      start = at
    }
    if (end > start) yield partTo(end)
    held = bytes.slice(end)
  }
  if (held.length > 0) yield { bytes: held, mayBegin: false }
}

/**
 * The output of all members of a gzip file. Browsers refuse data after the first member, so each one has a stream of its
 * own. The begin of a member is found by its header, and by the size of the output before it.
 */
async function* decompressed(source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const parts = cutAtMembers(source)
  const first = await parts.next()
  for (let begin = first.done === true ? null : first.value; begin !== null;) {
    const gzip = new DecompressionStream('gzip')
    const output = { size: 0 }
    const feeding = feedMember(gzip.writable.getWriter(), begin, parts, output)
    // A failure is thrown below, unless the output fails first.
    feeding.catch(() => undefined)
    const reader = gzip.readable.getReader()
    try {
      for (;;) {
        const part = await reader.read().catch((error: unknown) => {
          throw new CompressionError(String(error))
        })
        if (part.done) break
        output.size += part.value.length
        yield part.value
      }
    } finally {
      await reader.cancel().catch(() => undefined)
    }
    begin = await feeding
  }
}

/** Writes a member; returns the first part of the next one, null at the end of the file. */
async function feedMember(
  writer: WritableStreamDefaultWriter<BufferSource>,
  begin: GzipPart,
  parts: AsyncGenerator<GzipPart>,
  output: { readonly size: number },
): Promise<GzipPart | null> {
  // The stream takes bytes of plain buffers.
  const write = (bytes: Uint8Array): Promise<void> => writer.write(bytes as Uint8Array<ArrayBuffer>)
  try {
    let last: Uint8Array = NOTHING
    for (let part = begin; ;) {
      await write(part.bytes)
      last = joined(last, part.bytes.slice(-SIZE_BYTES)).slice(-SIZE_BYTES)
      const next = await parts.next()
      if (next.done === true) return null
      part = next.value
      if (!part.mayBegin || last.length < SIZE_BYTES) continue
      // A write waits until all output of the writes before it is read.
      await write(NOTHING)
      if (new DataView(last.buffer).getUint32(0, true) === output.size % 2 ** 32) return part
    }
  } finally {
    await writer.close().catch(() => undefined)
  }
}

/** Removes a byte order mark and turns UTF-16 into UTF-8. */
async function* transcoded(source: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const [head, all] = await withFirst(source, 4)
  const encoding = encodingOf(head)
  if (encoding === 'utf-8') {
    let skip = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
    for (let part = await all.next(); part.done !== true; part = await all.next()) {
      const bytes = part.value.subarray(skip)
      skip = 0
      if (bytes.length > 0) yield bytes
    }
    return
  }
  const decoder = new TextDecoder(encoding)
  const encoder = new TextEncoder()
  for (let part = await all.next(); part.done !== true; part = await all.next()) {
    yield encoder.encode(decoder.decode(part.value, { stream: true }))
  }
  yield encoder.encode(decoder.decode())
}

/** UTF-16 by its byte order mark, or by the zero in its first character, which is ASCII in all formats. */
function encodingOf([one, two, three, four]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((one === 0xff && two === 0xfe) || (one !== 0 && two === 0 && three !== 0 && four === 0)) return 'utf-16le'
  if ((one === 0xfe && two === 0xff) || (one === 0 && two !== 0 && three === 0 && four !== 0)) return 'utf-16be'
  return 'utf-8'
}

/** At least the first `count` bytes if there are so many, and all bytes with them. */
async function withFirst(
  source: AsyncIterator<Uint8Array>,
  count: number,
): Promise<readonly [Uint8Array, AsyncGenerator<Uint8Array>]> {
  const parts: Uint8Array[] = []
  let length = 0
  while (length < count) {
    const part = await source.next()
    if (part.done === true) break
    parts.push(part.value)
    length += part.value.length
  }
  const head = concatenated(parts)
  const all = async function* () {
    if (head.length > 0) yield head
    for (let part = await source.next(); part.done !== true; part = await source.next()) yield part.value
  }
  return [head, all()]
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts
  if (parts.length === 1 && only) return only
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Chunks of a file; browsers do not iterate over streams everywhere. */
async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  if (Symbol.asyncIterator in source) return yield* source as AsyncIterable<Uint8Array>
  const reader = (source as ReadableStream<Uint8Array>).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
