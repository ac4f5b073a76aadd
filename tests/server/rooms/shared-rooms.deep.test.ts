import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DEPTH, scaled } from '../../support/depth.ts'
import { findNginx } from '../../support/nginx.ts'
import { findRedis } from '../../support/redis.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { cidsOf, type Installation, startInstallation, talk } from './shared-rooms-support.ts'

/** Kills and restarts of Redis are in `two-processes.deep.test.ts` too, so CI does not repeat them here. */
const itInFull = it.runIf(DEPTH === 'full')
const ROUNDS = scaled({ short: 1, full: 20 })
/** A round restarts servers, which takes half a minute on a busy machine. */
const LIMIT_MS = (ROUNDS + 1) * 60_000
const canRun = STORE_KINDS.includes('postgres') && findRedis() !== null && findNginx() !== null

async function writerOf(servers: Installation): Promise<number> {
  await expect.poll(() => servers.writer()).not.toBeNull()
  return (await servers.writer()) ?? 0
}

/** Viewers and messages during a disturbance: every message is in the log once, and every viewer has the log. */
async function expectNothingLostBy(servers: Installation, during: () => Promise<void>): Promise<void> {
  const viewers = [await servers.view(servers.url), await servers.view(servers.url)]
  const sent = await talk(servers.urls, 20, during)
  await writerOf(servers)
  const more = await talk(servers.urls, 3)
  expect(cidsOf(await servers.log(), [...sent, ...more])).toEqual([...sent, ...more])
  await servers.expectSameEntries()
  for (const viewer of viewers) expect(cidsOf(viewer.received, sent)).toEqual(sent)
  servers.closeViewers()
}

/** Each process ends as for a new version, and starts again, one after the other. */
async function restartAll(servers: Installation): Promise<void> {
  for (const which of servers.urls.keys()) {
    await servers.end(which, 'SIGTERM')
    await servers.start(which)
  }
}

describe.runIf(canRun)(`rooms of two processes, ${ROUNDS} times`, { timeout: LIMIT_MS }, () => {
  let servers: Installation
  beforeAll(async () => {
    servers = await startInstallation()
  })
  afterEach(() => servers.closeViewers())
  afterAll(() => servers?.stop())

  const writer = () => writerOf(servers)
  const expectNothingLost = (during: () => Promise<void>) => expectNothingLostBy(servers, during)

  itInFull('lose and repeat nothing when the writer is killed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const killed = await writer()
      await expectNothingLost(() => servers.end(killed, 'SIGKILL'))
      expect(await writer()).not.toBe(killed)
      await servers.start(killed)
    }
  })

  it('lose and repeat nothing when both restart one after the other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await expectNothingLost(() => restartAll(servers))
    }
  })

  it('lose and repeat nothing when the writer is suspended for longer than its lease', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const suspended = await writer()
      const other = suspended === 0 ? 1 : 0
      await expectNothingLost(async () => {
        servers.child(suspended).freeze()
        await expect.poll(() => servers.isWriter(other)).toBe(true)
        servers.child(suspended).thaw()
      })
      expect(await writer()).toBe(other)
    }
  })

  itInFull('lose and repeat nothing when Redis restarts without its data', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await expectNothingLost(async () => {
        await servers.stopRedis()
        await servers.startRedis()
      })
    }
  })
})

describe.runIf(canRun && DEPTH === 'full')(
  `rooms of four processes, ${ROUNDS} times`,
  { timeout: 2 * LIMIT_MS },
  () => {
    let servers: Installation
    beforeAll(async () => {
      servers = await startInstallation(4)
    })
    afterAll(() => servers?.stop())

    it('lose and repeat nothing when all restart one after the other', async () => {
      for (let round = 0; round < ROUNDS; round += 1) await expectNothingLostBy(servers, () => restartAll(servers))
    })
  },
)
