import { useStore } from 'jotai'
import { useEffect, useMemo } from 'react'
import { CODES } from '#protocol/codes.ts'
import { formatCount } from '#lib/format.ts'
import { randomId } from '#lib/random-id.ts'
import { rt } from '#lib/text/room.ts'
import { loadCoins, reserveCoins, settleCoins } from '#state/session/coins.ts'
import { giftRefused, giftTapped, giftTraysAtom } from '#state/effects/gift-trays.ts'
import { memberAtom } from '#state/session/session.ts'
import { call, onNotice, serverNow } from '#transport/client.ts'
import { toast } from '#ui/toast-manager.ts'
import type { Posting } from './gift-sender.ts'
import { GiftSender } from './gift-sender.ts'

/** What a screen does about the outcome of a posting; the same functions at every draw. */
export interface GiftOutcomes {
  /** Coins were missing for this posting, at the prices of the server, which may be others than those on display. */
  readonly onShort: (posting: Posting) => void
  /** A posting of so many coins, by the price on display, was not booked. */
  readonly onRefused: (total: number) => void
  /** The server's gifts and prices, which decide, may be others than those on display. */
  readonly onStaleList: () => void
}

/** Refusals of what stands on display: a price that has been raised, a gift that is not on offer any more. */
const STALE_LIST: ReadonlySet<number> = new Set([CODES.BALANCE_NOT_ENOUGH, CODES.NOT_FOUND, CODES.GIFT_OFF])

/** The sender of one anchor room, tied to trays, coins and words. Posts what is tapped when the page goes away. */
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
        onPosted({ memberId, total, count, gift }, answer) {
          settleCoins(memberId, total, answer.balance)
          if (answer.total === total) return
          const charged = { count, gift: gift.giftName, total: formatCount(answer.total) }
          toast({ text: rt('gift.otherPrice', charged), tone: 'warn' })
          onStaleList()
        },
        onRefused(posting, failure) {
          const { memberId, total, comboId, count, gift } = posting
          store.set(giftTraysAtom, (trays) => giftRefused(trays, comboId, count, serverNow()))
          settleCoins(memberId, total, null)
          onRefused(total)
          void loadCoins()
          if (STALE_LIST.has(failure.code)) onStaleList()
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
    const leave = () => sender.flush()
    window.addEventListener('pagehide', leave)
    const stop = onNotice((notice) => {
      if (notice.type === 'settled') sender.settle(notice.idempotencyKey, notice.result)
    })
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
      // What is open when the room is left is settled all the same: its coins are reserved until then.
      sender.onceDone(stop)
    }
  }, [sender])
  return sender
}
