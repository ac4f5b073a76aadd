import { sql } from 'drizzle-orm'
import { codeOf } from '#protocol/wallet/order-states.ts'
import { COINS_PER_DAY } from '../ledger/ledger.ts'
import type { Check } from './order-checks.ts'

/** A call that began before a limit or an exclusion may end after it. */
const TOLERANCE = sql.raw(`interval '10 seconds'`)
/** The site day of a time, as a timestamp without time zone. */
const SITE_TIME = sql.raw(`at time zone 'UTC' + interval '8 hours'`)

const LATE_REVIEW = codeOf('deposit', 'lateReview')
const UNPAID = sql.join(
  [codeOf('deposit', 'cancelled'), codeOf('deposit', 'closed'), LATE_REVIEW].map((code) => sql`${code}`),
  sql`, `,
)

/**
 * I8 to I10, as far as they can be checked afterwards. I9 counts CNY only, because the rates of earlier times are not
 * known, and neither deposits that were cancelled since nor late payments, which no limit refuses.
 */
export const LIMIT_CHECKS: readonly Check[] = [
  [
    // What is given once: coins of new members, and free coins per site day.
    'I8',
    sql`select a.owner_id as subject, 'starting coins were granted ' || count(*) || ' times' as detail from ledger_tx t
      join ledger_entry e on e.tx_id = t.id join account a on a.id = e.account_id and a.owner_type = 'member'
      where t.type = 'coin-grant' group by a.owner_id having count(*) > 1
      union all
      select a.owner_id, sum(e.amount) || ' coins taken on ' || (t.created_at ${SITE_TIME})::date from ledger_tx t
      join ledger_entry e on e.tx_id = t.id and e.seq = 1 join account a on a.id = e.account_id
      where t.type = 'coin-buy' group by a.owner_id, (t.created_at ${SITE_TIME})::date
      having sum(e.amount) > ${sql.raw(String(COINS_PER_DAY))}`,
  ],
  [
    // The subject is the order with which a deposit limit was exceeded.
    'I9',
    sql`select o.order_no as subject,
        'deposits of the ' || l.period || ' ' || used.total || ', limit ' || l.amount as detail
      from rg_limit l join wallet_order o on o.member_id = l.member_id and o.kind in ('deposit', 'speedDeposit')
        and o.currency = 'CNY' and o.created_at >= l.effective_at + ${TOLERANCE}
        and (l.ended_at is null or o.created_at < l.ended_at - ${TOLERANCE})
      cross join lateral (
        select coalesce(sum(d.amount), 0) as total from wallet_order d
        where d.member_id = o.member_id and d.kind in ('deposit', 'speedDeposit') and d.currency = 'CNY'
          and (d.settle_tx is not null or not d.is_final and not (d.kind = 'deposit' and d.status in (${UNPAID})))
          and d.created_at <= o.created_at
          and date_trunc(l.period, d.created_at ${SITE_TIME}) = date_trunc(l.period, o.created_at ${SITE_TIME})
          and not exists (select from order_event e where e.order_no = d.order_no and e.to_status = ${LATE_REVIEW})
      ) used
      where l.kind = 'deposit' and l.amount is not null and l.status <> 'pending' and used.total > l.amount
        and (o.settle_tx is not null or not o.is_final)
        and not exists (select from order_event e where e.order_no = o.order_no and e.event = 'late')`,
  ],
  [
    // The subject is the order or posting of a member who was excluded.
    'I10',
    sql`with act as (
        select order_no as subject, kind as what, member_id, created_at from wallet_order
          where kind in ('deposit', 'speedDeposit', 'transferIn')
        union all
        select id::text, 'gift', member_id, created_at from gift_order
        union all
        select t.id::text, t.type, a.owner_id::uuid, t.created_at from ledger_tx t
          join ledger_entry e on e.tx_id = t.id and e.seq = 1
          join account a on a.id = e.account_id and a.owner_type = 'member' where t.type = 'coin-buy'
      )
      select act.subject, act.what || ' during a ' || x.kind as detail from rg_exclusion x join act
        on act.member_id = x.member_id and act.created_at >= x.since + ${TOLERANCE}
        and (x.until is null or act.created_at < x.until - ${TOLERANCE})`,
  ],
]
