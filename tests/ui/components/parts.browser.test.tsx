import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Avatar, avatarOf } from '#ui/art/Avatar.tsx'
import { CoinBalance } from '#ui/art/Coin.tsx'
import { Crest } from '#ui/art/Crest.tsx'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TabList, TabPanel, Tabs } from '#ui/choice/Tabs.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { Menu } from '#ui/overlay/Menu.tsx'
import { Sheet } from '#ui/overlay/Sheet.tsx'
import { toast } from '#ui/overlay/toast-manager.ts'
import { ErrorPanel } from '#ui/state/ErrorPanel.tsx'
import { OfflineBar } from '#ui/state/OfflineBar.tsx'
import { Loading, Skeleton } from '#ui/state/Skeleton.tsx'
import { VipBadge } from '#ui/text/Badge.tsx'
import { Score } from '#ui/text/Score.tsx'
import type { Mounted } from '../support/mount.tsx'
import { frames, mount } from '../support/mount.tsx'

let mounted: Mounted
afterEach(() => {
  vi.useRealTimers()
  mounted.unmount()
})

describe('Button', () => {
  it('ignores presses and keeps focus and width while loading', async () => {
    const press = vi.fn()
    mounted = mount(<Button onClick={press}>进入</Button>)
    const button = page.getByRole('button', { name: '进入' })
    await button.click()
    const width = button.element().getBoundingClientRect().width
    mounted.render(
      <Button onClick={press} isLoading>
        进入
      </Button>,
    )
    await expect.element(button).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(press).toHaveBeenCalledTimes(1)
    expect(button.element().getBoundingClientRect().width).toBe(width)
  })

  it('has a touch area of 44 px at any size', () => {
    mounted = mount(
      <div style={{ padding: 40 }}>
        <Button size="tiny">进入</Button>
        <IconButton size="small" label="设置" icon={<i />} />
      </div>,
    )
    for (const button of mounted.root.querySelectorAll('button')) {
      const box = button.getBoundingClientRect()
      const middle = [box.left + box.width / 2, box.top + box.height / 2] as const
      expect(document.elementFromPoint(middle[0], middle[1] - 21.5)).toBe(button)
      expect(document.elementFromPoint(middle[0], middle[1] + 21.5)).toBe(button)
    }
  })
})

describe('badges and numbers', () => {
  it('hide the VIP badge at level 0 and have two styles above', () => {
    mounted = mount(<VipBadge level={0} />)
    expect(mounted.root).toHaveTextContent('')
    mounted.render(
      <>
        <VipBadge level={4} />
        <VipBadge level={5} />
      </>,
    )
    const [low, high] = [...mounted.root.querySelectorAll('span')].map((badge) => getComputedStyle(badge))
    expect(low?.backgroundColor).toBe('rgba(0, 0, 0, 0)')
    expect(high?.backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
  })

  it('animate a score only when it changes', () => {
    mounted = mount(<Score home={2} away={1} />)
    expect(mounted.root.getAnimations({ subtree: true })).toHaveLength(0)
    mounted.render(<Score home={2} away={2} />)
    expect(mounted.root.getAnimations({ subtree: true })).toHaveLength(1)
    expect(mounted.root).toHaveTextContent('2 比 2')
  })

  it('show the balance in minor units with 演示资金', () => {
    mounted = mount(<CoinBalance amount={12_680} form="compact" />)
    const balance = mounted.root.querySelector('[data-balance]')
    expect(balance).toHaveAttribute('data-balance', '12680')
    expect(balance).toHaveTextContent('12,680')
    expect(balance).toHaveTextContent('演示资金')
    mounted.render(<CoinBalance amount={null} />)
    expect(mounted.root.querySelector('[data-balance]')).toBeNull()
  })

  it('show the same generated avatar for an id, also instead of a foreign or broken picture', async () => {
    expect(avatarOf('u-1')).toBe(avatarOf('u-1'))
    expect(new Set(Array.from({ length: 400 }, (_, index) => avatarOf(`u-${index}`))).size).toBe(24)
    mounted = mount(<Avatar id="u-1" src="https://elsewhere.example/a.png" />)
    expect(mounted.root.querySelector('img')).toHaveAttribute('src', avatarOf('u-1'))
    mounted.render(<Crest team="江城铁路" src="/art/missing.svg" />)
    mounted.root.querySelector('img')?.dispatchEvent(new Event('error'))
    await expect.poll(() => mounted.root.querySelector('svg')?.textContent).toBe('江')
  })
})

describe('Tabs', () => {
  it('move with arrow keys and open with Enter', async () => {
    function Probe() {
      const [tab, setTab] = useState('live')
      const items = [
        { value: 'live', label: '直播' },
        { value: 'anchor', label: '主播' },
      ]
      return (
        <Tabs value={tab} onValueChange={setTab}>
          <TabList label="观看内容" items={items} />
          <TabPanel value={tab}>{tab} 的内容</TabPanel>
        </Tabs>
      )
    }
    mounted = mount(<Probe />)
    await page.getByRole('tab', { name: '直播' }).click()
    await userEvent.keyboard('{ArrowRight}{Enter}')
    await expect.element(page.getByRole('tab', { name: '主播' })).toHaveAttribute('aria-selected', 'true')
    await expect.element(page.getByRole('tabpanel')).toHaveTextContent('anchor 的内容')
    await expect.element(page.getByRole('tabpanel', { name: '主播' })).toBeVisible()
  })

  it('wrap around, skip a disabled tab, and have one tab stop in keyboard order', async () => {
    const changes: string[] = []
    const items = [
      { value: 'live', label: '直播' },
      { value: 'anchor', label: '主播', isDisabled: true },
      { value: 'data', label: '数据' },
    ]
    mounted = mount(
      <Tabs value="live" onValueChange={(next) => changes.push(next)}>
        <TabList label="观看内容" items={items} />
        <TabPanel value="live">内容</TabPanel>
      </Tabs>,
    )
    const tab = (name: string) => page.getByRole('tab', { name })
    await tab('直播').click()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(tab('数据')).toHaveFocus()
    await userEvent.keyboard('{Home}{ArrowRight}{Enter}')
    await expect.element(tab('主播')).toHaveFocus()
    await expect.element(tab('主播')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{End}{Enter}')
    expect(changes).toEqual(['data'])
    expect([...mounted.root.querySelectorAll('[role=tab][tabindex="0"]')].map((one) => one.textContent)).toEqual([
      '直播',
    ])
  })
})

function Opener({ kind }: { readonly kind: 'dialog' | 'sheet' }) {
  const [isOpen, setOpen] = useState(false)
  const Part = kind === 'dialog' ? Dialog : Sheet
  return (
    <>
      <Button onClick={() => setOpen(true)}>打开</Button>
      <Part isOpen={isOpen} onOpenChange={setOpen} title="送礼物">
        <Button>送出</Button>
      </Part>
    </>
  )
}

describe.each(['dialog', 'sheet'] as const)('%s', (kind) => {
  it('has a name, traps the focus, closes with Escape and restores the focus', async () => {
    mounted = mount(<Opener kind={kind} />)
    const opener = page.getByRole('button', { name: '打开' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: '送礼物' })
    await expect.element(dialog).toBeVisible()
    await expect.poll(() => dialog.query()?.contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => page.getByRole('dialog').elements().length).toBe(0)
    await expect.element(opener).toHaveFocus()
  })
})

describe('Tooltip', () => {
  it('opens on keyboard focus, stays inside the window, closes with Escape', async () => {
    mounted = mount(<IconButton label="全屏播放这场比赛" icon={<i />} />)
    await userEvent.keyboard('{Tab}')
    const tooltip = page.getByRole('tooltip')
    await expect.element(tooltip).toHaveTextContent('全屏播放这场比赛')
    const box = tooltip.element().getBoundingClientRect()
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.right).toBeLessThanOrEqual(window.innerWidth)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => tooltip.elements().length).toBe(0)
  })

  it('is not shown on hover while the menu of its control is open', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    mounted = mount(<IconButton label="更多" icon={<i />} aria-expanded="true" />)
    const button = page.getByRole('button', { name: '更多' }).element()
    const hover = () => {
      button.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
      flushSync(() => void vi.advanceTimersByTime(1_000))
      return page.getByRole('tooltip').elements().length
    }
    expect(hover()).toBe(0)
    button.setAttribute('aria-expanded', 'false')
    expect(hover()).toBe(1)
  })
})

describe('Menu', () => {
  it('starts on its first item when the keyboard opens it, but not when the mouse does', async () => {
    const items = ['甲', '乙'].map((label) => ({ key: label, label, onPress: () => undefined }))
    mounted = mount(
      <main>
        <Menu trigger={<IconButton label="更多" icon={<i />} />} items={items} />
      </main>,
    )
    const first = page.getByRole('menuitem', { name: '甲' })
    await userEvent.click(page.getByRole('button', { name: '更多' }))
    await expect.element(first).toBeVisible()
    await frames(3)
    await expect.element(first).not.toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(first).not.toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect.element(first).toHaveFocus()
  })

  it('opens on the first press, moves with arrow keys, restores the focus', async () => {
    const press = vi.fn()
    const items = ['举报', '屏蔽用户'].map((label) => ({ key: label, label, onPress: () => press(label) }))
    mounted = mount(<Menu trigger={<IconButton label="更多" icon={<i />} />} items={items} />)
    const trigger = page.getByRole('button', { name: '更多' })
    await expect.element(trigger).toHaveAttribute('aria-haspopup', 'menu')
    await trigger.click()
    await expect.element(page.getByRole('menu')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.element(page.getByRole('menuitem', { name: '屏蔽用户' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(press).toHaveBeenCalledExactlyOnceWith('屏蔽用户')
    await expect.poll(() => page.getByRole('menu').elements().length).toBe(0)
    await expect.element(trigger).toHaveFocus()
    await trigger.click()
    await expect.element(page.getByRole('menu')).toBeVisible()
    await userEvent.keyboard('{Escape}')
  })
})

describe('states', () => {
  it('show no skeleton in the first 150 ms', () => {
    mounted = mount(
      <Loading>
        <Skeleton />
      </Loading>,
    )
    const status = mounted.root.querySelector('output')
    if (!status) throw new Error('no status')
    const [appear] = status.getAnimations()
    appear?.pause()
    if (appear) appear.currentTime = 149
    expect(getComputedStyle(status).visibility).toBe('hidden')
    if (appear) appear.currentTime = 152
    expect(getComputedStyle(status).visibility).toBe('visible')
  })

  it('animate skeletons after a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    mounted = mount(
      <Loading>
        <Skeleton />
      </Loading>,
    )
    const status = mounted.root.querySelector('output')!
    const moves = () => getComputedStyle(status).animationName.includes('breathe')
    await vi.advanceTimersByTimeAsync(999)
    await frames(1)
    expect(moves()).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await frames(1)
    expect(moves()).toBe(true)
  })

  it('start the spinner of a waiting bar when it is visible', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    mounted = mount(<OfflineBar connection="connecting" />)
    const ring = mounted.root.querySelector('svg')!
    const turns = () => getComputedStyle(ring).animationPlayState
    await vi.advanceTimersByTimeAsync(1_000)
    // The bar is not remounted, so its timer continues.
    mounted.render(<OfflineBar connection="recovering" />)
    await vi.advanceTimersByTimeAsync(1_999)
    await frames(1)
    expect(turns()).toBe('paused')
    await vi.advanceTimersByTimeAsync(1)
    await frames(1)
    expect(turns()).toBe('running')
    expect(mounted.root.querySelector('svg')).toBe(ring)
  })

  it('show code and trace id of an error, with a retry button', async () => {
    const retry = vi.fn()
    mounted = mount(
      <ErrorPanel message="比分加载失败" failure={{ code: 1_000_023, traceId: '7f3a' }} onRetry={retry} />,
    )
    await expect.element(page.getByRole('alert')).toHaveTextContent('错误 1000023 · 追踪号 7f3a')
    await page.getByRole('button', { name: '重试' }).click()
    expect(retry).toHaveBeenCalledOnce()
  })

  it('replace a toast of the same id and have one action', async () => {
    const press = vi.fn()
    mounted = mount(<p>页面</p>)
    toast({ id: 'one', text: '第一句' })
    toast({ id: 'one', text: '第二句', action: { label: '重发', onPress: press } })
    await expect.element(page.getByText('第二句')).toBeVisible()
    expect(page.getByText('第一句').elements()).toHaveLength(0)
    await page.getByRole('button', { name: '重发' }).click()
    expect(press).toHaveBeenCalledOnce()
    await expect.poll(() => page.getByText('第二句').elements().length).toBe(0)
  })
})
