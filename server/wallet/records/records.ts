import { sql, type SQL } from 'drizzle-orm'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { ORDER_KINDS } from '#protocol/wallet/order-states.ts'
import { POSTING_TYPES } from '#protocol/wallet/records.ts'
import type { Database } from '../../database/database.ts'
import { BATCH_ROWS } from '../../database/prune.ts'
import { newestInWindows } from '../../database/steps.ts'
import { firstUuidOf, timeOfUuid } from '../../database/uuid-v7.ts'
import { isoOf, nthOrderTime } from '../orders/order-rows.ts'
import { accountsOf, IS_MOVE, movesOf } from './moves.ts'

type Filter = RequestOf<'dealRecord.all'>
type Page = DataOf<'dealRecord.all'>
type Row = Omit<Page['list'][number], 'createdAt' | 'updatedAt'> & {
  readonly at: string
  readonly updatedAt: string
}

const PAGE = 20

const KINDS: readonly string[] = ORDER_KINDS
const POSTINGS: readonly string[] = POSTING_TYPES

/** Everything that moves a balance of the member, newest first (S7.75). Searched in windows of time (decision 199). */
export async function recordsOf({ db }: Pick<Database, 'db'>, memberId: string, filter: Filter): Promise<Page> {
  const before = filter.before === undefined ? null : await placeOf({ db }, memberId, filter.before)
  const first = filter.start ?? null
  const rows = await newestInWindows<Row, number>({
    // `before` excludes the position itself.
    end: earliest(filter.end ?? null, before === null ? null : Date.parse(before.at) + 1),
    limit: PAGE + 1,
    async startOf(end) {
      const start = await windowStart(db, memberId, filter, end)
      return start === null || (first !== null && start <= first) ? null : start
    },
    read: ({ start, end }, limit) =>
      readWindow(db, memberId, { ...filter, start: start ?? filter.start, end: end ?? undefined }, { before, limit }),
  })
  const list = rows.slice(0, PAGE).map(({ at, updatedAt, ...row }) => {
    return { ...row, createdAt: Date.parse(at), updatedAt: Date.parse(updatedAt) }
  })
  return { list, hasMore: rows.length > PAGE }
}

function earliest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other)
}

/** The time from which an account, or the orders of the member, have a batch of rows up to `end`; null if none has. */
async function windowStart(
  db: Database['db'],
  memberId: string,
  { currency }: Filter,
  end: number | null,
): Promise<number | null> {
  const { rows } = await db.execute<{ txId: string | null; at: string | null }>(sql`
    with own as (${accountsOf(memberId, currency)})
    select (
      select e.tx_id from own cross join lateral (
        select e.tx_id from ledger_entry e where e.account_id = own.id
          ${end === null ? sql`` : sql`and e.tx_id < ${firstUuidOf(end)}::uuid`}
        order by e.tx_id desc offset ${BATCH_ROWS} limit 1
      ) e order by e.tx_id desc limit 1
    ) as "txId", (${nthOrderTime(memberId, end)}) as at`)
  const { txId = null, at = null } = rows[0] ?? {}
  return latest(txId === null ? null : timeOfUuid(txId), at === null ? null : Date.parse(at))
}

function latest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other)
}

/** Records of a window, as those of {@link recordsOf}. */
async function readWindow(
  db: Database['db'],
  memberId: string,
  filter: Filter,
  { before, limit }: { readonly before: Place | null; readonly limit: number },
): Promise<Row[]> {
  const past = before === null ? sql`` : sql`and (at, id collate "C") < (${before.at}::timestamptz, ${before.id})`
  const { type, status, start, end, currency, by = 'created' } = filter
  const own = accountsOf(memberId, currency)
  const moves = movesOf(own, newestTransactions(filter, before, limit + 1))
  const { rows } = await db.execute<Row>(sql`
    with ${moves}, made as (${by === 'created' ? createdOrders(memberId, filter, before, limit) : NO_ORDERS}), record as (
      select id, at, type, "orderNo", status, currency, amount, change, fee, account, "updatedAt" from move
      where ${by === 'posted' ? sql`true` : sql`"orderNo" = '' or type = 'fee'`}
      union all select * from made
    )
    select * from record where true ${past}
      ${type === undefined ? sql`` : sql`and type = ${type}`}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${start === undefined ? sql`` : sql`and at >= ${isoOf(start)}::timestamptz`}
      ${end === undefined ? sql`` : sql`and at < ${isoOf(end)}::timestamptz`}
    order by at desc, id collate "C" desc limit ${limit}`)
  return rows
}

/** The position of a record in the list. Ids of postings begin with their time. */
interface Place {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  /** The transaction of a posting; of an order the least id of later transactions. */
  readonly txId: string
}

/** Null for an order that the member does not have: the list begins anew. */
async function placeOf({ db }: Pick<Database, 'db'>, memberId: string, id: string): Promise<Place | null> {
  const [txId = ''] = id.split(':')
  const { rows } = await db.execute<{ at: string }>(
    txId === id
      ? sql`select created_at as at from wallet_order where order_no = ${id} and member_id = ${memberId}`
      : sql`select created_at as at from ledger_tx where id = ${txId}`,
  )
  const at = rows[0]?.at
  if (at === undefined) return null
  return { id, at: isoOf(Date.parse(at)), txId: txId === id ? firstUuidOf(Date.parse(at) + 1) : txId }
}

/**
 * The newest transactions that can be on the page: as many per account as it has places, read in the order of ids. With
 * `offset 0` as in {@link movesOf}.
 */
function newestTransactions(
  { type, status, start, end, by = 'created' }: Filter,
  before: Place | null,
  limit: number,
): SQL {
  // Records without a status are left out.
  const isWanted = by === 'posted' || (status === undefined && (type === undefined || !KINDS.includes(type)))
  return sql`select distinct e.tx_id from own cross join lateral (
      select e.tx_id from ledger_entry e
        cross join lateral (select * from ledger_tx where ledger_tx.id = e.tx_id offset 0) t
        left join lateral (
          select * from wallet_order where t.ref_type = 'wallet_order' and wallet_order.order_no = t.ref_id offset 0
        ) o on true
      where e.account_id = own.id and ${isWanted}::boolean and ${IS_MOVE} and ${transactionsOf(type, by)}
        ${before === null ? sql`` : sql`and e.tx_id <= ${before.txId}::uuid`}
        ${start === undefined ? sql`` : sql`and e.tx_id >= ${firstUuidOf(start)}::uuid`}
        ${end === undefined ? sql`` : sql`and e.tx_id < ${firstUuidOf(end)}::uuid`}
        ${status === undefined ? sql`` : sql`and o.status = ${status}`}
      order by e.tx_id desc limit ${limit}
    ) e order by e.tx_id desc limit ${limit}`
}

/** Condition on a transaction `t` and its order `o`: it has records of this type. */
function transactionsOf(type: Filter['type'], by: 'created' | 'posted'): SQL {
  if (type === undefined) return by === 'posted' ? sql`true` : sql`(o.order_no is null or o.fee > 0)`
  if (type === 'fee') return sql`o.fee > 0`
  if (KINDS.includes(type)) return sql`o.kind = ${type}`
  if (POSTINGS.includes(type)) return sql`t.type = ${type}`
  return sql`o.order_no is null and t.type not in (${sql.join(
    POSTINGS.map((one) => sql`${one}`),
    sql`, `,
  )})`
}

/** The change is the effect of the posting without the fee: what arrives minus what leaves. */
const COLUMNS = sql`order_no as id, created_at as at, kind as type, order_no as "orderNo", status, currency, amount,
  case when settle_tx is null then 0
    else case when target is null then fee else amount end - case when source is null then 0 else amount end
  end as change,
  fee, account_label as account, updated_at as "updatedAt"`

const NO_ORDERS = sql`select ${COLUMNS} from wallet_order where false`

/** Orders at the time of their creation. */
function createdOrders(
  memberId: string,
  { type, status, start, end, currency }: Filter,
  before: Place | null,
  limit: number,
): SQL {
  return sql`select ${COLUMNS} from wallet_order where member_id = ${memberId}
      ${type === undefined ? sql`` : sql`and kind = ${type}`}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${currency === undefined ? sql`` : sql`and currency = ${currency}`}
      ${start === undefined ? sql`` : sql`and created_at >= ${isoOf(start)}::timestamptz`}
      ${end === undefined ? sql`` : sql`and created_at < ${isoOf(end)}::timestamptz`}
      ${before === null ? sql`` : sql`and (created_at, order_no collate "C") < (${before.at}::timestamptz, ${before.id})`}
    order by created_at desc, order_no collate "C" desc limit ${limit}`
}
