import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure, Result } from '#protocol/result.ts'
import { formatCount } from '#lib/format.ts'
import { isOpenOutcome } from '#lib/open-outcome.ts'
import { randomId } from '#lib/random-id.ts'
import { rt } from '#lib/text/room.ts'
import { setBalance } from '#state/session/coins.ts'
import { memberAtom } from '#state/session/session.ts'
import { call, onNotice } from '#transport/client.ts'
import { toast } from '#ui/toast-manager.ts'
import { packFor } from './spending.ts'

/** One taking of play money. Until its outcome is known, every try carries the same key (settled 7). */
interface Purchase {
  readonly key: string
  readonly memberId: string
  readonly coins: number
}

export interface CoinPurchase {
  /** Coins of the chosen pack; those of the open purchase while nobody knows its outcome. */
  readonly coins: number
  readonly choose: (coins: number) => void
  readonly take: () => Promise<void>
  readonly isBusy: boolean
  /** Nobody knows yet whether the coins were booked: no other pack can be taken meanwhile. */
  readonly isUnsure: boolean
  readonly failure: Failure | null
}

/** Takes play money exactly once (S6.6). Each opening begins afresh, but for a purchase whose outcome is open. */
export function useCoinPurchase(isOpen: boolean, short: number, onTaken: () => void): CoinPurchase {
  const memberId = useAtomValue(memberAtom)?.userId ?? ''
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [chosen, setChosen] = useState<number | null>(null)
  const [unsure, setUnsure] = useState<Purchase | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    setChosen(null)
    setFailure(null)
  }
  const own = unsure?.memberId === memberId ? unsure : null
  const coins = own?.coins ?? chosen ?? packFor(short)

  const settle = (purchase: Purchase, result: Result<DataOf<'coin.buy'>>) => {
    const isOpenStill = !result.ok && isOpenOutcome(result)
    setUnsure(isOpenStill ? purchase : null)
    if (!result.ok) return setFailure(result)
    setBalance(purchase.memberId, result.data.balance)
    toast({ text: rt('gift.buyDone', { coins: formatCount(purchase.coins) }), tone: 'success' })
    return onTaken()
  }

  // The verdict can come before the page has drawn that it waits for one.
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
        // The transport checked the answer against the row of this call.
        latest.current(purchase, notice.result as Result<DataOf<'coin.buy'>>)
      }),
    [],
  )

  const take = async () => {
    // The window can still be pressed while it leaves: what was taken is not taken again.
    if (!isOpen) return
    const purchase = own ?? { key: randomId(), memberId, coins }
    posted.current = purchase
    setBusy(true)
    setFailure(null)
    const controls = { idempotencyKey: purchase.key, memberId, isRepeat: own !== null }
    const result = await call('coin.buy', { coins: purchase.coins }, controls)
    setBusy(false)
    if (posted.current === purchase) settle(purchase, result)
  }

  return { coins, choose: setChosen, take, isBusy, isUnsure: own !== null, failure }
}
