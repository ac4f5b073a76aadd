import { siteDayOf, timeOfSiteDay } from '#protocol/time.ts'
import { describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import type { DataOf, EndpointName, RequestOf } from '#protocol/endpoints/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { MatchEvent } from '#protocol/room/feed.ts'
import { scoreText } from '#protocol/rules/match.ts'
import { hitRate } from '#protocol/rules/articles.ts'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { newsCalls } from '#server/calls/site/news.ts'
import type { CallContext } from '#server/http/context.ts'
import { DemoNewsroom } from '#server/demo/news/newsroom.ts'
import { previewsOf } from '#server/demo/news/previews.ts'
import {
  LEAGUE_IDS,
  matchesOfDay,
  roundOfDay,
  roundsOfSeason,
  seasonMetadata,
  seasonMatches,
} from '#server/demo/news/season.ts'
import { POINTS, standingsOf } from '#server/demo/news/standings.ts'
import { recordAfter } from '#server/demo/world/match-record.ts'
import type { MatchRoom } from '#server/demo/world/match-room.ts'
import { openingState } from '#server/demo/world/play.ts'
import { planWorld } from '#server/demo/world/plan.ts'
import { createRandom } from '#server/demo/world/random.ts'
import { kickOffOf } from '#server/demo/world/tempo.ts'
import { TEAMS } from '#server/demo/world/teams.ts'

const SEED = 20_261_121
/** 2026-11-21 20:00 in Shanghai. */
const NOW = Date.UTC(2026, 10, 21, 12)
const DAY = siteDayOf(NOW)

/** Plans and states of the demo world, without rooms. */
const random = createRandom(SEED)
const matchRooms = planWorld(random.fork('plan')).map((fixture) => {
  const state = openingState(fixture, NOW, random)
  const kickOffAt = kickOffOf(fixture.kind, state.clock)
  return { fixture, state, kickOffAt, round: '', record: recordAfter(fixture.kind, null, state) }
})
const newsroomOf = (rooms: readonly unknown[], events: readonly MatchEvent[] = []) =>
  new DemoNewsroom(
    () => rooms as readonly MatchRoom[],
    () => events,
    SEED,
  )
const newsroom = newsroomOf(matchRooms)
const calls = newsCalls({ newsroom })

type NewsName = Extract<EndpointName, `news.${string}` | `soccer.${string}` | `tips.${string}`>

async function ask<Name extends NewsName>(name: Name, params: RequestOf<Name>, now = NOW): Promise<DataOf<Name>> {
  const call = { now, siteId: 5009, site: CONFIG_DEFAULTS, session: null } as CallContext
  const handler = calls[name] as (
    params: RequestOf<Name>,
    call: CallContext,
  ) => Promise<{ ok: boolean; data?: unknown }>
  const result = await handler(params, call)
  expect(result).toMatchObject({ ok: true })
  return ENDPOINTS[name].data.parse(result.data) as DataOf<Name>
}

async function allNews(category: RequestOf<'news.list'>['category'] = 'all') {
  const { total, pageSize } = await ask('news.list', { category, pageNum: 1 })
  const pages = Array.from({ length: Math.ceil(total / pageSize) }, (_, index) => index + 1)
  const lists = await Promise.all(pages.map((pageNum) => ask('news.list', { category, pageNum })))
  return lists.flatMap(({ list }) => list)
}

describe('S1.23 Annex D.7 news', () => {
  it('has dozens of articles, newest first, none in the future, all readable', async () => {
    const all = await allNews()
    expect(all.length).toBeGreaterThan(36)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(all.map(({ publishedAt }) => publishedAt)).toEqual(
      all.map(({ publishedAt }) => publishedAt).sort((one, other) => other - one),
    )
    expect(all.every(({ publishedAt }) => publishedAt <= NOW)).toBe(true)
    const articles = await Promise.all(all.map(({ id }) => ask('news.detail', { id })))
    for (const { title, paragraphs } of articles) {
      expect(paragraphs.length).toBeGreaterThan(1)
      expect(`${title}${paragraphs.join('')}`).not.toMatch(/undefined|NaN|\[object/)
    }
  })

  it('filters by category', async () => {
    const football = await allNews('football')
    expect(football.length).toBeGreaterThan(10)
    expect(new Set(football.map(({ category }) => category))).toEqual(new Set(['football']))
  })

  it('is the same for everybody and after a restart; reports of past days do not change', async () => {
    expect(
      await newsCalls({ newsroom: newsroomOf(matchRooms) })['news.list']({ category: 'all', pageNum: 1 }, callAt(NOW)),
    ).toEqual(await calls['news.list']({ category: 'all', pageNum: 1 }, callAt(NOW)))
    const report = (await allNews()).find(({ id }) => id.startsWith('r-'))
    const { id } = report ?? { id: '' }
    expect(await ask('news.detail', { id }, NOW + 86_400_000)).toEqual(await ask('news.detail', { id }))
  })

  it('reports a match of today from its events as soon as it has ended', async () => {
    const { fixture, kickOffAt } = matchRooms.find(({ fixture: { kind } }) => kind === 'football')!
    const { home, away } = fixture
    const goal = { type: 'goal', side: 'away', text: '进球', homeScore: 0, awayScore: 1 } as const
    const events: MatchEvent[] = [
      { ...goal, id: 'e-1', minute: 12, players: ['测试甲'] },
      { ...goal, id: 'e-2', minute: 77, players: ['测试乙'], awayScore: 2 },
    ]
    const room = (phase: 'second-half' | 'ended') => ({
      fixture,
      kickOffAt,
      round: '第 4 轮',
      state: {
        clock: { phase, phaseStartedAt: NOW - 60_000 },
        homeScore: 0,
        guestScore: 2,
        anchorStatus: 1,
        odds: null,
      },
    })
    const ended = room('ended') as unknown as MatchRoom
    expect(newsroomOf([room('second-half')], events).reportOf(ended, NOW)).toBeNull()
    const desk = newsroomOf([ended], events)
    const report = desk.reportOf(ended, NOW)
    expect(report).toMatchObject({ category: 'football', kicker: '战报', publishedAt: NOW - 60_000, img: away.crest })
    expect(report?.title).toMatch(new RegExp(`^${away.name} ${scoreText(2, 0)} .+${home.name}$`))
    expect(desk.articles(NOW)[0]?.id).toBe(report?.id)
    const { paragraphs } = desk.find(report!.id, NOW)!.article
    expect(paragraphs[1]).toContain(`第 12 分钟${away.short}测试甲破门，第 77 分钟${away.short}测试乙破门`)
    expect(paragraphs[2]).toContain('测试乙')
    expect(desk.find(report!.id, NOW)?.match).toMatchObject({ eid: fixture.eid, stage: 'ended', score: '0-2' })
  })

  it('S1.23 links an article to its neighbours and its match, with a room while there is one', async () => {
    const all = await allNews()
    const articles = await Promise.all(all.map(({ id }) => ask('news.detail', { id })))
    expect(articles.map(({ newer }) => newer?.id ?? null)).toEqual([null, ...all.slice(0, -1).map(({ id }) => id)])
    expect(articles.map(({ older }) => older?.id ?? null)).toEqual([...all.slice(1).map(({ id }) => id), null])
    const rooms = new Set(matchRooms.map(({ fixture }) => fixture.eid))
    for (const { id, match, title, summary } of articles) {
      if (id.startsWith('f-')) expect(match).toBeNull()
      else expect(`${title}${summary}`).toContain(match?.home)
      expect(match?.hasRoom ?? false).toBe(rooms.has(match?.eid ?? ''))
    }
    expect(articles.some(({ match }) => match?.hasRoom)).toBe(true)
  })

  it('S1.23 keeps scores on one line, with spaces between Chinese and Latin text', async () => {
    const all = await allNews()
    const articles = await Promise.all(all.map(({ id }) => ask('news.detail', { id })))
    const texts = articles.flatMap(({ title, summary, paragraphs }) => [title, summary, ...paragraphs])
    expect(texts.filter((text) => /\d\s?[-:]\s?\d/u.test(text.replaceAll(/\d\u00a0:\u00a0\d/gu, '')))).toEqual([])
    expect(texts.some((text) => /\d\u00a0:\u00a0\d/u.test(text))).toBe(true)
    expect(texts.filter((text) => /\p{Script=Han}[A-Za-z\d]|[A-Za-z\d]\p{Script=Han}/u.test(text))).toEqual([])
  })

  it('S1.23 previews use the terms of their game, and ordinal ranks', () => {
    const fixtures = matchRooms.map(({ fixture }) => fixture)
    const previews = [0, 1, 2].flatMap((more) => previewsOf(SEED, fixtures, DAY + more))
    for (const { category, summary, paragraphs } of previews) {
      const text = [summary, ...paragraphs].join('')
      expect(text.match(/第 \d+(?!\d| [位轮]|、第 \d+ 位)/gu)).toBeNull()
      expect(text).not.toContain('训练已经合练')
      if (category !== 'football') expect(text).not.toContain('停赛')
      if (category === 'esports') expect(text).not.toMatch(/合练|走路|换下/u)
    }
    expect(new Set(previews.map(({ category }) => category))).toEqual(new Set(LEAGUE_IDS))
  })

  it("S1.23 a preview is available for two more days in order; lists contain today's only", async () => {
    const previews = (await allNews()).filter(({ id }) => id.startsWith('p-'))
    expect(previews.length).toBeGreaterThan(0)
    const midnight = timeOfSiteDay(DAY + 1, 0)
    for (const item of previews) {
      const before = await ask('news.detail', { id: item.id }, midnight - 1)
      for (const later of [midnight, timeOfSiteDay(DAY + 3, 0) - 1]) {
        const { newer, older, match, ...article } = await ask('news.detail', { id: item.id }, later)
        expect(article).toMatchObject({ ...item, paragraphs: before.paragraphs })
        expect(match).toMatchObject({ home: before.match?.home, away: before.match?.away })
        const list = newsroom.articles(later)
        expect(list.map(({ id }) => id)).not.toContain(item.id)
        const place = list.findIndex(({ publishedAt }) => publishedAt <= item.publishedAt)
        expect([newer?.id, older?.id]).toEqual([list[place - 1]?.id, list[place]?.id])
      }
      expect(await calls['news.detail']({ id: item.id }, callAt(timeOfSiteDay(DAY + 3, 0)))).toMatchObject({
        code: CODES.NOT_FOUND,
      })
    }
    for (const day of [DAY + 1, DAY - 3, -1, 1e15]) {
      const id = `p-${day}-${matchRooms[0]?.fixture.eid}`
      expect(await calls['news.detail']({ id }, callAt(NOW))).toMatchObject({ code: CODES.NOT_FOUND })
    }
  })

  it('S1.23 an unknown or removed article is not found', async () => {
    expect(await calls['news.detail']({ id: 'r-nothing' }, callAt(NOW))).toMatchObject({ code: CODES.NOT_FOUND })
  })

  function callAt(now: number): CallContext {
    return { now, siteId: 5009, site: CONFIG_DEFAULTS, session: null } as CallContext
  }
})

describe('standings are consistent', () => {
  it.each(LEAGUE_IDS)('%s: on any day of a season', (league) => {
    for (let day = DAY; day < DAY + 2 * roundsOfSeason(league) + 2; day += 1) {
      const matches = seasonMatches(SEED, league, day)
      const table = standingsOf(league, matches)
      const sum = (key: 'won' | 'lost' | 'drawn' | 'goalsFor' | 'goalsAgainst' | 'played') =>
        table.reduce((total, row) => total + row[key], 0)
      expect(table.map(({ rank }) => rank)).toEqual(TEAMS[league].map((_, index) => index + 1))
      expect(sum('won')).toBe(sum('lost'))
      expect(sum('goalsFor')).toBe(sum('goalsAgainst'))
      expect(sum('played')).toBe(2 * matches.length)
      expect(new Set(matches.map(({ season }) => season)).size).toBe(1)
      const [win, draw, defeat] = POINTS[league]
      for (const row of table) {
        expect(row.played).toBe(row.won + row.drawn + row.lost)
        expect(row.points).toBe(row.won * win + row.drawn * draw + row.lost * defeat)
        expect(row.played).toBeGreaterThanOrEqual(TEAMS[league].length - 1)
      }
      expect(table.map(({ points }) => points)).toEqual(
        table.map(({ points }) => points).sort((one, other) => other - one),
      )
    }
  })

  it.each(LEAGUE_IDS)('%s: a match of today is one round ahead of the table', (league) => {
    for (let day = DAY; day < DAY + 2 * roundsOfSeason(league) + 2; day += 1) {
      const { played, isOver } = seasonMetadata(league, day)
      const round = Number(/\d+/.exec(roundOfDay(league, day))?.[0])
      if (!isOver) expect(round).toBe((played % roundsOfSeason(league)) + 1)
      for (const match of matchesOfDay(SEED, day).filter((one) => one.league === league))
        expect(match.round).toBe(round)
    }
  })

  it('each pair meets equally often, and a team plays once per round', () => {
    const matches = seasonMatches(SEED, 'football', DAY)
    for (const round of new Set(matches.map((match) => match.round))) {
      const teams = matches.filter((match) => match.round === round).flatMap(({ home, away }) => [home.key, away.key])
      expect(new Set(teams).size).toBe(TEAMS.football.length)
    }
  })

  it('a report has the result of the table', async () => {
    const [match] = seasonMatches(SEED, 'football', DAY)
    const { summary, paragraphs } = await ask('news.detail', { id: `r-${match?.id}` })
    const score = scoreText(match?.homeScore ?? 0, match?.awayScore ?? 0)
    expect(summary).toContain(score)
    expect(paragraphs[0]).toContain(score)
  })

  it('known leagues have one, unknown leagues do not', async () => {
    const { list } = await ask('soccer.leagues', {})
    expect(list.map(({ id }) => id)).toEqual([...LEAGUE_IDS])
    for (const { id } of list) {
      const { list: rows, zones, season } = await ask('soccer.standings', { league: id })
      expect(zones.length).toBeGreaterThan(0)
      for (const { from, to } of zones) expect([from >= 1, from <= to, to <= rows.length]).toEqual([true, true, true])
      expect(season.firstDate < season.lastDate && season.played <= season.rounds).toBe(true)
    }
    expect(await calls['soccer.standings']({ league: 'toString' }, { now: NOW } as CallContext)).toMatchObject({
      code: CODES.NOT_FOUND,
    })
  })
})

describe('Annex D.7 S9.16 schedule', () => {
  it('today has the matches of the rooms', async () => {
    const { list } = await ask('soccer.schedule', { date: '2026-11-21' })
    const played = matchRooms.filter(({ fixture }) => fixture.kind !== 'anchor')
    expect(list.map(({ eid }) => eid).sort()).toEqual(played.map(({ fixture }) => fixture.eid).sort())
    for (const { fixture, state } of played) {
      const listed = list.find(({ eid }) => eid === fixture.eid)
      expect(listed).toMatchObject({
        home: fixture.home.name,
        away: fixture.away.name,
        kickOffAt: kickOffOf(fixture.kind, state.clock),
      })
      expect(listed?.score).toBe(state.clock.phase === 'before' ? '' : `${state.homeScore}-${state.guestScore}`)
    }
  })

  it('past days have results, future days do not; a day starts at midnight in Shanghai', async () => {
    const past = (await ask('soccer.schedule', { date: '2026-11-20' })).list
    const before = (await ask('soccer.schedule', { date: '2026-11-19' })).list
    const played = [...past, ...before]
    expect(played.length).toBeGreaterThan(0)
    expect(played.every(({ score }) => /^\d+-\d+$/.test(score))).toBe(true)
    const next = await Promise.all(['22', '23'].map((day) => ask('soccer.schedule', { date: `2026-11-${day}` })))
    expect(next.flatMap(({ list }) => list.map(({ score }) => score)).join('')).toBe('')
    expect(siteDayOf(Date.UTC(2026, 10, 20, 16)) - siteDayOf(Date.UTC(2026, 10, 20, 16) - 1)).toBe(1)
    expect(timeOfSiteDay(DAY, 0)).toBe(Date.UTC(2026, 10, 20, 16))
    const day = matchesOfDay(SEED, DAY - (DAY % 2))
    expect(day.every((match) => siteDayOf(timeOfSiteDay(match.day, match.minuteOfDay)) === match.day)).toBe(true)
  })

  it('a day without matches names the next one; days outside of the season are refused', async () => {
    const days = Array.from({ length: 88 }, (_, index) =>
      new Date(NOW + (index - 72) * 86_400_000).toISOString().slice(0, 10),
    )
    const responses = await Promise.all(days.map((date) => ask('soccer.schedule', { date })))
    const [{ firstDate, lastDate }] = responses as [(typeof responses)[0]]
    for (const [index, { list, nextDate }] of responses.entries()) {
      const day = days[index] ?? ''
      if (day < firstDate || day > lastDate) expect(list).toEqual([])
      const next = days.findIndex((_, at) => at > index && (responses[at]?.list.length ?? 0) > 0)
      expect(nextDate).toBe(days[next] ?? null)
      for (const { stage, score, hasRoom } of list) {
        expect(score === '').toBe(stage === 'before')
        expect(hasRoom).toBe(day === '2026-11-21')
      }
    }
  })

  it('S1.23 the table of the previous season is marked as such', () => {
    for (const league of LEAGUE_IDS) {
      const rounds = roundsOfSeason(league)
      for (let day = DAY; day < DAY + 2 * rounds; day += 1) {
        const { firstDay, lastDay, played, isOver } = seasonMetadata(league, day)
        expect(lastDay - firstDay).toBe(2 * (rounds - 1))
        expect(Math.max(...seasonMatches(SEED, league, day).map(({ round }) => round))).toBe(played)
        expect(isOver).toBe(lastDay < day && played === rounds && day - lastDay > 2)
      }
    }
  })

  it('esports counts games of one match the same on every day, like the rooms', () => {
    const results = seasonMatches(SEED, 'esports', DAY)
    const perMatch = results.map(({ homeScore, awayScore }) => homeScore + awayScore)
    expect(Math.min(...perMatch)).toBeGreaterThan(30)
    expect(results.every(({ homeScore, awayScore }) => homeScore !== awayScore)).toBe(true)
  })

  it('an invalid date is refused', async () => {
    for (const date of ['2026-02-31', '2026-13-01', '0000-00-00']) {
      expect(await calls['soccer.schedule']({ date }, { now: NOW } as CallContext)).toMatchObject({
        code: CODES.PARAM_ERROR,
      })
    }
  })
})

describe('S1.24 tips of experts', () => {
  it('are about coming matches, next first, with their author', async () => {
    const { list, total, experts } = await ask('tips.list', { pageNum: 1 })
    expect(total).toBeGreaterThan(0)
    expect(list.every(({ kickOffAt, result }) => kickOffAt > NOW && result === 'open')).toBe(true)
    const times = list.map(({ kickOffAt }) => kickOffAt)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(new Set(list.map(({ matchTitle, title }) => `${matchTitle} ${title}`)).size).toBe(list.length)
    for (const { id, expertId, expertName } of list) {
      const [tip, expert] = await Promise.all([ask('tips.detail', { id }), ask('tips.expert', { id: expertId })])
      expect(tip.paragraphs.length).toBeGreaterThan(2)
      expect(tip.match?.hasRoom).toBe(true)
      expect([expert.name, expert.tips.map((tip) => tip.id).includes(id)]).toEqual([expertName, true])
      expect(experts.map((one) => one.id)).toContain(expertId)
    }
  })

  it('S1.24 are listed by kick-off, latest first', async () => {
    const { experts } = await ask('tips.list', { pageNum: 1 })
    const pages = await Promise.all(experts.map(({ id }) => ask('tips.expert', { id })))
    for (const { tips } of pages) {
      const times = tips.map(({ kickOffAt }) => kickOffAt)
      expect(times).toEqual(times.toSorted((one, other) => other - one))
    }
  })

  it('S1.24 are settled by the result of their match only', async () => {
    const settled = await allSettled()
    expect(settled.length).toBeGreaterThan(60)
    const details = await Promise.all(settled.map(({ id }) => ask('tips.detail', { id })))
    for (const { pick, result, match } of details) {
      if (match === null) throw new Error('a tip of the demo has a match')
      const [home = 0, away = 0] = match.score.split('-').map(Number)
      const lead = pick.startsWith(match.home) ? home - away : away - home
      expect(pick).toMatch(match.league === '海岸联赛' ? /不败$/ : /取胜$/)
      expect(result).toBe(lead > 0 || (lead === 0 && match.league === '海岸联赛') ? 'right' : 'wrong')
      expect(match).toMatchObject({ stage: 'ended', hasRoom: false })
      expect(match.kickOffAt).toBeLessThan(NOW)
    }
  })

  it('S1.24 a record counts exactly the settled tips; one expert has too few for a rate', async () => {
    const settled = await allSettled()
    const { experts } = await ask('tips.list', { pageNum: 1 })
    for (const { id, record } of experts) {
      const tip = settled.filter(({ expertId }) => expertId === id)
      expect([record.settled, record.right]).toEqual([
        tip.length,
        tip.filter(({ result }) => result === 'right').length,
      ])
      expect((await ask('tips.expert', { id })).record).toEqual(record)
    }
    const rates = experts.map(({ record }) => hitRate(record))
    expect([rates.includes(null), rates.some((rate) => rate !== null)]).toEqual([true, true])
  })

  it('an unknown tip or expert is not found', async () => {
    const call = { now: NOW, site: CONFIG_DEFAULTS } as CallContext
    expect(await calls['tips.detail']({ id: 't-0' }, call)).toMatchObject({ code: CODES.NOT_FOUND })
    expect(await calls['tips.expert']({ id: '__proto__' }, call)).toMatchObject({ code: CODES.NOT_FOUND })
  })

  async function allSettled() {
    const { total, pageSize } = await ask('tips.list', { pageNum: 1, state: 'settled' })
    const pages = Array.from({ length: Math.ceil(total / pageSize) }, (_, index) => index + 1)
    const lists = await Promise.all(pages.map((pageNum) => ask('tips.list', { pageNum, state: 'settled' })))
    return lists.flatMap(({ list }) => list)
  }
})
