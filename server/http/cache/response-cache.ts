/** Storage of cached responses: text by key with a lifetime. It may lose anything at any time. */
export interface CacheBackend {
  /** Null if there is none, or if the backend is unavailable. */
  get(key: string): Promise<string | null>
  set(key: string, json: string, ttlMs: number): Promise<void>
  close(): Promise<void>
}

/**
 * The server cache (S7.21-S7.23, settled 27) for responses that are the same for everybody. Identical requests in
 * flight share one run. Errors of the cache never fail a call.
 */
export class ResponseCache {
  readonly #backend: CacheBackend
  readonly #onError: (error: unknown) => void
  readonly #inFlight = new Map<string, Promise<unknown>>()
  #revision = ''

  constructor(backend: CacheBackend, onError: (error: unknown) => void) {
    this.#backend = backend
    this.#onError = onError
  }

  /** Responses of earlier revisions of the site's content are not returned any more. */
  begin(revision: string): void {
    this.#revision = revision
  }

  /**
   * Returns the cached response, or the result of `run`, which is cached if `isKept` returns true.
   *
   * @param read converts cached text to a response; null for unusable text
   * @param ttlMs lifetime in milliseconds
   */
  through<Answer>(
    name: string,
    ttlMs: number,
    run: () => Promise<Answer>,
    codec: { read(json: string): Answer | null; write(response: Answer): string | null },
  ): Promise<Answer> {
    const key = this.#revision === '' ? name : `${name} ${this.#revision}`
    const inFlightRequest = this.#inFlight.get(key) as Promise<Answer> | undefined
    if (inFlightRequest) return inFlightRequest
    const response = this.#find(key, ttlMs, run, codec).finally(() => this.#inFlight.delete(key))
    this.#inFlight.set(key, response)
    return response
  }

  close(): Promise<void> {
    return this.#backend.close()
  }

  async #find<Answer>(
    key: string,
    ttlMs: number,
    run: () => Promise<Answer>,
    codec: { read(json: string): Answer | null; write(response: Answer): string | null },
  ): Promise<Answer> {
    const text = await this.#backend.get(key).catch(this.#noted)
    const known = typeof text === 'string' ? codec.read(text) : null
    if (known !== null) return known
    const response = await run()
    const json = codec.write(response)
    if (json !== null) await this.#backend.set(key, json, ttlMs).catch(this.#noted)
    return response
  }

  readonly #noted = (error: unknown): null => {
    this.#onError(error)
    return null
  }
}
