import { sql, type SQL } from 'drizzle-orm'
import type { DrizzleDatabase } from '../database/database.ts'

/** A violated invariant of Annex H. */
export interface Difference {
  /** For example `I2`. */
  readonly invariant: string
  /** Order, account, transaction or currency. */
  readonly subject: string
  readonly detail: string
}

/** Each query returns the violations as `subject` and `detail`. */
const CHECKS: readonly (readonly [invariant: string, query: SQL])[] = [
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
  [
    'I4',
    sql`select r.idem_key as subject, 'refused and booked' as detail from ledger_refusal r
      where exists (select from ledger_tx t where t.idem_key = r.idem_key)
        or exists (select from wallet_order o where o.idem_key = r.idem_key)`,
  ],
  [
    'I5',
    sql`select t.ref_id as subject, t.type || ' without its order' as detail from ledger_tx t
      left join wallet_order o on o.order_no = t.ref_id and t.id in (o.reserve_tx, o.settle_tx, o.release_tx)
      where t.ref_type = 'wallet_order' and o.order_no is null
      union all
      select o.order_no, t.type || ' moves ' || e.amount from wallet_order o
      join ledger_tx t on t.id in (o.reserve_tx, o.settle_tx, o.release_tx)
      join ledger_entry e on e.tx_id = t.id and e.seq = 1 where e.amount <> -o.amount
      union all
      select o.order_no, 'events end in ' || coalesce(e.to_status, 'nothing') || ', status is ' || o.status
      from wallet_order o left join order_event e on e.order_no = o.order_no and e.version = o.version
      where e.to_status is distinct from o.status`,
  ],
  [
    'I6',
    sql`select order_no as subject, 'reservation settled and released, or neither' as detail from wallet_order
      where settle_tx is not null and release_tx is not null
        or is_final and reserve_tx is not null and settle_tx is null and release_tx is null
      union all
      select coalesce(a.owner_id, o.member_id), 'locked ' || coalesce(a.balance, 0) || ', reserved ' || coalesce(o.reserved, 0)
      from (select owner_id, currency, balance from account where owner_type = 'member' and kind = 'locked') a
      full join (
        select member_id::text as member_id, currency, sum(amount) as reserved from wallet_order
        where reserve_tx is not null and settle_tx is null and release_tx is null group by 1, 2
      ) o on o.member_id = a.owner_id and o.currency = a.currency
      where coalesce(a.balance, 0) <> coalesce(o.reserved, 0)`,
  ],
  [
    'I7',
    sql`select id::text as subject, 'total is not price times count' as detail from gift_order
      where total <> unit_price * count
      union all
      select o.id::text, 'gift without its posting' from gift_order o left join ledger_tx t on t.id = o.tx_id
      where t.id is null`,
  ],
]

/** Checks the invariants of Annex H on a database. Claims and limits (I8-I10) have no tables. */
export async function reconcile(db: Pick<DrizzleDatabase, 'execute'>): Promise<Difference[]> {
  const found: Difference[] = []
  for (const [invariant, query] of CHECKS) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const { rows } = await db.execute<{ subject: string; detail: string }>(query)
    found.push(...rows.map(({ subject, detail }) => ({ invariant, subject, detail })))
  }
  return found
}
