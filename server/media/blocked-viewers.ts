import { BoundedMap } from '#protocol/bounded-map.ts'
import type { MediaQuery } from './media-query.ts'
import type { MediaSignatures } from './media-signature.ts'

/** Tags of banned sessions that are remembered, several per session. */
const SESSION_TAGS_MAX = 100_000

/** The devices that operators have blocked. */
interface BlockedDevices {
  blockedDevices(): readonly string[]
  isDeviceBlocked(deviceId: string): boolean
}

/**
 * Viewers that may not watch any more, by the tags of their signed URLs: blocked devices, and sessions of banned
 * members. A later URL of the same device without the session is that of a visitor, who may watch.
 */
export class BlockedViewers {
  readonly #signatures: MediaSignatures
  readonly #devices: BlockedDevices
  /** Tags of banned sessions in all URLs that were valid at the ban. */
  readonly #sessionTags = new BoundedMap<string, true>(SESSION_TAGS_MAX)
  /** Blocked devices by their tags, for each expiry. */
  readonly #deviceTags = new Map<string, ReadonlyMap<string, string>>()

  constructor(signatures: MediaSignatures, devices: BlockedDevices) {
    this.#signatures = signatures
    this.#devices = devices
  }

  /** The member of this session is banned. */
  blockSession(sessionId: string): void {
    for (const expiry of this.#signatures.expiries()) {
      this.#sessionTags.set(this.#signatures.tagOf('session', sessionId, expiry), true)
    }
  }

  /** The list of devices has changed. */
  devicesChanged(): void {
    this.#deviceTags.clear()
  }

  /** True for the query of a blocked viewer. The signature of the query is valid. */
  has({ e = '', v = '' }: MediaQuery): boolean {
    const [device = '', session = ''] = v.split('.')
    if (session !== '' && this.#sessionTags.has(session)) return true
    const deviceId = device === '' ? undefined : this.#devicesOf(e).get(device)
    return deviceId !== undefined && this.#devices.isDeviceBlocked(deviceId)
  }

  #devicesOf(expiry: string): ReadonlyMap<string, string> {
    const known = this.#deviceTags.get(expiry)
    if (known) return known
    // Expiries that have passed since.
    const valid = new Set(this.#signatures.expiries())
    for (const earlier of this.#deviceTags.keys()) if (!valid.has(earlier)) this.#deviceTags.delete(earlier)
    const ids = this.#devices.blockedDevices()
    const tags = new Map(ids.map((id) => [this.#signatures.tagOf('device', id, expiry), id]))
    this.#deviceTags.set(expiry, tags)
    return tags
  }
}
