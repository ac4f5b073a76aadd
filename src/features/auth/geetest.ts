import { CODES, failureOf } from '#protocol/codes.ts'
import type { DataOf } from '#protocol/endpoints/table.ts'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { GeetestProof } from '#protocol/worker/api.ts'
import { loadScript } from '#lib/load-script.ts'
import { vt } from '#lib/messages/verification.ts'
import { call, offlineGeetest } from '#transport/client.ts'

/** The vendor's loader, version 3; `window.initGeetest` is what it leaves. A page's policy has to allow its hosts. */
const VENDOR_SCRIPT = 'https://static.geetest.com/static/tools/gt.js'

/** From the loader's start until the window could be shown: its other scripts may hang, or be refused without a word. */
const READY_LIMIT_MS = 10_000

type Challenge = DataOf<'geetest.register'>

interface VendorOptions {
  readonly gt: string
  readonly challenge: string
  readonly offline: boolean
  readonly new_captcha: boolean
  readonly product: 'bind'
  /** One of the loader's other scripts cannot be had; without this it throws where nobody can catch it. */
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
  return failure(CODES.NETWORK_FAILURE, vt('geetest.notLoaded'))
}

/** The vendor's own window; the person in it has all the time. Closed without a result = code -2, like the safety dialog. */
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
          // Too late: the form has said that it failed.
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
 * S7.52: one geetest check for sign-in or registration: the fields that go with the request. Whether geetest is offline
 * is the server's decision, per challenge. Then nothing of the vendor is loaded, and the request itself is answered
 * with a demand for an AJ-Captcha, which the transport handles like any other (S4.18). Never rejects.
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
