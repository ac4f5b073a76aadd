import { sql } from 'drizzle-orm'
import type { Check } from './order-checks.ts'

/** Bets at the live tables: what their rows say against what was posted. The subject is the bet, the posting or the round. */
export const TABLE_CHECKS: readonly Check[] = [
  [
    'S7.64',
    sql`select b.id::text as subject, 'stake ' || b.stake || ', posted ' || coalesce(sum(e.amount), 0) as detail
      from table_bet b left join ledger_entry e on e.tx_id = b.stake_tx and e.account_id = b.account_id
      group by b.id having coalesce(sum(e.amount), 0) <> -b.stake
      union all
      select b.id::text, 'returned ' || coalesce(b.returned, 0) || ', posted ' || coalesce(sum(e.amount), 0)
      from table_bet b left join ledger_entry e on e.tx_id = b.return_tx and e.account_id = b.account_id
      group by b.id having coalesce(sum(e.amount), 0) <> coalesce(b.returned, 0)
      union all
      select b.id::text, 'stake ' || b.stake || ', sides ' || coalesce(sum(side.value::bigint), 0)
      from table_bet b left join lateral jsonb_each_text(b.sides) as side on true
      group by b.id having coalesce(sum(side.value::bigint), 0) <> b.stake
      union all
      select t.id::text, t.type || ' without its bet' from ledger_tx t
      left join table_bet b on b.id::text = t.ref_id and t.id in (b.stake_tx, b.return_tx)
      where t.ref_type = 'table-bet' and b.id is null
      union all
      select r.id::text, r.state || ' with bets that are ' || case when b.returned is null then 'open' else 'settled' end
      from table_round r join table_bet b on b.round_id = r.id where (r.state = 'settled') <> (b.returned is not null)
      union all
      select r.id::text, 'bet ' || b.id || ' after the window' from table_round r join table_bet b on b.round_id = r.id
      where b.placed_at >= r.closes_at or b.placed_at < r.opened_at`,
  ],
]
