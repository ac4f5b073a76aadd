import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { CodeScene } from '#protocol/endpoints/auth/registration.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#protocol/time.ts'
import { isEqualText } from '../../config/secrets.ts'
import type { Database, DatabaseLog } from '../../database/database.ts'
import { verifyChallenge } from '../../database/schema/session.ts'
import { uuidV7 } from '../../database/uuid-v7.ts'
import type { Contact, ContactCipher } from '../contact.ts'
import type { Channel, Messengers } from '../messenger/messenger.ts'
import { countersOfAddress, RateCounters } from '../rate-counters.ts'

export const CODE_LIFETIME_MS = 5 * MINUTE_MS
/** Wrong entries of one code before it is invalid. */
export const CODE_ATTEMPTS = 5
/** Codes per day. Many people share one address behind carrier NAT. An IPv6 network may get more than an address. */
export const CODES_PER_DAY = { target: 10, device: 20, address: 100 } as const

/** Codes per day for an address before the next one needs a safety check. */
export const CODES_WITHOUT_CHECK = 40

/** Recovery is a scene of its own, which `registration.sendCode` does not offer. */
export type Scene = CodeScene | 'recovery'

const PURPOSES: Readonly<Record<Scene, string>> = {
  login: '登录',
  register: '注册',
  bindPhone: '绑定手机',
  bindEmail: '绑定邮箱',
  withdrawPassword: '设置取款密码',
  wake: '激活账号',
  recovery: '找回密码',
}

interface CodeUse {
  readonly scene: Scene
  readonly contact: Contact
  /** The signed-in member, or null. The code is valid for this member only. */
  readonly memberId: string | null
  readonly deviceId: string
}

export interface CodeRequest extends CodeUse {
  /** Key of the sender's address. */
  readonly address: string
  /** Configuration `smsIntervalSeconds` of the site. */
  readonly intervalSeconds: number
  /**
   * What the recipient gets: the code, another text, or nothing (null). The response is the same, so that it does not
   * reveal whether the contact is known.
   */
  readonly delivery: 'code' | { readonly text: string } | null
}

interface OneTimeCodesOptions {
  readonly now: () => number
  readonly log: DatabaseLog
  readonly secret: string
  readonly cipher: ContactCipher
  readonly messengers: Messengers
}

/**
 * One-time codes of text messages and mail (S7.47): six digits for five minutes, stored as keyed hash, for one scene,
 * target, member and device. A new code replaces the previous one.
 */
export class OneTimeCodes {
  readonly #database: Pick<Database, 'db'>
  readonly #options: OneTimeCodesOptions
  readonly #counters: RateCounters
  readonly #key: Buffer

  constructor(database: Pick<Database, 'db'>, options: OneTimeCodesOptions) {
    this.#database = database
    this.#options = options
    this.#counters = new RateCounters(database, options)
    this.#key = Buffer.from(hkdfSync('sha256', options.secret, 'grandstand', 'one-time codes', 32))
  }

  /** True if so many codes were requested from this address today that the next one needs a safety check. */
  async mustProve(address: string): Promise<boolean> {
    return (await this.#counters.fullUntil(addressCounters(address, CODES_WITHOUT_CHECK))) !== null
  }

  /** Creates a code and sends it in the background, so that the time of the response is the same for all targets. */
  async send(request: CodeRequest): Promise<Result<{ sentAt: number; interval: number }>> {
    const channel = request.contact.kind === 'phone' ? 'sms' : 'mail'
    if (!this.#options.messengers.of(channel)) {
      return failure(
        CODES.INTERFACE_DEGRADE,
        channel === 'sms' ? '短信服务暂未开通，请联系客服' : '邮件服务暂未开通，请联系客服',
      )
    }
    const tooOften = await this.#limit(request)
    if (tooOften) return tooOften
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const sentAt = this.#options.now()
    await this.#store(request, code, sentAt)
    void this.#deliver(channel, request, code)
    return success({ sentAt, interval: request.intervalSeconds })
  }

  /** True if this is the newest code of the same use. A right code is valid once; wrong ones are counted. */
  async use(use: CodeUse, code: string): Promise<boolean> {
    const newest = this.#database.db
      .select({ id: verifyChallenge.id })
      .from(verifyChallenge)
      .where(this.#isOf(use))
      .orderBy(desc(verifyChallenge.createdAt), desc(verifyChallenge.id))
      .limit(1)
    const [row] = await this.#database.db
      .update(verifyChallenge)
      .set({ attempts: sql`${verifyChallenge.attempts} + 1` })
      .where(
        and(
          eq(verifyChallenge.id, newest),
          isNull(verifyChallenge.usedAt),
          gt(verifyChallenge.expiresAt, this.#options.now()),
          lt(verifyChallenge.attempts, CODE_ATTEMPTS),
        ),
      )
      .returning({ id: verifyChallenge.id, answer: verifyChallenge.answer })
    if (!row || !isEqualText(row.answer, this.#answerOf(row.id, code))) return false
    const used = await this.#database.db
      .update(verifyChallenge)
      .set({ usedAt: this.#options.now() })
      .where(and(eq(verifyChallenge.id, row.id), isNull(verifyChallenge.usedAt)))
      .returning({ id: verifyChallenge.id })
    return used.length === 1
  }

  /** The refusal of a code that is requested too often, or null. A refused request does not count for later limits. */
  async #limit({ scene, contact, deviceId, address, intervalSeconds }: CodeRequest) {
    const target = this.#options.cipher.hash(contact)
    const counters = [
      // Per scene, so that somebody who has just bound a phone can go on.
      { key: `code:wait:${scene}:${target}`, limit: { max: 1, windowMs: intervalSeconds * SECOND_MS } },
      { key: `code:device:${deviceId}`, limit: { max: CODES_PER_DAY.device, windowMs: DAY_MS } },
      ...addressCounters(address, CODES_PER_DAY.address),
      { key: `code:target:${target}`, limit: { max: CODES_PER_DAY.target, windowMs: DAY_MS } },
    ]
    for (const { key, limit } of counters) {
      // oxlint-disable-next-line no-await-in-loop -- a refused request does not count for the limits after it
      const until = await this.#counters.take([key], limit)
      if (until === null) continue
      const details = { until, retryAfterMs: Math.max(0, until - this.#options.now()) }
      return limit.windowMs === DAY_MS
        ? failure(CODES.SMS_TOO_OFTEN, '今天获取验证码的次数太多，请明天再试', { details })
        : failureOf(CODES.SMS_TOO_OFTEN, { details })
    }
    return null
  }

  async #store({ scene, contact, memberId, deviceId }: CodeRequest, code: string, at: number): Promise<void> {
    const id = uuidV7(at)
    await this.#database.db.insert(verifyChallenge).values({
      id,
      kind: 'code',
      scene,
      keyHash: this.#options.cipher.hash(contact),
      memberId,
      deviceId,
      answer: this.#answerOf(id, code),
      expiresAt: at + CODE_LIFETIME_MS,
      createdAt: at,
    })
  }

  async #deliver(channel: Channel, { scene, contact, delivery }: CodeRequest, code: string): Promise<void> {
    if (delivery === null) return
    const text =
      delivery === 'code'
        ? `【看台】验证码 ${code}，用于${PURPOSES[scene]}，5 分钟内有效。请勿告诉他人。`
        : `【看台】${delivery.text}`
    const to = contact.kind === 'phone' ? `+${contact.areaCode} ${contact.phone}` : contact.email
    try {
      await this.#options.messengers.of(channel)?.send({ channel, to, subject: `看台${PURPOSES[scene]}验证码`, text })
    } catch (error) {
      this.#options.log.error({ err: error, channel, scene }, 'a code could not be sent')
    }
  }

  #isOf({ scene, contact, memberId, deviceId }: CodeUse) {
    return and(
      eq(verifyChallenge.keyHash, this.#options.cipher.hash(contact)),
      eq(verifyChallenge.kind, 'code'),
      eq(verifyChallenge.scene, scene),
      eq(verifyChallenge.deviceId, deviceId),
      memberId === null ? isNull(verifyChallenge.memberId) : eq(verifyChallenge.memberId, memberId),
    )
  }

  #answerOf(id: string, code: string): string {
    return createHmac('sha256', this.#key).update(`${id} ${code}`).digest('hex')
  }
}

/** The codes of a day for an address and its IPv6 network. */
function addressCounters(address: string, max: number) {
  return countersOfAddress('code:address', address, { max, windowMs: DAY_MS })
}
