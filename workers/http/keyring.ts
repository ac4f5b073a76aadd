import { CODES, failureOf } from '#protocol/codes.ts'
import type { SessionKeys } from '#protocol/handshake.ts'
import type { Result } from '#protocol/result.ts'
import { success } from '#protocol/result.ts'
import type { FreshKeys } from './handshake.ts'

/** Keys are renewed this long before the server forgets them. */
const MARGIN_MS = 60_000

/** The keys of the current envelope session with one origin: one handshake at a time, whoever needs it. */
export class Keyring {
  private keys: SessionKeys<unknown> | null = null
  private expireAt = 0
  private handshake: Promise<Result<SessionKeys<unknown>>> | null = null
  private generation = 0

  constructor(
    private readonly now: () => number,
    private readonly shake: () => Promise<Result<FreshKeys>>,
  ) {}

  current(): Promise<Result<SessionKeys<unknown>>> {
    if (this.keys && this.now() < this.expireAt) return Promise.resolve(success(this.keys))
    if (this.handshake) return this.handshake
    const handshake = this.renew().finally(() => {
      if (this.handshake === handshake) this.handshake = null
    })
    this.handshake = handshake
    return handshake
  }

  /** These keys are known no more (REKEY); nothing happens when newer ones are there already. */
  refuse(used: SessionKeys<unknown>): void {
    if (this.keys === used) this.keys = null
  }

  /** Starts anew: the token has changed (settled 6). A handshake in flight counts as old. */
  reset(): void {
    this.generation += 1
    this.keys = null
    this.handshake = null
  }

  private async renew(): Promise<Result<SessionKeys<unknown>>> {
    const { generation } = this
    // A share or signature that cannot even be read throws inside the cryptography.
    const fresh = await this.shake().catch(() => failureOf(CODES.BAD_RESPONSE))
    if (!fresh.ok) return fresh
    if (generation === this.generation) {
      this.keys = fresh.data.keys
      this.expireAt = this.now() + Math.max(MARGIN_MS, fresh.data.lifetimeMs - MARGIN_MS)
    }
    return success(fresh.data.keys)
  }
}

/** A keyring for each origin, because different lines may be different processes that share no session (settled 6). */
export class Keyrings {
  private readonly rings = new Map<string, Keyring>()

  constructor(
    private readonly now: () => number,
    private readonly shake: (origin: string) => Promise<Result<FreshKeys>>,
  ) {}

  of(origin: string): Keyring {
    const known = this.rings.get(origin)
    if (known) return known
    const ring = new Keyring(this.now, () => this.shake(origin))
    this.rings.set(origin, ring)
    return ring
  }

  /** The token has changed: every session begins anew. */
  reset(): void {
    for (const ring of this.rings.values()) ring.reset()
  }
}
