import { sql } from 'drizzle-orm'
import type { DrizzleDatabase } from '../database/database.ts'
import { ACTIVITY_CHECKS } from './checks/activity-checks.ts'
import { BET_CHECKS, REMOTE_ROUND_CHECKS, ROUND_CHECKS, TABLE_CHECKS } from './checks/play-checks.ts'
import { FUND_CHECKS } from './checks/fund-checks.ts'
import { LIMIT_CHECKS } from './checks/limit-checks.ts'
import { type Check, ORDER_CHECKS } from './checks/order-checks.ts'
import { POINTS_CHECKS } from './checks/points-checks.ts'

/** A violated invariant. */
export interface Difference {
  /** `I1` to `I10` of Annex H, `S7.63`, `S7.64`, `S7.69`, `S7.86` or `E.5` to `E.7`. */
  readonly invariant: string
  /** Order, bet, round, quote, site day, account, key or currency. */
  readonly subject: string
  readonly detail: string
}

const CHECKS: readonly Check[] = [
  [
    'I1',
    sql`select currency as subject, 'balances sum to ' || sum(balance) as detail from account
      group by currency having sum(balance) <> 0`,
  ],
  [
    'I2',
    sql`select a.id::text as subject, 'balance ' || a.balance || ', entries ' || coalesce(sum(e.amount), 0) as detail
      from account a left join ledger_entry e on e.account_id = a.id
      group by a.id having a.balance <> coalesce(sum(e.amount), 0)`,
  ],
  [
    'I3',
    sql`select id::text as subject, owner_type || ' ' || kind || ' ' || balance as detail from account
      where balance < 0 and not allow_negative or balance < 0 and owner_type = 'member'`,
  ],
  ...ORDER_CHECKS,
  [
    'I7',
    sql`select id::text as subject, 'total is not price times count' as detail from gift_order
      where total <> unit_price * count
      union all
      select o.id::text, 'gift without its posting' from gift_order o left join ledger_tx t on t.id = o.tx_id
      where t.id is null`,
  ],
  ...FUND_CHECKS,
  ...LIMIT_CHECKS,
  ...BET_CHECKS,
  ...TABLE_CHECKS,
  ...ROUND_CHECKS,
  ...REMOTE_ROUND_CHECKS,
  ...ACTIVITY_CHECKS,
  ...POINTS_CHECKS,
]

/** Checks the invariants of Annex H, rounds of remote venues (S7.64), conversions (S7.69), interest (E.6), bets (E.7) and points (S7.86) on a database. */
export async function reconcile(db: Pick<DrizzleDatabase, 'execute'>): Promise<Difference[]> {
  const found: Difference[] = []
  for (const [invariant, query] of CHECKS) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const { rows } = await db.execute<{ subject: string; detail: string }>(query)
    found.push(...rows.map(({ subject, detail }) => ({ invariant, subject, detail })))
  }
  return found
}
