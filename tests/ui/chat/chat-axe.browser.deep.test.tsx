import axe from '../support/axe.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { success } from '#protocol/result.ts'
import { transport } from '../support/fake-transport.ts'
import { batch, textRow } from '../support/feed-fixtures.ts'
import { frames } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'
import { MEMBER, ROOM } from '../support/room-fixtures.ts'

afterEach(() => closeRoom())

async function findings(): Promise<string[]> {
  await frames(30)
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

describe("accessibility of the chat's panels and menus", () => {
  const screens = [
    ['glow', 1280],
    ['elegant', 1280],
    ['fresh', 390],
  ] as const
  for (const [skin, width] of screens) {
    it(`${skin} at ${width}: 0 findings in panel, focused row, row menu, settings and mute`, async () => {
      const messages = [batch([textRow(1), textRow(2, '好球', { isMention: true }), textRow(3)])]
      await openRoomPage({ skin, width, height: 844, messages, snapshot: { ...ROOM, admins: [MEMBER.userId] } })
      transport.responses['chatroom.words'] = () => success({ words: ['比分网'] })
      await press('表情和贴图')
      await expect.element(page.getByRole('tab', { name: '贴图' })).toBeVisible()
      expect(await findings()).toEqual([])
      await page.getByRole('tab', { name: '贴图' }).click()
      expect(await findings()).toEqual([])
      await press('表情和贴图')

      document.querySelector<HTMLElement>('[role="log"]')?.focus()
      await userEvent.keyboard('{ArrowUp}')
      expect(await findings()).toEqual([])
      await userEvent.keyboard('{Enter}')
      await expect.element(item('禁言…')).toBeVisible()
      expect(await findings()).toEqual([])
      await item('禁言…').click()
      await expect.element(page.getByRole('dialog', { name: /^禁言 / })).toBeVisible()
      expect(await findings()).toEqual([])
      await press('取消')

      document.querySelector<HTMLElement>('[role="log"]')?.focus()
      await userEvent.keyboard('{End}')
      await press('房管')
      await item('聊天室设置').click()
      await expect.element(page.getByRole('textbox', { name: '屏蔽词' })).toBeVisible()
      expect(await findings()).toEqual([])
    })
  }
})
