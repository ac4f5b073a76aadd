import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { useStatsShown } from '#app/pages/live/RoomPage.tsx'
import { INITIAL_STATE } from '#features/player/player-state.ts'
import { SettingsContent } from '#features/player/SettingsContent.tsx'
import { useShortcuts } from '#features/player/use-shortcuts.ts'
import { readUiPreferences } from '#state/site/ui-preferences.ts'
import { mount, type Mounted } from '../support/mount.tsx'

const onShortcut = vi.fn<(shortcut: string) => void>()
const nothing = () => undefined

function Room() {
  useShortcuts(true, onShortcut)
  const { isShown } = useStatsShown('')
  return (
    <main>
      {isShown && <p>数据</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the chat does it */}
      <div role="log" aria-label="聊天" tabIndex={0}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the chat does it */}
        <p role="article" tabIndex={-1}>
          一句
        </p>
      </div>
      <div role="menu" aria-label="菜单">
        <div role="menuitem" tabIndex={-1}>
          一项
        </div>
      </div>
      <SettingsContent
        state={INITIAL_STATE}
        stats={null}
        source={undefined}
        title="场"
        onFlvEngine={nothing}
        onPictureInPicture={null}
      />
    </main>
  )
}

let mounted: Mounted | null = null
afterEach(() => {
  mounted?.unmount()
  mounted = null
  onShortcut.mockClear()
  localStorage.removeItem('ui')
})

const pressOn = async (role: 'log' | 'article' | 'menuitem', keys: string) => {
  page.getByRole(role).element().focus()
  await userEvent.keyboard(keys)
  return onShortcut.mock.calls.map(([shortcut]) => shortcut)
}

it('the space bar is handled by the focused chat, letters by an open menu', async () => {
  mounted = mount(<Room />)
  expect(await pressOn('log', ' ')).toEqual([])
  expect(await pressOn('article', ' ')).toEqual([])
  expect(await pressOn('menuitem', 'mf')).toEqual([])
  expect(await pressOn('log', 'mf')).toEqual(['mute', 'full-screen'])
})

function StatsProbe({ search }: { readonly search: string }) {
  return useStatsShown(search).isShown ? <p>数据</p> : <p>无数据</p>
}

it.each([
  ['?perf=1', '数据'],
  ['?stats', '数据'],
  ['?perf=0', '无数据'],
  ['', '无数据'],
])('D.8 the query %s of a room shows %s', async (search, text) => {
  mounted = mount(<StatsProbe search={search} />)
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
})

it('single-key shortcuts can be disabled, which is stored (WCAG 2.1.4)', async () => {
  mounted = mount(<Room />)
  const control = page.getByRole('switch', { name: '快捷键' })
  await expect.element(control).toBeChecked()
  await control.click()
  expect(await pressOn('log', 'mf`')).toEqual([])
  expect(page.getByText('数据').query()).toBeNull()
  expect(readUiPreferences(localStorage.getItem('ui')).hasShortcuts).toBe(false)
  await control.click()
  expect(await pressOn('log', 'm`')).toEqual(['mute'])
  await expect.element(page.getByText('数据')).toBeVisible()
})
