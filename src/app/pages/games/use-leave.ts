import { useAtomValue } from 'jotai'
import { useNavigate } from 'react-router-dom'
import type { Failure } from '#protocol/result.ts'
import { useMoneyCall } from '#state/data/use-money-call.ts'
import { siteAtom } from '#state/site/site.ts'

interface Leave {
  readonly isLeaving: boolean
  /** Why the balance was not transferred. */
  readonly failure: Failure | null
  /** Transfers the balance at the venue to the centre, then opens the hall. `balance` in minor units, null if unknown. */
  readonly leave: (balance: number | null) => void
}

/** The exit of a game: the balance is recovered first. */
export function useLeave(venueEnName: string, hall: string): Leave {
  const navigate = useNavigate()
  const { currency } = useAtomValue(siteAtom)
  const recovery = useMoneyCall(
    'transfer.out',
    (_order, { isRequested }) => isRequested && void navigate(hall),
    (params) => params.venueEnName === venueEnName,
  )
  return {
    isLeaving: recovery.isBusy,
    failure: recovery.failure,
    leave(balance) {
      if (balance === null || balance === 0) void navigate(hall)
      else void recovery.send({ venueEnName, currency, amount: balance })
    },
  }
}
