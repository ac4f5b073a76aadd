import { afterEach, beforeEach, expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { transport } from '../support/fake-transport.ts'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { MEMBER, ROOM } from '../support/room-fixtures.ts'

const session = cdp() as unknown as { send(method: string, parameters?: object): Promise<unknown> }

/** Makes requests for these files fail. */
const withhold = (...names: string[]) =>
  session.send('Network.setBlockedURLs', { urls: names.map((name) => `*/${name}.tsx*`) })

beforeEach(() => session.send('Network.enable'))
afterEach(async () => {
  await withhold()
  await session.send('Network.disable')
  closeRoom()
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
const missing = () => page.getByText('加载失败，请重试')

async function openReport(): Promise<void> {
  await userEvent.hover(page.getByRole('tablist', { name: '观看内容' }))
  await userEvent.hover(document.querySelector('[role="log"] [data-id="e18"]')!)
  await press('更多')
  await item('举报').click()
}

async function openSetup(): Promise<void> {
  await press('房管')
  await item('聊天室设置').click()
}

async function expectRoom(): Promise<void> {
  await expect.element(page.getByRole('log')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: '说点什么' })).toBeVisible()
  expect(document.querySelector('[data-video]')).not.toBeNull()
  expect(transport.room).not.toBeNull()
}

it.each([
  ['举报', 'ReportDialog', openReport, () => page.getByRole('button', { name: '提交举报' })],
  ['聊天室设置', 'AdminWindow', openSetup, () => page.getByText('慢速模式')],
  ['实时数据', 'StatsPanel', () => userEvent.keyboard('`'), () => page.getByRole('region', { name: '实时数据' })],
] as const)(
  '%s whose code fails to load shows a message, leaves the room intact, and opens later',
  async (_, file, open, opened) => {
    await openRoomPage({ snapshot: { ...ROOM, admins: [MEMBER.userId] } })
    await withhold(file)
    await open()
    await expect.element(missing()).toBeVisible()
    await expectRoom()
    expect(opened().elements()).toEqual([])
    await withhold()
    await open()
    await expect.element(opened()).toBeVisible()
  },
)

it('emoji whose code fails to load show an error in place and are loaded later', async () => {
  await openRoomPage()
  await withhold('EmojiPanel')
  await press('表情和贴图')
  await expect.element(missing()).toBeVisible()
  expect(missing().element().closest('[data-composer-panel]')).not.toBeNull()
  await expectRoom()
  await withhold()
  await missing().getByRole('button', { name: '重试' }).click()
  await expect.element(page.getByRole('tab', { name: '贴图' })).toBeVisible()
})
