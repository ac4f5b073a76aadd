import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#protocol/time.ts'
import { ServerClock } from '#server/config/clock.ts'
import type { RunningServer } from '#server/main.ts'
import { testLog } from '../../support/logs.ts'
import { connectTo, createTestInstallation, signIn, type TestInstallation } from './app-support.ts'

const START = Date.UTC(2026, 10, 21, 4)

/** A clock on clocks that the test moves, checked every second. */
function openClock() {
  const log = testLog()
  const time = { monotonic: 12_345.678, wall: START, uptime: 99_000 }
  const clock = new ServerClock(log, {
    wall: () => time.wall,
    monotonic: () => time.monotonic,
    uptime: () => time.uptime,
  })
  const pass = (ms: number): void => {
    for (let left = ms; left > 0; left -= 1_000) {
      const step = Math.min(left, 1_000)
      time.monotonic += step
      time.wall += step
      time.uptime += step
      clock.check()
    }
  }
  return {
    clock,
    log,
    pass,
    set: (ms: number) => void (time.wall += ms),
    suspend: (ms: number) => {
      time.wall += ms
      time.uptime += ms
    },
  }
}

describe('the time of the server', () => {
  it('is that of the system', () => {
    const { clock, log, pass } = openClock()
    expect(clock.now()).toBe(START)
    pass(HOUR_MS)
    expect(clock.now()).toBe(START + HOUR_MS)
    expect(log.lines).toEqual([])
  })

  it.each([-DAY_MS, DAY_MS])('goes on when the clock of the system is set by %d ms, with one warning', (jumpMs) => {
    const { clock, log, pass, set } = openClock()
    set(jumpMs)
    expect(clock.now()).toBe(START)
    pass(MINUTE_MS)
    const passed = clock.now() - START
    expect(Math.abs(passed - MINUTE_MS)).toBeLessThanOrEqual(MINUTE_MS / 1_000)
    expect(log.lines).toMatchObject([{ level: 'warn', details: { jumpMs } }])
    set(-jumpMs)
    pass(MINUTE_MS)
    expect(log.lines).toMatchObject([{ details: { jumpMs } }, { level: 'warn' }])
    expect(Math.abs(clock.now() - START - 2 * MINUTE_MS)).toBeLessThanOrEqual(MINUTE_MS / 1_000)
  })

  it('approaches a clock that was corrected by a second, without a warning', () => {
    const { clock, log, pass, set } = openClock()
    set(-1_000)
    pass(HOUR_MS)
    expect(clock.now()).toBe(START + HOUR_MS - 1_000)
    expect(log.lines).toEqual([])
  })

  it('includes the time of a suspension', () => {
    const { clock, log, pass, suspend } = openClock()
    suspend(8 * HOUR_MS)
    pass(1_000)
    expect(clock.now()).toBe(START + 8 * HOUR_MS + 1_000)
    expect(log.lines).toEqual([])
  })

  it('never goes back and follows elapsed time, whatever the clock of the system does', () => {
    const jump = fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS })
    const action = fc.record({ jump, passed: fc.integer({ min: 0, max: 5 * MINUTE_MS }) })
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
        const { clock, pass, set } = openClock()
        for (const { jump: ms, passed } of actions) {
          set(ms)
          const before = clock.now()
          pass(passed)
          expect(Math.abs(clock.now() - before - passed)).toBeLessThanOrEqual(passed / 1_000 + 1)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a server whose clock is set', () => {
  let installation: TestInstallation
  let server: RunningServer
  afterEach(async () => {
    await server.close()
    installation.remove()
  })

  it('keeps rooms, sessions and limits in both directions', async () => {
    installation = createTestInstallation()
    let offset = 0
    const clocks = {
      wall: () => Date.now() + offset,
      monotonic: () => performance.now(),
      uptime: () => performance.now(),
    }
    server = await installation.start({ CROWD: '400' }, { clocks })
    const client = await connectTo(server)
    await signIn(client, 'fan001')
    const { log } = server.rooms
    for (const jumpMs of [-DAY_MS, 2 * DAY_MS]) {
      offset += jumpMs
      const before = log.head('r2001')
      // oxlint-disable-next-line no-await-in-loop -- one jump after the other
      await expect.poll(() => log.head('r2001').seq, { timeout: 30_000 }).toBeGreaterThan(before.seq + 5)
      const after = log.head('r2001')
      expect(after.at).toBeGreaterThan(before.at)
      expect(after.at - before.at).toBeLessThan(HOUR_MS)
      // oxlint-disable-next-line no-await-in-loop -- one jump after the other
      expect(await client.call('auth.session', {})).toMatchObject({ code: 0 })
    }
  }, 120_000)
})
