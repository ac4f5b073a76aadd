import type { PublisherState } from '../../demo/world/publisher-state.ts'
import type { IngestServices } from './ingest-services.ts'

/** A room that could not be told is told again after a second, then after twice as long each time. */
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 10_000

/** What one room is still to hear. */
interface News {
  /** In order: a room must not hear of a return before it has heard of the loss. */
  states: PublisherState[]
  running: Promise<unknown> | null
  failures: number
  /** Not told again before this moment (epoch ms). */
  dueAt: number
}

/**
 * Tells rooms what has become of their publishers (S4.1-S4.4), each in its own order. Where the store refuses, the room is
 * told again until it has heard the newest state.
 */
export class PublisherNews {
  readonly #services: Pick<IngestServices, 'setPublisher' | 'now' | 'log'>
  readonly #untold = new Map<string, News>()

  constructor(services: Pick<IngestServices, 'setPublisher' | 'now' | 'log'>) {
    this.#services = services
  }

  tell(stream: string, state: PublisherState): void {
    const news = this.#untold.get(stream) ?? { states: [], running: null, failures: 0, dueAt: 0 }
    this.#untold.set(stream, news)
    news.states.push(state)
    this.#start(stream, news)
  }

  /** Tells again what is due; the ingest looks four times a second. */
  look(): void {
    for (const [stream, news] of this.#untold) this.#start(stream, news)
  }

  /** Resolves when nothing is being told at the moment. */
  async settled(): Promise<void> {
    await Promise.all([...this.#untold.values()].flatMap(({ running }) => running ?? []))
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
      this.#untold.delete(stream)
    } catch (error) {
      const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** news.failures)
      news.states = news.states.slice(-1)
      news.failures += 1
      news.dueAt = now() + delayMs
      log.error({ err: error, stream, delayMs }, 'a room could not be told of its publisher; it will be told again')
    }
  }
}
