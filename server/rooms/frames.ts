import { toBase64Url } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import { FRAME_MAX_ENTRIES, FRAME_MAX_INFLATED_BYTES } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import { sealFrame } from '#protocol/room/frame.ts'
import type { LogEntry } from './entry.ts'

/** `[version,epoch,firstSeq,serverMs,[` and `]]` around the entries, with room to spare. */
const FRAME_HEAD_BYTES = 128
const CACHED_RANGES = 64

/** Cuts a dense run into frames: <= 2,000 entries and <= 1 MiB inflated each (settled 11). */
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

/** Seals the frames of one room and epoch under a key that lives in memory only: a restart makes a new one. */
export class RoomSealer {
  readonly #raw: Uint8Array
  readonly #key: Promise<unknown>
  readonly #ranges = new Map<string, Promise<string[]>>()
  #generation = 0

  constructor(
    private readonly chatRoomNo: string,
    private readonly epoch: number,
    private readonly services: SealServices,
  ) {
    this.#raw = services.backend.random(32)
    this.#key = Promise.resolve(services.backend.importKey(this.#raw))
  }

  /** base64url, 32 bytes; for the sealed answer of a join call and nowhere else. */
  get roomKey(): string {
    return toBase64Url(this.#raw)
  }

  /** One frame. The entries are dense and within the limits of {@link splitIntoFrames}. */
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
   * Frames of a catch-up. After an outage many viewers ask for the same range, so the newest ranges are kept sealed
   * until {@link forget}. `generation`: as it was before the entries were read.
   */
  sealRange(entries: readonly LogEntry[], generation: number): Promise<string[]> {
    const name = `${entries[0]?.seq ?? 0}-${entries.at(-1)?.seq ?? 0}`
    const known = this.#ranges.get(name)
    if (known) return known
    const frames = Promise.all(splitIntoFrames(entries).map((frame) => this.seal(frame)))
    if (generation !== this.#generation) return frames
    this.#ranges.set(name, frames)
    frames.catch(() => this.#ranges.delete(name))
    for (const oldest of this.#ranges.keys()) {
      if (this.#ranges.size <= CACHED_RANGES) break
      this.#ranges.delete(oldest)
    }
    return frames
  }

  /** Entries were erased: nothing sealed before is served again. */
  forget(): void {
    this.#generation += 1
    this.#ranges.clear()
  }
}
