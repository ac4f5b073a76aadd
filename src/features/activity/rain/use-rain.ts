import { useEffect, useRef, useState } from 'react'
import { CODES } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import { MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { isNotFound } from '#lib/failures.ts'
import { type ServerData, useServerData } from '#state/data/use-server-data.ts'
import { call, serverNow } from '#transport/client.ts'
import { toast } from '#ui/overlay/toast-manager.ts'
import { refusalText } from '../use-activity.ts'

type RainData = DataOf<'redRain.round'>
export type Round = NonNullable<RainData['round']>

/** What the member can do now. `caught`: has a packet of this round. */
export type RainPhase = 'none' | 'waiting' | 'running' | 'empty' | 'caught'

export interface Rain extends ServerData<RainData> {
  /** Null without a round, and before the first response. */
  readonly round: Round | null
  readonly phase: RainPhase
  /** What the member has got in this round; null before. */
  readonly own: number | null
  readonly isBusy: boolean
  readonly grab: () => Promise<void>
}

/** The next round is read within this time after the last one, so that not all pages read at once. */
const READ_AFTER_MS = SECOND_MS
const READ_SPREAD_MS = 15 * SECOND_MS
/** Longest delay after a failed read. It doubles with each further failure in a row. */
const FIRST_RETRY_MS = 10 * SECOND_MS
const MAX_RETRY_MS = 5 * MINUTE_MS

/**
 * The round of a rain and the grab of the member. The component that uses it is keyed by member. `activityId`: null for the
 * current rain; `isWanted`: false reads nothing.
 */
export function useRain(activityId: string | null, now: number, isWanted = true): Rain {
  const query = useServerData('redRain.round', isWanted ? (activityId === null ? {} : { activityId }) : null)
  const [isBusy, setBusy] = useState(false)
  const { data, failure, retry } = query
  // Presses of the same moment see the same state.
  const isSending = useRef(false)
  const [caught, setCaught] = useState<{ readonly roundId: string; readonly amount: number } | null>(null)
  const [emptyRound, setEmptyRound] = useState('')
  const round = data?.round ?? null
  // Failed reads in a row.
  const failures = useRef(0)
  useEffect(() => {
    failures.current = failure === null ? 0 : failures.current + 1
    const delay = failure === null ? readDelay(data) : retryDelay(failure, failures.current)
    if (delay === null) return
    const timer = setTimeout(retry, delay)
    return () => clearTimeout(timer)
  }, [data, failure, retry])

  const own = round ? (caught?.roundId === round.roundId ? caught.amount : round.own) : null
  const isEmpty = round !== null && (round.taken >= round.packets || emptyRound === round.roundId)

  async function grab(): Promise<void> {
    if (isSending.current || own !== null || !round || !data) return
    isSending.current = true
    setBusy(true)
    const { roundId } = round
    const result = await call('redRain.grab', { activityId: data.activityId, roundId })
    isSending.current = false
    setBusy(false)
    if (result.ok) {
      setCaught({ roundId, amount: result.data.amount })
      return
    }
    if (result.code === CODES.ACTIVITY_STATE && reasonOf(result.details) === 'empty') setEmptyRound(roundId)
    retry()
    toast({ text: refusalText(result), tone: 'danger' })
  }

  return { ...query, round, phase: phaseOf(round, now, { own, isEmpty }), own, isBusy, grab }
}

/** Time until the round after this one is read; null without a round. */
function readDelay(data: RainData | null): number | null {
  if (!data?.round) return null
  return Math.max(0, data.round.end - serverNow()) + READ_AFTER_MS + Math.random() * READ_SPREAD_MS
}

/** Time until a failed read is repeated; null if there is no rain. */
function retryDelay(failure: Failure, failures: number): number | null {
  if (isNotFound(failure)) return null
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)) * (1 - Math.random() / 2)
}

function phaseOf(
  round: Round | null,
  now: number,
  { own, isEmpty }: { readonly own: number | null; readonly isEmpty: boolean },
): RainPhase {
  if (!round || now >= round.end) return 'none'
  if (now < round.start) return 'waiting'
  if (own !== null) return 'caught'
  return isEmpty ? 'empty' : 'running'
}

function reasonOf(details: unknown): string {
  return typeof details === 'object' && details !== null && 'reason' in details ? String(details.reason) : ''
}
