import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { failureOf } from '#protocol/codes.ts'
import { success } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { closeAuth, openAuth, sent } from '../support/open-auth.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  closeAuth()
})

const MESSAGES = [
  { id: 'b', channel: 'mail', to: 'fan@example.test', text: '验证码 654321，用于找回密码', at: NOON },
  { id: 'a', channel: 'sms', to: '+86 13800138000', text: '你的密码已修改', at: NOON - 60_000 },
] as const

it('shows messages newest first and copies a code', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  transport.responses['demo.outbox'] = () => success({ list: [...MESSAGES] })
  await openAuth('/dev/outbox', { isDemo: true })
  const rows = page.getByRole('list', { name: '短信和邮件' }).getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent(/^邮件fan@example\.test20:00:00/)
  await expect.element(rows.last()).toHaveTextContent(/你的密码已修改$/)
  await page.getByRole('button', { name: '复制验证码 654321' }).click()
  expect(copied).toHaveBeenCalledWith('654321')
  await expect.element(page.getByText('已复制验证码')).toBeVisible()
})

it('refreshes every three seconds while it is visible', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  transport.responses['demo.outbox'] = () => success({ list: [] })
  await openAuth('/dev/outbox', { isDemo: true })
  await expect.element(page.getByText('还没有短信或邮件')).toBeVisible()
  expect(sent('demo.outbox')).toHaveLength(1)
  transport.responses['demo.outbox'] = () => success({ list: [...MESSAGES] })
  vi.advanceTimersByTime(3_000)
  await expect.element(page.getByText('你的密码已修改')).toBeVisible()
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  vi.advanceTimersByTime(9_000)
  expect(sent('demo.outbox')).toHaveLength(2)
})

it('shows a failure with a retry', async () => {
  transport.responses['demo.outbox'] = () => failureOf(90500)
  await openAuth('/dev/outbox', { isDemo: true })
  await expect.element(page.getByText('收件箱加载失败')).toBeVisible()
  transport.responses['demo.outbox'] = () => success({ list: [] })
  await page.getByRole('button', { name: '重试' }).click()
  await expect.element(page.getByText('还没有短信或邮件')).toBeVisible()
})

it('does not exist outside of demo mode', async () => {
  await openAuth('/dev/outbox')
  await expect.element(page.getByRole('heading', { name: '页面不存在' })).toBeVisible()
  expect(sent('demo.outbox')).toEqual([])
})
