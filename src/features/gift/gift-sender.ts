import { GIFT_COALESCE_MS, GIFT_COMBO_WINDOW_MS, GIFT_COUNT_MAX } from '#protocol/constants.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { Gift } from '#protocol/endpoints/gift.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { isOpenOutcome } from '#lib/open-outcome.ts'

/** One reward call, made of one or several taps. Its idempotency key never changes. */
export interface Posting {
  readonly key: string
  /** The giver's `userId`. The transport does not send it with the session of another member. */
  readonly memberId: string
  readonly gift: Gift
  readonly count: number
  readonly comboId: string
  /** Coins by the displayed price. The server charges its own price. */
  readonly total: number
}

interface GiftSenderDependencies {
  reward(
    params: RequestOf<'gift.reward'>,
    posting: { readonly idempotencyKey: string; readonly memberId: string },
  ): Promise<Result<DataOf<'gift.reward'>>>
  /** The `userId` of the signed-in member, which another tab can change at any time. */
  memberId(): string
  /** Epoch milliseconds. */
  now(): number
  /** Runs `task` after `delayMs`. Returns the function that cancels it. */
  setTimer(task: () => void, delayMs: number): () => void
  newId(): string
  /** Called on each tap: counts and coins change at once. */
  onTapped(gift: Gift, comboId: string, count: number): void
  onPosted(posting: Posting, response: DataOf<'gift.reward'>): void
  /** The posting was certainly not booked. */
  onRefused(posting: Posting, failure: Failure): void
  /** The outcome is unknown. The transport retries with the same key, see {@link GiftSender.settle}. */
  onUnsure(posting: Posting): void
}

/** Postings that are queued or have an unknown outcome. Further ones are refused and cost nothing. */
export const MAX_OPEN_POSTINGS = 20

interface Combo {
  readonly memberId: string
  readonly gift: Gift
  readonly comboId: string
  readonly lastTapAt: number
}

/**
 * Turns taps into postings (settled 21). Taps within 300 ms become one posting, as do taps of one combo while a response
 * is pending. One posting is sent at a time, each with its own idempotency key, so that a retry, a reload or a second tab
 * does not pay twice.
 */
export class GiftSender {
  readonly #anchorRoomId: string
  readonly #dependencies: GiftSenderDependencies
  #combo: Combo | null = null
  #tapped = 0
  #cancelFlush: (() => void) | null = null
  #queue: Posting[] = []
  #isSending = false
  readonly #unsettled = new Map<string, Posting>()
  readonly #doneTasks: (() => void)[] = []

  constructor(anchorRoomId: string, dependencies: GiftSenderDependencies) {
    this.#anchorRoomId = anchorRoomId
    this.#dependencies = dependencies
  }

  /** Adds a tap of `count` gifts. */
  tap(gift: Gift, count: number): void {
    const now = this.#dependencies.now()
    const memberId = this.#dependencies.memberId()
    const isSame =
      this.#combo?.gift.giftId === gift.giftId &&
      this.#combo.memberId === memberId &&
      now - this.#combo.lastTapAt < GIFT_COMBO_WINDOW_MS
    if (!isSame || this.#tapped + count > GIFT_COUNT_MAX) this.flush()
    const comboId = isSame && this.#combo ? this.#combo.comboId : this.#dependencies.newId()
    this.#combo = { memberId, gift, comboId, lastTapAt: now }
    this.#tapped += count
    this.#dependencies.onTapped(gift, comboId, count)
    this.#cancelFlush ??= this.#dependencies.setTimer(() => this.flush(), GIFT_COALESCE_MS)
  }

  /** Reports the outcome of a posting that was unknown. */
  settle(key: string, result: Result<unknown>): void {
    const posting = this.#unsettled.get(key)
    if (posting === undefined) return
    this.#unsettled.delete(key)
    // The transport has validated the response of this endpoint.
    if (result.ok) this.#dependencies.onPosted(posting, result.data as DataOf<'gift.reward'>)
    else this.#dependencies.onRefused(posting, result)
    this.#runDoneTasks()
  }

  /** Runs `task` once no posting is open. Until then {@link settle} must be called for their outcomes. */
  whenSettled(task: () => void): void {
    this.#doneTasks.push(task)
    this.#runDoneTasks()
  }

  /** Posts the taps so far at once, for example when the page is hidden. */
  flush(): void {
    this.#cancelFlush?.()
    this.#cancelFlush = null
    if (this.#combo === null || this.#tapped === 0) return
    const { memberId, gift, comboId } = this.#combo
    const count = this.#tapped
    this.#tapped = 0
    this.#enqueue({ key: this.#dependencies.newId(), memberId, gift, count, comboId, total: gift.giftPrice * count })
    void this.#send()
  }

  #enqueue(posting: Posting): void {
    const last = this.#queue.at(-1)
    const count = posting.count + (last?.count ?? 0)
    if (last?.comboId === posting.comboId && count <= GIFT_COUNT_MAX) {
      this.#queue[this.#queue.length - 1] = { ...last, count, total: last.total + posting.total }
    } else if (this.#queue.length + this.#unsettled.size < MAX_OPEN_POSTINGS) this.#queue.push(posting)
    else this.#dependencies.onRefused(posting, failureOf(CODES.CURRENT_LIMITING_A))
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (let posting = this.#queue.shift(); posting !== undefined; posting = this.#queue.shift()) {
      await this.#post(posting)
    }
    this.#isSending = false
    this.#runDoneTasks()
  }

  #runDoneTasks(): void {
    if (this.#isSending || this.#unsettled.size > 0) return
    for (const task of this.#doneTasks.splice(0)) task()
  }

  async #post(posting: Posting): Promise<void> {
    const { key: idempotencyKey, memberId, gift, count, comboId } = posting
    const params = { giftId: gift.giftId, count, anchorRoomId: this.#anchorRoomId, comboId }
    const result = await this.#dependencies.reward(params, { idempotencyKey, memberId })
    if (result.ok) this.#dependencies.onPosted(posting, result.data)
    else if (isOpenOutcome(result)) {
      this.#unsettled.set(idempotencyKey, posting)
      this.#dependencies.onUnsure(posting)
    } else {
      this.#dependencies.onRefused(posting, result)
      // Queued postings of this member would be refused for the same reason.
      const refused = this.#queue.filter((next) => next.memberId === memberId)
      this.#queue = this.#queue.filter((next) => next.memberId !== memberId)
      refused.forEach((next) => this.#dependencies.onRefused(next, result))
    }
  }
}
