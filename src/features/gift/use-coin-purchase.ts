import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { formatCount } from '#lib/format.ts'
import { isOpenOutcome } from '#lib/open-outcome.ts'
import { randomId } from '#lib/random-id.ts'
import { rt } from '#lib/messages/room.ts'
import { setBalance } from '#state/session/coins.ts'
import { memberAtom } from '#state/session/session.ts'
import { call, onNotice } from '#transport/client.ts'
import { toast } from '#ui/toast-manager.ts'
import { packFor } from './spending.ts'

/** A purchase of play money. Every retry has the same key until the outcome is known (settled 7). */
interface Purchase {
  readonly key: string
  readonly memberId: string
  readonly coins: number
}

export interface CoinPurchase {
  /** Coins of the chosen pack, or of the purchase with an unknown outcome. */
  readonly coins: number
  readonly choose: (coins: number) => void
  readonly buy: () => Promise<void>
  readonly isBusy: boolean
  /** The outcome is unknown. No other pack can be chosen meanwhile. */
  readonly isUnsettled: boolean
  readonly failure: Failure | null
}

/** Buys play money exactly once (S6.6). The state is reset on each opening, except for a purchase with an unknown outcome. */
export function useCoinPurchase(isOpen: boolean, short: number, onBought: () => void): CoinPurchase {
  const memberId = useAtomValue(memberAtom)?.userId ?? ''
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [chosen, setChosen] = useState<number | null>(null)
  const [unsettled, setUnsettled] = useState<Purchase | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    setChosen(null)
    setFailure(null)
  }
  const unsettledPurchase = unsettled?.memberId === memberId ? unsettled : null
  const coins = unsettledPurchase?.coins ?? chosen ?? packFor(short)

  const settle = (purchase: Purchase, result: Result<DataOf<'coin.buy'>>) => {
    const isStillOpen = !result.ok && isOpenOutcome(result)
    setUnsettled(isStillOpen ? purchase : null)
    if (!result.ok) return setFailure(result)
    setBalance(purchase.memberId, result.data.balance)
    toast({ text: rt('gift.buyDone', { coins: formatCount(purchase.coins) }), tone: 'success' })
    return onBought()
  }

  // The outcome can arrive before the next render.
  const posted = useRef<Purchase | null>(null)
  const latest = useRef(settle)
  useEffect(() => {
    latest.current = settle
  })
  useEffect(
    () =>
      onNotice((notice) => {
        const purchase = posted.current
        if (notice.type !== 'settled' || purchase?.key !== notice.idempotencyKey) return
        posted.current = null
        // The transport has validated the response of this endpoint.
        latest.current(purchase, notice.result as Result<DataOf<'coin.buy'>>)
      }),
    [],
  )

  const buy = async () => {
    // The dialog can still be pressed during its exit animation.
    if (!isOpen) return
    const purchase = unsettledPurchase ?? { key: randomId(), memberId, coins }
    posted.current = purchase
    setBusy(true)
    setFailure(null)
    const controls = { idempotencyKey: purchase.key, memberId, isRepeat: unsettledPurchase !== null }
    const result = await call('coin.buy', { coins: purchase.coins }, controls)
    setBusy(false)
    if (posted.current === purchase) settle(purchase, result)
  }

  return { coins, choose: setChosen, buy, isBusy, isUnsettled: unsettledPurchase !== null, failure }
}
