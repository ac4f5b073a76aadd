import { type FolderSize, grow } from './growth/days.ts'
import type { Bench } from './harness/figures.ts'

/** The data folder may take this after 30 days. */
const LIMIT_MB = 300
const LIMIT_DAYS = 30
/** Days that are run. The logs of rooms have their full size and the space of deleted rows after some days. */
const DAYS = 5
/** Days for which rankings need gifts, and for which refused postings are kept. */
const WEEK_DAYS = 8

type Name = 'postings' | 'messages' | 'day 1' | 'day 3' | 'day 5' | 'rollups' | 'day 30' | 'longest pause'

const totalOf = ({ wal, week, rest }: FolderSize): number => wal + week + rest

/** The size of the demo's data folder. `day 30` continues the growth of the last day that was run. */
function growthBench(name: string, isWatched: boolean): Bench<Name> {
  return {
    name: `growth-${name}`,
    about: `size of the demo's data folder after ${LIMIT_DAYS} days ${isWatched ? 'with a viewer in every room' : 'without viewers'}`,
    figures: {
      postings: { unit: 'per day' },
      messages: { unit: 'per day' },
      'day 1': { unit: 'MB' },
      'day 3': { unit: 'MB' },
      'day 5': { unit: 'MB' },
      rollups: { unit: 'MB per day' },
      'day 30': { unit: 'MB', atMost: LIMIT_MB },
      'longest pause': { unit: 'ms' },
    },
    defaultRuns: 1,
    // Sizes do not depend on the load of the machine.
    isQuietItself: true,
    async run() {
      const { sizes, postingsPerDay, entriesPerDay, longestPauseMs } = await grow({
        isWatched,
        days: DAYS,
        report: console.error,
      })
      const [first, , third, before, last] = sizes
      if (!first || !third || !before || !last) throw new Error('a day is missing')
      const growth = last.rest - before.rest
      const day30 = totalOf(last) + growth * (LIMIT_DAYS - DAYS) + (last.week / DAYS) * (WEEK_DAYS - DAYS)
      return {
        postings: postingsPerDay,
        messages: entriesPerDay,
        'day 1': totalOf(first) / 1e6,
        'day 3': totalOf(third) / 1e6,
        'day 5': totalOf(last) / 1e6,
        rollups: growth / 1e6,
        'day 30': day30 / 1e6,
        'longest pause': longestPauseMs,
      }
    },
  }
}

/** `npm run bench -- growth` */
export const growthBenches: readonly Bench[] = [growthBench('unwatched', false), growthBench('watched', true)]
