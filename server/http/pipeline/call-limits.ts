import { CODES } from '#protocol/codes.ts'
import { andThen, type Awaitable } from '#protocol/crypto.ts'
import { type EndpointName, ENDPOINTS } from '#protocol/endpoints/table.ts'
import { NETWORK_FACTOR, networkKey } from '../../config/address.ts'
import { type KeyedLimiter, type Rate, RateLimiter } from '../../net/rate-limit.ts'
import { CONNECTION_LIMITS } from '../../rooms/socket/connections.ts'

/**
 * Every page behind an address makes these calls at once after a restart: new keys, its room and the site room, clock,
 * configuration, and the state of its match.
 */
const PAGES_OF_ADDRESS = CONNECTION_LIMITS.perAddress
const CALLS_AFTER_RESTART = 6

/**
 * Calls whose refusal is not suspicious: a restart drops the keys of everybody behind an address, and each page retries
 * until it has new ones.
 */
const UNSUSPICIOUS: ReadonlySet<EndpointName> = new Set<EndpointName>(['gateway.vvm'])

/** Calls with files, which take seconds of a core. Members who share an address do not share this limit. */
const UPLOAD_CALLS = (Object.keys(ENDPOINTS) as EndpointName[]).filter((name) => ENDPOINTS[name].files !== null)
const UPLOAD_RATE: Rate = { burst: 6, perSecond: 0.1 }

/** Calls that guess or create something secret. */
const SIGN_IN_RATE: Rate = { burst: 30, perSecond: 0.5 }

/** All rate limits of calls (Annex A.1: A by address, B by member, C by call). Sockets have their own. */
export const CALL_RATES: {
  readonly address: Rate
  readonly member: Rate
  /** One endpoint from one address: tighter where it is expensive or reveals much. Code A. */
  readonly callOfAddress: Partial<Record<EndpointName, Rate>>
  /** One endpoint from one member. Code B. */
  readonly callOfMember: Partial<Record<EndpointName, Rate>>
  /** One endpoint from all callers together. */
  readonly call: Rate
  readonly callOf: Partial<Record<EndpointName, Rate>>
  /** One kind of password work from all callers together, counted before a password is hashed. Code C. */
  readonly passwordCheck: Rate
} = {
  // Many people share one address behind carrier NAT.
  address: { burst: PAGES_OF_ADDRESS * CALLS_AFTER_RESTART, perSecond: 50 },
  member: { burst: 60, perSecond: 15 },
  callOfMember: Object.fromEntries(UPLOAD_CALLS.map((name) => [name, UPLOAD_RATE])),
  callOfAddress: {
    'auth.login': SIGN_IN_RATE,
    'auth.loginV3': SIGN_IN_RATE,
    'auth.loginVe4': SIGN_IN_RATE,
    'auth.webLogin': SIGN_IN_RATE,
    'passkey.signIn': SIGN_IN_RATE,
    'registration.register': SIGN_IN_RATE,
    'registration.webRegister': SIGN_IN_RATE,
    'registration.sendCode': SIGN_IN_RATE,
    'registration.checkName': { burst: 60, perSecond: 2 },
    'registration.checkNameV2': { burst: 60, perSecond: 2 },
    'recovery.phoneStepOne': SIGN_IN_RATE,
    'recovery.phoneStepTwo': SIGN_IN_RATE,
    'recovery.phoneStepThree': SIGN_IN_RATE,
    'recovery.emailStepOne': SIGN_IN_RATE,
    'recovery.emailStepTwo': SIGN_IN_RATE,
    'recovery.emailStepThree': SIGN_IN_RATE,
    'gateway.vvm': { burst: PAGES_OF_ADDRESS, perSecond: 10 },
    'captcha.image': { burst: 60, perSecond: 3 },
    'captcha.audio': { burst: 60, perSecond: 3 },
    'geetest.register': { burst: 60, perSecond: 3 },
    'site.shortUrl': { burst: 30, perSecond: 0.5 },
    'video.grant': { burst: 60, perSecond: 3 },
  },
  call: { burst: 6_000, perSecond: 3_000 },
  // Drawing a puzzle takes about 10 ms of a core.
  callOf: {
    'captcha.get': { burst: 240, perSecond: 30 },
    'gateway.vvm': { burst: 3_000, perSecond: 1_000 },
  },
  // A password hash takes about 80 ms of a core by design; three kinds take less than one core.
  passwordCheck: { burst: 60, perSecond: 4 },
}

/** Kinds of calls that hash a password: sign-in, its older form, and new passwords. */
export type PasswordWork = 'sign-in' | 'web sign-in' | 'new password'

export interface LimitedBy {
  readonly code: number
  readonly retryAfterMs: number
}

/** Creates the limiter of one kind of keys, in memory or for several processes. */
export type CreateLimiter = (name: string, rate: Rate) => KeyedLimiter

/** Limits per address: for all calls, and tighter ones for some. */
class AddressLimits {
  readonly #call: KeyedLimiter
  readonly #callOf: ReadonlyMap<string, KeyedLimiter>

  constructor(create: CreateLimiter, { address, callOfAddress }: typeof CALL_RATES, factor: number) {
    const limiter = (name: string, { burst, perSecond }: Rate) =>
      create(`address:${factor}:${name}`, { burst: burst * factor, perSecond: perSecond * factor })
    this.#call = limiter('', address)
    this.#callOf = new Map(Object.entries(callOfAddress).map(([name, rate]) => [name, limiter(name, rate)]))
  }

  /** Returns milliseconds to wait; 0 allows the call. */
  take(key: string, name: EndpointName): Awaitable<number> {
    return andThen(this.#call.take(key), (waitMs) => waitMs || (this.#callOf.get(name)?.take(key) ?? 0))
  }
}

/**
 * Applies {@link CALL_RATES}. Limits by address and by member are shared if there are several processes. Limits of all
 * callers together bound the work of one process, so each process has its own.
 */
export class CallLimits {
  readonly #address: AddressLimits
  readonly #network: AddressLimits
  readonly #member: KeyedLimiter
  readonly #callOfMember: ReadonlyMap<string, KeyedLimiter>
  readonly #call: RateLimiter
  readonly #callOf: ReadonlyMap<string, RateLimiter>
  readonly #passwordCheck: RateLimiter
  readonly #onRefused: (address: string) => void

  /** `onRefused` is called for each refusal that makes an address suspect (S4.17). */
  constructor(
    now: () => number,
    rates = CALL_RATES,
    onRefused: (address: string) => void = () => {},
    create: CreateLimiter = (_name, rate) => new RateLimiter(rate, now),
  ) {
    this.#onRefused = onRefused
    this.#address = new AddressLimits(create, rates, 1)
    this.#network = new AddressLimits(create, rates, NETWORK_FACTOR)
    this.#member = create('member', rates.member)
    this.#callOfMember = new Map(
      Object.entries(rates.callOfMember).map(([name, rate]) => [name, create(`member:${name}`, rate)]),
    )
    this.#call = new RateLimiter(rates.call, now)
    this.#callOf = new Map(Object.entries(rates.callOf).map(([name, rate]) => [name, new RateLimiter(rate, now)]))
    this.#passwordCheck = new RateLimiter(rates.passwordCheck, now)
  }

  /** Null allows the call. A call refused for its address does not count for its network. */
  ofAddress(address: string, name: EndpointName): Awaitable<LimitedBy | null> {
    const network = networkKey(address)
    const ofBoth = andThen(
      this.#address.take(address, name),
      (waitMs) => waitMs || (network === null ? 0 : this.#network.take(network, name)),
    )
    return andThen(ofBoth, (retryAfterMs) => {
      if (retryAfterMs > 0 && !UNSUSPICIOUS.has(name)) this.#onRefused(address)
      return limited(CODES.CURRENT_LIMITING_A, retryAfterMs)
    })
  }

  ofMember(memberId: string, name: EndpointName): Awaitable<LimitedBy | null> {
    const ofBoth = andThen(
      this.#member.take(memberId),
      (waitMs) => waitMs || (this.#callOfMember.get(name)?.take(memberId) ?? 0),
    )
    return andThen(ofBoth, (retryAfterMs) => limited(CODES.CURRENT_LIMITING_B, retryAfterMs))
  }

  ofCall(name: EndpointName): LimitedBy | null {
    return limited(CODES.CURRENT_LIMITING_C, (this.#callOf.get(name) ?? this.#call).take(name))
  }

  /**
   * Called only before a password is checked, so that cheap requests do not exhaust the limit that all sign-ins share.
   */
  ofPasswordCheck(kind: PasswordWork): LimitedBy | null {
    return limited(CODES.CURRENT_LIMITING_C, this.#passwordCheck.take(kind))
  }
}

function limited(code: number, retryAfterMs: number): LimitedBy | null {
  return retryAfterMs === 0 ? null : { code, retryAfterMs }
}
