import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AttackedProduction,
  type AttackedServer,
  attackedStreamKey,
  rtmpPortOf,
  startAttackedProduction,
  startAttackedRelay,
  startAttackedServer,
} from '../support/attack-server.ts'
import { DEPTH } from '../support/depth.ts'
import { STORE_KINDS } from '../support/store.ts'
import type { ListedAttempt, World } from './attempt.ts'
import { Client, LOAD_TOKEN } from './client.ts'
import { consoleAttempts, type ConsoleWorld, setUp } from './console.ts'
import { files } from './files.ts'
import { games } from './games.ts'
import { MailServer } from './mail-server.ts'
import { media, METRICS_TOKEN } from './media.ts'
import { messages, type MessagesWorld } from './messages.ts'
import { money } from './money.ts'
import { orders } from './orders.ts'
import { publishers } from './publishers.ts'
import { fakeOrigins, RELAY_SECRET, relays } from './relays.ts'
import { rooms } from './rooms.ts'
import { slow } from './slow.ts'
import { sessions } from './sessions.ts'

/** The attempts by what they attack. Decision 228 says how to add one. Slow readers and writers need up to minutes. */
const ASSETS = {
  money,
  orders,
  games,
  sessions,
  rooms,
  media,
  files,
  relays,
  ...(DEPTH === 'full' && { publishers, fakeOrigins, slow }),
}

async function check<Place>(one: ListedAttempt<Place>, place: Place): Promise<void> {
  const { response, state } = await one.run(place)
  expect(response.is).toEqual(response.expected)
  expect(state.is).toEqual(state.expected)
}

const listed = <Place>(attempts: readonly ListedAttempt<Place>[]) => attempts.map((one) => [one.name, one] as const)

describe('a server in demo mode under attack', () => {
  let attacked: AttackedServer
  let world: World
  beforeAll(async () => {
    const ingest = DEPTH === 'full' ? { INGEST: '1', INGEST_PORT: '0' } : {}
    attacked = await startAttackedServer({ LOAD_TOKEN, METRICS_TOKEN, RELAY_SECRET, TRUST_PROXY: '1', ...ingest })
    const { url: origin } = attacked.server
    const names = [...attacked.names]
    const signedIn = async (name: string): Promise<Client> => {
      const client = await Client.connect(origin)
      const { code } = await client.signIn(name, 'Play2026x')
      if (code !== 'SUCCESS') throw new Error(`${name} cannot sign in: ${code}`)
      return client
    }
    world = {
      origin,
      signedIn,
      async member() {
        const name = names.shift()
        if (name === undefined) throw new Error('the preparation has too few members')
        return signedIn(name)
      },
      visitor: (http) => Client.connect(origin, http === undefined ? {} : { http }),
      rtmpPort: rtmpPortOf(attacked),
      streamKey: attackedStreamKey,
      openRelay: (originUrl) => startAttackedRelay(originUrl, RELAY_SECRET),
    }
  })
  afterAll(async () => {
    // The ledger agrees after all attempts (1.26).
    expect(await attacked.stop()).toEqual([])
  })

  describe.each(Object.entries(ASSETS))('%s', (_, attempts) => {
    it.each(listed(attempts))('%s', (_name, one) => check(one, world))
  })
})

describe.skipIf(!STORE_KINDS.includes('postgres'))('a server in production mode under attack', () => {
  let attacked: AttackedProduction
  let mail: MailServer
  let world: ConsoleWorld & MessagesWorld
  beforeAll(async () => {
    mail = await MailServer.open()
    const SMTP_URL = `smtp://grandstand:secret@127.0.0.1:${mail.port}`
    attacked = await startAttackedProduction({ SMTP_URL, SMTP_FROM: '看台 <no-reply@example.com>' })
    const { server, page, setupToken, databaseUrl } = attacked
    const root = await setUp(server.url, page, setupToken)
    const restart = (env: Readonly<Record<string, string>>): Promise<void> => server.restart(env)
    world = { origin: server.url, page, setupToken, databaseUrl, root, mail, output: () => server.output(), restart }
  })
  afterAll(async () => {
    await attacked.stop()
    await mail.close()
  })

  describe.each(Object.entries({ console: consoleAttempts, messages }))('%s', (_, attempts) => {
    it.each(listed<ConsoleWorld & MessagesWorld>(attempts))('%s', (_name, one) => check(one, world))
  })
})
