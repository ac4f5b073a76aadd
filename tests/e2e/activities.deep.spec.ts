import { expect, type Page, test } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { GUESS_REVIEW_MS } from '../../src/protocol/activities/guess.ts'
import type { MatchFacts } from '../../src/protocol/sports/market-keys.ts'
import { decideLeg } from '../../src/protocol/sports/settlement.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS, siteDateTimeOf, siteDayOf, timeOfSiteDay } from '../../src/protocol/time.ts'
import { isFinalResult } from '../../server/sports/settlement.ts'
import { reconcile } from '../../server/wallet/reconcile.ts'
import { answer, deposit, expectToast, press, registerMember, withoutAnnouncement } from './support/accounts.ts'
import { type ClockedSite, startClockedSite } from './support/clocked-site.ts'
import { needProduction } from './support/console.ts'
import { RoomPage } from './support/room-page.ts'

const PASSWORD = 'Play2026x'
const EID = '2001'
/** A loaded machine needs longer than a viewer would wait. */
const SLOW = { timeout: 90_000 }
const DAYS = 7
const TODAY = siteDayOf(Date.now())
const MORNING = timeOfSiteDay(TODAY, 10 * 60)
const REWARDS = [10, 10, 20, 20, 30, 30, 80]

let site: ClockedSite

needProduction()
test.beforeAll(async () => {
  site = await startClockedSite(MORNING)
})
test.afterAll(() => site.stop())

interface Draft {
  readonly kind: string
  readonly title: string
  readonly budget: string
  readonly rule: Readonly<Record<string, string>>
}

/** An operator creates an activity from its form and starts it. */
async function start(console: Page, { kind, title, budget, rule }: Draft): Promise<void> {
  await console.goto(`${site.url}/console/activities`)
  await press(console, '新建活动')
  const dialog = console.getByRole('dialog', { name: '新建活动' })
  await dialog.getByLabel('类型').selectOption({ label: kind })
  const period = { 开始时间: siteDateTimeOf(site.now()), 结束时间: siteDateTimeOf(site.now() + 20 * DAY_MS) }
  const texts = { 标题: title, 简介: `${title}的简介`, 预算: budget, 原因: '按计划', ...rule }
  for (const [label, text] of Object.entries({ ...texts, ...period })) {
    const value = label in period ? text.slice(0, 16) : text
    // oxlint-disable-next-line no-await-in-loop -- one field after the other
    await dialog.getByLabel(label, { exact: true }).fill(value)
  }
  await answer(console, '新建活动')
  const row = console.getByRole('row', { name: new RegExp(title) })
  await row.getByRole('button', { name: '启动', exact: true }).click()
  await console.getByRole('dialog').getByLabel('原因').fill('按计划')
  await answer(console, '启动')
  await expect(row.getByRole('button', { name: '停止', exact: true })).toBeVisible()
}

/** All sessions end at 21:00, so the member signs in on each day. */
async function signIn(page: Page, name: string, fromPage: string): Promise<void> {
  await page.goto(`${site.url}/login?fromPage=${encodeURIComponent(fromPage)}`)
  await page.getByRole('textbox', { name: '账号' }).fill(name)
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD)
  await press(page, '登录')
  await page.waitForURL(`**${fromPage}`)
}

test('S1.17 S1.19 S1.20 S4.14 S7.78 S7.81 S7.95 S7.97 S7.100 S7.101 S7.103 S7.105 Annex D.8 Annex E.8 Annex G.7 I8: an operator starts a sign-in and a rain; a new member does tasks, signs in on seven days, spins, catches a packet inside a room, guesses a match, and gets a first-deposit bonus with its turnover; the ledger has each amount once @both', async ({
  browser,
  page,
}, { project }) => {
  const size = project.name === 'phone' ? '390' : '1280'
  const name = `play${size}`
  const { rows } = site
  site.setClock(MORNING)
  // Seven days, and a whole match.
  test.slow()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await withoutAnnouncement(page)
  const open = (path: string) => page.goto(site.url + path)

  const roundAt = MORNING + 25 * MINUTE_MS
  await test.step('an operator starts a sign-in and a rain', async () => {
    const console = await site.openConsole(browser)
    await start(console, {
      kind: '签到',
      title: `七日签到${size}`,
      budget: '10000',
      rule: { 每天的奖励: REWARDS.join(','), 每月可补签天数: '0' },
    })
    await start(console, {
      kind: '红包雨',
      title: `直播间红包雨${size}`,
      budget: '10000',
      rule: {
        每天的开始时间: siteDateTimeOf(roundAt).slice(11, 16),
        每轮总额: '100',
        每轮红包数: '10',
        单个红包最少: '5',
        单个红包最多: '20',
      },
    })
    await console.context().close()
  })

  await test.step('a new member does tasks', async () => {
    await open(`/register?fromPage=${encodeURIComponent('/app/activity/novice')}`)
    await registerMember(page, name, PASSWORD)
    await press(page, '领取首次登录')
    await expectToast(page, '已领取 20 金币')
    const room = new RoomPage(page)
    await open(`/app/live/${EID}`)
    await room.waitUntilOnline(SLOW.timeout)
    await room.say('第一次发言')
    await expect(room.rows('text').filter({ hasText: '第一次发言' })).toBeVisible()
    await open('/app/activity/novice')
    await press(page, '领取首次发言')
    await expectToast(page, '已领取 30 金币')
    await expect(page.getByText('已完成 2/5')).toBeVisible()
  })

  await test.step('signs in and spins', async () => {
    await open('/app/activity/sign-in')
    await expect(page.getByRole('heading', { level: 1, name: `七日签到${size}` })).toBeVisible()
    await press(page, '签到，领 10 金币')
    await expect(page.getByText('今日已签到')).toBeVisible()
    await open('/app/activity/wheel')
    await press(page, '开始')
    await expect(page.getByText('今日剩余 0 次')).toBeVisible()
    await page.getByText('公平验证').click()
    await expect(page.getByText('验证通过：种子与哈希一致，结果一致')).toBeVisible()
  })

  const packet = await test.step('catches a red packet inside a room', async () => {
    site.setClock(roundAt - 5 * SECOND_MS)
    const room = new RoomPage(page)
    await open(`/app/live/${EID}`)
    await room.waitUntilOnline(SLOW.timeout)
    await page.getByRole('button', { name: /^红包雨/ }).click()
    const dialog = page.getByRole('dialog', { name: '红包雨' })
    await dialog.getByRole('button', { name: '抢红包' }).click(SLOW)
    await expect(dialog.getByText('本轮已抢到，已到账')).toBeVisible()
    const [, amount = ''] = /(\d+) 金币/.exec((await dialog.textContent()) ?? '') ?? []
    return Number(amount)
  })
  expect(packet).toBeGreaterThanOrEqual(5)
  expect(packet).toBeLessThanOrEqual(20)

  const memberId = await site.memberIdOf(name)
  const guess = await test.step('guesses the next match', async () => {
    await open('/app/activity/guess')
    const match = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^提交竞猜/ }) })
      .first()
    await match.getByText('主胜', { exact: true }).click()
    await match.getByRole('button', { name: /^提交竞猜/ }).click()
    await expect(page.getByText('猜 主胜')).toBeVisible()
    const [part] = await rows<{ match: string; start: string }>(sql`
      select cycle as match, data->>'startAt' as start from activity_state where member_id = ${memberId} and data ? 'guess'`)
    return { match: part?.match ?? '', startAt: Number(part?.start) }
  })

  await test.step('applies for the bonus of the first deposit and sees its turnover', async () => {
    await deposit(page, site.url)
    await open('/app/activity/deposit')
    await press(page, '申请并领取')
    await expectToast(page, '已领取 ¥200.00')
    await expect(page.getByText('¥6,000.00').first()).toBeVisible()
  })

  const outcome = await test.step('the match settles the guess', async () => {
    site.setClock(guess.startAt + MINUTE_MS)
    const versions = () =>
      rows<{ facts: MatchFacts }>(sql`select facts from sport_result where match_id = ${guess.match} order by version`)
    const isOver = async () => {
      const isFinal = (await versions()).some(({ facts }) => isFinalResult(facts))
      // The next part of the match begins when the last one is over.
      if (!isFinal) site.setClock(site.now() + 30 * MINUTE_MS)
      return isFinal
    }
    await expect.poll(isOver, { ...SLOW, intervals: [SECOND_MS] }).toBe(true)
    site.setClock(site.now() + GUESS_REVIEW_MS + MINUTE_MS)
    const last = (await versions()).at(-1)
    if (!last) throw new Error('no result')
    const isRight = decideLeg({ kind: 'winner', line: 0, outcome: 'home' }, last.facts)?.result === 'won'
    return isRight ? 'won' : 'lost'
  })

  await test.step('signs in on six further days', async () => {
    for (let day = 1; day < DAYS; day += 1) {
      site.setClock(MORNING + day * DAY_MS)
      // oxlint-disable-next-line no-await-in-loop -- one day after the other
      await signIn(page, name, '/app/activity/sign-in')
      // oxlint-disable-next-line no-await-in-loop -- as above
      await press(page, `签到，领 ${REWARDS[day]} 金币`)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await expect(page.getByText('今日已签到')).toBeVisible()
    }
  })

  await test.step('what was won by the guess', async () => {
    await page.goto(`${site.url}/app/activity/guess`)
    if (outcome === 'won') {
      await page.getByRole('button', { name: /^领取.+ 对 / }).click()
      await expectToast(page, '已领取 20 金币')
    } else await expect(page.getByText('未获奖').first()).toBeVisible()
  })

  await test.step('the ledger has each amount once, and the records agree', async () => {
    const paid = await rows<{ kind: string; parts: number; stored: number; posted: number; postings: number }>(sql`
      select a.kind, count(*)::int as parts, sum(s.amount)::int as stored, sum(e.amount)::int as posted,
        count(distinct s.claim_tx)::int as postings
      from activity_state s join activity a on a.id = s.activity_id
      join ledger_entry e on e.tx_id = s.claim_tx
      join account o on o.id = e.account_id and o.owner_type = 'member'
      where s.member_id = ${memberId} and s.status = 'claimed' and a.kind <> 'spinWheel' group by 1 order by 1`)
    const once = (kind: string, parts: number, amount: number) => ({
      kind,
      parts,
      stored: amount,
      posted: amount,
      postings: parts,
    })
    expect(paid).toEqual([
      once('firstDeposit', 1, 200_00),
      ...(outcome === 'won' ? [once('guess', 1, 20)] : []),
      once('novice', 2, 50),
      once('redRain', 1, packet),
      once(
        'signIn',
        DAYS,
        REWARDS.reduce((sum, amount) => sum + amount, 0),
      ),
    ])
    expect(await reconcile(site.store.db)).toEqual([])
  })
})
