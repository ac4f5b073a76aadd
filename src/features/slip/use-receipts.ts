import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { SECOND_MS } from '#protocol/time.ts'
import { CODES } from '#protocol/codes.ts'
import { onForeground } from '#state/data/reconnect.ts'
import { memberAtom } from '#state/session/session.ts'
import { removeReceiptAtom, slipAtom } from '#state/slip/slip-atoms.ts'
import { store } from '#state/store.ts'
import { call, serverNow } from '#transport/client.ts'
import { type Bet, knownBetsAtom, rememberBets } from './use-placing.ts'

/** A pending bet is read this long after its decision is due, so that the first read usually has it. */
const AFTER_DECISION_MS = 150
/** Time between reads of a bet whose decision is overdue. */
const OVERDUE_EVERY_MS = SECOND_MS
/** Time until a failed read is repeated. It doubles with each failure, up to the maximum. */
const FIRST_RETRY_MS = SECOND_MS
const MAX_RETRY_MS = 30 * SECOND_MS

/** When a pending bet should be read again, in milliseconds from now; null for others. */
function nextReadMs({ state, decidesAt }: Pick<Bet, 'state' | 'decidesAt'>, now: number): number | null {
  if (state !== 'pending') return null
  return decidesAt === null ? OVERDUE_EVERY_MS : Math.max(OVERDUE_EVERY_MS, decidesAt - now + AFTER_DECISION_MS)
}

/** Failed reads of a bet since the last response. */
interface FailedReads {
  readonly count: number
  /** When it is read again. Server clock, epoch milliseconds. */
  readonly retryAt: number
}

export interface Receipt {
  readonly betId: string
  /** Null while it is read for the first time. */
  readonly bet: Bet | null
  readonly hasFailed: boolean
}

/**
 * The bets placed from this slip, newest first. Pending ones are read again until they are decided. A failed read is repeated
 * unless the bet does not exist.
 */
export function useReceipts(): readonly Receipt[] {
  const { placed } = useAtomValue(slipAtom)
  const known = useAtomValue(knownBetsAtom)
  const isMember = useAtomValue(memberAtom) !== null
  const [failed, setFailed] = useState<ReadonlyMap<string, FailedReads>>(new Map())
  const reading = useRef(new Set<string>())

  useEffect(() => {
    if (!isMember) return
    const timers = new Set<number>()
    const read = async (betId: string) => {
      if (reading.current.has(betId)) return
      reading.current.add(betId)
      const result = await call('bet.detail', { betId })
      reading.current.delete(betId)
      if (result.ok) rememberBets([result.data.bet])
      else if (result.code === CODES.NOT_FOUND) store.set(removeReceiptAtom, betId)
      const isRetried = !result.ok && result.code !== CODES.NOT_FOUND
      setFailed((before) => (isRetried ? withFailure(before, betId, serverNow()) : withoutFailures(before, betId)))
    }
    for (const betId of placed) {
      const bet = known.get(betId)
      const now = serverNow()
      const nextMs = bet === undefined ? 0 : nextReadMs(bet, now)
      const retryAt = failed.get(betId)?.retryAt
      const delay = nextMs === null || retryAt === undefined ? nextMs : Math.max(0, retryAt - now)
      if (delay !== null) timers.add(window.setTimeout(() => void read(betId), delay))
    }
    const stop = onForeground(() => {
      for (const betId of placed) if ((known.get(betId)?.state ?? 'pending') === 'pending') void read(betId)
    })
    return () => {
      stop()
      for (const timer of timers) window.clearTimeout(timer)
    }
  }, [placed, known, failed, isMember])

  return isMember ? placed.map((betId) => ({ betId, bet: known.get(betId) ?? null, hasFailed: failed.has(betId) })) : []
}

function withFailure(failed: ReadonlyMap<string, FailedReads>, betId: string, now: number) {
  const count = (failed.get(betId)?.count ?? 0) + 1
  const delay = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (count - 1))
  return new Map(failed).set(betId, { count, retryAt: now + delay })
}

function withoutFailures(failed: ReadonlyMap<string, FailedReads>, betId: string) {
  if (!failed.has(betId)) return failed
  return new Map([...failed].filter(([id]) => id !== betId))
}
