import { Conditions } from '../contract/support/page.ts'

/** What the judges would have nothing to say about if it never happened. */
export type Happening =
  /** Texts of the crowd in the log. */
  | 'texts'
  /** Lines of the member that the server has confirmed. */
  | 'speeches'
  /** Gifts of the member that were charged. */
  | 'gifts'
  | 'reverts'
  | 'deletions'
  /** How often the server was killed and came back. */
  | 'kills'
  /** How many kinds of faults came about and were over again. */
  | 'faults'

/** What is the least in a storm of so many milliseconds: a part of what a machine with other things to do comes to. */
export function floorsOf(storm: {
  readonly durationMs: number
  readonly kills: number
  readonly faults: number
}): Readonly<Record<Happening, number>> {
  const each = (perMs: number) => Math.ceil(storm.durationMs / perMs)
  return {
    texts: each(200),
    speeches: each(6_000),
    gifts: each(6_000),
    reverts: each(3_000),
    deletions: each(3_000),
    kills: storm.kills,
    faults: storm.faults,
  }
}

/** Counts what happens in a storm, and knows what must at least: a storm in which nothing happens proves nothing. */
export class Tally {
  private readonly counts = new Map<Happening, number>()
  private readonly faults = new Set<string>()
  private readonly facts = new Conditions()

  constructor(private readonly floors: Readonly<Record<Happening, number>>) {}

  readonly add = (what: Happening, count = 1): void => {
    this.counts.set(what, (this.counts.get(what) ?? 0) + count)
    this.facts.check()
  }

  addFault(name: string): void {
    if (this.faults.has(name)) return
    this.faults.add(name)
    this.add('faults')
  }

  /** What has not happened often enough, in words. */
  get lacking(): string[] {
    return (Object.entries(this.floors) as [Happening, number][]).flatMap(([what, floor]) => {
      const count = this.counts.get(what) ?? 0
      return count >= floor ? [] : [`hardly a storm: ${count} ${what}, and ${floor} are the least`]
    })
  }

  /** Resolves when enough of everything has happened. */
  enough(): Promise<void> {
    return this.facts.until(() => this.lacking.length === 0)
  }
}
