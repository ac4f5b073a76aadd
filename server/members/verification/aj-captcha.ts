import { randomBytes, randomUUID } from 'node:crypto'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { AJ, type CaptchaType, REP_CODES } from '#protocol/verification.ts'
import { AjLimits } from './aj-limits.ts'
import { decryptPointJson, encryptForAj, isSolution } from './aj-points.ts'
import { memoryStores } from '../../database/shared/expiring-map.ts'
import type { ExpiringStore, OpenStore } from '../../database/shared/expiring-store.ts'
import { type Holder, isSameHolder } from './holder.ts'
import type { Puzzle } from './puzzle.ts'
import type { Point } from './click-words.ts'

/** More than the rate limits allow during the lifetime of a picture; the oldest are evicted. */
const MAX_OPEN = 10_000

type RepCode = (typeof REP_CODES)[keyof typeof REP_CODES]

const MESSAGES: Readonly<Partial<Record<RepCode, string>>> = {
  [REP_CODES.BLANK]: '参数不能为空',
  [REP_CODES.EXPIRED]: '验证码已失效，请重新获取',
  [REP_CODES.WRONG]: '验证失败，请再试一次',
  [REP_CODES.CANNOT_MAKE]: '获取验证码失败，请稍后再试',
  [REP_CODES.GET_LIMIT]: '获取验证码太频繁，请稍后再试',
  [REP_CODES.LOCKED]: '失败次数过多，请稍后再试',
  [REP_CODES.CHECK_LIMIT]: '验证太频繁，请稍后再试',
  [REP_CODES.VERIFY_LIMIT]: '验证太频繁，请稍后再试',
  [REP_CODES.INVALID]: '无效请求，请重新获取验证码',
}

interface OpenPuzzle {
  readonly captchaType: CaptchaType
  readonly solution: readonly Point[]
  readonly secretKey: string
  readonly clientUid: string
  readonly holder: Holder
}

interface Passed {
  readonly captchaType: CaptchaType
  readonly clientUid: string
  readonly holder: Holder
}

/**
 * Server side of AJ-Captcha (S4.19): `get` returns a puzzle, `check` checks the solution once, `verify` redeems a
 * correct result once. Pictures are valid for 120 s, results for 180 s, both only for the requesting device and
 * session.
 */
export class AjCaptcha {
  readonly #take: (captchaType: CaptchaType) => Promise<Puzzle>
  readonly #limits: AjLimits
  readonly #open: ExpiringStore<OpenPuzzle>
  readonly #passed: ExpiringStore<Passed>

  /** Puzzles are in memory unless `stores` is given. */
  constructor({
    take,
    now,
    stores = memoryStores(now),
  }: {
    take: (captchaType: CaptchaType) => Promise<Puzzle>
    now: () => number
    stores?: OpenStore
  }) {
    this.#take = take
    this.#limits = new AjLimits(now)
    this.#open = stores('aj-open', MAX_OPEN)
    this.#passed = stores('aj-passed', MAX_OPEN)
  }

  async get(
    { captchaType, clientUid }: RequestOf<'captcha.get'>,
    holder: Holder,
    address: string,
  ): Promise<DataOf<'captcha.get'>> {
    const requester = { clientUid: clientUid === '' ? null : clientUid, address }
    if (!this.#limits.admits('get', requester)) return refusal(REP_CODES.GET_LIMIT)
    if (this.#limits.isLocked(requester)) return refusal(REP_CODES.LOCKED)
    const puzzle = await this.#take(captchaType).catch(() => null)
    if (!puzzle) return refusal(REP_CODES.CANNOT_MAKE)
    const token = randomUUID()
    const secretKey = randomBytes(12).toString('base64url')
    const { solution } = puzzle
    await this.#open.put(token, { captchaType, solution, secretKey, clientUid, holder }, AJ.imageLifetimeMs)
    return {
      repCode: REP_CODES.SUCCESS,
      repMsg: '',
      repData: {
        originalImageBase64: puzzle.picture,
        jigsawImageBase64: puzzle.block,
        wordList: [...puzzle.words],
        token,
        secretKey,
      },
    }
  }

  async check(
    { captchaType, pointJson, token }: RequestOf<'captcha.check'>,
    holder: Holder,
    address: string,
  ): Promise<DataOf<'captcha.check'>> {
    const open = await this.#open.take(token)
    const requester = { clientUid: open?.clientUid ?? null, address }
    if (!this.#limits.admits('check', requester)) return refusal(REP_CODES.CHECK_LIMIT)
    // Pictures fetched before the lock must not allow further guesses.
    if (this.#limits.isLocked(requester)) return refusal(REP_CODES.LOCKED)
    if (pointJson === '' || token === '') return refusal(REP_CODES.BLANK)
    if (!open) return refusal(REP_CODES.EXPIRED)
    const text = decryptPointJson(pointJson, open.secretKey)
    const isRight = text !== null && isSolution(open.captchaType, text, open.solution)
    if (open.captchaType !== captchaType || !isSameHolder(open.holder, holder)) {
      this.#limits.failed(requester)
      return refusal(REP_CODES.INVALID)
    }
    if (!isRight) {
      this.#limits.failed(requester)
      return refusal(REP_CODES.WRONG)
    }
    const { clientUid } = open
    const result = encryptForAj(`${token}---${text}`, open.secretKey)
    await this.#passed.put(result, { captchaType, clientUid, holder }, AJ.verificationLifetimeMs)
    return { repCode: REP_CODES.SUCCESS, repMsg: '', repData: { captchaType, token, result: true } }
  }

  /** The second check. It consumes the result in any case. */
  async verify(
    { captchaType, captchaVerification }: { captchaType: CaptchaType; captchaVerification: string },
    holder: Holder,
    address: string,
  ): Promise<RepCode> {
    const passed = await this.#passed.take(captchaVerification)
    if (!this.#limits.admits('verify', { clientUid: passed?.clientUid ?? null, address })) return REP_CODES.VERIFY_LIMIT
    if (!passed) return REP_CODES.EXPIRED
    const isMeant = passed.captchaType === captchaType && isSameHolder(passed.holder, holder)
    return isMeant ? REP_CODES.SUCCESS : REP_CODES.INVALID
  }
}

function refusal(repCode: RepCode): { repCode: string; repMsg: string; repData: null } {
  return { repCode, repMsg: MESSAGES[repCode] ?? '', repData: null }
}
