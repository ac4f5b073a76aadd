import { sql } from 'drizzle-orm'
import type { SettleCurrency } from '#protocol/currency.ts'
import { dateOfDay, timeOfSiteDay } from '#protocol/time.ts'
import { Activities } from '#server/activities/activities.ts'
import { RedRain } from '#server/activities/red-rain.ts'
import { Club } from '#server/club/club.ts'
import type { Database } from '#server/database/database.ts'
import { uuidV7 } from '#server/database/uuid-v7.ts'
import { Limits } from '#server/wallet/limits/limits.ts'
import { newKey } from './ledger-members.ts'
import { testLog } from './logs.ts'

/** A club on a database. Its job runs when a test calls it. */
export function testClub(
  database: Database,
  now: () => number,
  onGrades: (memberIds: readonly string[]) => Promise<void> = () => Promise.resolve(),
): Club {
  const limits = new Limits(database, { now, rates: null })
  return new Club({
    database,
    moreSources: [testActivities(database, now)],
    classes: { YBDZ: 'egame' },
    exclusionCode: (memberId, db) => limits.exclusionCode(memberId, db),
    onGrades,
    mayRun: () => false,
    log: testLog(),
    now,
  })
}

/** Activities on a database. */
export function testActivities(database: Database, now: () => number): Activities {
  const limits = new Limits(database, { now, rates: null })
  return new Activities({ database, exclusionCode: (memberId, db) => limits.exclusionCode(memberId, db) })
}

/** Red packet rains on a database. */
export function testRedRain(database: Database, club: Pick<Club, 'claims'>): RedRain {
  return new RedRain({
    database,
    claims: club.claims,
    onError: (error) => {
      throw error
    },
  })
}

/** A round at a remote venue that staked and lost this amount at noon of a site day. It is posted like any other. */
export async function playedRound(
  { db }: Database,
  memberId: string,
  {
    day,
    staked,
    currency = 'CNY',
  }: { readonly day: number; readonly staked: number; readonly currency?: SettleCurrency },
): Promise<void> {
  const at = timeOfSiteDay(day, 720)
  const id = newKey()
  await db.execute(sql`select ledger_post(${uuidV7(at)}, 'test-credit', 'test', ${memberId}, ${newKey()}, 'test', null,
    array[ledger_account('member', ${memberId}, ${currency}, 'venue:YBDZ', 0, false),
      ledger_account('clearing', 'test', ${currency}, 'main', 0, true)],
    array[${staked}, ${-staked}]::bigint[], ${new Date(at).toISOString()})`)
  await db.execute(sql`insert into remote_round (venue, round_id, seq, member_id, currency, title, staked, returned, ended_at)
    values ('YBDZ', ${id}, 1, ${memberId}, ${currency}, ${dateOfDay(day)}, ${staked}, 0, ${new Date(at).toISOString()})`)
  await db.execute(sql`select remote_round_post('YBDZ', ${id}, ${uuidV7(at)}, ${uuidV7(at)}, 0, 72000,
    ${new Date(at).toISOString()})`)
}

/** Credits points to a member. */
export async function givePoints({ db }: Database, memberId: string, points: number, at = Date.now()): Promise<void> {
  await db.execute(sql`select ledger_post(${uuidV7(at)}, 'test-credit', 'test', ${memberId}, ${newKey()}, 'test', null,
    array[ledger_account('member', ${memberId}, 'POINT', 'points', 0, false),
      ledger_account('house', 'points-issue', 'POINT', 'points', 0, true)],
    array[${points}, ${-points}]::bigint[], ${new Date(at).toISOString()})`)
}
