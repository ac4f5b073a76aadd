import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, startOfSiteDay } from '#protocol/time.ts'
import { makeArchive } from '#server/database/archive.ts'
import { createRandom, type Random } from '#server/demo/world/random.ts'
import { authorOf } from '#server/rooms/author.ts'
import type { Difference } from '#server/wallet/reconcile.ts'
import { houseLeg, memberLeg, transferOnce } from '#server/wallet/funds/transfer.ts'
import { CACHE } from '../support/data-folder.ts'
import { pickAction, takePart, type ActionWorld } from './actions.ts'
import { checkFeed, checkMoney, type Said, type SeenRoom } from './checks.ts'
import { type DatabaseFaults, NO_FAULTS, SimulatedDatabase } from './simulated-database.ts'
import {
  CLEAN_NETWORK,
  type MemberWorld,
  type NetworkFaults,
  PASSWORD,
  SimulatedMember,
  WITHDRAW_PASSWORD,
} from './simulated-member.ts'
import { createSimulationFolder, SimulatedServer } from './simulated-server.ts'
import type { VirtualTime } from './virtual-machine.ts'

const MEMBERS = 50
/** Actions of all members per second. */
const RATE = 0.08
const FIRST = { coins: 100_000, CNY: 100_000_00, USDT: 20_000_000_000 } as const
const CARD = { cardNum: '6222021234567894', bankCode: 'ICBC', holder: '林小雨' } as const
const ADDRESS = 'TUKFzqVwVXgbkRU8FwuhcNAUazEUey5M2T'

const NETWORK: NetworkFaults = { lostRequest: 0.01, lostResponse: 0.03, doubled: 0.02, late: 0.03 }
/** During an outage of the database, which lasts some minutes. */
const DATABASE: DatabaseFaults = { broken: 0.004, lost: 0.004, serialization: 0.01 }
/** Around midnight (claims, points, interest) and 21:00 (end of all sessions) steps are short and everybody takes part. */
const RUSH_MS = 20 * SECOND_MS
const SESSION_END_HOUR = 21

export interface SimulationOptions {
  readonly seed: number
  readonly hours: number
  /** Simulated hours between two checks of everything. */
  readonly checkEvery: number
  readonly time: VirtualTime
  /** Lines of progress. */
  readonly print: (line: string) => void
}

export interface SimulationReport {
  readonly seed: number
  readonly hours: number
  readonly calls: number
  readonly keyed: number
  readonly said: number
  readonly statements: number
  readonly databaseFaults: number
  readonly crashes: number
  readonly restarts: number
  readonly violations: readonly Difference[]
  /** SHA-256 of all calls with their codes, faults and balances: equal for equal seeds. */
  readonly history: string
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
/** Turns of the event loop without a statement after which nothing runs any more. */
const IDLE_TURNS = 3

/** Runs the server with its members for some hours. Stops at the first check with a violation. */
export async function simulate(options: SimulationOptions): Promise<SimulationReport> {
  const simulation = await Simulation.open(options)
  try {
    return await simulation.run()
  } finally {
    simulation.close()
  }
}

class Simulation {
  readonly #options: SimulationOptions
  readonly #random: Random
  readonly #database: SimulatedDatabase
  readonly #files = createSimulationFolder()
  readonly #history = createHash('sha256')
  readonly #violations: Difference[] = []
  readonly #running = new Set<Promise<unknown>>()
  readonly #seen = new Map<string, SeenRoom>()
  readonly #counts = { calls: 0, said: 0, crashes: 0, restarts: 0 }
  readonly #world: MemberWorld
  #said: Said[] = []
  #members: SimulatedMember[] = []
  #end: (error: Error) => void = () => undefined
  #outageUntil = 0
  #startAt = 0

  private constructor(options: SimulationOptions, database: SimulatedDatabase) {
    const { seed, time } = options
    this.#options = options
    this.#random = createRandom(seed)
    this.#database = database
    this.#world = {
      random: this.#random.fork('network'),
      now: time.now,
      sleep: (ms) => time.sleep(ms),
      network: CLEAN_NETWORK,
      server: null,
      ended: new Promise(() => {}),
      note: (line) => {
        this.#counts.calls += 1
        this.#note(line)
      },
      violation: (invariant, subject, detail) => this.#violate({ invariant, subject, detail }),
    }
  }

  static async open(options: SimulationOptions): Promise<Simulation> {
    const random = createRandom(options.seed).fork('database')
    const database = await SimulatedDatabase.open(await makeArchive(CACHE), random)
    const simulation = new Simulation(options, database)
    await simulation.#start()
    await simulation.#drive(simulation.#seed())
    return simulation
  }

  close(): void {
    this.#files.remove()
  }

  #note(line: string): void {
    this.#history.update(`${this.#options.time.now()} ${line}\n`)
  }

  #violate(difference: Difference): void {
    this.#note(`violation ${JSON.stringify(difference)}`)
    this.#violations.push(difference)
    this.#options.print(`violation of ${difference.invariant}: ${difference.subject}: ${difference.detail}`)
  }

  /** Executes statements until nothing runs any more. */
  readonly #settle = async (): Promise<void> => {
    for (let idle = 0; idle < IDLE_TURNS; idle += 1) {
      await turn()
      if (await this.#database.step()) idle = -1
    }
  }

  /** Lets time pass until a promise resolves. */
  async #drive<Result>(promise: Promise<Result>, stepMs = 100): Promise<Result> {
    const state = { isDone: false }
    const mark = () => (state.isDone = true)
    promise.then(mark, mark)
    for (let steps = 0; !state.isDone; steps += 1) {
      await this.#settle()
      if (state.isDone) break
      if (steps > 100_000) throw new Error('the simulation waits for something that does not come')
      await this.#options.time.advance(stepMs, this.#settle)
    }
    return promise
  }

  async #start(): Promise<void> {
    const { time } = this.#options
    const faults = this.#database.faults
    this.#database.faults = NO_FAULTS
    const starting = SimulatedServer.start(this.#database, this.#files.folder, {
      now: time.now,
      onError: (text) => this.#violate({ invariant: 'error', subject: 'log', detail: text }),
    })
    const server = await this.#drive(starting, 1)
    this.#database.faults = faults
    this.#world.ended = new Promise((_, reject) => (this.#end = reject))
    this.#world.ended.catch(() => null)
    this.#world.server = server
    await this.#drive(this.#resumeFeed(server))
    server.services.rooms.log.onAppend((chatRoomNo, entries) => {
      const seen = this.#seen.get(chatRoomNo) ?? new Map<number, string>()
      this.#seen.set(chatRoomNo, seen)
      for (const { seq, id } of entries) {
        const last = Math.max(0, ...[...seen.keys()].slice(-1))
        if (last > 0 && seq !== last + 1) {
          this.#violate({ invariant: 'feed', subject: chatRoomNo, detail: `a viewer got ${seq} after ${last}` })
        }
        seen.set(seq, id)
      }
    })
  }

  /** A viewer comes back after the end of the server and reads what it has missed. */
  async #resumeFeed({ services: { rooms } }: SimulatedServer): Promise<void> {
    for (const [chatRoomNo, seen] of this.#seen) {
      if (!rooms.has(chatRoomNo)) {
        this.#seen.delete(chatRoomNo)
        continue
      }
      const last = Math.max(0, ...seen.keys())
      const { seq } = rooms.log.head(chatRoomNo)
      if (seq < last)
        this.#violate({ invariant: 'feed', subject: chatRoomNo, detail: `${last} was shown, ${seq} is the end` })
      for (const entry of await rooms.log.range(chatRoomNo, last, seq)) seen.set(entry.seq, entry.id)
    }
  }

  /** Members with money, coins, payout accounts and a withdrawal password. */
  async #seed(): Promise<void> {
    const { server } = this.#world
    if (!server) throw new Error('no server runs')
    const { services } = server
    const { members, withdrawPasswords, memberAccounts, memberSecurity, database } = services
    const profile = { password: PASSWORD, nickname: '看客', vipLevel: 1, level: 3, siteId: 5009, coins: FIRST.coins }
    const names = Array.from({ length: MEMBERS }, (_, index) => `sim${String(index).padStart(3, '0')}`)
    const made = await members.ensure(names.map((name) => ({ ...profile, name, points: 3_000 })))
    for (const [number, { memberId }] of made.entries()) {
      await withdrawPasswords.set(memberId, WITHDRAW_PASSWORD)
      await memberAccounts.addCard(memberId, CARD)
      await memberSecurity.addUsdtAddress(memberId, 'TRC20', ADDRESS)
      for (const currency of ['CNY', 'USDT'] as const) {
        const amount = FIRST[currency]
        await transferOnce(database.db, {
          type: 'convert',
          refType: 'member',
          refId: memberId,
          key: `credit:${memberId}:${currency}`,
          contentHash: 'credit',
          legs: [
            memberLeg(memberId, 'main', { currency, amount }),
            houseLeg('exchange', { currency, amount: -amount }),
          ],
          at: this.#options.time.now(),
        })
      }
      const [card] = await memberAccounts.listOf(memberId, 'CNY')
      const [address] = await memberAccounts.listOf(memberId, 'USDT')
      const accounts = [card?.id ?? '', address?.id ?? '']
      this.#members.push(new SimulatedMember(this.#world, { name: names[number] ?? '', memberId, number, accounts }))
    }
  }

  async run(): Promise<SimulationReport> {
    const { time, hours, checkEvery, print } = this.#options
    this.#startAt = time.now()
    const endAt = this.#startAt + hours * HOUR_MS
    let checkAt = this.#startAt
    while (time.now() < endAt && this.#violations.length === 0) {
      checkAt = Math.min(endAt, checkAt + checkEvery * HOUR_MS)
      this.#world.network = NETWORK
      while (time.now() < checkAt) await this.#pass()
      await this.#check()
      print(`${Math.round((time.now() - this.#startAt) / MINUTE_MS) / 60} h, ${this.#counts.calls} calls`)
    }
    return this.#report(hours)
  }

  #report(hours: number): SimulationReport {
    const { seed } = this.#options
    const { statements, faults } = this.#database.counts
    const { calls, said, crashes, restarts } = this.#counts
    const keyed = this.#members.reduce((sum, member) => sum + member.calls.length, 0)
    return {
      seed,
      hours,
      calls,
      keyed,
      said,
      statements,
      databaseFaults: faults,
      crashes,
      restarts,
      violations: this.#violations,
      history: this.#history.copy().digest('hex'),
    }
  }

  /** One step of the clock, with what begins in it. */
  async #pass(): Promise<void> {
    const { time } = this.#options
    const random = this.#random
    const now = time.now()
    const inDay = now - startOfSiteDay(now)
    const isRush = [0, SESSION_END_HOUR * HOUR_MS, DAY_MS].some((at) => Math.abs(inDay - at) < RUSH_MS)
    const stepMs = isRush ? random.between(200, 1_500) : random.between(3_000, 36_000)
    const perHour = stepMs / HOUR_MS
    const isOutage = now < this.#outageUntil
    this.#database.faults = isOutage ? DATABASE : NO_FAULTS
    if (!isOutage && random.chance(2 * perHour)) this.#outageUntil = now + random.between(20, 180) * SECOND_MS
    for (let left = random.poisson((RATE * stepMs) / SECOND_MS) + (isRush ? 3 : 0); left > 0; left -= 1) {
      this.#begin(isRush && random.chance(0.7) ? takePart : pickAction(random))
    }
    if (random.chance(isRush ? 0.02 : 0.5 * perHour)) await this.#crash()
    else if (random.chance(0.1 * perHour)) await this.#restart()
    else if (random.chance(0.2 * perHour)) await time.advance(random.between(1, 15) * MINUTE_MS, this.#settle)
    await time.advance(stepMs, this.#settle)
  }

  #begin(action: (member: SimulatedMember, world: ActionWorld) => Promise<unknown>): void {
    const member = this.#random.pick(this.#members)
    const world: ActionWorld = {
      random: this.#random,
      now: this.#options.time.now,
      say: (speaker) => this.#say(speaker),
      anchors: () =>
        this.#world.server?.app.matches
          .list()
          .filter(({ fixture }) => this.#world.server?.services.rooms.has(fixture.chatRoomNo) === true)
          .map(({ fixture }) => fixture.anchorRoomId) ?? [],
    }
    const running = action(member, world).catch((error: unknown) =>
      this.#violate({ invariant: 'error', subject: member.name, detail: String((error as Error).stack) }),
    )
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
  }

  /** Says something in a room as its page does: with one `cid`, until it knows whether it was posted. */
  async #say(member: SimulatedMember): Promise<void> {
    const { sleep, network } = this.#world
    const random = this.#random
    const session = await member.session()
    const rooms =
      this.#world.server?.services.rooms.rooms.filter(({ definition }) => definition.anchorRoomId !== '') ?? []
    if (!session || rooms.length === 0) return
    const { chatRoomNo } = random.pick(rooms)
    this.#counts.said += 1
    const cid = `sim-${String(this.#counts.said).padStart(12, '0')}`
    const text = random.pick(['好球', '加油', '这球没进可惜了', '裁判看见了吗', '再来一个']) + random.between(1, 999)
    const said: Said = { chatRoomNo, cid, at: this.#options.time.now(), id: null }
    this.#said.push(said)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { server, ended } = this.#world
      const room = server?.services.rooms.room(chatRoomNo)
      if (server && room) {
        const speaker = {
          memberId: session.memberId,
          author: authorOf(session.member, room.definition.venueName),
          siteId: 5009,
          sessionId: session.sessionId,
          address: member.address,
        }
        const say = () => server.services.rooms.say(room, speaker, { cid, text, ...(attempt > 0 && { isAgain: true }) })
        const copies = random.chance(network.doubled * 5) ? [say(), say()] : [say()]
        const results = await Promise.race([ended.catch(() => null), Promise.all(copies)])
        const result = results?.[0] ?? null
        this.#note(`${member.name} says ${cid} ${result?.ok === true ? result.data.id : (result?.code ?? -1)}`)
        if (result?.ok === true && !random.chance(network.lostResponse)) {
          said.id = result.data.id
          return
        }
        if (result?.ok === false && result.code !== 90_500 && result.code !== 10_504) return
      }
      await sleep(random.between(1_000, 20_000))
    }
  }

  /** Ends the server like a killed process and starts it again on the same database. */
  async #crash(): Promise<void> {
    const { time } = this.#options
    this.#counts.crashes += 1
    this.#note('crash')
    // In the middle of statements.
    for (let left = this.#random.between(0, 40); left > 0; left -= 1) {
      await turn()
      await this.#database.step()
    }
    this.#world.server?.crash()
    this.#world.server = null
    time.clearAll()
    this.#end(new Error('the server has ended'))
    await time.advance(this.#random.between(100, 60_000), this.#settle)
    await this.#start()
  }

  /** Stops the server in order and starts it again. */
  async #restart(): Promise<void> {
    const { server } = this.#world
    if (!server) return
    this.#counts.restarts += 1
    this.#note('restart')
    this.#database.faults = NO_FAULTS
    this.#world.server = null
    await this.#drive(server.close())
    this.#end(new Error('the server has ended'))
    await this.#options.time.advance(this.#random.between(1_000, 30_000), this.#settle)
    await this.#start()
  }

  /** Waits until nothing is in flight, finds out what is unknown, and checks everything. */
  async #check(): Promise<void> {
    this.#world.network = CLEAN_NETWORK
    this.#database.faults = NO_FAULTS
    this.#outageUntil = 0
    await this.#drive(Promise.all(this.#running), 1_000)
    const calls = this.#members.flatMap((member) => member.calls)
    for (const call of calls.filter(({ outcome }) => outcome === null)) {
      for (let attempt = 0; attempt < 20 && call.outcome === null; attempt += 1) {
        await this.#drive(call.member.resolve(call), 1_000)
      }
      if (call.outcome === null) {
        this.#violate({ invariant: 'I4', subject: call.key, detail: `${call.name} stays unknown` })
      }
    }
    const { db } = this.#database.connect()
    const found = [
      ...(await this.#drive(checkMoney(db, calls))),
      ...(await this.#drive(checkFeed(db, { said: this.#said, seen: this.#seen }))),
    ]
    for (const difference of found.slice(0, 20)) this.#violate(difference)
    this.#said = []
    for (const [chatRoomNo, seen] of this.#seen) {
      const last = [...seen.entries()].at(-1)
      this.#seen.set(chatRoomNo, new Map(last ? [last] : []))
    }
  }
}
