import { useState } from 'react'
import type { Failure } from '#protocol/result.ts'
import { formatCount } from '#lib/format.ts'
import { roomText } from '#messages/zh/room.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { setBalance } from '#state/session/coins.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { packFor } from './spending.ts'

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
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [chosen, setChosen] = useState<number | null>(null)
  const { send, clear, isBusy, unsettled, failure } = useMoneyCall('coin.buy', (data, { memberId, params }) => {
    setBalance(memberId, data.balance)
    toast({ text: roomText('gift.buyDone', { coins: formatCount(params.coins) }), tone: 'success' })
    onBought()
  })
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    setChosen(null)
    clear()
  }
  const coins = unsettled?.coins ?? chosen ?? packFor(short)

  const buy = async () => {
    // The dialog can still be pressed during its exit animation.
    if (isOpen) await send({ coins })
  }

  return { coins, choose: setChosen, buy, isBusy, isUnsettled: unsettled !== null, failure }
}
