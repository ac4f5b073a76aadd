import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AGENT, agentStatusAfter } from '#protocol/club/agents.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { ConsoleSession } from '#protocol/console/access.ts'
import type { ConsoleAgent } from '#protocol/console/agents.ts'
import type { ContentItem } from '#protocol/console/content.ts'
import type { ConsoleFeedback } from '#protocol/console/feedback.ts'
import type { SentMessage } from '#protocol/console/messages.ts'
import type { ConsoleActionName, ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { AgentsPage } from '../../../src/console/pages/AgentsPage.tsx'
import { ContentPage } from '../../../src/console/pages/ContentPage.tsx'
import { FeedbackQueuePage } from '../../../src/console/pages/FeedbackQueuePage.tsx'
import { OverviewPage } from '../../../src/console/pages/OverviewPage.tsx'
import { SentMessagesPage } from '../../../src/console/pages/SentMessagesPage.tsx'
import { SessionProvider } from '../../../src/console/session.tsx'
import { findingsOfScreen } from '../support/axe.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { animationsEnded, type MountedRoutes, mountRoutes } from '../support/mount.tsx'

type Responses = {
  [Name in ConsoleActionName]?: (
    params: ConsoleRequestOf<Name>,
  ) => Result<ConsoleDataOf<Name>> | Promise<Result<ConsoleDataOf<Name>>>
}
type Respond = (params: unknown) => Result<unknown> | Promise<Result<unknown>>

const fake = vi.hoisted(() => ({
  responses: {} as Record<string, unknown>,
  calls: [] as { readonly name: string; readonly params: unknown }[],
}))

// Without the worker, which calls the server.
vi.mock('../../../src/console/client.ts', async () => {
  const { useRead } = await import('#ui/state/use-read.ts')
  const consoleCall = async (name: string, params: unknown) => {
    fake.calls.push({ name, params })
    return (fake.responses[name] as Respond | undefined)?.(params) ?? failureOf(CODES.NOT_FOUND)
  }
  return {
    consoleCall,
    useConsoleData: (name: string, params: unknown) =>
      useRead(`${name} ${JSON.stringify(params)}`, () => consoleCall(name, params)),
  }
})

const HOSTILE = '<img src=x onerror=alert(1)>'
const idOf = (place: number) => `0192aaaa-0000-7000-8000-${String(place).padStart(12, '0')}`
const session = (actions: readonly string[]): ConsoleSession => ({
  state: 'open',
  operator: { id: idOf(1), name: 'root', role: 'operator' },
  actions: [...actions],
  site: { siteName: '看台', siteId: 5009, timeZone: 'Asia/Shanghai' },
  factors: { hasTotp: true, passkeys: 0 },
  recoveryCodesLeft: 8,
})

let mounted: MountedRoutes | null = null
async function open(Page: () => React.ReactNode, width = 1280): Promise<void> {
  await page.viewport(width, width === 390 ? 844 : 800)
  mounted?.unmount()
  const element = (
    <SessionProvider>
      <main>
        <Page />
      </main>
    </SessionProvider>
  )
  mounted = mountRoutes([{ path: '/console', element }], '/console')
}
function respond(responses: Responses, actions: readonly string[]): void {
  fake.responses = { 'session.get': () => success(session(actions)), ...responses }
}
const called = (name: ConsoleActionName) => fake.calls.filter((one) => one.name === name).map(({ params }) => params)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })
const expectSound = async (width: number) => {
  await animationsEnded()
  expect(document.documentElement.scrollWidth).toBe(width)
  expect(await findingsOfScreen()).toEqual([])
}
/** The list waits for its response, fails, and is loaded by the retry. */
async function expectStates(name: ConsoleActionName, Page: () => React.ReactNode): Promise<void> {
  const respondLater = fake.responses[name]
  let settle: (result: Result<unknown>) => void = () => undefined
  fake.responses[name] = () => new Promise((resolve) => (settle = resolve))
  await open(Page)
  // Before it the session is loaded.
  await vi.waitFor(() => expect(called(name)).toHaveLength(1))
  expect(document.querySelector('[data-loading]')).not.toBeNull()
  settle(failure(CODES.TIMEOUT, '请求超时'))
  await expect.element(page.getByText('加载失败')).toBeVisible()
  await expectSound(1280)
  fake.responses[name] = respondLater
  await page.getByRole('button', { name: /重试/ }).click()
  await vi.waitFor(() => expect(document.querySelector('[data-loading]')).toBeNull())
}

beforeEach(() => {
  fake.calls.length = 0
})
afterEach(() => {
  mounted?.unmount()
  mounted = null
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('S1.28 Annex E.10 agents in the console', () => {
  let stored: ConsoleAgent[]
  const agent = (place: number, more: Partial<ConsoleAgent> = {}): ConsoleAgent => ({
    id: idOf(place),
    userId: `user-${place}`,
    memberName: `会员 ${place}`,
    status: AGENT.applied,
    contact: '13800138000',
    channel: '朋友圈',
    note: HOSTILE,
    reason: '',
    operator: '',
    createdAt: NOON,
    decidedAt: null,
    version: 1,
    ...more,
  })
  const actions = ['agent.list', 'agent.decide', 'member.get']

  beforeEach(() => {
    stored = [agent(1), agent(2)]
    respond(
      {
        'agent.list': ({ isOpen }) =>
          success({ list: stored.filter(({ status }) => (status === AGENT.applied) === isOpen), next: null }),
        'agent.decide': ({ id, decision, reason }) => {
          stored = stored.map((one) =>
            one.id === id
              ? {
                  ...one,
                  status: agentStatusAfter(one.status, decision) ?? 0,
                  reason,
                  operator: 'root',
                  decidedAt: NOON,
                }
              : one,
          )
          return success({ agent: stored.find((one) => one.id === id) ?? agent(0) })
        },
      },
      actions,
    )
  })

  it.each([390, 1280])('decides by keyboard with a reason, and lists it as handled, at %i pixels', async (width) => {
    await open(AgentsPage, width)
    await expect.element(page.getByText(HOSTILE).first()).toBeVisible()
    await expectSound(width)
    const approve = page.getByRole('article', { name: '会员 1' }).getByRole('button', { name: '通过' })
    approve.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog('通过')).toBeVisible()
    await expect.element(dialog('通过').getByRole('button', { name: '通过' })).toBeDisabled()
    await userEvent.fill(dialog('通过').getByLabelText('原因'), '资料齐全')
    await expectSound(width)
    dialog('通过').getByRole('button', { name: '通过' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog('通过')).not.toBeInTheDocument()
    expect(called('agent.decide')).toEqual([{ id: idOf(1), version: 1, decision: 'approve', reason: '资料齐全' }])
    await expect.element(page.getByRole('article', { name: '会员 1' })).not.toBeInTheDocument()
    await userEvent.selectOptions(page.getByLabelText('显示'), '已处理')
    await expect.element(page.getByText('资料齐全')).toBeVisible()
    await expect.element(button('冻结')).toBeVisible()
  })

  it('keeps the reason after a refusal, and reads the list again after a decision by another operator', async () => {
    fake.responses['agent.decide'] = () => failureOf(CONSOLE_CODES.EDIT_CONFLICT)
    await open(AgentsPage)
    await button('拒绝').first().click()
    await userEvent.fill(dialog('拒绝').getByLabelText('原因'), '资料不全')
    const before = called('agent.list').length
    await dialog('拒绝').getByRole('button', { name: '拒绝' }).click()
    await expect.element(dialog('拒绝').getByRole('alert')).toBeVisible()
    await expect.element(dialog('拒绝').getByLabelText('原因')).toHaveValue('资料不全')
    await vi.waitFor(() => expect(called('agent.list').length).toBeGreaterThan(before))
  })

  it('is empty, loading, failed and loaded, and offers nothing to an auditor', async () => {
    await expectStates('agent.list', AgentsPage)
    await expect.element(button('通过').first()).toBeVisible()
    stored = []
    await open(AgentsPage)
    await expect.element(page.getByText('没有待审核的申请')).toBeVisible()
    await expectSound(1280)
    stored = [agent(1)]
    fake.responses['session.get'] = () => success(session(['agent.list']))
    await open(AgentsPage)
    await expect.element(page.getByText('会员 1')).toBeVisible()
    await expect.element(button('通过')).not.toBeInTheDocument()
  })
})

describe('S1.27 S3.10 feedback in the console', () => {
  let stored: ConsoleFeedback[]
  const feedback = (place: number, more: Partial<ConsoleFeedback> = {}): ConsoleFeedback => ({
    id: idOf(place),
    type: 'idea',
    content: HOSTILE,
    status: '0',
    userId: `user-${place}`,
    memberName: `会员 ${place}`,
    createdAt: NOON,
    updatedAt: NOON,
    images: [],
    replies: [],
    version: 3,
    ...more,
  })

  beforeEach(() => {
    stored = [feedback(1, { images: [idOf(9)] }), feedback(2, { type: 'live' })]
    respond(
      {
        'feedback.list': ({ status, type }) =>
          success({
            list: stored.filter((one) => one.status === status && (type === null || one.type === type)),
            next: null,
          }),
        'feedback.answer': ({ id, content, isClosed }) => {
          const reply = { id: idOf(8), by: 'operator' as const, operator: 'root', content, at: NOON }
          stored = stored.map((one) =>
            one.id === id ? { ...one, status: isClosed ? '2' : '1', replies: [...one.replies, reply] } : one,
          )
          return success({ feedback: stored.find((one) => one.id === id) ?? feedback(0) })
        },
        'feedback.picture': () => failure(CODES.TIMEOUT, '请求超时'),
      },
      ['feedback.list', 'feedback.answer', 'feedback.close', 'feedback.picture'],
    )
  })

  it.each([390, 1280])('answers by keyboard and closes with the answer, at %i pixels', async (width) => {
    await open(FeedbackQueuePage, width)
    await expect.element(page.getByText(HOSTILE).first()).toBeVisible()
    await expectSound(width)
    const answer = page.getByRole('article', { name: '建议 会员 1' }).getByRole('button', { name: '回复' })
    answer.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog('回复')).toBeVisible()
    await expect.element(dialog('回复').getByRole('button', { name: '回复' })).toBeDisabled()
    await userEvent.fill(dialog('回复').getByLabelText('回复内容'), '谢谢')
    await dialog('回复').getByRole('checkbox', { name: '回复后关闭这条反馈' }).click()
    await expectSound(width)
    await dialog('回复').getByRole('button', { name: '回复' }).click()
    await expect.element(dialog('回复')).not.toBeInTheDocument()
    expect(called('feedback.answer')).toEqual([{ id: idOf(1), version: 3, content: '谢谢', isClosed: true }])
    await userEvent.selectOptions(page.getByLabelText('状态'), '已关闭')
    await expect.element(page.getByText('谢谢')).toBeVisible()
    await expect.element(button('回复')).not.toBeInTheDocument()
  })

  it('filters by type, says that a picture cannot be loaded, and keeps an answer after a conflict', async () => {
    fake.responses['feedback.answer'] = () => failureOf(CONSOLE_CODES.EDIT_CONFLICT)
    await open(FeedbackQueuePage)
    await button('图片 1').click()
    await expect.element(dialog('反馈图片').getByText('图片加载失败')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog('反馈图片')).not.toBeInTheDocument()
    await userEvent.selectOptions(page.getByLabelText('类型'), '直播与聊天')
    await expect.element(page.getByRole('article', { name: '建议 会员 1' })).not.toBeInTheDocument()
    expect(called('feedback.list')).toContainEqual({ status: '0', type: 'live' })
    await button('回复').click()
    await userEvent.fill(dialog('回复').getByLabelText('回复内容'), '已修复')
    await dialog('回复').getByRole('button', { name: '回复' }).click()
    await expect.element(dialog('回复').getByRole('alert')).toBeVisible()
    await expect.element(dialog('回复').getByLabelText('回复内容')).toHaveValue('已修复')
  })

  it('is empty, loading, failed and loaded', async () => {
    await expectStates('feedback.list', FeedbackQueuePage)
    await expect.element(button('回复').first()).toBeVisible()
    stored = []
    await open(FeedbackQueuePage)
    await expect.element(page.getByText('没有符合条件的反馈')).toBeVisible()
    await expectSound(1280)
  })
})

describe('S1.25 Annex D.6 messages to members in the console', () => {
  let stored: SentMessage[]
  const sent = (place: number, more: Partial<SentMessage> = {}): SentMessage => ({
    id: idOf(place),
    kind: 'notice',
    audience: { type: 'all' },
    title: `第 ${place} 条`,
    content: '今晚维护',
    jumpUrl: '',
    operator: 'root',
    publishAt: NOON,
    recalledAt: null,
    readers: 1_234,
    ...more,
  })

  beforeEach(() => {
    stored = [sent(1), sent(2, { publishAt: Date.now() + 3_600_000, audience: { type: 'grade', min: 5, max: 10 } })]
    respond(
      {
        'inbox.list': () => success({ list: stored, next: null }),
        'inbox.count': ({ audience }) => success({ members: audience.type === 'all' ? 100 : 7 }),
        'inbox.send': ({ id, kind, audience, title, content, jumpUrl }) => {
          const message = sent(3, { id, kind, audience, title, content, jumpUrl, readers: 0 })
          stored = [message, ...stored]
          return success({ message })
        },
        'inbox.recall': ({ id }) => {
          stored = stored.map((one) => (one.id === id ? { ...one, recalledAt: NOON } : one))
          return success({ message: stored.find((one) => one.id === id) ?? sent(0) })
        },
      },
      ['inbox.list', 'inbox.count', 'inbox.send', 'inbox.recall'],
    )
  })

  it.each([390, 1280])('writes with preview and reach, and sends once, at %i pixels', async (width) => {
    await open(SentMessagesPage, width)
    await expect.element(page.getByText('VIP 5 到 VIP 10')).toBeVisible()
    await expect.element(page.getByText('待发送')).toBeVisible()
    await expectSound(width)
    button('发消息').element().focus()
    await userEvent.keyboard('{Enter}')
    const form = dialog('发消息')
    await expect.element(form.getByText('现在会有 100 位会员收到')).toBeVisible()
    await expect.element(form.getByRole('button', { name: '发送' })).toBeDisabled()
    await userEvent.selectOptions(form.getByLabelText('发给'), '指定 VIP 等级')
    await userEvent.fill(form.getByLabelText('最低等级'), '6')
    await userEvent.fill(form.getByLabelText('最高等级'), '5')
    await userEvent.fill(form.getByLabelText('标题'), HOSTILE)
    await userEvent.fill(form.getByLabelText('正文'), '正文')
    await userEvent.fill(form.getByLabelText('原因'), '通知会员')
    await expect.element(form.getByRole('button', { name: '发送' })).toBeDisabled()
    await userEvent.fill(form.getByLabelText('最高等级'), '8')
    await expect.element(form.getByText('现在会有 7 位会员收到')).toBeVisible()
    await expect.element(form.getByRole('region', { name: '预览' }).getByText(HOSTILE)).toBeVisible()
    await expectSound(width)
    await form.getByRole('button', { name: '发送' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(called('inbox.send')).toMatchObject([
      {
        kind: 'notice',
        audience: { type: 'grade', min: 6, max: 8 },
        title: HOSTILE,
        publishAt: null,
        reason: '通知会员',
      },
    ])
    await expect.element(page.getByText('VIP 6 到 VIP 8')).toBeVisible()
  })

  it('schedules, recalls with a reason, and keeps a draft after a refusal under the same id', async () => {
    const accept = fake.responses['inbox.send']
    fake.responses['inbox.send'] = () => failure(CODES.TIMEOUT, '请求超时')
    await open(SentMessagesPage)
    await button('发消息').click()
    const form = dialog('发消息')
    await userEvent.fill(form.getByLabelText('标题'), '维护')
    await userEvent.fill(form.getByLabelText('正文'), '今晚维护')
    await userEvent.fill(form.getByLabelText('发送时间'), '2026-12-24T20:00')
    await userEvent.fill(form.getByLabelText('原因'), '通知会员')
    await form.getByRole('button', { name: '定时发送' }).click()
    await expect.element(form.getByText('请求超时')).toBeVisible()
    fake.responses['inbox.send'] = accept
    await form.getByRole('button', { name: '定时发送' }).click()
    await expect.element(form).not.toBeInTheDocument()
    const [first, second] = called('inbox.send') as { readonly publishAt: number }[]
    expect(second).toEqual(first)
    expect(first?.publishAt).toBe(Date.UTC(2026, 11, 24, 12))
    await button('撤回').last().click()
    await userEvent.fill(dialog('撤回').getByLabelText('原因'), '写错了')
    await dialog('撤回').getByRole('button', { name: '撤回' }).click()
    await expect.element(page.getByText('已撤回')).toBeVisible()
    expect(called('inbox.recall')).toEqual([{ id: idOf(2), reason: '写错了' }])
  })

  it('is empty, loading, failed and loaded', async () => {
    await expectStates('inbox.list', SentMessagesPage)
    await expect.element(page.getByText('第 1 条')).toBeVisible()
    stored = []
    await open(SentMessagesPage)
    await expect.element(page.getByText('没有记录')).toBeVisible()
    await expectSound(1280)
  })
})

describe('content in the console', () => {
  const valuesOf = (title: string) => ({
    body: { title, content: '23:00 起维护。', popup: 0 },
    isPublished: true,
    startsAt: null,
    endsAt: null,
  })
  const item: ContentItem = { id: idOf(1), kind: 'announcement', ...valuesOf('第二版'), version: 2 }
  const revision = (version: number, title: string) => ({
    id: String(version),
    version,
    at: NOON,
    operator: 'root',
    reason: '维护',
    value: valuesOf(title),
  })

  it('restores the values of the chosen version as a new version', async () => {
    respond(
      {
        'content.list': () => success({ list: [item] }),
        'revision.list': () => success({ list: [revision(2, '第二版'), revision(1, '第一版')], next: null }),
        'content.save': () => success({ item: { ...item, ...valuesOf('第一版'), version: 3 } }),
      },
      ['content.list', 'content.save', 'revision.list'],
    )
    await open(ContentPage)
    await button('历史版本').click()
    await button('恢复第 1 版').click()
    await expect.element(dialog('恢复').getByLabelText('标题')).toHaveValue('第一版')
    await userEvent.fill(dialog('恢复').getByLabelText('原因'), '改错了')
    await dialog('恢复').getByRole('button', { name: '保存' }).click()
    await expect.element(dialog('恢复')).not.toBeInTheDocument()
    expect(called('content.save')).toEqual([
      { id: idOf(1), version: 2, kind: 'announcement', ...valuesOf('第一版'), reason: '改错了' },
    ])
  })
})

describe('overview of the console', () => {
  it('refreshes every ten seconds while it is visible', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    respond({ 'overview.get': () => failure(CODES.TIMEOUT, '请求超时') }, ['overview.get'])
    await open(OverviewPage)
    await expect.element(page.getByText('加载失败')).toBeVisible()
    expect(called('overview.get')).toHaveLength(1)
    // Renders at once what a timer changes.
    const advance = (ms: number) => flushSync(() => void vi.advanceTimersByTime(ms))
    advance(10_000)
    expect(called('overview.get')).toHaveLength(2)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    advance(10_000)
    expect(called('overview.get')).toHaveLength(2)
  })
})
