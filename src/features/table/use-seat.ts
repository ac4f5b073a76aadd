import { useAtomValue } from 'jotai'
import { type SetStateAction, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import type { TableState } from '#protocol/games/tables/table-state.ts'
import { returnOf, type TableGame, type TableOutcome } from '#protocol/games/tables/table-rules.ts'
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
  /** `missed`: a return of an earlier round, whose result the page has not seen. */
  readonly kind: 'late' | 'placed' | 'returned' | 'missed' | 'transferred'
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
  const own = useOwnRounds(currency, (round, amount) =>
    setNews({ kind: round === roundId ? 'returned' : 'missed', amount }),
  )
  useSittingDown(memberId, roundId, own)
  useReturns(table, state, own)
  const staked = own.stakesOf(roundId)

  const onBet = (data: DataOf<'table.bet'>, { params }: { readonly params: RequestOf<'table.bet'> }) => {
    own.takeBet(params, data)
    setLast(params.bets)
    if (params.roundId === roundId) setChips(NO_CHIPS)
    setNews({ kind: 'placed', amount: sum(params.bets) })
  }
  const bet = useMoneyCall('table.bet', onBet, ({ tableId }) => tableId === table.tableId)
  const transfer = useTransfer(table, currency, (data) => {
    own.changeBalance(data.balance)
    setNews({ kind: 'transferred', amount: data.transferred })
  })

  const pending = sumBySide(chips)
  const total = sum(chips)
  const obstacle = obstacleOf(table, { currency, pending, staked, total, balance: own.balance, isBetting })
  return {
    currency,
    isMember: memberId !== null,
    balance: own.balance,
    net: own.net,
    pending,
    staked,
    total,
    obstacle,
    isBusy: bet.isBusy,
    isUnsettled: bet.unsettled !== null || bet.isLocked,
    failure: bet.failure ?? transfer.failure,
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
      void bet.send({ tableId: table.tableId, roundId, currency, bets: chipsOf(pending) })
    },
    transfer: transfer.send,
  }
}

/** The transfer to the venue of the tables. */
function useTransfer(
  { tableId }: LiveTable,
  currency: SettleCurrency,
  onDone: (data: DataOf<'game.launch'>) => void,
): Pick<Seat, 'failure'> & { readonly send: () => void } {
  const { failure, send } = useMoneyCall('game.launch', onDone, ({ venueEnName }) => venueEnName === TABLES_VENUE)
  return { failure, send: () => void send({ venueEnName: TABLES_VENUE, currency, gameId: tableId }) }
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

const chipsOf = (sums: Amounts): Chip[] => [...sums].map(([side, amount]) => ({ side, amount }))

function roundOf(state: TableState | null) {
  return { roundId: state?.roundId ?? null, isBetting: state?.phase === 'betting' }
}

/** Own stakes on a round. */
interface OwnStakes {
  readonly roundId: string
  readonly stakes: Amounts
}

/** Stakes and returns of the member, and the balance. A response that is older than a change of the balance is ignored. */
function useOwnRounds(currency: SettleCurrency, onReturn: (roundId: string, amount: number) => void) {
  const [own, setOwn] = useState<OwnStakes | null>(null)
  const [balance, setBalance] = useState<number | null>(null)
  const [net, setNet] = useState(0)
  /** Returns in `net`, by round; null until they are known. */
  const returns = useRef(new Map<string, number | null>())
  /** Number of changes of the balance. */
  const version = useRef(0)

  const changeBalance = (change: SetStateAction<number | null>) => {
    version.current += 1
    setBalance(change)
  }
  const setStakes = (roundId: string, stakes: readonly Chip[]) => setOwn({ roundId, stakes: sumBySide(stakes) })
  const addReturn = (roundId: string, amount: number) => {
    returns.current.set(roundId, amount)
    setNet((before) => before + amount)
    onReturn(roundId, amount)
  }
  return {
    own,
    balance,
    net,
    changeBalance,
    stakesOf: (roundId: string | null): Amounts => (own !== null && own.roundId === roundId ? own.stakes : NONE),
    openRounds: () => [...returns.current].flatMap(([roundId, amount]) => (amount === null ? [roundId] : [])),
    takeBet({ roundId, bets }: RequestOf<'table.bet'>, data: DataOf<'table.bet'>) {
      // If it is confirmed after the result, the return of all stakes follows.
      const returned = returns.current.get(roundId) ?? 0
      returns.current.set(roundId, null)
      setNet((before) => before - sum(bets) - returned)
      setStakes(roundId, data.stakes)
      changeBalance(data.balance)
    },
    takeResult(roundId: string, amount: number) {
      changeBalance((before) => (before === null ? null : before + amount))
      addReturn(roundId, amount)
    },
    /** Returns false without a response that counts. */
    async read(roundId: string): Promise<boolean> {
      const sent = version.current
      const result = await call('table.mine', { roundId, currency })
      if (!result.ok || version.current !== sent) return false
      const { stakes, returned } = result.data
      setBalance(result.data.balance)
      const known = returns.current.get(roundId)
      if (known === undefined) {
        // The member has just sat down: `net` has nothing of what is in the balance already.
        returns.current.set(roundId, stakes.length > 0 && returned === null ? null : 0)
        setStakes(roundId, stakes)
      } else if (known === null && returned !== null) addReturn(roundId, returned)
      return true
    },
  }
}

type OwnRounds = ReturnType<typeof useOwnRounds>

/** Reads the round and the balance when the member sits down. */
function useSittingDown(memberId: string | null, roundId: string | null, { read }: Pick<OwnRounds, 'read'>): void {
  const readFor = useRef<string | null>(null)
  const sitDown = useEffectEvent(async (member: string, round: string) => {
    readFor.current = member
    // The next round tries again.
    if (!(await read(round))) readFor.current = null
  })
  useEffect(() => {
    if (memberId !== null && roundId !== null && readFor.current !== memberId) void sitDown(memberId, roundId)
  }, [memberId, roundId])
}

/**
 * Takes what the own stakes return, once per round. The result is that of the rules, which the ledger follows too. If the
 * page has not seen it, the return is read.
 */
function useReturns({ game }: LiveTable, state: TableState | null, rounds: OwnRounds): void {
  const { own } = rounds
  const { roundId } = roundOf(state)
  const isResult = state?.phase === 'result'
  const take = useEffectEvent((stakes: OwnStakes | null, current: string | null, isShown: boolean) => {
    const outcome = isShown ? (state?.outcome ?? null) : null
    for (const round of rounds.openRounds()) {
      if (round !== current) void rounds.read(round)
      else if (round === stakes?.roundId && outcome) rounds.takeResult(round, returnOfAll(game, stakes.stakes, outcome))
    }
  })
  useEffect(() => take(own, roundId, isResult), [own, roundId, isResult])
}

function returnOfAll(game: TableGame, stakes: Amounts, outcome: TableOutcome): number {
  return [...stakes].reduce((total, [id, amount]) => {
    const side = sideOf(game, id)
    return total + (side ? returnOf(side, amount, outcome) : 0)
  }, 0)
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
