import { PENDING_MONEY_CALL_LIFETIME_MS } from '../constants.ts'
import type { EndpointName } from '../endpoints/table.ts'

/** A money call whose outcome is not known yet (settled 7). `params` is null if they contain a secret. */
export interface PendingCall {
  readonly key: string
  readonly endpoint: EndpointName
  readonly params: unknown
  readonly memberId: string
  /** Server clock, epoch milliseconds. */
  readonly time: number
}

/** The calls in the stored text of `pendingTx` (Annex F), oldest first, without those older than 24 hours. */
export function pendingCallsIn(text: string | null, now: number): PendingCall[] {
  const oldest = now - PENDING_MONEY_CALL_LIFETIME_MS
  return listIn(text)
    .filter(isPendingCall)
    .filter(({ time }) => time > oldest)
}

function listIn(text: string | null): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}

/** The worker also checks that it knows the endpoint. */
function isPendingCall(value: unknown): value is PendingCall {
  if (typeof value !== 'object' || value === null) return false
  const { key, endpoint, memberId, time } = value as Partial<Record<keyof PendingCall, unknown>>
  return [key, endpoint, memberId].every((part) => typeof part === 'string') && typeof time === 'number'
}
