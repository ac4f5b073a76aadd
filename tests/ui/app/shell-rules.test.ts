import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONFIG_DEFAULTS } from '#protocol/site-config.ts'
import { floatEntry } from '#features/float/float-entries.ts'
import { currentOf, NAV_ENTRIES } from '#app/shell/nav-entries.tsx'
import { activeEntry, isActiveEntry, isEntryEnabled, searchPath } from '#state/site/nav-path.ts'
import { navIcon } from '#app/shell/nav/nav-icons.ts'
import { DEFAULT_RAIL, railEntries } from '#app/shell/nav/ShellRail.tsx'
import { NAVIGATION_ICONS } from '#protocol/console/constants.ts'
import type { PopupConditions } from '#features/notice/AnnouncementWindow.tsx'
import { nextPopup } from '#features/notice/AnnouncementWindow.tsx'
import { mayPrefetch } from '#app/route/prefetch.ts'
import { MAX_POSITIONS, readPositions, scrollTarget, withPosition } from '#app/route/scroll-rule.ts'
import type { Announcement } from '#state/site/announcements.ts'
import { entrancesOf } from '#state/site/entrances.ts'
import {
  MAX_NOTICE_VERSIONS,
  noticeVersion,
  parseNoticeVersions,
  unreadNotices,
  addNoticeVersions,
} from '#state/site/notice-versions.ts'
import { isStaleCode } from '#lib/stale-code.ts'

const NOON = Date.UTC(2026, 10, 21, 4)
const OPEN = entrancesOf(CONFIG_DEFAULTS)
const CLOSED = { ...OPEN, tips: false, invite: false, sponsors: [] }

const notice = (id: string, more: Partial<Announcement> = {}): Announcement => ({
  id,
  title: `标题 ${id}`,
  content: '内容',
  popup: 1,
  start: NOON - 1_000,
  end: NOON + 1_000,
  ...more,
})

describe('the section rail', () => {
  it('has a picture of its own for every icon that operators can choose', () => {
    expect(NAVIGATION_ICONS.filter((name) => navIcon(name) === navIcon('unknown'))).toEqual([])
    expect(new Set(NAVIGATION_ICONS.map(navIcon)).size).toBe(NAVIGATION_ICONS.length)
  })

  const leaf = (id: string, path: string) => ({ id, name: id, icon: 'tv', path })
  const node = (id: string, path: string, children: readonly ReturnType<typeof leaf>[] = []) => ({
    ...leaf(id, path),
    children: [...children],
  })
  const ids = (tree: Parameters<typeof railEntries>[0], entrances = OPEN) =>
    railEntries(tree, entrances).map(({ id }) => id)

  it('S7.31 shows both levels of the navigation in order', () => {
    const tree = [node('a', '/app/home', [leaf('b', '/app/live?kind=football')]), node('c', '/cs')]
    expect(ids(tree)).toEqual(['a', 'b', 'c'])
  })

  it('S7.31 omits external targets, disabled screens and duplicates', () => {
    const away = ['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/\\evil.example', '']
    const tree = [
      ...away.map((path, index) => node(`x${index}`, path)),
      node('tips', '/app/tips'),
      node('home', '/app/home'),
      node('again', '/app/home'),
    ]
    expect(ids(tree)).toEqual(['tips', 'home'])
    expect(ids(tree, CLOSED)).toEqual(['home'])
  })

  it('S7.31 falls back to built-in sections without a usable navigation', () => {
    expect(railEntries(null, OPEN)).toBe(DEFAULT_RAIL)
    expect(railEntries([node('x', 'https://evil.example/')], OPEN)).toBe(DEFAULT_RAIL)
    expect(DEFAULT_RAIL.map(({ name }) => name)).toEqual(['看台', '足球', '篮球', '电竞', '主播'])
    expect(ids(Array.from({ length: 30 }, (_, index) => node(`n${index}`, `/app/n${index}`)))).toHaveLength(9)
  })

  it('S7.31 marks the current entry; the list opens with football', () => {
    const at = (pathname: string, search = '') =>
      DEFAULT_RAIL.filter(({ path }) => isActiveEntry(path, { pathname, search, hash: '' })).map(({ id }) => id)
    expect(at('/app/home')).toEqual(['stand'])
    expect(at('/app/live')).toEqual(['football'])
    expect(at('/app/live', '?kind=anchor&siteId=5001')).toEqual(['anchor'])
    expect(at('/app/live', '?q=德比')).toEqual([])
    expect(at('/app/live/2001')).toEqual([])
  })

  it('S7.31 marks the entry of a part of a screen before that of the screen', () => {
    const at = (hash: string) =>
      activeEntry(['/app/home', '/app/home#games', '/cs'], { pathname: '/app/home', search: '', hash })
    expect([at(''), at('#games'), at('#content')]).toEqual(['/app/home', '/app/home#games', '/app/home'])
    expect(activeEntry(['/app/home'], { pathname: '/cs', search: '', hash: '' })).toBeNull()
  })

  it('S9.14 omits screens that the site has disabled', () => {
    for (const path of ['/app/tips', '/app/tips/1', '/app/expert/2?a', '/app/activity/invite', '/app/sponsor/1']) {
      expect([path, isEntryEnabled(path, OPEN), isEntryEnabled(path, CLOSED)]).toEqual([path, true, false])
    }
    expect(isEntryEnabled('/app/tipster', CLOSED)).toBe(true)
  })
})

describe('the navigation', () => {
  it('S2.22 has the five entries of Annex G, each with its current state', () => {
    expect(NAV_ENTRIES.map(({ to }) => to)).toEqual([
      '/app/home',
      '/app/sports',
      '/app/live',
      '/app/news',
      '/app/promos',
    ])
    const current = (pathname: string) => NAV_ENTRIES.map((entry) => currentOf(entry, pathname))
    expect(current('/app/live')).toEqual([undefined, undefined, 'page', undefined, undefined])
    expect(current('/app/live/2001')).toEqual([undefined, undefined, 'true', undefined, undefined])
    expect(current('/app/data')).toEqual([undefined, undefined, undefined, 'true', undefined])
    expect(current('/app/activity/invite')).toEqual([undefined, undefined, undefined, undefined, 'true'])
    expect(current('/app/lively')).toEqual([undefined, undefined, undefined, undefined, undefined])
  })

  it('encodes any search in the URL of the list', () => {
    expect(searchPath('')).toBe('/app/live')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (query) => {
        const url = new URL(searchPath(query), 'https://stand.example')
        expect([url.pathname, url.searchParams.get('q'), url.hash]).toEqual(['/app/live', query, ''])
      }),
    )
  })
})

describe('floating windows', () => {
  const window = (id: string, more: object = {}) => ({
    id,
    img: '/art/float-service.svg',
    position: 'right' as const,
    jumpType: 1,
    jumpUrl: '/cs',
    ...more,
  })

  it('S7.30 show the first one of a side that is not closed, with an accessible name', () => {
    const list = [window('a', { position: 'left', jumpUrl: '/app/live/2001' }), window('b'), window('c')]
    expect(floatEntry(list, 'left', [], OPEN)).toMatchObject({ window: { id: 'a' }, name: '进入直播间' })
    expect(floatEntry(list, 'right', [], OPEN)).toMatchObject({ window: { id: 'b' }, name: '客服' })
    expect(floatEntry(list, 'right', ['b'], OPEN)).toMatchObject({ window: { id: 'c' } })
    expect(floatEntry(list, 'right', ['b', 'c'], OPEN)).toBeNull()
  })

  it('S7.30 are not shown without a target, with an unnamed external target, or with a disabled one', () => {
    const hidden = [
      { jumpType: 0 },
      { jumpType: 7 },
      { jumpUrl: 'javascript:alert(1)' },
      { jumpUrl: '//evil.example' },
      { jumpType: 2, jumpUrl: 'http://evil.example/' },
      { jumpType: 2, jumpUrl: 'data:text/html,x' },
      { img: 'https://evil.example/a.png' },
      { img: 'javascript:alert(1)' },
      { jumpUrl: '/app/activity/invite' },
    ]
    for (const more of hidden)
      expect(floatEntry([window('x', more)], 'right', [], CLOSED), JSON.stringify(more)).toBeNull()
    const outside = window('o', { jumpType: 2, jumpUrl: 'https://news.example.com/a' })
    expect(floatEntry([outside], 'right', [], OPEN)?.name).toBe('news.example.com')
  })
})

describe('announcements', () => {
  const input: PopupConditions = {
    list: [notice('a', { popup: 0 }), notice('b'), notice('c')],
    seen: [],
    now: NOON,
    isMember: true,
    isSigningIn: false,
    isRoom: false,
    isFullScreen: false,
    isDialogOpen: false,
  }

  it('S7.28 open one at a time by themselves, each version once', () => {
    expect(nextPopup(input)?.id).toBe('b')
    const seen = [noticeVersion(notice('b'))]
    expect(nextPopup({ ...input, seen })?.id).toBe('c')
    expect(nextPopup({ ...input, seen: [...seen, noticeVersion(notice('c'))] })).toBeNull()
    const reworded = [notice('b', { content: '改过的内容' })]
    expect(nextPopup({ ...input, list: reworded, seen })?.id).toBe('b')
  })

  it.each([
    ['over a room', { isRoom: true }],
    ['over a full screen', { isFullScreen: true }],
    ['over another window', { isDialogOpen: true }],
    ['before signing in is done', { isSigningIn: true }],
    ['between a visitor and the match', { isMember: false }],
  ])('S7.28 never open %s', (_when, more) => {
    expect(nextPopup({ ...input, ...more })).toBeNull()
  })

  it('S7.28 are in force from the start to before the end', () => {
    const at = (now: number) => nextPopup({ ...input, list: [notice('w')], now }) !== null
    expect([at(NOON - 1_001), at(NOON - 1_000), at(NOON + 999), at(NOON + 1_000)]).toEqual([false, true, true, false])
  })

  it('S7.28 read marks are bounded and unique, oldest removed first', () => {
    const mark = fc.string({ minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.array(mark, { maxLength: 400 }), fc.array(mark, { maxLength: 400 }), (before, more) => {
        const marks = addNoticeVersions(parseNoticeVersions(before), more)
        expect(marks.length).toBeLessThanOrEqual(MAX_NOTICE_VERSIONS)
        expect(new Set(marks).size).toBe(marks.length)
        if (more.length > 0) expect(marks).toContain(more.at(-1))
        expect(parseNoticeVersions(JSON.parse(JSON.stringify(marks)))).toEqual(
          marks.filter((one) => /^.{1,80}$/.test(one)),
        )
      }),
    )
    expect(unreadNotices(input.list, [noticeVersion(notice('b'))]).map(({ id }) => id)).toEqual(['a', 'c'])
  })

  it('S7.28 invalid stored read marks are ignored', () => {
    for (const stored of [null, 1, 'x', {}, [1, null, {}, ''], ['x'.repeat(81)]])
      expect(parseNoticeVersions(stored)).toEqual([])
  })
})

describe('a change of the screen', () => {
  const move = { type: 'PUSH', isSamePath: false, hash: '', stored: null } as const

  it('restores the scroll position of a visited screen, otherwise scrolls to the top', () => {
    expect(scrollTarget({ ...move, type: 'POP', stored: 640 })).toEqual({ kind: 'position', top: 640 })
    expect(scrollTarget({ ...move, type: 'POP', stored: 0, hash: '#a' })).toEqual({ kind: 'position', top: 0 })
    expect(scrollTarget({ ...move, stored: null })).toEqual({ kind: 'top' })
    expect(scrollTarget({ ...move, hash: '#%E8%B5%9B' })).toEqual({ kind: 'element', id: '赛' })
    expect(scrollTarget({ ...move, hash: '#%E8' })).toEqual({ kind: 'element', id: '%E8' })
  })

  it('does not scroll when a tab or a search replaces another', () => {
    expect(scrollTarget({ ...move, type: 'REPLACE', isSamePath: true })).toEqual({ kind: 'stay' })
    expect(scrollTarget({ ...move, type: 'REPLACE' })).toEqual({ kind: 'top' })
  })

  it('stores fifty positions, and ignores invalid stored data', () => {
    let positions: ReadonlyMap<string, number> = new Map()
    for (let index = 0; index < 80; index += 1) positions = withPosition(positions, `k${index}`, index)
    expect(positions.size).toBe(MAX_POSITIONS)
    expect([...positions.keys()][0]).toBe('k30')
    expect(readPositions(JSON.stringify([...positions]))).toEqual(positions)
    for (const text of [null, '', '{', '{}', '[1,"a",["k"],["k","1"],["k",-1],["k",null]]']) {
      expect(readPositions(text).size).toBe(0)
    }
  })

  it('prefetches only if the connection permits it', () => {
    expect(mayPrefetch(undefined, true)).toBe(true)
    expect(mayPrefetch({ saveData: false, effectiveType: '4g' }, true)).toBe(true)
    expect(mayPrefetch({ saveData: true }, true)).toBe(false)
    expect(mayPrefetch({ effectiveType: 'slow-2g' }, true)).toBe(false)
    expect(mayPrefetch(undefined, false)).toBe(false)
  })

  it('distinguishes missing code from faulty code', () => {
    expect(isStaleCode(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))).toBe(true)
    expect(isStaleCode(new TypeError('Importing a module script failed.'))).toBe(true)
    expect(isStaleCode(new Error('Unable to preload CSS for /assets/a.css'))).toBe(true)
    expect(isStaleCode(new TypeError("Cannot read properties of undefined (reading 'import')"))).toBe(false)
    expect(isStaleCode('error loading dynamically imported module')).toBe(false)
  })
})
