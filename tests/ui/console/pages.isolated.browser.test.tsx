import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AGENT, agentStatusAfter } from '#protocol/club/agents.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import { CONSOLE_CODES } from '#protocol/console/constants.ts'
import type { ConsoleSession } from '#protocol/console/access.ts'
import type { ActivityRow } from '#protocol/console/activities.ts'
import type { ConsoleAgent } from '#protocol/console/agents.ts'
import type { ContentItem } from '#protocol/console/content.ts'
import type { ConsoleFeedback } from '#protocol/console/feedback.ts'
import type { GiftItem } from '#protocol/console/gifts.ts'
import type { SentMessage } from '#protocol/console/messages.ts'
import type { AuditLine } from '#protocol/console/operators.ts'
import type { LiveAnchorView, LiveRoomRow } from '#protocol/console/rooms.ts'
import type { ConsoleActionName, ConsoleDataOf, ConsoleRequestOf } from '#protocol/console/table.ts'
import { failure, type Result, success } from '#protocol/result.ts'
import { HOUR_MS } from '#protocol/time.ts'
import { ActivitiesPage } from '../../../src/console/pages/ActivitiesPage.tsx'
import { AgentsPage } from '../../../src/console/pages/AgentsPage.tsx'
import { AuditPage } from '../../../src/console/pages/AuditPage.tsx'
import { ContentPage } from '../../../src/console/pages/ContentPage.tsx'
import { FeedbackQueuePage } from '../../../src/console/pages/FeedbackQueuePage.tsx'
import { GiftsPage } from '../../../src/console/pages/GiftsPage.tsx'
import { LiveRoomsPage } from '../../../src/console/pages/LiveRoomsPage.tsx'
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
vi.hoisted(() =>
  vi.stubGlobal(
    'Worker',
    class {
      readonly isFake = true
    },
  ),
)
vi.mock('comlink', () => ({
  wrap: () => ({
    call: async (name: string, params: unknown) => {
      fake.calls.push({ name, params })
      return (fake.responses[name] as Respond | undefined)?.(params) ?? failureOf(CODES.NOT_FOUND)
    },
  }),
}))

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

/** The response to a change of an item that has another version by now. */
const conflict = (current: unknown) => failureOf(CONSOLE_CODES.EDIT_CONFLICT, { details: { current } })

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
    const accept = fake.responses['feedback.answer']
    fake.responses['feedback.answer'] = () => conflict(feedback(2, { version: 4 }))
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
    fake.responses['feedback.answer'] = accept
    await dialog('回复').getByRole('button', { name: '回复' }).click()
    await expect.element(dialog('回复')).not.toBeInTheDocument()
    expect(called('feedback.answer')).toMatchObject([
      { version: 3, content: '已修复' },
      { version: 4, content: '已修复' },
    ])
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

describe('gifts in the console', () => {
  it('saves after a conflict with the version of the stored gift', async () => {
    const gift: GiftItem = { id: 1, name: '哨子', price: 10, icon: 'clap', order: 1, isOnSale: true, version: 2 }
    respond(
      {
        'gift.list': () => success({ list: [gift] }),
        'gift.save': ({ version }) => (version === 5 ? success({ gift }) : conflict({ ...gift, version: 5 })),
      },
      ['gift.list', 'gift.save'],
    )
    await open(GiftsPage)
    await button('修改').click()
    const form = dialog('修改礼物')
    await userEvent.fill(form.getByLabelText('价格（金币）'), '20')
    await userEvent.fill(form.getByLabelText('原因'), '涨价')
    await form.getByRole('button', { name: '保存' }).click()
    await expect.element(form.getByRole('alert')).toBeVisible()
    await form.getByRole('button', { name: '保存' }).click()
    await expect.element(form).not.toBeInTheDocument()
    expect(called('gift.save')).toMatchObject([
      { version: 2, price: 20 },
      { version: 5, price: 20 },
    ])
  })
})

describe('activities in the console', () => {
  it('removes the result of a dry run when the draft changes', async () => {
    const row: ActivityRow = {
      id: 'sign-in-1',
      kind: 'signIn',
      title: '每日签到',
      summary: '天天有礼',
      rule: { rewards: [1, 2, 3], missed: 'continue', makeUpDays: 0 },
      currency: 'COIN',
      start: Date.now(),
      end: Date.now() + 24 * HOUR_MS,
      budget: 1_000,
      status: 'draft',
      version: 1,
      reserved: 0,
      claimed: 0,
      members: 0,
    }
    respond(
      {
        'activity.list': () => success({ list: [row] }),
        'activity.dryRun': () => success({ members: 3, eligible: 2, cost: 4 }),
      },
      ['activity.list', 'activity.save', 'activity.dryRun'],
    )
    await open(ActivitiesPage)
    await button('编辑').click()
    await button('用昨日会员试算').click()
    await expect.element(page.getByText(/符合条件 2 人/)).toBeVisible()
    await userEvent.selectOptions(page.getByLabelText('奖励币种'), '积分')
    await expect.element(page.getByText(/符合条件 2 人/)).not.toBeInTheDocument()
    await expect.element(button('用昨日会员试算')).toBeVisible()
  })
})

describe('the audit log in the console', () => {
  const line: AuditLine = {
    id: idOf(1),
    at: NOON,
    actor: 'root',
    address: '127.0.0.1',
    action: 'gift.save',
    target: 'gift 1',
    before: null,
    after: null,
  }
  const find = button('查询')

  beforeEach(() => {
    respond({ 'audit.list': () => success({ list: [line], next: null }) }, ['audit.list'])
  })

  it('shows a failed search instead of the rows of the former filter, and searches again', async () => {
    const accept = fake.responses['audit.list']
    await open(AuditPage)
    await expect.element(page.getByText('gift 1')).toBeVisible()
    fake.responses['audit.list'] = () => failure(CODES.TIMEOUT, '请求超时')
    await userEvent.fill(page.getByLabelText('管理员'), 'li')
    await find.click()
    await expect.element(page.getByText('请求超时')).toBeVisible()
    await expect.element(page.getByText('gift 1')).not.toBeInTheDocument()
    fake.responses['audit.list'] = accept
    await find.click()
    await expect.element(page.getByText('gift 1')).toBeVisible()
    expect(called('audit.list')).toEqual([{}, { actor: 'li' }, { actor: 'li' }])
  })

  it('reads the times of the filter in the time zone of the site', async () => {
    await open(AuditPage)
    await userEvent.fill(page.getByLabelText('从', { exact: true }), '2026-12-24T20:00')
    await userEvent.fill(page.getByLabelText('到', { exact: true }), '2026-12-24T21:00')
    await find.click()
    await expect
      .poll(() => called('audit.list').at(-1))
      .toEqual({ from: Date.UTC(2026, 11, 24, 12), to: Date.UTC(2026, 11, 24, 13) })
  })
})

describe('live rooms in the console', () => {
  const row: LiveRoomRow = {
    id: idOf(1),
    eid: 'eid-1',
    title: '晚间解说',
    nick: '小周',
    startsAt: NOON,
    closedAt: null,
    anchorStatus: 1,
    viewers: 7,
  }
  const anchor = { id: idOf(2), nick: '小李', account: null, keyIssuedAt: null, maxKbps: 4_000, room: null, version: 1 }
  const actions = ['room.list', 'room.create', 'anchor.list']

  it('waits for a slow response instead of sending the request again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    let settle: (result: Result<unknown>) => void = () => undefined
    respond({ 'room.list': () => new Promise((resolve) => (settle = resolve)) as never }, actions)
    await open(LiveRoomsPage)
    await vi.waitFor(() => expect(called('room.list')).toHaveLength(1))
    const advance = (ms: number) => flushSync(() => void vi.advanceTimersByTime(ms))
    advance(5_000)
    advance(5_000)
    expect(called('room.list')).toHaveLength(1)
    settle(success({ list: [row], next: null }))
    await expect.element(page.getByText('晚间解说')).toBeVisible()
    advance(5_000)
    expect(called('room.list')).toHaveLength(2)
  })

  it('offers anchors without a room, in the time zone of the site, and retries to read them', async () => {
    const list: LiveAnchorView[] = [anchor]
    respond(
      {
        'room.list': () => success({ list: [row], next: null }),
        'anchor.list': () => failure(CODES.TIMEOUT, '请求超时'),
        'room.create': () => failureOf(CODES.NOT_FOUND),
      },
      actions,
    )
    await open(LiveRoomsPage)
    await button('新建直播间').click()
    const form = dialog('新建直播间')
    await expect.element(form.getByText('请求超时')).toBeVisible()
    fake.responses['anchor.list'] = () => success({ list, next: null })
    await form.getByRole('button', { name: '重试' }).click()
    await expect.element(form.getByLabelText('主播')).toHaveValue(idOf(2))
    expect(called('anchor.list').at(-1)).toEqual({ text: '', isFree: true })
    await userEvent.fill(form.getByLabelText('标题'), '晚间解说')
    await userEvent.fill(form.getByLabelText('开播时间'), '2026-12-24T20:00')
    await form.getByRole('button', { name: '新建直播间' }).click()
    await expect
      .poll(() => called('room.create'))
      .toMatchObject([{ anchorId: idOf(2), title: '晚间解说', startsAt: Date.UTC(2026, 11, 24, 12) }])
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

  it('says that its figures are old when the session has expired', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const overview: ConsoleDataOf<'overview.get'> = {
      version: '1.0.0',
      database: 'postgres',
      startedAt: NOON,
      members: 1_234,
      sessions: 5,
      rooms: [],
      frames: { used: 0, budget: 1, lateMs: 0 },
      waitingAdjustments: 0,
      openReports: 0,
      ledgerSums: [],
      problems: [],
    }
    respond({ 'overview.get': () => success(overview) }, ['overview.get'])
    await open(OverviewPage)
    await expect.element(page.getByText('1,234')).toBeVisible()
    fake.responses['overview.get'] = () => failure(CODES.AUTH_ERROR, '登录已失效，请重新登录')
    flushSync(() => void vi.advanceTimersByTime(10_000))
    await expect.element(page.getByText('登录已失效，请重新登录')).toBeVisible()
    await expect.element(page.getByText('1,234')).toBeVisible()
  })
})
