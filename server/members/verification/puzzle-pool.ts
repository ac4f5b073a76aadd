import type { CaptchaType } from '#protocol/verification.ts'
import type { Puzzle } from './puzzle.ts'

const READY = 3

/**
 * Puzzles drawn in advance, one at a time, so that requests need not wait and a burst does not draw many at once.
 * Starts at the first request.
 */
export class PuzzlePool {
  readonly #draw: (captchaType: CaptchaType) => Promise<Puzzle>
  readonly #ready: Record<CaptchaType, Puzzle[]> = { blockPuzzle: [], clickWord: [] }
  #queue: Promise<unknown> = Promise.resolve()
  readonly #filling = new Set<CaptchaType>()

  constructor(draw: (captchaType: CaptchaType) => Promise<Puzzle>) {
    this.#draw = draw
  }

  async take(captchaType: CaptchaType): Promise<Puzzle> {
    const puzzle = this.#ready[captchaType].pop() ?? (await this.#enqueueDrawing(captchaType))
    void this.#fill(captchaType)
    return puzzle
  }

  /** Resolves when nothing is being drawn. */
  async idle(): Promise<void> {
    const queue = this.#queue
    await queue
    if (queue !== this.#queue) await this.idle()
  }

  /** Draws one puzzle at a time, so that sockets are served in between. */
  #enqueueDrawing(captchaType: CaptchaType): Promise<Puzzle> {
    const drawn = this.#queue.then(() => this.#draw(captchaType))
    this.#queue = drawn.catch(() => null)
    return drawn
  }

  async #fill(captchaType: CaptchaType): Promise<void> {
    if (this.#filling.has(captchaType)) return
    this.#filling.add(captchaType)
    try {
      const ready = this.#ready[captchaType]
      while (ready.length < READY) ready.push(await this.#enqueueDrawing(captchaType))
    } catch {
      // A failure is reported by the next request, which draws its own puzzle.
    } finally {
      this.#filling.delete(captchaType)
    }
  }
}
