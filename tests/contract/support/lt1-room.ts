import { toBase64Url } from '#protocol/bytes.ts'
import { HISTORY_MAX_ENTRIES, HISTORY_PAGE_SIZE } from '#protocol/constants.ts'
import type { CryptoBackend } from '#protocol/crypto.ts'
import type { RoomSnapshot } from '#protocol/endpoints/chatroom.ts'
import type { CatchUp } from '#protocol/room/server-events.ts'
import type { Entry } from '#protocol/room/feed.ts'
import { sealFrame } from '#protocol/room/frame.ts'
import { compressor } from '#workers/compress.ts'

export const SNAPSHOT: RoomSnapshot = {
  viewers: 12,
  anchorStatus: 1,
  homeScore: 1,
  guestScore: 0,
  clock: { phase: 'first-half', phaseStartedAt: 1_795_000_000_000 },
  title: '测试房间',
  events: [],
  odds: null,
  pinned: null,
  markets: [],
  tables: [],
  setup: { slowModeSeconds: 0, minVipLevel: 0, muteAll: false, welcomeText: '欢迎' },
  marquee: [],
  admins: ['admin-1'],
  mutedUntil: null,
  muteReason: null,
}

/** A room's log and its sealed frames. */
export class Lt1Room {
  readonly chatRoomNo: string
  readonly #backend: CryptoBackend

  epoch = 1
  /** Entries before this one are not available, as if they were too old. */
  oldest = 1
  /** Number of live frames that are not sent, which causes gaps. */
  framesToLose = 0
  /** Frames that contain this entry are damaged. */
  damagedSeq = 0
  readonly entries: Entry[] = []
  readonly #rawKey: Uint8Array

  constructor(chatRoomNo: string, backend: CryptoBackend) {
    this.chatRoomNo = chatRoomNo
    this.#backend = backend

    this.#rawKey = backend.random(32)
  }

  get key(): string {
    return toBase64Url(this.#rawKey)
  }

  get head(): number {
    return this.entries.length
  }

  /** Appends entries. Returns their frame, or null if it is lost. */
  async append(entries: readonly Entry[]): Promise<string | null> {
    const firstSeq = this.head + 1
    this.entries.push(...entries)
    const frame = await this.#seal(firstSeq, this.head)
    if (this.framesToLose === 0) return frame
    this.framesToLose -= 1
    return null
  }

  /** Starts a new epoch with an empty log. */
  breakContinuity(): void {
    this.epoch += 1
    this.entries.length = 0
    this.oldest = 1
  }

  canResume(position: { epoch: number; seq: number }): boolean {
    const isAvailable = position.seq + 1 >= Math.max(this.oldest, this.head - HISTORY_MAX_ENTRIES + 1)
    return position.epoch === this.epoch && isAvailable && position.seq <= this.head
  }

  async catchUp(position: { epoch: number; seq: number }): Promise<CatchUp> {
    const { head } = this
    const recovered = this.canResume(position)
    const frames: string[] = []
    const last = recovered ? head : position.seq
    for (let from = position.seq + 1; from <= last; from += 500) {
      frames.push(await this.#seal(from, Math.min(from + 499, last)))
    }
    const missed = head - position.seq
    return { ok: true, chatRoomNo: this.chatRoomNo, epoch: this.epoch, head, recovered, missed, frames }
  }

  numbered(from: number, to: number): { seq: number; entry: unknown }[] {
    const first = Math.max(this.oldest, from)
    return this.entries.slice(first - 1, to).map((entry, index) => ({ seq: first + index, entry }))
  }

  history(): { seq: number; entry: unknown }[] {
    return this.numbered(this.head - HISTORY_PAGE_SIZE + 1, this.head)
  }

  async #seal(firstSeq: number, lastSeq: number): Promise<string> {
    const key = await this.#backend.importKey(this.#rawKey)
    const entries = this.entries.slice(firstSeq - 1, lastSeq).map((entry) => JSON.stringify(entry))
    const { chatRoomNo, epoch } = this
    const frame = { chatRoomNo, epoch, firstSeq, serverMs: Date.now(), entries }
    const sealed = await sealFrame(this.#backend, key, compressor, frame)
    const isDamaged = firstSeq <= this.damagedSeq && this.damagedSeq <= lastSeq
    return isDamaged ? `${sealed.slice(0, -8)}${sealed.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA'}` : sealed
  }
}
