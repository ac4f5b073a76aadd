import { CODES } from '#protocol/codes.ts'
import { readOn, startReading, stopReading } from '#state/feed-reading.ts'
import { FAULTS } from './faults.ts'
import { judgeFeed } from './judge-feed.ts'
import { judgePage, judgeSpeeches } from './judge-page.ts'
import { Load } from './load.ts'
import { LogFacts } from './log-facts.ts'
import { Random } from './random.ts'
import { ServerProcess } from './server-process.ts'
import { lasting, Trace } from './trace.ts'
import { Viewer } from './viewer.ts'

export interface MixedRun {
  readonly seed: number
  readonly durationMs: number
  /** How often the server is killed on the way. */
  readonly kills: number
  /** 1 = faults last as long as they do in life, up to 8 s; less = that much shorter. */
  readonly pace: number
}

/** The first football match of the demo world. */
const ROOM = 'r2001'
const ANCHOR_ROOM = 'a2001'
/** After the last fault everybody comes to the head of the log; who has not by then never will. */
const SETTLE_MS = 120_000

/** Four viewers under a storm of faults. */
export class Mixed {
  private readonly random: Random
  private readonly trace = new Trace()
  private readonly gifts = new Map<string, boolean>()
  /** Texts and gifts on their way. */
  private readonly speaking: Promise<unknown>[] = []
  private isOver = false
  /** Everybody has to get as far as here. */
  private endSeq = 0

  private constructor(
    private readonly server: ServerProcess,
    private readonly viewers: { anonymous: Viewer; member: Viewer; admin: Viewer; reader: Viewer },
    private readonly options: MixedRun,
  ) {
    this.random = new Random(options.seed)
  }

  /** Runs a storm and returns what is wrong afterwards, with the trace of what happened; null = nothing. */
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
      const storm = new Mixed(server, { anonymous, member, admin, reader }, options)
      return await storm.run()
    } finally {
      await server.stop()
    }
  }

  private get all(): Viewer[] {
    return Object.values(this.viewers)
  }

  private async run(): Promise<string | null> {
    const { seed, durationMs, pace } = this.options
    await Promise.all(this.all.map((viewer) => viewer.join(ROOM)))
    const load = new Load(this.server, ROOM, new Random(seed + 2))
    const over = lasting(durationMs).then(() => (this.isOver = true))
    const { member, admin, reader } = this.viewers
    await Promise.all([
      over,
      this.loop('load', [20, 90], () => load.turn(member.userId)),
      this.loop('member', [700, 1_400], () => this.speak(member)),
      this.loop('gifts', [900, 2_500], () => this.give(member)),
      this.loop('admin', [600, 2_500], () => this.administer(admin, load)),
      this.loop('reader', [300, 1_500], () => this.read(reader)),
      this.loop('server', this.killTimes(), () => this.killServer()),
      ...this.all.map((viewer) => this.loop(viewer.name, [800 * pace, 4_000 * pace], () => this.break(viewer))),
    ])
    await this.settle()
    return this.judge()
  }

  /** Does one thing again and again, at times that the seed says, until the storm is over. */
  private async loop(who: string, [low, high]: readonly [number, number], act: () => Promise<unknown>): Promise<void> {
    const random = new Random(this.options.seed * 31 + who.length * 7 + (who.codePointAt(0) ?? 0))
    const until = performance.now() + this.options.durationMs
    while (!this.isOver) {
      const waitMs = random.between(low, high)
      if (performance.now() + waitMs > until) return
      await lasting(waitMs)
      // While the server is down nothing can be written; the load goes on when it is back.
      await act().catch((error: unknown) => this.trace.add(who, String(error)))
    }
  }

  private killTimes(): [number, number] {
    const { durationMs, kills } = this.options
    const each = durationMs / (kills + 1)
    return kills === 0 ? [durationMs * 2, durationMs * 2] : [Math.round(each * 0.7), Math.round(each)]
  }

  private async killServer(): Promise<void> {
    this.trace.add('server', 'SIGKILL')
    await this.server.kill()
    await this.server.run()
    this.trace.add('server', 'is back')
  }

  private async break(viewer: Viewer): Promise<void> {
    const name = this.random.pick(Object.keys(FAULTS))
    this.trace.add(viewer.name, name)
    await FAULTS[name]?.(viewer, this.random, (delayMs) => lasting(delayMs * this.options.pace))
    this.trace.add(viewer.name, `${name}: over, at ${viewer.state.lastSeq}, ${viewer.connection}`)
  }

  private async speak(viewer: Viewer): Promise<void> {
    const number = viewer.speeches.length
    // The answer may be long in coming; the next line is typed meanwhile.
    this.speaking.push(viewer.say(`cid-${this.options.seed}-${number}`.padEnd(12, '-'), `我说的第${number}句`))
  }

  private async give(viewer: Viewer): Promise<void> {
    const comboId = `combo-${this.options.seed}-${this.gifts.size}`
    this.gifts.set(comboId, false)
    const idempotencyKey = `${comboId}-`.padEnd(22, 'k')
    const params = { giftId: 1, count: 1, anchorRoomId: ANCHOR_ROOM, comboId }
    const giving = async () => {
      const given = await viewer.client.call('gift.reward', params, { idempotencyKey })
      if (given.ok) this.gifts.set(comboId, true)
      else this.trace.add('gifts', `${comboId}: ${given.code}`)
    }
    this.speaking.push(giving())
  }

  private async administer({ client }: Viewer, load: Load): Promise<void> {
    const { random } = this
    const base = { chatRoomNo: ROOM }
    const roll = random.next()
    const [id] = load.recentTexts(random.between(1, 20))
    const mine = this.viewers.member.speeches.findLast(({ result }) => result?.ok)?.result
    const result =
      roll < 0.4 && id !== undefined
        ? await client.call('chatroom.operation', { ...base, type: 'delete', ids: [id] })
        : roll < 0.5 && mine?.ok
          ? await client.call('chatroom.operation', { ...base, type: 'delete', ids: [mine.data.id] })
          : roll < 0.7
            ? await client.call('chatroom.operation', { ...base, type: 'pin', text: `置顶 ${random.between(1, 99)}` })
            : await client.call('chatroom.setup', { ...base, setup: { welcomeText: `欢迎 ${random.between(1, 99)}` } })
    if (!result.ok && result.code !== CODES.NOT_FOUND) this.trace.add('admin', `refused: ${result.code}`)
  }

  private async read(viewer: Viewer): Promise<void> {
    const roll = this.random.next()
    if (roll < 0.35) viewer.change(startReading)
    else if (roll < 0.6) viewer.change(readOn)
    else if (roll < 0.8) await viewer.loadOlder()
    else viewer.change(stopReading)
  }

  private async settle(): Promise<void> {
    await Promise.all(this.all.map(({ proxy }) => proxy.heal()))
    for (const { page } of this.all) page.become({ isOnline: true, isVisible: true })
    this.trace.add('all', 'the storm is over')
    // What is still being said may come after the last line.
    await Promise.race([Promise.all(this.speaking), lasting(SETTLE_MS)])
    const [last] = await this.server.append(ROOM, [{ kind: 'system', data: { text: '风停了' } }])
    this.endSeq = last?.seq ?? 0
    const calm = Promise.all(
      this.all.map(async (viewer) => {
        await viewer.reached(this.endSeq)
        await viewer.until(() => viewer.state.own.length === 0)
        this.trace.add(viewer.name, `has ${viewer.state.lastSeq}`)
      }),
    )
    await Promise.race([calm, lasting(SETTLE_MS)])
  }

  private async judge(): Promise<string | null> {
    const { member } = this.viewers
    await Promise.all(this.all.map((viewer) => viewer.close()))
    const rows = await this.server.readLog(ROOM)
    const problems = this.all.flatMap((viewer) => {
      const log = new LogFacts(rows, Math.max(this.endSeq, viewer.state.lastSeq))
      return [
        ...judgeFeed(log, viewer.messages, viewer.userId),
        ...judgePage(log, viewer.state),
        ...(viewer.userId === null ? [] : judgeSpeeches(log, viewer.state, viewer.speeches, viewer.userId)),
      ].map((problem) => `${viewer.name}: ${problem}`)
    })
    const log = new LogFacts(rows, Number.POSITIVE_INFINITY)
    for (const [comboId, isCharged] of this.gifts) {
      const found = log.entries.filter((fact) => fact.kind === 'gift' && fact.data['comboId'] === comboId).length
      if (found > 1 || (isCharged && found === 0))
        problems.push(`${member.name}: gift ${comboId} is there ${found} times`)
    }
    if (problems.length === 0) return null
    return `seed ${this.options.seed}:\n${problems.join('\n')}\n\n${this.trace.text}`
  }
}
