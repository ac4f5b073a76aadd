import { expect, test } from '@playwright/test'
import { DAY_MS } from '../../src/protocol/time.ts'
import {
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
  site = await startProduction()
})
test.afterAll(() => site.stop())

const typedDay = (time: number) => new Date(time).toISOString().slice(0, 16)

test('S1.17 an operator creates a sign-in from its form, tries it, starts it and stops it @both @full', async ({
  page,
}) => {
  const problems = await watch(page)
  await setUp(page, site)
  await open(page, '活动')
  await page.getByRole('button', { name: '新建活动' }).click()
  const dialog = page.getByRole('dialog', { name: '新建活动' })
  await dialog.getByLabel('标题').fill('冬季签到')
  await dialog.getByLabel('简介').fill('每天签到领金币')
  await dialog.getByLabel('开始时间').fill(typedDay(Date.now() + DAY_MS))
  await dialog.getByLabel('结束时间').fill(typedDay(Date.now()))
  await dialog.getByLabel('预算').fill('1000')
  await expect(dialog.getByText('结束时间必须晚于开始时间')).toBeVisible()
  await look(page, 'activity-refused')
  await dialog.getByLabel('结束时间').fill(typedDay(Date.now() + 8 * DAY_MS))
  await dialog.getByRole('button', { name: '用昨日会员试算' }).click()
  await expect(dialog.getByText('昨日会员 0 人')).toBeVisible()
  await dialog.getByLabel('原因').fill('新活动')
  await look(page, 'activity-draft')
  await dialog.getByRole('button', { name: '新建活动' }).click()
  for (const [name, state] of [
    ['启动', '未开始'],
    ['停止', '已停止'],
  ] as const) {
    const row = page.getByRole('row', { name: /冬季签到/ })
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await row.getByRole('button', { name, exact: true }).click()
    const question = page.getByRole('dialog')
    // oxlint-disable-next-line no-await-in-loop -- as above
    await question.getByLabel('原因').fill('按计划')
    // oxlint-disable-next-line no-await-in-loop -- as above
    await question.getByRole('button', { name, exact: true }).click()
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect(row.getByText(state)).toBeVisible()
  }
  await check(page, 'activities', '活动')
  expect(problems).toEqual([])
})
