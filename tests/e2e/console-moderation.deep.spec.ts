import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import type { Database } from '../../server/database/database.ts'
import { reportCase } from '../../server/database/schema/moderation.ts'
import { uuidV7 } from '../../server/database/uuid-v7.ts'
import type { OrderActor, OrderEvent } from '../../src/protocol/wallet/order-states.ts'
import type { OrderRow } from '../../server/database/schema/wallet.ts'
import { Members } from '../../server/members/members.ts'
import { Uploads } from '../../server/members/uploads/uploads.ts'
import { houseLeg, memberLeg, transferOnce } from '../../server/wallet/funds/transfer.ts'
import type { OrderDraft } from '../../server/wallet/orders/order-rows.ts'
import { Limits } from '../../server/wallet/limits/limits.ts'
import { Orders } from '../../server/wallet/orders/orders.ts'
import { newKey } from '../support/ledger-members.ts'
import { PROJECT_ROOT } from '../support/project.ts'
import {
  act,
  look,
  needProduction,
  open,
  type ProductionSite,
  setUp,
  startProduction,
  watch,
} from './support/console.ts'

const MINUTE_MS = 60_000

const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-feed-'))
const FEED = path.join(folder, 'matches.json')

let site: ProductionSite

needProduction()

/** Replaces the feed. The first match is in play, the second one is still to come, the third is invalid. */
function writeFeed(home: number): void {
  const now = Date.now()
  const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString()
  const common = { kind: 'football', league: { id: 'coast', name: '海岸联赛' } }
  const [jiangcheng, nanyu] = [
    { id: 'jiangcheng', name: '江城' },
    { id: 'nanyu', name: '南屿' },
  ]
  const begun = { kickOffAt: at(-20), phase: 'first-half', phaseStartedAt: at(-20) }
  const matches = [
    { id: 'derby', ...common, home: jiangcheng, away: nanyu, ...begun, score: { home, away: 0 } },
    {
      id: 'next',
      ...common,
      home: nanyu,
      away: jiangcheng,
      kickOffAt: at(90),
      phase: 'before',
      score: { home: 0, away: 0 },
    },
    { id: 'broken', ...common, home: jiangcheng, away: jiangcheng, kickOffAt: at(0), phase: 'before' },
  ]
  writeFileSync(FEED, JSON.stringify({ format: 'grandstand-matches/1', generatedAt: at(0), matches }))
}

/** Members, and a reported message of each of the first ones. */
async function seed(store: Database): Promise<void> {
  const common = { password: null, vipLevel: 1, level: 1, siteId: 5009, coins: 0 }
  const people = await new Members(store, { now: Date.now }).ensure([
    { ...common, name: 'wang001', nickname: '王小明' },
    { ...common, name: 'li002', nickname: '李老球迷' },
    { ...common, name: 'zhao003', nickname: '赵看台' },
  ])
  await seedOrders(store, people[2]!.memberId)
  const texts = ['加我看比分，稳赚不赔', '裁判拿了多少钱，骂的就是你们这些球迷']
  const now = Date.now()
  for (const [index, text] of texts.entries()) {
    const { member } = people[index]!
    const said = (id: number, memberName: string, words: string) => ({
      id: `1-${id}`,
      userId: member.userId,
      memberName,
      text: words,
      at: now - MINUTE_MS,
    })
    const entry = index * 10 + 3
    const context = [
      said(entry - 2, '赵看台', '这球越位了吧？'),
      said(entry - 1, '海风', '没有，回放看得很清楚，最后一个后卫还在里面'),
      said(entry, member.nickname, text),
      said(entry + 1, '赵看台', '好好看球行不行'),
    ]
    await store.db.insert(reportCase).values({
      id: uuidV7(now + index),
      chatRoomNo: 'feed-derby',
      entryId: `1-${entry}`,
      userId: member.userId,
      memberName: member.nickname,
      context,
      complaints: [
        { reason: 'advertising', note: '一直在发', at: now },
        { reason: 'abuse', note: '', at: now },
      ],
      reports: 2,
      firstAt: now,
      lastAt: now,
    })
  }
}

/** A withdrawal, a late payment and an appeal with a proof. The production server has no channel, so nothing moves them. */
async function seedOrders(store: Database, memberId: string): Promise<void> {
  const orders = new Orders(store, { limits: new Limits(store, { now: Date.now, rates: null }), now: Date.now })
  const money = { currency: 'CNY', amount: 5_000_00 } as const
  await transferOnce(store.db, {
    type: 'convert',
    refType: 'member',
    refId: memberId,
    key: 'credit',
    contentHash: 'credit',
    legs: [memberLeg(memberId, 'main', money), houseLeg('exchange', { ...money, amount: -money.amount })],
    at: Date.now(),
  })
  const common = { memberId, currency: 'CNY', fee: 0 } as const
  const make = async (draft: Pick<OrderDraft, 'kind' | 'amount' | 'channel'> & Partial<OrderDraft>) => {
    const created = await orders.create({ ...common, idempotencyKey: newKey(), ...draft }, { refusal: 0 })
    if (!created.ok) throw new Error(created.message)
    return created.data.order
  }
  const move = async (order: OrderRow, steps: readonly (readonly [OrderEvent, OrderActor, string?])[]) => {
    let moved: OrderRow | null = order
    for (const [event, actor, note = ''] of steps) {
      moved = moved && (await orders.apply(moved, event, { actor, note, dueAt: null }))
    }
    if (!moved) throw new Error('an order did not move')
    return moved
  }
  const account = { source: 'main', accountId: 'card', accountLabel: '中国工商银行 **** 7894' }
  await move(await make({ kind: 'withdraw', amount: 1_280_00, channel: 'bank', ...account }), [['review', 'system']])
  const deposit = { kind: 'deposit', channel: 'demo-qr', target: 'main' } as const
  await move(await make({ ...deposit, amount: 500_00, fee: 1_00 }), [
    ['start', 'adapter'],
    ['cancel', 'member'],
    ['late', 'adapter'],
  ])
  const appealed = await move(await make({ ...deposit, amount: 2_000_00 }), [
    ['start', 'adapter'],
    ['claim', 'member'],
    ['appeal', 'member', '转账已经成功，截图在凭证里'],
  ])
  const picture = { type: 'image/png', bytes: await readFile(path.join(PROJECT_ROOT, 'docs/images/room-glow.png')) }
  const stored = await new Uploads(store, { now: Date.now }).add(memberId, 'proof', [picture])
  await orders.addProofs(
    appealed,
    (stored ?? []).map(({ id }) => id),
    3,
  )
}

test.beforeAll(async () => {
  writeFeed(1)
  site = await startProduction({ MATCH_FEED: FEED, MATCH_FEED_SECONDS: '1' }, seed)
})
test.afterAll(async () => {
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function readOverview(page: Page): Promise<void> {
  await open(page, '概览')
  await expect(page.getByText('江城 - 南屿 (feed-derby)')).toBeVisible()
  await expect(page.getByText('平衡')).toBeVisible()
  await look(page, 'overview')
  await open(page, '安装检查')
  await page.getByRole('button', { name: '开始检查' }).click()
  await expect(page.getByText(/项正常/)).toBeVisible({ timeout: 120_000 })
  await look(page, 'doctor')
}

async function correctMatch(page: Page): Promise<void> {
  await open(page, '赛事')
  const row = page.locator('tr').filter({ hasText: '江城 - 南屿' })
  await expect(row).toContainText('1 : 0')
  await expect(page.getByText('被忽略的赛事（1）')).toBeVisible()
  await look(page, 'matches')
  const fields = {
    '江城 得分': '2',
    '南屿 得分': '0',
    比赛阶段: '下半场',
    '已进行（分钟）': '5',
    原因: '数据源慢了一个进球',
  }
  await act(page, '改正', fields, { button: row.getByRole('button', { name: '改正', exact: true }) })
  await expect(row).toContainText('2 : 0')
  await expect(row).toContainText('下半场')
  await look(page, 'matches-corrected')
  writeFeed(1)
  await act(page, '解除改正', { 原因: '数据源已更新' }, { button: row.getByRole('button', { name: '解除改正' }) })
  await expect(row).toContainText('1 : 0')
}

async function decideReports(page: Page): Promise<void> {
  await open(page, '举报')
  await expect(page.getByRole('article')).toHaveCount(2)
  await look(page, 'reports')
  const first = page.getByRole('article', { name: '李老球迷' })
  await act(page, '禁言', { 原因: '辱骂他人' }, { button: first.getByRole('button', { name: '禁言' }) })
  await expect(page.getByRole('article')).toHaveCount(1)
  const second = page.getByRole('article', { name: '王小明' })
  await act(page, '封禁', { 原因: '广告' }, { button: second.getByRole('button', { name: '封禁' }) })
  await expect(page.getByText('没有待处理的举报')).toBeVisible()
  await look(page, 'reports-empty')
  await page.getByLabel('显示').selectOption({ label: '已处理' })
  await expect(page.getByText(/root 于 .*：禁言，辱骂他人/)).toBeVisible()
  await look(page, 'reports-handled')
}

async function decideReviews(page: Page): Promise<void> {
  await open(page, '订单审核')
  await expect(page.getByRole('article')).toHaveCount(3)
  await look(page, 'reviews')
  const withdrawal = page.getByRole('article', { name: /^提款/ })
  await act(page, '批准付款', { 原因: '流水正常' }, { button: withdrawal.getByRole('button', { name: '批准付款' }) })
  await expect(page.getByRole('article')).toHaveCount(2)
  const late = page.getByRole('article').filter({ hasText: '迟到付款审核中' })
  await act(page, '确认入账', { 原因: '银行已收到' }, { button: late.getByRole('button', { name: '确认入账' }) })
  const appeal = page.getByRole('article').filter({ hasText: '申诉处理中' })
  await expect(appeal).toContainText('转账已经成功，截图在凭证里')
  await appeal.getByRole('button', { name: '凭证 1' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: '付款凭证' })).toBeVisible()
  await look(page, 'reviews-proof')
  await page.getByRole('button', { name: '关闭' }).click()
  await appeal.getByRole('button', { name: '认定未付款' }).click()
  await look(page, 'reviews-decide')
  await page.keyboard.press('Escape')
  await act(
    page,
    '认定未付款',
    { 原因: '银行没有这笔款' },
    { button: appeal.getByRole('button', { name: '认定未付款' }) },
  )
  await expect(page.getByText('没有待处理的订单')).toBeVisible()
  await look(page, 'reviews-empty')
  await page.getByLabel('显示').selectOption({ label: '已处理' })
  await expect(page.getByText('流水正常')).toBeVisible()
  await look(page, 'reviews-handled')
}

async function maintainBlocks(page: Page): Promise<void> {
  await open(page, '屏蔽与封锁')
  await page.getByLabel('添加屏蔽词（用空格或逗号分开）').fill('比分网 稳赚不赔')
  await page.getByRole('button', { name: '添加', exact: true }).click()
  await expect(page.getByText('2 个屏蔽词')).toBeVisible()
  await page.getByLabel('测试一句话').fill('来看比-分-网')
  await page.getByRole('button', { name: '测试' }).click()
  await expect(page.getByText('会被拦截：比分网')).toBeVisible()
  const block = { 地址或设备编号: '198.51.100.0/24', 原因: '批量注册' }
  await act(page, '添加封锁', block, { button: page.getByRole('button', { name: '添加封锁' }) })
  await expect(page.getByText('198.51.100.0/24')).toBeVisible()
  await look(page, 'blocks')
}

test('an operator corrects a match, decides about reports and maintains the block lists @both @full', async ({
  page,
}) => {
  const problems = await watch(page)
  await setUp(page, site)
  await readOverview(page)
  await correctMatch(page)
  await decideReports(page)
  await decideReviews(page)
  await maintainBlocks(page)
  expect(problems).toEqual([])
})
