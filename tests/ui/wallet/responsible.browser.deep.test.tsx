import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ResponsiblePage } from '#app/pages/account/ResponsiblePage.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { DAY_MS } from '#protocol/time.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import axe from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { type MountedRoutes, animationsEnded, frames, mountRoutes, wear } from '../support/mount.tsx'
import { DAY_LIMIT, NO_LIMITS, raised, serveResponsible, withLimits } from '../support/responsible-fixtures.ts'
import { eachOnMemberScreen } from '../support/security-fixtures.ts'

let mounted: MountedRoutes
const open = (state = NO_LIMITS) => {
  serveResponsible(state)
  store.set(connectionAtom, 'online')
  mounted = mountRoutes([{ path: '/app/responsible', Component: ResponsiblePage }], '/app/responsible')
}
const named = (name: string) => transport.calls.filter((call) => call.name === name).map(({ params }) => params)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const deposits = page.getByRole('region', { name: '存款限额' })

eachOnMemberScreen(() => mounted)

describe('limits', () => {
  it('Annex I limits are offered by kind and period; a first one applies at once', async () => {
    open()
    await expect.element(page.getByText('还没有设置限额')).toBeVisible()
    for (const kind of ['存款限额', '亏损限额', '投入限额', '在线时长']) {
      await expect.element(page.getByRole('region', { name: kind })).toHaveTextContent(/未设置.*未设置.*未设置/)
    }
    await userEvent.click(button('设置每日存款限额'))
    await expect.element(dialog).toHaveTextContent(/当前限额.*未设置/)
    await dialog.getByLabelText('限额', { exact: true }).fill('¥2,000.00')
    await expect.element(dialog.getByText('保存后立即生效。')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => named('responsible.setLimit'))
      .toEqual([{ kind: 'deposit', period: 'day', amount: 2_000_00 }])
    await expect.element(deposits.getByText('¥2,000.00', { exact: true })).toBeVisible()
    await expect.element(page.getByText('还没有设置限额')).not.toBeInTheDocument()
  })

  it.each(['', '0', '-1', '1e3', '0.001', '9007199254740993'])('S5.18 refuse the amount %j', async (text) => {
    open()
    await userEvent.click(button('设置每日存款限额'))
    const field = dialog.getByLabelText('限额', { exact: true })
    await userEvent.click(field)
    if (text !== '') await userEvent.keyboard(text)
    // Characters that an amount cannot have are not typed.
    await field.fill(/^\d+(\.\d{0,2})?$/.test(text) ? text : '')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveAttribute('aria-invalid', 'true')
    expect(named('responsible.setLimit')).toEqual([])
  })

  it('Annex I limits of the time are minutes, at most those of the period', async () => {
    open()
    await userEvent.click(button('设置每日在线时长'))
    const field = dialog.getByLabelText('限额（分钟）')
    await field.fill('1441')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveAccessibleDescription('请填写 1 到 1440 的整数')
    await field.fill('９０')
    await expect.element(field).toHaveAccessibleDescription('相当于 1 小时 30 分钟')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => named('responsible.setLimit')).toEqual([{ kind: 'session', period: 'day', amount: 90 }])
  })

  it('Annex E.12 show their use; a raise is announced with its delay, and can be withdrawn', async () => {
    open(withLimits(DAY_LIMIT))
    await expect.element(deposits.getByText('已用 ¥500.00，还可用 ¥1,500.00')).toBeVisible()
    await userEvent.click(button('修改每日存款限额'))
    await dialog.getByLabelText('限额', { exact: true }).fill('3000')
    await expect.element(dialog.getByText(/调高要等待 24 小时/)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(deposits.getByText(/每日：申请调到 ¥3,000.00，.*起可以确认/)).toBeVisible()
    await expect.element(deposits.getByText('¥2,000.00', { exact: true })).toBeVisible()
    await expect.element(deposits.getByRole('button', { name: '确认' })).not.toBeInTheDocument()
    await userEvent.click(deposits.getByRole('button', { name: '撤回申请' }))
    await expect.element(deposits.getByText(/申请调到/)).not.toBeInTheDocument()
  })

  it('Annex E.12 need a second confirmation for a raise whose delay is over, and lapse by the clock of the server', async () => {
    open(withLimits(raised(NOON - 1_000)))
    await userEvent.click(deposits.getByRole('button', { name: '确认' }))
    const question = page.getByRole('alertdialog')
    await expect.element(question).toHaveTextContent('确认把每日存款限额调到 ¥3,000.00？')
    await userEvent.click(question.getByRole('button', { name: '保持原限额' }))
    expect(named('responsible.confirmRaise')).toEqual([])
    await userEvent.click(deposits.getByRole('button', { name: '确认' }))
    await userEvent.click(question.getByRole('button', { name: '确认' }))
    await expect.element(deposits.getByText('¥3,000.00', { exact: true })).toBeVisible()
    mounted.unmount()
    open(withLimits(raised(NOON - 1_000)))
    await expect.element(deposits.getByText(/等待期已满/)).toBeVisible()
    transport.now = NOON + 8 * DAY_MS
    await expect.element(deposits.getByText(/等待期已满/)).not.toBeInTheDocument()
  })

  it('Annex E.12 show why the server refuses a confirmation', async () => {
    open(withLimits(raised(NOON - 1_000)))
    transport.responses['responsible.confirmRaise'] = () => failure(CODES.ORDER_STATE_CHANGED, '订单状态已变化，请刷新')
    await userEvent.click(deposits.getByRole('button', { name: '确认' }))
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: '确认' }))
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('订单状态已变化')
  })
})

describe('time-out and self-exclusion', () => {
  it('Annex I time-out: names its end before and after', async () => {
    open()
    await userEvent.click(page.getByText('7 天', { exact: true }).last())
    await userEvent.click(button('开始休息'))
    const question = page.getByRole('alertdialog')
    await expect.element(question).toHaveTextContent(/休息 7 天？.*结束，不能提前结束/)
    await userEvent.click(question.getByRole('button', { name: '开始休息' }))
    await expect.poll(() => named('responsible.timeOut')).toEqual([{ hours: 168 }])
    await expect.element(page.getByRole('region', { name: '休息期中' })).toHaveTextContent(/到 .* 结束，不能提前结束/)
  })

  it('Annex I self-exclusion: is confirmed by a typed text', async () => {
    open()
    await userEvent.click(page.getByText('永久', { exact: true }))
    await userEvent.click(button('开始自我排除'))
    await expect.element(dialog).toHaveTextContent('永久有效，不能解除')
    const field = dialog.getByLabelText('输入“自我排除”确认')
    await field.fill('排除')
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveAccessibleDescription('请输入“自我排除”')
    expect(named('responsible.selfExclude')).toEqual([])
    await field.fill(' 自我排除 ')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => named('responsible.selfExclude')).toEqual([{ months: null, confirmText: '自我排除' }])
    await expect.element(page.getByRole('region', { name: '自我排除中' })).toHaveTextContent('永久有效，不能解除')
  })
})

it('Annex I reality check: saves the interval at once, and shows the old one after a refusal', async () => {
  open()
  await userEvent.click(page.getByText('30 分钟', { exact: true }))
  await expect.element(page.getByRole('radio', { name: '30 分钟' })).toBeChecked()
  transport.responses['responsible.realityCheck'] = () => failure(CODES.INTERFACE_DEGRADE, '服务繁忙')
  await userEvent.click(page.getByText('15 分钟', { exact: true }))
  await expect.element(page.getByRole('alert')).toHaveTextContent('服务繁忙')
  await expect.element(page.getByRole('radio', { name: '30 分钟' })).toBeChecked()
})

it('Annex I statement: adds up for each period', async () => {
  open()
  const currency = page.getByRole('region', { name: '人民币 CNY' })
  await expect
    .element(currency)
    .toHaveTextContent(/期初余额¥100.00存款 2 笔\+¥1,500.00货币兑换 1 笔−¥65.00期末余额¥1,535.00/)
  await expect.element(currency).toHaveTextContent('期初 ¥100.00 + 变动 ¥1,435.00 = 期末 ¥1,535.00')
  await expect.element(page.getByRole('region', { name: '泰达币 USDT' })).not.toBeInTheDocument()
  await userEvent.click(page.getByText('12 个月', { exact: true }).first())
  await expect.poll(() => named('responsible.statement')).toEqual([{ period: '30d' }, { period: '12m' }])
})

it('Annex G.8 the self-test is evaluated without a call', async () => {
  open()
  await userEvent.click(button('开始自测'))
  await expect.element(button('查看结果')).toBeDisabled()
  const before = transport.calls.length
  for (const option of page.getByText('有时', { exact: true }).all()) await userEvent.click(option)
  await userEvent.click(button('查看结果'))
  await expect.element(page.getByText('高度风险')).toBeVisible()
  expect(transport.calls.length).toBe(before)
})

it('shows a failed load with 重试, and the contacts', async () => {
  serveResponsible()
  transport.responses['responsible.get'] = () => failure(CODES.INTERNAL_ERROR, '服务异常', { traceId: 't-1' })
  mounted = mountRoutes([{ path: '/app/responsible', Component: ResponsiblePage }], '/app/responsible')
  await expect.element(page.getByRole('alert')).toHaveTextContent(/服务异常.*追踪号 t-1/)
  await expect.element(page.getByText(/12356/)).toBeVisible()
  transport.responses['responsible.get'] = () => success(NO_LIMITS)
  await userEvent.click(button('重试'))
  await expect.element(page.getByText('还没有设置限额')).toBeVisible()
})

it('Annex G.8 shows visitors the texts and the way to sign in', async () => {
  store.set(sessionAtom, null)
  open()
  await expect
    .element(page.getByRole('link', { name: '登录' }))
    .toHaveAttribute('href', '/login?fromPage=%2Fapp%2Fresponsible')
  await expect.element(page.getByText(/调低立即生效/)).toBeVisible()
  expect(named('responsible.get')).toEqual([])
})

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it.each([
    ['no limit', NO_LIMITS, null],
    [
      'a raise',
      { ...withLimits(raised(NOON - 1)), exclusion: { kind: 'timeOut', since: NOON, until: NOON + DAY_MS } },
      null,
    ],
    ['the dialog', withLimits(DAY_LIMIT), '修改每日存款限额'],
    ['the self-test', NO_LIMITS, '开始自测'],
  ] as const)('has no findings and fits on a phone: %s', async (_name, state, press) => {
    await page.viewport(390, 844)
    open(state)
    wear(skin)
    await expect.element(page.getByRole('heading', { name: '自测' })).toBeInTheDocument()
    if (press !== null) await userEvent.click(button(press))
    await frames(3)
    await animationsEnded()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
  })
})
