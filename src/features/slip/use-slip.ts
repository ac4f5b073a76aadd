import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import type { Correlation } from '#protocol/sports/correlation.ts'
import { SPORTSBOOK_VENUE } from '#protocol/sports/bet-terms.ts'
import { marketId, parseSelectionId } from '#protocol/sports/market-keys.ts'
import type { PlayStop } from '#protocol/wallet/play-stop.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { useMemberData } from '#state/data/use-member-data.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { usePlayStop } from '#state/session/play-stop.ts'
import { isLikelyMemberAtom, memberAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { acceptPricesAtom, setStakeAtom, type Slip, slipAtom } from '#state/slip/slip-atoms.ts'
import { useMatchMarketsRooms } from '#state/sports/market-rooms.ts'
import { useMarkets } from '#state/sports/markets.ts'
import { onNotice } from '#transport/client.ts'
import {
  conflictsOf,
  type KnownMarkets,
  type LegView,
  legViews,
  type Obstacle,
  obstacleOf,
  type SlipBet,
  slipBets,
  wantedBets,
} from './slip-model.ts'
import { isAboutMarket, type Placing, usePlacing } from './use-placing.ts'
import { type QuoteState, useQuote } from './use-quote.ts'

interface SlipBalance {
  /** Minor units at the sportsbook; null for visitors and until it is known. */
  readonly value: number | null
  readonly venueName: string
  readonly center: number
  /** Transfers from the centre by entering the venue; null if the member has chosen to transfer by hand. */
  readonly transfer: (() => void) | null
  readonly isTransferring: boolean
  /** What the last transfer moved; null before one. */
  readonly transferred: number | null
  readonly failure: Failure | null
}

export interface SlipController {
  readonly slip: Slip
  readonly currency: SettleCurrency
  readonly isVisitor: boolean
  readonly isOffline: boolean
  readonly quote: QuoteState
  readonly views: readonly LegView[]
  readonly bets: readonly SlipBet[]
  readonly conflicts: ReadonlyMap<string, Correlation>
  readonly obstacle: Obstacle | null
  readonly stop: PlayStop | null
  readonly balance: SlipBalance
  readonly placing: Placing
  readonly place: () => void
  readonly acceptPrices: () => void
  /** The stake field that quick stakes and the pad change: a selection, or null for the 串关. */
  readonly active: string | null
  readonly setActive: (id: string | null) => void
  /** The number pad of phones is shown: a stake field has been pressed, or there is only one selection. */
  readonly isPadOpen: boolean
  readonly setStake: (id: string | null, stake: string) => void
}

const NO_PARAMS = {}

/** A balance that a money call of a member has returned. */
interface SettledBalance<Data> {
  readonly value: number
  readonly memberId: string
  /** The balances that had been read before. */
  readonly before: Data
}

/** Returns null if the result of a call belongs to another member. */
function ofMember<Own extends { readonly memberId: string }>(own: Own | null, userId: string | undefined): Own | null {
  return own?.memberId === userId ? own : null
}

function sportsbookOf(data: DataOf<'balance.list'> | null, currency: SettleCurrency) {
  const venues = data?.currency === currency ? data.venues : []
  const venue = venues.find(({ venueEnName }) => venueEnName === SPORTSBOOK_VENUE)
  return { balance: venue?.balance ?? null, name: venue?.venueChName ?? '' }
}

/** The balance of the member at the sportsbook. */
function useSlipBalance(
  currency: SettleCurrency,
): SlipBalance & { readonly put: (value: number, memberId: string) => void } {
  const userId = useAtomValue(memberAtom)?.userId
  const { data, retry } = useMemberData('balance.list', userId === undefined ? null : { currency })
  const wallet = useMemberData('walletType.get', userId === undefined ? null : NO_PARAMS)
  /** Balance of the last response of a money call. It counts for its member until the balances are read again. */
  const [latest, setLatest] = useState<SettledBalance<typeof data> | null>(null)
  const [transferred, setTransferred] = useState<{ readonly amount: number; readonly memberId: string } | null>(null)
  const put = useCallback(
    (value: number, memberId: string) => {
      setLatest({ value, memberId, before: data })
      retry()
    },
    [data, retry],
  )
  const launch = useMoneyCall(
    'game.launch',
    ({ balance, transferred: amount }, { memberId }) => {
      setTransferred({ amount, memberId })
      put(balance, memberId)
    },
    ({ venueEnName }) => venueEnName === SPORTSBOOK_VENUE,
  )
  useEffect(
    () =>
      onNotice((notice) => {
        if (notice.type === 'settled') retry()
      }),
    [retry],
  )
  const venue = sportsbookOf(data, currency)
  const settled = ofMember(latest, userId)
  const isAutomatic = wallet.data?.type === 'auto'
  return {
    value: settled?.before === data ? settled.value : venue.balance,
    venueName: venue.name,
    center: data?.center ?? 0,
    transfer: isAutomatic ? () => void launch.send({ venueEnName: SPORTSBOOK_VENUE, currency }) : null,
    isTransferring: launch.isBusy,
    transferred: ofMember(transferred, userId)?.amount ?? null,
    failure: launch.failure,
    put,
  }
}

/**
 * The markets of the selections, which follow the rooms of their matches while the slip is visible. `onReopened` is called
 * when one is open again: a goal or a card may have changed what the quote says.
 */
function useSlipMarkets(ids: readonly string[], isVisible: boolean, onReopened: () => void): KnownMarkets {
  const keys = useMemo(() => ids.flatMap((id) => parseSelectionId(id) ?? []), [ids])
  useMatchMarketsRooms(isVisible ? keys.map(({ matchId }) => matchId) : [])
  const markets = useMarkets(keys.map(marketId))
  const suspended = keys.filter((key) => markets(marketId(key))?.state === 'suspended').length
  const before = useRef(suspended)
  useEffect(() => {
    if (suspended < before.current) onReopened()
    before.current = suspended
  }, [suspended, onReopened])
  return markets
}

/** The slip with current prices, and what can be done with it. Follows them only while visible. */
export function useSlip(isVisible: boolean): SlipController {
  const slip = useAtomValue(slipAtom)
  const { currency } = useAtomValue(siteAtom)
  const isVisitor = !useAtomValue(isLikelyMemberAtom)
  const isOffline = useAtomValue(connectionAtom) === 'offline'
  const accept = useSetAtom(acceptPricesAtom)
  const setStake = useSetAtom(setStakeAtom)
  /** The stake field that was pressed last; undefined before that. */
  const [chosen, setActive] = useState<string | null | undefined>(undefined)
  const stop = usePlayStop('bet', isVisible)

  const ids = useMemo(() => slip.legs.map(({ id }) => id), [slip.legs])
  const quote = useQuote(currency, ids, isVisible)
  const markets = useSlipMarkets(ids, isVisible, quote.retry)
  const balance = useSlipBalance(currency)
  const placing = usePlacing(currency, balance.put)
  const views = legViews(slip, quote.quote, markets)
  const bets = slipBets(slip, views, { currency, quote: quote.quote, balance: balance.value })
  const conflicts = conflictsOf(slip)
  const obstacle = obstacleOf(bets, conflicts.size > 0, balance.value)

  // A refusal about prices or states is explained by a new quote.
  const refusedBy = placing.refusal?.failure
  const { retry } = quote
  useEffect(() => {
    if (refusedBy && isAboutMarket(refusedBy)) retry()
  }, [refusedBy, retry])

  const fields = bets.map(({ id }) => id)
  return {
    slip,
    currency,
    isVisitor,
    isOffline,
    quote,
    views,
    bets,
    conflicts,
    obstacle,
    stop,
    balance,
    placing,
    place: () => placing.place(wantedBets(bets)),
    acceptPrices() {
      placing.clear()
      accept(new Map(views.map(({ leg, price }) => [leg.id, price])))
    },
    active: chosen !== undefined && fields.includes(chosen) ? chosen : (fields[0] ?? null),
    setActive,
    isPadOpen: slip.legs.length === 1 || (chosen !== undefined && fields.includes(chosen)),
    setStake(id, stake) {
      placing.clear()
      setStake(id, stake)
    },
  }
}
