import type { SessionMember } from './session-member.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

const LIMIT = 20_000

interface Known {
  readonly session: SessionMember
  readonly deviceId: string
  /** Last use when the session was read, epoch milliseconds. */
  readonly lastSeen: number
  /** Minutes without use after which the session ends; 0 = never. */
  readonly idleMinutes: number
}

/**
 * Live sessions by token hash. A session read from the database just before it ended must not be cached: a reader notes
 * the generation before it reads, and nothing is cached while sessions are being ended.
 */
export class SessionCache {
  readonly #byHash = new BoundedMap<string, Known & { readonly cachedAt: number }>(LIMIT)
  readonly #hashOf = new BoundedMap<string, string>(LIMIT)
  readonly #lifetimeMs: number
  #ending = 0
  #generation = 0

  constructor(lifetimeMs: number) {
    this.#lifetimeMs = lifetimeMs
  }

  get generation(): number {
    return this.#generation
  }

  get(hash: string, now: number): Known | undefined {
    const known = this.#byHash.get(hash)
    return known && now - known.cachedAt < this.#lifetimeMs ? known : undefined
  }

  set(hash: string, known: Known, generation: number, now: number): void {
    if (this.#ending > 0 || generation !== this.#generation) return
    this.#byHash.set(hash, { ...known, cachedAt: now })
    this.#hashOf.set(known.session.sessionId, hash)
  }

  forget(sessionId: string): void {
    const hash = this.#hashOf.get(sessionId)
    if (hash === undefined) return
    this.#hashOf.delete(sessionId)
    this.#byHash.delete(hash)
  }

  /** Sessions are about to end, so concurrent reads may be stale. Each call is followed by {@link resume}. */
  suspend(): void {
    this.#ending += 1
    this.#generation += 1
  }

  resume(): void {
    this.#ending -= 1
    this.#generation += 1
  }
}
