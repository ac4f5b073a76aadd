import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { CURRENCIES, type CurrencyCode } from '#protocol/currency.ts'
import { type DataOf, ENDPOINTS, type RequestOf } from '#protocol/endpoints/table.ts'
import { siteDateOf } from '#protocol/time.ts'
import { periodStart } from '#protocol/wallet/limits.ts'
import type { Database } from '#server/database/database.ts'
import { recordsOf } from '#server/wallet/records/records.ts'
import { statementOf } from '#server/wallet/records/statement.ts'

type Filter = Omit<RequestOf<'dealRecord.all'>, 'before'>
export type DealRecord = DataOf<'dealRecord.all'>['list'][number]
type Statement = DataOf<'responsible.statement'>

/** All pages of the records of a member. */
export async function allRecords(store: Database, memberId: string, filter: Filter = {}): Promise<DealRecord[]> {
  const records: DealRecord[] = []
  for (;;) {
    const before = records.at(-1)?.id
    const request = ENDPOINTS['dealRecord.all'].request.parse({ ...filter, ...(before !== undefined && { before }) })
    // oxlint-disable-next-line no-await-in-loop -- a page begins after the last record of the one before
    const { list, hasMore } = ENDPOINTS['dealRecord.all'].data.parse(await recordsOf(store, memberId, request))
    records.push(...list)
    if (!hasMore) return records
    expect(list).toHaveLength(20)
  }
}

/** Sums and counts of the records that changed the balance, by type, as a statement has them. */
function linesOf(records: readonly DealRecord[], currency: CurrencyCode) {
  const lines = new Map<string, { type: string; amount: number; count: number }>()
  for (const record of records) {
    if (record.currency !== currency || record.change === 0) continue
    const { amount, count } = lines.get(record.type) ?? { amount: 0, count: 0 }
    lines.set(record.type, { type: record.type, amount: amount + record.change, count: count + 1 })
  }
  return [...lines.values()].sort((a, b) => (a.type < b.type ? -1 : 1))
}

async function balancesOf(store: Database, memberId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await store.db.execute<{ currency: string; sum: number }>(sql`
    select currency, sum(balance)::bigint as sum from account
    where owner_type = 'member' and owner_id = ${memberId} group by currency`)
  return new Map(rows.map(({ currency, sum }) => [currency, sum]))
}

/**
 * Records, statements and balances of a member say the same: the changes of all records add up to the balances, and each
 * statement has the changes of its time and the balances before and after.
 */
export async function expectRecordsAgree(store: Database, memberId: string, now: number): Promise<void> {
  const balances = await balancesOf(store, memberId)
  const created = await allRecords(store, memberId)
  const posted = await allRecords(store, memberId, { by: 'posted' })
  for (const records of [created, posted]) {
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length)
    const places = records.map(({ createdAt, id }) => `${String(createdAt).padStart(15, '0')} ${id}`)
    expect(places).toEqual([...places].sort().reverse())
  }
  for (const currency of Object.keys(CURRENCIES) as CurrencyCode[]) {
    for (const records of [created, posted]) {
      const sum = records.reduce((total, one) => total + (one.currency === currency ? one.change : 0), 0)
      expect(sum, `sum of the changes in ${currency}`).toBe(balances.get(currency) ?? 0)
    }
    expect(linesOf(created, currency)).toEqual(linesOf(posted, currency))
  }
  let earlier: Statement | null = null
  const oldest = posted.at(-1)?.createdAt ?? now
  const months = [periodStart('month', now)]
  while ((months[0] ?? 0) > oldest) months.unshift(periodStart('month', (months[0] ?? 0) - 1))
  for (const period of [...months.map((time) => siteDateOf(time).slice(0, 7)), '24h', '12m'] as const) {
    const request = ENDPOINTS['responsible.statement'].request.parse({ period })
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const statement: Statement = await statementOf(store, memberId, { ...request, now })
    const { start, end } = ENDPOINTS['responsible.statement'].data.parse(statement)
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const rows = await allRecords(store, memberId, { by: 'posted', start, end: end === now ? end + 1 : end })
    for (const { currency, opening, closing, lines } of statement.currencies) {
      expect(lines, `${period} ${currency}`).toEqual(linesOf(rows, currency))
      expect(lines.reduce((sum, { amount }) => sum + amount, opening)).toBe(closing)
      if (end === now) expect(closing).toBe(balances.get(currency) ?? 0)
      const before: Statement['currencies'][number] | undefined = earlier?.currencies.find(
        (one) => one.currency === currency,
      )
      if (before && earlier?.end === start) expect(opening).toBe(before.closing)
    }
    earlier = statement
  }
}
