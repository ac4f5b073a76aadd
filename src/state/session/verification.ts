import { atom } from 'jotai/vanilla'
import type { Result } from '#protocol/result.ts'
import type { SafeType, VerificationResult } from '#protocol/verification.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import { closeVerification, completeVerification, onNotice } from '#transport/client.ts'
import { store } from '../store.ts'

/** Requests wait for a safety check (S4.18). `round` tells one asking from the next. */
export interface Verification {
  readonly round: number
  readonly safeTypes: readonly SafeType[]
  /** `passing`: a result is being verified, or its confirmation shows; the window stays until that has ended. */
  readonly stage: 'asking' | 'passing'
  /** What came while it was passing: the types of another round, or [] = nothing waits any more; null = nothing came. */
  readonly after: readonly SafeType[] | null
}

/** What the safety window shows; null = closed. */
export const verificationAtom = atom<Verification | null>(null)

/**
 * A window about the session is open. It comes first: the safety window steps back while it stands, and so keeps the
 * order session, safety, business.
 */
export const sessionAlertAtom = atom(false)

let rounds = 0

function ask(safeTypes: readonly SafeType[]): void {
  rounds += 1
  store.set(verificationAtom, { round: rounds, safeTypes, stage: 'asking', after: null })
}

function take(notice: TransportNotice): void {
  const now = store.get(verificationAtom)
  if (notice.type === 'verification') {
    if (now === null) ask(notice.safeTypes)
    else if (now.stage === 'passing') store.set(verificationAtom, { ...now, after: notice.safeTypes })
  } else if (notice.type === 'verification-over' && now !== null) {
    store.set(verificationAtom, now.stage === 'passing' ? { ...now, after: [] } : null)
  }
}

/** Opens and closes the window as the transport asks. Returns the function that stops it. */
export function watchVerification(): () => void {
  return onNotice(take)
}

/** S4.21: verifies the outcome of a check. After a failure the same window asks again. */
export async function passVerification(result: VerificationResult): Promise<Result<null>> {
  const asked = store.get(verificationAtom)
  if (asked) store.set(verificationAtom, { ...asked, stage: 'passing' })
  const verified = await completeVerification(result)
  const now = store.get(verificationAtom)
  if (!verified.ok && now) {
    const isOver = now.after?.length === 0
    store.set(verificationAtom, isOver ? null : { ...now, stage: 'asking', after: null })
  }
  return verified
}

/** The confirmation has been seen: the window closes, or asks anew for requests that were refused again. */
export function endVerification(): void {
  const after = store.get(verificationAtom)?.after ?? []
  store.set(verificationAtom, null)
  if (after.length > 0) ask(after)
}

/** S4.20: the person closed the window; the waiting requests fail with 请求已关闭. */
export function cancelVerification(): void {
  if (store.get(verificationAtom) === null) return
  store.set(verificationAtom, null)
  closeVerification()
}
