import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CoinShopPage } from '#app/pages/account/CoinShopPage.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS } from '#protocol/time.ts'
import { resetCoins, setBalance } from '#state/session/coins.ts'
import { store } from '#state/store.ts'
import { sessionAtom } from '#state/session/session.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { frames, type MountedRoutes, mountRoutes, wear } from '../support/mount.tsx'
import { DAY_LIMIT, NO_LIMITS, serveResponsible, withLimits } from '../support/responsible-fixtures.ts'
import { MEMBER } from '../support/room-fixtures.ts'
import { eachOnMemberScreen } from '../support/security-fixtures.ts'

let mounted: MountedRoutes
const open = () => {
  mounted = mountRoutes([{ path: '/app/coins', Component: CoinShopPage }], '/app/coins')
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const bought = () => transport.calls.filter(({ name }) => name === 'coin.buy')

eachOnMemberScreen(() => mounted)
beforeEach(() => {
  resetCoins()
  setBalance(MEMBER.userId, 12_680)
  serveResponsible()
  Object.assign(transport.responses, {
    'coin.checkPermission': () => success({ allowed: true, reason: null }),
    'coin.buy': ({ coins }) => success({ balance: 12_680 + coins }),
  } satisfies typeof transport.responses)
})

it('S7.112 Annex G.4 shows the balance, 演示资金, and what coins are', async () => {
  open()
  await expect.element(page.getByRole('region', { name: '金币余额' })).toHaveTextContent('12,680')
  expect(document.querySelector('[data-balance="12680"]')).not.toBeNull()
  await expect.element(page.getByText('演示资金', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('金币是演示资金，不涉及真实货币，领取不花钱。')).toBeVisible()
  await expect.element(button('送礼记录')).toBeVisible()
})

it('S6.6 credits the chosen amount once', async () => {
  open()
  await userEvent.click(button('5,000 金币'))
  await userEvent.dblClick(button('领取 5,000 金币'))
  await expect.element(page.getByRole('region', { name: '金币余额' })).toHaveTextContent('17,680')
  expect(new Set(bought().map(({ key }) => key)).size).toBe(bought().length)
  expect(bought()[0]?.params).toEqual({ coins: 5_000 })
})

it('settled 7 locks the amount while the result is unknown, and repeats the same call', async () => {
  transport.responses['coin.buy'] = (_params, key = '') =>
    failure(CODES.TIMEOUT, '请求超时', { details: { isPending: true, idempotencyKey: key } })
  open()
  await userEvent.click(button('领取 100 金币'))
  await expect.element(page.getByText(/正在确认领取结果/)).toBeVisible()
  await expect.element(button('1,000 金币')).toBeDisabled()
  await userEvent.click(button('领取 100 金币'))
  expect(new Set(bought().map(({ key }) => key)).size).toBe(1)
  const result = failure(CODES.LIMIT_EXCEEDED, '超过限额')
  transport.notify({ type: 'settled', endpoint: 'coin.buy', idempotencyKey: bought()[0]?.key ?? '', result })
  await expect.element(button('1,000 金币')).toBeEnabled()
})

it('S6.6 shows why coins are refused', async () => {
  transport.responses['coin.checkPermission'] = () =>
    success({ allowed: false, reason: '今天领取的金币已达上限，明天再来' })
  open()
  await expect.element(page.getByText('暂时不能领取：今天领取的金币已达上限，明天再来')).toBeVisible()
  await expect.element(button('领取 100 金币')).toBeDisabled()
})

it('Annex H I10 is closed during a time-out, whose end is shown', async () => {
  serveResponsible({ ...NO_LIMITS, exclusion: { kind: 'timeOut', since: NOON, until: NOON + DAY_MS } })
  open()
  await expect.element(page.getByRole('region', { name: '休息期中' })).toHaveTextContent(/到 .* 结束/)
  await expect.element(button('领取 100 金币')).toBeDisabled()
  await expect.element(button('1,000 金币')).toBeDisabled()
})

it('60002 is closed while a loss limit is used up', async () => {
  serveResponsible(withLimits({ ...DAY_LIMIT, kind: 'loss', amount: 100, used: 100 }))
  open()
  await expect.element(page.getByRole('region', { name: '已达到每日亏损限额' })).toHaveTextContent(/重新计算/)
  await expect.element(button('领取 100 金币')).toBeDisabled()
})

it('offers 重试 if it is not known whether coins are permitted', async () => {
  transport.responses['coin.checkPermission'] = () => failure(CODES.INTERNAL_ERROR, '服务异常')
  open()
  await expect.element(page.getByRole('alert')).toHaveTextContent('服务异常')
  transport.responses['coin.checkPermission'] = () => success({ allowed: true, reason: null })
  await userEvent.click(button('重试'))
  await expect.element(button('领取 100 金币')).toBeEnabled()
})

it('S6.12 sends a visitor to sign in', async () => {
  store.set(sessionAtom, null)
  open()
  await expect.poll(() => mounted.router.state.location.search).toBe('?fromPage=%2Fapp%2Fcoins')
})

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it('has no findings and fits on a phone', async () => {
    await page.viewport(390, 844)
    open()
    wear(skin)
    await expect.element(button('领取 100 金币')).toBeEnabled()
    await frames(3)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    expect(await findingsOfScreen()).toEqual([])
  })
})
