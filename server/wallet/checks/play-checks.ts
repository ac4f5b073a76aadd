import { sql } from 'drizzle-orm'
import type { Check } from './order-checks.ts'
import { POOL_SHARE } from '#protocol/games/bonus-pool.ts'

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

/** Rounds and bonus pools: what their rows say against what was posted. The subject is the round, the posting or the pool. */
export const ROUND_CHECKS: readonly Check[] = [
  [
    'S7.64',
    sql`select r.id::text as subject, 'staked ' || r.staked || ', paid ' || coalesce(r.payout, 0) + r.pool_paid ||
        ', posted ' || coalesce(sum(e.amount), 0) as detail
      from game_round r left join game_posting p on p.round_id = r.id
        left join ledger_entry e on e.tx_id = p.tx_id and e.account_id = r.account_id and e.amount = p.change
      group by r.id having coalesce(sum(e.amount), 0) <> coalesce(r.payout, 0) + r.pool_paid - r.staked
        or coalesce(-sum(p.change) filter (where p.kind in ('stake', 'raise')), 0) <> r.staked
      union all
      select r.id::text, r.steps || ' steps and ' || count(m.step) || ' moves' from game_round r
        left join game_move m on m.round_id = r.id
      group by r.id having count(m.step) <> r.steps or max(m.step) <> r.steps - 1
      union all
      select t.id::text, t.type || ' without its round' from ledger_tx t left join game_posting p on p.tx_id = t.id
      where t.ref_type = 'round' and p.round_id is null`,
  ],
  [
    'S7.63',
    sql`select p.pool || ' ' || p.currency as subject, 'balance ' || coalesce(a.balance, 0) || ', filled ' || p.filled ||
        ', paid ' || p.paid || ' of ' || p.staked as detail
      from game_pool p left join account a on a.owner_type = 'bonus' and a.owner_id = p.pool and a.currency = p.currency
      where coalesce(a.balance, 0) <> p.filled - p.paid or p.filled * 1000000 + p.rest <> p.staked * ${POOL_SHARE}
        or p.staked <> (
          select coalesce(sum(r.staked), 0) from game_round r where r.pool = p.pool and r.currency = p.currency
        )
        or p.paid <> (
          select coalesce(sum(r.pool_paid), 0) from game_round r where r.pool = p.pool and r.currency = p.currency
        )`,
  ],
]

/** Rounds of remote venues: their rows compared with the postings. The subject is the venue and the round. */
export const REMOTE_ROUND_CHECKS: readonly Check[] = [
  [
    'S7.64',
    sql`select r.venue || ':' || r.round_id as subject, 'posted ' || coalesce(sum(e.amount), 0) || ' of '
        || r.returned - r.staked as detail
      from remote_round r left join account a on a.owner_type = 'member' and a.owner_id = r.member_id::text
        and a.currency = r.currency and a.kind = 'venue:' || r.venue
      left join ledger_entry e on e.tx_id in (r.stake_tx, r.return_tx) and e.account_id = a.id
      where r.posted_at is not null
      group by r.venue, r.round_id having coalesce(sum(e.amount), 0) <> r.returned - r.staked
      union all
      select t.ref_id, t.type || ' without its round' from ledger_tx t
      left join remote_round r on r.venue || ':' || r.round_id = t.ref_id and t.id in (r.stake_tx, r.return_tx)
      where t.ref_type = 'remote_round' and r.round_id is null
      union all
      select venue || ':' || round_id, 'not posted, because the account does not have the stake of ' || staked
      from remote_round where posted_at is null and ended_at < now() - interval '1 day'`,
  ],
]
