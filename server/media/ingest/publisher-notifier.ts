import type { PublisherState } from '../../matches/match-source.ts'
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

  notify(stream: string, state: PublisherState): void {
    const notifier = this.#unreported.get(stream) ?? { states: [], running: null, failures: 0, dueAt: 0 }
    this.#unreported.set(stream, notifier)
    notifier.states.push(state)
    this.#start(stream, notifier)
  }

  /** Retries what is due. Called by the ingest four times a second. */
  check(): void {
    for (const [stream, notifier] of this.#unreported) this.#start(stream, notifier)
  }

  /** Resolves when no notification is in progress. */
  async settled(): Promise<void> {
    await Promise.all([...this.#unreported.values()].flatMap(({ running }) => running ?? []))
  }

  #start(stream: string, notifier: News): void {
    if (notifier.running !== null || this.#services.now() < notifier.dueAt) return
    notifier.running = this.#run(stream, notifier).finally(() => (notifier.running = null))
  }

  async #run(stream: string, notifier: News): Promise<void> {
    const { setPublisher, now, log } = this.#services
    try {
      for (let [state] = notifier.states; state !== undefined; [state] = notifier.states) {
        await setPublisher(stream, state)
        notifier.states.shift()
        notifier.failures = 0
      }
      this.#unreported.delete(stream)
    } catch (error) {
      const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** notifier.failures)
      notifier.states = notifier.states.slice(-1)
      notifier.failures += 1
      notifier.dueAt = now() + delayMs
      log.error({ err: error, stream, delayMs }, 'a room could not be notified of its publisher; retrying')
    }
  }
}
