import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { CODES } from '#protocol/codes.ts'
import { failure, success } from '#protocol/result.ts'
import { transport } from './support/fake-transport.ts'
import { frames } from './support/mount.tsx'
import { closeRoom, showPage } from './support/open-room.tsx'
import { ROOM, serveRoom } from './support/room-fixtures.ts'

afterEach(() => closeRoom())

const video = () => document.querySelector<HTMLElement>('[data-video]')?.dataset['video']
const isStageThere = () => document.querySelector('[data-video]') !== null

async function enter(): Promise<void> {
  await showPage('/app/live/eid-1')
  await vi.waitUntil(() => transport.room !== null)
  transport.enter({ chatRoomNo: 'room-1', snapshot: ROOM, role: 'member' })
  await vi.waitUntil(isStageThere)
}

it('asks for the lines before the room is drawn', async () => {
  serveRoom()
  const stageAtCall: boolean[] = []
  transport.answers['live.playingVideo'] = () => {
    stageAtCall.push(isStageThere())
    return success({ anchorStatus: 1, lines: [] })
  }
  await enter()
  expect(stageAtCall).toEqual([false])
})

it('waits for the picture, and does not call it missing, while its lines are on their way', async () => {
  serveRoom()
  transport.answers['live.playingVideo'] = () => new Promise(() => {})
  await enter()
  await frames(5)
  expect(video()).toBe('loading')
})

it('asks for the lines again when that failed and a person wants it', async () => {
  serveRoom()
  transport.answers['live.playingVideo'] = () => failure(CODES.TIMEOUT, '请求超时')
  await enter()
  await vi.waitUntil(() => video() === 'error')
  const asked = () => transport.calls.filter(({ name }) => name === 'live.playingVideo').length
  const before = asked()
  await page.getByRole('button', { name: '重试' }).click()
  await vi.waitUntil(() => asked() === before + 1)
})

it('goal 15 says nowhere how late the picture is while nobody has measured it', async () => {
  serveRoom()
  await enter()
  await expect.element(page.getByText('全场独赢', { exact: true }).first()).toBeVisible()
  expect(document.body.textContent).not.toMatch(/慢\s*\d+\s*秒/)
})
