import { sql } from 'drizzle-orm'
import type { Check } from './order-checks.ts'

/** Activities: what their rows say against what was posted. The subject is the activity, the part or the posting. */
export const ACTIVITY_CHECKS: readonly Check[] = [
  [
    'I8',
    sql`select a.id as subject, 'budget ' || a.budget || ', claimed ' || coalesce(p.claimed, 0) || ', on the account ' ||
        coalesce(b.balance, 0) as detail
      from activity a
        left join account b on b.owner_type = 'bonus' and b.owner_id = 'activity:' || a.id and b.currency = a.currency
        left join (select activity_id, sum(amount) filter (where status = 'claimed') as claimed, sum(amount) as promised
          from activity_state group by activity_id) p on p.activity_id = a.id
      where a.reserved <> coalesce(p.promised, 0) or coalesce(b.balance, 0) <>
        case a.status when 'draft' then 0 else a.budget - coalesce(p.claimed, 0) end
      union all
      select s.activity_id || ' ' || s.member_id || ' ' || s.cycle, 'claimed ' || s.amount || ', posted ' ||
        coalesce(e.amount, 0)
      from activity_state s left join ledger_entry e on e.tx_id = s.claim_tx and e.amount > 0
      where s.status = 'claimed' and coalesce(e.amount, 0) <> s.amount
      union all
      select t.id::text, t.type || ' without its part' from ledger_tx t
        left join activity_state s on s.claim_tx = t.id
      where t.type = 'activity' and s.claim_tx is null
      union all
      select r.activity_id || ' ' || r.round, 'taken ' || r.taken || ', parts ' || coalesce(p.parts, 0) || ', wrong ' ||
        coalesce(p.wrong, 0)
      from red_rain_round r left join (
        select s.activity_id, s.cycle, count(distinct s.data->>'packet') as parts,
          count(*) filter (where s.amount is distinct from o.packets[(s.data->>'packet')::integer]) as wrong
        from activity_state s join red_rain_round o on o.activity_id = s.activity_id and o.round = s.cycle
        group by s.activity_id, s.cycle
      ) p on p.activity_id = r.activity_id and p.cycle = r.round
      where r.taken <> coalesce(p.parts, 0) or coalesce(p.wrong, 0) > 0`,
  ],
]
