import type { DataOf } from '#protocol/endpoints/table.ts'

export type Standings = DataOf<'soccer.standings'>

/** The zone of a rank, if any. */
export function zoneOf(zones: Standings['zones'], rank: number): Standings['zones'][number] | null {
  return zones.find(({ from, to }) => from <= rank && rank <= to) ?? null
}
