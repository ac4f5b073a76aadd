import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PaymentPage } from '#app/pages/wallet/PaymentPage.tsx'
import { CODES } from '#protocol/codes.ts'
import type { WalletOrder } from '#protocol/endpoints/wallet.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS, MINUTE_MS } from '#protocol/time.ts'
import { ORDER_STATES } from '#protocol/wallet/order-states.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { depositOrder, eachOnWalletScreen, named, NO_LIMITS, serveOrders } from '../support/deposit-fixtures.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { type MountedRoutes, animationsEnded, frames, mountRoutes, wear } from '../support/mount.tsx'

const ORDER_NO = 'D2611210000000001'

let mounted: MountedRoutes | undefined
const open = (order: Partial<WalletOrder> | null = {}) => {
  if (order !== null) serveOrders(depositOrder(order))
  mounted = mountRoutes(
    [{ path: '/app/wallet/deposit/:orderNo', Component: PaymentPage }],
    `/app/wallet/deposit/${ORDER_NO}`,
  )
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, exact: true })

eachOnWalletScreen(() => mounted)

/** The states in which a payment page has a heading of its own. */
const HEADINGS = {
  deposit: [
    '正在获取付款信息',
    '请按以下信息付款',
    '正在核对付款',
    '已到账',
    '订单已取消',
    '订单已关闭',
    '申诉处理中',
    '付款未通过核实，没有入账',
    '收到迟到的付款，审核中',
    '没有入账，正在退回付款',
    '没有入账，付款已退回',
  ],
  speedDeposit: [
    '正在匹配收款方',
    '已匹配，请付款',
    '等待对方确认收款',
    '已到账',
    '申诉处理中',
    '付款未通过核实，没有入账',
    '订单已取消',
    '付款时间已过，订单已关闭',
    '没有入账，正在退回付款',
    '没有入账，付款已退回',
  ],
} as const

it('Annex H I10 an unpaid order asks not to pay during an exclusion, and can be cancelled', async () => {
  const exclusion = { kind: 'selfExclusion' as const, since: NOON, until: null }
  transport.responses['responsible.get'] = () => success({ ...NO_LIMITS, exclusion })
  open()
  await expect.element(heading('请不要付款')).toBeVisible()
  await expect.element(page.getByRole('region', { name: '自我排除中' })).toBeVisible()
  expect(heading('付款信息').elements()).toEqual([])
  await expect.element(button('取消订单')).toBeVisible()
})

it('Annex H I10 a returned payment offers no other deposit during an exclusion', async () => {
  const exclusion = { kind: 'timeOut' as const, since: NOON, until: NOON + DAY_MS }
  const again = page.getByRole('link', { name: '再存一笔' })
  open({ status: '10' })
  await expect.element(again).toBeVisible()
  mounted?.unmount()
  transport.responses['responsible.get'] = () => success({ ...NO_LIMITS, exclusion })
  open({ status: '10' })
  await expect.element(heading('没有入账，付款已退回')).toBeVisible()
  await expect.element(again).not.toBeInTheDocument()
})

describe.each(['deposit', 'speedDeposit'] as const)('every state of a %s', (kind) => {
  it.each(Object.keys(ORDER_STATES[kind].states))('%s has a heading and what the member can do', async (status) => {
    open({ kind, status })
    await expect.element(heading(HEADINGS[kind][Number(status)] ?? '')).toBeVisible()
    const events = ORDER_STATES[kind].transitions.filter(
      ({ from, actors }) => from === status && actors.includes('member'),
    )
    const has = (event: string) => events.some((one) => one.event === event)
    expect(button('我已付款').elements()).toHaveLength(Number(has('claim')))
    expect(button('取消订单').elements()).toHaveLength(Number(has('cancel')))
    // Closing does the same as cancelling (S4.12): it is a call, and no second button.
    expect(button('关闭订单').elements()).toEqual([])
    expect(button('申诉').elements()).toHaveLength(Number(has('appeal')))
  })
})

describe('the payment', () => {
  it('S7.67 S5.20 shows and copies account, reference and amount, and has a QR code', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    open()
    await expect.element(page.getByText('6200 0000 0000 0000 005')).toBeVisible()
    await expect.element(page.getByRole('img', { name: '付款二维码' })).toBeVisible()
    for (const name of ['账号', '附言', '付款金额']) await userEvent.click(button(`复制${name}`))
    await expect.poll(() => copied.mock.calls.flat()).toEqual(['6200000000000000005', '000001', '500'])
  })

  it('S5.21 S3.27 shows the network and the address of a payment on a chain in groups of four', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const pay = {
      ...depositOrder().pay!,
      kind: 'address' as const,
      rate: 72_134,
      bankName: 'TRC20',
      holder: '',
      account: 'TABCDEFGH1',
    }
    open({ currency: 'USDT', amount: 50_000_000, pay })
    await expect.element(page.getByText('TABC DEFG H1')).toBeVisible()
    await expect.element(page.getByText('TRC20')).toBeVisible()
    await expect.element(page.getByText('1 USDT = ¥7.2134')).toBeVisible()
    await userEvent.click(button('复制收款地址'))
    await expect.poll(() => copied.mock.calls.flat()).toEqual(['TABCDEFGH1'])
  })

  it('counts down by the clock of the server', async () => {
    open()
    await expect.element(page.getByRole('timer')).toHaveTextContent('29:00')
    transport.now = NOON + 29 * MINUTE_MS
    await expect.element(page.getByText('付款时间已到，正在确认订单状态')).toBeVisible()
  })

  it('distinguishes an expired order from one that the member has closed', async () => {
    open({ status: '5', updatedAt: NOON, expireAt: NOON })
    await expect.element(heading('付款时间已过，订单已关闭')).toBeVisible()
    await expect.element(page.getByText(/款项到达后会转入审核/)).toBeVisible()
  })

  it('has a time line with the times of the server', async () => {
    open()
    const events = page.getByRole('list', { name: '进度' }).getByRole('listitem')
    await expect.element(events.first()).toHaveTextContent('创建订单11 月 21 日 19:59:00')
    await expect.element(events.last()).toHaveTextContent('付款信息已生成11 月 21 日 19:59:01')
  })

  it('of another member is the same as none', async () => {
    serveOrders()
    open(null)
    await expect.element(heading('没有这笔存款')).toBeVisible()
  })

  it('shows a failed load with 重试', async () => {
    transport.responses['dealRecord.detail'] = () => failure(CODES.INTERNAL_ERROR, '服务异常', { traceId: 't-4' })
    open(null)
    await expect.element(page.getByRole('alert')).toHaveTextContent(/服务异常.*t-4/)
    serveOrders(depositOrder())
    await userEvent.click(button('重试'))
    await expect.element(heading('请按以下信息付款')).toBeVisible()
  })
})

describe('the actions', () => {
  it('S4.11 S7.72 claims the payment after a question, and shows the new state at once', async () => {
    transport.responses['speedDeposit.confirm'] = () => success(depositOrder({ status: '2', updatedAt: NOON }))
    open()
    await userEvent.click(button('我已付款'))
    const dialog = page.getByRole('alertdialog')
    await expect.element(dialog).toHaveTextContent('不能再取消')
    await userEvent.click(dialog.getByRole('button', { name: '我已付款' }))
    await expect.element(heading('正在核对付款')).toHaveFocus()
    expect(named('speedDeposit.confirm')).toEqual([{ orderNo: ORDER_NO }])
  })

  it('S4.9 cancels the order after a question whose two answers have different words', async () => {
    transport.responses['deposit.cancel'] = () => success(depositOrder({ status: '4', updatedAt: NOON }))
    open()
    await userEvent.click(button('取消订单'))
    const answers = page.getByRole('alertdialog').getByRole('button')
    expect(answers.elements().map(({ textContent }) => textContent)).toEqual(['确认取消', '再想想'])
    await userEvent.click(answers.last())
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    expect(named('deposit.cancel')).toEqual([])
    await userEvent.click(button('取消订单'))
    await userEvent.click(answers.first())
    await expect.element(heading('订单已取消')).toHaveFocus()
    await expect.element(page.getByRole('link', { name: '再存一笔' })).toBeVisible()
  })

  it('shows a refusal in the dialog, and the order as it is if it has changed meanwhile', async () => {
    transport.responses['deposit.cancel'] = () => failure(CODES.INTERFACE_DEGRADE, '服务繁忙，请稍后再试')
    open()
    await userEvent.click(button('取消订单'))
    const dialog = page.getByRole('alertdialog')
    await userEvent.click(dialog.getByRole('button', { name: '确认取消' }))
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('服务繁忙')
    transport.responses['deposit.cancel'] = () => {
      serveOrders(depositOrder({ status: '3', updatedAt: NOON }))
      return failure(CODES.ORDER_STATE_CHANGED, '订单状态已变化')
    }
    await userEvent.click(dialog.getByRole('button', { name: '确认取消' }))
    await expect.element(heading('已到账')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('S4.10 appeals with a reason', async () => {
    transport.responses['speedDeposit.appeal'] = () => success(depositOrder({ status: '6', updatedAt: NOON }))
    open({ status: '2' })
    await userEvent.click(button('申诉'))
    await userEvent.click(page.getByText('付款金额与订单不一致'))
    await page.getByLabelText('补充说明（选填）').fill(' 多付了 1 元 ')
    await userEvent.click(button('提交申诉'))
    await expect.element(heading('申诉处理中')).toBeVisible()
    expect(named('speedDeposit.appeal')).toEqual([{ orderNo: ORDER_NO, reason: '付款金额与订单不一致：多付了 1 元' }])
  })
})

describe('polling', () => {
  const reads = () => named('dealRecord.detail').length
  /** Advances the fake timers until the condition is met. */
  const until = (check: () => void, stepMs: number) =>
    vi.waitFor(() => {
      vi.advanceTimersByTime(stepMs)
      check()
    })

  it('follows the order until it never changes again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    open({ status: '2' })
    await vi.waitFor(() => expect(heading('正在核对付款').elements()).toHaveLength(1))
    serveOrders(depositOrder({ status: '3', updatedAt: NOON }))
    await until(() => expect(heading('已到账').elements()).toHaveLength(1), 1_000)
    const before = reads()
    vi.advanceTimersByTime(300_000)
    expect(reads()).toBe(before)
  })

  it('pauses while the page is hidden, and reads at once when it is shown', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    open({ status: '2' })
    await vi.waitFor(() => expect(heading('正在核对付款').elements()).toHaveLength(1))
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    vi.advanceTimersByTime(60_000)
    expect(reads()).toBe(1)
    hidden.mockReturnValue(false)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(reads()).toBe(2))
  })

  it('does not interrupt a slow response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    open({ status: '2' })
    await vi.waitFor(() => expect(heading('正在核对付款').elements()).toHaveLength(1))
    transport.responses['dealRecord.detail'] = () => new Promise(() => {})
    await until(() => expect(reads()).toBe(2), 1_000)
    vi.advanceTimersByTime(60_000)
    expect(reads()).toBe(2)
  })
})

it.each([390, 1280])('has no horizontal scroll at %i pixels', async (width) => {
  await page.viewport(width, 844)
  open()
  await expect.element(page.getByRole('img', { name: '付款二维码' })).toBeVisible()
  await frames(3)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it.each(['我已付款', '取消订单', ''])('has no findings: %s', async (opened) => {
    open({ proofs: ['p1'] })
    wear(skin)
    await expect.element(heading('请按以下信息付款')).toBeVisible()
    if (opened !== '') await userEvent.click(button(opened))
    await frames(3)
    await animationsEnded()
    expect(await findingsOfScreen()).toEqual([])
  })
})
