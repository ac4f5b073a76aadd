import type { Result } from '#protocol/result.ts'
import type { VerificationResult } from '#protocol/verification.ts'

/** Props of every check, set by the panel. */
export interface CheckProps {
  /** Submits the result. After a refusal the check stays open for another attempt. */
  readonly onSolved: (result: VerificationResult) => Promise<Result<null>>
  /**
   * Reports that this check is not available; the panel shows the next one. `reason` is a sentence without its full
   * stop.
   */
  readonly onUnavailable: (reason?: string) => void
  /** Shows the image code, which works with keyboards and screen readers; null if it is not offered. */
  readonly onImageCode: (() => void) | null
}

/** The note below a check: an instruction or a result. */
export interface Note {
  readonly tone: 'hint' | 'busy' | 'wrong'
  readonly text: string
}

/** State of an answer. `wrong` ends with a new picture. */
export type AnswerStage = 'open' | 'checking' | 'right' | 'wrong'
