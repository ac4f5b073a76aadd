import type { Member } from '#protocol/endpoints/shapes.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import type { EntryDraft } from '../rooms/log/entry.ts'
import type { GiftReceipt } from './gift-orders.ts'
import type { RoomHub } from '../rooms/hub.ts'
import { authorOf } from '../rooms/author.ts'
import { TokenBucket } from '../http/rate-limit.ts'

/** Coins of a combo that trigger a site-wide banner, again at each multiple. */
export const BANNER_COINS = 1_000
/** A banner shows for eight seconds; more than four a minute would be continuous. */
const LIMIT = { burst: 3, perSecond: 4 / 60 }

/** The match in which a gift was sent, for the banner. */
export interface GiftMatch {
  readonly eid: string
  readonly chatRoomNo: string
  readonly title: string
}

export interface GiftBannerServices {
  readonly rooms: Pick<RoomHub, 'append'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

/** True if this posting moves its combo across a multiple of {@link BANNER_COINS}. */
export function isBannerDue({ gift, comboCount, total }: Pick<GiftReceipt, 'gift' | 'comboCount' | 'total'>): boolean {
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
    rooms.append(SITE_ROOM, [draft]).catch(onError)
  }
}
