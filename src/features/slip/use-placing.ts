import { useAtomValue, useSetAtom } from 'jotai'
import { atom } from 'jotai/vanilla'
import { useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { addReceiptAtom, slipAtom } from '#state/slip/slip-atoms.ts'
import { store } from '#state/store.ts'
import type { SlipBet } from './slip-model.ts'

export type Bet = DataOf<'bet.place'>['bet']
type PlaceRequest = RequestOf<'bet.place'>

/** Bets that responses have shown, by id: receipts need not be read again. */
export const knownBetsAtom = atom<ReadonlyMap<string, Bet>>(new Map())

export function rememberBets(bets: readonly Bet[]): void {
  store.set(knownBetsAtom, (before) => {
    const next = new Map(before)
    for (const bet of bets) next.set(bet.betId, bet)
    return next
  })
}

/** Why a bet was refused, and which one. */
interface Refusal {
  /** Selections of the bet. */
  readonly selections: readonly string[]
  readonly failure: Failure
}

export interface Placing {
  /** Places the bets one after another. Ignored while others are placed. */
  readonly place: (bets: readonly SlipBet[]) => void
  readonly isBusy: boolean
  /** A bet whose outcome is unknown. No other can be placed meanwhile. */
  readonly unsettled: PlaceRequest | null
  /** Repeats it under the same key. */
  readonly repeat: () => void
  readonly refusal: Refusal | null
  readonly clear: () => void
}

const selectionsOf = ({ legs }: PlaceRequest): string[] => legs.map(({ selection }) => selection)

/**
 * Places bets exactly once each: one idempotency key per bet until its outcome is known (settled 7). Several singles are
 * placed one after another; the first refusal ends it, and the others stay in the slip.
 */
export function usePlacing(currency: SettleCurrency, onPlaced: (balance: number, memberId: string) => void): Placing {
  const addReceipt = useSetAtom(addReceiptAtom)
  const [isRunning, setRunning] = useState(false)
  const [current, setCurrent] = useState<PlaceRequest | null>(null)
  const { accept } = useAtomValue(slipAtom)
  /** Bets placed since the page was loaded. */
  const placed = useRef(0)
  // A second press can come before the next render.
  const isStarted = useRef(false)
  const money = useMoneyCall('bet.place', ({ bet, balance }, { params, memberId }) => {
    placed.current += 1
    rememberBets([bet])
    addReceipt(bet.betId, selectionsOf(params))
    onPlaced(balance, memberId)
  })
  const { send, isBusy, unsettled, failure } = money

  const run = async (requests: readonly PlaceRequest[]) => {
    if (isStarted.current || isBusy || unsettled !== null) return
    isStarted.current = true
    money.clear()
    setRunning(true)
    for (const request of requests) {
      const before = placed.current
      setCurrent(request)
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await send(request)
      // Refused, or its outcome is unknown: the others stay in the slip.
      if (placed.current === before) break
    }
    isStarted.current = false
    setRunning(false)
  }

  const refusal =
    failure === null || unsettled !== null || current === null ? null : { selections: selectionsOf(current), failure }
  return {
    place(bets) {
      const requests = bets.map(({ legs, stake }) => ({
        currency,
        stake: stake.stake,
        accept,
        legs: legs.map(({ leg, price }) => ({ selection: leg.id, price })),
      }))
      void run(requests)
    },
    isBusy: isBusy || isRunning,
    unsettled,
    repeat: () => unsettled !== null && void send(unsettled),
    refusal,
    clear: money.clear,
  }
}

/** True for refusals that a new quote explains. */
export function isAboutMarket({ code }: Failure): boolean {
  return code === CODES.ODDS_CHANGED || code === CODES.MARKET_SUSPENDED || code === CODES.BET_TOO_LATE
}
