import type { DataOf } from '#protocol/endpoints/table.ts'
import type { LeagueId } from './season.ts'

/** Promotion and relegation zones of the tables. */
export const ZONES: Readonly<Record<LeagueId, DataOf<'soccer.standings'>['zones']>> = {
  football: [
    { kind: 'top', name: '海峡杯资格', from: 1, to: 2 },
    { kind: 'bottom', name: '保级附加赛', from: 6, to: 6 },
  ],
  basketball: [{ kind: 'top', name: '季后赛', from: 1, to: 2 }],
  esports: [{ kind: 'top', name: '决赛', from: 1, to: 2 }],
}
