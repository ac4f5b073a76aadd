import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AgentPage } from '#app/pages/account/AgentPage.tsx'
import { AGENT, AGENT_NOTE_MAX } from '#protocol/club/agents.ts'
import { CODES, failureOf } from '#protocol/codes.ts'
import type { AgentStatus } from '#protocol/endpoints/account/agent.ts'
import { failure, success } from '#protocol/result.ts'
import { sessionAtom } from '#state/session/session.ts'
import { messageChangeAtom } from '#state/session/unread.ts'
import { store } from '#state/store.ts'
import { findingsOfScreen } from '../support/axe.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { animationsEnded, type MountedRoutes, mountRoutes } from '../support/mount.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

let mounted: MountedRoutes | null = null
let stored: AgentStatus
let members = 0
const called = (name: string) => transport.calls.filter((one) => one.name === name).map(({ params }) => params)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name })

async function open(width = 1280): Promise<void> {
  await page.viewport(width, 844)
  mounted?.unmount()
  mounted = mountRoutes([{ path: '/app/agent', element: <AgentPage /> }], '/app/agent')
}
const expectSound = async (width: number) => {
  await animationsEnded()
  expect(document.documentElement.scrollWidth).toBe(width)
  expect(await findingsOfScreen()).toEqual([])
}

beforeEach(() => {
  members += 1
  transport.now = NOON
  transport.calls.length = 0
  stored = { isOpen: true, status: AGENT.none, appliedAt: null, decidedAt: null, reason: '', link: null }
  store.set(sessionAtom, { member: { ...MEMBER, userId: `agent-${members}` }, expireAt: NOON + 3_600_000 })
  transport.responses = {
    'agent.status': () => success(stored),
    'agent.apply': () => {
      stored = { ...stored, status: AGENT.applied, appliedAt: NOON, reason: '' }
      return success(stored)
    },
    'invite.ladder': () => success({ invited: 21, qualified: 1, rungs: [] }),
    'invite.friends': ({ pageNum, pageSize }) =>
      success({
        list: Array.from({ length: pageNum === 1 ? 20 : 1 }, (_, index) => {
          const number = 21 - (pageNum - 1) * 20 - index
          return { number, date: '2026-11-20', isQualified: number === 1 }
        }),
        total: 21,
        pageNum,
        pageSize,
      }),
  }
})
afterEach(() => {
  mounted?.unmount()
  mounted = null
  store.set(sessionAtom, null)
})

describe('S1.28 the page of agents', () => {
  it.each([390, 1280])('explains what an agent is to visitors, with a way to sign in, at %i pixels', async (width) => {
    store.set(sessionAtom, null)
    await open(width)
    await expect.element(page.getByRole('heading', { level: 1, name: '代理加盟' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: '登录后申请' })).toBeVisible()
    expect(page.getByRole('link', { name: '登录后申请' }).element().getAttribute('href')).toMatch(/login.*agent/)
    expect(called('agent.status')).toEqual([])
    await expectSound(width)
  })

  it.each([390, 1280])('S6.9 applies by keyboard, and shows the state at %i pixels', async (width) => {
    await open(width)
    await expect.element(field('联系方式')).toBeVisible()
    await expectSound(width)
    await button('提交申请').click()
    await expect.element(page.getByText('请填写 3 至', { exact: false })).toBeVisible()
    await expect.element(field('联系方式')).toHaveFocus()
    expect(called('agent.apply')).toEqual([])
    await userEvent.keyboard('13800138000{Tab}')
    await expect.element(field('推广渠道')).toHaveFocus()
    await userEvent.keyboard('朋友圈{Enter}')
    await expect.element(page.getByText('审核中')).toBeVisible()
    expect(called('agent.apply')).toEqual([{ contact: '13800138000', channel: '朋友圈', note: '' }])
    await expect.element(button('提交申请')).not.toBeInTheDocument()
    await expectSound(width)
  })

  it('S1.28 names the limit of a note of 100 KB, keeps everything after a refusal, and shows its text', async () => {
    transport.responses['agent.apply'] = () => failure(CODES.LIMIT_EXCEEDED, '30 天内最多申请 3 次')
    await open()
    await userEvent.fill(field('联系方式'), 'wx-one')
    await userEvent.fill(field('推广渠道'), '社群')
    await userEvent.fill(field('补充说明'), 'x'.repeat(100 * 1024))
    await button('提交申请').click()
    await expect.element(page.getByText(`最多 ${AGENT_NOTE_MAX} 字，现在 102400 字`)).toBeVisible()
    expect(called('agent.apply')).toEqual([])
    await userEvent.fill(field('补充说明'), HOSTILE)
    await button('提交申请').click()
    await expect.element(page.getByText('30 天内最多申请 3 次')).toBeVisible()
    await expect.element(field('补充说明')).toHaveValue(HOSTILE)
    await expect.element(field('联系方式')).toHaveValue('wx-one')
  })

  it('Annex E.10 shows the reason of a refusal as text, and offers to apply again', async () => {
    stored = { ...stored, status: AGENT.rejected, appliedAt: NOON, decidedAt: NOON, reason: HOSTILE }
    await open()
    await expect.element(page.getByText('未通过')).toBeVisible()
    await expect.element(page.getByText(HOSTILE)).toBeVisible()
    await expect.element(button('重新申请')).toBeVisible()
    await expectSound(1280)
  })

  it('Annex E.10 follows the decision of an operator, and shows link, codes and friends without names', async () => {
    stored = { ...stored, status: AGENT.applied, appliedAt: NOON }
    await open()
    await expect.element(page.getByText('审核中')).toBeVisible()
    const link = { url: '/app/home?i_code=abcdef&r_code=ghjkmn', i_code: 'abcdef', r_code: 'ghjkmn' }
    stored = { ...stored, status: AGENT.approved, decidedAt: NOON, link }
    store.set(messageChangeAtom, { isNew: true, id: 'x', kind: 'private', title: '通过', at: NOON })
    await expect.element(button('复制邀请码')).toBeVisible()
    expect(document.querySelector('main, body')?.textContent).toMatch(/邀请码ABCDEF.*推荐码GHJKMN/)
    await expect.element(page.getByText('共 21 位，其中 1 位有效')).toBeVisible()
    await expect.element(page.getByText('第 21 位')).toBeVisible()
    await button('更早的').click()
    await expect.element(page.getByText('第 1 位', { exact: true })).toBeVisible()
    expect(called('invite.friends')).toEqual([1, 2].map((pageNum) => ({ pageNum, pageSize: 20 })))
    for (const width of [1280, 390]) {
      await page.viewport(width, 844)
      await expectSound(width)
    }
  })

  it('Annex E.10 has no form for a frozen agent and on a closed site, and retries after a failure', async () => {
    stored = { ...stored, status: AGENT.frozen, appliedAt: NOON, decidedAt: NOON, reason: '违规推广' }
    await open()
    await expect.element(page.getByText('已冻结')).toBeVisible()
    await expect.element(field('联系方式')).not.toBeInTheDocument()
    members += 1
    store.set(sessionAtom, { member: { ...MEMBER, userId: `agent-${members}` }, expireAt: NOON + 3_600_000 })
    transport.responses['agent.status'] = () => failureOf(CODES.TIMEOUT)
    await open()
    await expect.element(page.getByText('代理状态加载失败')).toBeVisible()
    stored = { ...stored, isOpen: false, status: AGENT.none }
    transport.responses['agent.status'] = () => success(stored)
    await page.getByRole('button', { name: /重试/ }).click()
    await expect.element(page.getByText('本站暂不接受代理申请')).toBeVisible()
  })

  it('S1.28 shows no earlier page of friends for one that failed, and loads that again by a press', async () => {
    stored = { ...stored, status: AGENT.approved, link: null }
    await open()
    await expect.element(page.getByText('第 21 位')).toBeVisible()
    const load = transport.responses['invite.friends']!
    transport.responses['invite.friends'] = () => failureOf(CODES.INTERNAL_ERROR)
    await button('更早的').click()
    await expect.element(page.getByText('邀请的会员加载失败')).toBeVisible()
    await expect.element(page.getByText('第 21 位')).not.toBeInTheDocument()
    transport.responses['invite.friends'] = load
    await button('重试').click()
    await expect.element(page.getByText('第 1 位', { exact: true })).toBeVisible()
  })

  it('S1.28 says that no friend has registered yet', async () => {
    stored = { ...stored, status: AGENT.approved, link: null }
    transport.responses['invite.friends'] = ({ pageNum, pageSize }) =>
      success({ list: [], total: 0, pageNum, pageSize })
    await open()
    await expect.element(page.getByText('还没有邀请到会员')).toBeVisible()
  })
})
