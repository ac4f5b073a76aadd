/** Runs work of one key in order, one at a time. Work of other keys is not delayed. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
    const started = (this.#last.get(key) ?? Promise.resolve()).then(work)
    // The next one starts after a failure too.
    const ended = started.catch(() => null)
    this.#last.set(key, ended)
    try {
      return await started
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key)
    }
  }
}
