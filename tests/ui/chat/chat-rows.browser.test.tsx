import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { watchTouch } from '#features/chat/menu/watch-rows.ts'
import { failure, success } from '#protocol/result.ts'
import { startReading } from '#state/feed/reading.ts'
import { changeFeedAtom, feedAtom } from '#state/feed/feed-atoms.ts'
import { giftPosted, giftTraysAtom, EMPTY_TRAYS } from '#state/effects/gift-trays.ts'
import { store } from '#state/store.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { transport } from '#tests/ui/support/fake-transport.ts'
import { author, batch, giftRow, NOON, orderRow, textRow } from '#tests/ui/support/feed-fixtures.ts'
import { frame, frames } from '#tests/ui/support/mount.tsx'
import { closeRoom, openRoomPage } from '#tests/ui/support/open-room.tsx'

afterEach(() => {
  store.set(uiPreferencesAtom, { pausesOnHover: false })
  closeRoom()
})

const log = () => document.querySelector<HTMLElement>('[role="log"]')!
const row = (id: string) => document.querySelector<HTMLElement>(`[role="log"] [data-id="${id}"]`)
const focused = () => document.activeElement?.getAttribute('data-id')
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
const box = () => page.getByRole('textbox', { name: '说点什么' })
const isFollowing = () => store.get(feedAtom).reading === null

async function openMenu(id: string): Promise<void> {
  // Moves the pointer away first, because a pointer that is already there triggers no hover.
  await userEvent.hover(page.getByRole('tablist', { name: '观看内容' }))
  await userEvent.hover(row(id)!)
  await page.getByRole('button', { name: '更多' }).click()
  await expect.element(page.getByRole('menu')).toBeVisible()
}

describe('the menu of a row', () => {
  it('offers a member the actions for messages of others, but none of administrators', async () => {
    await openRoomPage()
    await openMenu('e18')
    const names = page
      .getByRole('menuitem')
      .elements()
      .map((element) => element.textContent)
    expect(names).toEqual(['回复', '@TA', '复制', '屏蔽用户', '举报'])
  })

  it('offers a visitor copy and block', async () => {
    await openRoomPage({ isMember: false })
    await openMenu('e18')
    const names = page
      .getByRole('menuitem')
      .elements()
      .map((element) => element.textContent)
    expect(names).toEqual(['复制', '屏蔽用户'])
  })

  it('opens as the card of a member by a press on the name', async () => {
    await openRoomPage()
    const name = [...row('e18')!.querySelectorAll('span')].find((part) => part.textContent?.endsWith('：'))!
    await userEvent.click(name)
    const card = page.getByRole('menu')
    await expect.element(card.getByText(name.textContent.slice(0, -1), { exact: true })).toBeVisible()
    expect(card.element().querySelector('img')).not.toBeNull()
    await expect.element(item('@TA')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(row('e18')!)
    expect(page.getByRole('menu').elements()).toEqual([])
  })

  it('pauses the list while it is open', async () => {
    await openRoomPage()
    await openMenu('e18')
    const { top } = row('e18')!.getBoundingClientRect()
    transport.send(batch(Array.from({ length: 50 }, (_, index) => textRow(200 + index))))
    await frames(3)
    expect(isFollowing()).toBe(false)
    expect(row('e18')!.getBoundingClientRect().top).toBe(top)
    await userEvent.keyboard('{Escape}')
    await userEvent.hover(box())
    await vi.waitFor(() => expect(isFollowing()).toBe(true), 5_000)
  })

  it('follows while the mouse rests where the tools appear, and pauses when it moves on them', async () => {
    await openRoomPage()
    const { width } = row('e18')!.getBoundingClientRect()
    const tools = () => document.querySelector<HTMLElement>('[data-row-tools]')
    await userEvent.hover(row('e18')!, { position: { x: width - 40, y: 4 } })
    await vi.waitFor(() => expect(tools()).not.toBeNull())
    transport.send(batch(Array.from({ length: 5 }, (_, index) => textRow(200 + index))))
    await frames(3)
    expect(isFollowing()).toBe(true)
    await userEvent.hover(tools()!)
    await vi.waitFor(() => expect(isFollowing()).toBe(false))
    await userEvent.hover(box())
    await vi.waitFor(() => expect(isFollowing()).toBe(true), 5_000)
  })

  it('inserts a mention into the text', async () => {
    await openRoomPage()
    await box().fill('快看')
    await openMenu('e18')
    await item('@TA').click()
    await expect.element(box()).toHaveValue('快看 @一只企鹅 ')
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(box()).toHaveFocus()
  })

  it('focuses the composer when a reply begins', async () => {
    await openRoomPage()
    await openMenu('e18')
    await item('回复').click()
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
    await expect.element(box()).toHaveFocus()
  })

  it('copies the text', async () => {
    await openRoomPage()
    const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await openMenu('e18')
    await item('复制').click()
    await expect.element(page.getByText('已复制')).toBeVisible()
    expect(written).toHaveBeenCalledWith('这球要是进了，我请整排喝汽水')
    written.mockRestore()
  })

  it('blocks a member for this visit, and undoes it', async () => {
    await openRoomPage()
    const penguin = author('一只企鹅', 1)
    store.set(giftTraysAtom, giftPosted(EMPTY_TRAYS, giftRow(90, {}, { author: penguin }), NOON))
    await openMenu('e18')
    await item('屏蔽用户').click()
    await expect.element(page.getByText('本次观看不再显示 一只企鹅 的消息')).toBeVisible()
    await vi.waitFor(() => expect(row('e18')).toBeNull())
    expect(document.querySelector('[data-gift-tray]')).toBeNull()
    await vi.waitFor(() => expect(document.querySelector('[role="menu"]')).toBeNull())
    store.set(changeFeedAtom, startReading)
    const before = store.get(feedAtom).reading?.unread ?? -1
    transport.send(batch([textRow(300, '我又来了', { author: penguin }), textRow(301, '好球')]))
    await frames(3)
    expect(store.get(feedAtom).reading?.unread).toBe(before + 1)
    await page.getByRole('button', { name: '撤销' }).click()
    await vi.waitFor(() => expect(row('e18')).not.toBeNull())
    expect(store.get(feedAtom).reading?.unread).toBe(before + 2)
  })

  it('reports a message with a reason, and shows success or the failure', async () => {
    await openRoomPage()
    transport.responses['chatroom.report'] = () => failure(1000029, '举报过于频繁，请稍后再试')
    await openMenu('e18')
    await item('举报').click()
    await expect.element(page.getByRole('button', { name: '提交举报' })).toBeDisabled()
    await page.getByText('刷屏', { exact: true }).click()
    await page.getByRole('textbox', { name: '补充说明（可不填）' }).fill('连发十条')
    await page.getByRole('button', { name: '提交举报' }).click()
    await expect.element(page.getByText('举报过于频繁，请稍后再试')).toBeVisible()
    transport.responses['chatroom.report'] = () => success({})
    await page.getByRole('button', { name: '提交举报' }).click()
    await expect.element(page.getByText('举报已提交，房管会尽快处理')).toBeVisible()
    expect(transport.calls.at(-1)).toMatchObject({
      name: 'chatroom.report',
      params: { chatRoomNo: 'room-1', id: 'e18', reason: 'flood', note: '连发十条' },
    })
  })

  describe('under a finger', () => {
    const finger = (target: HTMLElement) => {
      const { top } = target.getBoundingClientRect()
      const touch = new Touch({ identifier: 1, target, clientX: 40, clientY: top + 4 })
      return (type: string, touches = [touch]) =>
        target.dispatchEvent(
          new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches: [touch] }),
        )
    }
    const openLongRoom = async () => {
      await openRoomPage({ width: 390, height: 844 })
      transport.send(batch(Array.from({ length: 100 }, (_, index) => textRow(200 + index))))
      await frames(3)
    }
    const drawn = () => [...log().querySelectorAll<HTMLElement>('[data-id]')]

    it('opens on a long press, but not on a scroll', async () => {
      await openRoomPage({ width: 390, height: 844 })
      const send = finger(row('e18')!)
      send('touchstart')
      send('touchmove')
      send('touchstart')
      await expect.element(page.getByRole('menu')).toBeVisible()
      // Releasing the finger presses nothing.
      expect(send('touchend', [])).toBe(false)
      await expect.element(item('复制')).toBeVisible()
    })

    it('opens beside the row while rows arrive fast', async () => {
      await openLongRoom()
      const target = drawn()[14]!
      const send = finger(target)
      send('touchstart')
      for (let seq = 300; isFollowing(); seq += 1) {
        transport.send(batch([textRow(seq)]))
        await frame()
      }
      transport.send(batch(Array.from({ length: 100 }, (_, index) => textRow(600 + index))))
      await expect.element(page.getByRole('menu')).toBeVisible()
      expect(target.isConnected).toBe(true)
      const menu = page.getByRole('menu').element().getBoundingClientRect()
      const beside = target.getBoundingClientRect()
      expect(Math.abs(menu.right - beside.right)).toBeLessThan(40)
      expect(Math.min(Math.abs(menu.top - beside.bottom), Math.abs(menu.bottom - beside.top))).toBeLessThan(20)
      send('touchend', [])
      expect(isFollowing()).toBe(false)
      await userEvent.keyboard('{Escape}')
      await vi.waitFor(() => expect(isFollowing()).toBe(true), 5_000)
    })

    it.each(['touchend', 'touchmove', 'touchcancel'])('resumes after %s of a finger that only rested', async (type) => {
      await openLongRoom()
      const send = finger(drawn().at(-2)!)
      send('touchstart')
      await vi.waitFor(() => expect(isFollowing()).toBe(false), { interval: 10 })
      send(type)
      expect(isFollowing()).toBe(true)
      expect(document.querySelector('[role="menu"]')).toBeNull()
    })

    it('does not resume a list that was read before', async () => {
      await openLongRoom()
      store.set(changeFeedAtom, startReading)
      await frames(2)
      const send = finger(drawn().at(-2)!)
      send('touchstart')
      await expect.element(page.getByRole('menu')).toBeVisible()
      send('touchend', [])
      await userEvent.keyboard('{Escape}')
      await vi.waitFor(() => expect(document.querySelector('[role="menu"]')).toBeNull())
      expect(isFollowing()).toBe(false)
    })

    it.each([
      [50, []],
      [200, ['rest', 'lift']],
    ])('ignores a row that was removed after %i ms', (leftAfterMs, name) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const list = document.createElement('div')
      list.innerHTML = '<p data-id="e1">好球</p>'
      document.body.append(list)
      const heard: string[] = []
      const stop = watchTouch(list, {
        onRest: () => heard.push('rest'),
        onLift: () => heard.push('lift'),
        onLongPress: () => heard.push('hold'),
      })
      const target = list.querySelector('p')!
      finger(target)('touchstart')
      vi.advanceTimersByTime(leftAfterMs)
      target.remove()
      vi.advanceTimersByTime(1_000)
      expect(heard).toEqual(name)
      stop()
      list.remove()
      vi.useRealTimers()
    })
  })
})

describe('rows by keyboard', () => {
  it('S9 moves between rows with the arrow keys, names each, and pauses the list', async () => {
    await openRoomPage()
    log().focus()
    expect(isFollowing()).toBe(true)
    await userEvent.keyboard('{ArrowUp}')
    const last = focused()
    expect(last).not.toBeNull()
    expect(isFollowing()).toBe(false)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
    const now = document.activeElement as HTMLElement
    expect(now.closest('[role="log"]')).toBe(log())
    expect(now.getAttribute('role')).toBe('article')
    expect(now.getAttribute('aria-label')).toMatch(/，\d\d:\d\d:\d\d$/)
    expect(getComputedStyle(now).boxShadow).toContain('inset')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe(last)
    await userEvent.keyboard('{End}')
    await vi.waitFor(() => expect(isFollowing()).toBe(true), 5_000)
    expect(document.activeElement).toBe(log())
  })

  it('follows again when the arrow key moves down from the newest row', async () => {
    await openRoomPage()
    log().focus()
    await userEvent.keyboard('{ArrowUp}')
    await userEvent.keyboard('{ArrowDown}')
    await vi.waitFor(() => expect(isFollowing()).toBe(true), 5_000)
  })

  for (const key of ['{Enter}', '{Shift>}{F10}{/Shift}', '{ContextMenu}']) {
    it(`opens the menu with ${key}, and Escape returns the focus to the row`, async () => {
      await openRoomPage()
      log().focus()
      await userEvent.keyboard('{ArrowUp}')
      const id = focused()
      await userEvent.keyboard(key)
      await expect.element(page.getByRole('menu')).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await vi.waitFor(() => expect(focused()).toBe(id))
      await vi.waitFor(() => expect(document.querySelector('[role="menu"]')).toBeNull())
    })
  }

  it('moves the focus to the list when the row is removed', async () => {
    await openRoomPage()
    log().focus()
    await userEvent.keyboard('{ArrowUp}')
    document.activeElement?.remove()
    await vi.waitFor(() => expect(document.activeElement).toBe(log()))
  })
})

describe('an order row', () => {
  afterEach(() => document.documentElement.style.removeProperty('font-size'))

  it('keeps its texts within the card at twice the font size of the browser', async () => {
    await openRoomPage()
    transport.send(batch([orderRow(200)]))
    document.documentElement.style.setProperty('font-size', '200%')
    await vi.waitFor(() => expect(row('e200')).not.toBeNull())
    const card = row('e200')!.firstElementChild!
    const texts = document.createRange()
    texts.selectNodeContents(card)
    const bottoms = [...texts.getClientRects()].map(({ bottom }) => bottom)
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(card.getBoundingClientRect().bottom)
  })
})

describe('鼠标停留时暂停滚动', () => {
  const many = (from: number) => batch(Array.from({ length: 60 }, (_, index) => textRow(from + index)))
  const middle = () => page.getByRole('log')

  it('is off by default, and stored', async () => {
    await openRoomPage()
    await userEvent.hover(middle())
    transport.send(many(200))
    await frames(20)
    expect(isFollowing()).toBe(true)
    await page.getByRole('button', { name: '筛选消息' }).click()
    await item('鼠标停留时暂停滚动').click()
    expect(JSON.parse(localStorage.getItem('ui') ?? '{}')).toMatchObject({ pausesOnHover: true })
    await userEvent.hover(box())
    await userEvent.hover(middle())
    await vi.waitFor(() => expect(isFollowing()).toBe(false), 5_000)
    await userEvent.hover(box())
    await vi.waitFor(() => expect(isFollowing()).toBe(true), 5_000)
  })

  /** Pauses the list by hovering. */
  const holdStill = async () => {
    await openRoomPage()
    transport.send(many(200))
    await page.getByRole('button', { name: '筛选消息' }).click()
    await item('鼠标停留时暂停滚动').click()
    await userEvent.hover(box())
    await userEvent.hover(middle())
    await vi.waitFor(() => expect(isFollowing()).toBe(false), 5_000)
  }

  it('does not resume after the viewer scrolled', async () => {
    await holdStill()
    log().dispatchEvent(new WheelEvent('wheel', { deltaY: -40, bubbles: true }))
    await userEvent.hover(box())
    await frames(10)
    expect(isFollowing()).toBe(false)
  })

  it('resumes after a downward scroll at the end', async () => {
    await holdStill()
    log().dispatchEvent(new WheelEvent('wheel', { deltaY: 40, bubbles: true }))
    await userEvent.hover(box())
    await vi.waitFor(() => expect(isFollowing()).toBe(true), 5_000)
  })
})
