import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Speaker } from '#server/rooms/say.ts'
import { ALL_PHRASES } from '#server/demo/world/chatter.ts'
import { slopeOverTime } from '#load/accounting.ts'
import { preciseNow } from './clock.ts'

export interface Spoken {
  /** `[seq, time of the say call]` of every text; milliseconds of the system clock. */
  readonly sent: readonly (readonly [number, number])[]
  readonly refused: number
  /** Cores used by the process, including threads, during the measurement. */
  readonly cores: number
  readonly residentMb: number
  /** Slope of the resident memory in the second half of the run, MB per minute. */
  readonly growthMb: number
  readonly loopDelayP99Ms: number
}

/** Sends a text and returns its position in the log. */
export type Say = (speaker: Speaker, cid: string, text: string) => Promise<{ ok: boolean; data?: { seq: number } }>

/** Interval of a member, long enough for all rate limits. */
const SECONDS_BETWEEN_TEXTS = 2
const MEMORY_INTERVAL_MS = 1_000
const SECONDS_PER_MINUTE = 60
const residentMb = (): number => process.memoryUsage.rss() / 1024 ** 2

/** A member with its own session and address. */
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
  return { memberId: userId, author, siteId: author.siteId, sessionId: `session-${number}`, address }
}

/** Ids in the order of sending, which is also alphabetical. */
export function cidOf(count: number): string {
  return `cid-${String(count).padStart(8, '0')}`
}

/** The text of a member in a round, different from earlier rounds. */
export function textOf(number: number, round: number): string {
  return ALL_PHRASES[(number * 7919 + round) % ALL_PHRASES.length] ?? '好球'
}

/**
 * Sends `rate` texts per second evenly, members in turn, and measures this process meanwhile.
 *
 * @param first number of the first member; rooms have different ones
 */
export async function speak(
  { rate, seconds, first = 0 }: { rate: number; seconds: number; first?: number },
  say: Say,
): Promise<Spoken> {
  const speakers = rate * SECONDS_BETWEEN_TEXTS
  const sent: [number, number][] = []
  const running: Promise<void>[] = []
  let refused = 0
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const memory: { at: number; value: number }[] = []
  const sampling = setInterval(() => memory.push({ at: preciseNow(), value: residentMb() }), MEMORY_INTERVAL_MS)
  const cpu = process.cpuUsage()
  const begun = preciseNow()
  for (let count = 0; count < rate * seconds;) {
    const due = Math.min(rate * seconds, Math.floor(((preciseNow() - begun) / 1_000) * rate) + 1)
    for (; count < due; count += 1) {
      const at = preciseNow()
      const number = count % speakers
      const response = say(speaker(first + number), cidOf(count), textOf(number, Math.floor(count / speakers)))
      running.push(response.then(({ ok, data }) => void (ok && data ? sent.push([data.seq, at]) : (refused += 1))))
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, (count / rate) * 1_000 - (preciseNow() - begun))))
  }
  await Promise.all(running)
  const { user, system } = process.cpuUsage(cpu)
  const elapsed = preciseNow() - begun
  delay.disable()
  clearInterval(sampling)
  return {
    sent,
    refused,
    cores: (user + system) / 1_000 / elapsed,
    residentMb: residentMb(),
    growthMb: slopeOverTime(memory.slice(Math.floor(memory.length / 2))).slope * SECONDS_PER_MINUTE,
    loopDelayP99Ms: delay.percentile(99) / 1e6,
  }
}
