import { sql } from 'drizzle-orm'
import type { Check } from './order-checks.ts'

/** Bets: what their rows say against what was posted. The subject is the bet, the posting or the quote. */
export const BET_CHECKS: readonly Check[] = [
  [
    'E.7',
    sql`select b.id::text as subject,
        'stake ' || b.stake || ', returned ' || b.returned || ', posted ' || coalesce(sum(e.amount), 0) as detail
      from bet b left join bet_posting p on p.bet_id = b.id and p.tx_id is not null
        left join ledger_entry e on e.tx_id = p.tx_id and e.account_id = b.account_id
      group by b.id having coalesce(sum(e.amount), 0) <> b.returned - b.stake
      union all
      select b.id::text, 'its changes are ' || coalesce(sum(p.change), 0) from bet b left join bet_posting p on p.bet_id = b.id
      group by b.id having coalesce(sum(p.change), 0) <> b.returned - b.stake
      union all
      select t.id::text, t.type || ' without its bet' from ledger_tx t left join bet_posting p on p.tx_id = t.id
      where t.ref_type = 'bet' and p.bet_id is null
      union all
      select id::text, state || ' returns ' || returned - owed from bet where case
        when state in ('pending', 'accepted', 'lost') and not exists (
          select from bet_leg l where l.bet_id = bet.id and l.result is distinct from 'lost' and bet.state = 'lost'
        ) then returned - owed <> 0
        when state in ('rejected', 'refunded', 'cancelled') then returned - owed <> stake
        when state = 'won' then returned - owed <= stake
        else returned - owed > max_return end
      union all
      select id::text, 'stake of another amount' from bet b where not exists (
        select from ledger_entry e where e.tx_id = b.stake_tx and e.account_id = b.account_id and e.amount = -b.stake
      )
      union all
      select q.id::text, 'paid ' || coalesce(p.change, 0) || ' of ' || q.amount from cash_out_quote q
      left join bet_posting p on p.tx_id = q.used_tx and p.bet_id = q.bet_id and p.kind = 'cash-out'
      where q.used_tx is not null and p.change is distinct from q.amount`,
  ],
]
