import { Conditions } from '../contract/support/page.ts'

/** Counted events of a run. */
export type Happening =
  /** Texts of the crowd in the log. */
  | 'texts'
  /** Acknowledged messages of the member. */
  | 'speeches'
  /** Charged gifts of the member. */
  | 'gifts'
  | 'reverts'
  | 'deletions'
  /** Restarts after a kill. */
  | 'kills'
  /** Different faults that have ended. */
  | 'faults'

/** Minimum counts of a run of this duration, for a busy machine. */
export function floorsOf(run: {
  readonly durationMs: number
  readonly kills: number
  readonly faults: number
}): Readonly<Record<Happening, number>> {
  const each = (perMs: number) => Math.ceil(run.durationMs / perMs)
  return {
    texts: each(200),
    speeches: each(6_000),
    gifts: each(6_000),
    reverts: each(3_000),
    deletions: each(3_000),
    kills: run.kills,
    faults: run.faults,
  }
}

/** Counts the events of a run and compares them with their minimums, so that a run without events fails. */
export class Tally {
  private readonly counts = new Map<Happening, number>()
  private readonly faults = new Set<string>()
  private readonly conditions = new Conditions()

  constructor(private readonly floors: Readonly<Record<Happening, number>>) {}

  readonly add = (what: Happening, count = 1): void => {
    this.counts.set(what, (this.counts.get(what) ?? 0) + count)
    this.conditions.check()
  }

  addFault(name: string): void {
    if (this.faults.has(name)) return
    this.faults.add(name)
    this.add('faults')
  }

  readonly count = (what: Happening): number => this.counts.get(what) ?? 0

  /** Events below their minimum, as text. */
  get lacking(): string[] {
    return (Object.entries(this.floors) as [Happening, number][]).flatMap(([what, floor]) => {
      const count = this.count(what)
      return count >= floor ? [] : [`hardly a storm: ${count} ${what}, and ${floor} are the least`]
    })
  }

  /** Resolves when all minimums are reached. */
  enough(): Promise<void> {
    return this.until(() => this.lacking.length === 0)
  }

  /** Resolves when a condition on the counts holds. */
  until(holds: () => boolean): Promise<void> {
    return this.conditions.until(holds)
  }
}
