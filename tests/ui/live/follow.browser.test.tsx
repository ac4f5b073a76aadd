import axe from '../support/axe.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { GALLERY_NOW } from '#gallery/fixtures.ts'
import { FollowButton } from '#features/follow/FollowButton.tsx'
import type { Follow } from '#state/session/follows.ts'
import { followsAtom, loadFollows } from '#state/session/follows.ts'
import { sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { transport } from '../support/fake-transport.ts'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount } from '../support/mount.tsx'
import { closeHome, openHome, serveHome } from '../support/open-home.tsx'
import { MEMBER } from '../support/room-fixtures.ts'

const BEIGANG: Follow = { kind: 'team', name: '北港联', logo: '/art/crest-beigang.svg', followedAt: GALLERY_NOW }
const CHUCHU: Follow = { kind: 'anchor', name: '楚楚讲球', logo: '/art/av-1.svg', followedAt: GALLERY_NOW }
const DAWN: Follow = { kind: 'team', name: '启明', logo: '/art/crest-qiming.svg', followedAt: GALLERY_NOW }
const REMOVED: Follow = { kind: 'team', name: '旧队', logo: '/art/crest-yanmen.svg', followedAt: GALLERY_NOW }

/** Stubs a server that stores follows. */
function serveFollows(start: readonly Follow[] = []): void {
  let list = [...start]
  transport.responses['follow.list'] = () => success({ list })
  transport.responses['follow.add'] = ({ kind, name }) => {
    list = [{ kind, name, logo: '', followedAt: GALLERY_NOW }, ...list]
    return success({})
  }
  transport.responses['follow.remove'] = ({ kind, name }) => {
    list = list.filter((one) => one.kind !== kind || one.name !== name)
    return success({})
  }
}

beforeEach(serveHome)
afterEach(() => closeHome())

const reminders = page.getByRole('region', { name: '我的关注' })
const rooms = page.getByRole('region', { name: '最近观看' })
// Uses `query`, because `element` serializes the whole page into an error on each miss, which would keep the page busy.
const rowsOf = (region: typeof reminders) =>
  [...(region.query()?.querySelectorAll('li') ?? [])].map((row) => row.textContent)

describe('settled 32: follows on the home screen', () => {
  it('are ordered by state and link to the room', async () => {
    serveFollows([REMOVED, DAWN, CHUCHU])
    await openHome({ isMember: true })
    await expect
      .poll(() => rowsOf(reminders))
      .toEqual(['楚楚讲球正在直播 北港联 对 南屿直播', '启明今晚 21:45 启明 对 潮汐', '旧队暂无比赛'])
    const links = [...reminders.element().querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/app/live/g0', '/app/live/g9'])
  })

  it('are selected in a sheet by keyboard, and removed with undo', async () => {
    serveFollows([])
    await openHome({ isMember: true, width: 390, height: 844 })
    await page.getByRole('button', { name: '添加关注' }).click()
    const sheet = page.getByRole('dialog', { name: '管理关注' })
    await expect.element(sheet).toHaveTextContent('还没有关注，从下面选择')
    const button = sheet.getByRole('button', { name: '关注 北港联' }).element() as HTMLElement
    button.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(sheet.getByRole('button', { name: '已关注 北港联，点击取消关注' })).toBeVisible()
    await expect.element(page.getByText('已关注 北港联，开播提醒你')).toBeVisible()
    const { violations } = await axe.run(sheet.element(), { rules: { region: { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    await sheet.getByRole('button', { name: '已关注 北港联，点击取消关注' }).click()
    await expect.element(page.getByText('已取消关注 北港联')).toBeVisible()
    await page.getByRole('button', { name: '撤销' }).click()
    await expect.element(sheet.getByRole('button', { name: '已关注 北港联，点击取消关注' })).toBeVisible()
    expect(transport.calls.filter(({ name }) => name !== 'follow.list' && name.startsWith('follow.'))).toEqual([
      { name: 'follow.add', params: { kind: 'team', name: '北港联' }, key: undefined },
      { name: 'follow.remove', params: { kind: 'team', name: '北港联' }, key: undefined },
      { name: 'follow.add', params: { kind: 'team', name: '北港联' }, key: undefined },
    ])
  })

  it('fail independently of the page and are retried', async () => {
    transport.responses['follow.list'] = () => failure(CODES.INTERFACE_DEGRADE, '服务繁忙', { traceId: 'trace-9' })
    await openHome({ isMember: true })
    await expect.element(reminders.getByRole('alert')).toHaveTextContent('关注加载失败错误 10504 · 追踪号 trace-9')
    serveFollows([BEIGANG])
    await reminders.getByRole('button', { name: '重试' }).click()
    await expect.poll(() => rowsOf(reminders)).toEqual(['北港联北港联 2\u00a0:\u00a01 南屿 · 67′直播'])
  })

  it('are those of the signed-in member, and empty after signing out', async () => {
    serveFollows([BEIGANG])
    await openHome({ isMember: true })
    await expect.poll(() => rowsOf(reminders)).toHaveLength(1)
    transport.responses['follow.list'] = () => success({ list: [DAWN] })
    store.set(sessionAtom, { member: { ...MEMBER, userId: 'u-other' }, expireAt: GALLERY_NOW + 3_600_000 })
    await expect.poll(() => rowsOf(reminders)).toEqual(['启明今晚 21:45 启明 对 潮汐'])
    store.set(sessionAtom, null)
    await expect.poll(() => document.body.textContent).not.toContain('我的关注')
    expect(store.get(followsAtom).list).toBeNull()
  })
})

describe('the follow button', () => {
  let mounted: Mounted
  afterEach(() => mounted.unmount())
  const show = () => {
    mounted = mount(<FollowButton target={BEIGANG} kind="primary" />)
  }

  it('changes at once, and reverts when the server refuses', async () => {
    store.set(sessionAtom, { member: MEMBER, expireAt: GALLERY_NOW + 3_600_000 })
    transport.responses['follow.list'] = () => success({ list: [] })
    await loadFollows()
    let refuse: () => void = () => {}
    transport.responses['follow.add'] = () =>
      new Promise((resolve) => {
        refuse = () => resolve(failure(CODES.LIMIT_EXCEEDED, '最多关注 50 个，先取消几个再来'))
      })
    show()
    await page.getByRole('button', { name: '关注 北港联' }).click()
    await expect.element(page.getByRole('button', { pressed: true })).toHaveTextContent('已关注')
    refuse()
    await expect.element(page.getByRole('button', { pressed: false })).toHaveTextContent('关注')
  })

  const signIn = () => store.set(sessionAtom, { member: MEMBER, expireAt: GALLERY_NOW + 3_600_000 })
  const isOn = () => page.getByRole('button', { pressed: true })

  it('refetches an aborted list when the network returns', async () => {
    transport.responses['follow.list'] = () => failure(CODES.NETWORK_FAILURE, '网络异常')
    signIn()
    await loadFollows()
    show()
    await expect.element(page.getByRole('button', { pressed: false })).toHaveTextContent('关注')
    serveFollows([BEIGANG])
    window.dispatchEvent(new Event('online'))
    await expect.element(isOn()).toHaveTextContent('已关注')
    await isOn().click()
    await expect.poll(() => transport.calls.at(-1)?.name).toBe('follow.remove')
  })

  it('changes without a loaded list', async () => {
    serveFollows([])
    const listed = transport.responses['follow.list']
    transport.responses['follow.list'] = () => failure(CODES.INTERFACE_DEGRADE, '服务繁忙')
    signIn()
    await loadFollows()
    expect(store.get(followsAtom).list).toBeNull()
    show()
    transport.responses['follow.list'] = listed!
    await page.getByRole('button', { name: '关注 北港联' }).click()
    await expect.element(isOn()).toHaveTextContent('已关注')
  })

  it('keeps a change when an older list arrives', async () => {
    signIn()
    serveFollows([])
    await loadFollows()
    const responses: (() => void)[] = []
    transport.responses['follow.list'] = () =>
      new Promise((resolve) => responses.push(() => resolve(success({ list: [] }))))
    const loading = loadFollows()
    show()
    await page.getByRole('button', { name: '关注 北港联' }).click()
    await expect.element(isOn()).toHaveTextContent('已关注')
    transport.responses['follow.list'] = () => success({ list: [BEIGANG] })
    for (const respond of responses) respond()
    await loading
    expect(store.get(followsAtom).list).toEqual([BEIGANG])
  })

  it('are sent one after the other, and a failed one does not undo a later one', async () => {
    signIn()
    serveFollows([])
    await loadFollows()
    const served = transport.responses['follow.add']!
    let fail: () => void = () => {}
    transport.responses['follow.add'] = () =>
      new Promise((resolve) => {
        fail = () => resolve(failure(CODES.NETWORK_FAILURE, '网络异常'))
      })
    const sent = () => transport.calls.map(({ name }) => name).filter((name) => /^follow\.(add|remove)$/.test(name))
    show()
    await page.getByRole('button', { pressed: false }).click()
    await isOn().click()
    await page.getByRole('button', { pressed: false }).click()
    await expect.element(isOn()).toHaveTextContent('已关注')
    await frames(2)
    expect(sent()).toEqual(['follow.add'])
    transport.responses['follow.add'] = served
    fail()
    await expect.poll(sent).toEqual(['follow.add', 'follow.remove', 'follow.add'])
    await expect.element(isOn()).toHaveTextContent('已关注')
    await expect.poll(() => store.get(followsAtom).list?.map(({ name }) => name)).toEqual(['北港联'])
  })

  it('S6.12 shows the refusal with a sign-in link to a visitor', async () => {
    transport.responses['follow.add'] = () => failure(CODES.NEED_LOGIN, '该操作需要登录')
    show()
    await page.getByRole('button', { name: '关注 北港联' }).click()
    await expect.poll(() => transport.calls.map(({ name }) => name)).toContain('follow.add')
    await frames(2)
    expect(page.getByRole('button', { pressed: true }).elements()).toHaveLength(0)
  })
})

describe('settled 32: visited rooms', () => {
  const visits = [
    { eid: 'g0', kind: 'football' as const, title: '北港联 对 南屿', visitedAt: GALLERY_NOW - 60_000 },
    { eid: 'old', kind: 'football' as const, title: '<b>旧场</b>', visitedAt: GALLERY_NOW - 7_200_000 },
  ]

  it('show the state of the match or the time of the visit, and are removed one by one', async () => {
    transport.responses['visit.list'] = () => success({ list: visits })
    transport.responses['visit.remove'] = () => success({})
    await openHome({ isMember: true })
    await expect.poll(() => rowsOf(rooms)).toEqual(['北港联 对 南屿67′', '<b>旧场</b>2 小时前'])
    await page.getByRole('button', { name: '从最近观看中移除：北港联 对 南屿' }).click()
    await expect.poll(() => rowsOf(rooms)).toEqual(['<b>旧场</b>2 小时前'])
    expect(transport.calls.at(-1)).toMatchObject({ name: 'visit.remove', params: { eid: 'g0' } })
    await page.getByRole('button', { name: '从最近观看中移除：<b>旧场</b>' }).click()
    await expect.poll(() => document.body.textContent).not.toContain('最近观看')
  })

  it('are restored when the server does not remove them', async () => {
    transport.responses['visit.list'] = () => success({ list: visits })
    transport.responses['visit.remove'] = () => failure(CODES.INTERFACE_DEGRADE, '服务繁忙')
    await openHome({ isMember: true })
    await page.getByRole('button', { name: '从最近观看中移除：北港联 对 南屿' }).click()
    await expect.poll(() => transport.calls.some(({ name }) => name === 'visit.remove')).toBe(true)
    await expect.poll(() => rowsOf(rooms)).toHaveLength(2)
  })
})
