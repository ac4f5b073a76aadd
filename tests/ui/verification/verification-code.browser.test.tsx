import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import type { VendorModule } from '#features/verification/slider.ts'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import * as forms from '../support/verification-forms.tsx'
import { animationsEnded } from '../support/mount.tsx'

let mounted: Mounted
beforeEach(() => forms.serveChecks())
afterEach(() => {
  forms.closeVerification(mounted)
  vi.restoreAllMocks()
  delete window.AWSC
})

const code = page.getByRole('textbox', { name: '图形验证码' })
const image = page.getByRole('img', { name: /验证码图片/ })
const asked = (name: string) => transport.calls.filter((call) => call.name === name).map(({ params }) => params)

async function openCode(): Promise<void> {
  mounted = forms.openVerification()
  forms.demand('imageCode')
  await expect.element(image).toBeVisible()
}

describe('image code', () => {
  it('S4.19 S7.36 requests a picture under its own id and submits both', async () => {
    await openCode()
    const [{ codeId } = { codeId: '' }] = asked('captcha.image') as { codeId: string }[]
    expect(codeId).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
    await expect.element(code).toHaveAttribute('autocomplete', 'off')
    await code.fill(' a3c4 ')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => transport.solved).toEqual([{ safeType: 'imageCode', codeId, imgCode: 'a3c4' }])
  })

  it('S4.19 shows an error at an empty field without sending', async () => {
    await openCode()
    await page.getByRole('button', { name: '确认', exact: true }).click()
    await expect.element(code).toHaveAccessibleDescription('请输入图中的字符')
    await expect.element(code).toHaveFocus()
    expect(transport.solved).toEqual([])
  })

  it('S4.19 S8.2 announces a wrong code, loads another picture, and clears and focuses the field', async () => {
    const revoked = vi.spyOn(URL, 'revokeObjectURL')
    transport.onSolved = async () => failure(CODES.VERIFY_CODE_ERROR, '验证码错误')
    await openCode()
    const first = image.element().getAttribute('src') ?? ''
    await code.fill('0000')
    await userEvent.keyboard('{Enter}')
    await expect.element(forms.safetyWindow.getByRole('alert')).toHaveTextContent('验证码错误，已换新图')
    await expect.element(code).toHaveAttribute('aria-invalid', 'true')
    await expect.element(code).toHaveValue('')
    await expect.element(code).toHaveFocus()
    await expect.poll(() => asked('captcha.image').length).toBe(2)
    // Only this picture: earlier tests of the page may revoke the addresses of saved files meanwhile.
    await expect.poll(() => revoked.mock.calls).toContainEqual([first])
    await expect.element(image).not.toHaveAttribute('src', first)
  })

  it('stays open and shows the error when the check could not be made', async () => {
    transport.onSolved = async () => failure(CODES.NETWORK_FAILURE, '网络异常')
    await openCode()
    await code.fill('A3C4')
    await userEvent.keyboard('{Enter}')
    await expect.element(forms.safetyWindow.getByRole('alert')).toHaveTextContent('网络异常')
  })

  it('S4.19 loads another picture on request, under the same id', async () => {
    await openCode()
    await page.getByRole('button', { name: '看不清，换一张' }).click()
    await expect.poll(() => asked('captcha.image').length).toBe(2)
    const [first, second] = asked('captcha.image')
    expect(second).toEqual(first)
    await expect.element(code).toHaveFocus()
  })

  it('S4.19 plays a recording on request, and focuses the field at its end', async () => {
    await openCode()
    await page.getByRole('button', { name: '播放语音' }).click()
    await expect.element(forms.safetyWindow.getByText('正在播放，请输入听到的数字')).toBeVisible()
    expect(asked('captcha.audio')).toEqual(asked('captcha.image'))
    await expect.element(code).toHaveFocus()
    await page.getByRole('button', { name: '重新播放' }).click()
    await expect.element(code).toHaveFocus()
    expect(asked('captcha.audio')).toHaveLength(1)
  })

  it('S4.19 shows that the recording failed', async () => {
    transport.responses['captcha.audio'] = () => failure(CODES.NETWORK_FAILURE, '网络异常')
    await openCode()
    await page.getByRole('button', { name: '播放语音' }).click()
    await expect.element(forms.safetyWindow.getByText('语音加载失败，请重试或换一张图')).toBeVisible()
  })
})

describe('slider', () => {
  async function openSlider(): Promise<void> {
    mounted = forms.openVerification()
    forms.demand('afs', 'imageCode')
    await expect.element(forms.safetyWindow.getByText('按住滑块，拖到最右边')).toBeVisible()
    await animationsEnded()
  }

  /** Drags the handle to this fraction of the bar with the real pointer. */
  async function drag(part: number): Promise<void> {
    const bar = forms.safetyWindow.getByText('按住滑块，拖到最右边').element().parentElement
    const handle = bar?.lastElementChild
    if (!bar || !handle) throw new Error('nothing to drag')
    const targetPosition = { x: bar.clientWidth * part, y: 24 }
    await userEvent.dragAndDrop(handle, bar, { sourcePosition: { x: 10, y: 24 }, targetPosition, force: true })
  }

  it('S4.19 records the drag, submits it, and returns the prefixed fields of Annex C.2', async () => {
    await openSlider()
    await drag(0.99)
    await expect
      .poll(() => transport.solved)
      .toEqual([
        {
          safeType: 'afs',
          afsSessionId: expect.stringMatching(/^[0-9a-f]{32}$/),
          afsSig: 'the-sig',
          afsToken: 'the-token',
          afsScene: 'nc_login',
        },
      ])
    const [{ track, width } = { track: [], width: 0 }] = asked('afs.analyze') as {
      track: { x: number; y: number; t: number }[]
      width: number
    }[]
    expect(track[0]).toEqual({ x: 0, y: 0, t: 0 })
    expect(track.at(-1)?.x).toBeGreaterThanOrEqual(width - 2)
    expect(track.every(({ t }, index) => t >= (track[index - 1]?.t ?? 0))).toBe(true)
  })

  it('S4.19 keeps the end of a drag with more positions than the server evaluates', async () => {
    await openSlider()
    const bar = forms.safetyWindow.getByText('按住滑块，拖到最右边').element().parentElement
    const handle = bar?.lastElementChild
    if (!bar || !handle) throw new Error('nothing to drag')
    // The browser does not capture synthetic pointers.
    const capture = vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined)
    const { left, top, width } = handle.getBoundingClientRect()
    const rail = bar.clientWidth - width
    const move = (type: string, x: number) =>
      handle.dispatchEvent(
        new PointerEvent(type, { bubbles: true, isPrimary: true, pointerId: 9, clientX: left + x, clientY: top }),
      )
    move('pointerdown', 0)
    for (let count = 1; count <= 1_200; count += 1) move('pointermove', (rail * count) / 1_200)
    move('pointerup', rail)
    capture.mockRestore()
    await expect.poll(() => asked('afs.analyze')).toHaveLength(1)
    const [{ track }] = asked('afs.analyze') as [{ track: { x: number }[] }]
    expect(track).toHaveLength(1_000)
    expect(track.at(-1)?.x).toBeCloseTo(rail, 0)
  })

  it('S4.19 switches to the next check after too many rejected drags, with the time limit', async () => {
    transport.responses['afs.analyze'] = () => failure(CODES.VERIFY_CODE_ERROR, '失败次数过多，请稍后再试')
    await openSlider()
    await drag(0.99)
    await expect.element(forms.safetyWindow.getByText('错误次数过多，请 20:05 后再试，已改用图形验证码')).toBeVisible()
    await expect.element(code).toBeVisible()
  })

  it('S4.19 resets when released too early, without a request', async () => {
    await openSlider()
    await drag(0.6)
    await expect.element(forms.safetyWindow.getByText('按住滑块，拖到最右边')).toBeVisible()
    expect(asked('afs.analyze')).toEqual([])
  })

  it('S4.19 asks for another drag after a rejected one', async () => {
    transport.responses['afs.analyze'] = () => success({ isPassed: false, sig: '', token: '' })
    await openSlider()
    await drag(0.99)
    await expect.element(forms.safetyWindow.getByText('验证未通过，请重新拖动')).toBeVisible()
    await expect.element(forms.safetyWindow.getByText('按住滑块，拖到最右边')).toBeVisible()
    expect(transport.solved).toEqual([])
  })

  it("S4.19 falls back to the next check when the vendor's script cannot be loaded", async () => {
    transport.responses['afs.config'] = () => success({ appkey: 'k', scene: 's', scriptUrl: '/no-such-script.js' })
    mounted = forms.openVerification()
    forms.demand('afs', 'imageCode')
    await expect.element(forms.safetyWindow.getByText('滑块加载失败，已改用图形验证码')).toBeVisible()
    await expect.element(code).toBeVisible()
  })

  it("S4.19 runs the vendor's slider, and resets it when the server refuses", async () => {
    const reset = vi.fn<() => void>()
    const init = vi.fn<(options: VendorOptions) => { reset: () => void }>(() => ({ reset }))
    window.AWSC = { use: (_name, ready) => ready('loaded', { init }) }
    const script = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }))
    transport.responses['afs.config'] = () => success({ appkey: 'k', scene: 'nc_login_h5', scriptUrl: script })
    transport.onSolved = async () => failure(CODES.VERIFY_CODE_ERROR, '验证码错误')
    mounted = forms.openVerification()
    forms.demand('afs', 'imageCode')
    await expect.poll(() => init.mock.calls.length).toBe(1)
    const options = init.mock.calls[0]![0]
    expect(options).toMatchObject({ appkey: 'k', scene: 'nc_login_h5', language: 'cn' })
    expect(document.getElementById(options.renderTo)?.clientWidth).toBe(options.width)
    options.success({ sessionId: 'vendor-session', sig: 'vendor-sig', token: 'vendor-token' })
    await expect.element(forms.safetyWindow.getByText('验证码错误')).toBeVisible()
    await expect.poll(() => reset.mock.calls.length).toBe(1)
    expect(transport.solved).toEqual([
      {
        safeType: 'afs',
        afsSessionId: 'vendor-session',
        afsSig: 'vendor-sig',
        afsToken: 'vendor-token',
        afsScene: 'nc_login_h5',
      },
    ])
  })
})

type VendorOptions = Parameters<VendorModule['init']>[0]
