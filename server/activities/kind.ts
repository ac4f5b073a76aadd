import type { Prize } from '#protocol/activities/chance.ts'
import type { ActivityDefinition } from '#protocol/activities/definition.ts'
import type { BetMatch } from '#protocol/endpoints/sports.ts'
import type { DrizzleDatabase } from '../database/database.ts'
import type { activity, activityState } from '../database/schema/activities.ts'

export type Activity = typeof activity.$inferSelect
/** The stored part of a member in an activity. */
export type Part = typeof activityState.$inferSelect

/** False while the kind can still decide what the part pays. */
export function isDecided({ status }: Part): boolean {
  return status !== 'applied'
}

/** The database, or the transaction whose changes count. */
export type Reader = Pick<DrizzleDatabase, 'select' | 'execute'>

/** A member who looks at an activity. Times are epoch milliseconds. */
export interface KindContext<Rule> {
  readonly db: Reader
  readonly activity: Omit<Activity, 'rule'> & { readonly rule: Rule }
  readonly memberId: string
  readonly now: number
  readonly parts: readonly Part[]
  /** The matches of the sportsbook (S7.101). */
  readonly matches: MatchList
}

export type MatchList = () => readonly BetMatch[]

/** Something that a member can take part in now, or later. `cycle` identifies it in the activity. */
export interface Offer {
  readonly cycle: string
  readonly isEligible: boolean
  readonly amount: number
  /** Until when the member can begin; the end of the activity by default. */
  readonly until?: number
}

/** What an application becomes. `data` is stored and shown to the member. */
export interface Applied {
  readonly status: 'applied' | 'claimable' | 'rejected'
  /**
   * Of an applied part the most that it can pay: the budget reserves it. 0 if the least budget of the kind pays all parts
   * together, as the prizes of a lottery.
   */
  readonly amount: number
  readonly data?: Readonly<Record<string, unknown>>
}

/**
 * A kind of activity: what a member can do, and what it pays. The engine (`activities.ts`) stores parts, keeps the budget and
 * pays. A kind reads, and writes nothing. To add one: `definitions.ts`, `kinds.ts` and the table of pictures of the page.
 */
export interface ActivityKind<Rule> {
  readonly definition: ActivityDefinition<Rule>
  /** True if an eligible part can be claimed without an application. */
  readonly isAutomatic: boolean
  /** What the member can do now. Parts that are stored may be left out. */
  eligible(context: KindContext<Rule>): Promise<readonly Offer[]>
  /** What the page shows besides the parts, as JSON. */
  progress(context: KindContext<Rule>): Promise<Readonly<Record<string, unknown>>>
  /** Checks an application, or returns the code of its refusal; by default the offer becomes claimable. */
  apply?(context: KindContext<Rule>, offer: Offer, input: unknown): Promise<Applied | number>
  /** The prizes of a draw, and how many draws the member has left. The engine draws, and stores the part. */
  draw?(context: KindContext<Rule>): { readonly prizes: readonly Prize[]; readonly left: number }
  /**
   * The part that began last, for kinds that decide all parts together when the activity ends; null without one. The engine
   * decides it first, under the lock of the activity. No part begins once it is decided.
   */
  lastPart?(context: KindContext<Rule>): Promise<Part | null>
  /** Decides an applied part; null while it cannot be decided. */
  receive?(context: KindContext<Rule>, part: Part): Promise<Applied | null>
}
