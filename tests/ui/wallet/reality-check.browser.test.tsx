import { atom, useAtomValue } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { RealityCheck } from '#features/wallet/responsible/RealityCheck.tsx'
import type { DataOf } from '#protocol/endpoints/table.ts'
import { MINUTE_MS } from '#protocol/time.ts'
import { success } from '#protocol/result.ts'
import { connectionAtom } from '#state/data/connection.ts'
import { isCheckWantedAtom, sessionAtom } from '#state/session/session.ts'
import { store } from '#state/store.ts'
import { Question } from '#ui/overlay/Question.tsx'
import '#ui/overlay/ToastBoard.tsx'
import { findingsOfScreen } from '../support/axe.ts'
import { transport } from '../support/fake-transport.ts'
import { NOON } from '../support/feed-fixtures.ts'
import { type MountedRoutes, animationsEnded, frames, mountRoutes } from '../support/mount.tsx'
import { serveResponsible } from '../support/responsible-fixtures.ts'
import { MEMBER } from '../support/room-fixtures.ts'

const HOUR = 3_600

let mounted: MountedRoutes
let time: DataOf<'responsible.session'>
/** Seconds of the answered checks. */
const answers: number[] = []
/** Whether another dialog of the page is open. */
const isAskingAtom = atom(false)

function Screen() {
  const isAsking = useAtomValue(isAskingAtom)
  return (
    <>
      <input aria-label="聊天" />
      <RealityCheck />
      <Question
        isOpen={isAsking}
        onClose={() => undefined}
        title="确认提款？"
        text=""
        action="确认"
        onConfirm={async () => null}
      />
    </>
  )
}

const open = () => {
  mounted = mountRoutes([{ path: '/app/home', Component: Screen }], '/app/home')
}
const reports = () => transport.calls.filter(({ name }) => name === 'responsible.session').length
/** Uses the site for a time, then reports it. */
async function use(seconds: number, more: Partial<typeof time> = {}) {
  const before = reports()
  time = { ...time, seconds: time.seconds + seconds, ...more }
  transport.now += MINUTE_MS
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(reports).toBe(before + 1)
  await frames(2)
}
const check = page.getByRole('alertdialog', { name: /你今天已经使用了/ })
const press = (name: string) => userEvent.click(check.getByRole('button', { name, exact: true }))

beforeEach(() => {
  store.set(isAskingAtom, false)
  time = {
    seconds: 0,
    staked: 120_00,
    won: 45_50,
    net: -74_50,
    remaining: null,
    realityCheckMinutes: 60,
    isCheckDue: false,
  }
  transport.now = NOON
  transport.calls.length = 0
  answers.length = 0
  transport.responses = {
    'responsible.session': () => success(time),
    'responsible.answerCheck': ({ seconds }) => {
      answers.push(seconds)
      time = { ...time, isCheckDue: false }
      return success(time)
    },
  }
  serveResponsible()
  store.set(sessionAtom, { member: MEMBER, expireAt: NOON + 3_600_000 })
  store.set(connectionAtom, 'online')
})
afterEach(() => {
  vi.restoreAllMocks()
  mounted.unmount()
  transport.responses = {}
  store.set(sessionAtom, null)
})

it('Annex I reality check: shows the time and the results of the day after each interval, and has to be answered', async () => {
  open()
  await expect.poll(reports).toBe(1)
  await page.getByLabelText('聊天').click()
  await use(HOUR - 60)
  await expect.element(check).not.toBeInTheDocument()
  await use(60, { isCheckDue: true })
  await expect.element(check).toHaveAccessibleName('你今天已经使用了 1 小时')
  await expect.element(check).toHaveTextContent(/今天使用1 小时投注和送礼¥120.00派彩¥45.50输赢−¥74.50/)
  // A key that is pressed at this moment answers nothing.
  await expect.element(check).toHaveFocus()
  await userEvent.keyboard(' {Enter}{Escape}')
  await frames(3)
  await expect.element(check).toBeVisible()
  await press('继续')
  await expect.element(check).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('聊天')).toHaveFocus()
  await use(HOUR - 60)
  await expect.element(check).not.toBeInTheDocument()
  await use(60, { isCheckDue: true })
  await expect.element(check).toHaveAccessibleName('你今天已经使用了 2 小时')
  await press('继续')
})

it('Annex I reality check: a reload does not answer, and the answer goes to the server', async () => {
  time = { ...time, seconds: HOUR + 600, isCheckDue: true }
  open()
  await expect.element(check).toBeVisible()
  mounted.unmount()
  open()
  await expect.element(check).toBeVisible()
  await press('继续')
  await expect.poll(() => answers).toEqual([HOUR + 600])
  await use(60)
  await expect.element(check).not.toBeInTheDocument()
})

it('Annex I reality check: a call that was refused for an unanswered check opens it at once, above other dialogs', async () => {
  store.set(isAskingAtom, true)
  open()
  await expect.poll(reports).toBe(1)
  time = { ...time, seconds: HOUR, isCheckDue: true }
  store.set(isCheckWantedAtom, true)
  await expect.element(check).toBeVisible()
  expect(reports()).toBe(2)
  await press('继续')
  await expect.poll(() => answers).toEqual([HOUR])
  await expect.element(check).not.toBeInTheDocument()
  expect(store.get(isCheckWantedAtom)).toBe(false)
})

it('60005 shows once that the time of a session limit is used up', async () => {
  open()
  await expect.poll(reports).toBe(1)
  const over = page.getByText('你设定的在线时长已用完，现在只能观看、聊天和提款', { exact: true })
  await use(60, { remaining: 1 })
  await expect.element(over).not.toBeInTheDocument()
  await use(60, { remaining: 0 })
  await expect.element(over.first()).toBeVisible()
})

it('takes the answer of another tab over', async () => {
  time = { ...time, seconds: HOUR, isCheckDue: true }
  open()
  await expect.element(check).toBeVisible()
  const other = new BroadcastChannel('grandstand-reality-check')
  other.postMessage({ userId: 'somebody-else', seconds: HOUR })
  await frames(2)
  await expect.element(check).toBeVisible()
  other.postMessage({ userId: MEMBER.userId, seconds: HOUR })
  await expect.element(check).not.toBeInTheDocument()
  other.close()
})

it('waits until an open question about money is answered', async () => {
  time = { ...time, seconds: HOUR, isCheckDue: true }
  store.set(isAskingAtom, true)
  open()
  await expect.poll(reports).toBe(1)
  await frames(3)
  await expect.element(page.getByRole('alertdialog', { name: '确认提款？' })).toBeVisible()
  await expect.element(check).not.toBeInTheDocument()
  store.set(isAskingAtom, false)
  await expect.element(check).toBeVisible()
  await press('继续')
})

describe('the answers', () => {
  beforeEach(async () => {
    time = { ...time, seconds: HOUR, remaining: 25, isCheckDue: true }
    open()
    await expect.element(check).toBeVisible()
  })

  it('Annex I time-out: 休息一下 offers a time-out with its end', async () => {
    await expect.element(check).toHaveTextContent('在线时长限额剩余25 分钟')
    await press('休息一下')
    const rest = page.getByRole('dialog', { name: '休息期' })
    await expect.element(rest).toHaveTextContent(/到 .* 结束，不能提前结束/)
    await userEvent.click(rest.getByRole('button', { name: '开始休息' }))
    await expect.element(rest).not.toBeInTheDocument()
    expect(transport.calls.find(({ name }) => name === 'responsible.timeOut')?.params).toEqual({ hours: 24 })
  })

  it('查看记录 opens the records', async () => {
    await press('查看记录')
    await expect.poll(() => mounted.router.state.location.pathname).toBe('/app/wallet/records')
  })

  it('has no axe finding', async () => {
    await animationsEnded()
    expect(await findingsOfScreen('page-has-heading-one')).toEqual([])
  })
})

describe('reports', () => {
  it('are made at most once a minute, and only while the page is visible and connected', async () => {
    open()
    await expect.poll(reports).toBe(1)
    // The rest of the minute is real time of the page.
    transport.now += MINUTE_MS / 2
    document.dispatchEvent(new Event('visibilitychange'))
    await frames(3)
    expect(reports()).toBe(1)
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    transport.now += 10 * MINUTE_MS
    document.dispatchEvent(new Event('visibilitychange'))
    await frames(3)
    expect(reports()).toBe(1)
    hidden.mockReturnValue(false)
    store.set(connectionAtom, 'offline')
    document.dispatchEvent(new Event('visibilitychange'))
    await frames(3)
    expect(reports()).toBe(1)
    store.set(connectionAtom, 'online')
    transport.now += MINUTE_MS
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.poll(reports).toBe(2)
  })

  it('are not made for visitors', async () => {
    store.set(sessionAtom, null)
    open()
    await frames(3)
    expect(reports()).toBe(0)
  })
})
