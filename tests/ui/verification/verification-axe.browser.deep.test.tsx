import axe from '../support/axe.ts'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SKINS, type Skin } from '#protocol/sites.ts'
import { SAFE_TYPES } from '#protocol/verification.ts'
import { failure } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'
import { demand, setUpVerification, safetyWindow } from '../support/verification-forms.tsx'
import { animationsEnded } from '../support/mount.tsx'

const verification = setUpVerification()

async function findings(): Promise<string[]> {
  await animationsEnded()
  const { violations, passes } = await axe.run(safetyWindow.element(), { resultTypes: ['violations', 'passes'] })
  expect(passes.map(({ id }) => id)).toContain('color-contrast')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

async function open(skin: Skin, first: 'slide' | 'click'): Promise<void> {
  vi.spyOn(Math, 'random').mockReturnValue(first === 'slide' ? 0 : 0.9)
  verification.open(skin)
  demand(...SAFE_TYPES)
  await expect.poll(() => safetyWindow.element().querySelector('img')?.complete).toBe(true)
}

/** Returns whether the dialog is inside the window without overflow. */
function fits(): boolean {
  const box = safetyWindow.element().getBoundingClientRect()
  const isInside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
  return isInside && safetyWindow.element().scrollWidth <= safetyWindow.element().clientWidth
}

describe('accessibility of the verification dialog', () => {
  for (const skin of SKINS) {
    it(`S4.19 ${skin}: 0 findings in each kind of check, on a phone and on a desktop`, async () => {
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
      ] as const) {
        await page.viewport(width, height)
        await open(skin, 'slide')
        safetyWindow.getByRole('slider').element().focus()
        await userEvent.keyboard('{PageUp}')
        expect(await findings()).toEqual([])
        expect(fits()).toBe(true)
        await page.getByRole('tab', { name: '滑块' }).click()
        await expect.element(safetyWindow.getByText('按住滑块，拖到最右边')).toBeVisible()
        expect(await findings()).toEqual([])
        await page.getByRole('tab', { name: '图形验证码' }).click()
        await page.getByRole('button', { name: '确认', exact: true }).click()
        await expect.element(page.getByRole('textbox', { name: '图形验证码' })).toHaveAttribute('aria-invalid', 'true')
        expect(await findings()).toEqual([])
        expect(fits()).toBe(true)
        verification.close()
        await open(skin, 'click')
        await page.getByRole('button', { name: /包含多个汉字的图片/ }).click()
        expect(await findings()).toEqual([])
        expect(fits()).toBe(true)
        if (width === 390) verification.close()
      }
    })
  }

  it('S4.19 has no findings after a fallback, and without any check', async () => {
    transport.responses['captcha.get'] = () => failure(-4, '网络异常')
    verification.open('fresh')
    demand(...SAFE_TYPES)
    await expect.element(safetyWindow.getByText('网络异常，已改用滑块')).toBeVisible()
    expect(await findings()).toEqual([])
    verification.close()
    transport.responses = {}
    verification.open('glow')
    demand(...SAFE_TYPES)
    await expect.element(page.getByRole('button', { name: '重试' })).toBeVisible()
    expect(await findings()).toEqual([])
  })
})
