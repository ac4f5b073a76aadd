import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { success } from '#protocol/result.ts'
import { AJ, REP_CODES } from '#protocol/verification.ts'
import { transport } from '../support/fake-transport.ts'
import { animationsEnded, frames } from '../support/mount.tsx'
import {
  demand,
  setUpVerification,
  puzzleOf,
  refusedPuzzle,
  safetyWindow,
  SECRET_KEY,
  WORDS,
} from '../support/verification-forms.tsx'

const verification = setUpVerification()

/** The first puzzle is a block puzzle or a word puzzle; then they alternate. */
async function open(first: 'slide' | 'click'): Promise<void> {
  vi.spyOn(Math, 'random').mockReturnValue(first === 'slide' ? 0 : 0.9)
  verification.open()
  demand('anji', 'imageCode')
  await expect.poll(() => safetyWindow.element().querySelector('img')?.naturalWidth).toBe(AJ.width)
  // The dialog is scaled during its opening animation.
  await animationsEnded()
}

const slider = page.getByRole('slider', { name: '拼图的位置' })
const field = page.getByRole('button', { name: /包含多个汉字的图片/ })
const checks = () => transport.calls.filter(({ name }) => name === 'captcha.check').map(({ params }) => params)
const gets = () => transport.calls.filter(({ name }) => name === 'captcha.get').map(({ params }) => params)
const shownWidth = () => safetyWindow.element().querySelector('img')?.getBoundingClientRect().width ?? 0

/** Drags the handle by picture pixels with the real pointer. */
async function drag(pixels: number): Promise<void> {
  const handle = slider.element().parentElement?.lastElementChild
  const image = safetyWindow.element().querySelector('img')
  if (!handle || !image) throw new Error('nothing to drag')
  const shown = (pixels * shownWidth()) / AJ.width
  await userEvent.dragAndDrop(handle, image, {
    sourcePosition: { x: 10, y: 20 },
    targetPosition: { x: 10 + shown, y: 20 },
    force: true,
  })
}

describe('loading a puzzle', () => {
  for (const [first, random] of [
    ['slide', 0],
    ['click', 0.9],
  ] as const) {
    it(`does not change the height of the dialog (${first})`, async () => {
      let respond: () => void = () => {}
      const get = transport.responses['captcha.get']!
      transport.responses['captcha.get'] = async (params) => {
        await new Promise<void>((resolve) => (respond = resolve))
        return get(params)
      }
      vi.spyOn(Math, 'random').mockReturnValue(random)
      verification.open()
      demand('anji', 'imageCode')
      await expect.poll(() => gets().length).toBe(1)
      const height = () => (safetyWindow.element() as HTMLElement).offsetHeight
      await frames(2)
      const before = height()
      respond()
      await expect.poll(() => safetyWindow.element().querySelector('img')?.naturalWidth).toBe(AJ.width)
      expect(height()).toBe(before)
    })
  }
})

describe('block puzzle', () => {
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    it(`S4.19 gives the exact pixel of the picture at ${width} x ${height}, encrypted from one and the same text`, async () => {
      await page.viewport(width, height)
      await open('slide')
      await drag(137)
      await expect.poll(() => transport.solved.length).toBe(1)
      expect(checks()).toEqual([
        { captchaType: 'blockPuzzle', pointJson: `${SECRET_KEY}|{"x":137,"y":5}`, token: expect.any(String) },
      ])
      const [{ token } = { token: '' }] = checks() as { token: string }[]
      expect(transport.solved).toEqual([
        {
          safeType: 'anji',
          captchaType: 'blockPuzzle',
          captchaVerification: `${SECRET_KEY}|${token}---{"x":137,"y":5}`,
        },
      ])
      await expect.element(safetyWindow).not.toBeInTheDocument()
    })
  }

  it('S4.19 is a slider for keyboards: arrows by 1, pages by 10, Enter submits', async () => {
    await open('slide')
    slider.element().focus()
    await userEvent.keyboard('{ArrowRight}{PageUp}{PageUp}{ArrowRight}{ArrowRight}{ArrowLeft}{PageDown}')
    await expect.element(slider).toHaveValue('12')
    await expect.element(slider).toHaveAttribute('aria-valuetext', '离左边 12 像素')
    await expect.element(slider).toHaveAccessibleDescription(/按回车确认/)
    expect(checks()).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => checks()).toMatchObject([{ pointJson: `${SECRET_KEY}|{"x":12,"y":5}` }])
  })

  it('S4.19 has a submit button for keyboard input, and stops at the ends', async () => {
    await open('slide')
    slider.element().focus()
    await userEvent.keyboard('{End}{PageUp}')
    await expect.element(slider).toHaveValue('260')
    await page.getByRole('button', { name: '确认位置' }).click()
    await expect.poll(() => checks()).toMatchObject([{ pointJson: `${SECRET_KEY}|{"x":260,"y":5}` }])
  })

  it('S4.19 shows that the answer was wrong and loads the other kind after a second', async () => {
    transport.responses['captcha.check'] = () => refusedPuzzle(REP_CODES.WRONG)
    await open('slide')
    await drag(40)
    await expect.element(safetyWindow.getByText('验证失败，已换新图')).toBeVisible()
    expect(gets()).toHaveLength(1)
    await expect.element(field).toBeVisible()
    expect(gets()).toMatchObject([{ captchaType: 'blockPuzzle' }, { captchaType: 'clickWord' }])
    expect(transport.solved).toEqual([])
  })

  it('S4.19 loads another picture when the second check refuses', async () => {
    transport.onSolved = async () => ({ ok: false, code: 10409, message: '验证码错误' })
    await open('slide')
    await drag(40)
    await expect.element(safetyWindow.getByText('验证码错误')).toBeVisible()
    await expect.poll(() => gets().length).toBe(2)
    await expect.element(safetyWindow).toBeVisible()
  })

  it('S4.19 switches to the next check when locked, with the time limit', async () => {
    transport.responses['captcha.check'] = () => refusedPuzzle(REP_CODES.LOCKED)
    await open('slide')
    await drag(40)
    await expect.element(safetyWindow.getByText('错误次数过多，请 20:05 后再试，已改用图形验证码')).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: '图形验证码' })).toBeVisible()
  })

  it('S4.19 loads another picture after 120 s, and announces it', async () => {
    const timers = vi.spyOn(window, 'setTimeout')
    await open('slide')
    const due = () => timers.mock.calls.filter(([, delay]) => delay === AJ.imageLifetimeMs)
    await expect.poll(() => due().length).toBe(1)
    const [expire] = due()[0]!
    if (typeof expire !== 'function') throw new Error('no function')
    expire()
    await expect.poll(() => gets().length).toBe(2)
    await expect.element(safetyWindow.getByText('已过期，已换新图')).toBeVisible()
  })

  it('sends plain texts to a server without a key', async () => {
    transport.responses['captcha.get'] = ({ captchaType }) => {
      const { data } = puzzleOf(captchaType)
      return success({ ...data, repData: { ...data.repData, secretKey: '' } })
    }
    await open('slide')
    await drag(60)
    await expect.poll(() => checks()).toMatchObject([{ pointJson: '{"x":60,"y":5}' }])
  })
})

describe('word puzzle', () => {
  async function click(x: number, y: number): Promise<void> {
    const scale = shownWidth() / AJ.width
    await field.click({ position: { x: x * scale, y: y * scale } })
  }

  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    it(`S4.19 gives the clicked points in their order at ${width} x ${height}, to the pixel`, async () => {
      await page.viewport(width, height)
      await open('click')
      for (const word of WORDS) await expect.element(safetyWindow.getByText(word, { exact: true })).toBeVisible()
      await click(30, 40)
      await click(200, 120)
      expect(checks()).toEqual([])
      await click(290, 20)
      await expect.poll(() => transport.solved.length).toBe(1)
      const text = '[{"x":30,"y":40},{"x":200,"y":120},{"x":290,"y":20}]'
      const sent = checks() as { pointJson: string; token: string }[]
      const points = JSON.parse(sent[0]?.pointJson.split('|')[1] ?? '') as { x: number; y: number }[]
      // A pointer moves by whole pixels.
      points.forEach((point, index) => {
        const meant = (JSON.parse(text) as { x: number; y: number }[])[index]!
        expect(Math.abs(point.x - meant.x)).toBeLessThanOrEqual(1)
        expect(Math.abs(point.y - meant.y)).toBeLessThanOrEqual(1)
      })
      expect(transport.solved).toMatchObject([
        { captchaVerification: `${SECRET_KEY}|${sent[0]?.token}---${JSON.stringify(points)}` },
      ])
    })
  }

  it('S4.19 numbers the clicks, announces them, and undoes them', async () => {
    await open('click')
    await click(30, 40)
    await click(60, 40)
    await expect.element(safetyWindow.getByText('已点 2 个，共 3 个')).toBeInTheDocument()
    await expect.element(safetyWindow.getByText('2', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '撤回', exact: true }).click()
    await expect.element(safetyWindow.getByText('已点 1 个，共 3 个')).toBeInTheDocument()
    expect(safetyWindow.getByText('2', { exact: true }).elements()).toHaveLength(0)
  })

  it('S4.19 works by keyboard: arrows move a crosshair, Enter clicks, Backspace undoes', async () => {
    await open('click')
    field.element().focus()
    await userEvent.keyboard(
      '{ArrowRight}{ArrowRight}{ArrowDown}{Enter}{ArrowLeft}{Enter}{Backspace}{Enter}{ArrowUp}{Enter}',
    )
    await expect
      .poll(() => checks())
      .toMatchObject([{ pointJson: `${SECRET_KEY}|[{"x":160,"y":83},{"x":155,"y":83},{"x":155,"y":78}]` }])
  })

  it('S4.19 shakes after a wrong answer only without reduced motion', async () => {
    transport.responses['captcha.check'] = () => refusedPuzzle(REP_CODES.WRONG)
    await open('slide')
    await drag(40)
    await expect.element(safetyWindow.getByText('验证失败，已换新图')).toBeVisible()
    await frames(1)
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
    const moving = rules.filter(
      (rule) => rule instanceof CSSStyleRule && rule.cssText.includes('shake') && rule.cssText.includes('animation'),
    )
    expect(moving).toEqual([])
    const calm = rules.filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule)
    const shaking = calm.filter(({ cssText }) => cssText.includes('shake'))
    expect(shaking.map(({ conditionText }) => conditionText)).toEqual(['(prefers-reduced-motion: no-preference)'])
  })
})
