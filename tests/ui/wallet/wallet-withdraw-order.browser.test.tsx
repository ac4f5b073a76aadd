import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WithdrawOrderPage } from '#app/pages/wallet/WithdrawPage.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { type MountedRoutes, animationsEnded, frames, mountRoutes, wear } from '../support/mount.tsx'
import { eachOnMemberScreen } from '../support/security-fixtures.ts'
import { detailOf, orderOf } from '../support/withdraw-fixtures.ts'

const ROUTES = [{ path: '/app/wallet/withdraw/:orderNo', Component: WithdrawOrderPage }]
const PAID_OUT = [
  { to: '1', event: 'review' },
  { to: '2', event: 'approve' },
  { to: '3', event: 'pay' },
  { to: '4', event: 'paid', actor: 'adapter' },
]

let mounted: MountedRoutes
const open = (orderNo = 'W2611270000000001') => {
  mounted = mountRoutes(ROUTES, `/app/wallet/withdraw/${orderNo}`)
}
const serve = (...detail: Parameters<typeof detailOf>) => {
  const [order, ...rest] = detail
  transport.responses['dealRecord.detail'] = ({ orderNo }) => success(detailOf({ ...order, orderNo }, ...rest))
}
const calls = (name: string) => transport.calls.filter((call) => call.name === name).map(({ params }) => params)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const main = page.getByRole('button', { name: '复制订单号' })
const actions = async () => {
  await expect.element(main).toBeVisible()
  return page
    .getByRole('button', { name: /确认收到|取消提款|申诉/ })
    .elements()
    .map(({ textContent }) => textContent)
}

eachOnMemberScreen(() => mounted)
beforeEach(() => {
  store.set(cachedResponsesAtom, new Map())
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  store.set(uiPreferencesAtom, { hidesAmounts: false })
})

describe('the order', () => {
  it('Annex E.3 shows each step with its time, where the money is and what happens next', async () => {
    serve(orderOf('withdraw', '4'), PAID_OUT)
    open()
    const steps = page.getByRole('listitem')
    await expect.element(steps.first()).toHaveTextContent(/^已提交，金额已冻结\d+ 月 \d+ 日 \d\d:\d\d:\d\d · 你$/)
    expect(steps.elements().map(({ textContent }) => (textContent ?? '').replace(/\d.*/, ''))).toEqual([
      '已提交，金额已冻结',
      '开始审核',
      '审核通过',
      '开始出款',
      '已出款',
      '接下来：请查看账户并确认；',
    ])
    await expect.element(page.getByText('¥499.00 已付到 招商银行 **** 1111，等你确认')).toBeVisible()
    await expect.element(page.getByText('演示资金', { exact: true })).toBeVisible()
  })

  it.each([
    ['withdraw', '1', '¥500.00 在冻结金额里，还没有付出'],
    ['withdraw', '5', '¥499.00 已付到 招商银行 **** 1111'],
    ['withdraw', '7', '¥500.00 已退回中心钱包'],
    ['fastWithdraw', '2', '¥499.00 已付到 招商银行 **** 1111，等你确认'],
    ['fastWithdraw', '7', '¥500.00 已退回中心钱包'],
  ] as const)('of %s in state %s tells where the money is', async (kind, status, text) => {
    serve(orderOf(kind, status))
    open()
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  })

  it.each([
    ['4', '预计到账¥499.00'],
    ['5', '实际到账¥499.00'],
    ['7', null],
  ] as const)('promises a net amount only while it is or can be paid: state %s', async (status, text) => {
    serve(orderOf('withdraw', status))
    open()
    await expect.element(main).toBeVisible()
    const facts = document.querySelector('dl')?.textContent ?? ''
    if (text === null) expect(facts).not.toContain('到账')
    else expect(facts).toContain(text)
  })

  it('Annex E.4 a matched fast withdrawal shows until when the payer can pay', async () => {
    serve(orderOf('fastWithdraw', '1'), [{ to: '1', event: 'match', actor: 'adapter' }])
    open()
    await expect.element(page.getByText('已匹配付款方，等对方付款')).toBeVisible()
    await expect.element(page.getByText(/^\d\d:\d\d 前没有付款会自动取消$/)).toBeVisible()
  })

  it('is read again while it is open, and not when it is finished', async () => {
    serve(orderOf('withdraw', '1'))
    open()
    await expect.element(page.getByText('审核中')).toBeVisible()
    serve(orderOf('withdraw', '5'), PAID_OUT, ['settle'])
    await expect.element(page.getByText('已完成', { exact: true })).toBeVisible()
    const reads = calls('dealRecord.detail').length
    await frames(3)
    expect(calls('dealRecord.detail').length).toBe(reads)
  })

  it.each([
    ['of another member', failure(CODES.NOT_FOUND, '内容不存在')],
    ['of another kind', success(detailOf({ ...orderOf('withdraw', '1'), kind: 'deposit' }))],
    ['with a malformed number', failure(CODES.PARAM_ERROR, '参数错误')],
  ])('%s does not exist', async (_name, result) => {
    transport.responses['dealRecord.detail'] = () => result
    open()
    await expect.element(page.getByText('没有这笔提款')).toBeVisible()
    await expect.element(page.getByRole('link', { name: '全部提款记录' })).toBeVisible()
  })

  it('shows a failed load with 重试', async () => {
    transport.responses['dealRecord.detail'] = () => failure(CODES.INTERNAL_ERROR, '服务异常', { traceId: 't-1' })
    open()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/订单加载失败.*追踪号 t-1/)
    serve(orderOf('withdraw', '1'))
    await userEvent.click(button('重试'))
    await expect.element(page.getByText('审核中')).toBeVisible()
  })
})

describe('what the member can do', () => {
  it.each([
    ['withdraw', '0', ['取消提款']],
    ['withdraw', '1', ['取消提款']],
    ['withdraw', '3', []],
    ['withdraw', '4', ['确认收到', '没有收到，申诉']],
    ['withdraw', '5', []],
    ['withdraw', '9', []],
    ['fastWithdraw', '1', ['取消提款']],
    ['fastWithdraw', '2', ['确认收到', '没有收到，申诉']],
  ] as const)('S4.9 S4.10 S4.11 with %s in state %s is %j', async (kind, status, names) => {
    serve(orderOf(kind, status))
    open()
    expect(await actions()).toEqual(names)
  })

  it('S4.9 is not to cancel if the site has no cancellation', async () => {
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, withdrawCancelSwitch: 0 })
    serve(orderOf('withdraw', '1'))
    open()
    expect(await actions()).toEqual([])
  })

  it('S4.9 cancels after a question that states what returns', async () => {
    transport.responses['withdraw.cancel'] = () => {
      serve(orderOf('withdraw', '6'), [{ to: '6', event: 'cancel', actor: 'member' }], ['release'])
      return success(orderOf('withdraw', '6'))
    }
    serve(orderOf('withdraw', '1'))
    open()
    await userEvent.click(button('取消提款'))
    const question = page.getByRole('alertdialog')
    await expect.element(question).toHaveTextContent('冻结的 ¥500.00 会全部退回中心钱包。')
    const answers = question.getByRole('button').elements()
    expect(answers.map(({ textContent }) => textContent)).toEqual(['确认取消', '再想想'])
    await userEvent.click(question.getByRole('button', { name: '确认取消' }))
    await expect.element(page.getByText('你取消了提款，金额已退回')).toBeVisible()
    expect(calls('withdraw.cancel')).toEqual([{ orderNo: 'W2611270000000001' }])
  })

  it('S4.9 an order that was approved meanwhile is read again and shows the truth', async () => {
    transport.responses['withdraw.cancel'] = () => {
      serve(orderOf('withdraw', '3'), PAID_OUT.slice(0, 3))
      return failure(CODES.ORDER_STATE_CHANGED, '订单状态已变化')
    }
    serve(orderOf('withdraw', '1'))
    open()
    await userEvent.click(button('取消提款'))
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: '确认取消' }))
    await expect.element(page.getByText('开始出款')).toBeVisible()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('S4.11 confirms the receipt after a question; a refusal stays in the dialog', async () => {
    transport.responses['withdraw.confirm'] = () => failure(CODES.TIMEOUT, '请求超时')
    serve(orderOf('withdraw', '4'), PAID_OUT)
    open()
    await userEvent.click(button('确认收到'))
    const dialog = page.getByRole('dialog', { name: '确认已经收到？' })
    await userEvent.click(dialog.getByRole('button', { name: '确认收到' }))
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('请求超时')
    transport.responses['withdraw.confirm'] = () => {
      const confirmed = { to: '5', event: 'confirm', actor: 'member' }
      serve(orderOf('withdraw', '5'), [...PAID_OUT, confirmed], ['settle'])
      return success(orderOf('withdraw', '5'))
    }
    await userEvent.click(dialog.getByRole('button', { name: '确认收到' }))
    await expect.element(page.getByText('你确认收到，提款完成')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('S4.10 appeals with a reason; another reason needs a note', async () => {
    transport.responses['withdraw.appeal'] = ({ reason }) => {
      serve(orderOf('withdraw', '9'), [...PAID_OUT, { to: '9', event: 'appeal', actor: 'member', note: reason }])
      return success(orderOf('withdraw', '9'))
    }
    serve(orderOf('withdraw', '4'), PAID_OUT)
    open()
    await userEvent.click(button('没有收到，申诉'))
    const dialog = page.getByRole('dialog', { name: '没有收到这笔提款？' })
    await userEvent.click(dialog.getByText('其他', { exact: true }))
    await userEvent.click(dialog.getByRole('button', { name: '提交申诉' }))
    await expect.element(dialog.getByText('请写一句说明')).toBeVisible()
    await dialog.getByRole('textbox').fill('少了 1 元')
    await userEvent.click(dialog.getByRole('button', { name: '提交申诉' }))
    await expect.element(page.getByText('你的说明：其他：少了 1 元')).toBeVisible()
    await expect.element(page.getByRole('link', { name: '联系客服' })).toBeVisible()
  })
})

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it.each([null, '确认收到', '没有收到，申诉'])('has no findings: %s', async (press) => {
    await page.viewport(390, 844)
    serve(orderOf('withdraw', '4'), PAID_OUT)
    open()
    wear(skin)
    await expect.element(main).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    if (press !== null) {
      await userEvent.click(button(press))
      await expect.element(page.getByRole('dialog')).toBeVisible()
    }
    await frames(3)
    await animationsEnded()
    expect(await findingsOfScreen()).toEqual([])
  })
})
