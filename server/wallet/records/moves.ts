import { sql, type SQL } from 'drizzle-orm'
import { POSTING_TYPES } from '#protocol/wallet/records.ts'

/** Moves money within the accounts of the member, until the order is settled or released. It is no record of its own. */
const RESERVATIONS = ['wallet-reserve', 'wallet-release'] as const

const textList = (texts: readonly string[]): SQL =>
  sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )

/** Condition on a transaction `t`: it is a move. */
export const IS_MOVE = sql`t.type not in (${textList(RESERVATIONS)})`

/**
 * The one definition of what moves the balances of a member, as CTEs `posting` and `move`. A move is the effect of one
 * transaction in one currency, summed over the accounts of the member, so that movements between them are 0. The fee of an
 * order is a move of its own. Each transaction is found by its key, also if the planner expects many: `offset 0` forbids a
 * join that reads the whole ledger (decision 199).
 *
 * @param own query of accounts of one member: `id`, `currency`
 * @param chosen query of the ids of the transactions, `tx_id`
 */
export function movesOf(own: SQL, chosen: SQL): SQL {
  return sql`own as (${own}), chosen as (${chosen}), posting as (
      select t.id as tx_id, t.type, t.created_at as at, own.currency, sum(e.amount)::bigint as change,
        max(abs(e.amount))::bigint as amount, o.order_no, o.kind, o.status, o.amount as order_amount,
        coalesce(o.fee, 0) as fee, o.account_label as account, o.updated_at
      from chosen
        cross join lateral (select * from ledger_tx where ledger_tx.id = chosen.tx_id offset 0) t
        cross join lateral (select * from ledger_entry where ledger_entry.tx_id = t.id offset 0) e
        join own on own.id = e.account_id
        left join lateral (
          select * from wallet_order where t.ref_type = 'wallet_order' and wallet_order.order_no = t.ref_id offset 0
        ) o on true
      where ${IS_MOVE}
      group by t.id, t.type, t.created_at, own.currency,
        o.order_no, o.kind, o.status, o.amount, o.fee, o.account_label, o.updated_at
    ), move as (
      select tx_id || ':' || currency as id, at,
        coalesce(kind, case when type in (${textList(POSTING_TYPES)}) then type else 'other' end) as type,
        coalesce(order_no, '') as "orderNo", coalesce(status, '') as status, currency,
        coalesce(order_amount, amount) as amount, change + fee as change, fee, coalesce(account, '') as account,
        coalesce(updated_at, at) as "updatedAt"
      from posting
      union all
      select tx_id || ':' || currency || ':fee', at, 'fee', order_no, '', currency, fee, -fee, 0, '', at
      from posting where fee > 0
    )`
}

/** Query of the money accounts of a member. Points are no money: their records are those of the club. */
export function accountsOf(memberId: string, currency?: string): SQL {
  const one = currency === undefined ? sql`` : sql`and currency = ${currency}`
  return sql`select id, currency, balance from account where owner_type = 'member' and owner_id = ${memberId}
    and currency <> 'POINT' ${one}`
}
