import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, showPage } from '../support/open-room.tsx'
import { ROOM, serveRoom } from '../support/room-fixtures.ts'

afterEach(() => closeRoom())

const video = () => document.querySelector<HTMLElement>('[data-video]')?.dataset['video']
const isStageThere = () => document.querySelector('[data-video]') !== null

async function enter(): Promise<void> {
  await showPage('/app/live/eid-1')
  await vi.waitUntil(() => transport.room !== null)
  transport.enter({ chatRoomNo: 'room-1', snapshot: ROOM, role: 'member' })
  await vi.waitUntil(isStageThere)
}

it('requests the stream sources before the room is rendered', async () => {
  serveRoom()
  const stageAtCall: boolean[] = []
  transport.responses['live.playingVideo'] = () => {
    stageAtCall.push(isStageThere())
    return success({ anchorStatus: 1, lines: [] })
  }
  await enter()
  expect(stageAtCall).toEqual([false])
})

it('shows a loading state, not a failure, while the stream sources are loaded', async () => {
  serveRoom()
  transport.responses['live.playingVideo'] = () => new Promise(() => {})
  await enter()
  await frames(5)
  expect(video()).toBe('loading')
})

it('requests the stream sources again on retry after a failure', async () => {
  serveRoom()
  transport.responses['live.playingVideo'] = () => failure(CODES.TIMEOUT, '请求超时')
  await enter()
  await vi.waitUntil(() => video() === 'error')
  const asked = () => transport.calls.filter(({ name }) => name === 'live.playingVideo').length
  const before = asked()
  await page.getByRole('button', { name: '重试' }).click()
  await vi.waitUntil(() => asked() === before + 1)
})

it('shows no delay before it has been measured', async () => {
  serveRoom()
  await enter()
  await expect.element(page.getByText('全场独赢', { exact: true }).first()).toBeVisible()
  expect(document.body.textContent).not.toMatch(/慢\s*\d+\s*秒/)
})
