import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ChatList } from '#features/chat/list/ChatList.tsx'
import type { FeedMessage, FeedRow } from '#protocol/worker/feed.ts'
import { applyMessages, roomEntered, roomOpened } from '#state/feed/apply-batch.ts'
import { createFeedPump } from '#state/feed/feed-pump.ts'
import { changeFeedAtom, feedAtom } from '#state/feed/feed-atoms.ts'
import { prependOlder, startReading } from '#state/feed/reading.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { store } from '#state/store.ts'
import { batch, giftRow, orderRow, SNAPSHOT, textRow } from '#tests/ui/support/feed-fixtures.ts'
import type { Mounted } from '#tests/ui/support/mount.tsx'
import { frame, frames, mount } from '#tests/ui/support/mount.tsx'

/** Messages of one to three lines. */
const WORDS = [
  '这球有了',
  '北港的逼抢今天真舍得跑，客队根本出不来球，再这样下去要丢第三个',
  '稳住',
  '裁判这球给得有点宽了吧，我这角度看着是越位，不过回放也看不出来',
]
const line = (seq: number): FeedRow => textRow(seq, `${seq} ${WORDS[seq % WORDS.length] ?? ''}`)
const FAILED_ACTIONS = { onRetry: () => {}, onDismiss: () => {} }

let page: Mounted
let olderAsked = 0
const pump = { push: (_message: FeedMessage) => {}, stop: () => {} }
const apply = (messages: readonly FeedMessage[]) => store.set(changeFeedAtom, (feed) => applyMessages(feed, messages))

function log(): HTMLElement {
  const element = document.querySelector<HTMLElement>('[role="log"]')
  if (element === null) throw new Error('no log')
  return element
}
const gap = () => log().scrollHeight - log().scrollTop - log().clientHeight
const rowOf = (id: string) => log().querySelector<HTMLElement>(`[data-id="${id}"]`)
const topOf = (id: string) => rowOf(id)?.getBoundingClientRect().top

/** The row at the bottom edge of the viewport, or null if it is blank. */
function bottomRow(): HTMLElement | null {
  const box = log().getBoundingClientRect()
  return document.elementFromPoint(box.left + 40, box.bottom - 4)?.closest<HTMLElement>('[data-kind]') ?? null
}

/** The row in the middle of the viewport. */
function middleRow(): HTMLElement {
  const box = log().getBoundingClientRect()
  const row = document.elementFromPoint(box.left + 40, box.top + box.height / 2)?.closest<HTMLElement>('[data-id]')
  if (!row) throw new Error('nothing under the eye')
  return row
}

beforeEach(async () => {
  olderAsked = 0
  store.set(feedAtom, roomEntered(roomOpened(EMPTY_FEED, 'r'), { chatRoomNo: 'r', snapshot: SNAPSHOT, role: 'anon' }))
  page = mount(
    <div style={{ display: 'flex', width: 384, height: 420 }}>
      <ChatList chatRoomNo="r" failedActions={FAILED_ACTIONS} onLoadOlder={() => (olderAsked += 1)} />
    </div>,
  )
  Object.assign(
    pump,
    createFeedPump(apply, () => {}),
  )
})

afterEach(() => {
  pump.stop()
  page.unmount()
})

async function fill(count: number): Promise<void> {
  apply([batch(Array.from({ length: count }, (_, index) => line(index + 1)))])
  await frames(4)
}

/** Sends rows from `from` on, one batch per frame, at `perSecond` rows per second. */
async function flood(from: number, count: number, perSecond: number, each: () => void): Promise<void> {
  let sent = 0
  for (let drawn = 1; sent < count; drawn += 1) {
    const due = Math.min(count, Math.ceil((drawn * perSecond) / 60))
    if (due > sent) pump.push(batch(Array.from({ length: due - sent }, (_, index) => line(from + sent + index))))
    sent = due
    await frame()
    each()
  }
  // A slow machine renders the last rows later.
  while (store.get(feedAtom).lastSeq < from + count - 1) await frame()
  await frames(3)
}

describe('following', () => {
  it('keeps the newest row at the end at 200 messages per second, in every frame', async () => {
    await fill(50)
    const gaps: number[] = []
    let blank = 0
    await flood(51, 800, 200, () => {
      gaps.push(gap())
      if (bottomRow() === null) blank += 1
    })
    expect(blank).toBe(0)
    expect(gap()).toBeLessThanOrEqual(2)
    expect(gaps.filter((value) => value > 2).length).toBeLessThanOrEqual(gaps.length * 0.02)
    expect(rowOf('e850')).not.toBeNull()
    expect(log().querySelectorAll('[data-kind]').length).toBeLessThan(80)
  })

  it('follows at 1,000 messages per second without a blank frame', async () => {
    await fill(50)
    let blank = 0
    await flood(51, 2_000, 1_000, () => {
      if (bottomRow() === null) blank += 1
    })
    expect(blank).toBe(0)
    expect(gap()).toBeLessThanOrEqual(2)
    expect(rowOf('e2050')).not.toBeNull()
  })

  it('is never blank when more rows arrive at once than a frame can render', async () => {
    await fill(30)
    for (const [from, count] of [
      [31, 400],
      [431, 300],
      [731, 480],
    ] as const) {
      pump.push(batch(Array.from({ length: count }, (_, index) => line(from + index))))
      let drawn = 0
      while (drawn < 12) {
        await frame()
        if (store.get(feedAtom).lastSeq >= from + count - 1) drawn += 1
        expect(bottomRow()).not.toBeNull()
      }
      expect(bottomRow()?.dataset['id']).toBe(`e${from + count - 1}`)
      expect(gap()).toBeLessThanOrEqual(2)
    }
  })

  it('is at the end with few rows, and after a change of height', async () => {
    await fill(3)
    expect(bottomRow()?.dataset['id']).toBe('e3')
    await fill(60)
    const place = page.root.firstElementChild as HTMLElement
    for (const height of [200, 420, 300]) {
      place.style.height = `${height}px`
      await frames(4)
      expect(gap()).toBeLessThanOrEqual(2)
    }
  })
})

describe('reading back', () => {
  const wheelUp = async () => {
    log().dispatchEvent(new WheelEvent('wheel', { deltaY: -240, bubbles: true }))
    log().scrollTop -= 240
    await frames(4)
  }

  it('moves the visible rows by 0 px while 10,000 rows arrive, and counts them exactly', async () => {
    await fill(300)
    await wheelUp()
    const row = middleRow()
    const id = row.dataset['id'] ?? ''
    const top = topOf(id)
    const moves = new Set<number>()
    await flood(301, 10_000, 3_000, () => moves.add((topOf(id) ?? Number.NaN) - (top ?? 0)))
    expect([...moves]).toEqual([0])
    expect(document.querySelector('[data-unread]')?.getAttribute('data-unread')).toBe('10000')
    expect(document.querySelector('[data-unread]')?.textContent).toContain('999+')
  })

  it('stays where it is if reading starts after a scroll has ended', async () => {
    await fill(200)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      // On a busy page the render of the reading list can come after the scroll events.
      log().scrollTop -= 240
      await frames(2)
      log().dispatchEvent(new Event('scrollend'))
      log().dispatchEvent(new WheelEvent('wheel', { deltaY: -240, bubbles: true }))
      await frames(4)
      expect(store.get(feedAtom).reading).not.toBeNull()
      const { scrollTop } = log()
      vi.advanceTimersByTime(1_000)
      expect(log().scrollTop).toBe(scrollTop)
      expect(gap()).toBeGreaterThan(200)
    } finally {
      vi.useRealTimers()
    }
  })

  it('returns to the newest row by the button, and follows again', async () => {
    await fill(300)
    await wheelUp()
    await flood(301, 700, 2_000, () => {})
    await userEvent.click(document.querySelector('[data-unread]') as HTMLElement)
    await frames(3)
    expect(document.querySelector('[data-unread]')).toBeNull()
    expect(gap()).toBeLessThanOrEqual(2)
    expect(bottomRow()?.dataset['id']).toBe('e1000')
    await flood(1_001, 100, 500, () => {})
    expect(bottomRow()?.dataset['id']).toBe('e1100')
  })

  it('starts with PageUp and returns with End', async () => {
    await fill(200)
    log().focus()
    await userEvent.keyboard('{PageUp}')
    await frames(3)
    expect(store.get(feedAtom).reading).not.toBeNull()
    await userEvent.keyboard('{End}')
    await frames(3)
    expect(store.get(feedAtom).reading).toBeNull()
    await expect.poll(gap).toBeLessThanOrEqual(2)
  })

  it('reads on down to the end and then follows', async () => {
    await fill(300)
    await wheelUp()
    await flood(301, 350, 3_000, () => {})
    for (let step = 0; step < 60 && store.get(feedAtom).reading !== null; step += 1) {
      log().dispatchEvent(new WheelEvent('wheel', { deltaY: 900, bubbles: true }))
      log().scrollTop += 900
      await frames(2)
    }
    expect(store.get(feedAtom).reading).toBeNull()
    await frames(3)
    expect(bottomRow()?.dataset['id']).toBe('e650')
  })

  describe('follows again on a downward input at the end of the list', () => {
    const down: Readonly<Record<string, () => void>> = {
      wheel: () => void log().dispatchEvent(new WheelEvent('wheel', { deltaY: 40, bubbles: true })),
      swipe() {
        const touch = (clientY: number) => new Touch({ identifier: 1, target: log(), clientX: 40, clientY })
        for (const [type, y] of [
          ['touchstart', 200],
          ['touchmove', 150],
        ] as const) {
          log().dispatchEvent(new TouchEvent(type, { bubbles: true, touches: [touch(y)] }))
        }
      },
      PageDown: () => void log().dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true })),
      Space: () => void log().dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true })),
    }
    const mark = async () => {
      document.getSelection()?.selectAllChildren(bottomRow()!)
      await expect.poll(() => store.get(feedAtom).reading).not.toBeNull()
      await frames(4)
      expect(gap()).toBeLessThanOrEqual(2)
    }
    afterEach(() => document.getSelection()?.removeAllRanges())

    it.each(Object.keys(down))('by %s', async (way) => {
      await fill(100)
      await mark()
      down[way]?.()
      expect(store.get(feedAtom).reading).toBeNull()
    })

    it('after rows that arrived meanwhile', async () => {
      await fill(100)
      await mark()
      await flood(101, 50, 600, () => {})
      down['wheel']?.()
      await frames(4)
      expect(store.get(feedAtom).reading).toMatchObject({ queued: [] })
      expect(gap()).toBeGreaterThan(2)
      log().scrollTop += 9_999
      await expect.poll(() => store.get(feedAtom).reading).toBeNull()
    })

    it('but not for an arrow key on the lowest row', async () => {
      await fill(100)
      log().focus()
      await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}')
      expect(store.get(feedAtom).reading).not.toBeNull()
      expect(document.activeElement).toBe(bottomRow())
    })
  })

  it('does not take new rows for an input of the viewer', async () => {
    await fill(100)
    await flood(101, 600, 1_000, () => expect(store.get(feedAtom).reading).toBeNull())
  })

  it('S4.32 replaces an order by its revert in place, without moving rows', async () => {
    apply([
      batch([
        ...Array.from({ length: 40 }, (_, index) => line(index + 1)),
        orderRow(41),
        ...[42, 43, 44, 45, 46].map(line),
      ]),
    ])
    await frames(4)
    await wheelUp()
    const height = rowOf('e41')?.getBoundingClientRect().height
    const top = topOf('e41')
    apply([batch([], { lastSeq: 47, patches: [{ type: 'revert', orderId: 'e41', seq: 47 }] })])
    await frames(2)
    expect(rowOf('e41')?.dataset).toMatchObject({ kind: 'revert', seq: '41' })
    expect(rowOf('e41')?.textContent).toBe('这条注单已撤回')
    expect(rowOf('e41')?.getBoundingClientRect().height).toBe(height)
    expect(topOf('e41')).toBe(top)
  })

  it('keeps the visible rows in place when rows above are deleted', async () => {
    await fill(200)
    await wheelUp()
    const id = middleRow().dataset['id'] ?? ''
    const seq = Number(middleRow().dataset['seq'])
    const top = topOf(id) ?? 0
    apply([
      batch([], {
        lastSeq: 201,
        patches: [{ type: 'delete', ids: [`e${seq - 1}`, `e${seq - 3}`, `e${seq - 40}`], seq: 201 }],
      }),
    ])
    const moves: number[] = []
    for (let index = 0; index < 6; index += 1) {
      await frame()
      moves.push(Math.abs((topOf(id) ?? Number.NaN) - top))
    }
    expect(Math.max(...moves)).toBeLessThan(1)
    expect(rowOf(`e${seq - 1}`)).toBeNull()
  })

  it('adds older rows before the list without moving it', async () => {
    apply([batch(Array.from({ length: 60 }, (_, index) => line(index + 1_001)))])
    await frames(4)
    log().dispatchEvent(new WheelEvent('wheel', { deltaY: -9_999, bubbles: true }))
    await frames(2)
    log().scrollTop = 0
    await frames(4)
    expect(olderAsked).toBeGreaterThan(0)
    const id = middleRow().dataset['id'] ?? ''
    const top = topOf(id) ?? 0
    const gift = (index: number) => giftRow(index + 951, { comboId: 'combo-x', comboCount: index + 1 })
    const older = Array.from({ length: 50 }, (_, index) => (index % 5 === 0 ? gift(index) : line(index + 951)))
    store.set(changeFeedAtom, (feed) => prependOlder(startReading(feed), older, true))
    await frames(6)
    expect(Math.abs((topOf(id) ?? Number.NaN) - top)).toBeLessThanOrEqual(1)
    log().scrollTop = 0
    await frames(4)
    expect(rowOf('e951')).not.toBeNull()
    await userEvent.click(document.querySelector('[data-unread]') as HTMLElement)
    await frames(4)
    expect(bottomRow()?.dataset['id']).toBe('e1060')
    await flood(1_061, 200, 1_000, () => {})
    expect(bottomRow()?.dataset['id']).toBe('e1260')
    expect(gap()).toBeLessThanOrEqual(2)
  })
})

describe('message content', () => {
  it('is rendered as text, in messages, names, replies and gifts', async () => {
    const evil = '<img src=x onerror="window.__owned=1">'
    const author = { ...textRow(1).author!, memberName: evil }
    apply([
      batch([
        textRow(1, evil, { author, data: { text: evil, reply: { id: 'e0', memberName: evil, text: evil } } }),
        giftRow(2, { giftName: evil, giftIcon: 'javascript:alert(1)' }, { author }),
        orderRow(3, {
          author,
          data: { message: { categoryName: evil, itemName: evil, score: '1:0', teamLogo: evil }, odds: 1000 },
        }),
      ]),
    ])
    await frames(4)
    expect(rowOf('e1')?.textContent).toContain(evil)
    expect(rowOf('e2')?.textContent).toContain(evil)
    expect(rowOf('e3')?.textContent).toContain(evil)
    expect(log().querySelectorAll('img')).toHaveLength(0)
    expect('__owned' in window).toBe(false)
  })
})
