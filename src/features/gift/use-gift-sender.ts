import { useStore } from 'jotai'
import { useEffect, useMemo } from 'react'
import { CODES } from '#protocol/codes.ts'
import { formatCount } from '#lib/format.ts'
import { randomId } from '#lib/random-id.ts'
import { rt } from '#lib/messages/room.ts'
import { loadCoins, reserveCoins, settleCoins } from '#state/session/coins.ts'
import { giftRefused, giftTapped, giftTraysAtom } from '#state/effects/gift-trays.ts'
import { memberAtom } from '#state/session/session.ts'
import { call, onNotice, serverNow } from '#transport/client.ts'
import { toast } from '#ui/toast-manager.ts'
import type { Posting } from './gift-sender.ts'
import { GiftSender } from './gift-sender.ts'

/** Callbacks for the outcome of a posting. They must be stable between renders. */
export interface GiftOutcomes {
  /** Coins were missing for the posting, at the server's prices, which may differ from the displayed ones. */
  readonly onShort: (posting: Posting) => void
  /** A posting of `total` coins, by the displayed price, was not booked. */
  readonly onRefused: (total: number) => void
  /** The displayed gifts and prices may be outdated. */
  readonly onStaleList: () => void
}

/** Refusals because of an outdated list: a raised price, a gift that is no longer offered. */
const STALE_LIST_CODES: ReadonlySet<number> = new Set([CODES.BALANCE_NOT_ENOUGH, CODES.NOT_FOUND, CODES.GIFT_OFF])

/**
 * The gift sender of an anchor room, connected to trays, coins and toasts. Posts pending taps when the page is hidden.
 */
// oxlint-disable-next-line max-lines-per-function -- all callbacks of the sender in one place
export function useGiftSender(anchorRoomId: string, outcomes: GiftOutcomes): GiftSender {
  const store = useStore()
  const { onShort, onRefused, onStaleList } = outcomes
  const sender = useMemo(
    () =>
      new GiftSender(anchorRoomId, {
        reward: (params, posting) => call('gift.reward', params, posting),
        memberId: () => store.get(memberAtom)?.userId ?? '',
        now: () => serverNow(),
        setTimer(task, delayMs) {
          const timer = setTimeout(task, delayMs)
          return () => clearTimeout(timer)
        },
        newId: randomId,
        onTapped(gift, comboId, count) {
          const member = store.get(memberAtom)
          const { giftId, giftName, giftIconWeb } = gift
          const start = {
            comboId,
            giftId,
            giftName,
            giftIcon: giftIconWeb,
            userId: member?.userId ?? '',
            memberName: member?.nickname ?? '',
            isMine: true,
          }
          store.set(giftTraysAtom, (trays) => giftTapped(trays, start, count, serverNow()))
          reserveCoins(gift.giftPrice * count)
        },
        onPosted({ memberId, total, count, gift }, response) {
          settleCoins(memberId, total, response.balance)
          if (response.total === total) return
          const charged = { count, gift: gift.giftName, total: formatCount(response.total) }
          toast({ text: rt('gift.otherPrice', charged), tone: 'warn' })
          onStaleList()
        },
        onRefused(posting, failure) {
          const { memberId, total, comboId, count, gift } = posting
          store.set(giftTraysAtom, (trays) => giftRefused(trays, comboId, count, serverNow()))
          settleCoins(memberId, total, null)
          onRefused(total)
          void loadCoins()
          if (STALE_LIST_CODES.has(failure.code)) onStaleList()
          if (failure.code === CODES.BALANCE_NOT_ENOUGH) onShort(posting)
          else
            toast({ text: `${rt('gift.failed', { count, gift: gift.giftName })}：${failure.message}`, tone: 'danger' })
        },
        onUnsure: ({ gift, key }) =>
          toast({ text: rt('gift.unsure', { gift: gift.giftName }), tone: 'wait', id: `gift-${key}` }),
      }),
    [anchorRoomId, store, onShort, onRefused, onStaleList],
  )

  useEffect(() => {
    const flush = () => sender.flush()
    window.addEventListener('pagehide', flush)
    const stop = onNotice((notice) => {
      if (notice.type === 'settled') sender.settle(notice.idempotencyKey, notice.result)
    })
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
      // Open postings are settled after the room is left, because their coins are reserved until then.
      sender.whenSettled(stop)
    }
  }, [sender])
  return sender
}
