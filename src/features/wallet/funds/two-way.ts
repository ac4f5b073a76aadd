import { CODES } from '#protocol/codes.ts'
import type { Failure } from '#protocol/result.ts'
import { walletText } from '#messages/zh/wallet.ts'
import type { MoneyCall } from '#state/data/use-money-call.ts'

/** `in` leaves the centre. */
export type Direction = 'in' | 'out'

export interface TwoWayCall<Params> {
  /** The chosen direction, or that of a call with an unknown outcome. */
  readonly direction: Direction
  /** A call is running or its outcome is unknown. */
  readonly isLocked: boolean
  readonly isBusy: boolean
  readonly unsettled: Params | null
  /** A refusal that belongs to the amount. */
  readonly amountProblem: string | null
  /** Any other refusal. */
  readonly failure: Failure | null
  readonly send: (params: Params) => void
  /** Repeats the call with an unknown outcome. */
  readonly repeat: () => void
  readonly clear: () => void
}

/** A form with a money call per direction. An unknown outcome of one of them locks the form to its direction. */
export function twoWayCall<Params>(
  calls: Readonly<Record<Direction, MoneyCall<Params>>>,
  chosen: Direction,
): TwoWayCall<Params> {
  const direction = calls.in.unsettled ? 'in' : calls.out.unsettled ? 'out' : chosen
  const { send, isBusy, unsettled, failure, clear } = calls[direction]
  const isShort = failure?.code === CODES.BALANCE_NOT_ENOUGH
  return {
    direction,
    isLocked: isBusy || unsettled !== null,
    isBusy,
    unsettled,
    amountProblem: isShort ? walletText('funds.amount.more') : null,
    failure: isShort || unsettled !== null ? null : failure,
    send: (params) => void send(params),
    repeat: () => {
      if (unsettled !== null) void send(unsettled)
    },
    clear,
  }
}
