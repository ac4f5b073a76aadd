import { GIFT_COALESCE_MS, GIFT_COMBO_WINDOW_MS, GIFT_COUNT_MAX } from '#protocol/constants.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { Gift } from '#protocol/endpoints/gift.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { isOpenOutcome } from '#lib/open-outcome.ts'

/** One reward call: what several quick taps became. Its key is made before it is sent and never changes. */
export interface Posting {
  readonly key: string
  /** The `userId` of the giver; the transport sends it under no other member's session. */
  readonly memberId: string
  readonly gift: Gift
  readonly count: number
  readonly comboId: string
  /** Coins by the price on display; the server charges its own. */
  readonly total: number
}

export interface GiftSenderDependencies {
  reward(
    params: RequestOf<'gift.reward'>,
    posting: { readonly idempotencyKey: string; readonly memberId: string },
  ): Promise<Result<DataOf<'gift.reward'>>>
  /** The `userId` of whoever is signed in; another tab can change it at any time. */
  memberId(): string
  /** Epoch milliseconds. */
  now(): number
  /** Runs `task` after `delayMs`; the returned function cancels it. */
  setTimer(task: () => void, delayMs: number): () => void
  newId(): string
  /** A tap: counts and coins change at once. */
  onTapped(gift: Gift, comboId: string, count: number): void
  onPosted(posting: Posting, answer: DataOf<'gift.reward'>): void
  /** Certainly not booked. */
  onRefused(posting: Posting, failure: Failure): void
  /** Perhaps booked: the transport goes on asking under the same key, see {@link GiftSender.settle}. */
  onUnsure(posting: Posting): void
}

/** Postings that wait or whose outcome is open, on a line that answers nothing; more are refused and cost nothing. */
export const MOST_OPEN = 20

interface Combo {
  readonly memberId: string
  readonly gift: Gift
  readonly comboId: string
  readonly lastTapAt: number
}

/**
 * Makes postings of taps (settled 21): taps within 300 ms become one, as do those of one series that wait for an answer.
 * Postings of one series share a combo, one is sent at a time, and each carries its own key, so that no repetition,
 * reload or second tab pays twice.
 */
export class GiftSender {
  private combo: Combo | null = null
  private tapped = 0
  private cancelFlush: (() => void) | null = null
  private queue: Posting[] = []
  private isSending = false
  private readonly unsure = new Map<string, Posting>()
  private readonly whenDone: (() => void)[] = []

  constructor(
    private readonly anchorRoomId: string,
    private readonly dependencies: GiftSenderDependencies,
  ) {}

  /** Sends `count` of a gift. */
  tap(gift: Gift, count: number): void {
    const now = this.dependencies.now()
    const memberId = this.dependencies.memberId()
    const isSame =
      this.combo?.gift.giftId === gift.giftId &&
      this.combo.memberId === memberId &&
      now - this.combo.lastTapAt < GIFT_COMBO_WINDOW_MS
    if (!isSame || this.tapped + count > GIFT_COUNT_MAX) this.flush()
    const comboId = isSame && this.combo ? this.combo.comboId : this.dependencies.newId()
    this.combo = { memberId, gift, comboId, lastTapAt: now }
    this.tapped += count
    this.dependencies.onTapped(gift, comboId, count)
    this.cancelFlush ??= this.dependencies.setTimer(() => this.flush(), GIFT_COALESCE_MS)
  }

  /** The transport learned the outcome of a posting that was left open. */
  settle(key: string, result: Result<unknown>): void {
    const posting = this.unsure.get(key)
    if (posting === undefined) return
    this.unsure.delete(key)
    // The transport checked the answer against the row of this call.
    if (result.ok) this.dependencies.onPosted(posting, result.data as DataOf<'gift.reward'>)
    else this.dependencies.onRefused(posting, result)
    this.done()
  }

  /** Runs `task` once no posting is open any more, at once when none is: until then {@link settle} is to be told. */
  onceDone(task: () => void): void {
    this.whenDone.push(task)
    this.done()
  }

  /** Posts what was tapped so far, at once: the panel closes, the page goes away. */
  flush(): void {
    this.cancelFlush?.()
    this.cancelFlush = null
    if (this.combo === null || this.tapped === 0) return
    const { memberId, gift, comboId } = this.combo
    const count = this.tapped
    this.tapped = 0
    this.enqueue({ key: this.dependencies.newId(), memberId, gift, count, comboId, total: gift.giftPrice * count })
    void this.send()
  }

  private enqueue(posting: Posting): void {
    const last = this.queue.at(-1)
    const count = posting.count + (last?.count ?? 0)
    if (last?.comboId === posting.comboId && count <= GIFT_COUNT_MAX) {
      this.queue[this.queue.length - 1] = { ...last, count, total: last.total + posting.total }
    } else if (this.queue.length + this.unsure.size < MOST_OPEN) this.queue.push(posting)
    else this.dependencies.onRefused(posting, failureOf(CODES.CURRENT_LIMITING_A))
  }

  private async send(): Promise<void> {
    if (this.isSending) return
    this.isSending = true
    for (let posting = this.queue.shift(); posting !== undefined; posting = this.queue.shift()) {
      await this.post(posting)
    }
    this.isSending = false
    this.done()
  }

  private done(): void {
    if (this.isSending || this.unsure.size > 0) return
    for (const task of this.whenDone.splice(0)) task()
  }

  private async post(posting: Posting): Promise<void> {
    const { key: idempotencyKey, memberId, gift, count, comboId } = posting
    const params = { giftId: gift.giftId, count, anchorRoomId: this.anchorRoomId, comboId }
    const result = await this.dependencies.reward(params, { idempotencyKey, memberId })
    if (result.ok) this.dependencies.onPosted(posting, result.data)
    else if (isOpenOutcome(result)) {
      this.unsure.set(idempotencyKey, posting)
      this.dependencies.onUnsure(posting)
    } else {
      this.dependencies.onRefused(posting, result)
      // What waits behind it would be refused for the same reason.
      const others = this.queue.filter((next) => next.memberId !== memberId)
      const theirs = this.queue.filter((next) => next.memberId === memberId)
      this.queue = others
      theirs.forEach((next) => this.dependencies.onRefused(next, result))
    }
  }
}
