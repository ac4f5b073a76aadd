import { sql } from 'drizzle-orm'
import { POOL_SHARE } from '#protocol/games/bonus-pool.ts'
import type { Check } from './order-checks.ts'

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
