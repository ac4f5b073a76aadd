import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Speaker } from '#server/rooms/say.ts'
import { ALL_PHRASES } from '#server/demo/world/phrases/choose.ts'
import { preciseNow } from './clock.ts'

export interface Spoken {
  /** `[seq, moment of the say call]` of every text; moments in milliseconds on the system's clock. */
  readonly said: readonly (readonly [number, number])[]
  readonly refused: number
  /** Cores used by the whole process, threads included, while the texts ran. */
  readonly cores: number
  readonly residentMb: number
  readonly loopDelayP99Ms: number
}

/** Says a text as everybody does, and answers where in the log it stands. */
export type Say = (speaker: Speaker, cid: string, text: string) => Promise<{ ok: boolean; data?: { seq: number } }>

/** So often a member speaks: slow enough for every rule, so that nobody needs to be let off them. */
const SECONDS_BETWEEN_TEXTS = 2

/** A member with a session and an address of its own, as sockets have them. */
export function speaker(number: number): Speaker {
  const userId = `u${number}`
  const author = {
    venueName: '',
    siteId: 5009,
    siteSeries: 5000,
    memberId: userId,
    memberName: `北看台${number}`,
    vipLevel: number % 10,
    userId,
    level: 1,
  }
  const address = `10.0.${Math.floor(number / 256)}.${number % 256}`
  return { memberId: userId, author, sessionId: `session-${number}`, address }
}

/** Numbered in the order in which the texts are said, which is that of the alphabet. */
export function cidOf(count: number): string {
  return `cid-${String(count).padStart(8, '0')}`
}

/** What the member says in this round: never what it has said in the rounds before. */
export function textOf(number: number, round: number): string {
  return ALL_PHRASES[(number * 7919 + round) % ALL_PHRASES.length] ?? '好球'
}

/** Says `rate` texts a second evenly in time, each member in its turn, and measures this process meanwhile. */
export async function speak({ rate, seconds }: { rate: number; seconds: number }, say: Say): Promise<Spoken> {
  const speakers = rate * SECONDS_BETWEEN_TEXTS
  const said: [number, number][] = []
  const running: Promise<void>[] = []
  let refused = 0
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const cpu = process.cpuUsage()
  const begun = preciseNow()
  for (let count = 0; count < rate * seconds;) {
    const due = Math.min(rate * seconds, Math.floor(((preciseNow() - begun) / 1_000) * rate) + 1)
    for (; count < due; count += 1) {
      const at = preciseNow()
      const number = count % speakers
      const answer = say(speaker(number), cidOf(count), textOf(number, Math.floor(count / speakers)))
      running.push(answer.then(({ ok, data }) => void (ok && data ? said.push([data.seq, at]) : (refused += 1))))
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, (count / rate) * 1_000 - (preciseNow() - begun))))
  }
  await Promise.all(running)
  const { user, system } = process.cpuUsage(cpu)
  const elapsed = preciseNow() - begun
  delay.disable()
  return {
    said,
    refused,
    cores: (user + system) / 1_000 / elapsed,
    residentMb: process.memoryUsage().rss / 1024 ** 2,
    loopDelayP99Ms: delay.percentile(99) / 1e6,
  }
}
