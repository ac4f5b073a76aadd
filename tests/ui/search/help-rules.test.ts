import { describe, expect, it } from 'vitest'
import { activityIdOf, activityPath, activityRedirect, isActivityId } from '#features/activity/activity-path.ts'
import { campaignStage } from '#features/activity/CampaignView.tsx'
import { HELP_CATEGORIES, MIN_TIPS_FOR_RATE } from '#protocol/rules/articles.ts'
import { HELP_ARTICLES } from '#features/help/help-articles.ts'
import { searchHelp } from '#features/help/HelpCentre.tsx'
import { namesMatch } from '#features/search/use-name-matcher.ts'
import { parseReadings } from '#features/search/pinyin.ts'
import readingList from '#features/search/readings.json' with { type: 'json' }
import { SESSION_EXPIRY_HOUR, CHAT_TEXT_MAX_CHARACTERS } from '#protocol/constants.ts'
import { passwordProblem } from '#protocol/rules/member/account.ts'
import { COIN_PACKS } from '#features/gift/spending.ts'
import { DEFAULT_UI_PREFERENCES } from '#state/site/ui-preferences.ts'
import { entriesMessages } from '#messages/zh/entries.ts'
import { helpMessages } from '#messages/zh/help.ts'

const shown = (id: string) =>
  HELP_ARTICLES.find((one) => one.id === id)
    ?.body.flat()
    .join('\n') ?? ''
const readings = parseReadings(readingList)
const find = (query: string) =>
  searchHelp(HELP_ARTICLES, query, (names) => namesMatch(names, query, readings)).map(({ id }) => id)

describe('S1.26 articles of the help centre', () => {
  it('S1.26 are at least twenty, some in every category, with unique ids', () => {
    expect(HELP_ARTICLES.length).toBeGreaterThanOrEqual(20)
    expect(new Set(HELP_ARTICLES.map(({ id }) => id)).size).toBe(HELP_ARTICLES.length)
    for (const category of HELP_CATEGORIES) {
      expect(HELP_ARTICLES.filter((article) => article.category === category).length, category).toBeGreaterThan(2)
    }
    for (const { id, link, title, summary } of HELP_ARTICLES) {
      expect(id).toMatch(/^[a-z0-9-]+$/)
      if (link) expect(link.to).toMatch(/^\/(app\/|cs$|login$)/)
      expect(`${title}${summary}${shown(id)}`, id).not.toMatch(/亲，|系统错误|[!！]/)
    }
  })

  it('S1.26 state the limits of the product', () => {
    expect(shown('nine-o-clock')).toContain(`${SESSION_EXPIRY_HOUR}:00`)
    expect(shown('cannot-speak')).toContain(`最多 ${CHAT_TEXT_MAX_CHARACTERS} 字`)
    expect(shown('gift-pause')).toContain(DEFAULT_UI_PREFERENCES.giftPauseCoins.toLocaleString('en-US'))
    expect(shown('get-coins')).toContain(Math.max(...COIN_PACKS).toLocaleString('en-US'))
    expect(shown('odds-and-views')).toContain(`满 ${MIN_TIPS_FOR_RATE} 条`)
    expect(shown('password-rule')).toContain('8 到 12 位')
    expect([passwordProblem('abcdef1', 'x'), passwordProblem('abcdefg1', 'x')]).toEqual([expect.any(String), null])
  })
})

describe('S1.26 search of the help centre', () => {
  it('S1.26 finds by title, keyword, body and pinyin initials', () => {
    expect(find('没有声音')[0]).toBe('no-sound')
    expect(find('顶号')).toEqual(['signed-in-elsewhere'])
    expect(find('12356')).toEqual(['take-a-break'])
    expect(find('mysy')).toContain('no-sound')
    expect(find('jinbi')).toContain('play-money')
  })

  it('S1.26 ranks titles and keywords above bodies, without duplicates', () => {
    const hits = find('金币')
    expect(hits.indexOf('play-money')).toBeLessThan(hits.indexOf('gift-pause'))
    expect(new Set(hits).size).toBe(hits.length)
    expect(find('没有这回事xyz')).toEqual([])
    expect(find('  ')).toEqual([])
  })
})

describe('S2.8 paths of activities', () => {
  it('S2.8 redirect to the campaign', () => {
    expect(activityRedirect('/app/carnivalactivity')).toBeNull()
    expect(activityRedirect('/app/carnivalactivity/derby-week/')).toBeNull()
    expect(activityRedirect('/app/live')).toBeNull()
    expect(activityRedirect('/carnivalactivity')).toBe('/app/carnivalactivity')
    expect(activityRedirect('/app/live/carnivalactivity')).toBe('/app/carnivalactivity')
    expect(activityRedirect('/x/carnivalactivity2026/derby-week/more')).toBe('/app/carnivalactivity/derby-week')
    expect(activityRedirect('/app/carnivalactivity/a/b')).toBe('/app/carnivalactivity/a')
  })

  it('S2.8 redirect nowhere else, for any id', () => {
    for (const id of ['//evil.example', '%2F%2Fevil', '%E0%A4%A', '<script>', '..']) {
      const to = activityRedirect(`/x/carnivalactivity/${id}`)
      expect(to === null || /^\/app\/carnivalactivity(\/[^/]+)?$/.test(to), id).toBe(true)
    }
    expect(activityPath('a/b')).toBe('/app/carnivalactivity/a%2Fb')
    expect(activityIdOf('/app/carnivalactivity/%E5%BE%B7')).toBe('德')
    expect([isActivityId('derby-week'), isActivityId('德'), isActivityId('')]).toEqual([true, false, false])
  })

  it('S2.8 are open from the start (inclusive) to the end (exclusive)', () => {
    const window = { start: 100, end: 200 }
    expect([99, 100, 199, 200].map((now) => campaignStage(window, now))).toEqual(['soon', 'open', 'open', 'ended'])
  })
})

describe('messages of help and activities', () => {
  it('S1.5 are Chinese and follow the tone of the product', () => {
    for (const [key, text] of Object.entries({ ...helpMessages, ...entriesMessages })) {
      expect(/\p{Script=Han}/u.test(text), key).toBe(true)
      expect(text, key).not.toMatch(/亲，|系统错误|[!！]/)
    }
  })
})
