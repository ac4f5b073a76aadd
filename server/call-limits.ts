import { CODES } from '#protocol/codes.ts'
import type { EndpointName } from '#protocol/endpoints/table.ts'
import type { Rate } from './rate-limit.ts'
import { RateLimiter } from './rate-limit.ts'

/** All figures of the limits on calls (Annex A.1: A by address, B by member, C by call). Sockets have their own. */
export const CALL_RATES: {
  readonly address: Rate
  readonly member: Rate
  /** One call from one address: tighter where it costs or tells much. Also code A. */
  readonly callOfAddress: Partial<Record<EndpointName, Rate>>
  /** One call from everybody together. */
  readonly call: Rate
  readonly callOf: Partial<Record<EndpointName, Rate>>
} = {
  // Many people share one address behind a carrier's translation.
  address: { burst: 300, perSecond: 50 },
  member: { burst: 60, perSecond: 15 },
  callOfAddress: {
    'auth.login': { burst: 30, perSecond: 0.5 },
    'auth.webLogin': { burst: 30, perSecond: 0.5 },
    'gateway.vvm': { burst: 120, perSecond: 10 },
    'captcha.image': { burst: 60, perSecond: 3 },
    'captcha.audio': { burst: 60, perSecond: 3 },
    'geetest.register': { burst: 60, perSecond: 3 },
    'site.shortUrl': { burst: 30, perSecond: 0.5 },
    'upload.images': { burst: 20, perSecond: 0.5 },
    'video.grant': { burst: 60, perSecond: 3 },
  },
  call: { burst: 6_000, perSecond: 3_000 },
  // A password hash takes about 50 ms of a core by design, drawing a puzzle about 10.
  callOf: {
    'auth.login': { burst: 60, perSecond: 15 },
    'auth.webLogin': { burst: 60, perSecond: 15 },
    'captcha.get': { burst: 240, perSecond: 30 },
    'gateway.vvm': { burst: 3_000, perSecond: 1_000 },
  },
}

export interface LimitedBy {
  readonly code: number
  readonly retryAfterMs: number
}

/** Applies {@link CALL_RATES}. */
export class CallLimits {
  readonly #address: RateLimiter
  readonly #member: RateLimiter
  readonly #call: RateLimiter
  readonly #callOfAddress: ReadonlyMap<string, RateLimiter>
  readonly #callOf: ReadonlyMap<string, RateLimiter>
  readonly #onRefused: (address: string) => void

  /** `onRefused` hears of every refusal of an address (S4.17). */
  constructor(now: () => number, rates = CALL_RATES, onRefused: (address: string) => void = () => {}) {
    this.#onRefused = onRefused
    const limiters = (table: Partial<Record<EndpointName, Rate>>): Map<string, RateLimiter> =>
      new Map(Object.entries(table).map(([name, rate]) => [name, new RateLimiter(rate, now)]))
    this.#address = new RateLimiter(rates.address, now)
    this.#member = new RateLimiter(rates.member, now)
    this.#call = new RateLimiter(rates.call, now)
    this.#callOfAddress = limiters(rates.callOfAddress)
    this.#callOf = limiters(rates.callOf)
  }

  /** Null = go on. */
  ofAddress(address: string, name: EndpointName): LimitedBy | null {
    const retryAfterMs = this.#address.take(address) || (this.#callOfAddress.get(name)?.take(address) ?? 0)
    if (retryAfterMs > 0) this.#onRefused(address)
    return limited(CODES.CURRENT_LIMITING_A, retryAfterMs)
  }

  ofMember(memberId: string): LimitedBy | null {
    return limited(CODES.CURRENT_LIMITING_B, this.#member.take(memberId))
  }

  ofCall(name: EndpointName): LimitedBy | null {
    return limited(CODES.CURRENT_LIMITING_C, (this.#callOf.get(name) ?? this.#call).take(name))
  }
}

function limited(code: number, retryAfterMs: number): LimitedBy | null {
  return retryAfterMs === 0 ? null : { code, retryAfterMs }
}
