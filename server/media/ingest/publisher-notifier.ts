import type { PublisherState } from '../../demo/world/publisher-state.ts'
import type { IngestServices } from './ingest-services.ts'

/** Delay of the first retry of a failed notification; doubled each time. */
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 10_000

/** Unreported changes of one room. */
interface News {
  /** In order: a room must learn of the loss before the return. */
  states: PublisherState[]
  running: Promise<unknown> | null
  failures: number
  /** Earliest time of the next attempt (epoch ms). */
  dueAt: number
}

/**
 * Notifies rooms of changes of their publishers (S4.1-S4.4), in order per room. If the database refuses, it retries
 * until the room has the newest state.
 */
export class PublisherNotifier {
  readonly #services: Pick<IngestServices, 'setPublisher' | 'now' | 'log'>
  readonly #unreported = new Map<string, News>()

  constructor(services: Pick<IngestServices, 'setPublisher' | 'now' | 'log'>) {
    this.#services = services
  }

  tell(stream: string, state: PublisherState): void {
    const news = this.#unreported.get(stream) ?? { states: [], running: null, failures: 0, dueAt: 0 }
    this.#unreported.set(stream, news)
    news.states.push(state)
    this.#start(stream, news)
  }

  /** Retries what is due. Called by the ingest four times a second. */
  look(): void {
    for (const [stream, news] of this.#unreported) this.#start(stream, news)
  }

  /** Resolves when no notification is in progress. */
  async settled(): Promise<void> {
    await Promise.all([...this.#unreported.values()].flatMap(({ running }) => running ?? []))
  }

  #start(stream: string, news: News): void {
    if (news.running !== null || this.#services.now() < news.dueAt) return
    news.running = this.#run(stream, news).finally(() => (news.running = null))
  }

  async #run(stream: string, news: News): Promise<void> {
    const { setPublisher, now, log } = this.#services
    try {
      for (let [state] = news.states; state !== undefined; [state] = news.states) {
        await setPublisher(stream, state)
        news.states.shift()
        news.failures = 0
      }
      this.#unreported.delete(stream)
    } catch (error) {
      const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** news.failures)
      news.states = news.states.slice(-1)
      news.failures += 1
      news.dueAt = now() + delayMs
      log.error({ err: error, stream, delayMs }, 'a room could not be told of its publisher; it will be told again')
    }
  }
}
