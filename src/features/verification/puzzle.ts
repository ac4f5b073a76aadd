import type { Failure, Result } from '#protocol/result.ts'
import { type CaptchaType, REP_CODES, type VerificationResult } from '#protocol/verification.ts'
import { captchaVerificationOf, LOCK_MS } from '#lib/aj-captcha.ts'
import { randomId } from '#lib/random-id.ts'
import { call, encryptCaptchaText, serverNow } from '#transport/client.ts'
import { formatClock } from '#lib/format.ts'
import { verificationText } from '#messages/zh/verification.ts'

/** A picture of AJ-Captcha with the data needed to solve it. */
export interface Puzzle {
  readonly captchaType: CaptchaType
  /** Data URLs of the pictures; the block's is '' for words. */
  readonly picture: string
  readonly block: string
  readonly words: readonly string[]
  readonly token: string
  readonly secretKey: string
}

type PuzzleResult =
  | { readonly type: 'puzzle'; readonly puzzle: Puzzle }
  /** `text` is shown to the viewer. */
  | { readonly type: 'refused'; readonly text: string }

type Verdict =
  | { readonly type: 'right'; readonly result: VerificationResult }
  | { readonly type: 'wrong'; readonly text: string }
  /** Too many attempts; another picture would be refused too. */
  | { readonly type: 'stopped'; readonly text: string }

/** Identifies this page load for the attempt limit. Does not identify a person. */
const clientUid = randomId()

const STOPPING: readonly string[] = [REP_CODES.LOCKED, REP_CODES.GET_LIMIT]

function pictureAddress(base64: string): string {
  return base64 === '' ? '' : `data:image/png;base64,${base64}`
}

/** Requests a new picture. */
export async function getPuzzle(captchaType: CaptchaType, signal: AbortSignal): Promise<PuzzleResult> {
  const answer = await call('captcha.get', { captchaType, clientUid, ts: Math.floor(serverNow()) }, { signal })
  if (!answer.ok) return { type: 'refused', text: answer.message }
  const { repCode, repData } = answer.data
  if (repCode !== REP_CODES.SUCCESS || repData === null) return { type: 'refused', text: repText(repCode, serverNow()) }
  const { originalImageBase64, jigsawImageBase64, wordList, token, secretKey } = repData
  const pictures = { picture: pictureAddress(originalImageBase64), block: pictureAddress(jigsawImageBase64) }
  return { type: 'puzzle', puzzle: { captchaType, ...pictures, words: wordList, token, secretKey } }
}

/**
 * The first check. The second check looks up this result by its encrypted text, so both must be made from the same
 * text. Without a key from the server the text is sent as it is.
 */
export async function checkPuzzle(puzzle: Puzzle, answer: string): Promise<Verdict> {
  const { captchaType, token, secretKey } = puzzle
  const encrypt = (text: string): Promise<Result<string>> | Result<string> =>
    secretKey === '' ? { ok: true, data: text } : encryptCaptchaText(text, secretKey)
  const pointJson = await encrypt(answer)
  if (!pointJson.ok) return wrong(pointJson)
  const checked = await call('captcha.check', { captchaType, pointJson: pointJson.data, token })
  if (!checked.ok) return wrong(checked)
  const { repCode, repData } = checked.data
  if (repCode !== REP_CODES.SUCCESS || repData?.result !== true) {
    const code = repCode === REP_CODES.SUCCESS ? REP_CODES.WRONG : repCode
    return { type: STOPPING.includes(code) ? 'stopped' : 'wrong', text: repText(code, serverNow()) }
  }
  const captchaVerification = await encrypt(captchaVerificationOf(token, answer))
  if (!captchaVerification.ok) return wrong(captchaVerification)
  return { type: 'right', result: { safeType: 'anji', captchaType, captchaVerification: captchaVerification.data } }
}

function wrong({ message }: Failure): Verdict {
  return { type: 'wrong', text: message }
}

/** The message of a repCode of AJ-Captcha; `now` is the server's clock. */
export function repText(repCode: string, now: number): string {
  switch (repCode) {
    case REP_CODES.WRONG:
      return verificationText('rep.wrong')
    case REP_CODES.EXPIRED:
    case REP_CODES.INVALID:
      return verificationText('rep.expired')
    case REP_CODES.LOCKED:
      return verificationText('rep.locked', { clock: formatClock(now + LOCK_MS) })
    case REP_CODES.GET_LIMIT:
      return verificationText('rep.limit')
    case REP_CODES.CHECK_LIMIT:
    case REP_CODES.VERIFY_LIMIT:
      return verificationText('rep.checkLimit')
    default:
      return verificationText('rep.server')
  }
}
