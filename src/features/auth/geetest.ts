import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import type { GeetestProof } from '#protocol/worker/api.ts'
import { loadScript } from '#lib/browser/load-script.ts'
import { verificationText } from '#messages/zh/verification.ts'
import { call, offlineGeetest } from '#transport/client.ts'

/** The vendor's loader, version 3. It sets `window.initGeetest`. The CSP must allow its hosts. */
const VENDOR_SCRIPT = 'https://static.geetest.com/static/tools/gt.js'

/**
 * Time from the start of the loader until its window is ready. Later scripts may hang or be blocked without an error
 * event.
 */
const READY_LIMIT_MS = 10_000

type Challenge = DataOf<'geetest.register'>

interface VendorOptions {
  readonly gt: string
  readonly challenge: string
  readonly offline: boolean
  readonly new_captcha: boolean
  readonly product: 'bind'
  /** Called if a later script cannot be loaded. Without this handler the loader throws an uncaught error. */
  readonly onError: () => void
}

interface VendorCaptcha {
  onReady(listener: () => void): VendorCaptcha
  onSuccess(listener: () => void): VendorCaptcha
  onError(listener: () => void): VendorCaptcha
  onClose(listener: () => void): VendorCaptcha
  verify(): void
  getValidate(): GeetestProof | false
}

declare global {
  interface Window {
    initGeetest?: (options: VendorOptions, ready: (captcha: VendorCaptcha) => void) => void
  }
}

function notLoaded() {
  return failure(CODES.NETWORK_FAILURE, verificationText('geetest.notLoaded'))
}

/** The vendor's window. It has no time limit. Closing it without a result has code -2, like the verification dialog. */
async function vendorProof({ gt, challenge, new_captcha }: Challenge): Promise<Result<GeetestProof>> {
  if (!window.initGeetest) await loadScript(VENDOR_SCRIPT).catch(() => undefined)
  const init = window.initGeetest
  if (!init) return notLoaded()
  return new Promise((resolve) => {
    let isOver = false
    const end = (result: Result<GeetestProof>) => {
      isOver = true
      window.clearTimeout(timer)
      resolve(result)
    }
    const broken = () => end(notLoaded())
    const timer = window.setTimeout(broken, READY_LIMIT_MS)
    init({ gt, challenge, offline: false, new_captcha, product: 'bind', onError: broken }, (captcha) => {
      captcha
        .onReady(() => {
          // The form has already reported the failure.
          if (isOver) return
          window.clearTimeout(timer)
          captcha.verify()
        })
        .onSuccess(() => {
          const proof = captcha.getValidate()
          end(proof === false ? notLoaded() : success(proof))
        })
        .onError(broken)
        .onClose(() => end(failureOf(CODES.VERIFICATION_CLOSED)))
    })
  })
}

/**
 * S7.52: a geetest check for sign-in or registration. Returns the fields for the request. The server decides per
 * challenge whether geetest is offline. In that case nothing is loaded from the vendor, and the server responds to the
 * request with a demand for AJ-Captcha, which the transport handles (S4.18). Never rejects.
 */
export async function geetestChallenge(): Promise<Result<GeetestProof>> {
  const registered = await call('geetest.register', {})
  if (!registered.ok) return registered
  const { success: isOnline, gt, challenge } = registered.data
  const proof = isOnline === 1 && gt !== '' ? await vendorProof(registered.data) : await offlineGeetest(challenge)
  if (!proof.ok) return proof
  const validated = await call('geetest.validate', proof.data)
  if (!validated.ok) return validated
  const { isPassed, needsCaptcha } = validated.data
  return isPassed || needsCaptcha ? proof : failureOf(CODES.VERIFY_CODE_ERROR)
}
