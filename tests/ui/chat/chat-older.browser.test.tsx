import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ChatList } from '#features/chat/list/ChatList.tsx'
import { CODES } from '#protocol/codes.ts'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { batch, enteredRoom, giftRow, textRow } from '#tests/ui/support/feed-fixtures.ts'
import type { Mounted } from '#tests/ui/support/mount.tsx'
import { frames, mount } from '#tests/ui/support/mount.tsx'
import { applyMessages } from '#state/feed/apply-batch.ts'
import { setFilter, changeFeedAtom, feedAtom } from '#state/feed/feed-atoms.ts'
import type { FeedFilter } from '#state/feed/feed-state.ts'
import type { RoomSession } from '#state/room/room-session.ts'
import { openRoom } from '#state/room/room-session.ts'
import { store } from '#state/store.ts'

const FAILED_ACTIONS = { onRetry: () => {}, onDismiss: () => {} }

type Page = Result<{ rows: FeedRow[]; hasMore: boolean }>

/** The log has the entries 1 to LAST; the page got the newest 50. */
const LAST = 1_000
const SHOWN = 50
let isGift = (_seq: number) => false
let fails = false
let asked: number[] = []
let begins = 1
let session: RoomSession
let page: Mounted

const row = (seq: number): FeedRow => (isGift(seq) ? giftRow(seq) : textRow(seq))
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => row(from + index))

async function older(beforeSeq: number): Promise<Page> {
  asked.push(beforeSeq)
  if (fails) return failure(CODES.TIMEOUT, '网络超时，请重试', { traceId: 'trace-7' })
  const from = Math.max(begins, beforeSeq - 50)
  return success({ rows: rows(from, beforeSeq - 1), hasMore: from > begins })
}

/** A room that was just entered, with a filter. */
async function enter(filter: FeedFilter, count = SHOWN): Promise<void> {
  store.set(changeFeedAtom, (feed) => applyMessages(setFilter(feed, filter), [batch(rows(LAST - count + 1, LAST))]))
  await frames(4)
}

beforeEach(async () => {
  fails = false
  asked = []
  begins = 1
  isGift = (seq) => seq % 20 === 0
  session = openRoom('r', () => undefined, enteredRoom(older))
  await Promise.resolve()
  page = mount(
    <div style={{ display: 'flex', width: 384, height: 420 }}>
      <ChatList chatRoomNo="r" failedActions={FAILED_ACTIONS} onLoadOlder={() => void session.loadOlder()} />
    </div>,
  )
})
afterEach(() => {
  page.unmount()
  session.leave()
  store.set(changeFeedAtom, (feed) => setFilter(feed, 'all'))
})

const log = () => document.querySelector<HTMLElement>('[role="log"]')!
const drawn = () => log().querySelectorAll('[data-id]').length
const topOf = (seq: number) => log().querySelector(`[data-id="e${seq}"]`)?.getBoundingClientRect().top ?? Number.NaN
const overflow = () => log().scrollHeight - log().clientHeight
const reading = () => store.get(feedAtom).reading
const again = () => [...document.querySelectorAll('button')].find((button) => button.textContent === '重试')
const announced = () => [...document.querySelectorAll('output')].map((output) => output.textContent).join('')

const press = (key: string) => () => void log().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
const wheel = (deltaY: number) => () => void log().dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true }))
const WAYS: Readonly<Record<string, () => void>> = {
  wheel: wheel(-120),
  finger() {
    const touch = (clientY: number) => new Touch({ identifier: 1, target: log(), clientX: 40, clientY })
    for (const [type, y] of [
      ['touchstart', 150],
      ['touchmove', 200],
    ] as const) {
      log().dispatchEvent(new TouchEvent(type, { bubbles: true, touches: [touch(y)] }))
    }
  },
  PageUp: press('PageUp'),
  Home: press('Home'),
  ArrowUp: press('ArrowUp'),
}

describe('S7.110 history of a list that is entirely visible', () => {
  it.each(Object.keys(WAYS))('is loaded by %s', async (way) => {
    await enter('gifts')
    expect(overflow()).toBe(0)
    expect(drawn()).toBe(3)
    WAYS[way]?.()
    await expect.poll(drawn).toBeGreaterThan(3)
  })

  it('moves no existing row while it fills the list and beyond', async () => {
    await enter('gifts')
    const top = topOf(LAST)
    for (let turn = 0; overflow() < 200; turn += 1) {
      expect(turn).toBeLessThan(20)
      const before = drawn()
      WAYS['wheel']?.()
      await expect.poll(drawn).toBeGreaterThan(before)
      await frames(3)
      expect(topOf(LAST)).toBe(top)
    }
  })

  it('is loaded into an empty list, newest first', async () => {
    isGift = (seq) => seq <= 900
    await enter('gifts')
    expect(drawn()).toBe(0)
    WAYS['wheel']?.()
    await expect.poll(drawn).toBeGreaterThan(0)
    await frames(3)
    expect(log().getBoundingClientRect().bottom - topOf(900)).toBeLessThan(60)
  })

  it('returns to the live list when there was none', async () => {
    begins = LAST - 2
    await enter('all', 3)
    WAYS['wheel']?.()
    await expect.poll(() => asked).toEqual([LAST - 2])
    await expect.poll(reading).toBeNull()
    WAYS['wheel']?.()
    await frames(2)
    expect(asked).toHaveLength(1)
    expect(reading()).toBeNull()
  })

  it('holds the list after scrolling up, and follows after scrolling down', async () => {
    await enter('gifts')
    WAYS['wheel']?.()
    await expect.poll(drawn).toBeGreaterThan(3)
    expect(reading()).not.toBeNull()
    wheel(120)()
    expect(reading()).toBeNull()
  })
})

describe('S7.110 history with a filter', () => {
  const toTop = async () => {
    wheel(-9_999)()
    log().scrollTop = 0
    await frames(4)
  }

  it('loads several pages that the filter hides', async () => {
    isGift = (seq) => seq > 950 || seq <= 750
    await enter('gifts')
    await toTop()
    await expect.poll(() => asked).toEqual([951, 901, 851, 801, 751])
    log().scrollTop = 0
    await frames(3)
    expect(topOf(701)).not.toBeNaN()
  })

  it('continues over more pages until a row is visible', async () => {
    isGift = (seq) => seq > 950 || seq <= 350
    await enter('gifts')
    await toTop()
    await expect.poll(() => asked.at(-1)).toBe(351)
    expect(asked).toHaveLength(13)
    await frames(3)
    expect(asked).toHaveLength(13)
  })
})

describe('S7.110 history that cannot be loaded', () => {
  it.each(['all', 'gifts'] as const)(
    'is said politely, can be asked for again by key, and moves no row: %s',
    async (filter) => {
      fails = true
      await enter(filter)
      WAYS['wheel']?.()
      log().scrollTop = 0
      await expect.poll(again).toBeDefined()
      expect(announced()).toContain('更早的消息加载失败')
      expect(announced()).toContain('trace-7')
      const count = asked.length
      WAYS['wheel']?.()
      await frames(2)
      expect(asked).toHaveLength(count)

      const first = log().querySelector<HTMLElement>('[data-id]')!
      const top = first.getBoundingClientRect().top
      fails = false
      log().focus()
      await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
      expect(document.activeElement).toBe(again())
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => reading()?.view.length).toBeGreaterThan(SHOWN)
      await frames(3)
      expect(first.isConnected && first.getBoundingClientRect().top).toBe(top)
      expect(again()).toBeUndefined()
      expect(document.activeElement).toBe(log())
    },
  )

  it('shows its status where it covers no row', async () => {
    fails = true
    await enter('all')
    wheel(-120)()
    log().scrollTop = 0
    await expect.poll(again).toBeDefined()
    await frames(3)
    const first = log().querySelector('[data-id]')!
    expect(first.getBoundingClientRect().top).toBeGreaterThanOrEqual(
      again()!.parentElement!.getBoundingClientRect().bottom,
    )
  })

  it('shows that it is loading, and that there is none at the start', async () => {
    begins = LAST - 60
    await enter('all')
    wheel(-120)()
    log().scrollTop = 0
    await expect.poll(() => reading()?.hasOlder).toBe(false)
    log().scrollTop = 0
    await expect.poll(announced).toContain('没有更早的消息')
    log().scrollTop = 100
    await expect.poll(announced).not.toContain('没有更早的消息')
  })
})
