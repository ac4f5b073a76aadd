/** A mutex: work passed to one lock never overlaps. An error is passed to its caller only. */
export class Lock {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => null)
    return result
  }
}
