import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Awaitable } from '#protocol/crypto.ts'
import type { SharedState } from './shared-state.ts'

/** Values with an expiry, in this process (`ExpiringMap`) or for all processes ({@link SharedStore}). */
export interface ExpiringStore<Value> {
  /** Stores a value for `lifetimeMs`. Returns its expiry in epoch milliseconds. */
  put(key: string, value: Value, lifetimeMs: number): Awaitable<number>
  get(key: string): Awaitable<Value | undefined>
  /** Returns and deletes a value. Of several concurrent calls one gets it. */
  take(key: string): Awaitable<Value | undefined>
}

/**
 * Opens the store of one kind of values.
 *
 * @param max number of values that a store in memory retains at least
 */
export type OpenStore = <Value>(name: string, max: number) => ExpiringStore<Value>

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Values in Redis, as JSON sealed with a key derived from the server secret, because they contain keys and solutions.
 * Names are hashed, because they may be tickets. All methods reject with SharedStateError while Redis is unavailable.
 */
export class SharedStore<Value> implements ExpiringStore<Value> {
  readonly #shared: SharedState
  readonly #name: string
  readonly #now: () => number
  readonly #key: Buffer

  /**
   * @param name of this kind of values; two stores of one name share their values
   */
  constructor(shared: SharedState, name: string, { secret, now }: { secret: string; now: () => number }) {
    this.#shared = shared
    this.#name = name
    this.#now = now
    this.#key = Buffer.from(hkdfSync('sha256', secret, 'grandstand', `shared ${name}`, KEY_BYTES))
  }

  async put(key: string, value: Value, lifetimeMs: number): Promise<number> {
    const name = this.#nameOf(key)
    const text = this.#seal(name, JSON.stringify(value))
    await this.#shared.run((client) => client.set(name, text, { expiration: { type: 'PX', value: lifetimeMs } }))
    return this.#now() + lifetimeMs
  }

  async get(key: string): Promise<Value | undefined> {
    const name = this.#nameOf(key)
    return this.#open(name, await this.#shared.run((client) => client.get(name)))
  }

  async take(key: string): Promise<Value | undefined> {
    const name = this.#nameOf(key)
    return this.#open(name, await this.#shared.run((client) => client.getDel(name)))
  }

  #nameOf(key: string): string {
    return `grandstand:${this.#name}:${createHash('sha256').update(key).digest('base64url')}`
  }

  /** Bound to its name, so that values cannot be exchanged. */
  #seal(name: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(name))
    return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
  }

  /** Undefined for a value that another secret has sealed. */
  #open(name: string, text: string | null): Value | undefined {
    if (text === null) return undefined
    const bytes = Buffer.from(text, 'base64')
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES))
      decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-TAG_BYTES))
      const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      return JSON.parse(plain.toString()) as Value
    } catch {
      return undefined
    }
  }
}
