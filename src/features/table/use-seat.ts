import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import { returnOf } from '#protocol/games/tables/table-rules.ts'
import { type LiveTable, sideOf, stakeLimits, TABLES_VENUE } from '#protocol/games/tables/tables.ts'
import type { Failure } from '#protocol/result.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { memberAtom } from '#state/session/session.ts'
import { siteAtom } from '#state/site/site.ts'
import { call } from '#transport/client.ts'

/** A chip on a side. */
interface Chip {
  readonly side: string
  readonly amount: number
}

type Amounts = ReadonlyMap<string, number>

export interface Seat {
  readonly currency: SettleCurrency
  readonly isMember: boolean
  /** Balance at the venue in minor units; null until it is known. */
  readonly balance: number | null
  /** Returns minus stakes since the member sat down, minor units. */
  readonly net: number
  /** Chips that are not confirmed, by side. */
  readonly pending: Amounts
  /** What is staked on the round, by side. */
  readonly staked: Amounts
  /** Sum of the chips that are not confirmed. */
  readonly total: number
  /** Why the chips cannot be confirmed; null if they can. */
  readonly obstacle: 'none' | 'closed' | 'short' | 'below' | 'above' | null
  readonly isBusy: boolean
  readonly isUnsettled: boolean
  readonly failure: Failure | null
  /** What happened last: chips taken back, a bet, a return, a transfer. */
  readonly news: SeatNews | null
  readonly canRepeat: boolean
  readonly add: (side: string, amount: number) => void
  readonly undo: () => void
  readonly clear: () => void
  readonly repeat: () => void
  readonly confirm: () => void
  readonly transfer: () => void
}

interface SeatNews {
  readonly kind: 'late' | 'placed' | 'returned' | 'transferred'
  readonly amount: number
}

const NONE: Amounts = new Map()
const NO_CHIPS: readonly Chip[] = []

/** The place of a member at a table: chips, bets on the current round, and the balance. */
export function useSeat(table: LiveTable, state: TableState | null): Seat {
  const { currency } = useAtomValue(siteAtom)
  const memberId = useAtomValue(memberAtom)?.userId ?? null
  const [last, setLast] = useState<readonly Chip[]>(NO_CHIPS)
  const [news, setNews] = useState<SeatNews | null>(null)
  const { roundId, isBetting } = roundOf(state)
  const { chips, setChips, isLate } = useChips(isBetting ? roundId : null)
  const [net, setNet] = useState(0)
  const own = useOwnStakes(memberId, roundId, currency)
  const staked = own.stakesOf(roundId)

  const bet = useMoneyCall('table.bet', (data, { params }) => {
    own.take(params.roundId, data)
    setLast(params.bets)
    setNet((before) => before - sum(params.bets))
    setChips(NO_CHIPS)
    setNews({ kind: 'placed', amount: sum(params.bets) })
  })
  const launch = useMoneyCall('game.launch', (data) => {
    own.setBalance(data.balance)
    setNews({ kind: 'transferred', amount: data.transferred })
  })
  useReturns(table, state, staked, (returned) => {
    own.addBalance(returned)
    setNet((before) => before + returned)
    setNews({ kind: 'returned', amount: returned })
  })

  const pending = sumBySide(chips)
  const total = sum(chips)
  const obstacle = obstacleOf(table, { currency, pending, staked, total, balance: own.balance, isBetting })
  return {
    currency,
    isMember: memberId !== null,
    balance: own.balance,
    net,
    pending,
    staked,
    total,
    obstacle,
    isBusy: bet.isBusy,
    isUnsettled: bet.unsettled !== null,
    failure: bet.failure ?? launch.failure,
    news: isLate && !bet.isBusy ? LATE : news,
    canRepeat: isBetting && last.length > 0 && chips.length === 0,
    add(side, amount) {
      if (!isBetting) return
      bet.clear()
      setNews(null)
      setChips([...chips, { side, amount }])
    },
    undo: () => setChips(chips.slice(0, -1)),
    clear: () => setChips(NO_CHIPS),
    repeat: () => setChips(last),
    confirm() {
      if (obstacle !== null || roundId === null) return
      const bets = [...pending].map(([side, amount]) => ({ side, amount }))
      void bet.send({ tableId: table.tableId, roundId, currency, bets })
    },
    transfer: () => void launch.send({ venueEnName: TABLES_VENUE, currency, gameId: table.tableId }),
  }
}

const LATE: SeatNews = { kind: 'late', amount: 0 }

/** Chips of the round that takes bets; null without one. Those that were not confirmed in its window are back. */
function useChips(roundId: string | null) {
  const [laid, setLaid] = useState<{ readonly roundId: string | null; readonly chips: readonly Chip[] } | null>(null)
  const isOfRound = laid !== null && laid.roundId === roundId
  return {
    chips: isOfRound ? laid.chips : NO_CHIPS,
    setChips: (chips: readonly Chip[]) => setLaid({ roundId, chips }),
    isLate: laid !== null && !isOfRound && laid.chips.length > 0,
  }
}

const sum = (chips: readonly Chip[]): number => chips.reduce((total, { amount }) => total + amount, 0)

function sumBySide(chips: readonly Chip[]): Amounts {
  const sums = new Map<string, number>()
  for (const { side, amount } of chips) sums.set(side, (sums.get(side) ?? 0) + amount)
  return sums
}

function roundOf(state: TableState | null) {
  return { roundId: state?.roundId ?? null, isBetting: state?.phase === 'betting' }
}

/** Own stakes and the balance: read when the member sits down, then those of the last money call. */
function useOwnStakes(memberId: string | null, roundId: string | null, currency: SettleCurrency) {
  const [own, setOwn] = useState<{ readonly roundId: string; readonly stakes: Amounts } | null>(null)
  const [balance, setBalance] = useState<number | null>(null)
  const readFor = useRef<string | null>(null)
  const take = useCallback((round: string, data: Pick<DataOf<'table.mine'>, 'stakes' | 'balance'>) => {
    setOwn({ roundId: round, stakes: new Map(data.stakes.map(({ side, amount }) => [side, amount])) })
    setBalance(data.balance)
  }, [])
  useEffect(() => {
    if (memberId === null || roundId === null || readFor.current === memberId) return
    readFor.current = memberId
    const read = async () => {
      const result = await call('table.mine', { roundId, currency })
      if (result.ok) take(roundId, result.data)
      // The next round tries again.
      else readFor.current = null
    }
    void read()
  }, [memberId, roundId, currency, take])
  return {
    balance,
    setBalance,
    addBalance: (returned: number) => setBalance((value) => (value === null ? null : value + returned)),
    take,
    stakesOf: (round: string | null): Amounts => (own !== null && own.roundId === round ? own.stakes : NONE),
  }
}

/** Reports what the own stakes return, once per round. The result is that of the rules, which the ledger follows too. */
function useReturns(
  { game }: LiveTable,
  state: TableState | null,
  staked: Amounts,
  onReturn: (returned: number) => void,
): void {
  const reported = useRef<string | null>(null)
  const roundId = state?.phase === 'result' ? state.roundId : null
  const report = useEffectEvent((round: string) => {
    const outcome = state?.outcome
    if (!outcome || staked.size === 0 || reported.current === round) return
    reported.current = round
    onReturn(
      [...staked].reduce((returned, [id, amount]) => {
        const side = sideOf(game, id)
        return returned + (side ? returnOf(side, amount, outcome) : 0)
      }, 0),
    )
  })
  useEffect(() => {
    if (roundId !== null) report(roundId)
  }, [roundId])
}

interface Wanted extends Pick<Seat, 'currency' | 'pending' | 'staked' | 'total' | 'balance'> {
  readonly isBetting: boolean
}

function obstacleOf(table: LiveTable, wanted: Wanted): Seat['obstacle'] {
  const { currency, pending, staked, total, balance, isBetting } = wanted
  const { minStake, maxStake } = stakeLimits(table, currency)
  if (!isBetting) return 'closed'
  if (total === 0) return 'none'
  if ([...pending.values()].some((amount) => amount < minStake)) return 'below'
  if ([...pending].some(([side, amount]) => amount + (staked.get(side) ?? 0) > maxStake)) return 'above'
  return balance !== null && total > balance ? 'short' : null
}
