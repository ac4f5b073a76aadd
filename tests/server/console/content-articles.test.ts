import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CODES } from '#protocol/codes.ts'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { ConsoleRequestOf } from '#protocol/console/table.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import { DAY_MS, MINUTE_MS } from '#protocol/time.ts'
import type { CallContext } from '#server/http/context.ts'
import { newsCalls } from '#server/calls/site/news.ts'
import { siteCalls } from '#server/calls/site/site.ts'
import { EMPTY_NEWSROOM, type NewsArticle } from '#server/matches/newsroom.ts'
import { siteNewsroom } from '#server/site/site-newsroom.ts'
import { SHORT_KINDS } from '../../support/store.ts'
import { type ConsoleClient, openTestConsole, type TestConsole } from './console-support.ts'

type Draft = Pick<ConsoleRequestOf<'content.save'>, 'kind' | 'body'> & Partial<ConsoleRequestOf<'content.save'>>

const NEWS = { category: 'football', kicker: '公告', summary: '一句话。', img: '', alt: '', isTop: 0 } as const
const HELP = { category: 'watch', summary: '一句话。', keywords: '', linkTo: '', linkLabel: '', order: 100 } as const

describe.each(SHORT_KINDS)('news, tips, help and navigation of operators on %s', (kind) => {
  let console: TestConsole
  let root: ConsoleClient
  let editor: ConsoleClient
  /** Articles of the source of the matches. */
  const base: NewsArticle[] = []

  beforeAll(async () => {
    console = await openTestConsole(kind)
    root = (await console.setUp()).client
    editor = await console.add(root, 'editor', 'editor')
  }, 120_000)
  afterAll(() => console.close())

  const now = () => console.clock.now()
  const call = (): CallContext =>
    ({ now: now(), siteId: 5009, site: console.services.content.configs.CNY }) as CallContext
  const news = () =>
    newsCalls({
      newsroom: siteNewsroom({
        base: () => ({
          ...EMPTY_NEWSROOM,
          articles: () => base,
          find: (id) => {
            const article = base.find((one) => one.id === id)
            return article ? { article, match: null, newer: undefined, older: undefined } : null
          },
        }),
        content: console.services.content,
        findMatch: () => null,
      }),
    })
  const site = () => {
    const { content, activities } = console.services
    const domains = { api: [], news: [], video: [], chat: [] }
    const shortUrls = { make: async () => null }
    return siteCalls({ hasDemoTools: false, domains, shortUrls, content, activities })
  }
  const save = (draft: Draft, client = editor) =>
    client.call('content.save', {
      id: null,
      version: 0,
      isPublished: true,
      startsAt: null,
      endsAt: null,
      reason: '更新内容',
      ...draft,
    })
  const titles = async (category: 'all' | 'football' | 'esports' = 'all') => {
    const result = await news()['news.list']({ category, pageNum: 1 }, call())
    if (!result.ok) throw new Error(result.message)
    return ENDPOINTS['news.list'].data.parse(result.data).list.map(({ title }) => title)
  }

  describe('news', () => {
    it('S1.23 are listed from their publication on, newest first, with paragraphs of plain text', async () => {
      const draft = { kind: 'news' as const, body: { ...NEWS, title: '停机公告', text: '第一段\n\n<b>第二段</b>' } }
      const created = await save({ ...draft, isPublished: false })
      expect(await titles()).toEqual([])
      console.clock.move(MINUTE_MS)
      const { id } = created.data.item
      const published = await save({ ...draft, id, version: 1 })
      expect(published.data.item.startsAt).toBe(now())
      await save({ kind: 'news', body: { ...NEWS, title: '明天见', text: '正文' }, startsAt: now() + DAY_MS })
      expect(await titles()).toEqual(['停机公告'])
      expect(await titles('esports')).toEqual([])
      const detail = await news()['news.detail']({ id }, call())
      expect(detail).toMatchObject({
        data: { paragraphs: ['第一段', '<b>第二段</b>'], publishedAt: now(), match: null },
      })
      expect(ENDPOINTS['news.detail'].data.safeParse(detail.ok && detail.data).success).toBe(true)
    })

    it('S1.23 stand among those of the matches; one at the top comes first', async () => {
      const paragraphs = ['正文']
      const report = (id: string, publishedAt: number) =>
        ({ ...NEWS, alt: '图', id, title: id, publishedAt, paragraphs }) satisfies NewsArticle
      base.push(report('newer', now() + MINUTE_MS), report('older', now() - MINUTE_MS))
      console.clock.move(2 * MINUTE_MS)
      expect(await titles()).toEqual(['newer', '停机公告', 'older'])
      expect(await news()['news.detail']({ id: 'older' }, call())).toMatchObject({
        data: { newer: { title: '停机公告' }, older: null },
      })
      const [item] = (await root.call('content.list', { kind: 'news' })).data.list
      const body = { ...item?.body, isTop: 1, img: '/art/a.webp', alt: '球场的灯' }
      const { id = '', startsAt = null } = item ?? {}
      await save({ kind: 'news', id, version: 2, body, startsAt })
      expect(await titles()).toEqual(['停机公告', 'newer', 'older'])
      expect(await news()['news.detail']({ id }, call())).toMatchObject({
        data: { alt: '球场的灯', newer: { title: 'newer' }, older: { title: 'older' } },
      })
    })

    it('have a history, a conflict and an audit line like other content', async () => {
      const [item] = (await root.call('content.list', { kind: 'news' })).data.list
      const { id = '', body = {} } = item ?? {}
      expect((await save({ kind: 'news', id, version: 1, body }, root)).code).toBe(CONSOLE_CODES.EDIT_CONFLICT)
      expect(
        (await save({ kind: 'help', id, version: 3, body: { ...HELP, slug: 'x-1', title: '题', text: '字' } })).code,
      ).toBe(CODES.NOT_FOUND)
      const { list } = (await root.call('revision.list', { subject: id })).data
      expect(list.map(({ version }) => version)).toEqual([3, 2, 1])
      const audit = (await root.call('audit.list', {})).data.list
      expect(audit.some(({ action, target }) => action === 'content.save' && target === `news ${id}`)).toBe(true)
    })
  })

  describe('tips', () => {
    const tip = {
      title: '客场难打',
      pick: '主队不败',
      league: '海岸联赛',
      matchTitle: '北港联 对 南屿',
      eid: '',
      text: '理由',
    }
    const expertBody = { name: '灯塔老周', avatar: '/art/av-6.svg', beat: '足球', intro: '只看站位。', order: 100 }
    const list = async (state: 'open' | 'settled') => {
      const result = await news()['tips.list']({ pageNum: 1, state }, call())
      return ENDPOINTS['tips.list'].data.parse(result.ok && result.data)
    }

    it('S3.9 have no expert whose name looks like staff', async () => {
      for (const name of ['客服小周', 'Ａdmin', '系\u200b统']) {
        const refused = await save({ kind: 'expert', body: { ...expertBody, name } })
        expect(refused, name).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { name: expect.any(String) } } })
      }
    })

    it('S1.24 need an expert', async () => {
      const expertId = '01890000-0000-7000-8000-000000000000'
      const body = { ...tip, expertId, kickOffAt: now() + MINUTE_MS, result: 'open' }
      expect(await save({ kind: 'tip', body })).toMatchObject({
        code: CODES.PARAM_ERROR,
        data: { fields: { expertId: '没有这位专家' } },
      })
    })

    it('S1.24 are open until their result, which counts in the record of the expert', async () => {
      const { id: expertId } = (await save({ kind: 'expert', body: expertBody })).data.item
      const body = { ...tip, expertId, kickOffAt: now() + MINUTE_MS, result: 'open' }
      const { id } = (await save({ kind: 'tip', body })).data.item
      expect(await list('open')).toMatchObject({ list: [{ id, expertName: '灯塔老周', result: 'open' }] })
      console.clock.move(2 * MINUTE_MS)
      expect((await list('open')).list).toEqual([])
      await save({ kind: 'tip', id, version: 1, body: { ...body, result: 'right' } })
      expect(await list('settled')).toMatchObject({
        list: [{ id, result: 'right' }],
        experts: [{ id: expertId, record: { days: 30, settled: 1, right: 1 } }],
      })
      const detail = await news()['tips.detail']({ id }, call())
      expect(ENDPOINTS['tips.detail'].data.parse(detail.ok && detail.data)).toMatchObject({
        match: null,
        paragraphs: ['理由'],
      })
      expect(await news()['tips.expert']({ id: expertId }, call())).toMatchObject({ data: { tips: [{ id }] } })
    })

    it('keep their expert, who can be hidden and not deleted', async () => {
      const [expert] = (await root.call('content.list', { kind: 'expert' })).data.list
      const { id = '' } = expert ?? {}
      const removed = await root.call('content.remove', { id, version: 1, reason: '离职' })
      expect(removed.code).toBe(CODES.PARAM_ERROR)
      await save({ kind: 'expert', id, version: 1, body: expertBody, isPublished: false })
      expect(await list('settled')).toMatchObject({ list: [], experts: [] })
    })
  })

  describe('help articles', () => {
    const shown = async () => {
      const result = await site()['site.helpArticles']({}, call())
      return ENDPOINTS['site.helpArticles'].data.parse(result.ok && result.data).list
    }

    it('S1.26 are listed in their order with search terms and a link', async () => {
      const link = { keywords: ' 票  入场 ', linkTo: '/app/mine', linkLabel: '查看' }
      await save({ kind: 'help', body: { ...HELP, slug: 'second', title: '后面的', text: '正文' } })
      await save({ kind: 'help', body: { ...HELP, ...link, slug: 'first', title: '前面的', text: '一\n二', order: 1 } })
      expect(await shown()).toMatchObject([
        { id: 'first', keywords: ['票', '入场'], body: ['一', '二'], link: { to: '/app/mine', label: '查看' } },
        { id: 'second', keywords: [], link: null },
      ])
    })

    it('are refused with the URL of another one', async () => {
      const again = await save({ kind: 'help', body: { ...HELP, slug: 'first', title: '同名', text: '正文' } })
      expect(again).toMatchObject({ code: CODES.NAME_TAKEN, msg: '已有一篇文章使用这个网址' })
      expect(await shown()).toHaveLength(2)
    })
  })

  it('S7.31 navigation entries replace the built-in ones, in their order', async () => {
    const list = async () => {
      const result = await site()['site.navigation']({}, call())
      return ENDPOINTS['site.navigation'].data.parse(result.ok && result.data).list
    }
    expect((await list()).map(({ id }) => id)).toContain('stand')
    const entry = (name: string, order: number) => ({ name, icon: 'star', path: '/app/mine', order })
    await save({ kind: 'navigation', body: entry('关注', 20) })
    const { id } = (await save({ kind: 'navigation', body: entry('我的', 10) })).data.item
    expect((await list()).map(({ name }) => name)).toEqual(['我的', '关注'])
    await save({ kind: 'navigation', id, version: 1, body: entry('我的', 10), isPublished: false })
    expect((await list()).map(({ name }) => name)).toEqual(['关注'])
  })

  describe('customer service', () => {
    const shown = async () => {
      const result = await site()['site.customerService']({}, call())
      return ENDPOINTS['site.customerService'].data.parse(result.ok && result.data)
    }
    const contact = { channel: 'email', name: '邮件', value: 'help@live.example', hours: '', order: 20 } as const

    it('S7.32 has built-in questions, and no contacts before operators add some', async () => {
      const { hours, channels, questions } = await shown()
      expect([hours, channels]).toEqual(['', []])
      expect(questions.length).toBeGreaterThan(0)
    })

    it('S7.32 shows contacts and questions of operators in their order, with the first hours', async () => {
      await save({ kind: 'contact', body: contact })
      const phone = {
        channel: 'phone',
        name: '电话',
        value: '+86 400-000-0000',
        hours: '每天 9:00 至 21:00',
        order: 10,
      }
      const { id } = (await save({ kind: 'contact', body: phone })).data.item
      const questions = [
        { question: '怎么开播？', answer: '联系运营。\n<b>需要审核</b>', order: 2 },
        { question: '怎么找回账号？', answer: '发邮件给我们。', order: 1 },
      ]
      for (const body of questions) await save({ kind: 'question', body })
      expect(await shown()).toEqual({
        hours: '每天 9:00 至 21:00',
        channels: [
          { kind: 'phone', name: '电话', value: '+86 400-000-0000' },
          { kind: 'email', name: '邮件', value: 'help@live.example' },
        ],
        questions: [
          { question: '怎么找回账号？', answer: '发邮件给我们。' },
          { question: '怎么开播？', answer: '联系运营。\n<b>需要审核</b>' },
        ],
      })
      await save({ kind: 'contact', id, version: 1, body: phone, isPublished: false })
      expect(await shown()).toMatchObject({ hours: '', channels: [{ kind: 'email' }] })
    })

    it.each([
      ['chat', 'javascript:alert(1)'],
      ['chat', 'http://chat.example'],
      ['email', 'nobody'],
      ['phone', 'help@live.example'],
    ] as const)('S7.32 refuses a contact by %s with %s', async (channel, value) => {
      expect(await save({ kind: 'contact', body: { ...contact, channel, value } })).toMatchObject({
        code: CODES.PARAM_ERROR,
        data: { fields: { value: expect.any(String) } },
      })
    })
  })

  it.each([
    ['an article without text', 'news', { ...NEWS, title: '题', text: ' \n ' }, 'text'],
    ['a picture without description', 'news', { ...NEWS, title: '题', text: '字', img: '/art/a.png' }, 'alt'],
    [
      'a picture of another site',
      'news',
      { ...NEWS, title: '题', text: '字', img: 'https://e.example/a.png', alt: '图' },
      'img',
    ],
    [
      'an avatar that is not drawn',
      'expert',
      { name: '名', avatar: '/art/av-25.svg', beat: '足球', intro: '介绍', order: 1 },
      'avatar',
    ],
    ['an unknown category', 'help', { ...HELP, category: 'other', slug: 'ab', title: '题', text: '字' }, 'category'],
    ['a URL with a slash', 'help', { ...HELP, slug: 'a/b', title: '题', text: '字' }, 'slug'],
    ['a button without a link', 'help', { ...HELP, slug: 'ab', title: '题', text: '字', linkLabel: '去' }, 'linkLabel'],
    ['a path to another site', 'navigation', { name: '外', icon: 'tv', path: '//evil.example', order: 1 }, 'path'],
    ['an icon that does not exist', 'navigation', { name: '外', icon: 'skull', path: '/cs', order: 1 }, 'icon'],
    ['a position that is no number', 'navigation', { name: '外', icon: 'tv', path: '/cs', order: null }, 'order'],
  ] as const)('refuses %s', async (_what, itemKind, body, field) => {
    const refused = await save({ kind: itemKind, body })
    expect(refused).toMatchObject({ code: CODES.PARAM_ERROR, data: { fields: { [field]: expect.any(String) } } })
  })

  it('refuses news that end before they are published', async () => {
    const body = { ...NEWS, title: '题', text: '字' }
    expect(await save({ kind: 'news', body, endsAt: now() - 1 })).toMatchObject({
      code: CODES.PARAM_ERROR,
      data: { fields: { endsAt: '结束时间要晚于开始时间' } },
    })
  })
})
