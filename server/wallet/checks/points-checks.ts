import { sql } from 'drizzle-orm'
import type { Check } from './order-checks.ts'

/** Points: what orders, draws, days and stocks say against what was posted. The subject is the row, or the posting. */
export const POINTS_CHECKS: readonly Check[] = [
  [
    'S7.86',
    sql`with entry as (
        select e.tx_id, a.owner_id, a.currency, e.amount from ledger_tx t
          join ledger_entry e on e.tx_id = t.id join account a on a.id = e.account_id and a.owner_type = 'member'
        where t.type in ('points-exchange', 'soccer-lottery', 'points')
      ), made as (
        select id, tx_id, member_id, 'POINT' as currency, -points as amount from points_order
        union all select id, tx_id, member_id, currency, amount from points_order
        union all select id, tx_id, member_id, 'POINT', -cost + case when currency = 'POINT' then amount else 0 end
          from soccer_draw
        union all select id, tx_id, member_id, currency, amount from soccer_draw where currency <> 'POINT'
      )
      select m.id::text as subject, 'posted otherwise: ' || m.amount || ' ' || m.currency as detail from made m
        left join entry e on e.tx_id = m.tx_id and e.owner_id = m.member_id::text and e.currency = m.currency
          and e.amount = m.amount
      where e.tx_id is null
      union all
      select t.id::text, t.type || ' without its order or draw' from ledger_tx t
        left join points_order o on o.tx_id = t.id left join soccer_draw d on d.tx_id = t.id
      where t.type in ('points-exchange', 'soccer-lottery') and o.id is null and d.id is null
      union all
      select coalesce(p.tx_id, e.tx_id)::text, 'points of days ' || coalesce(p.amount, 0) || ', posted ' ||
          coalesce(e.amount, 0)
        from (select tx_id, member_id::text as member, sum(amount) as amount from points_day where tx_id is not null
            group by 1, 2) p
          full join (select entry.* from entry join ledger_tx t on t.id = tx_id and t.type = 'points') e
            on e.tx_id = p.tx_id and e.owner_id = p.member
        where p.amount is distinct from e.amount
      union all
      select s.prize || ' ' || s.day, s.taken || ' taken, ' || count(m.day) || ' given' from prize_day s
        left join (
          select item as prize, day from points_order
          union all select 'soccer:' || prize, day from soccer_draw where not is_replaced
        ) m on m.prize = s.prize and m.day = s.day
      group by s.prize, s.day having s.taken <> count(m.day)`,
  ],
]
