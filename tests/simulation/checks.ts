import { type SQL, sql } from 'drizzle-orm'
import { CODES } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { DrizzleDatabase } from '#server/database/database.ts'
import { type Difference, reconcile } from '#server/wallet/reconcile.ts'
import { idsOf, type KeyedCall } from './simulated-member.ts'

/** What `npm run reconcile` does not check, because it does not know what the members have asked. */
const MORE: readonly (readonly [invariant: string, query: SQL])[] = [
  [
    'I2',
    sql`select t.id::text as subject, t.type || ' has ' || count(e.tx_id) || ' entries, sum ' || coalesce(sum(e.amount), 0)
        as detail
      from ledger_tx t left join ledger_entry e on e.tx_id = t.id group by t.id
      having count(e.tx_id) < 2 or sum(e.amount) <> 0`,
  ],
  [
    'I4',
    sql`select r.idem_key as subject, 'a refused key has a posting' as detail
      from ledger_refusal r join ledger_tx t on t.idem_key = r.idem_key`,
  ],
  [
    'I8',
    sql`select ref_id as subject, 'paid ' || count(*) || ' times' as detail from ledger_tx
      where ref_type = 'claim' group by ref_id having count(*) > 1
      union all
      select activity_id || ' ' || member_id || ' ' || cycle, count(*) || ' parts' from activity_state
      group by activity_id, member_id, cycle having count(*) > 1`,
  ],
  [
    // Final states of orders have no event after them.
    'I6',
    sql`select e.order_no as subject, e.event || ' after the order was final' as detail
      from order_event e join wallet_order o on o.order_no = e.order_no
      where o.is_final and e.version > o.version`,
  ],
]

/** Tables with a row per successful call. */
const COUNTED: readonly (readonly [names: readonly EndpointName[], rows: SQL])[] = [
  [['gift.reward'], sql`select member_id, id::text as id from gift_order`],
  [['bet.place'], sql`select member_id, id::text as id from bet`],
  [['table.bet'], sql`select member_id, id::text as id from table_bet`],
  [['gameRound.start'], sql`select member_id, id::text as id from game_round`],
  [['points.exchange'], sql`select member_id, id::text as id from points_order`],
  [['soccerLottery.draw'], sql`select member_id, id::text as id from soccer_draw`],
  [
    ['pay.create', 'usdt.pay'],
    sql`select member_id, order_no as id from wallet_order where kind in ('deposit', 'speedDeposit')`,
  ],
  [
    ['withdraw.create', 'fastWithdraw.create'],
    sql`select member_id, order_no as id from wallet_order where kind in ('withdraw', 'fastWithdraw')`,
  ],
]

/** Checks the money of the whole database against the invariants and against what the members know. */
export async function checkMoney(db: DrizzleDatabase, calls: readonly KeyedCall[]): Promise<Difference[]> {
  const found = await reconcile(db)
  for (const [invariant, query] of MORE) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const { rows } = await db.execute<{ subject: string; detail: string }>(query)
    found.push(...rows.map(({ subject, detail }) => ({ invariant, subject, detail })))
  }
  for (const [names, rows] of COUNTED) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    found.push(
      ...(await countedDifferences(
        db,
        rows,
        calls.filter(({ name }) => names.includes(name)),
      )),
    )
  }
  return found
}

/** I4: each successful call has exactly one row, with the id of its response. A call that failed has no row. */
async function countedDifferences(db: DrizzleDatabase, query: SQL, calls: readonly KeyedCall[]): Promise<Difference[]> {
  const members = new Set(calls.map(({ member }) => member.memberId))
  const { rows } = await db.execute<{ member_id: string; id: string }>(query)
  const stored = new Set(rows.filter(({ member_id }) => members.has(member_id)).map(({ id }) => id))
  const found: Difference[] = []
  for (const { name, key, outcome } of calls) {
    if (outcome?.code !== CODES.SUCCESS) continue
    const id = idsOf(outcome.data).split(' ')[0] ?? ''
    if (!stored.delete(id))
      found.push({ invariant: 'I4', subject: key, detail: `${name} ${id} is stored 0 or 2 times` })
  }
  const names = [...new Set(calls.map(({ name }) => name))].join(', ')
  for (const id of stored) found.push({ invariant: 'I4', subject: id, detail: `${names}: no call has this result` })
  return found
}

/** A message that a member has sent to a room. */
export interface Said {
  readonly chatRoomNo: string
  readonly cid: string
  readonly at: number
  /** Id of its entry; null while the member does not know whether it was posted. */
  id: string | null
}

/** Entries of a room as a viewer got them, by sequence number. */
export type SeenRoom = Map<number, string>

/** No entry of a room is lost, doubled or out of order, for viewers and for those who sent it. */
export async function checkFeed(
  db: DrizzleDatabase,
  { said, seen }: { readonly said: readonly Said[]; readonly seen: ReadonlyMap<string, SeenRoom> },
): Promise<Difference[]> {
  const found: Difference[] = []
  for (const [chatRoomNo, entries] of seen) {
    const add = (detail: string) => found.push({ invariant: 'feed', subject: chatRoomNo, detail })
    const first = Math.min(...entries.keys())
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const { rows } = await db.execute<{ seq: number; id: string; cid: string | null }>(sql`
      select seq, id, json::jsonb->>'cid' as cid from room_entry where chat_room_no = ${chatRoomNo} and seq >= ${first}
      order by epoch, seq`)
    const oldest = rows[0]?.seq ?? Infinity
    rows.forEach(({ seq, id }, index) => {
      if (index > 0 && seq !== (rows[index - 1]?.seq ?? 0) + 1) add(`${seq} follows ${rows[index - 1]?.seq}`)
      if (entries.get(seq) !== id) add(`a viewer got ${entries.get(seq) ?? 'nothing'} instead of ${id} at ${seq}`)
    })
    const stored = new Set(rows.map(({ seq }) => seq))
    for (const [seq, id] of entries) if (seq >= oldest && !stored.has(seq)) add(`${id} was shown and is not stored`)
    for (const one of said.filter((message) => message.chatRoomNo === chatRoomNo)) {
      const posted = rows.filter(({ cid }) => cid === one.cid)
      if (posted.length > 1) add(`${one.cid} was posted ${posted.length} times`)
      // Old entries are deleted.
      if (one.id !== null && oldest <= first && posted[0]?.id !== one.id) add(`${one.cid} ${one.id} is not stored`)
    }
  }
  return found
}
