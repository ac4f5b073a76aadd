import type { Numbered } from '../feed/intake.ts'

/**
 * What a catch-up has brought so far. It comes in parts, and a part that is here stays here when the link breaks: a slow
 * one does not begin anew each time.
 */
export class Missed {
  private found: Numbered[] = []

  /** The last entry that is here, given that the feed has everything up to `headSeq`. */
  throughSeq(headSeq: number): number {
    const [first] = this.found
    // Entries that do not follow on the feed, because it has let go of some, are of no use.
    if (!first || first.seq > headSeq + 1) return headSeq
    return Math.max(headSeq, this.found.at(-1)?.seq ?? 0)
  }

  /** Adds entries that follow on what is here. */
  add(entries: readonly Numbered[], headSeq: number): void {
    const [first] = this.found
    if (first && first.seq > headSeq + 1) this.found = []
    this.found.push(...entries)
  }

  /** Hands over what the feed does not have yet: another link may have brought some of it meanwhile. */
  take(headSeq: number): Numbered[] {
    const missed = this.found.filter(({ seq }) => seq > headSeq)
    this.found = []
    return missed
  }

  clear(): void {
    this.found = []
  }
}
