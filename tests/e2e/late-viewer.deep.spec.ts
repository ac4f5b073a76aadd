import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { needProduction, type ProductionSite, startProduction } from './support/console.ts'

const MINUTE_MS = 60_000
const folder = mkdtempSync(path.join(tmpdir(), 'grandstand-feed-'))
const FEED = path.join(folder, 'matches.json')

let site: ProductionSite

needProduction()

/** Replaces the feed: a match in play with goals at these minutes, in this order. */
function writeFeed(minutes: readonly number[]): void {
  const at = (minute: number) => new Date(Date.now() + minute * MINUTE_MS).toISOString()
  const events = minutes.map((minute, index) => ({
    id: `goal-${minute}`,
    type: 'goal',
    side: 'home',
    minute,
    text: `第 ${minute} 分钟进球`,
    homeScore: index + 1,
    awayScore: 0,
  }))
  const match = {
    id: 'derby',
    kind: 'football',
    league: { id: 'coast', name: '海岸联赛' },
    home: { id: 'jiangcheng', name: '江城' },
    away: { id: 'nanyu', name: '南屿' },
    kickOffAt: at(-40),
    phase: 'first-half',
    phaseStartedAt: at(-40),
    score: { home: minutes.length, away: 0 },
    events,
  }
  writeFileSync(FEED, JSON.stringify({ format: 'grandstand-matches/1', generatedAt: at(0), matches: [match] }))
}

test.beforeAll(async () => {
  writeFeed([18, 31])
  site = await startProduction({ MATCH_FEED: FEED, MATCH_FEED_SECONDS: '1' })
})
test.afterAll(async () => {
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
})

const goals = (page: Page) => page.getByRole('list', { name: '比赛事件' }).getByRole('listitem')
const openEvents = (page: Page) => page.goto(`${site.server.url}/app/live/feed-derby?tab=animation`)

test('a viewer who joins late sees the events in the order of the one who was there @both', async ({
  page,
  context,
}) => {
  await openEvents(page)
  await expect(goals(page)).toHaveCount(2)
  // The feed reports an earlier goal after the others.
  writeFeed([18, 31, 5])
  await expect(goals(page)).toHaveCount(3)
  const late = await context.newPage()
  await openEvents(late)
  for (const viewer of [page, late]) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await expect(goals(viewer)).toContainText(['第 31 分钟进球', '第 18 分钟进球', '第 5 分钟进球'])
  }
})
