import { Acts } from './acts.ts'
import { FAULTS } from './faults.ts'
import { checkViewers } from './check-page.ts'
import { Killing } from './killing.ts'
import { Load } from './load.ts'
import { LogEntries } from './log-entries.ts'
import { Deck, Random } from './random.ts'
import { ServerProcess } from './server-process.ts'
import { floorsOf, Tally } from './tally.ts'
import { lasting, Trace } from './trace.ts'
import { Viewer } from './viewer.ts'

export interface MixedRun {
  readonly seed: number
  readonly durationMs: number
  /** Number of kills. */
  readonly kills: number
  /** Minimum number of different faults. */
  readonly faults: number
  /** 1 = faults last up to 8 s; smaller values shorten them. */
  readonly pace: number
}

/** The first football match of the demo. */
const ROOM = 'r2001'
/** Maximum time until all viewers are at the head of the log after the last fault. */
const SETTLE_MS = 120_000
/** Maximum extension of a run until enough has happened on a busy machine. */
const LONGER_MS = 240_000

/** Four viewers during random faults. */
export class Mixed {
  private readonly random: Random
  private readonly trace = new Trace()
  private readonly tally: Tally
  private readonly acts: Acts
  private readonly problems: string[] = []
  private readonly killing: Killing
  private readonly faults: Deck<string>
  private isOver = false
  /** All viewers must reach this position. */
  private endSeq = 0

  private constructor(
    private readonly server: ServerProcess,
    private readonly viewers: { anonymous: Viewer; member: Viewer; admin: Viewer; reader: Viewer },
    private readonly options: MixedRun,
  ) {
    const { seed } = options
    this.random = new Random(seed)
    this.faults = new Deck(Object.keys(FAULTS), this.random)
    this.tally = new Tally(floorsOf(options))
    this.killing = new Killing(server, this.trace, this.tally)
    this.acts = new Acts(seed, this.random, this.trace, this.tally)
  }

  /** Runs the faults; returns the problems with a trace, or null. */
  static async run(options: MixedRun): Promise<string | null> {
    const server = await ServerProcess.start()
    try {
      const random = new Random(options.seed + 1)
      const open = (name: string, account?: string) => Viewer.open(name, server, () => random.next(), account)
      const [anonymous, member, admin, reader] = await Promise.all([
        open('anon'),
        open('member', 'fan001'),
        open('admin', 'admin01'),
        open('reader'),
      ])
      const run = new Mixed(server, { anonymous, member, admin, reader }, options)
      return await run.run()
    } finally {
      await server.stop()
    }
  }

  private get all(): Viewer[] {
    return Object.values(this.viewers)
  }

  private async run(): Promise<string | null> {
    const { seed, durationMs, kills, pace } = this.options
    const { acts } = this
    await Promise.all(this.all.map((viewer) => viewer.join(ROOM)))
    const load = new Load(this.server, ROOM, new Random(seed + 2), this.tally.add)
    const { member, admin, reader } = this.viewers
    try {
      await Promise.all([
        this.lastLongEnough(),
        this.killing.run(kills, durationMs, new Random(seed * 31 + 17)),
        this.loop('load', [20, 90], () => load.turn(member.userId)),
        this.loop('member', [700, 1_400], () => acts.speak(member)),
        this.loop('gifts', [900, 2_500], () => acts.give(member)),
        this.loop('admin', [600, 2_500], () => acts.administer(admin, member, load, ROOM)),
        this.loop('reader', [300, 1_500], () => acts.read(reader)),
        ...this.all.map((viewer) => this.loop(viewer.name, [800 * pace, 4_000 * pace], () => this.break(viewer))),
      ])
    } finally {
      this.isOver = true
    }
    await this.settle()
    return this.check()
  }

  private async lastLongEnough(): Promise<void> {
    await lasting(this.options.durationMs)
    await Promise.race([this.tally.enough(), lasting(LONGER_MS)])
    this.isOver = true
  }

  /** Repeats an action at random times until the run is over. */
  private async loop(who: string, [low, high]: readonly [number, number], act: () => Promise<unknown>): Promise<void> {
    const random = new Random(this.options.seed * 31 + who.length * 7 + (who.codePointAt(0) ?? 0))
    const until = performance.now() + this.options.durationMs
    while (!this.isOver) {
      const waitMs = random.between(low, high)
      if (performance.now() + waitMs > until && this.tally.lacking.length === 0) return
      await lasting(waitMs)
      if (this.isOver) return
      const { isDown, count } = this.killing
      await act().catch((error: unknown) => {
        this.trace.add(who, String(error))
        // While the server is down, the load pauses.
        if (!isDown && count === this.killing.count) this.problems.push(`${who}: ${String(error)}`)
      })
    }
  }

  private async break(viewer: Viewer): Promise<void> {
    const name = this.faults.next()
    this.trace.add(viewer.name, name)
    await FAULTS[name]?.(viewer, this.random, (delayMs) => lasting(delayMs * this.options.pace))
    this.tally.addFault(name)
    this.trace.add(viewer.name, `${name}: over, at ${viewer.state.lastSeq}, ${viewer.connection}`)
  }

  private async settle(): Promise<void> {
    await Promise.all(this.all.map(({ proxy }) => proxy.heal()))
    for (const { page } of this.all) page.become({ isOnline: true, isVisible: true })
    this.trace.add('all', 'the storm is over')
    // Pending messages may arrive after the last load.
    await Promise.race([this.acts.acknowledged(), lasting(SETTLE_MS)])
    const [last] = await this.server.append(ROOM, [{ kind: 'system', data: { text: '风停了' } }])
    this.endSeq = last?.seq ?? 0
    const calm = Promise.all(
      this.all.map(async (viewer) => {
        await viewer.reached(this.endSeq)
        await viewer.until(() => viewer.state.outgoing.length === 0)
        this.trace.add(viewer.name, `has ${viewer.state.lastSeq}`)
      }),
    )
    await Promise.race([calm, lasting(SETTLE_MS)])
  }

  private async check(): Promise<string | null> {
    await Promise.all(this.all.map((viewer) => viewer.close()))
    const rows = await this.server.readLog(ROOM)
    const found = checkViewers(rows, this.all, this.endSeq)
    const gifts = this.acts.checkGifts(new LogEntries(rows, Number.POSITIVE_INFINITY))
    const errors = this.server.errors.map((line) => `server: ${line}`)
    const problems = [...this.problems, ...this.tally.lacking, ...errors, ...found, ...gifts]
    if (problems.length === 0) return null
    return `seed ${this.options.seed}:\n${problems.join('\n')}\n\n${this.trace.text}`
  }
}
