import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Skin } from '#protocol/sites.ts'
import { success } from '#protocol/result.ts'
import type { CaptchaType, SafeType } from '#protocol/verification.ts'
import { AJ, REP_CODES } from '#protocol/verification.ts'
import { VerificationDialog } from '#features/verification/VerificationDialog.tsx'
// Imported here to keep the load time out of the tests.
import '#features/verification/VerificationWindow.tsx'
import { sessionAlertAtom, verificationAtom } from '#state/session/verification.ts'
import { store } from '#state/store.ts'
import { transport } from './fake-transport.ts'
import { NOON } from './feed-fixtures.ts'
import type { Mounted } from './mount.tsx'
import { mount } from './mount.tsx'

/** A PNG of one colour in base64. */
export function picture(width: number, colour: string): string {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height: AJ.height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = colour
  context.fillRect(0, 0, width, AJ.height)
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}

export const SECRET_KEY = 'k'.repeat(16)
export const WORDS = ['看', '台', '球']

let pictures = 0

/** The response to `captcha.get`; tokens are numbered. */
export function puzzleOf(captchaType: CaptchaType) {
  pictures += 1
  const isSlide = captchaType === 'blockPuzzle'
  return success({
    repCode: REP_CODES.SUCCESS,
    repMsg: '',
    repData: {
      originalImageBase64: picture(AJ.width, '#24506b'),
      jigsawImageBase64: isSlide ? picture(AJ.block, '#c86') : '',
      wordList: isSlide ? [] : [...WORDS],
      token: `token-${pictures}`,
      secretKey: SECRET_KEY,
    },
  })
}

export function refusedPuzzle(repCode: string) {
  return success({ repCode, repMsg: '', repData: null })
}

/** Stubs all checks and accepts any answer. */
export function serveChecks(): void {
  transport.now = NOON
  transport.onSolved = async () => success(null)
  transport.responses = {
    'captcha.get': ({ captchaType }) => puzzleOf(captchaType),
    'captcha.check': ({ captchaType, token }) =>
      success({ repCode: REP_CODES.SUCCESS, repMsg: '', repData: { captchaType, token, result: true } }),
    'captcha.image': () =>
      success({
        type: 'image/svg+xml',
        bytes: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="160" height="56"/>'),
      }),
    'captcha.audio': () => success({ type: 'audio/wav', bytes: silence() }),
    'afs.config': () => success({ appkey: 'key', scene: 'nc_login', scriptUrl: '' }),
    'afs.analyze': () => success({ isPassed: true, sig: 'the-sig', token: 'the-token' }),
  }
}

/** A tenth of a second of silence as WAV. */
function silence(): Uint8Array<ArrayBuffer> {
  const samples = 800
  const view = new DataView(new ArrayBuffer(44 + samples))
  const write = (at: number, text: string) =>
    new TextEncoder().encode(text).forEach((byte, index) => view.setUint8(at + index, byte))
  write(0, 'RIFF')
  view.setUint32(4, 36 + samples, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, 8_000, true)
  view.setUint32(28, 8_000, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  write(36, 'data')
  view.setUint32(40, samples, true)
  new Uint8Array(view.buffer, 44).fill(128)
  return new Uint8Array(view.buffer)
}

/** The page with the closed verification dialog. */
export function openVerification(skin: Skin = 'glow', around: React.ReactNode = null): Mounted {
  transport.calls.length = 0
  transport.solved.length = 0
  transport.closings = 0
  return mount(
    <>
      <main>
        <button type="button">业务</button>
        {around}
      </main>
      <VerificationDialog />
    </>,
    skin,
  )
}

export function closeVerification(mounted: Mounted): void {
  mounted.unmount()
  store.set(verificationAtom, null)
  store.set(sessionAlertAtom, false)
}

export function demand(...safeTypes: readonly SafeType[]): void {
  transport.notify({ type: 'verification', safeTypes })
}

export const safetyWindow = page.getByRole('dialog', { name: '安全验证' })

/** Serves all checks and restores the page after each test, for a file that opens the page with `open`. */
export function setUpVerification(): { open: typeof openVerification; close: () => void } {
  let mounted: Mounted | null = null
  const close = () => {
    if (mounted) closeVerification(mounted)
    mounted = null
  }
  beforeEach(() => serveChecks())
  afterEach(async () => {
    close()
    vi.restoreAllMocks()
    await page.viewport(390, 844)
  })
  return { open: (...given) => (mounted = openVerification(...given)), close }
}
