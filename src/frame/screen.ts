import type { FrameRound } from '#protocol/games/frame-messages.ts'

/** What the shell of the frame offers to a game. */
export interface Table {
  /** Sends a move of the open round. */
  readonly move: (move: unknown) => void
  readonly money: (minor: number) => string
  /** A short tone; silent until the member turned sound on. */
  readonly tone: (hertz: number) => void
}

/** One game in the frame. */
export interface Screen {
  readonly stage: HTMLElement
  /** Choices before a round; null if the game has none. */
  readonly choices: HTMLElement | null
  /** Options of the next round. */
  options(): unknown
  /** Draws a round, with motion if it has just changed. Resolves when everything is shown. */
  show(round: FrameRound, isChange: boolean): Promise<void>
  /** Buttons for the moves of an open round. */
  actions(round: FrameRound): readonly HTMLElement[]
  /** What the result means, if the payout alone does not say it. */
  resultText?(round: FrameRound): string
  /** Rows of the paytable and rules. */
  rules(): readonly Node[]
}

export type ScreenOf = (table: Table) => Screen
