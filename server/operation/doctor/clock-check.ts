import { execFile } from 'node:child_process'
import { SECOND_MS } from '#protocol/time.ts'
import { connectAll, connectTo } from '../../database/shared/redis-connection.ts'
import { connectDedicated } from '../../database/postgres.ts'
import { ok, problem, skipped, warning, type Check, type CheckContext, type Finding } from './finding.ts'
import { request } from './request.ts'

/** Requests are signed with the time of the client, which asks this server for it; sessions end at a fixed time of day. */
const MAX_OFFSET_MS = 30 * SECOND_MS
/** `Date` of a response is a whole second, and a request takes time. */
const NOTICED_OFFSET_MS = 5 * SECOND_MS

interface ClockSource {
  readonly name: string
  /** Epoch milliseconds of the other clock. Rejects if it cannot be read. */
  readonly read: () => Promise<number>
}

/** Compares the clock of this machine with those of the database, of Redis and of the proxy. */
export const checkClock: Check = async (context) => {
  const findings: Finding[] = []
  for (const { name, read } of sourcesOf(context)) {
    const before = context.now()
    const time = await read().catch(() => null)
    if (time === null) continue
    const offsetMs = time - (before + context.now()) / 2
    findings.push(findingOf(name, offsetMs))
  }
  const isSynchronized = await timedatectl()
  if (isSynchronized === false) {
    findings.push(
      warning('clock', 'No time service keeps the clock of this machine.', 'Run:  timedatectl set-ntp true'),
    )
  }
  return findings.length > 0 ? findings : [skipped('clock', 'There is no other clock to compare with.')]
}

function findingOf(name: string, offsetMs: number): Finding {
  const seconds = (Math.abs(offsetMs) / SECOND_MS).toFixed(1)
  if (Math.abs(offsetMs) < NOTICED_OFFSET_MS) return ok('clock', `The clock of ${name} agrees (${seconds} s).`)
  const text = `The clock of this machine is ${seconds} s ${offsetMs > 0 ? 'behind' : 'ahead of'} that of ${name}.`
  const fix = 'Switch a time service on at both machines (timedatectl set-ntp true), then restart the server.'
  return Math.abs(offsetMs) > MAX_OFFSET_MS ? problem('clock', text, fix) : warning('clock', text, fix)
}

function sourcesOf({ config, pageOrigins, limitMs, ca }: CheckContext): ClockSource[] {
  const { databaseUrl, redisUrl } = config
  const sources: ClockSource[] = pageOrigins.map((origin) => ({
    name: origin,
    async read() {
      const { headers } = await request(`${origin}/healthz`, { limitMs, ca })
      const time = Date.parse(headers.date ?? '')
      if (Number.isNaN(time)) throw new Error('no date')
      return time + SECOND_MS / 2
    },
  }))
  if (databaseUrl !== null) sources.push({ name: 'the database', read: () => databaseTime(databaseUrl, limitMs) })
  if (redisUrl !== null) sources.push({ name: 'Redis', read: () => redisTime(redisUrl) })
  return sources
}

async function databaseTime(databaseUrl: string, limitMs: number): Promise<number> {
  const { client } = await connectDedicated(databaseUrl, limitMs)
  try {
    const statement = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as time'
    const { rows } = await client.query<{ time: number }>(statement)
    return rows[0]?.time ?? Number.NaN
  } finally {
    await client.end()
  }
}

async function redisTime(redisUrl: string): Promise<number> {
  const client = connectTo(redisUrl, () => false)
  try {
    await connectAll([client])
    const [seconds = 0, micros = 0] = (await client.time()).map(Number)
    return seconds * SECOND_MS + micros / 1_000
  } finally {
    if (client.isOpen) client.destroy()
  }
}

/** True or false if systemd knows whether the clock is synchronized; null if it does not. */
function timedatectl(): Promise<boolean | null> {
  return new Promise((resolve) => {
    execFile('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], { timeout: 2_000 }, (error, output) => {
      const value = error ? '' : output.trim()
      resolve(value === 'yes' ? true : value === 'no' ? false : null)
    })
  })
}
