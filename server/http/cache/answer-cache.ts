/** Where kept answers live: text by key, each for a time. A home may lose anything at any moment. */
export interface AnswerHome {
  /** Null when there is none, or when the home is away. */
  get(key: string): Promise<string | null>
  set(key: string, json: string, ttlMs: number): Promise<void>
  close(): Promise<void>
}

/**
 * The server cache (S7.21-S7.23, settled 27): answers that are the same for everybody, and identical questions in flight
 * share one run. Nothing that goes wrong here fails a call.
 */
export class AnswerCache {
  readonly #home: AnswerHome
  readonly #onError: (error: unknown) => void
  readonly #underWay = new Map<string, Promise<unknown>>()

  constructor(home: AnswerHome, onError: (error: unknown) => void) {
    this.#home = home
    this.#onError = onError
  }

  /**
   * The kept answer, or that of `run`, which is kept when `isKept` says so.
   *
   * @param read makes the answer of kept text, null for text that it cannot use.
   * @param ttlMs milliseconds.
   */
  through<Answer>(
    key: string,
    ttlMs: number,
    run: () => Promise<Answer>,
    codec: { read(json: string): Answer | null; write(answer: Answer): string | null },
  ): Promise<Answer> {
    const sameQuestion = this.#underWay.get(key) as Promise<Answer> | undefined
    if (sameQuestion) return sameQuestion
    const answer = this.#find(key, ttlMs, run, codec).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, answer)
    return answer
  }

  close(): Promise<void> {
    return this.#home.close()
  }

  async #find<Answer>(
    key: string,
    ttlMs: number,
    run: () => Promise<Answer>,
    codec: { read(json: string): Answer | null; write(answer: Answer): string | null },
  ): Promise<Answer> {
    const kept = await this.#home.get(key).catch(this.#noted)
    const known = typeof kept === 'string' ? codec.read(kept) : null
    if (known !== null) return known
    const answer = await run()
    const json = codec.write(answer)
    if (json !== null) await this.#home.set(key, json, ttlMs).catch(this.#noted)
    return answer
  }

  readonly #noted = (error: unknown): null => {
    this.#onError(error)
    return null
  }
}
