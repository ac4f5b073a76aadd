import { sql, type SQL } from 'drizzle-orm'
import { ORDER_KINDS, ORDER_STATES } from '#protocol/wallet/order-states.ts'

/** An invariant and the query of its violations: `subject` and `detail`. */
export type Check = readonly [invariant: string, query: SQL]

/** Every state that is reached with money, as `(kind, status, effect)`. */
const EFFECTS = ORDER_KINDS.flatMap((kind) =>
  ORDER_STATES[kind].transitions
    .filter(({ effect }) => effect === 'settle' || effect === 'release')
    .map(({ to, effect }) => sql`(${kind}::text, ${to}::text, ${effect}::text)`),
)

/** I4 to I6: keys, money and states of orders. The subject is the order, or the key. */
export const ORDER_CHECKS: readonly Check[] = [
  [
    'I4',
    sql`select r.idem_key as subject, 'refused and booked' as detail from ledger_refusal r
      where exists (select from ledger_tx t where t.idem_key = r.idem_key)
        or exists (select from wallet_order o where o.idem_key = r.idem_key)
      union all
      select o.idem_key, 'an order and a posting of another call' from wallet_order o
      join ledger_tx t on t.idem_key = o.idem_key`,
  ],
  [
    'I5',
    sql`select t.ref_id as subject, t.type || ' without its order' as detail from ledger_tx t
      left join wallet_order o on o.order_no = t.ref_id and t.id in (o.reserve_tx, o.settle_tx, o.release_tx)
      where t.ref_type = 'wallet_order' and o.order_no is null
      union all
      select o.order_no, t.type || ' moves ' || e.amount || ', the amount is ' || o.amount from wallet_order o
      join ledger_tx t on t.id in (o.reserve_tx, o.settle_tx, o.release_tx)
      join ledger_entry e on e.tx_id = t.id and e.seq = 1 where e.amount <> -o.amount
      union all
      select o.order_no, 'credited ' || e.amount || ' with a fee of ' || o.fee from wallet_order o
      join ledger_entry e on e.tx_id = o.settle_tx and e.seq = 2 where e.amount <> o.amount - o.fee
      union all
      select o.order_no, 'events end in ' || coalesce(e.to_status, 'nothing') || ', status is ' || o.status
      from wallet_order o left join order_event e on e.order_no = o.order_no and e.version = o.version
      where e.to_status is distinct from o.status
      union all
      select o.order_no, o.version + 1 || ' events expected, ' || count(e.version) || ' found' from wallet_order o
      left join order_event e on e.order_no = o.order_no group by o.order_no having count(e.version) <> o.version + 1`,
  ],
  [
    'I6',
    sql`select order_no as subject, 'reservation settled and released, or neither' as detail from wallet_order
      where settle_tx is not null and release_tx is not null
        or is_final and reserve_tx is not null and settle_tx is null and release_tx is null
      union all
      select o.order_no, 'status ' || o.status || ' without its posting' from wallet_order o
      join (select distinct * from (values ${sql.join(EFFECTS, sql`, `)}) as v(kind, status, effect)) as reached
        on reached.kind = o.kind and reached.status = o.status
      where case reached.effect when 'settle' then o.settle_tx else o.release_tx end is null
      union all
      select coalesce(a.owner_id, o.member_id),
        'locked ' || coalesce(a.balance, 0) || ', reserved ' || coalesce(o.reserved, 0) || ' ' || coalesce(o.currency, a.currency)
      from (select owner_id, currency, balance from account where owner_type = 'member' and kind = 'locked') a
      full join (
        select member_id::text as member_id, currency, sum(amount) as reserved from wallet_order
        where reserve_tx is not null and settle_tx is null and release_tx is null group by 1, 2
      ) o on o.member_id = a.owner_id and o.currency = a.currency
      where coalesce(a.balance, 0) <> coalesce(o.reserved, 0)`,
  ],
]
