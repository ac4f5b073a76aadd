import type { Result } from '#protocol/result.ts'
import type { VerificationResult } from '#protocol/verification.ts'

/** What every kind of check is given by the panel around it. */
export interface CheckProps {
  /** Hands the outcome in; a refusal leaves the check standing, so that it can be tried again. */
  readonly onSolved: (result: VerificationResult) => Promise<Result<null>>
  /** This kind cannot be had at the moment: the panel goes on to the next. `reason` is a sentence without its stop. */
  readonly onUnavailable: (reason?: string) => void
  /** Goes to the image code, the way for keyboards and screen readers; null where it is not offered. */
  readonly onImageCode: (() => void) | null
}

/** The line under a check: what to do, or what has happened. */
export interface Note {
  readonly tone: 'hint' | 'busy' | 'wrong'
  readonly text: string
}
