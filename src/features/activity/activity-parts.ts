import type { ComponentType } from 'react'
import type { ActivityStep } from '#protocol/endpoints/activity.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { ActivityActions } from './use-activity.ts'

export type ActivityData = DataOf<'activity.check'>

export interface PictureProps {
  readonly activity: ActivityData
  readonly actions: ActivityActions
  /** Server clock, epoch milliseconds. */
  readonly now: number
}

/** What a kind adds to the page of an activity. */
export interface ActivityPicture {
  readonly Picture: ComponentType<PictureProps>
  /** What a member pays or must do to take part; nothing by default. */
  cost?(activity: ActivityData): string
  /** The turnover that a reward requires before a withdrawal; none by default. */
  turnover?(activity: ActivityData): string
  /** Lines of the rules, in the order of the page. */
  rules(activity: ActivityData): readonly string[]
  /** Names a part in the records. */
  recordOf(cycle: string, data: Readonly<Record<string, unknown>>): string
}

export type Stage = 'soon' | 'open' | 'ended' | 'stopped'

/** Stage of an activity on the server's clock. It is open from its start (inclusive) to its end (exclusive). */
export function stageOf({ start, end, isStopped }: ActivityData, now: number): Stage {
  if (isStopped) return 'stopped'
  if (now < start) return 'soon'
  return now < end ? 'open' : 'ended'
}

/** The part of a cycle; undefined if the member has none. */
export function stepOf({ steps }: ActivityData, cycle: string): ActivityStep | undefined {
  return steps.find((step) => step.cycle === cycle)
}
