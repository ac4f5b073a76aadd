import { sql } from 'drizzle-orm'
import type { Check } from './order-checks.ts'

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
