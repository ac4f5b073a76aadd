import { sql } from 'drizzle-orm'
import { openDatabase } from '#server/database/open.ts'
import { expectInvariants } from '../support/ledger.ts'
import { silentLog } from '../support/logs.ts'
import { Acts } from './acts.ts'
import { BACKEND_FAULTS, Backends } from './backends.ts'
import { checkViewers } from './check-page.ts'
import { type Appender, Load } from './load.ts'
import { LogEntries } from './log-entries.ts'
import { Random } from './random.ts'
import { ServerProcess } from './server-process.ts'
import { Tally } from './tally.ts'
import { lasting, Trace } from './trace.ts'
import { Viewer } from './viewer.ts'

export interface BackendRunOptions {
  readonly seed: number
  /** Names in {@link BACKEND_FAULTS}, in this order. */
  readonly faults: readonly string[]
  /** Number of processes that serve the same rooms; viewers are spread over them. */
  readonly servers: number
  /** Kills of servers, each after a fault. */
  readonly kills: number
  /** 1 = faults last up to 6 s; smaller values shorten them. */
  readonly pace: number
}

const ROOM = 'r2001'
const SECRET = 'the secret of all servers of a fault run'
/** Time until messages and gifts must be accepted again after a fault. */
const RECOVERY_MS = 90_000
const RETRY_MS = 500
const NO_MINIMUMS = { texts: 0, speeches: 0, gifts: 0, reverts: 0, deletions: 0, kills: 0, faults: 0 }

/** A member who sends messages and gifts and a visitor, while Redis and PostgreSQL of their servers fail. */
export class BackendRun {
  private readonly random: Random
  private readonly trace = new Trace()
  private readonly tally = new Tally(NO_MINIMUMS)
  private readonly acts: Acts
  private readonly load: Load
  private readonly problems: string[] = []
  private isOver = false

  private constructor(
    private readonly backends: Backends,
    private readonly servers: readonly ServerProcess[],
    private readonly viewers: readonly [Viewer, Viewer],
    private readonly options: BackendRunOptions,
  ) {
    this.random = new Random(options.seed)
    this.acts = new Acts(options.seed, this.random, this.trace, this.tally)
    this.load = new Load(this.writer, ROOM, new Random(options.seed + 2), this.tally.add)
  }

  /** Runs the faults; returns the problems with a trace, or null. The ledger is checked by assertions. */
  static async run(options: BackendRunOptions): Promise<string | null> {
    const random = new Random(options.seed + 1)
    const backends = await Backends.start(() => random.next())
    const servers: ServerProcess[] = []
    const viewers: Viewer[] = []
    try {
      for (let count = 0; count < options.servers; count += 1) {
        servers.push(await ServerProcess.start({ ...backends.environment, SECRET }))
      }
      const open = async (name: string, account?: string): Promise<Viewer> => {
        const server = servers[viewers.length % servers.length]
        if (!server) throw new RangeError('a run needs a server')
        const viewer = await Viewer.open(name, server, () => random.next(), account)
        viewers.push(viewer)
        await viewer.join(ROOM)
        return viewer
      }
      const both = [await open('member', 'fan001'), await open('visitor')] as const
      return await new BackendRun(backends, servers, both, options).run()
    } finally {
      for (const viewer of viewers) await viewer.close()
      for (const server of servers) await server.stop()
      await backends.stop()
    }
  }

  private get first(): ServerProcess {
    const [server] = this.servers
    if (!server) throw new RangeError('a run needs a server')
    return server
  }

  /** Appends at the process that writes the rooms. A process that does not write them, or does not run, refuses. */
  private readonly writer: Appender = {
    append: (room, drafts) => this.atWriter((server) => server.append(room, drafts)),
    revertFirst: (room, order) => this.atWriter((server) => server.revertFirst(room, order)),
  }

  private async atWriter<Result>(append: (server: ServerProcess) => Promise<Result>): Promise<Result> {
    let refused: unknown
    for (const server of this.servers) {
      try {
        return await append(server)
      } catch (error) {
        if (!/StaleFence|is not running/.test(String(error))) throw error
        refused = error
      }
    }
    throw refused
  }

  private get member(): Viewer {
    return this.viewers[0]
  }

  private async run(): Promise<string | null> {
    const { faults, kills, pace } = this.options
    const traffic = Promise.all([
      this.loop(60, () => this.load.turn(this.member.userId)),
      // Below the rate limit of messages: refused ones would fill the list of unsent messages.
      this.loop(1_400, () => this.acts.speak(this.member)),
      this.loop(800, () => this.acts.give(this.member)),
    ])
    try {
      for (const [number, name] of faults.entries()) {
        this.trace.add('backend', name)
        await BACKEND_FAULTS[name]?.(this.backends, this.random, (delayMs) => lasting(delayMs * pace))
        this.trace.add('backend', `${name}: over`)
        await this.recovered(name)
        if (number < kills) await this.kill(number)
      }
    } finally {
      this.isOver = true
      await traffic
    }
    return this.check()
  }

  /** Repeats an action until the run is over. What a fault refuses is not a problem; the checks find what is lost. */
  private async loop(intervalMs: number, act: () => Promise<unknown>): Promise<void> {
    while (!this.isOver) {
      await act().catch((error: unknown) => this.trace.add('refused', String(error)))
      await lasting(this.random.between(intervalMs / 2, intervalMs))
    }
  }

  /** Waits until a message and a gift are accepted without a restart of the server. */
  private async recovered(fault: string): Promise<void> {
    const { count } = this.tally
    const [speeches, gifts] = [count('speeches'), count('gifts')]
    const accepted = this.tally.until(() => count('speeches') > speeches && count('gifts') > gifts)
    const isBack = await Promise.race([accepted.then(() => true), lasting(RECOVERY_MS).then(() => false)])
    this.trace.add('member', isBack ? 'recovered' : 'not recovered')
    if (!isBack) this.problems.push(`no recovery from ${fault}`)
  }

  private async kill(number: number): Promise<void> {
    const server = this.servers[number % this.servers.length] ?? this.first
    this.trace.add('server', 'SIGKILL')
    await server.kill()
    await server.run()
    this.trace.add('server', 'is back')
    await this.recovered('the kill of a server')
  }

  private async check(): Promise<string | null> {
    await Promise.race([this.acts.acknowledged(), lasting(RECOVERY_MS)])
    // A start delivers all gifts that were charged and not shown.
    await this.first.kill()
    await this.first.run()
    const endSeq = await this.end()
    const calm = Promise.all(
      this.viewers.map(async (viewer) => {
        await viewer.reached(endSeq)
        await viewer.until(() => viewer.state.outgoing.length === 0)
      }),
    )
    await Promise.race([calm, lasting(RECOVERY_MS)])
    for (const viewer of this.viewers) await viewer.close()
    for (const server of this.servers) await server.kill()
    const rows = await this.first.readLog(ROOM)
    const found = checkViewers(rows, this.viewers, endSeq)
    const all = new LogEntries(rows, Number.POSITIVE_INFINITY)
    const problems = [...this.problems, ...found, ...this.acts.checkGifts(all), ...(await this.checkLedger(all))]
    if (problems.length === 0) return null
    return `seed ${this.options.seed}:\n${problems.join('\n')}\n\n${this.trace.text}`
  }

  /** Appends the last entry, as soon as the server accepts it. */
  private async end(): Promise<number> {
    const until = performance.now() + RECOVERY_MS
    for (;;) {
      const [last] = await this.writer
        .append(ROOM, [{ kind: 'system', data: { text: '结束' } }])
        .catch((error: unknown) => {
          if (performance.now() > until) throw error
          return []
        })
      if (last) return last.seq
      await lasting(RETRY_MS)
    }
  }

  /** Checks the invariants, and that each charged gift is in the log once and no other gift is. */
  private async checkLedger(log: LogEntries): Promise<string[]> {
    const database = await openDatabase({ databaseUrl: this.backends.postgres.url, dataDirectory: '', log: silentLog })
    try {
      await expectInvariants(database)
      const { rows } = await database.db.execute<{ combo: string; orders: number }>(
        sql`select combo_id as combo, count(*)::int as orders from gift_order
          where combo_id like ${`combo-${this.options.seed}-%`} group by 1`,
      )
      const charged = new Map(rows.map(({ combo, orders }) => [combo, orders]))
      const shown = log.entries
        .filter(({ kind, data }) => kind === 'gift' && String(data['comboId']).startsWith('combo-'))
        .map(({ data }) => String(data['comboId']))
      return [
        ...[...charged].filter(([, orders]) => orders !== 1).map(([combo, orders]) => `${combo}: ${orders} charges`),
        ...[...charged.keys()].filter((combo) => !shown.includes(combo)).map((combo) => `${combo}: charged, not shown`),
        ...shown.filter((combo) => !charged.has(combo)).map((combo) => `${combo}: shown, not charged`),
      ]
    } finally {
      await database.close()
    }
  }
}
