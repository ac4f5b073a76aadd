import { sql } from 'drizzle-orm'
import type { Check } from './order-checks.ts'

/** Conversions and interest: their tables compared with the postings. */
export const FUND_CHECKS: readonly Check[] = [
  [
    // A quote is used by at most one posting, which has both legs. The subject is the quote.
    'S7.69',
    sql`select t.ref_id as subject, 'posted ' || count(*) || ' times' as detail from ledger_tx t
      where t.type = 'convert' and t.ref_type = 'usdt_quote' group by t.ref_id having count(*) > 1
      union all
      select t.ref_id, 'posted, but the quote is not used' from ledger_tx t
      left join usdt_quote q on q.id::text = t.ref_id and q.used_tx = t.id
      where t.type = 'convert' and t.ref_type = 'usdt_quote' and q.id is null
      union all
      select q.id::text, 'used by the posting of something else' from usdt_quote q left join ledger_tx t
        on t.id = q.used_tx and t.type = 'convert' and t.ref_type = 'usdt_quote' and t.ref_id = q.id::text
      where q.used_tx is not null and t.id is null
      union all
      select q.id::text, 'the legs are not ' || q.amount || ' and ' || q.receive from usdt_quote q
      join ledger_entry e on e.tx_id = q.used_tx join account a on a.id = e.account_id
      group by q.id having count(*) <> 4
        or count(*) filter (where a.owner_type = 'member' and a.owner_id = q.member_id::text and a.kind = 'main'
          and case when a.currency = q.from_currency then e.amount = -q.amount else e.amount = q.receive end) <> 2
        or count(*) filter (where a.owner_type = 'house' and a.owner_id = 'exchange'
          and case when a.currency = q.from_currency then e.amount = q.amount else e.amount = -q.receive end) <> 2`,
  ],
  [
    // The subject is member, currency and site day.
    'E.6',
    sql`with day as (
        select *, member_id || ':' || currency || ':' || day as subject, coalesce(lag(carried_micro) over own, 0) as before
        from interest_day window own as (partition by member_id, currency order by day)
      )
      select subject, 'paid ' || paid || ' and carried ' || carried_micro || ' of ' || before || ' + ' || least || ' x '
        || daily_ppm as detail
      from day where paid::numeric * 1000000 + carried_micro <> before + least::numeric * daily_ppm
      union all
      select d.subject, 'paid ' || d.paid || ', posted ' || coalesce(sum(e.amount), 0) from day d
      left join ledger_tx t on t.id = d.tx_id and t.type = 'interest' and t.ref_id = d.subject
      left join (ledger_entry e join account a on a.id = e.account_id and a.owner_type = 'member' and a.kind = 'interest')
        on e.tx_id = t.id and a.owner_id = d.member_id::text and a.currency = d.currency
      group by d.subject, d.paid having coalesce(sum(e.amount), 0) <> d.paid
      union all
      select t.ref_id, 'posted without its day' from ledger_tx t left join interest_day d on d.tx_id = t.id
      where t.type = 'interest' and d.tx_id is null
      union all
      select p.member_id || ':' || p.currency, 'carries ' || p.carried_micro || ', its last day '
        || coalesce(d.carried_micro, 0)
      from interest_position p left join lateral (
        select carried_micro, day from interest_day d where d.member_id = p.member_id and d.currency = p.currency
        order by day desc limit 1
      ) d on true
      where p.carried_micro <> coalesce(d.carried_micro, 0) or d.day > p.last_day`,
  ],
]
