import type { Outcome } from '#protocol/worker/notices.ts'
import type { Skin } from '#protocol/sites.ts'
import { codeText } from '#protocol/codes.ts'

export type { Outcome } from '#protocol/worker/notices.ts'

/** What the outcome meets: everything an effect may depend on, so that a rule is a pure function. */
export interface OutcomeContext {
  readonly skin: Skin
  /** Path and search of the screen. */
  readonly here: string
  /** Where the viewer goes on once the matter is settled; see `way-back.ts`. */
  readonly wayBack: string
  /** Epoch milliseconds. */
  readonly now: number
  readonly isAlertOpen: boolean
  /** When a blockade alert was last shown; null = never. */
  readonly lastBlockadeAt: number | null
  /** A robot check is under way (S4.17). */
  readonly isBeingChecked: boolean
}

/** A button and where it leads; null = it only closes. */
interface Way {
  readonly label: string
  readonly to: string | null
}

/** A window that must be answered. */
export interface Alert {
  readonly type: 'alert'
  readonly title: string
  readonly text: string
  readonly way: Way
  /** A second, quieter way. */
  readonly aside?: Way
  /** Goes on by itself after five seconds (S4.15). */
  readonly isTimed: boolean
  readonly isBlockade: boolean
}

export type Effect =
  /** Forget who was signed in. The worker has already dropped the token. */
  | { readonly type: 'clear-session' }
  /** S4.17: from now on until it succeeds, no other robot check. */
  | { readonly type: 'begin-robot-check' }
  /** Ask for the balance again: what the page believed was not so. */
  | { readonly type: 'refresh-balance' }
  /** Show the reality check that waits for its answer. */
  | { readonly type: 'reality-check' }
  | Alert
  /** `isReplacing`: the screen that is left is not one to come back to. */
  | { readonly type: 'go'; readonly to: string; readonly state?: object; readonly isReplacing?: true }
  | { readonly type: 'toast'; readonly text: string; readonly durationMs?: number; readonly id?: string }

export type Rule = (outcome: Outcome, context: OutcomeContext) => Effect[]

/** What the server says, or what the code means where it says nothing. */
export function textOf({ message, code }: Outcome): string {
  return message === '' ? codeText(code) : message
}

/** One field of data whose shape nobody promises. */
export function fieldOf(data: unknown, key: string): unknown {
  return typeof data === 'object' && data !== null && Object.hasOwn(data, key)
    ? Object.entries(data).find(([name]) => name === key)?.[1]
    : undefined
}
