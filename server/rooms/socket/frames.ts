import { toBase64Url } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import { FRAME_MAX_ENTRIES, FRAME_MAX_INFLATED_BYTES } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { sealFrame } from '#protocol/room/frame.ts'
import type { LogEntry } from '../log/entry.ts'

/** Size of `[version,epoch,firstSeq,serverMs,[` and `]]` around the entries, rounded up. */
const FRAME_HEAD_BYTES = 128
/** Catch-up frames end at multiples of this, so that viewers with different positions share all but the first. */
const CATCH_UP_STRIDE = 200
/** A whole recoverable history (10,000 entries) and partial frames at both ends. */
const CACHED_FRAMES = 100

/** Splits a dense run into frames of at most 2,000 entries and 1 MiB inflated (settled 11). */
export function splitIntoFrames(entries: readonly LogEntry[]): LogEntry[][] {
  const frames: LogEntry[][] = []
  let frame: LogEntry[] = []
  let bytes = FRAME_HEAD_BYTES
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.json) + 1
    if (frame.length > 0 && (frame.length === FRAME_MAX_ENTRIES || bytes + size > FRAME_MAX_INFLATED_BYTES)) {
      frames.push(frame)
      frame = []
      bytes = FRAME_HEAD_BYTES
    }
    frame.push(entry)
    bytes += size
  }
  if (frame.length > 0) frames.push(frame)
  return frames
}

export interface SealServices {
  readonly backend: CryptoBackend
  readonly compressor: Compressor
  readonly now: () => number
}

/** Seals the frames of one room and epoch with a key that exists in memory only; a restart makes a new one. */
export class RoomSealer {
  readonly #raw: Uint8Array
  readonly #key: Promise<unknown>
  readonly #frames = new Map<string, Promise<string>>()
  #generation = 0

  constructor(
    private readonly chatRoomNo: string,
    private readonly epoch: number,
    private readonly services: SealServices,
  ) {
    this.#raw = services.backend.random(32)
    this.#key = Promise.resolve(services.backend.importKey(this.#raw))
  }

  /** base64url, 32 bytes; sent only in the sealed response of a join call. */
  get roomKey(): string {
    return toBase64Url(this.#raw)
  }

  /** Seals one frame. The entries are dense and within the limits of {@link splitIntoFrames}. */
  async seal(entries: readonly LogEntry[]): Promise<string> {
    const { chatRoomNo, epoch, services } = this
    return sealFrame(services.backend, await this.#key, services.compressor, {
      chatRoomNo,
      epoch,
      firstSeq: entries[0]?.seq ?? 0,
      serverMs: services.now(),
      entries: entries.map((entry) => entry.json),
    })
  }

  /** Changes when entries are erased. */
  get generation(): number {
    return this.#generation
  }

  /**
   * Seals catch-up frames. After an outage many viewers request the same, so frames are cut at common positions and the
   * newest are cached until {@link forget}. `generation`: its value before the entries were read.
   */
  async sealRange(entries: readonly LogEntry[], generation: number): Promise<string[]> {
    const frames: string[] = []
    for (const frame of cutAtStrides(entries).flatMap(splitIntoFrames)) {
      frames.push(await (generation === this.#generation ? this.#sealOnce(frame) : this.seal(frame)))
    }
    return frames
  }

  #sealOnce(frame: readonly LogEntry[]): Promise<string> {
    const name = `${frame[0]?.seq ?? 0}-${frame.at(-1)?.seq ?? 0}`
    const sealed = this.#frames.get(name) ?? this.seal(frame)
    // Re-inserts as most recently used.
    this.#frames.delete(name)
    this.#frames.set(name, sealed)
    sealed.catch(() => this.#frames.delete(name))
    for (const oldest of this.#frames.keys()) {
      if (this.#frames.size <= CACHED_FRAMES) break
      this.#frames.delete(oldest)
    }
    return sealed
  }

  /** Entries were erased, so cached frames are dropped. */
  forget(): void {
    this.#generation += 1
    this.#frames.clear()
  }
}

function cutAtStrides(entries: readonly LogEntry[]): LogEntry[][] {
  const runs: LogEntry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run && entry.seq % CATCH_UP_STRIDE !== 1) run.push(entry)
    else runs.push([entry])
  }
  return runs
}
