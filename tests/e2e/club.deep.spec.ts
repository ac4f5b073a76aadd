import { expect, type Page, test } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { dateOfDay, MINUTE_MS, siteDayOf, timeOfSiteDay } from '../../src/protocol/time.ts'
import { Sportsbook } from '../../server/sports/sportsbook.ts'
import { reconcile } from '../../server/wallet/reconcile.ts'
import { betWorld, oddsOf } from '../server/sports/sports-support.ts'
import { creditVenue } from '../server/sports/sports-world.ts'
import { newKey } from '../support/ledger-members.ts'
import { testLog } from '../support/logs.ts'
import { answer, expectToast, press, registerMember, withoutAnnouncement } from './support/accounts.ts'
import { type ClockedSite, startClockedSite } from './support/clocked-site.ts'
import { callAsPage, needProduction } from './support/console.ts'
import { RoomPage } from './support/room-page.ts'

const PASSWORD = 'Play2026x'
const EID = '2001'
/** A loaded machine needs longer than a viewer would wait. */
const ONLINE_MS = 90_000
const TODAY = siteDayOf(Date.now())
const EVENING = timeOfSiteDay(TODAY, 23 * 60 + 50)
/** In a leap year, so that each day exists. */
const BIRTH_DATE = `1992${dateOfDay(TODAY + 1).slice(4)}`

let site: ClockedSite

needProduction()
test.beforeAll(async () => {
  site = await startClockedSite(EVENING)
})
test.afterAll(() => site.stop())

/** Places two bets of ¥600 before a match, one of which wins, and settles them. */
async function playBets(memberId: string): Promise<void> {
  await creditVenue(site.store, memberId, 1_200_00, { now: site.now() })
  const world = betWorld(['m1'], site.now())
  world.set({ odds: oddsOf(1_800) })
  const limits = { rate: () => Promise.resolve(null), exclusionCode: () => Promise.resolve(0) }
  const sportsbook = new Sportsbook({
    database: site.store,
    matches: world.matches,
    limits,
    log: testLog(),
    now: site.now,
  })
  for (const side of ['home', 'away']) {
    // oxlint-disable-next-line no-await-in-loop -- one account
    const placed = await sportsbook.bets.place({
      memberId,
      currency: 'CNY',
      stake: 600_00,
      legs: [{ selection: `m1.winner.0.${side}`, price: 0 }],
      accept: 'any',
      idempotencyKey: newKey(),
    })
    if (!placed.ok) throw new Error(`a bet was refused: ${placed.code} ${placed.message}`)
  }
  const periods = [[0, 0], [1, 0]] as const // prettier-ignore
  world.set({ clock: { phase: 'ended', phaseStartedAt: site.now() }, homeScore: 1, periods })
  expect(await sportsbook.settlement.settle('m1')).toBe(2)
}

/** All places of all tabs show this number of unread notices, and one number of all unread messages. */
async function expectUnread(pages: readonly Page[], notices: number): Promise<void> {
  const name = notices === 0 ? '通知' : `通知 ${notices}`
  for (const page of pages) {
    // oxlint-disable-next-line no-await-in-loop -- two pages
    await expect(page.getByRole('tab', { name, exact: true })).toBeVisible()
  }
  await expect
    .poll(async () => {
      const titles = await Promise.all(pages.map((page) => page.title()))
      const bells = await Promise.all(
        pages.map((page) => page.getByRole('button', { name: /^消息，\d+ 条未读$/ }).getAttribute('aria-label')),
      )
      const counts = [...titles, ...bells].map((text) => /\d+/.exec(text ?? '')?.[0])
      return new Set(counts).size
    })
    .toBe(1)
}

test('S1.2 S1.16 S1.18 S1.25 S1.27 S1.28 S3.5 S3.10 S3.11 S6.9 S7.82 S7.83 S7.85 S7.86 S7.88 S7.89 S7.90 S7.91 Annex D.5 Annex D.6 Annex E.10 Annex G.6: a member rises a grade by settled bets, claims, exchanges, reads messages in two tabs, gets an answer and becomes an agent whose link registers a friend @both', async ({
  browser,
  page,
  context,
}, { project }) => {
  const size = project.name === 'phone' ? '390' : '1280'
  const [name, friend] = [`club${size}`, `pal${size}`]
  site.setClock(EVENING)
  const { rows } = site
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await withoutAnnouncement(page)
  const visitor = new RoomPage(await (await browser.newContext()).newPage())

  await test.step('settled bets count in the night, and the badge changes in an open room', async () => {
    await page.goto(`${site.url}/register?fromPage=${encodeURIComponent('/app/vip')}`)
    await registerMember(page, name, PASSWORD, BIRTH_DATE)
    await expect(page.getByText('VIP 0', { exact: true })).toBeVisible()
    await playBets(await site.memberIdOf(name))
    const room = new RoomPage(page)
    for (const one of [visitor, room]) {
      // oxlint-disable-next-line no-await-in-loop -- two pages
      await one.page.goto(`${site.url}/app/live/${EID}`)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await one.waitUntilOnline(ONLINE_MS)
    }
    const rowOf = (text: string) => visitor.rows('text').filter({ hasText: text })
    await room.say('开场前')
    await expect(rowOf('开场前')).toBeVisible()
    await expect(rowOf('开场前').getByText('V1', { exact: true })).toHaveCount(0)
    site.setClock(site.now() + 16 * MINUTE_MS)
    const changes = () =>
      rows(sql`select from_grade, to_grade, reason from vip_history h join member m on m.id = h.member_id
      where m.name = ${name}`)
    await expect.poll(changes).toEqual([{ from_grade: 0, to_grade: 1, reason: 'turnover' }])
    await room.say('升级了')
    await expect(rowOf('升级了').getByText('V1', { exact: true })).toBeVisible()
    await expect(rowOf('开场前').getByText('V1', { exact: true })).toHaveCount(0)
    await visitor.page.context().close()
  })

  await test.step('rebate, birthday gift and points', async () => {
    await page.goto(`${site.url}/app/rebate`)
    await expect(page.getByText('¥2.40')).toBeVisible()
    await press(page, /^领取/)
    await expectToast(page, '已领取 ¥2.40')
    await page.goto(`${site.url}/app/vip`)
    await expect(page.getByText('VIP 1', { exact: true })).toBeVisible()
    await press(page, '领取生日礼金')
    await expectToast(page, '已领取 ¥8.00')
    await page.goto(`${site.url}/app/points`)
    await expect(page.locator('[data-points="120"]')).toBeVisible()
    await press(page, '兑换 20 金币')
    await answer(page, '确认兑换')
    await expectToast(page, '已兑换 20 金币')
    await expect(page.locator('[data-points="20"]')).toBeVisible()
  })

  const operator = await site.openConsole(browser)

  await test.step('messages in two tabs', async () => {
    for (const number of [1, 2, 3]) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      const { code } = await callAsPage(operator, 'inbox.send', {
        id: crypto.randomUUID(),
        kind: 'notice',
        audience: { type: 'all' },
        title: `第 ${number} 号通知`,
        content: '今晚维护',
        jumpUrl: '',
        publishAt: null,
        reason: '通知会员',
      })
      expect(code).toBe(0)
    }
    const other = await context.newPage()
    await withoutAnnouncement(other)
    const tabs = [page, other]
    for (const tab of tabs) {
      // oxlint-disable-next-line no-await-in-loop -- two pages
      await tab.goto(`${site.url}/app/messages`)
    }
    await expectUnread(tabs, 3)
    await page.getByRole('link', { name: /第 1 号通知/ }).click()
    await expect(page.getByRole('heading', { name: '第 1 号通知' })).toBeVisible()
    await page.goBack()
    await expectUnread(tabs, 2)
    await press(page, '选择')
    await page.getByRole('checkbox', { name: '选择：第 2 号通知' }).check()
    await press(page, '删除 1 条')
    await expectUnread(tabs, 1)
    await expect(other.getByRole('link', { name: /第 2 号通知/ })).toHaveCount(0)
    await press(page, '撤销')
    await expectUnread(tabs, 2)
    await expect(other.getByRole('link', { name: /第 2 号通知/ })).toBeVisible()
    await other.close()
  })

  await test.step('feedback and its answer', async () => {
    await page.goto(`${site.url}/app/feedback`)
    await page.getByRole('textbox', { name: '内容', exact: true }).fill('希望有夜间模式')
    await press(page, '提交')
    await page.getByRole('link', { name: /希望有夜间模式/ }).click()
    await operator.goto(`${site.url}/console/feedback`)
    await press(operator, '回复')
    await operator.getByRole('textbox', { name: '回复内容' }).fill('下个版本会有')
    await answer(operator, '回复')
    await expect(page.getByText('下个版本会有')).toBeVisible()
  })

  const link = await test.step('an approved agent has a link', async () => {
    await page.goto(`${site.url}/app/agent`)
    await page.getByRole('textbox', { name: '联系方式' }).fill('wx-club')
    await page.getByRole('textbox', { name: '推广渠道' }).fill('朋友圈')
    await press(page, '提交申请')
    await operator.goto(`${site.url}/console/agents`)
    await press(operator, '通过')
    await operator.getByRole('textbox', { name: '原因' }).fill('资料齐全')
    await answer(operator, '通过')
    await expect(page.getByText('还没有邀请到会员')).toBeVisible()
    const shown =
      (await page
        .getByText(/i_code=/)
        .first()
        .textContent()) ?? ''
    return /http\S+/.exec(shown)?.[0] ?? ''
  })

  await test.step('a friend registers by the link', async () => {
    const own = await (await browser.newContext()).newPage()
    await withoutAnnouncement(own)
    await own.goto(link)
    await expect.poll(() => own.evaluate(() => localStorage.getItem('i_code'))).not.toBeNull()
    await own.goto(`${site.url}/register`)
    await registerMember(own, friend, PASSWORD)
    await expect.poll(() => site.memberIdOf(friend)).not.toBe('')
    await own.context().close()
    await page.reload()
    await expect(page.getByText('第 1 位')).toBeVisible()
    expect(await page.getByRole('main').textContent()).not.toContain(friend)
  })

  await test.step('the ledger has each amount once', async () => {
    const posted = await rows(sql`
      select t.type, a.currency, count(*)::int as count, sum(e.amount)::int as amount
      from ledger_entry e join ledger_tx t on t.id = e.tx_id join account a on a.id = e.account_id
      where a.owner_type = 'member' and a.owner_id = ${await site.memberIdOf(name)}
        and t.type in ('rebate', 'birthday', 'points', 'points-exchange') group by 1, 2 order by 1, 2`)
    expect(posted).toEqual([
      { type: 'birthday', currency: 'CNY', count: 1, amount: 8_00 },
      { type: 'points', currency: 'POINT', count: 1, amount: 120 },
      { type: 'points-exchange', currency: 'COIN', count: 1, amount: 20 },
      { type: 'points-exchange', currency: 'POINT', count: 1, amount: -100 },
      { type: 'rebate', currency: 'CNY', count: 1, amount: 2_40 },
    ])
    expect(await reconcile(site.store.db)).toEqual([])
  })
})
