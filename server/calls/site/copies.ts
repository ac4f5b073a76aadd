import { type Result, successOf } from '#protocol/result.ts'

/**
 * Simultaneous copies of money calls. They share one run, so that all get the same response; each but the first is
 * marked as a repetition. Later copies are recognized in the database.
 */
export class Copies<Data> {
  readonly #running = new Map<string, Promise<Result<Data>>>()

  /** `identity` contains everything that makes two calls the same: endpoint, member, key and content. */
  async run(identity: readonly unknown[], work: () => Promise<Result<Data>>): Promise<Result<Data>> {
    const name = JSON.stringify(identity)
    const known = this.#running.get(name)
    if (known) {
      const result = await known
      return result.ok ? successOf(result.data, true) : result
    }
    const started = work().finally(() => this.#running.delete(name))
    this.#running.set(name, started)
    return started
  }
}
