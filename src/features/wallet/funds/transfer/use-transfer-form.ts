import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { SettleCurrency } from '#protocol/currency.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { transferObstacle } from '#protocol/rules/venue.ts'
import { walletText } from '#messages/zh/wallet.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { type Direction, twoWayCall } from '../two-way.ts'
import { amountEntry, useEntry } from '../use-amount.ts'
import type { Balances } from '../../use-balances.ts'
import type { Transfers } from './use-transfers.ts'
import type { Venue, VenueOption } from './VenueChoice.tsx'

interface TransferFormOptions {
  readonly currency: SettleCurrency
  readonly balances: Balances | null
  readonly transfers: Pick<Transfers, 'openOf'>
  readonly onMoved: (order: WalletOrder) => void
}

export type TransferFormState = ReturnType<typeof useTransferForm>

/** State of the form of a transfer: direction, venue, amount, and the call of each direction. */
export function useTransferForm({ currency, balances, transfers, onMoved }: TransferFormOptions) {
  const [search] = useSearchParams()
  const [chosenDirection, setDirection] = useState<Direction>(search.get('direction') === 'out' ? 'out' : 'in')
  const [chosen, setChosen] = useState(search.get('venue'))
  const [hasNoVenue, setNoVenue] = useState(false)
  const entry = useEntry()
  const done = (order: WalletOrder) => {
    entry.clear()
    onMoved(order)
  }
  const money = twoWayCall(
    { in: useMoneyCall('transfer.in', done), out: useMoneyCall('transfer.out', done) },
    chosenDirection,
  )
  const { direction } = money
  const options = (balances?.venues ?? []).flatMap((venue): VenueOption[] => {
    const hasOpenTransfer = transfers.openOf(venue.venueEnName, currency) !== null
    if (!hasOpenTransfer && !isOffered(venue, direction)) return []
    return [{ venue, reason: reasonOf(venue, direction, hasOpenTransfer) }]
  })
  const option = options.find(({ venue }) => venue.venueEnName === chosen) ?? null
  const venue = option?.venue ?? null
  const all = (direction === 'in' ? balances?.center : venue?.balance) ?? null
  const amount = amountEntry(entry, currency, { all, min: 1 })

  const submit = () => {
    const isReady = option?.reason === null
    setNoVenue(!isReady)
    const minor = amount.check()
    if (isReady && venue && minor !== null) money.send({ venueEnName: venue.venueEnName, amount: minor, currency })
  }
  return {
    money,
    venue,
    options,
    amount,
    venueError: hasNoVenue ? walletText('funds.transfer.venueEmpty') : null,
    submit,
    choose: (venueEnName: string) => {
      setChosen(venueEnName)
      setNoVenue(false)
      money.clear()
    },
    swap: () => {
      setDirection(direction === 'in' ? 'out' : 'in')
      setNoVenue(false)
      amount.clear()
      money.clear()
    },
  }
}

/** Whether a venue is listed. One that has not opened yet or is not displayed is listed only while it holds money. */
function isOffered(venue: Venue, direction: Direction): boolean {
  return transferObstacle('in', venue) !== 'closed' || (direction === 'out' && venue.balance > 0)
}

/** Why money cannot be transferred to or from a venue; null if it can. */
function reasonOf(venue: Venue, direction: Direction, hasOpenTransfer: boolean): string | null {
  if (hasOpenTransfer) return walletText('funds.transfer.checking')
  if (transferObstacle(direction, venue) === 'maintenance') return walletText('funds.transfer.maintenance')
  return direction === 'out' && venue.balance === 0 ? walletText('funds.transfer.noBalance') : null
}
