import type { CaptchaType } from '#protocol/verification.ts'
import type { Puzzle } from './puzzle.ts'

const READY = 3

/**
 * A few puzzles of each kind drawn ahead, one after the other, so that nobody waits for the drawing and a burst of
 * requests does not draw many at once. Draws nothing before the first request.
 */
export class PuzzlePool {
  readonly #draw: (captchaType: CaptchaType) => Promise<Puzzle>
  readonly #ready: Record<CaptchaType, Puzzle[]> = { blockPuzzle: [], clickWord: [] }
  #line: Promise<unknown> = Promise.resolve()
  readonly #filling = new Set<CaptchaType>()

  constructor(draw: (captchaType: CaptchaType) => Promise<Puzzle>) {
    this.#draw = draw
  }

  async take(captchaType: CaptchaType): Promise<Puzzle> {
    const puzzle = this.#ready[captchaType].pop() ?? (await this.#drawInLine(captchaType))
    void this.#fill(captchaType)
    return puzzle
  }

  /** Resolves when nothing more is being drawn. */
  async idle(): Promise<void> {
    const line = this.#line
    await line
    if (line !== this.#line) await this.idle()
  }

  /** One puzzle at a time, whoever asks: between two of them the sockets have their turn. */
  #drawInLine(captchaType: CaptchaType): Promise<Puzzle> {
    const drawn = this.#line.then(() => this.#draw(captchaType))
    this.#line = drawn.catch(() => null)
    return drawn
  }

  async #fill(captchaType: CaptchaType): Promise<void> {
    if (this.#filling.has(captchaType)) return
    this.#filling.add(captchaType)
    try {
      const ready = this.#ready[captchaType]
      while (ready.length < READY) ready.push(await this.#drawInLine(captchaType))
    } catch {
      // The next request draws its own and tells what is wrong.
    } finally {
      this.#filling.delete(captchaType)
    }
  }
}
