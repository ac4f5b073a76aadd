import { randomBytes } from 'node:crypto'
import type { DataOf, RequestOf } from '#protocol/endpoints/table.ts'
import { AjLimits } from './aj-limits.ts'
import { isHandDrawn } from './drag-track.ts'
import { memoryStores } from '../../database/shared/expiring-map.ts'
import type { ExpiringStore } from '../../database/shared/expiring-store.ts'
import { type Holder, isSameHolder } from './holder.ts'

export const AFS_SCENE = 'nc_login'
export const AFS_LIFETIME_MS = 180_000
const APP_KEY = 'grandstand-stand-in'
const MAX_RESULTS = 10_000
const NOT_PASSED = { isPassed: false, sig: '', token: '' } as const

interface Passed {
  readonly holder: Holder
  readonly afsSessionId: string
  readonly sig: string
  readonly scene: string
}

/**
 * The slider of a vendor (AFS) implemented by this server: it returns the vendor's fields for a drag that looks human.
 * An empty script URL makes the page show its own slider.
 */
export class LocalAfs {
  readonly #passed: ExpiringStore<Passed>
  /** The fifth rejected drag in a minute locks device and address, as for puzzles. */
  readonly #limits: AjLimits

  /** Results are in memory unless `stores` is given. */
  constructor(now: () => number, stores = memoryStores(now)) {
    this.#limits = new AjLimits(now)
    this.#passed = stores('afs', MAX_RESULTS)
  }

  config(): DataOf<'afs.config'> {
    return { appkey: APP_KEY, scene: AFS_SCENE, scriptUrl: '' }
  }

  /** Checks a drag. Null if locked. */
  async analyze(
    params: RequestOf<'afs.analyze'>,
    holder: Holder,
    address: string,
  ): Promise<DataOf<'afs.analyze'> | null> {
    const { afsSessionId, scene, width, track } = params
    const requester = { clientUid: holder.deviceId, address }
    if (this.#limits.isLocked(requester)) return null
    if (afsSessionId === '' || scene !== AFS_SCENE || !isHandDrawn(track, width)) {
      this.#limits.failed(requester)
      return NOT_PASSED
    }
    const [sig, token] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
    await this.#passed.put(token, { holder, afsSessionId, sig, scene }, AFS_LIFETIME_MS)
    return { isPassed: true, sig, token }
  }

  /** Like AuthenticateSig of the vendor. Works once per token. */
  async verify(
    given: { afsSessionId: string; afsSig: string; afsToken: string; afsScene: string },
    holder: Holder,
  ): Promise<boolean> {
    const passed = await this.#passed.take(given.afsToken)
    return (
      passed !== undefined &&
      isSameHolder(passed.holder, holder) &&
      passed.afsSessionId === given.afsSessionId &&
      passed.sig === given.afsSig &&
      passed.scene === given.afsScene
    )
  }
}
