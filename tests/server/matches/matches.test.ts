import { writePageFiles } from '../../support/page-files.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { createLog } from '#server/config/log.ts'
import { readConfig } from '#server/config/config.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { openingState } from '#server/demo/world/play.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { createApp } from '#server/app/app.ts'
import type { Match } from '#server/matches/match.ts'
import { MatchRepository } from '#server/matches/match-repository.ts'
import { Matches } from '#server/matches/matches.ts'
import { openServices } from '#server/calls/services.ts'
import { prepareDataFolder } from '../../support/data-folder.ts'
import { SealedClient, sendInto } from '../../support/sealed-client.ts'
import { openTestStore, STORE_KINDS } from '../../support/store.ts'
import { constantSource } from './matches-support.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const random = createRandom(1)

/** Matches without the additional fields of the demo, as the database returns them. */
const MATCHES: readonly Match[] = planWorld(random).map((plan) => {
  const { appeal: _appeal, edge: _edge, minutesAtStart: _start, home, away, anchor, ...fixture } = plan
  const team = ({ key, name, crest, ground }: typeof home) => ({ key, name, crest, ground })
  const { key, nick, logo } = anchor
  const { periods: _periods, goals: _goals, markets: _markets, ...state } = openingState(plan, NOW, random)
  return {
    fixture: { ...fixture, home: team(home), away: team(away), anchor: { key, nick, logo } },
    state,
    kickOffAt: NOW + plan.minutesAtStart,
    round: '第 1 轮',
  }
})
const [FIRST] = MATCHES as [Match]
const GOAL: MatchEvent = { id: 'e1', type: 'goal', side: 'home', minute: 3, text: '进球', homeScore: 1, awayScore: 0 }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

describe.each(STORE_KINDS)('matches on %s', (kind) => {
  async function openRepository(): Promise<MatchRepository> {
    const database = await openTestStore(kind)
    closing.push(() => database.close())
    return new MatchRepository(database)
  }

  const matchesOn = (repository: MatchRepository, list: readonly Match[] | null, events: readonly MatchEvent[] = []) =>
    new Matches({
      repository,
      source: list === null ? null : constantSource(list),
      eventsOf: () => events,
      onError: (error) => {
        throw error
      },
    })

  it('have records that are overwritten', async () => {
    const repository = await openRepository()
    const record = { kickOffAt: 1_000, finished: [{ kickOffAt: 500, homeScore: 2, guestScore: 1 }] }
    expect(await repository.records()).toEqual(new Map())
    await repository.saveRecord('e1', { kickOffAt: 500, finished: [] })
    await repository.saveRecord('e1', record)
    expect(await repository.records()).toEqual(new Map([['e1', record]]))
  })

  it('are served from the database as their source reported them', async () => {
    const repository = await openRepository()
    const writing = matchesOn(repository, MATCHES, [GOAL])
    await writing.start()
    await writing.stop()
    expect(await repository.events(FIRST.fixture.eid)).toEqual([GOAL])

    const reading = matchesOn(repository, null)
    await reading.start()
    expect(reading.list()).toEqual(MATCHES)
    expect(reading.list('esports').every(({ fixture }) => fixture.kind === 'esports')).toBe(true)
    expect(reading.find(FIRST.fixture.eid)).toEqual(FIRST)
    expect(reading.findByAnchorRoom(FIRST.fixture.anchorRoomId)).toEqual(FIRST)
    expect(reading.findByChatRoom('nowhere')).toBeNull()
    expect(reading.followableNamed('team', FIRST.fixture.home.name)?.key).toBe(FIRST.fixture.home.key)
    await reading.stop()
  })

  it('are removed when their source has dropped them, also those of an earlier run', async () => {
    const repository = await openRepository()
    const eids = async () => (await repository.list()).map(({ fixture }) => fixture.eid)
    const [first, second, third] = MATCHES as [Match, Match, Match]
    const list = [first, second]
    const earlier = matchesOn(repository, [first, third], [GOAL])
    await earlier.start()
    await earlier.stop()

    const matches = matchesOn(repository, list, [GOAL])
    await matches.start()
    expect(await eids()).toEqual([first.fixture.eid, second.fixture.eid])
    list.splice(0, 1)
    await matches.store()
    expect(await eids()).toEqual([second.fixture.eid])
    expect(await repository.events(first.fixture.eid)).toEqual([])
    list.splice(0, 1, first)
    await matches.store()
    expect(await eids()).toEqual([first.fixture.eid])
    await matches.stop()
  })

  it('store a changed state, and replace the events of a room', async () => {
    const repository = await openRepository()
    const list = [FIRST]
    let events: readonly MatchEvent[] = [GOAL]
    const matches = new Matches({
      repository,
      source: constantSource(list),
      eventsOf: () => events,
      onError: () => undefined,
    })
    await matches.start()
    list[0] = { ...FIRST, state: { ...FIRST.state, homeScore: 7, odds: null } }
    events = []
    await matches.store()
    expect((await repository.list())[0]?.state).toMatchObject({ homeScore: 7, odds: null })
    expect(await repository.events(FIRST.fixture.eid)).toEqual([])
    await matches.stop()
  })
})

describe('a production server with an empty database', () => {
  it('starts and serves empty lists', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-production-'))
    closing.push(async () => rmSync(folder, { recursive: true, force: true }))
    writePageFiles(folder)
    const environment = {
      MODE: 'production',
      SECRET: 'a secret of this test, which is long enough',
      DATABASE_URL: 'postgres://localhost/none',
      ALLOWED_ORIGINS: 'https://example.com',
      DATA_DIR: folder,
    }
    // The embedded database stands for PostgreSQL, which not every machine has.
    const config = { ...readConfig(environment), databaseUrl: null }
    const logged: string[] = []
    await prepareDataFolder(folder)
    const services = await openServices({
      config,
      secret: environment.SECRET,
      log: createLog('warn', { write: (line) => void logged.push(line) }),
      now: Date.now,
      allowsUnlimitedSpeakers: false,
    })
    closing.push(() => services.close())
    const app = await createApp({
      config,
      services,
      secret: environment.SECRET,
      loadToken: null,
      log: createLog('silent'),
      now: Date.now,
      clientFolder: folder,
      vite: null,
    })
    closing.push(() => app.close())
    await app.matches.start()

    const client = await SealedClient.connect(sendInto(app.http))
    const list = await client.call('live.popularList', { page: 1, size: 20, kind: 'football' })
    expect(list).toMatchObject({ code: CODES.SUCCESS, data: { list: [], total: 0 } })
    expect(await client.call('news.list', { category: 'all', pageNum: 1 })).toMatchObject({ data: { list: [] } })
    expect(await client.call('soccer.leagues', {})).toMatchObject({ data: { list: [] } })
    expect(await client.call('soccer.schedule', { date: '2026-11-21' })).toMatchObject({ data: { list: [] } })
    expect(await client.call('tips.list', { pageNum: 1 })).toMatchObject({ data: { list: [], experts: [] } })
    expect((await client.call('live.detail', { eid: '2001' })).code).toBe(CODES.NOT_FOUND)
    // S7.47: no adapter sends text messages or mail.
    expect(logged.join('')).toContain('no adapter sends these messages')
    const phone = { areaCode: '86', phone: '13812345678' }
    expect(await client.call('registration.sendCode', { scene: 'register', ...phone })).toMatchObject({
      code: CODES.INTERFACE_DEGRADE,
      msg: '短信服务暂未开通，请联系客服',
    })
    expect(await client.call('demo.outbox', {})).toMatchObject({ code: CODES.NOT_FOUND })
  })
})
