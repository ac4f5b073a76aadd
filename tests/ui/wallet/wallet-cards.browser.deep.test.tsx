import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { WalletCardsPage } from '#app/pages/wallet/WalletCardsPage.tsx'
import { CODES } from '#protocol/codes.ts'
import type { BankCard, VirtualCurrency } from '#protocol/endpoints/wallet-accounts.ts'
import { failure, success } from '#protocol/result.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { siteConfigAtom } from '#state/site/site-config.ts'
import { bindingRequestAtom } from '#state/session/binding.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { type MountedRoutes, animationsEnded, frames, mountRoutes, wear } from '../support/mount.tsx'
import { eachOnMemberScreen, SAFE_MEMBER, serveMember } from '../support/security-fixtures.ts'

const ROUTES = [{ path: '/app/wallet/cards', Component: WalletCardsPage }]
const TRC20 = 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T'
const CARD: BankCard = {
  id: '01890000-0000-7000-8000-000000000001',
  bankCode: 'CMB',
  bankName: '招商银行',
  branch: '',
  holder: '**明',
  last4: '1111',
  isDefault: true,
  createdAt: NOON,
}
const OTHER: BankCard = { ...CARD, id: '01890000-0000-7000-8000-000000000002', last4: '2222', isDefault: false }
const ADDRESS: VirtualCurrency = {
  id: '01890000-0000-7000-8000-000000000003',
  chain: 'TRC20',
  alias: '冷钱包',
  last4: '5M2T',
  isDefault: true,
  createdAt: NOON,
}

let mounted: MountedRoutes
let cards: BankCard[]
let addresses: VirtualCurrency[]
const open = (search = '') => {
  mounted = mountRoutes(ROUTES, `/app/wallet/cards${search}`)
}
const here = () => mounted.router.state.location.pathname
const named = (name: string) => transport.calls.filter((call) => call.name === name).map(({ params }) => params)
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const field = (name: string) => dialog.getByLabelText(name, { exact: true })
/** The error that assistive technology reads with the focused field. */
const focused = () => {
  const element = document.activeElement
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : ''
  const ids = (element?.getAttribute('aria-describedby') ?? '').split(' ')
  return [label, ...ids.map((id) => document.getElementById(id)?.textContent ?? '')].join(' ')
}
/** The number of the card field with `|` at the caret. */
const typedNumber = () => {
  const { value, selectionStart } = field('卡号').element() as HTMLInputElement
  return `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionStart ?? 0)}`
}
const wrong = (triesLeft: number) =>
  failure(CODES.WITHDRAW_PWD_WRONG, `提款密码错误，还可以试 ${triesLeft} 次`, { details: { triesLeft } })

eachOnMemberScreen(() => mounted)
beforeEach(() => {
  cards = [CARD, OTHER]
  addresses = [ADDRESS]
  store.set(cachedResponsesAtom, new Map())
  store.set(siteConfigAtom, CONFIG_DEFAULTS)
  Object.assign(transport.responses, {
    'bankCard.list': () => success({ list: cards, max: 3 }),
    'virtualCurrency.list': () => success({ list: addresses, max: 3 }),
    'bank.list': () => success({ list: [{ bankCode: 'CMB', bankName: '招商银行' }] }),
  })
})

describe('the list', () => {
  it('S3.3 S3.4 S9.11 shows cards and addresses with the default first and the last four characters only', async () => {
    open()
    const rows = page.getByRole('list', { name: '银行卡' }).getByRole('listitem')
    await expect.element(rows.first()).toHaveTextContent('招商银行 默认尾号 1111 · **明')
    await expect.element(page.getByText('TRC20 · 冷钱包')).toBeVisible()
    await expect.element(page.getByText('2 / 3')).toBeVisible()
    await expect.element(page.getByText('演示资金', { exact: true })).toBeVisible()
    // The default cannot be made the default.
    await expect.element(button('把招商银行 尾号 2222设为默认')).toBeVisible()
    expect(button('把招商银行 尾号 1111设为默认').elements()).toEqual([])
  })

  it('S3.27 at three of a currency hides adding and shows the reason', async () => {
    cards = [CARD, OTHER, { ...OTHER, id: '01890000-0000-7000-8000-000000000004' }]
    open()
    await expect.element(page.getByText('银行卡数量已达上限，最多 3 个。删除一个后可以再添加。')).toBeVisible()
    expect(button('添加银行卡').elements()).toEqual([])
    await expect.element(button('添加 USDT 地址')).toBeVisible()
  })

  it('S1.14 begins with the addresses if the currency is USDT', async () => {
    open('?currency=USDT')
    await expect.element(page.getByText('TRC20 · 冷钱包')).toBeVisible()
    const titles = page.getByRole('heading', { level: 2 }).elements()
    expect(titles.map(({ textContent }) => textContent)).toEqual(['USDT 地址', '银行卡'])
  })

  it('without a withdrawal password leads to it and changes nothing', async () => {
    serveMember({ ...SAFE_MEMBER, hasWithdrawPassword: false })
    cards = []
    Object.assign(transport.responses, {
      'bankCard.list': () => success({ list: cards, max: 3 }),
      'virtualCurrency.list': () => success({ list: addresses, max: 3 }),
    })
    open()
    await expect.element(page.getByText('还没有银行卡')).toBeVisible()
    expect(page.getByRole('button', { name: /添加|删除/ }).elements()).toEqual([])
    await userEvent.click(page.getByRole('link', { name: '设置提款密码' }))
    await expect.poll(here).toBe('/app/security/withdraw')
  })

  it('S9.14 withdrawPasswordSwitch 0: accounts are added and removed without a password', async () => {
    store.set(siteConfigAtom, { ...CONFIG_DEFAULTS, withdrawPasswordSwitch: 0 })
    serveMember({ ...SAFE_MEMBER, hasWithdrawPassword: false })
    const all = () => success({ list: cards, max: 3 })
    Object.assign(transport.responses, {
      'bankCard.list': all,
      'bankCard.insert': all,
      'bankCard.delete': all,
      'bank.list': () => success({ list: [{ bankCode: 'CMB', bankName: '招商银行' }] }),
      'virtualCurrency.list': () => success({ list: addresses, max: 3 }),
    })
    open()
    await userEvent.click(button('删除招商银行 尾号 2222'))
    await expect.element(dialog).toHaveTextContent('删除招商银行 尾号 2222？')
    expect(field('提款密码').query()).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: '删除', exact: true }))
    await expect.element(page.getByText('已删除')).toBeVisible()
    expect(named('bankCard.delete')).toEqual([{ id: OTHER.id }])
    await expect.element(dialog).not.toBeInTheDocument()
    await userEvent.click(button('添加银行卡'))
    await userEvent.selectOptions(field('银行'), '招商银行')
    await field('卡号').fill('4111 1111 1111 1111')
    await field('持卡人').fill('王小明')
    expect(field('提款密码').query()).toBeNull()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('银行卡已添加')).toBeVisible()
    expect(named('bankCard.insert').at(-1)).not.toHaveProperty('withdrawPwd')
    expect(page.getByText('提款密码').elements()).toEqual([])
  })

  it('S3.33 asks for the real name before the first card', async () => {
    serveMember({ ...SAFE_MEMBER, realName: null })
    Object.assign(transport.responses, {
      'bankCard.list': () => success({ list: [], max: 3 }),
      'virtualCurrency.list': () => success({ list: [], max: 3 }),
    })
    open()
    await userEvent.click(button('填写真实姓名'))
    expect(store.get(bindingRequestAtom)?.needed).toEqual(['userRealNameBind'])
    expect(button('添加银行卡').elements()).toEqual([])
    await expect.element(button('添加 USDT 地址')).toBeVisible()
  })

  it('shows a failed load with 重试', async () => {
    transport.responses['bankCard.list'] = () => failure(CODES.INTERNAL_ERROR, '服务异常', { traceId: 't-1' })
    open()
    await expect.element(page.getByRole('alert')).toHaveTextContent(/收款账户加载失败.*追踪号 t-1/)
    transport.responses['bankCard.list'] = () => success({ list: cards, max: 3 })
    await userEvent.click(button('重试'))
    await expect.element(page.getByText('尾号 1111 · **明')).toBeVisible()
  })
})

describe('a new card', () => {
  it('S5.20 groups the number while it is typed and keeps the caret', async () => {
    open()
    await userEvent.click(button('添加银行卡'))
    await userEvent.click(field('卡号'))
    await userEvent.keyboard('41111')
    expect(typedNumber()).toBe('4111 1|')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}9')
    expect(typedNumber()).toBe('4119| 11')
    await userEvent.keyboard('8')
    expect(typedNumber()).toBe('4119 8|11')
    await userEvent.keyboard('{Backspace}{Backspace}')
    expect(typedNumber()).toBe('411|1 1')
    await userEvent.keyboard('{ArrowRight}{Delete}')
    expect(typedNumber()).toBe('4111|')
    await userEvent.keyboard('x')
    expect(typedNumber()).toBe('4111|')
    await field('卡号').fill('６２２２-0202')
    await expect.element(field('卡号')).toHaveValue('6222 0202')
  })

  it('S5.19 S7.68 S7.73 is checked, confirmed with the withdrawal password and added', async () => {
    transport.responses['bankCard.insert'] = ({ withdrawPwd }) => {
      if (withdrawPwd !== '246810') return wrong(4)
      cards = [...cards, { ...OTHER, id: '01890000-0000-7000-8000-000000000005', branch: '徐家汇支行', last4: '3333' }]
      return success({ list: [...cards], max: 3 })
    }
    open()
    await userEvent.click(button('添加银行卡'))
    await userEvent.click(dialog.getByRole('button', { name: '添加银行卡' }))
    await expect.element(dialog.getByText('请选择银行').last()).toBeVisible()
    await userEvent.selectOptions(field('银行'), '招商银行')
    await field('开户支行（可不填）').fill('徐家汇支行 🏦')
    await field('卡号').fill('4111 1111 1111 1112')
    await field('持卡人').fill('王小明')
    await field('提款密码').fill('１３ ５７ ９１')
    await expect.element(field('提款密码')).toHaveValue('135791')
    await userEvent.keyboard('{Enter}')
    await expect.poll(focused).toContain('支行名称含有不能使用的字符')
    await field('开户支行（可不填）').fill('徐家汇支行')
    await userEvent.keyboard('{Enter}')
    await expect.poll(focused).toContain('银行卡号有误，请核对')
    await field('卡号').fill('4111 1111 1111 1111')
    await userEvent.keyboard('{Enter}')
    await expect.poll(focused).toContain('提款密码错误，还可以试 4 次')
    // The first digit replaces the refused password.
    await userEvent.keyboard('246810{Enter}')
    await expect.element(page.getByText('银行卡已添加')).toBeVisible()
    await expect.element(page.getByText('尾号 3333 · **明 · 徐家汇支行')).toBeVisible()
    expect(named('bankCard.insert').at(-1)).toEqual({
      bankCode: 'CMB',
      branch: '徐家汇支行',
      cardNum: '4111 1111 1111 1111',
      realName: '王小明',
      withdrawPwd: '246810',
    })
  })

  it('without a response shows that another try does no harm and reads the list again', async () => {
    transport.responses['bankCard.insert'] = () => failure(CODES.TIMEOUT, '请求超时')
    open()
    await userEvent.click(button('添加银行卡'))
    await userEvent.selectOptions(field('银行'), '招商银行')
    await field('卡号').fill('4111111111111111')
    await field('持卡人').fill('王小明')
    await field('提款密码').fill('246810')
    const before = named('bankCard.list').length
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText(/再提交一次也不会多出一个/)).toBeVisible()
    await expect.poll(() => named('bankCard.list').length).toBe(before + 1)
  })
})

it('S5.27 S5.21 S7.74 a new address is checked, shown in groups of four, and added with its note', async () => {
  transport.responses['virtualCurrency.insert'] = () => success({ list: [...addresses], max: 3 })
  open()
  await userEvent.click(button('添加 USDT 地址'))
  await field('地址').fill(`${TRC20.slice(0, -1)}u`)
  await field('备注（可不填）').fill(' 备用 ')
  await field('提款密码').fill('246810')
  await userEvent.keyboard('{Enter}')
  await expect.poll(focused).toContain('请填写正确的 TRC20 地址')
  await field('地址').fill(` ${TRC20.slice(0, 10)} ${TRC20.slice(10)}\n`)
  await expect.element(dialog.getByText('TUKF zqVw VXgb kRU8 Fwuh cNAU azEU ey5M 2T')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('USDT 地址已添加')).toBeVisible()
  expect(named('virtualCurrency.insert')).toEqual([
    { chain: 'TRC20', address: TRC20, alias: '备用', withdrawPwd: '246810' },
  ])
})

describe('a change of the list', () => {
  it('S7.73 deletes after the withdrawal password; a lock shows its end', async () => {
    transport.responses['bankCard.delete'] = () =>
      failure(CODES.WITHDRAW_PWD_WRONG, '提款密码错误次数过多，请一小时后再试', {
        details: { triesLeft: 0, until: NOON + 3_600_000 },
      })
    open()
    await userEvent.click(button('删除招商银行 尾号 2222'))
    await expect.element(dialog).toHaveTextContent('删除招商银行 尾号 2222？')
    await userEvent.keyboard('11{Enter}')
    await expect.poll(focused).toContain('请输入 6 位提款密码')
    await userEvent.keyboard('1111{Enter}')
    await expect.poll(focused).toMatch(/提款密码错误次数过多，请一小时后再试（\d\d:\d\d 后可以再试）/)
    await expect.element(field('提款密码')).toHaveValue('')
    transport.responses['bankCard.delete'] = () => {
      cards = [CARD]
      return success({ list: [...cards], max: 3 })
    }
    await userEvent.keyboard('246810{Enter}')
    await expect.element(page.getByText('已删除')).toBeVisible()
    await expect.element(page.getByText('尾号 2222 · **明')).not.toBeInTheDocument()
    expect(named('bankCard.delete').at(-1)).toEqual({ id: OTHER.id, withdrawPwd: '246810' })
  })

  it('a repeated deletion after a lost response is a success', async () => {
    transport.responses['virtualCurrency.delete'] = () => failure(CODES.NOT_FOUND, '内容不存在')
    open()
    await userEvent.click(button('删除TRC20 尾号 5M2T'))
    await field('提款密码').fill('246810')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('已删除')).toBeVisible()
  })

  it('S7.73 makes another card the default', async () => {
    transport.responses['bankCard.setDefault'] = ({ id }) => {
      cards = [OTHER, CARD].map((card) => ({ ...card, isDefault: card.id === id }))
      return success({ list: [...cards], max: 3 })
    }
    open()
    await userEvent.click(button('把招商银行 尾号 2222设为默认'))
    await field('提款密码').fill('246810')
    await userEvent.click(dialog.getByRole('button', { name: '设为默认' }))
    await expect.element(button('把招商银行 尾号 1111设为默认')).toBeVisible()
  })
})

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it.each([null, '添加银行卡', '添加 USDT 地址', '删除招商银行 尾号 2222'])('has no findings: %s', async (press) => {
    await page.viewport(390, 844)
    open()
    wear(skin)
    await expect.element(page.getByText('尾号 1111 · **明')).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    if (press !== null) {
      await userEvent.click(button(press))
      await expect.element(field('提款密码')).toBeVisible()
    }
    await frames(3)
    await animationsEnded()
    expect(await findingsOfScreen()).toEqual([])
  })
})
