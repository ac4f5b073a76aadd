import { SESSION_END_CODES } from '#protocol/codes.ts'
import type { RequestOf } from '#protocol/endpoints/table.ts'
import { BoundedMap } from '#protocol/bounded-map.ts'

const MAX_DEVICES = 1_000
const MAX_PER_DEVICE = 16

interface Provocation {
  readonly path: string
  readonly code: number
  readonly data: unknown
  timesLeft: number
}

interface Provoked {
  readonly code: number
  readonly data: unknown
}

/** Calls that must fail on purpose, by device. Demo mode only (`demo.provoke`). */
export class Provocations {
  readonly #devices = new BoundedMap<string, Provocation[]>(MAX_DEVICES)

  add(deviceId: string, { path, code, times, data }: RequestOf<'demo.provoke'>): void {
    const waiting = this.#devices.get(deviceId) ?? []
    const added = { path, code, data: data ?? null, timesLeft: times }
    this.#devices.set(deviceId, [...waiting, added].slice(-MAX_PER_DEVICE))
  }

  /** Returns the failure requested for this call of this device, oldest first, or null. */
  take(deviceId: string, path: string): Provoked | null {
    const waiting = this.#devices.get(deviceId)
    const found = waiting?.find((provocation) => path.includes(provocation.path))
    if (!waiting || !found) return null
    found.timesLeft -= 1
    if (found.timesLeft === 0) {
      const rest = waiting.filter((provocation) => provocation !== found)
      if (rest.length === 0) this.#devices.delete(deviceId)
      else this.#devices.set(deviceId, rest)
    }
    return { code: found.code, data: found.data }
  }
}

const ENDS_SESSION: ReadonlySet<number> = new Set(SESSION_END_CODES)

/** Provoked failures have the HTTP status of real ones. */
export function provokedStatus(code: number, token: string): 200 | 401 {
  return token !== '' && ENDS_SESSION.has(code) ? 401 : 200
}
