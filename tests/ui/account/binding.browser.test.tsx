import { Outlet } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BindingWizard } from '#app/shell/AccountWindows.tsx'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import type { BindingStep } from '#state/session/binding.ts'
import { useBindingWizard } from '#state/session/binding.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { Button } from '#ui/button/Button.tsx'
import { findingsOfScreen } from '../support/axe.ts'
import { AXE_SKINS } from '../support/axe-skins.ts'
import { transport } from '../support/fake-transport.ts'
import { type MountedRoutes, animationsEnded, mountRoutes, wear } from '../support/mount.tsx'
import { NEW_MEMBER, serveMember } from '../support/security-fixtures.ts'

const TRC20 = 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T'

/** Results of the wizard, in the order in which it was closed. */
const results: boolean[] = []
let needed: readonly BindingStep[] | undefined
let needsWithdrawPassword = false

function Opener() {
  const open = useBindingWizard()
  return <Button onClick={() => void open(needed).then((isDone) => results.push(isDone))}>提现</Button>
}

const ROUTES = [
  {
    element: (
      <>
        <Outlet />
        <BindingWizard />
      </>
    ),
    children: [{ path: '/app/home', element: <Opener /> }],
  },
]

let mounted: MountedRoutes
let done: Record<BindingStep, boolean>
const dialog = page.getByRole('dialog', { name: '实名和收款' })
const field = (name: string) => dialog.getByLabelText(name, { exact: true })
const named = (name: string) => transport.calls.filter((call) => call.name === name).map(({ params }) => params)
const step = () => document.querySelector('[aria-current="step"]')?.textContent ?? ''
const openWizard = () => userEvent.click(page.getByRole('button', { name: '提现' }))

beforeEach(async () => {
  await page.viewport(390, 844)
  serveMember(NEW_MEMBER)
  results.length = 0
  needed = undefined
  needsWithdrawPassword = false
  done = { userRealNameBind: false, userInfoBind: false, selectRealName: false, selectUSDT: false }
  const finish = (name: BindingStep) => () => {
    done[name] = true
    return success({})
  }
  Object.assign(transport.responses, {
    'bind.steps': () =>
      success({ ...done, holders: ['**明', '*芳'], chains: ['TRC20', 'ERC20'], needsWithdrawPassword }),
    'bind.realName': finish('userRealNameBind'),
    'bind.phone': finish('userInfoBind'),
    'bind.selectHolder': finish('selectRealName'),
    'bind.selectUsdt': () => {
      done.selectUSDT = true
      return success({ masked: '****Lj6t' })
    },
  })
  mounted = mountRoutes(ROUTES, '/app/home')
})
afterEach(() => {
  mounted.unmount()
  transport.responses = {}
  store.set(sessionAtom, null)
})

describe('the binding wizard', () => {
  it('S3.33 goes through the four steps by keyboard alone', async () => {
    await openWizard()
    await expect.poll(step).toContain('真实姓名')
    await expect.element(field('真实姓名')).toHaveFocus()
    await userEvent.keyboard('周·{Enter}')
    await expect.element(dialog.getByText(/请填写真实姓名/)).toBeVisible()
    await userEvent.keyboard('小明{Enter}')
    const question = page.getByRole('alertdialog')
    await expect.element(question).toHaveTextContent('真实姓名填为“周·小明”？')
    await expect.element(question).toHaveTextContent('提交后不能修改，收款账户的户名必须与它一致，填错请联系客服。')
    await userEvent.keyboard('{Escape}')
    await expect.element(question).not.toBeInTheDocument()
    expect(named('bind.realName')).toEqual([])
    await expect.element(field('真实姓名')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(question.getByRole('button', { name: '返回修改' })).toHaveFocus()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.poll(step).toContain('手机号')
    expect(named('bind.realName')).toEqual([{ realName: '周·小明' }])
    await field('手机号').fill('13812345678')
    await field('短信验证码').fill('123456')
    await field('登录密码').fill('Play2026x')
    await userEvent.keyboard('{Enter}')
    await expect.poll(step).toContain('账户名')
    await userEvent.click(dialog.getByText('*芳', { exact: true }))
    await userEvent.keyboard('{Enter}')
    await expect.poll(step).toContain('USDT')
    expect(named('bind.selectHolder')).toEqual([{ holder: 1 }])
    await expect.element(field('收款地址')).toHaveFocus()
    await userEvent.keyboard(`${TRC20}{Enter}`)
    await expect.element(dialog.getByText('已全部填写')).toBeVisible()
    expect(named('bind.selectUsdt')).toEqual([{ chain: 'TRC20', address: TRC20 }])
    await userEvent.click(dialog.getByRole('button', { name: '完成' }))
    await expect.poll(() => results).toEqual([true])
  })

  it('S3.33 resumes at the first open step; closing it keeps the typed text', async () => {
    Object.assign(done, { userRealNameBind: true, userInfoBind: true, selectRealName: true })
    await openWizard()
    await expect.poll(step).toContain('USDT')
    await userEvent.click(dialog.getByText('ERC20'))
    await field('收款地址').fill('0x12 34')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => results).toEqual([false])
    await openWizard()
    await expect.element(dialog.getByRole('radio', { name: 'ERC20' })).toBeChecked()
    await expect.element(field('收款地址')).toHaveValue('0x1234')
  })

  it('S3.33 asks for the withdrawal password in the fourth step if there is one, and does not keep it', async () => {
    Object.assign(done, { userRealNameBind: true, userInfoBind: true, selectRealName: true })
    needsWithdrawPassword = true
    transport.responses['bind.selectUsdt'] = () => failure(CODES.WITHDRAW_PWD_WRONG, '提款密码错误，还可以试 4 次')
    await openWizard()
    await userEvent.click(dialog.getByText('TRC20'))
    await field('收款地址').fill(TRC20)
    await userEvent.click(dialog.getByRole('button', { name: '保存地址' }))
    await expect.element(dialog.getByText('请输入 6 位数字')).toBeVisible()
    await expect.element(field('提款密码')).toHaveFocus()
    await userEvent.keyboard('246810{Enter}')
    await expect.element(dialog.getByText('提款密码错误，还可以试 4 次')).toBeVisible()
    expect(named('bind.selectUsdt')).toEqual([{ chain: 'TRC20', address: TRC20, withdrawPwd: '246810' }])
    await userEvent.keyboard('{Escape}')
    await openWizard()
    await expect.element(field('收款地址')).toHaveValue(TRC20)
    await expect.element(field('提款密码')).toHaveValue('')
  })

  it('S5.21 S5.27 shows the address in groups of four and refuses one of the other chain', async () => {
    Object.assign(done, { userRealNameBind: true, userInfoBind: true, selectRealName: true })
    await openWizard()
    await userEvent.click(dialog.getByText('TRC20'))
    await field('收款地址').fill(TRC20)
    await expect.element(dialog.getByText('TUKF zqVwVXgb', { exact: false })).not.toBeInTheDocument()
    await expect.element(dialog.getByText(/^TUKF zqVw VXgb/)).toBeVisible()
    await userEvent.click(dialog.getByText('ERC20'))
    await userEvent.click(dialog.getByRole('button', { name: '保存地址' }))
    await expect.element(dialog.getByText('请填写正确的 ERC20 地址')).toBeVisible()
    await expect.element(field('收款地址')).toHaveFocus()
    expect(named('bind.selectUsdt')).toEqual([])
  })

  it('S3.33 resolves for a feature when the steps that it needs are done, and asks for no others', async () => {
    needed = ['userRealNameBind', 'userInfoBind']
    done.userRealNameBind = true
    await openWizard()
    await expect.poll(step).toContain('手机号')
    expect(dialog.getByRole('listitem').elements()).toHaveLength(2)
    await field('手机号').fill('13812345678')
    await field('短信验证码').fill('123456')
    await field('登录密码').fill('Play2026x')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => results).toEqual([true])
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('closes when the session ends', async () => {
    await openWizard()
    await expect.element(field('真实姓名')).toBeVisible()
    store.set(sessionAtom, null)
    await expect.poll(() => results).toEqual([false])
    await expect.element(dialog).not.toBeInTheDocument()
  })
})

describe.each(AXE_SKINS)('axe in %s', (skin) => {
  it.each([0, 1, 2, 3])('has no findings in step %i', async (before) => {
    const steps = ['userRealNameBind', 'userInfoBind', 'selectRealName', 'selectUSDT'] as const
    for (const name of steps.slice(0, before)) done[name] = true
    await openWizard()
    wear(skin)
    await expect.poll(step).not.toBe('')
    await animationsEnded()
    expect(await findingsOfScreen('page-has-heading-one')).toEqual([])
  })
})
