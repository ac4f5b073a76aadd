import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FeedbackPage } from '#app/pages/feedback/FeedbackPage.tsx'
import { FeedbackThreadPage } from '#app/pages/feedback/FeedbackThreadPage.tsx'
import { ShellLayout } from '#app/shell/ShellLayout.tsx'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { FeedbackThread } from '#protocol/endpoints/account/feedback.ts'
import { failure, success } from '#protocol/result.ts'
import { cachedResponsesAtom } from '#state/data/use-cached-data.ts'
import { sessionAtom } from '#state/session/session.ts'
import { announcementsAtom } from '#state/site/announcements.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { type MountedRoutes, mountRoutes } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

const HOSTILE = '<img src=x onerror="document.title=1">'
const ROUTES = [
  {
    element: <ShellLayout />,
    children: [
      { path: '/app/feedback', Component: FeedbackPage },
      { path: '/app/feedback/:id', Component: FeedbackThreadPage },
    ],
  },
]

let mounted: MountedRoutes
let stored: FeedbackThread[] = []
const called = (name: string) => transport.calls.filter((one) => one.name === name).map(({ params }) => params)
const threadOf = (id: string) => {
  const thread = stored.find((one) => one.id === id)
  return thread ? success(thread) : failureOf(CODES.NOT_FOUND)
}

beforeEach(async () => {
  await page.viewport(1280, 800)
  stored = []
  store.set(cachedResponsesAtom, new Map())
  transport.now = NOON
  transport.calls.length = 0
  transport.uploads.length = 0
  store.set(announcementsAtom, { list: [], failure: null, isLoading: false })
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 3_600_000 })
  transport.responses = {
    'site.announcements': () => success({ list: [] }),
    'message.unread': () => success({ public: 0, private: 0, notice: 0, until: NOON }),
    'upload.image': () => failureOf(CODES.NOT_FOUND),
    'feedback.list': ({ pageNum, pageSize }) => success({ list: stored, total: stored.length, pageNum, pageSize }),
    'feedback.detail': ({ id }) => threadOf(id),
    'feedback.read': ({ id }) => {
      stored = stored.map((one) => (one.id === id ? { ...one, unread: 0 } : one))
      return success({})
    },
    'feedback.submit': ({ id, type, content, images }) => {
      const times = { createTime: NOON, updateTime: NOON }
      stored = [{ id, type, content, images, status: '0', ...times, unread: 0, replies: [] }, ...stored]
      return success(stored[0]!)
    },
    'feedback.reply': ({ id, replyId, content }) => {
      stored = stored.map((one) =>
        one.id === id
          ? { ...one, replies: [...one.replies, { id: replyId, by: 'member', content, createTime: NOON }] }
          : one,
      )
      return threadOf(id)
    },
  }
})
afterEach(() => {
  mounted.unmount()
  vi.restoreAllMocks()
  store.set(sessionAtom, null)
})

const text = () => page.getByRole('textbox', { name: '内容', exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('feedback of a member', () => {
  it('S1.27 submits type, text and pictures once, keeps all after a failure, and shows markup as text', async () => {
    mounted = mountRoutes(ROUTES, '/app/feedback')
    await expect.element(page.getByText('还没有反馈')).toBeVisible()
    page
      .getByRole('radio', { name: '建议' })
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await userEvent.fill(text(), HOSTILE)
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(64)], 'a.png', { type: 'image/png' }))
    const chooser = document.querySelector<HTMLInputElement>('input[type="file"]')!
    chooser.files = data.files
    chooser.dispatchEvent(new Event('change', { bubbles: true }))
    await expect.element(page.getByRole('img', { name: '待上传的第 1 张图片' })).toBeVisible()
    transport.onUpload = async () => failureOf(CODES.PARAM_ERROR, { details: { fields: { 'files.0': '图片已损坏' } } })
    await userEvent.click(button('提交'))
    await expect.element(page.getByText('图片已损坏').first()).toBeVisible()
    expect(called('feedback.submit')).toEqual([])
    const image = '0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a11'
    transport.onUpload = async () => success({ list: [{ id: image, type: 'image/png', size: 64 }] })
    const accept = transport.responses['feedback.submit']
    transport.responses['feedback.submit'] = () => failure(CODES.LIMIT_EXCEEDED, '有 5 条反馈还没有处理完')
    await userEvent.click(button('提交'))
    await expect.element(page.getByText('有 5 条反馈还没有处理完')).toBeVisible()
    transport.responses['feedback.submit'] = accept!
    await userEvent.click(button('提交'))
    await expect.element(page.getByRole('link', { name: /<img src=x/ })).toBeVisible()
    expect(transport.uploads.map(({ params }) => params)).toEqual([{ purpose: 'feedback' }, { purpose: 'feedback' }])
    const [first, second] = called('feedback.submit') as { id: string }[]
    expect(first).toMatchObject({ type: 'idea', content: HOSTILE, images: [image] })
    expect(second).toEqual(first)
    await expect.element(text()).toHaveValue('')
    expect(await findingsOfScreen()).toEqual([])
    await page.viewport(390, 844)
    expect(await findingsOfScreen()).toEqual([])
  })

  it('S1.27 names the limit of a text that is too long, and sends nothing', async () => {
    mounted = mountRoutes(ROUTES, '/app/feedback')
    await userEvent.click(button('提交'))
    await expect.element(page.getByText('请填写内容')).toBeVisible()
    await expect.element(text()).toHaveFocus()
    await userEvent.fill(text(), 'x'.repeat(100 * 1024))
    await userEvent.click(button('提交'))
    await expect.element(page.getByText('最多 500 字，现在 102400 字')).toBeVisible()
    expect(called('feedback.submit')).toEqual([])
  })

  it('S3.10 shows the thread, reads its answers, adds a text, and follows the answer of an operator', async () => {
    const id = '0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10'
    const head = { id, type: 'live', content: '画面卡顿', createTime: NOON, updateTime: NOON } as const
    const answer = {
      id: '0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a12',
      by: 'operator',
      content: HOSTILE,
      createTime: NOON,
    } as const
    stored = [{ ...head, images: [], status: '1', unread: 1, replies: [answer] }]
    mounted = mountRoutes(ROUTES, `/app/feedback/${id}`)
    await expect.element(page.getByText(HOSTILE)).toBeVisible()
    await expect.poll(() => called('feedback.read')).toEqual([{ id }])
    expect(await findingsOfScreen()).toEqual([])
    await userEvent.fill(page.getByRole('textbox', { name: '补充内容' }), '还是卡')
    await userEvent.click(button('发送'))
    await expect.element(page.getByText('还是卡')).toBeVisible()
    expect(called('feedback.reply')).toMatchObject([{ id, content: '还是卡' }])
    stored = stored.map((one) => ({
      ...one,
      status: '2',
      replies: [...one.replies, { ...answer, id, content: '已修复' }],
    }))
    transport.notify({ type: 'message', change: { isNew: true, id, kind: 'private', title: '回复', at: NOON } })
    await expect.element(page.getByText('已修复')).toBeVisible()
    await expect.element(page.getByText(/这条反馈已关闭/)).toBeVisible()
  })

  it('S1.27 keeps a typed reply when the support answers', async () => {
    const id = '0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a10'
    const head = { id, type: 'live', content: '画面卡顿', createTime: NOON, updateTime: NOON } as const
    stored = [{ ...head, images: [], status: '0', unread: 0, replies: [] }]
    mounted = mountRoutes(ROUTES, `/app/feedback/${id}`)
    const reply = page.getByRole('textbox', { name: '补充内容' })
    await userEvent.fill(reply, '在晚上八点')
    const answer = { id: `${id.slice(0, -1)}2`, by: 'operator', content: '什么时候？', createTime: NOON } as const
    stored = [{ ...head, images: [], status: '1', unread: 1, replies: [answer] }]
    transport.notify({ type: 'message', change: { isNew: true, id, kind: 'private', title: '回复', at: NOON } })
    await expect.element(page.getByText('什么时候？')).toBeVisible()
    await expect.element(reply).toHaveValue('在晚上八点')
    await userEvent.click(button('发送'))
    await expect.element(page.getByText('在晚上八点')).toBeVisible()
    await expect.element(reply).toHaveValue('')
  })

  it('S1.27 submits and replies on plain http, where crypto.randomUUID is missing', async () => {
    vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
      throw new TypeError('crypto.randomUUID is not a function')
    })
    mounted = mountRoutes(ROUTES, '/app/feedback')
    await userEvent.fill(text(), '画面卡顿')
    await userEvent.click(button('提交'))
    await userEvent.click(page.getByRole('link', { name: /画面卡顿/ }))
    await userEvent.fill(page.getByRole('textbox', { name: '补充内容' }), '还是卡')
    await userEvent.click(button('发送'))
    await expect.element(page.getByText('还是卡')).toBeVisible()
    const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(called('feedback.submit')).toMatchObject([{ id: uuid }])
    expect(called('feedback.reply')).toMatchObject([{ replyId: uuid }])
  })

  it('S1.27 says that a feedback does not exist, and offers to retry after a failure', async () => {
    mounted = mountRoutes(ROUTES, '/app/feedback/0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a19')
    await expect.element(page.getByRole('heading', { name: '没有这条反馈' })).toBeVisible()
    transport.responses['feedback.list'] = () => failure(CODES.TIMEOUT, '请求超时')
    await mounted.router.navigate('/app/feedback')
    await expect.element(page.getByText('反馈加载失败').first()).toBeVisible()
    await expect.element(button('重试')).toBeVisible()
  })

  it('S1.27 shows no earlier page for one that failed, and loads that again by a press', async () => {
    const list = (pageNum: number) => {
      const id = `0190f2c4-6d1c-7c3a-9a55-4a1f0c9f3a1${pageNum}`
      const times = { createTime: NOON, updateTime: NOON }
      return [
        { id, type: 'other' as const, content: `第 ${pageNum} 页的反馈`, status: '0' as const, ...times, unread: 0 },
      ]
    }
    const load = ({ pageNum, pageSize }: { pageNum: number; pageSize: number }) =>
      success({ list: list(pageNum), total: 21, pageNum, pageSize })
    transport.responses['feedback.list'] = load
    mounted = mountRoutes(ROUTES, '/app/feedback')
    await expect.element(page.getByText('第 1 页的反馈')).toBeVisible()
    transport.responses['feedback.list'] = () => failureOf(CODES.INTERNAL_ERROR)
    await userEvent.click(button('更早的'))
    await expect.element(page.getByText('反馈加载失败').first()).toBeVisible()
    await expect.element(page.getByText('第 1 页的反馈')).not.toBeInTheDocument()
    transport.responses['feedback.list'] = load
    await userEvent.click(button('重试'))
    await expect.element(page.getByText('第 2 页的反馈')).toBeVisible()
  })
})
