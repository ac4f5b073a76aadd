import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES, failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { closeAuth, isAt, openAuth, sent } from '../support/open-auth.tsx'

const TICKETS = ['first-0123456789abcdefgh', 'second-0123456789abcdefg', 'last-0123456789abcdefghi'] as const

let stepOnes = 0
beforeEach(() => {
  stepOnes = 0
  const ticket = () => success({ ticket: TICKETS[stepOnes++ % 2] ?? '', sentAt: transport.now, interval: 60 })
  Object.assign(transport.responses, {
    'recovery.phoneStepOne': ticket,
    'recovery.emailStepOne': ticket,
    'recovery.phoneStepTwo': () => success({ ticket: TICKETS[2] }),
    'recovery.emailStepTwo': () => success({ ticket: TICKETS[2] }),
    'recovery.phoneStepThree': () => success({}),
    'recovery.emailStepThree': () => success({}),
  } satisfies typeof transport.responses)
})
afterEach(closeAuth)

const account = page.getByLabelText('账号', { exact: true })
const phone = page.getByLabelText('手机号')
const email = page.getByLabelText('邮箱地址')
const code = page.getByLabelText('验证码', { exact: true })
const password = page.getByLabelText('新密码', { exact: true })
const send = page.getByRole('button', { name: '发送验证码' })
const check = page.getByRole('button', { name: '下一步' })
const save = page.getByRole('button', { name: '保存新密码' })
const step = () => document.querySelector('[aria-current=step]')?.textContent

it('S7.53 recovers by phone in three steps, by keyboard alone, and leads to sign-in with the name', async () => {
  await openAuth('/forgot?fromPage=%2Fapp%2Flive')
  account.element().focus()
  await userEvent.keyboard('Fan001{Tab}13800138000{Enter}')
  await expect.element(code).toHaveFocus()
  expect(step()).toContain('输入验证码')
  expect(sent('recovery.phoneStepOne')).toEqual([{ name: 'fan001', areaCode: '86', phone: '13800138000' }])
  await userEvent.keyboard('123456{Enter}')
  await expect.element(password).toHaveFocus()
  expect(sent('recovery.phoneStepTwo')).toEqual([{ ticket: TICKETS[0], code: '123456' }])
  await userEvent.keyboard('Zuo5wei3k{Enter}')
  await isAt('/login?fromPage=%2Fapp%2Flive')
  expect(sent('recovery.phoneStepThree')).toEqual([{ ticket: TICKETS[2], timewd: 'Zuo5wei3k' }])
  await expect.element(page.getByLabelText('账号')).toHaveValue('fan001')
  await expect.element(page.getByText('密码已更新，请用新密码登录')).toBeVisible()
})

it('S7.53 recovers by email', async () => {
  await openAuth('/forgot')
  await page.getByText('邮箱', { exact: true }).click()
  await account.fill('fan001')
  await email.fill('nobody')
  await send.click()
  await expect.element(email).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription('请填写正确的邮箱地址')
  await email.fill(' Fan@Example.test')
  await send.click()
  await code.fill('123456')
  await check.click()
  await password.fill('Zuo5wei3k')
  await save.click()
  await isAt('/login')
  expect(sent('recovery.emailStepOne')).toEqual([{ name: 'fan001', email: 'fan@example.test' }])
  expect(sent('recovery.emailStepThree')).toEqual([{ ticket: TICKETS[2], timewd: 'Zuo5wei3k' }])
})

it('S7.53 an expired ticket leads to the first step with a message and keeps typed values', async () => {
  transport.responses['recovery.phoneStepThree'] = () => failureOf(CODES.TICKET_EXPIRED)
  await openAuth('/forgot')
  await account.fill('fan001')
  await phone.fill('13800138000')
  await send.click()
  await code.fill('123456')
  await check.click()
  await password.fill('Zuo5wei3k')
  await save.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('操作已过期')
  expect(step()).toContain('确认账号')
  await expect.element(account).toHaveValue('fan001')
  await expect.element(phone).toHaveValue('13800138000')
  await expect.element(account).toHaveFocus()
  await send.click()
  await expect.element(code).toHaveValue('')
  await code.fill('654321')
  await check.click()
  await expect.element(password).toHaveValue('Zuo5wei3k')
  expect(sent('recovery.phoneStepTwo')).toEqual([
    { ticket: TICKETS[0], code: '123456' },
    { ticket: TICKETS[1], code: '654321' },
  ])
})

it('shows a wrong code and a common password at their fields', async () => {
  transport.responses['recovery.phoneStepTwo'] = ({ code: given }) =>
    given === '123456' ? success({ ticket: TICKETS[2] }) : failureOf(CODES.VERIFY_CODE_ERROR)
  await openAuth('/forgot')
  await send.click()
  await expect.element(account).toHaveFocus()
  await account.fill('fan001')
  await phone.fill('13800138000')
  await send.click()
  await check.click()
  await expect.element(code).toHaveAccessibleDescription('请输入 6 位验证码')
  await code.fill('000000')
  await check.click()
  await expect.element(code).toHaveAccessibleDescription('验证码错误')
  await expect.element(code).toHaveFocus()
  await code.fill('123456')
  await check.click()
  await password.fill('password1')
  await save.click()
  await expect.element(password).toHaveAccessibleDescription('这个密码太常见，容易被猜到，请换一个')
  await expect.element(password).toHaveFocus()
  expect(sent('recovery.phoneStepThree')).toEqual([])
})

it('sends another code after the interval with a new ticket', async () => {
  await openAuth('/forgot')
  await account.fill('fan001')
  await phone.fill('13800138000')
  await send.click()
  const again = page.getByRole('button', { name: /秒后重发|重新发送/ })
  await expect.element(again).toBeDisabled()
  transport.now = NOON + 60_000
  await expect.element(again).toHaveTextContent('重新发送')
  await again.click()
  await code.fill('123456')
  await check.click()
  await expect.element(password).toBeVisible()
  expect(sent('recovery.phoneStepTwo')).toEqual([{ ticket: TICKETS[1], code: '123456' }])
})
