import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { clockAtom } from '#state/data/clock.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { call } from '#transport/client.ts'

type Quote = DataOf<'usdt.quote'>
export type Converted = DataOf<'usdt.transfer'>

export const otherCurrency = (currency: SettleCurrency): SettleCurrency => (currency === 'CNY' ? 'USDT' : 'CNY')

/** An offer with the requested amount. */
export interface Offer {
  readonly quote: Quote
  /** Requested amount; the quote may take less. */
  readonly asked: number
  /** Rate of the offer that it replaces; null if it is the first. */
  readonly earlierRate: number | null
}

export interface Conversion {
  readonly offer: Offer | null
  /** The offer cannot be accepted any more. */
  readonly isExpired: boolean
  /** Milliseconds until it expires. */
  readonly leftMs: number
  readonly done: Converted | null
  /** A conversion whose outcome is unknown. */
  readonly unsettled: RequestOf<'usdt.transfer'> | null
  readonly failure: Failure | null
  readonly isQuoting: boolean
  readonly isConverting: boolean
  readonly ask: (from: SettleCurrency, amount: number) => Promise<void>
  /** Asks again for the same amount. The member has to confirm the new rate. */
  readonly askAgain: () => void
  readonly accept: () => void
  /** Asks for the outcome of the conversion that is unsettled. */
  readonly repeat: () => void
  /** Returns to the form. */
  readonly reset: () => void
}

const ENDED: ReadonlySet<number> = new Set([CODES.ORDER_STATE_CHANGED, CODES.NOT_FOUND])

/** One conversion: offer, acceptance, result (S7.69). A new offer never replaces an accepted one. */
export function useConversion(onConverted: () => void): Conversion {
  const [offer, setOffer] = useState<Offer | null>(null)
  const [done, setDone] = useState<Converted | null>(null)
  const [refused, setRefused] = useState<Failure | null>(null)
  const [isQuoting, setQuoting] = useState(false)
  const now = useAtomValue(clockAtom)
  const money = useMoneyCall('usdt.transfer', (data) => {
    setDone(data)
    onConverted()
  })
  const leftMs = offer ? Math.max(0, offer.quote.expiresAt - now) : 0
  // Expired, used, overtaken by the market, or replaced by a quote of another tab.
  const isEnded = offer !== null && ENDED.has(money.failure?.code ?? CODES.SUCCESS)

  const ask = async (from: SettleCurrency, amount: number, earlierRate: number | null = null) => {
    setQuoting(true)
    setRefused(null)
    money.clear()
    const result = await call('usdt.quote', { from, to: otherCurrency(from), amount })
    setQuoting(false)
    if (result.ok) setOffer({ quote: result.data, asked: amount, earlierRate })
    else setRefused(result)
  }
  return {
    offer,
    isExpired: offer !== null && money.unsettled === null && !money.isBusy && (leftMs === 0 || isEnded),
    leftMs,
    done,
    unsettled: money.unsettled,
    failure: refused ?? (isEnded ? null : money.failure),
    isQuoting,
    isConverting: money.isBusy,
    ask: (from, amount) => ask(from, amount),
    askAgain: () => {
      if (offer) void ask(offer.quote.from, offer.asked, offer.quote.rate)
    },
    accept: () => {
      if (!offer) return
      const { from, to, amount, quoteId } = offer.quote
      void money.send({ from, to, amount, quoteId })
    },
    repeat: () => {
      if (money.unsettled) void money.send(money.unsettled)
    },
    reset: () => {
      setOffer(null)
      setDone(null)
      setRefused(null)
      money.clear()
    },
  }
}
