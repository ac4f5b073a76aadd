import type { GeetestKeys } from '../../config/config.ts'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

interface GeetestVendorOptions {
  readonly keys: GeetestKeys
  readonly fetch: typeof fetch
  /** Origin of the vendor's API. */
  readonly origin?: string
}

const VENDOR = 'https://api.geetest.com'
/** Origins of the vendor's script in the page and of its requests. */
export const GEETEST_ORIGINS: readonly string[] = ['https://static.geetest.com', VENDOR]
const TIMEOUT_MS = 2_000
const SDK = 'grandstand-1.0'
const Registered = z.object({ challenge: z.string().check(z.regex(/^[0-9a-z]{32}$/)) })
const Validated = z.object({ seccode: z.string() })

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** The two calls of geetest version 3. Null if the vendor is unavailable or returns an invalid response. */
export class GeetestVendor {
  readonly #options: GeetestVendorOptions

  constructor(options: GeetestVendorOptions) {
    this.#options = options
  }

  get id(): string {
    return this.#options.keys.id
  }

  /** A new challenge for the browser. */
  async register(clientType: 'web' | 'h5' | 'native'): Promise<string | null> {
    const { id, key } = this.#options.keys
    const query = new URLSearchParams({ gt: id, json_format: '1', sdk: SDK, client_type: clientType, digestmod: 'md5' })
    const response = Registered.safeParse(await this.#query(`/register.php?${query.toString()}`))
    return response.success ? md5(response.data.challenge + key) : null
  }

  /** True if the vendor confirms a result. Malformed results are refused without a request. */
  async validate(challenge: string, validate: string, seccode: string): Promise<boolean | null> {
    const { id, key } = this.#options.keys
    if (validate !== md5(`${key}geetest${challenge}`)) return false
    const body = new URLSearchParams({ seccode, challenge, captchaid: id, json_format: '1', sdk: SDK })
    const response = Validated.safeParse(await this.#query('/validate.php', body))
    return response.success ? response.data.seccode === md5(seccode) : null
  }

  async #query(path: string, body?: URLSearchParams): Promise<unknown> {
    try {
      const response = await this.#options.fetch((this.#options.origin ?? VENDOR) + path, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
        ...(body ? { method: 'POST', body } : {}),
      })
      return response.ok ? await response.json() : null
    } catch {
      return null
    }
  }
}
