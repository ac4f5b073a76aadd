import type { Member } from '#protocol/endpoints/shapes.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import type { EntryDraft, GiftReceipt, RoomHub } from '../http/calls/context.ts'
import { authorOf } from '../rooms/author.ts'
import { TokenBucket } from '../http/rate-limit.ts'

/** Coins of one combo from which on all rooms are told, and again at each multiple. */
export const SITE_NEWS_COINS = 1_000
/** A banner stands for eight seconds: with more than four a minute the pictures would never be free of them. */
const LIMIT = { burst: 3, perSecond: 4 / 60 }

/** Where a gift was given, as the site is told of it. */
export interface GiftMatch {
  readonly eid: string
  readonly chatRoomNo: string
  readonly title: string
}

export interface GiftNewsServices {
  readonly rooms: Pick<RoomHub, 'append'>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

export interface GiftNews {
  /** Tells all rooms of a gift that is dear enough. News, not money: what fails or is too much is left out. */
  tell(receipt: GiftReceipt, giver: Member, match: GiftMatch | null): void
}

/** Whether this posting carries its combo over a multiple of {@link SITE_NEWS_COINS}. */
export function isSiteNews({ gift, comboCount, total }: Pick<GiftReceipt, 'gift' | 'comboCount' | 'total'>): boolean {
  const sum = gift.giftPrice * comboCount
  return Math.floor(sum / SITE_NEWS_COINS) > Math.floor((sum - total) / SITE_NEWS_COINS)
}

/** 飘屏: dear gifts of all rooms, posted to the pseudo-room of the site (settled 10). */
export function createGiftNews({ rooms, now, onError }: GiftNewsServices): GiftNews {
  const limit = new TokenBucket(LIMIT)
  return {
    tell(receipt, giver, match) {
      if (match === null || !isSiteNews(receipt) || !limit.take(now())) return
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
    },
  }
}
