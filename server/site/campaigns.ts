import campaigns from './content/campaigns.json' with { type: 'json' }
import { DAY_MS, startOfSiteDay } from '#protocol/time.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'

type Campaign = DataOf<'activity.carnivalCheck'>
type Planned = Omit<Campaign, 'start' | 'end'> & { readonly fromDay: number; readonly toDay: number }

/**
 * Campaigns of the demo site (S2.8), current one first. Their windows are days relative to today, so that one is always
 * running, one upcoming and one over.
 */
const CAMPAIGNS: readonly Planned[] = campaigns

/** The campaign of an id, or the first one without an id; null if there is none. */
export function campaignOf(activityId: string | undefined, now: number): Campaign | null {
  const planned = activityId === undefined ? CAMPAIGNS[0] : CAMPAIGNS.find((one) => one.activityId === activityId)
  if (!planned) return null
  const today = startOfSiteDay(now)
  const { fromDay, toDay, ...campaign } = planned
  return { ...campaign, start: today + fromDay * DAY_MS, end: today + toDay * DAY_MS }
}
