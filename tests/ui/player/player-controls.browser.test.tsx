import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DanmakuControls } from '#features/danmaku/Danmaku.tsx'
import { Controls } from '#features/player/Controls.tsx'
import { INITIAL_STATE } from '#features/player/player-state.ts'
import { HIDE_AFTER_MS, useControlsShown } from '#features/player/use-controls-shown.ts'
import { store } from '#state/store.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import type { Mounted } from '#tests/ui/support/mount.tsx'
import { frames, mount } from '#tests/ui/support/mount.tsx'
import '#ui/overlay/PopoverPopup.tsx'

const nothing = () => undefined
const state = { ...INITIAL_STATE, video: 'playing' as const, isPaused: false }

/** The control bar of a playing video. */
function Picture() {
  const root = useRef<HTMLElement>(null)
  const { isShown } = useControlsShown(root, false)
  return (
    <section
      ref={root}
      aria-label="画面"
      data-controls={isShown ? 'shown' : 'hidden'}
      style={{ position: 'relative', width: 390, height: 220 }}
    >
      <Controls
        extent="all"
        state={state}
        stats={null}
        session={null}
        isFull={false}
        onFullScreen={nothing}
        slot={<DanmakuControls />}
        source={null}
        settings={null}
      />
    </section>
  )
}

let mounted: Mounted | null = null
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  mounted = mount(
    <main>
      <Picture />
    </main>,
  )
})
afterEach(() => {
  mounted?.unmount()
  mounted = null
  vi.useRealTimers()
  store.set(uiPreferencesAtom, { showsDanmaku: true })
})

const controls = () => mounted?.root.querySelector<HTMLElement>('section')?.dataset['controls']
const opacity = () => getComputedStyle(mounted?.root.querySelector('section > div') ?? document.body).opacity
async function wait(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds)
  await frames(1)
}

it('the hidden control bar is reachable by Tab, appears, and stays while it contains the focus', async () => {
  await wait(HIDE_AFTER_MS)
  expect(controls()).toBe('hidden')
  await expect.poll(opacity).toBe('0')
  await userEvent.tab()
  const reached = document.activeElement
  expect([reached?.getAttribute('aria-label'), controls()]).toEqual(['暂停', 'shown'])
  await expect.poll(opacity).toBe('1')
  await wait(HIDE_AFTER_MS * 3)
  expect([document.activeElement === reached, controls()]).toEqual([true, 'shown'])
})

it('the control bar stays while one of its menus is open, and hides afterwards', async () => {
  const button = page.getByRole('button', { name: '弹幕与特效设置' })
  await button.click()
  await expect.element(page.getByRole('dialog', { name: '弹幕与特效设置' })).toBeVisible()
  await wait(HIDE_AFTER_MS * 3)
  expect(controls()).toBe('shown')
  button.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(button).toHaveAttribute('aria-expanded', 'false')
  const leave = async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await wait(HIDE_AFTER_MS)
    return controls()
  }
  await expect.poll(leave).toBe('hidden')
})

it('the danmaku switch keeps its name and exposes its state', async () => {
  const button = page.getByRole('button', { name: '弹幕', exact: true })
  await expect.element(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect.element(button).toHaveAttribute('aria-pressed', 'false')
})
