import { createHash } from 'node:crypto'
import type { Awaitable } from '#protocol/crypto.ts'
import { SharedCipher } from './shared-cipher.ts'
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

/**
 * Values in Redis, as JSON sealed with a key derived from the server secret, because they contain keys and solutions.
 * Names are hashed, because they may be tickets. All methods reject with SharedStateError while Redis is unavailable.
 */
export class SharedStore<Value> implements ExpiringStore<Value> {
  readonly #shared: SharedState
  readonly #name: string
  readonly #now: () => number
  readonly #cipher: SharedCipher

  /**
   * @param name of this kind of values; two stores of one name share their values
   */
  constructor(shared: SharedState, name: string, { secret, now }: { secret: string; now: () => number }) {
    this.#shared = shared
    this.#name = name
    this.#now = now
    this.#cipher = new SharedCipher(secret, name)
  }

  async put(key: string, value: Value, lifetimeMs: number): Promise<number> {
    const name = this.#nameOf(key)
    const text = this.#cipher.seal(name, JSON.stringify(value))
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

  /** Undefined for a value that another secret has sealed. */
  #open(name: string, text: string | null): Value | undefined {
    const plain = text === null ? null : this.#cipher.open(name, text)
    return plain === null ? undefined : (JSON.parse(plain) as Value)
  }
}
