import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { failure, success } from '#protocol/result.ts'
import { SAFE_TYPES } from '#protocol/verification.ts'
import { VerificationPanel } from '#features/verification/VerificationPanel.tsx'
import { sessionAlertAtom } from '#state/session/verification.ts'
import { store } from '#state/store.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames } from '../support/mount.tsx'
import {
  closeVerification,
  demand,
  openVerification,
  safetyWindow,
  serveChecks,
} from '../support/verification-forms.tsx'

let mounted: Mounted
beforeEach(() => serveChecks())
afterEach(() => closeVerification(mounted))

const code = page.getByRole('textbox', { name: '图形验证码' })
const confirm = page.getByRole('button', { name: '确认', exact: true })

async function typeCode(text: string): Promise<void> {
  await code.fill(text)
  await confirm.click()
}

describe('verification dialog', () => {
  it('S4.18 opens once when the transport requires it, traps the focus, and closes when no request waits', async () => {
    mounted = openVerification()
    expect(safetyWindow.elements()).toHaveLength(0)
    demand('imageCode')
    demand('imageCode')
    await expect.element(safetyWindow).toBeVisible()
    expect(page.getByRole('dialog').elements()).toHaveLength(1)
    await expect.poll(() => safetyWindow.query()?.contains(document.activeElement)).toBe(true)
    await userEvent.tab()
    await userEvent.tab()
    expect(safetyWindow.element().contains(document.activeElement)).toBe(true)
    transport.notify({ type: 'verification-over' })
    await expect.element(safetyWindow).not.toBeInTheDocument()
    expect(transport.closings).toBe(0)
  })

  it('S4.20 is cancelled by Escape or its close button, which notifies the transport; the focus returns', async () => {
    mounted = openVerification()
    const business = page.getByRole('button', { name: '业务' })
    await business.click()
    demand('imageCode')
    await expect.element(safetyWindow).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(safetyWindow).not.toBeInTheDocument()
    expect(transport.closings).toBe(1)
    await expect.element(business).toHaveFocus()
    demand('imageCode')
    await safetyWindow.getByRole('button', { name: '关闭' }).click()
    await expect.element(safetyWindow).not.toBeInTheDocument()
    expect(transport.closings).toBe(2)
  })

  it('S4.18 is above other dialogs, which stay open when it closes', async () => {
    mounted = openVerification('glow', <Business />)
    const business = page.getByRole('dialog', { name: '金币不足' })
    await expect.element(business).toBeVisible()
    demand('imageCode')
    await expect.element(safetyWindow).toBeVisible()
    await frames(20)
    const { left, top, width, height } = safetyWindow.element().getBoundingClientRect()
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
    expect(safetyWindow.element().contains(onTop)).toBe(true)
    await typeCode('A3C4')
    await expect.element(safetyWindow).not.toBeInTheDocument()
    await expect.element(business).toBeVisible()
    demand('imageCode')
    await expect.element(safetyWindow).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(safetyWindow).not.toBeInTheDocument()
    await expect.element(business).toBeVisible()
  })

  it('S4.18 is hidden while a session dialog is open, and continues afterwards', async () => {
    mounted = openVerification()
    store.set(sessionAlertAtom, true)
    demand('imageCode')
    await expect.poll(() => transport.calls.length).toBe(0)
    expect(safetyWindow.elements()).toHaveLength(0)
    store.set(sessionAlertAtom, false)
    await expect.element(safetyWindow).toBeVisible()
    store.set(sessionAlertAtom, true)
    await expect.element(safetyWindow).not.toBeInTheDocument()
    store.set(sessionAlertAtom, false)
    await expect.element(safetyWindow).toBeVisible()
    expect(transport.closings).toBe(0)
  })

  it('S4.21 submits the result once, shows the confirmation, and closes', async () => {
    mounted = openVerification()
    demand('imageCode')
    await typeCode('A3C4')
    await expect.element(safetyWindow.getByText('验证通过', { exact: true }).first()).toBeVisible()
    await expect.element(safetyWindow).not.toBeInTheDocument()
    expect(transport.solved).toEqual([{ safeType: 'imageCode', codeId: expect.any(String), imgCode: 'A3C4' }])
    expect(transport.closings).toBe(0)
  })

  it('S4.21 starts another round when the requests are refused again', async () => {
    mounted = openVerification()
    transport.onSolved = async () => {
      demand('imageCode')
      return success(null)
    }
    demand('imageCode')
    await typeCode('A3C4')
    await expect.element(safetyWindow.getByText('验证通过', { exact: true }).first()).toBeVisible()
    await expect.element(code).toHaveValue('')
    transport.onSolved = async () => success(null)
    await typeCode('Q7Q7')
    await expect.element(safetyWindow).not.toBeInTheDocument()
    expect(transport.solved).toHaveLength(2)
  })

  it('S4.19 falls back to the next check by itself, with an announcement', async () => {
    mounted = openVerification()
    transport.responses['captcha.get'] = () => failure(-4, '网络异常')
    demand(...SAFE_TYPES)
    await expect.element(page.getByRole('tab', { name: '滑块' })).toHaveAttribute('aria-selected', 'true')
    const shown = safetyWindow.getByText('网络异常，已改用滑块')
    await expect.element(shown).toBeVisible()
    await expect.element(shown).toHaveAttribute('aria-live', 'polite')
    expect(page.getByRole('alert').elements()).toHaveLength(0)
  })

  it('S4.19 offers exactly the enabled checks, with a switch between them', async () => {
    mounted = openVerification()
    demand('afs', 'imageCode')
    await expect.element(safetyWindow).toBeVisible()
    expect(
      page
        .getByRole('tab')
        .elements()
        .map((tab) => tab.textContent),
    ).toEqual(['滑块', '图形验证码'])
    await page.getByRole('tab', { name: '图形验证码' }).click()
    await expect.element(code).toBeVisible()
    await page.getByRole('tab', { name: '滑块' }).click()
    await page.getByRole('button', { name: '不方便拖动？改用图形验证码' }).click()
    await expect.element(code).toBeVisible()
  })

  it('S4.19 shows that no check is available, with a retry', async () => {
    mounted = openVerification()
    const responses = transport.responses
    transport.responses = {}
    demand(...SAFE_TYPES)
    const alert = safetyWindow.getByRole('alert')
    await expect.element(alert).toHaveTextContent('加载失败')
    await expect.element(alert).toHaveTextContent('验证加载失败，已填写的内容会保留')
    transport.responses = responses
    await page.getByRole('button', { name: '重试' }).click()
    await expect.element(page.getByRole('tab', { name: '拼图验证' })).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => safetyWindow.element().querySelector('img')).not.toBeNull()
  })
})

describe('panel of the robot check page', () => {
  it('S4.17 S4.19 submits the result to the transport and then reports success', async () => {
    const verified = vi.fn<() => void>()
    mounted = openVerification('fresh', <VerificationPanel safeTypes={['imageCode']} onVerified={verified} />)
    await typeCode('A3C4')
    await expect.poll(() => verified.mock.calls.length).toBe(1)
    expect(transport.solved).toHaveLength(1)
  })
})

function Business() {
  const [isOpen, setOpen] = useState(true)
  return <Dialog isOpen={isOpen} onOpenChange={setOpen} title="金币不足" description="还差 200 金币" />
}
