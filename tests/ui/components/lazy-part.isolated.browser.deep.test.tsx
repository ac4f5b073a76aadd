import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { SearchBox } from '#features/search/SearchBox.tsx'
import type { SearchSources } from '#features/search/use-search-items.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { loadDialog, loadMenu, loadPopover, loadSheet } from '#ui/overlay/overlays.ts'
import { Popover } from '#ui/overlay/Popover.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { closeToast } from '#ui/overlay/toast-manager.ts'
import { lazyPanel, lazyPart, lazyWindow } from '#ui/state/lazy-part.tsx'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

vi.mock('#ui/overlay/overlays.ts', { spy: true })

let mounted: Mounted
afterEach(() => {
  closeToast('missing')
  mounted.unmount()
})

function Art({ name }: { readonly name: string }) {
  return <p>画的是{name}</p>
}
const NoArt = () => <svg data-missing="" />
const missing = () => document.querySelectorAll('[data-missing]').length

/** A part whose code fails to load this many times. */
function failing(times: number) {
  let asks = 0
  const Part = lazyPart<{ readonly name: string }>(
    async () => {
      asks += 1
      if (asks <= times) throw new TypeError('Failed to fetch dynamically imported module')
      return Art
    },
    { Missing: NoArt },
  )
  return { Part, asks: () => asks }
}

it('a part whose code fails to load does not affect its region, and is loaded when the network returns', async () => {
  const { Part } = failing(1)
  mounted = mount(
    <header>
      顶栏
      <Part name="看台" />
    </header>,
  )
  await expect.poll(missing).toBe(1)
  await expect.element(page.getByText('顶栏')).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('画的是看台')).toBeVisible()
  expect(missing()).toBe(0)
})

it('a part is requested again when it is rendered again, and never after it has loaded', async () => {
  const { Part, asks } = failing(1)
  mounted = mount(<Part name="看台" />)
  await expect.poll(missing).toBe(1)
  mounted.render(null)
  mounted.render(<Part name="看台" />)
  await expect.element(page.getByText('画的是看台')).toBeVisible()
  mounted.render(null)
  mounted.render(<Part name="看台" />)
  await expect.element(page.getByText('画的是看台')).toBeVisible()
  expect(asks()).toBe(2)
})

const removed = new TypeError('Failed to fetch dynamically imported module')
const shown = () => page.getByText(/加载失败/)

/** A button that opens an overlay. */
function Opener({
  children,
}: {
  readonly children: (isOpen: boolean, onOpenChange: (next: boolean) => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <main>
      <p>照常</p>
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      {children(isOpen, setOpen)}
    </main>
  )
}
const trigger = <button type="button">打开</button>

describe('a dialog whose code fails to load shows a message, closes, and opens on the next press', () => {
  const Report = () => {
    let asks = 0
    return lazyWindow<{ readonly onClose: () => void }>(
      async () => {
        asks += 1
        if (asks === 1) throw removed
        return () => <p>开了</p>
      },
      ({ onClose }) => onClose(),
    )
  }
  it.each([
    [
      'Dialog',
      loadDialog,
      () => <Opener>{(isOpen, set) => <Dialog isOpen={isOpen} onOpenChange={set} title="开了" />}</Opener>,
    ],
    [
      'Sheet',
      loadSheet,
      () => (
        <Opener>
          {(isOpen, set) => (
            <Sheet isOpen={isOpen} onOpenChange={set} title="开了">
              里面
            </Sheet>
          )}
        </Opener>
      ),
    ],
    [
      'Menu',
      loadMenu,
      () => (
        <main>
          <p>照常</p>
          <Menu trigger={trigger} items={[{ key: 'a', label: '开了', onPress: () => undefined }]} />
        </main>
      ),
    ],
    [
      'Popover',
      loadPopover,
      () => (
        <main>
          <p>照常</p>
          <Popover trigger={trigger} label="小窗">
            开了
          </Popover>
        </main>
      ),
    ],
    [
      'a window of a feature',
      null,
      () => {
        const Window = Report()
        return <Opener>{(isOpen, set) => isOpen && <Window onClose={() => set(false)} />}</Opener>
      },
    ],
  ])('%s', async (_, load, draw) => {
    if (load !== null) vi.mocked(load as () => Promise<unknown>).mockRejectedValueOnce(removed)
    mounted = mount(draw())
    const button = page.getByRole('button', { name: '打开' })
    await button.click()
    await expect.element(shown()).toBeVisible()
    await expect.element(page.getByText('照常')).toBeVisible()
    await expect.element(button).toHaveFocus()
    await button.click()
    await expect.element(page.getByText('开了')).toBeVisible()
  })
})

it('a panel whose code fails to load shows an error, and 重试 loads it', async () => {
  let asks = 0
  const Panel = lazyPanel(async () => {
    asks += 1
    if (asks <= 2) throw removed
    return () => <p>开了</p>
  })
  mounted = mount(<Panel />)
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('加载失败，请重试')
  const again = alert.getByRole('button', { name: '重试' })
  await again.click()
  // Many browsers cache the failure of a module until the page is reloaded.
  await expect.element(alert).toHaveTextContent('请刷新页面')
  await again.click()
  await expect.element(page.getByText('开了')).toBeVisible()
})

it('a search whose sources fail to load shows an error, and 重试 loads them', async () => {
  await page.viewport(1280, 800)
  let asks = 0
  const load = async (): Promise<SearchSources> => {
    asks += 1
    if (asks === 1) throw new TypeError('Failed to fetch dynamically imported module')
    const names = ['北港联']
    const item = { key: 'm', group: 'match', title: '北港联 对 南屿', note: '', end: '', path: '/', names } as const
    return { items: [{ ...item, isLive: true, weight: 1, picture: null }], failure: null }
  }
  mounted = mount(<SearchBox query="" load={load} onSearch={() => {}} onGo={() => {}} />)
  await userEvent.click(page.getByRole('combobox'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('网络异常')
  await userEvent.click(page.getByRole('alert').getByRole('button', { name: '重试' }))
  await expect.element(page.getByRole('option')).toHaveTextContent('北港联 对 南屿')
  expect(page.getByRole('alert').elements()).toEqual([])
})
