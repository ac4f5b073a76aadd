import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'

/** Checks the invariants of the ledger (requirements Annex H). */
export async function expectInvariants(store: Database): Promise<void> {
  const rows = async (name: string, query: ReturnType<typeof sql>) => ({
    name,
    broken: (await store.db.execute(query)).rows,
  })
  const checks = await Promise.all([
    rows(
      'I1 balances of a currency sum to zero',
      sql`select currency, sum(balance) from account group by currency having sum(balance) <> 0`,
    ),
    rows(
      'I2 a balance is the sum of its entries',
      sql`select a.id from account a left join ledger_entry e on e.account_id = a.id
        group by a.id having a.balance <> coalesce(sum(e.amount), 0) or a.version <> coalesce(sum(e.postings), 0)`,
    ),
    rows(
      'I3 nobody is below zero',
      sql`select id from account where balance < 0 and not (owner_type = 'house' and owner_id in ('issue', 'exchange', 'interest', 'sportsbook', 'crowd', 'tables', 'egame', 'bonus', 'points', 'points-issue'))
        and not (owner_type = 'house' and owner_id like 'venue:%') and owner_type <> 'clearing'`,
    ),
    rows(
      'a transaction has two entries and sums to zero',
      sql`select t.id from ledger_tx t left join ledger_entry e on e.tx_id = t.id
        group by t.id having count(e.tx_id) < 2 or sum(e.amount) <> 0`,
    ),
    rows(
      'I5 an order and its money are one',
      sql`select coalesce(o.id, t.id) from gift_order o full join (select * from ledger_tx where type = 'gift') t
          on t.id = o.tx_id and t.ref_id = o.id::text
        left join ledger_entry e on e.tx_id = t.id and e.seq = 1
        where o.id is null or t.id is null or e.amount <> -o.total`,
    ),
    rows(
      'I7 an order costs the unit price times the count',
      sql`select id from gift_order where total <> unit_price * count`,
    ),
    rows(
      'a combo counts every gift once',
      sql`select member_id, combo_id, gift_id from gift_order group by 1, 2, 3 having max(combo_count) <> sum(count)`,
    ),
    rows(
      'gifts of rolled-up orders are those of the rolled-up postings',
      sql`select gifts.total from (select coalesce(sum(total), 0) as total from gift_rollup) gifts, (
          select coalesce(sum(-e.amount), 0) as total from ledger_tx t join ledger_entry e on e.tx_id = t.id
          where t.type = 'gift-rollup' and e.amount < 0
        ) money where gifts.total <> money.total`,
    ),
    rows(
      'a refused key has no money',
      sql`select r.idem_key from ledger_refusal r join ledger_tx t on t.idem_key = r.idem_key`,
    ),
  ])
  expect(checks.filter(({ broken }) => broken.length > 0)).toEqual([])
}
