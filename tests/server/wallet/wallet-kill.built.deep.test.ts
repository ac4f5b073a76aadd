import { describe, expect, it } from 'vitest'
import { scaled } from '../../support/depth.ts'
import { createTestDatabase, SHORT_KINDS } from '../../support/store.ts'
import { startTestServer } from '../../support/server.ts'
import {
  checkAndRestart,
  connectMembers,
  finish,
  KILLED_SERVER,
  type KilledDatabase,
  loadAndKill,
  seedMembers,
} from '../../support/wallet-kill.ts'

const KILLS = scaled({ short: 2, full: 100 })

describe.each(SHORT_KINDS)('a server on %s that is killed during money calls', (kind) => {
  it(`I5 settled 7: posts every confirmed call once over ${KILLS} kills`, { timeout: 3_600_000 }, async () => {
    const database = kind === 'postgres' ? await createTestDatabase() : null
    const env = { ...KILLED_SERVER, ...(database && { DATABASE_URL: database.url.href }) }
    const server = await startTestServer({ env, isFirstStart: database !== null })
    try {
      const { dataDirectory } = server
      const place: KilledDatabase = database ? { databaseUrl: database.url.href } : { dataDirectory }
      await server.kill('SIGTERM')
      const seeded = await seedMembers(place)
      await server.restart()
      let members = await connectMembers(server, seeded)
      let unconfirmed = 0
      for (let kill = 0; kill < KILLS; kill += 1) {
        const load = await loadAndKill(server, members, kill)
        unconfirmed += load.unconfirmed.length
        members = await checkAndRestart(server, place, { load, seeded })
        if (kill === KILLS - 1) await finish(server, place, members, load.steps)
      }
      expect(unconfirmed).toBeGreaterThan(KILLS)
    } finally {
      await server.stop()
      await database?.drop()
    }
  })
})
