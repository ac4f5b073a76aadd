import { expect, test } from '@playwright/test'
import type { Database } from '#server/database/database.ts'
import { Bets } from '#server/sports/bets.ts'
import { Book } from '#server/sports/book.ts'
import { betWorld, oddsOf } from '../server/sports/sports-support.ts'
import { creditVenue } from '../server/sports/sports-world.ts'
import { newKey, signInMemberWith } from '../support/ledger-members.ts'
import {
  act,
  check,
  look,
  needProduction,
  open,
  type ProductionSite,
  setUp,
  startProduction,
  watch,
} from './support/console.ts'

let site: ProductionSite

needProduction()
test.beforeAll(async () => {
  site = await startProduction({}, placeBets)
})
test.afterAll(() => site.stop())

/** A single and a 串关 of a member on the matches `m1` and `m2`. */
async function placeBets(database: Database): Promise<void> {
  const world = betWorld(['m1', 'm2'], Date.now())
  for (const id of ['m1', 'm2']) world.set({ odds: oddsOf(1_800) }, id)
  const book = new Book({ matches: world.matches, now: Date.now, onError: () => undefined })
  const rates = { rate: () => Promise.resolve(null), exclusionCode: () => Promise.resolve(0) }
  const bets = new Bets({ database, book, now: Date.now, ...rates })
  const memberId = await signInMemberWith(database, 0)
  await creditVenue(database, memberId, 500_00)
  for (const ids of [['m1'], ['m1', 'm2']]) {
    const legs = ids.map((id) => ({ selection: `${id}.winner.0.home`, price: 1_800 }))
    // oxlint-disable-next-line no-await-in-loop -- in order
    const placed = await bets.place({
      memberId,
      currency: 'CNY',
      stake: 40_00,
      legs,
      accept: 'none',
      idempotencyKey: newKey(),
    })
    if (!placed.ok) throw new Error(`${placed.code}`)
  }
}

test('Annex E.7 an operator decides a market, releases it, settles by scores, voids a bet, and reads it in the audit log @both @full', async ({
  page,
}) => {
  const problems = await watch(page)
  await setUp(page, site)
  await open(page, '注单')
  await check(page, 'bets', '注单与结算')
  await page.getByRole('row', { name: /灯塔/ }).last().getByRole('button', { name: '查看注单' }).click()
  await check(page, 'bets-of-match', '灯塔 – 礁石')
  // The older one of both; the other is a 串关, which keeps a leg that is open.
  const single = page.getByRole('row').filter({ hasText: '独赢 灯塔 @1.80' }).last()
  const combined = page.getByRole('row').filter({ hasText: '独赢 灯塔 @1.80' }).first()
  await expect(combined).toContainText('灯塔 – 礁石 独赢 灯塔 @1.80')
  const expectState = (state: string) => expect(single.getByText(state, { exact: true })).toBeVisible()
  await expectState('未结')

  const settle = single.getByRole('button', { name: '人工结算盘口' })
  await settle.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('原因').fill('数据源有误')
  await expect(dialog.getByRole('button', { name: '人工结算盘口' })).toBeDisabled()
  await dialog.getByRole('button', { name: '取消' }).click()
  await act(page, '人工结算盘口', { 赢的选项: '礁石', 原因: '数据源有误' }, { button: settle })
  await expectState('输')
  await look(page, 'bets-decided')

  await act(page, '解除', { 原因: '录入有误' }, { button: page.getByRole('button', { name: '解除 独赢（礁石）' }) })
  await expectState('未结')
  await act(page, '按录入的比分结算', { 比赛状态: '已结束', 各节比分: '1:0 1:1', 原因: '按官方赛果' })
  await expectState('赢')
  await expect(page.getByText('root 录入：1:0 1:1')).toBeVisible()
  await act(page, '作废注单', { 原因: '误操作' }, { button: single.getByRole('button', { name: '作废注单' }) })
  await expectState('已作废')
  await check(page, 'bets-settled', '灯塔 – 礁石')

  await open(page, '操作日志')
  for (const reason of ['数据源有误', '录入有误', '按官方赛果', '误操作']) {
    // oxlint-disable-next-line no-await-in-loop -- in order
    await expect(page.getByText(reason).first()).toBeVisible()
  }
  expect(problems).toEqual([])
})
