import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import { SITE_ROOM } from '#protocol/room/kinds.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { siteCalls } from '#server/calls/site/site.ts'
import type { CallContext } from '#server/http/context.ts'
import { SiteContent } from '#server/site/site-content.ts'
import { silentLog } from '../../support/logs.ts'
import { STORE_KINDS } from '../../support/store.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from './console-support.ts'

const DOMAINS = { api: [], news: [], video: [], chat: [] }

describe.each(STORE_KINDS)('configuration and content of the site on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient
  let editor: ConsoleClient

  beforeAll(async () => {
    console = await openTestConsole(kind)
    neighbour = await openNeighbour()
    const named = new Promise<void>((resolve) => neighbour.onChange(resolve))
    root = (await console.setUp()).client
    await named
    nameAfterSetUp = neighbour.configs.CNY.siteName
    editor = await console.add(root, 'editor', 'editor')
    const { rooms } = console.services
    const post = rooms.post.bind(rooms)
    vi.spyOn(rooms, 'post').mockImplementation((chatRoomNo, drafts) => {
      for (const draft of drafts) if (chatRoomNo === SITE_ROOM && draft.kind === 'notice') told.push(draft.data.reads)
      return post(chatRoomNo, drafts)
    })
  }, 120_000)
  afterAll(async () => {
    neighbour.close()
    await console.close()
  })

  /** The site in another process with the same database. */
  const openNeighbour = () =>
    SiteContent.open(console.services.database, {
      source: { overrides: { giftSwitch: 0 }, domains: DOMAINS, hasAfs: false },
      isShared: true,
      log: silentLog,
    })
  let neighbour: SiteContent
  let nameAfterSetUp = ''

  const now = () => console.clock.now()
  const call = (): CallContext =>
    ({ now: now(), siteId: 5009, site: console.services.content.configs.CNY }) as CallContext
  /** The public calls of a site without demo content. */
  const site = () => {
    const { content, activities } = console.services
    const shortUrls = { make: async () => null }
    return siteCalls({ hasDemoTools: false, domains: DOMAINS, shortUrls, content, activities })
  }
  /** What pages were told to read again, oldest first. */
  const told: (readonly string[] | undefined)[] = []

  describe('the configuration', () => {
    it('S9.14 is in force at once, and every page is notified', async () => {
      const { data } = await editor.call('config.get', {})
      expect(data).toMatchObject({ version: 0, stored: {}, values: { siteName: '绿茵直播', giftSwitch: 1 } })
      expect(data.fixed).toContain('apiDomains')
      const stored = { siteName: '决赛夜', siteSkin: 'classy', giftSwitch: 0 }
      const saved = await editor.call('config.save', { version: 0, stored, reason: '世界杯换装' })
      expect(saved.data).toMatchObject({ version: 1, stored, values: stored })
      expect(console.services.config.siteConfigs.CNY.giftSwitch).toBe(0)
      expect(await site()['site.perInfo']({}, call())).toMatchObject({ data: { skin: 'classy' } })
      expect(await site()['site.baseConfig']({}, call())).toMatchObject({ data: { title: '决赛夜' } })
      expect(told.at(-1)).toEqual(['site.'])
    })

    it('names every invalid key and stores nothing', async () => {
      const stored = { giftSwitch: 2, goldCoinRate: 0, apiDomains: [], other: 1 }
      const refused = await editor.call('config.save', { version: 1, stored, reason: '试一试' })
      expect(refused).toMatchObject({
        code: CODES.PARAM_ERROR,
        data: { fields: { giftSwitch: 'expects 0 or 1', apiDomains: 'is no key', other: 'is no key' } },
      })
      const safeVerifyTypes = { imageCode: 0, afs: 0, anji: 0 }
      const unsafe = await editor.call('config.save', { version: 1, stored: { safeVerifyTypes }, reason: '试一试' })
      expect(unsafe.code).toBe(CODES.PARAM_ERROR)
      expect((await editor.call('config.get', {})).data.version).toBe(1)
    })

    it('is changed by one of two operators who edit it at the same time; the other one sees the conflict', async () => {
      const change = (client: ConsoleClient, coins: number) =>
        client.call('config.save', { version: 1, stored: { goldCoinRate: coins }, reason: '调整汇率' })
      const answers = await Promise.all([change(root, 20), change(editor, 30)])
      const codes = answers.map(({ code }) => code)
      expect([...codes].sort((one, other) => one - other)).toEqual([CODES.SUCCESS, CONSOLE_CODES.EDIT_CONFLICT])
      const winner = codes[0] === CODES.SUCCESS ? 20 : 30
      expect((await root.call('config.get', {})).data.stored).toEqual({ goldCoinRate: winner })
    })

    it('has a history, from which an earlier version can be saved again', async () => {
      const { list } = (await editor.call('revision.list', { subject: 'config' })).data
      expect(list.map(({ version, operator, reason }) => [version, operator, reason])).toEqual([
        [2, expect.stringMatching(/root|editor/), '调整汇率'],
        [1, 'editor', '世界杯换装'],
      ])
      const first = list[1]?.value as Record<string, unknown>
      await editor.call('config.save', { version: 2, stored: first, reason: '恢复到第 1 版' })
      expect(console.services.content.configs.CNY).toMatchObject({ siteName: '决赛夜', goldCoinRate: 10 })
    })

    it('has the name that was chosen at set-up, in other processes too', () => {
      expect(nameAfterSetUp).toBe('绿茵直播')
    })

    it('reaches other processes within a second', async () => {
      const { content } = console.services
      const stored = { goldCoinRate: 33, giftSwitch: 1 }
      await editor.call('config.save', { version: 3, stored, reason: '调整汇率' })
      await new Promise<void>((resolve) => {
        const check = () => neighbour.revision === content.revision && resolve()
        neighbour.onChange(check)
        check()
      })
      // What the environment sets wins.
      expect(neighbour.configs.CNY).toMatchObject({ goldCoinRate: 33, giftSwitch: 0 })
    })
  })

  describe('content', () => {
    const body = { title: '今晚停机', content: '23:00 起维护一小时。', popup: 1 }
    const announcements = async () => {
      const result = await site()['site.announcements']({ type: 'all' }, call())
      return result.ok ? result.data.list.map(({ title }) => title) : []
    }
    const draft = { kind: 'announcement' as const, body, startsAt: null, endsAt: null, reason: '维护通知' }

    it('S7.28 is shown while it is published and within its window', async () => {
      expect(await announcements()).toEqual([])
      const window = { startsAt: now() + MINUTE_MS, endsAt: now() + 5 * MINUTE_MS }
      const created = await editor.call('content.save', {
        ...draft,
        ...window,
        id: null,
        version: 0,
        isPublished: true,
      })
      expect(created.data.item).toMatchObject({ version: 1, body, ...window })
      expect(await announcements()).toEqual([])
      console.clock.move(MINUTE_MS)
      expect(await announcements()).toEqual(['今晚停机'])
      const { id } = created.data.item
      await editor.call('content.save', { ...draft, id, version: 1, isPublished: false })
      expect(await announcements()).toEqual([])
    })

    it('refuses a change of an item that another operator has changed, and shows it', async () => {
      const [item] = (await editor.call('content.list', { kind: 'announcement' })).data.list
      const { id = '' } = item ?? {}
      const stale = await root.call('content.save', { ...draft, id, version: 1, isPublished: true })
      expect(stale).toMatchObject({ code: CONSOLE_CODES.EDIT_CONFLICT, data: { current: { id, version: 2 } } })
      expect((await root.call('content.remove', { id, version: 1, reason: '过期' })).code).toBe(
        CONSOLE_CODES.EDIT_CONFLICT,
      )
      expect((await root.call('content.remove', { id, version: 2, reason: '过期' })).code).toBe(CODES.SUCCESS)
      const { list } = (await root.call('revision.list', { subject: id })).data
      expect(list.map(({ version, value }) => [version, value === null])).toEqual([
        [3, true],
        [2, false],
        [1, false],
      ])
    })

    it.each([
      ['a script as a link', 'banner', { jumpType: 2, jumpUrl: 'javascript:alert(1)' }, 'jumpUrl'],
      ['a path that leads to another site', 'banner', { jumpType: 1, jumpUrl: '//evil.example' }, 'jumpUrl'],
      ['a backslash in a path', 'banner', { jumpType: 1, jumpUrl: '/app\\live' }, 'jumpUrl'],
      ['a path that begins with a backslash', 'floatWindow', { jumpType: 1, jumpUrl: '/\\evil.example' }, 'jumpUrl'],
      ['a path with dot segments', 'banner', { jumpType: 1, jumpUrl: '/app/../x' }, 'jumpUrl'],
      ['an invisible character in a link', 'banner', { jumpType: 2, jumpUrl: 'https://a.ex\u200bample/' }, 'jumpUrl'],
      ['a link with credentials', 'banner', { jumpType: 2, jumpUrl: 'https://a@evil.example/' }, 'jumpUrl'],
      ['a picture beside its folder', 'banner', { img: '/art/../a.png' }, 'img'],
      ['a title that shows nothing', 'banner', { title: '\u3164\u2800' }, 'title'],
      ['a picture of another site', 'banner', { img: 'https://evil.example/a.png' }, 'img'],
      ['an unknown position', 'floatWindow', { position: 'top' }, 'position'],
    ] as const)('refuses %s', async (_what, itemKind, wrong, field) => {
      const common = { img: '/art/a.png', jumpType: 0, jumpUrl: '' }
      const good = { banner: { ...common, position: 'home', title: '横幅', imgH5: '/art/a.png' }, floatWindow: common }
      const given = { ...draft, kind: itemKind, body: { position: 'left', ...good[itemKind], ...wrong } }
      const refused = await editor.call('content.save', { ...given, id: null, version: 0, isPublished: true })
      expect(refused).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { [field]: expect.any(String) } } })
    })

    it('S7.27 S7.30 shows banners on their page, and floating windows', async () => {
      const shown = { startsAt: null, endsAt: null, reason: '新活动', isPublished: true, id: null, version: 0 }
      const jump = { jumpType: 1, jumpUrl: '/app/live' }
      const banner = { position: 'live', title: '决赛夜', img: '/art/a.png', imgH5: '/art/b.png', ...jump }
      await editor.call('content.save', { ...shown, kind: 'banner', body: banner })
      await editor.call('content.save', {
        ...shown,
        kind: 'floatWindow',
        body: { position: 'right', img: '/art/a.png', ...jump },
      })
      expect(await site()['site.bannerList']({ position: 'live' }, call())).toMatchObject({
        data: { list: [{ title: '决赛夜', ...jump }] },
      })
      expect(await site()['site.bannerList']({ position: 'home' }, call())).toMatchObject({ data: { list: [] } })
      expect(await site()['site.floatWindows']({}, call())).toMatchObject({ data: { list: [{ position: 'right' }] } })
    })
  })
})
