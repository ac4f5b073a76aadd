import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { sql } from 'drizzle-orm'
import type { Database } from '../../server/database/database.ts'
import { Members } from '../../server/members/members.ts'
import { Bets } from '../../server/sports/bets.ts'
import { Book } from '../../server/sports/book.ts'
import { reconcile } from '../../server/wallet/reconcile.ts'
import { betMatch, betWorld, oddsOf } from '../server/sports/sports-support.ts'
import { creditVenue } from '../server/sports/sports-world.ts'
import { newKey } from '../support/ledger-members.ts'
import { act, needProduction, open, type ProductionSite, setUp, startProduction } from './support/console.ts'
import { RoomPage } from './support/room-page.ts'

const MINUTE_MS = 60_000
const PASSWORD = 'Play2026x'
const DERBY = 'feed-derby'
const CUP = 'feed-cup'
const MEMBER = 'bettor01'
const FRIEND = 'friend01'
const FUNDS = 500_00
/** A bet in play waits for its delay, and a page of a bet reads it again every 15 s. */
const SLOW = { timeout: 45_000 }

const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-feed-'))
const FEED = path.join(folder, 'matches.json')
const startedAt = Date.now()
let site: ProductionSite

interface Derby {
  /** Price of the home team in thousandths. */
  readonly price: number
  readonly isOver?: boolean
}

/** Replaces the feed: a match in play that leads 1:0 and ends 2:1, and one before its kick-off. */
function writeFeed({ price, isOver = false }: Derby): void {
  const at = (minutes: number) => new Date(startedAt + minutes * MINUTE_MS).toISOString()
  const teams = (home: string, away: string) => ({ home: { id: home, name: home }, away: { id: away, name: away } })
  const league = { id: 'coast', name: '海岸联赛' }
  const odds = (home: number) => ({ home, draw: 3_600, away: 4_200, suspended: false, delaySeconds: 6 })
  const first = { home: 1, away: 0 }
  const board = isOver
    ? {
        phase: 'ended',
        phaseStartedAt: new Date().toISOString(),
        score: { home: 2, away: 1 },
        periods: [first, { home: 1, away: 1 }],
        goals: ['home', 'away', 'home'],
      }
    : {
        phase: 'first-half',
        phaseStartedAt: at(-30),
        score: first,
        periods: [first],
        goals: ['home'],
        odds: odds(price),
      }
  const matches = [
    { id: 'derby', kind: 'football', league, ...teams('jiangcheng', 'nanyu'), kickOffAt: at(-30), ...board },
    {
      id: 'cup',
      kind: 'football',
      league,
      ...teams('yanmen', 'yunling'),
      kickOffAt: at(120),
      phase: 'before',
      score: { home: 0, away: 0 },
      odds: odds(2_000),
    },
  ]
  writeFileSync(`${FEED}.new`, JSON.stringify({ format: 'grandstand-matches/2', generatedAt: new Date(), matches }))
  renameSync(`${FEED}.new`, FEED)
}

/** A member with money at the sportsbook, and a friend with a bet on the derby. */
async function seed(database: Database): Promise<void> {
  const common = { password: PASSWORD, vipLevel: 1, level: 3, siteId: 5009, coins: 0 }
  const [member, friend] = await new Members(database, { now: Date.now }).ensure([
    { ...common, name: MEMBER, nickname: '看球的人' },
    { ...common, name: FRIEND, nickname: '跟我买' },
  ])
  await creditVenue(database, member!.memberId, FUNDS)
  await creditVenue(database, friend!.memberId, 50_00)
  const world = betWorld([], startedAt)
  const match = betMatch(DERBY, startedAt + MINUTE_MS)
  world.add({ ...match, fixture: { ...match.fixture, eid: DERBY } })
  world.set({ odds: oddsOf(1_800) }, DERBY)
  const book = new Book({ matches: world.matches, now: Date.now, onError: () => undefined })
  const rates = { rate: () => Promise.resolve(null), exclusionCode: () => Promise.resolve(0) }
  const placed = await new Bets({ database, book, now: Date.now, ...rates }).place({
    memberId: friend!.memberId,
    currency: 'CNY',
    stake: 10_00,
    legs: [{ selection: `${DERBY}.winner.0.home`, price: 1_800 }],
    accept: 'none',
    idempotencyKey: newKey(),
  })
  if (!placed.ok) throw new Error(`${placed.code}`)
}

needProduction()
test.beforeEach(async () => {
  writeFeed({ price: 1_800 })
  site = await startProduction({ MATCH_FEED: FEED, MATCH_FEED_SECONDS: '1' }, seed)
})
test.afterEach(() => site.stop())
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const press = (from: Page | Locator, name: string | RegExp) => from.getByRole('button', { name, exact: true }).click()

/** The friend shows the bet in the room of its match. */
async function friendShowsBet(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await new RoomPage(page).signIn(site.server.url, FRIEND, `/app/live/${DERBY}`)
  await page.goto(`${site.server.url}/app/live/${DERBY}?slip`)
  const slip = page.getByRole('dialog', { name: '投注单' })
  await press(slip, '晒单')
  await expect(slip.getByRole('button', { name: '收回' })).toBeVisible()
  await page.close()
}

/** The member follows the order; the price changes during the delay, which refuses the bet, and is accepted then. */
async function followOrder(page: Page): Promise<void> {
  const order = page.locator('[role="log"] [data-kind="order"]').last()
  await order.getByRole('button').click()
  const slip = page.getByRole('dialog', { name: '投注单' })
  await expect(slip.getByText('跟单 跟我买')).toBeVisible()
  await slip.getByText('都不接受', { exact: true }).click()
  await slip.getByRole('textbox', { name: /^本金：/ }).fill('20')
  await press(slip, '投注 ¥20.00')
  const receipts = slip.getByRole('list', { name: '投注结果' })
  await expect(receipts.getByRole('timer')).toHaveText(/^还有 [1-6] 秒$/)
  writeFeed({ price: 1_950 })
  await expect(receipts.getByText('未接受：等待期间赔率已变化')).toBeVisible(SLOW)

  await press(receipts, '再来一注')
  await expect(slip.getByText('原 1.80')).toBeVisible()
  await press(slip, '接受新赔率')
  await press(slip, '投注 ¥20.00')
  await expect(receipts.getByText('已接受')).toBeVisible(SLOW)
  await expect(receipts.getByText('预计返还 ¥39.00')).toBeVisible()
}

async function placeParlay(page: Page): Promise<void> {
  for (const [matchId, pick] of [
    [CUP, /^独赢 yanmen 2\.00/],
    [DERBY, /^独赢 jiangcheng 1\.95/],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await page.goto(`${site.server.url}/app/sports/match/${matchId}`)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await page.getByRole('button', { name: pick }).click()
  }
  const opener = page.getByRole('button', { name: /^打开投注单/ })
  await expect(opener.or(page.locator('[data-slip="rail"]')).first()).toBeVisible()
  if (await opener.isVisible()) await opener.click()
  const slip = page.getByRole('dialog', { name: '投注单' }).or(page.locator('[data-slip="rail"]'))
  await slip.getByRole('tab', { name: '串关' }).click()
  await slip.getByRole('textbox', { name: '本金：2 串 1' }).fill('10')
  await press(slip, '投注 ¥10.00')
  await expect(slip.locator('[data-state="pending"]').first()).toBeVisible()
  await expect(slip.locator('[data-bet][data-state="accepted"]')).toHaveCount(2, SLOW)
}

/** Opens a bet of the records. Returns the amount for which it was cashed out. */
async function cashOut(page: Page, title: string): Promise<number> {
  await page.goto(`${site.server.url}/app/records/games`)
  await page.getByRole('list', { name: '投注明细' }).getByRole('link').filter({ hasText: title }).click()
  await press(page, '获取报价')
  const take = page.getByRole('button', { name: /^提前结算，得/ })
  await expect(page.getByRole('timer')).toHaveText(/秒内有效$/)
  await take.click()
  await expect(page.getByText(/^已提前结算，¥[\d.]+ 已入账$/)).toBeVisible()
  const [, amount = ''] =
    /¥([\d.]+)/.exec(
      (await page
        .getByText(/^\+¥[\d.]+$/)
        .first()
        .textContent()) ?? '',
    ) ?? []
  return Math.round(Number(amount) * 100)
}

const postings = (page: Page) => page.getByRole('region', { name: '资金变动' }).getByRole('listitem')

/** An operator enters another score for the derby in the console. */
async function correctScore(page: Page, score: string): Promise<void> {
  await setUp(page, site)
  await open(page, '注单')
  await page
    .getByRole('row', { name: /jiangcheng/ })
    .getByRole('button', { name: '查看注单' })
    .click()
  await act(page, '按录入的比分结算', { 比赛状态: '已结束', 各节比分: score, 原因: '第二个进球越位' })
}

test('S1.7 S1.29 S3.23 S4.32 S7.64 E.7 I9 50001: a followed order, a refused and an accepted price, a 串关 that is cashed out, a match that settles, a corrected score, and records equal to the ledger @both', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const others = await browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' })
  await test.step('a friend shows a bet in the room', () => friendShowsBet(others))
  await test.step('the order is followed; a changed price is refused, then accepted', async () => {
    await new RoomPage(page).signIn(site.server.url, MEMBER, `/app/live/${DERBY}`)
    await followOrder(page)
  })
  await test.step('a 串关 of the pages of two matches', () => placeParlay(page))
  const cashed = await test.step('the 串关 is cashed out', () => cashOut(page, '2 串 1'))

  await test.step('the match settles the single', async () => {
    await page.goto(`${site.server.url}/app/records/games?status=open`)
    await page.getByRole('list', { name: '投注明细' }).getByRole('link').click()
    await expect(page.getByText('等待赛果')).toBeVisible()
    writeFeed({ price: 1_950, isOver: true })
    await expect(page.getByText('赛果 2:1（1:0 1:1）')).toBeVisible(SLOW)
    await expect(page.getByText('按全场比分结算')).toBeVisible()
    await expect(postings(page)).toContainText([/扣除本金.*−¥20\.00/, /结算.*\+¥39\.00/])
  })

  await test.step('a corrected score settles it again', async () => {
    await correctScore(await others.newPage(), '1:0 0:1')
    await expect(page.getByText('赛果 1:1（1:0 0:1）')).toBeVisible(SLOW)
    await expect(postings(page)).toContainText([/扣除本金/, /结算/, /赛果更正.*−¥39\.00/])
  })

  await test.step('the records and the ledger have all of it', async () => {
    await page.goto(`${site.server.url}/app/records/games`)
    const list = page.getByRole('list', { name: '投注明细' })
    await expect(list.getByRole('listitem')).toHaveCount(3)
    for (const state of ['提前结算', '输', '未接受']) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      await expect(list.getByText(state, { exact: true })).toBeVisible()
    }
    const money = (amount: number) => `¥${(amount / 100).toFixed(2)}`
    const totals = page.getByLabel('合计')
    // As in the ledger, with the stake of the refused bet and its return.
    await expect(totals.getByText('¥50.00', { exact: true })).toBeVisible()
    await expect(totals.getByText(money(20_00 + cashed), { exact: true })).toBeVisible()
    await expect(totals.getByText(`−${money(30_00 - cashed)}`, { exact: true })).toBeVisible()
    await site.withDatabase(async (database) => {
      const member = await new Members(database, { now: Date.now }).findByName(MEMBER)
      const { rows } = await database.db.execute<{ total: number }>(
        sql`select sum(balance)::integer as total from account where owner_id = ${member!.memberId} and currency = 'CNY'`,
      )
      expect(rows).toEqual([{ total: FUNDS - 30_00 + cashed }])
      expect(await reconcile(database.db)).toEqual([])
    })
  })
  await others.close()
})
