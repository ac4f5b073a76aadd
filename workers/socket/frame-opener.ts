import { fromBase64Url } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { EntriesReader, SealedFrame } from '#protocol/room/frame.ts'
import { openFrame } from '#protocol/room/frame.ts'
import type { TransportDependencies } from '../dependencies.ts'
import type { FeedCounters } from '../feed/counters.ts'
import type { Numbered } from '../feed/intake.ts'

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
