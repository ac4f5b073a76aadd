import { CODES, failureOf } from '#protocol/codes.ts'
import { ORIGIN_LIMIT_DEFAULT } from '#protocol/constants.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { Failure } from '#protocol/result.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { Deadline } from './deadline.ts'
import { fetchResponse, jsonObject, readResponseBody } from './response.ts'

/** The origin that a request uses. `serial` changes whenever the current origin changes after a failure. */
export interface ApiOrigin {
  readonly origin: string
  readonly serial: number
}

interface ApiOriginsContext {
  /** Origin of the page. It is the first API origin. */
  readonly home: string
  readonly storage: StorageAdapter
  /** Returns whether the server answers at an origin. An origin that times out counts as down. */
  probe(origin: string): Promise<boolean>
  /** Called after the current origin has changed. */
  onChange(origin: string, isFirst: boolean): void
}

/**
 * S8.15-S8.17: selects one of the API origins. The current origin is (base + errCount) mod n, where base is the last
 * origin that worked. Each failure increments errCount. At the limit dc it returns to base. dc is the number of origins,
 * or 3 until that number is known. Concurrent failures of one origin count once.
 */
export class ApiOrigins {
  readonly #context: ApiOriginsContext
  #origins: readonly string[]
  #base = 0
  #errors = 0
  #limit = ORIGIN_LIMIT_DEFAULT
  #serial = 0
  #lastCode: number = CODES.LINE_SWITCHING
  readonly #probes = new Map<string, Promise<boolean>>()

  constructor(context: ApiOriginsContext) {
    this.#context = context
    this.#origins = [context.home]
  }

  get current(): ApiOrigin {
    const origin = this.#origins[(this.#base + this.#errors) % this.#origins.length] ?? this.#context.home
    return { origin, serial: this.#serial }
  }

  get count(): number {
    return this.#origins.length
  }

  /** Restores the counters that an earlier page of this tab has stored. */
  async load(): Promise<void> {
    const { storage } = this.#context
    this.#limit = positiveInteger(await storage.get('dc')) || ORIGIN_LIMIT_DEFAULT
    const errors = positiveInteger(await storage.get('errCount'))
    this.#errors = errors < this.#limit ? errors : 0
  }

  /** Sets the list of origins after the page's own one. The current origin does not change. */
  async adopt(origins: readonly string[]): Promise<void> {
    const { origin } = this.current
    this.#origins = [...new Set([this.#context.home, ...origins])]
    this.#base = Math.max(0, this.#origins.indexOf(origin))
    this.#limit = this.#origins.length
    const stored = this.#setErrors(0)
    this.#notifyChange(origin)
    await Promise.all([stored, this.#context.storage.set('dc', String(this.#limit))])
  }

  /** Records a response from the server. */
  async succeeded(used: ApiOrigin): Promise<void> {
    if (this.#errors === 0 || used.origin !== this.current.origin) return
    this.#base = (this.#base + this.#errors) % this.#origins.length
    await this.#setErrors(0)
  }

  /** S8.15: records the failure of an origin. The returned code says whether another origin can be tried. */
  async failed(used: ApiOrigin): Promise<Failure> {
    const { origin, serial } = this.current
    if (used.serial === serial && used.origin === origin) {
      const isSwitching = this.#errors + 1 < this.#limit
      this.#lastCode = isSwitching ? CODES.LINE_SWITCHING : CODES.NETWORK_ABNORMAL
      this.#serial += 1
      const stored = this.#setErrors(isSwitching ? this.#errors + 1 : 0)
      this.#notifyChange(origin)
      await stored
    }
    return failureOf(this.#lastCode)
  }

  /** Probes an origin after a request failed there, and leaves it if it is down. Returns whether it is up. */
  async checkHealth(used: ApiOrigin): Promise<boolean> {
    if (used.serial !== this.#serial) return false
    const isUp = await this.#probe(used.origin)
    if (!isUp) await this.failed(used)
    return isUp
  }

  /** Returns to the first origin if it is up again. */
  async recover(): Promise<void> {
    const { origin } = this.current
    if (origin === this.#context.home || !(await this.#probe(this.#context.home))) return
    this.#base = 0
    this.#serial += 1
    const stored = this.#setErrors(0)
    this.#notifyChange(origin)
    await stored
  }

  /** Runs at most one probe per origin at a time. */
  #probe(origin: string): Promise<boolean> {
    const running = this.#probes.get(origin)
    if (running) return running
    const probe = this.#context.probe(origin).finally(() => this.#probes.delete(origin))
    this.#probes.set(origin, probe)
    return probe
  }

  #notifyChange(before: string): void {
    const { origin } = this.current
    if (origin !== before) this.#context.onChange(origin, origin === this.#context.home)
  }

  async #setErrors(errors: number): Promise<void> {
    const { storage } = this.#context
    const isNew = errors !== this.#errors
    this.#errors = errors
    if (!isNew) return
    if (errors === 0) await storage.remove('errCount')
    else await storage.set('errCount', String(errors))
  }
}

/** Returns 0 for anything else. */
function positiveInteger(text: string | null): number {
  const value = Number(text ?? '')
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** Returns whether the server answers GET /timeServer (S7.41) at this origin within 5 s. */
export async function probeOrigin(
  dependencies: Pick<TransportDependencies, 'fetch' | 'now' | 'setTimer'>,
  origin: string,
): Promise<boolean> {
  const endpoint = ENDPOINTS['gateway.timeServer']
  const deadline = new Deadline(dependencies, endpoint.timeoutMs)
  const init = { method: endpoint.method, signal: deadline.signal }
  const response = await fetchResponse(dependencies, origin + endpoint.path, init)
  deadline.finish()
  const body = response && readResponseBody(jsonObject(response.text))
  return body?.code === CODES.SUCCESS && endpoint.data.safeParse(body.data).success
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Returns the origin of a configured URL, or null if it is not allowed. Allowed are https, and on this machine also the
 * scheme of the page (development). The URL must be an origin without path, query or credentials.
 */
export function usableOrigin(text: string, pageOrigin: string): string | null {
  const url = parseUrl(text)
  if (!url || (text !== url.origin && text !== `${url.origin}/`)) return null
  const isSameScheme = LOOPBACK.has(url.hostname) && url.protocol === parseUrl(pageOrigin)?.protocol
  return url.protocol === 'https:' || isSameScheme ? url.origin : null
}

/** Returns the allowed origins of a list, without duplicates, in order. */
export function usableOrigins(list: readonly string[], pageOrigin: string): string[] {
  const found = list.map((text) => usableOrigin(text, pageOrigin)).filter((origin) => origin !== null)
  return [...new Set(found)]
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
