import { randomBytes } from 'node:crypto'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { CLIENT_TYPES, type ClientType } from '#protocol/headers.ts'
import { memoryStores } from '../../database/shared/expiring-map.ts'
import type { ExpiringStore, OpenStore } from '../../database/shared/expiring-store.ts'
import { type GeetestVendor, md5 } from './geetest-vendor.ts'

export const GEETEST_LIFETIME_MS = 600_000
const MAX_CHALLENGES = 20_000
/** The browser may append two characters to a challenge. */
const CHALLENGE_LENGTH = 32

interface Challenge {
  readonly deviceId: string
  /** Set when the challenge is made, independent of the client. */
  readonly isOffline: boolean
  readonly until: number
  /** The validated fields, and whether the vendor confirmed them. */
  readonly validated: { readonly fields: string; readonly isPassed: boolean } | null
}

type GeetestFields = RequestOf<'geetest.validate'>
/** The optional fields of a sign-in. */
type GivenFields = { readonly [Field in keyof GeetestFields]?: GeetestFields[Field] | undefined }
/** `passed`: confirmed by the vendor. `offline`: no vendor, another check is required. `refused`: anything else. */
export type GeetestState = 'passed' | 'offline' | 'refused'

/**
 * geetest for sign-in and registration (S7.52). Without keys, or if the vendor does not respond, a challenge is
 * offline. Anybody can compute its result, so an AJ-Captcha is required instead.
 */
export class Geetest {
  readonly #challenges: ExpiringStore<Challenge>
  readonly #vendor: GeetestVendor | null
  readonly #now: () => number

  /** Challenges are in memory unless `stores` is given. */
  constructor({
    vendor,
    now,
    stores = memoryStores(now),
  }: {
    vendor: GeetestVendor | null
    now: () => number
    stores?: OpenStore
  }) {
    this.#challenges = stores('geetest', MAX_CHALLENGES)
    this.#vendor = vendor
    this.#now = now
  }

  async register(deviceId: string, clientType: ClientType): Promise<DataOf<'geetest.register'>> {
    const made = (await this.#vendor?.register(vendorClientType(clientType))) ?? null
    const challenge = made ?? randomBytes(CHALLENGE_LENGTH / 2).toString('hex')
    const isOffline = made === null
    const until = this.#now() + GEETEST_LIFETIME_MS
    await this.#challenges.put(challenge, { deviceId, isOffline, until, validated: null }, GEETEST_LIFETIME_MS)
    return { success: isOffline ? 0 : 1, gt: this.#vendor?.id ?? '', challenge, new_captcha: true }
  }

  /** Checks a result once. `until` (epoch ms) is the limit for its use in a sign-in. */
  async validate(fields: GeetestFields, deviceId: string): Promise<DataOf<'geetest.validate'>> {
    const refused = { isPassed: false, needsCaptcha: false, until: 0 }
    const found = await this.#find(fields, deviceId)
    if (!found || found.validated) return refused
    // Taken during the request, so that a result cannot be validated twice concurrently.
    const challenge = await this.#challenges.take(keyOf(fields))
    if (!challenge || challenge.validated) return refused
    const { geetest_challenge: text, geetest_validate: validate, geetest_seccode: seccode } = fields
    const isConfirmed = challenge.isOffline
      ? validate === md5(text) && null
      : ((await this.#vendor?.validate(text, validate, seccode)) ?? null)
    const lifetimeMs = challenge.until - this.#now()
    if (isConfirmed === false || lifetimeMs <= 0) return refused
    const validated = { fields: fieldsText(fields), isPassed: isConfirmed === true }
    await this.#challenges.put(keyOf(fields), { ...challenge, validated }, lifetimeMs)
    return { isPassed: isConfirmed === true, needsCaptcha: isConfirmed !== true, until: challenge.until }
  }

  /** State of a validated result, without consuming it. */
  async stateOf(fields: GivenFields, deviceId: string): Promise<GeetestState> {
    const challenge = await this.#find(fields, deviceId)
    if (!challenge?.validated || challenge.validated.fields !== fieldsText(fields)) return 'refused'
    return challenge.validated.isPassed ? 'passed' : 'offline'
  }

  /** Consumes a result. False if it was consumed already. */
  async spend(fields: GivenFields): Promise<boolean> {
    return (await this.#challenges.take(keyOf(fields))) !== undefined
  }

  async #find(fields: GivenFields, deviceId: string): Promise<Challenge | null> {
    const challenge = await this.#challenges.get(keyOf(fields))
    return challenge?.deviceId === deviceId ? challenge : null
  }
}

function keyOf(fields: GivenFields): string {
  return (fields.geetest_challenge ?? '').slice(0, CHALLENGE_LENGTH)
}

function fieldsText(fields: GivenFields): string {
  return JSON.stringify([fields.geetest_challenge, fields.geetest_validate, fields.geetest_seccode])
}

function vendorClientType(clientType: ClientType): 'web' | 'h5' | 'native' {
  if (clientType === CLIENT_TYPES.app) return 'native'
  return clientType === CLIENT_TYPES.h5 ? 'h5' : 'web'
}
