/** How long the page took to apply and draw what the worker sent, since the page was loaded. Cheap enough for every frame. */
export interface CommitTimes {
  readonly commits: number
  readonly totalMs: number
  /** The longest since the last {@link readCommitTimes}. */
  readonly longestMs: number
}

let commits = 0
let totalMs = 0
let longestMs = 0

export function addCommit(elapsedMs: number): void {
  commits += 1
  totalMs += elapsedMs
  if (elapsedMs > longestMs) longestMs = elapsedMs
}

/** Reads the figures and begins a new longest. */
export function readCommitTimes(): CommitTimes {
  const read = { commits, totalMs, longestMs }
  longestMs = 0
  return read
}
