import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { Ledger } from '#server/wallet/ledger/ledger.ts'
import { openDatabase } from '#server/database/open.ts'
import type { KillReport } from './kill-child.ts'
import { expectInvariants } from './ledger.ts'
import { silentLog } from './logs.ts'

const FIRST_COINS = 100_000

/**
 * Kills a process with SIGKILL during postings and roll-ups and checks its database: every confirmed gift is posted
 * once, an unconfirmed one at most once, and repeating either yields one posting. The ranking of members whose postings
 * are rolled up is what they spent.
 */
export async function killAndCheck(folder: string, killAfter: number): Promise<void> {
  const reports: KillReport[] = []
  const child = fork(fileURLToPath(new URL('kill-child.mjs', import.meta.url)), [folder], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Unlike 'exit', 'close' comes after the last message.
  const closed = once(child, 'close')
  child.on('message', (report: KillReport) => {
    reports.push(report)
    const count = (kind: KillReport['kind']) => reports.filter((earlier) => earlier.kind === kind).length
    if (count('confirmed') >= killAfter && count('rolled up') > 0) child.kill('SIGKILL')
  })
  const [code, signal] = (await closed) as [number | null, string | null]
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' })

  const members = reports.flatMap((report) => report.members ?? [])
  const asked = reports.filter(({ kind }) => kind === 'asked')
  const confirmed = new Map(reports.filter(({ kind }) => kind === 'confirmed').map(({ key, order }) => [key, order]))
  expect(asked.length).toBeGreaterThan(confirmed.size)

  const store = await openDatabase({ dataDirectory: folder, log: silentLog })
  try {
    await expectInvariants(store)
    const { rows } = await store.db.execute<{ key: string; orders: number; order: string }>(sql`
      select split_part(idem_key, ':', 2) as key, count(*)::int as orders, min(id::text) as order
      from gift_order where member_id::text = any(${sql.param(members)}::text[]) group by 1`)
    const found = new Map(rows.map((row) => [row.key, row]))
    for (const [key, order] of confirmed) expect(found.get(key ?? '')).toEqual({ key, orders: 1, order })
    for (const { orders } of rows) expect(orders).toBe(1)

    const ledger = new Ledger(store, { now: Date.now })
    for (const { key = '', memberId = '', count = 0 } of asked) {
      const again = await ledger.sendGift({
        memberId,
        anchorRoomId: 'kill',
        chatRoomNo: 'kill',
        giftId: 1,
        count,
        comboId: 'combo-kill',
        idempotencyKey: key,
      })
      expect(again).toMatchObject({ ok: true, data: { isReplay: found.has(key) } })
      if (confirmed.has(key)) expect(again).toMatchObject({ data: { giftOrderNo: confirmed.get(key) } })
    }
    for (const member of members) {
      const spent = asked.filter(({ memberId }) => memberId === member).reduce((sum, { count = 0 }) => sum + count, 0)
      expect(await ledger.coinBalance(member)).toBe(FIRST_COINS - spent)
    }
    const crowd = reports.flatMap((report) => report.crowd ?? [])
    const given = new Map(
      (await ledger.ranking('kill-crowd', 0, 1_000)).map(({ memberId, total }) => [memberId, total]),
    )
    for (const member of crowd) {
      expect(await ledger.coinBalance(member)).toBe(FIRST_COINS - (given.get(member) ?? 0))
    }
    await expectInvariants(store)
  } finally {
    await store.close()
  }
}
