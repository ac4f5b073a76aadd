import type { Config } from '../../config/config.ts'

/** The result of one check. `text` says what was found, `fix` what to do; null if there is nothing to do. */
export interface Finding {
  readonly check: CheckName
  /** `problem`: viewers are affected or data are at risk. `warning`: it works, but not as recommended. */
  readonly outcome: 'ok' | 'warning' | 'problem' | 'skipped'
  readonly text: string
  readonly fix: string | null
}

export type CheckName =
  | 'configuration'
  | 'secrets'
  | 'clock'
  | 'disk'
  | 'media folder'
  | 'files'
  | 'ports'
  | 'database'
  | 'redis'
  | 'origin'
  | 'proxy'
  | 'tls'
  | 'page'
  | 'calls'
  | 'socket'
  | 'media'
  | 'publishers'
  | 'other origins'

export interface CheckContext {
  readonly config: Config
  /** True if strangers use the site: outside demo mode. */
  readonly isPublic: boolean
  /** Origins under which browsers open the site. */
  readonly pageOrigins: readonly string[]
  /** Epoch milliseconds of this machine. */
  readonly now: () => number
  /** Time limit of a request, ms. */
  readonly limitMs: number
  /** Certificate authority that browsers of this site trust in addition; for sites with an authority of their own. */
  readonly ca?: string | undefined
}

/** Never throws for what it looks at; a thrown error is a defect of the check. */
export type Check = (context: CheckContext) => Promise<readonly Finding[]>

export const ok = (check: CheckName, text: string): Finding => ({ check, outcome: 'ok', text, fix: null })
export const skipped = (check: CheckName, text: string): Finding => ({ check, outcome: 'skipped', text, fix: null })
export const warning = (check: CheckName, text: string, fix: string): Finding => ({
  check,
  outcome: 'warning',
  text,
  fix,
})
export const problem = (check: CheckName, text: string, fix: string): Finding => ({
  check,
  outcome: 'problem',
  text,
  fix,
})

/** The code of a system or TLS error, which contains no address and no secret. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
