import { atom } from 'jotai/vanilla'
import type { Result } from '#protocol/result.ts'
import type { SafeType, VerificationResult } from '#protocol/verification.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import { closeVerification, completeVerification, onNotice } from '#transport/client.ts'
import { store } from '../store.ts'

/** Requests wait for a safety check (S4.18). `round` distinguishes consecutive checks. */
export interface Verification {
  readonly round: number
  readonly safeTypes: readonly SafeType[]
  /** `passing`: a result is being verified or its confirmation is shown. The window stays open until that has ended. */
  readonly stage: 'asking' | 'passing'
  /** Notice received while passing: types of another check, [] if no request waits any more, or null. */
  readonly after: readonly SafeType[] | null
}

/** State of the safety window; null = closed. */
export const verificationAtom = atom<Verification | null>(null)

/** A dialog about the session is open. The safety window is hidden meanwhile: the order is session, safety, business. */
export const sessionAlertAtom = atom(false)

let rounds = 0

function open(safeTypes: readonly SafeType[]): void {
  rounds += 1
  store.set(verificationAtom, { round: rounds, safeTypes, stage: 'asking', after: null })
}

function onTransportNotice(notice: TransportNotice): void {
  const now = store.get(verificationAtom)
  if (notice.type === 'verification') {
    if (now === null) open(notice.safeTypes)
    else if (now.stage === 'passing') store.set(verificationAtom, { ...now, after: notice.safeTypes })
  } else if (notice.type === 'verification-over' && now !== null) {
    store.set(verificationAtom, now.stage === 'passing' ? { ...now, after: [] } : null)
  }
}

/** Opens and closes the window on notices of the transport. Returns the unsubscribe function. */
export function watchVerification(): () => void {
  return onNotice(onTransportNotice)
}

/** Verifies the result of a check (S4.21). After a failure the window shows the check again. */
export async function passVerification(result: VerificationResult): Promise<Result<null>> {
  const shown = store.get(verificationAtom)
  if (shown) store.set(verificationAtom, { ...shown, stage: 'passing' })
  const verified = await completeVerification(result)
  const now = store.get(verificationAtom)
  if (!verified.ok && now) {
    const isOver = now.after?.length === 0
    store.set(verificationAtom, isOver ? null : { ...now, stage: 'asking', after: null })
  }
  return verified
}

/** Closes the window after the confirmation, or opens it again for requests that were refused again. */
export function endVerification(): void {
  const after = store.get(verificationAtom)?.after ?? []
  store.set(verificationAtom, null)
  if (after.length > 0) open(after)
}

/** Closes the window without a check (S4.20). The waiting requests fail with 请求已关闭. */
export function cancelVerification(): void {
  if (store.get(verificationAtom) === null) return
  store.set(verificationAtom, null)
  closeVerification()
}
