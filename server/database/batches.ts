import { isUnavailable } from './errors.ts'

/** Maximum number of requests of a statement. */
const MOST = 32

interface Waiting<Request, Answer> {
  readonly request: Request
  readonly resolve: (answer: Answer) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Joins concurrent requests: the first one runs at once, and those that arrive meanwhile run together as the next
 * statement. If the database refuses a statement for several requests, which then has no effect, each of them runs alone,
 * so that one that cannot succeed fails alone. If the database is not available, all of them fail at once.
 */
export class Batches<Request, Answer> {
  readonly #run: (requests: readonly Request[]) => Promise<readonly Answer[]>
  readonly #atOnce: number
  readonly #keyOf: ((request: Request) => unknown) | null
  #waiting: Waiting<Request, Answer>[] = []
  #running = 0

  /**
   * @param run executes requests as one statement; returns their answers in order
   * @param atOnce number of statements at the same time
   * @param keyOf requests with the same key are in different statements
   */
  constructor(
    run: (requests: readonly Request[]) => Promise<readonly Answer[]>,
    atOnce: number,
    keyOf: ((request: Request) => unknown) | null = null,
  ) {
    this.#run = run
    this.#atOnce = atOnce
    this.#keyOf = keyOf
  }

  /** @throws what the statement of this request alone throws */
  add(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject })
      this.#next()
    })
  }

  #next(): void {
    if (this.#running >= this.#atOnce) return
    const batch = this.#take()
    if (batch.length === 0) return
    this.#running += 1
    void this.#settle(batch).finally(() => {
      this.#running -= 1
      this.#next()
    })
  }

  /** Removes the requests of the next statement. */
  #take(): Waiting<Request, Answer>[] {
    if (!this.#keyOf) return this.#waiting.splice(0, MOST)
    const batch = new Map<unknown, Waiting<Request, Answer>>()
    const left: Waiting<Request, Answer>[] = []
    for (const one of this.#waiting) {
      const key = this.#keyOf(one.request)
      if (batch.size === MOST || batch.has(key)) left.push(one)
      else batch.set(key, one)
    }
    this.#waiting = left
    return [...batch.values()]
  }

  async #settle(batch: readonly Waiting<Request, Answer>[]): Promise<void> {
    try {
      const answers = await this.#run(batch.map(({ request }) => request))
      if (answers.length !== batch.length) throw new Error(`${answers.length} answers to ${batch.length} requests`)
      batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      const [first, ...others] = batch
      if (others.length === 0) first?.reject(error)
      else if (isUnavailable(error)) for (const { reject } of batch) reject(error)
      else for (const one of batch) await this.#settle([one])
    }
  }
}
