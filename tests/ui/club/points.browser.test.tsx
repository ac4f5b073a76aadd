import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES, codeText } from '#protocol/codes.ts'
import { POINTS_ITEMS } from '#protocol/club/points.ts'
import { prizeOfNumber, SOCCER_PRIZES, soccerNumber, soccerReward } from '#protocol/club/soccer-lottery.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { commitmentOf, seededDraw } from '#protocol/games/draw.ts'
import { failure, success } from '#protocol/result.ts'
import { VerifyPage } from '#app/pages/games/VerifyPage.tsx'
import { PointsPage } from '#app/pages/club/PointsPage.tsx'
import { connectionAtom } from '#state/data/connection.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { MEMBER } from '../support/room-fixtures.ts'
import { mountRoutes, type MountedRoutes } from '../support/mount.tsx'

const DRAW_ID = '0193c5a2-7b1e-7c44-9f3d-2a6b8c1d4e5f'
const SERVER_SEED = '5e'.repeat(32)
const COMMITMENT = commitmentOf(SERVER_SEED)

function overview(more: Partial<DataOf<'points.get'>> = {}): DataOf<'points.get'> {
  return {
    balance: 600,
    turnoverPerPoint: 10_00,
    isBarred: false,
    nextCountAt: NOON,
    resetAt: NOON,
    items: POINTS_ITEMS.map(({ id, points, gives, stock, limit }) => ({
      id,
      points,
      reward: gives,
      stock,
      left: stock,
      limit,
      used: 0,
    })),
    ...more,
  }
}

function info(more: Partial<DataOf<'soccerLottery.info'>> = {}): DataOf<'soccerLottery.info'> {
  return {
    balance: 600,
    cost: 20,
    limit: 10,
    used: 0,
    numbers: 1_000_000,
    resetAt: NOON,
    commitment: COMMITMENT,
    nonce: 0,
    prizes: SOCCER_PRIZES.map(({ id, weight, gives, stock, points }) => ({
      id,
      weight,
      reward: gives,
      stock,
      left: stock,
      points,
    })),
    ...more,
  }
}

let mounted: MountedRoutes | null = null
let members = 0
async function open(path = '/app/points', width = 1280): Promise<void> {
  await page.viewport(width, 844)
  mounted?.unmount()
  mounted = mountRoutes(
    [
      { path: '/app/points', element: <PointsPage /> },
      { path: '/app/verify/:roundId?', element: <VerifyPage /> },
    ],
    path,
  )
}
const callsOf = (name: string) => transport.calls.filter((call) => call.name === name)
const balance = () => document.querySelector('[data-points]')?.getAttribute('data-points')

beforeEach(() => {
  // Another member each time: responses of the one before are cached.
  members += 1
  store.set(sessionAtom, { member: { ...MEMBER, userId: `u-${members}` }, expireAt: NOON + 3_600_000 })
  store.set(connectionAtom, 'online')
  transport.responses = { 'points.get': () => success(overview()), 'soccerLottery.info': () => success(info()) }
})
afterEach(() => {
  mounted?.unmount()
  mounted = null
  transport.responses = {}
})

describe('S7.86 the page of points', () => {
  it.each([390, 1280])('shows balance, rule, prices and stock at %i pixels, without findings of axe', async (width) => {
    await open('/app/points', width)
    await expect.element(page.getByText('每天已结算有效流水每满 ¥10.00 得 1 积分')).toBeVisible()
    expect(balance()).toBe('600')
    await expect.element(page.getByText('还差 1,400')).toBeVisible()
    await expect.element(page.getByText('剩 1,000 · 今日已兑 0/5')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(width)
    expect(await findingsOfScreen()).toEqual([])
  })

  it('asks before it spends points, sends one call with a key, and reads the balance again', async () => {
    transport.responses['points.exchange'] = () =>
      success({
        orderId: DRAW_ID,
        item: 'coins-20',
        points: 100,
        reward: { currency: 'COIN', amount: 20 },
        balance: 500,
      })
    await open()
    const before = callsOf('points.exchange').length
    await userEvent.click(page.getByRole('button', { name: '兑换 20 金币' }))
    await expect.element(page.getByRole('heading', { name: '用 100 积分兑换 20 金币？' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '取消' }))
    expect(callsOf('points.exchange')).toHaveLength(before)
    transport.responses['points.get'] = () => success(overview({ balance: 500 }))
    await userEvent.click(page.getByRole('button', { name: '兑换 20 金币' }))
    await userEvent.click(page.getByRole('button', { name: '确认兑换' }))
    await vi.waitFor(() => expect(balance()).toBe('500'))
    const sent = callsOf('points.exchange').slice(before)
    expect(sent).toMatchObject([{ params: { id: 'coins-20' } }])
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/)
    await expect.element(page.getByText('已兑换 20 金币')).toBeVisible()
  })

  it('keeps the exchange locked while its outcome is unknown, and repeats it under the same key', async () => {
    transport.responses['points.exchange'] = (_params, key) =>
      failure(CODES.TIMEOUT, '请求超时', { details: { isPending: true, idempotencyKey: key } })
    await open()
    await userEvent.click(page.getByRole('button', { name: '兑换 20 金币' }))
    await userEvent.click(page.getByRole('button', { name: '确认兑换' }))
    await expect.element(page.getByText('上一次操作的结果还在确认')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '兑换 100 金币' })).toBeDisabled()
    await expect.element(page.getByText('请求超时')).not.toBeInTheDocument()
    const { key } = callsOf('points.exchange').at(-1) ?? {}
    transport.responses['points.exchange'] = () => failure(CODES.SOLD_OUT, codeText(CODES.SOLD_OUT))
    await userEvent.click(page.getByRole('button', { name: '再查一次' }))
    await expect.element(page.getByText('今日已兑完')).toBeVisible()
    expect(callsOf('points.exchange').at(-1)).toMatchObject({ key, params: { id: 'coins-20' } })
  })

  it('says why an item cannot be had: sold out, limit of the day, offline', async () => {
    const [first, second, ...rest] = overview().items
    if (!first || !second) throw new Error('no items')
    transport.responses['points.get'] = () =>
      success(overview({ items: [{ ...first, left: 0 }, { ...second, used: 3 }, ...rest] }))
    await open()
    await expect.element(page.getByText('今日已兑完')).toBeVisible()
    await expect.element(page.getByText('今日已达上限')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '兑换 ¥5.00 红利' })).toBeEnabled()
    store.set(connectionAtom, 'offline')
    await expect.element(page.getByText('网络已断开，恢复后可继续')).toBeVisible()
    await expect.element(page.getByRole('button', { name: '兑换 ¥5.00 红利' })).toBeDisabled()
  })

  it('shows a failure with its retry, and a barred account', async () => {
    transport.responses['points.get'] = () => failure(CODES.INTERNAL_ERROR, '服务出错')
    await open()
    await expect.element(page.getByText('积分加载失败')).toBeVisible()
    transport.responses['points.get'] = () => success(overview({ isBarred: true }))
    await userEvent.click(page.getByRole('button', { name: '重试' }))
    await expect.element(page.getByText(/账号暂不参与活动/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: '兑换 20 金币' })).toBeDisabled()
  })

  it('lists records with their balance, and says when there are none', async () => {
    transport.responses['points.records'] = () => success({ list: [], hasMore: false })
    await open('/app/points?tab=records')
    await expect.element(page.getByText('还没有积分变动')).toBeVisible()
    const record = { id: DRAW_ID, at: NOON, balance: 580, item: null, prize: null, drawId: null } as const
    transport.responses['points.records'] = () =>
      success({
        list: [
          { ...record, kind: 'lottery', change: -20, prize: 'wide', drawId: DRAW_ID },
          { ...record, id: `${DRAW_ID.slice(0, -1)}0`, kind: 'play', change: 600, balance: 600 },
        ],
        hasMore: false,
      })
    await open('/app/points?tab=records')
    await expect
      .element(page.getByRole('link', { name: /足球抽奖 · 射偏/ }))
      .toHaveAttribute('href', `/app/verify/${DRAW_ID}`)
    await expect.element(page.getByText('+600')).toBeVisible()
  })
})

describe('S7.87 the soccer lottery', () => {
  const draw = (serverSeed = SERVER_SEED): DataOf<'soccerLottery.draw'> => {
    const seeds = { memberSeed: 'mine', nonce: 0, serverSeed, commitment: COMMITMENT }
    const prize = prizeOfNumber(soccerNumber(seededDraw({ server: SERVER_SEED, member: 'mine', nonce: 0 })))
    const reward = soccerReward(prize, false, 'CNY')
    const next = { commitment: '0'.repeat(64), nonce: 1 }
    return { drawId: DRAW_ID, prize: prize.id, isReplaced: false, reward, at: NOON, balance: 580, ...seeds, next }
  }

  it.each([390, 1280])('shows odds and stock at %i pixels, without findings of axe', async (width) => {
    await open('/app/points?tab=lottery', width)
    await expect.element(page.getByRole('row', { name: /帽子戏法.*0\.01%.*2 \/ 2/ })).toBeVisible()
    await expect.element(page.getByRole('row', { name: /击中门柱.*25%.*不限/ })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(width)
    expect(await findingsOfScreen()).toEqual([])
  })

  it('draws with the published commitment and the seed of the member, by keyboard, and links to the verifier', async () => {
    transport.responses['soccerLottery.draw'] = () => success(draw())
    await open('/app/points?tab=lottery')
    await userEvent.click(page.getByText('公平性'))
    await userEvent.fill(page.getByLabelText('你的种子'), 'mine')
    page.getByRole('button', { name: '抽一次 · 20 积分' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: '确认抽奖' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: '确认抽奖' }))
    await expect
      .element(page.getByRole('link', { name: '验证这次抽奖' }))
      .toHaveAttribute('href', `/app/verify/${DRAW_ID}`)
    expect(callsOf('soccerLottery.draw').at(-1)?.params).toEqual({ commitment: COMMITMENT, memberSeed: 'mine' })
  })

  it('cannot draw without points, beyond the draws of the day, and with an empty seed', async () => {
    transport.responses['soccerLottery.info'] = () => success(info({ balance: 5 }))
    await open('/app/points?tab=lottery')
    await expect.element(page.getByRole('button', { name: '积分不足，还差 15' })).toBeDisabled()
    transport.responses['soccerLottery.info'] = () => success(info({ used: 10 }))
    await open('/app/points?tab=lottery')
    await expect.element(page.getByRole('button', { name: '今日次数已用完' })).toBeDisabled()
    transport.responses['soccerLottery.info'] = () => success(info())
    await open('/app/points?tab=lottery')
    await userEvent.click(page.getByText('公平性'))
    await userEvent.fill(page.getByLabelText('你的种子'), '')
    await expect.element(page.getByRole('button', { name: '抽一次 · 20 积分' })).toBeDisabled()
    await expect.element(page.getByText('请输入 1 到 64 个可见字符')).toBeVisible()
  })

  it('the verifier computes a draw again, and names what differs', async () => {
    const proof = { ...draw(), memberName: '看***', currency: 'CNY' as const, cost: 20 }
    transport.responses['soccerLottery.proof'] = () => success(proof)
    await open(`/app/verify/${DRAW_ID}`)
    const verdict = page.getByRole('region', { name: '验证结果' })
    await expect.element(verdict).toHaveTextContent('重新计算的结果与公布的一致')
    await expect.element(page.getByText('看***')).toBeVisible()
    transport.responses['soccerLottery.proof'] = () => success({ ...proof, serverSeed: '6e'.repeat(32) })
    await open(`/app/verify/${DRAW_ID.slice(0, -1)}e`)
    await expect.element(verdict).toHaveTextContent('不一致')
  })
})
