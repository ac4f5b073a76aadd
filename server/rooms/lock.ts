/** One after the other: work given to one lock never overlaps. A failure is its caller's and stops nobody else. */
export class Lock {
  #last: Promise<unknown> = Promise.resolve()

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => null)
    return result
  }
}
