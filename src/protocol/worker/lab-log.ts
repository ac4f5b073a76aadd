/** Why a record of a recorded log is not used, most severe first. */
export const SKIP_REASONS = [
  'damaged',
  'truncated',
  'too-long',
  'no-time',
  'no-text',
  'script',
  'notice',
  'repeat',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Records that were not used for one reason. */
interface Skipped {
  readonly count: number
  /** Lines of the first five. */
  readonly lines: readonly number[]
}

/** How the times of a log became those of a replay. */
export interface ClockReport {
  /** Events with a time before that of an earlier event of the file. */
  readonly disordered: number
  /** Of these, events that were too far behind to be sorted. They follow their neighbours in the file. */
  readonly moved: number
  readonly gaps: number
  /** Time that was removed from gaps, milliseconds. */
  readonly removedMs: number
  /** Events that were moved within their second. */
  readonly spread: number
  /** Time of the last event, milliseconds after the first one. */
  readonly lastMs: number
}

/** What became of every record of a log. `read` = `used` + all skipped. */
export interface LogAccount {
  /** Name of the format. */
  readonly format: string
  /** False while the file is not read to its end. */
  readonly isComplete: boolean
  readonly read: number
  readonly used: number
  readonly messages: number
  readonly gifts: number
  readonly deletions: number
  /** Texts that were cut to the longest one of the room. */
  readonly shortened: number
  readonly skipped: Readonly<Partial<Record<SkipReason, Skipped>>>
  readonly clock: ClockReport
}

/** Why a log is refused. `begins`: the begin of the file. */
export type LogProblem =
  | { readonly type: 'empty' }
  | { readonly type: 'unknown-format'; readonly begins: string }
  | { readonly type: 'unknown-name' }
  | { readonly type: 'nothing-used'; readonly account: LogAccount }

/** Worker to page while it reads a log for the lab; `bytes` of the file are read. No account before the first events. */
export type LabLogReport =
  | { readonly type: 'reading'; readonly account: LogAccount | null; readonly bytes: number }
  | { readonly type: 'read'; readonly account: LogAccount }
  | { readonly type: 'refused'; readonly problem: LogProblem }
  /** The browser could not read the file, for example because it was changed. */
  | { readonly type: 'failed' }
