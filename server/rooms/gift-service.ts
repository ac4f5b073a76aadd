import type { Members } from '../members/members.ts'
import type { EntryDraft } from './log/entries.ts'
import type { GiftReceipt } from '../wallet/ledger/gift-orders.ts'
import type { GiftCommand, Ledger } from '../wallet/ledger/ledger.ts'
import type { RoomHub } from './hub.ts'
import { SOLE_WRITER } from './room-writer.ts'
import { authorOf } from './author.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'
import type { Result } from '#protocol/result.ts'
import type { DatabaseLog } from '../database/database.ts'
import type { Member } from '#protocol/endpoints/shapes.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { TokenBucket } from '../net/rate-limit.ts'

const RETRY_INTERVAL_MS = 5_000
/** A charge can complete in the database after the sweep that its lost response requested, so sweeps repeat. */
const SWEEP_INTERVAL_MS = 60_000
const REMEMBERED_ORDERS = 10_000

export interface GiftServiceOptions {
  readonly ledger: Pick<Ledger, 'sendGift' | 'undelivered' | 'inLog' | 'markDelivered'>
  readonly members: Pick<Members, 'profile'>
  readonly rooms: Pick<RoomHub, 'append' | 'has' | 'venueNameOf'> & Partial<Pick<RoomHub, 'writer'>>
  readonly log: DatabaseLog
}

/** Charges gifts and shows them in their rooms. */
export class GiftService {
  readonly #options: GiftServiceOptions
  /** Orders that this process is delivering now; a sweep skips them. */
  readonly #inFlight = new Set<string>()
  /** Orders that this process has shown. A sweep may have been faster than the charging call. */
  readonly #shown = new BoundedMap<string, true>(REMEMBERED_ORDERS)
  readonly #timers: readonly ReturnType<typeof setInterval>[]
  /** True if a charged gift may not be shown yet. */
  #hasLeftOvers = false
  #sweeping: Promise<void> | null = null
  readonly #deliverAtWriter: (receipt: GiftReceipt) => Promise<boolean>
  readonly #deliverAllAtWriter: (none: null) => Promise<boolean>

  constructor(options: GiftServiceOptions) {
    this.#options = options
    const writer = options.rooms.writer ?? SOLE_WRITER
    this.#deliverAtWriter = writer.define('gift', (receipt) => this.#deliver(receipt))
    this.#deliverAllAtWriter = writer.define('gifts', async () => {
      await this.deliverAll()
      return !this.#hasLeftOvers
    })
    this.#timers = [
      setInterval(() => this.#hasLeftOvers && this.#deliverInBackground(), RETRY_INTERVAL_MS).unref(),
      setInterval(() => writer.isHere && this.#deliverInBackground(), SWEEP_INTERVAL_MS).unref(),
    ]
  }

  /** Charges a gift and shows it in its room; once per key, however often it is called. */
  async send(command: GiftCommand): Promise<Result<GiftReceipt>> {
    try {
      const result = await this.#options.ledger.sendGift(command)
      if (!result.ok) return result
      if (!result.data.isReplay) await this.#show(result.data)
      // A repeated result belongs to an order that is delivered or in progress; otherwise the next sweep shows it.
      else if (!this.#shown.get(result.data.giftOrderNo)) this.#hasLeftOvers = true
      return result
    } catch (error) {
      // The charge may have succeeded if only the response of the database was lost.
      this.#hasLeftOvers = true
      throw error
    }
  }

  /**
   * Shows every gift that was charged and not shown: at start, every minute, and sooner if one is known. Orders with an
   * entry in the log are only marked. Runs in the process that writes the rooms.
   */
  deliverAll(): Promise<void> {
    this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = null))
    return this.#sweeping
  }

  async close(): Promise<void> {
    this.#timers.forEach(clearInterval)
    await this.#sweeping?.catch(() => null)
  }

  #deliverInBackground(): void {
    this.#deliverAllAtWriter(null).then(
      (isComplete) => (this.#hasLeftOvers = !isComplete),
      (error: unknown) => this.#options.log.error({ err: error }, 'gifts could not be delivered'),
    )
  }

  /** Shows a charged gift. It is charged whether or not this succeeds; a sweep shows what is left. */
  async #show(receipt: GiftReceipt): Promise<void> {
    try {
      if (!(await this.#deliverAtWriter(receipt))) this.#hasLeftOvers = true
    } catch (error) {
      this.#hasLeftOvers = true
      this.#options.log.warn({ err: error, giftOrderNo: receipt.giftOrderNo }, 'a charged gift is not shown yet')
    }
  }

  /** The next sweep retries what failed, also after database errors. */
  async #sweep(): Promise<void> {
    this.#hasLeftOvers = false
    try {
      await this.#showLeftOvers()
    } catch (error) {
      this.#hasLeftOvers = true
      throw error
    }
  }

  async #showLeftOvers(): Promise<void> {
    const { ledger, rooms } = this.#options
    const waiting = (await ledger.undelivered()).filter(({ giftOrderNo }) => !this.#inFlight.has(giftOrderNo))
    const shown = await ledger.inLog(waiting.map(({ giftOrderNo }) => giftOrderNo))
    await ledger.markDelivered([...shown])
    for (const receipt of waiting) {
      if (shown.has(receipt.giftOrderNo)) continue
      if (rooms.has(receipt.chatRoomNo)) await this.#deliver(receipt)
      else this.#hasLeftOvers = true
    }
  }

  /** Returns false if the gift is not shown yet. */
  async #deliver(receipt: GiftReceipt): Promise<boolean> {
    const { ledger, rooms, log } = this.#options
    const { giftOrderNo } = receipt
    if (this.#inFlight.has(giftOrderNo) || this.#shown.get(giftOrderNo)) return true
    this.#inFlight.add(giftOrderNo)
    try {
      const draft = await this.#draftOf(receipt)
      await rooms.append(receipt.chatRoomNo, [draft])
      this.#shown.set(giftOrderNo, true)
      await ledger.markDelivered([giftOrderNo])
      return true
    } catch (error) {
      this.#hasLeftOvers = true
      log.error({ err: error, giftOrderNo }, 'a charged gift is not shown yet; retrying')
      return false
    } finally {
      this.#inFlight.delete(giftOrderNo)
    }
  }

  async #draftOf(receipt: GiftReceipt): Promise<EntryDraft> {
    const { members, rooms } = this.#options
    const member = await members.profile(receipt.memberId)
    if (!member) throw new Error('a gift has no member')
    const { gift, giftOrderNo, count, comboId, comboCount, total } = receipt
    const { giftId, giftName, giftIcon } = gift
    const data = { giftOrderNo, giftId, giftName, giftIcon, count, comboId, comboCount, total }
    return { kind: 'gift', data, author: authorOf(member, rooms.venueNameOf(receipt.chatRoomNo)) }
  }
}

/** Coins of a combo that trigger a site-wide banner, again at each multiple. */
const BANNER_COINS = 1_000
/** A banner shows for eight seconds; more than four a minute would be continuous. */
const LIMIT = { burst: 3, perSecond: 4 / 60 }

/** The match in which a gift was sent, for the banner. */
export interface GiftMatch {
  readonly eid: string
  readonly chatRoomNo: string
  readonly title: string
}

interface GiftBannerServices {
  readonly rooms: Pick<RoomHub, 'post'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** True if this posting moves its combo across a multiple of {@link BANNER_COINS}. */
function isBannerDue({ gift, comboCount, total }: Pick<GiftReceipt, 'gift' | 'comboCount' | 'total'>): boolean {
  const sum = gift.giftPrice * comboCount
  return Math.floor(sum / BANNER_COINS) > Math.floor((sum - total) / BANNER_COINS)
}

/** 飘屏: banners of expensive gifts, posted to the site's pseudo-room (settled 10). */
export class GiftBanners {
  readonly #options: GiftBannerServices
  readonly #limit = new TokenBucket(LIMIT)

  constructor(options: GiftBannerServices) {
    this.#options = options
  }

  /** Announces an expensive gift in all rooms. Not money: failures and excess are dropped. */
  announce(receipt: GiftReceipt, giver: Member, match: GiftMatch | null): void {
    const { rooms, now, onError } = this.#options
    if (match === null || !isBannerDue(receipt) || !this.#limit.take(now())) return
    const { giftName, giftIconWeb: giftIcon } = receipt.gift
    const { comboCount: count, comboId } = receipt
    const { eid, chatRoomNo, title } = match
    const draft: EntryDraft = {
      kind: 'notice',
      author: authorOf(giver),
      data: {
        text: `${giver.nickname} 在“${title}”送出${giftName} ×${count}`,
        gift: { eid, chatRoomNo, title, giftName, giftIcon, count, comboId },
      },
    }
    rooms.post(SITE_ROOM, [draft]).catch(onError)
  }
}
