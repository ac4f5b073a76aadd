import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChatList } from '#features/chat/list/ChatList.tsx'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { applyMessages, roomEntered, roomOpened } from '#state/feed/apply-batch.ts'
import { prependOlder, readMore } from '#state/feed/reading.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { changeFeedAtom, feedAtom, shownItemsAtom } from '#state/feed/feed-atoms.ts'
import { store } from '#state/store.ts'
import { batch, SNAPSHOT, textRow } from '#tests/ui/support/feed-fixtures.ts'
import type { Mounted } from '#tests/ui/support/mount.tsx'
import { frames, mount } from '#tests/ui/support/mount.tsx'

const FAILED_ACTIONS = { onRetry: () => {}, onDismiss: () => {} }

/** Rows of one to six lines with unpredictable heights. */
const line = (seq: number): FeedRow => textRow(seq, `${seq} ${'这球有了吗'.repeat((seq * 7) % 23)}`)
const lines = (from: number, count: number) => Array.from({ length: count }, (_, index) => line(from + index))
const FIRST = 10_000
/** Maximum number of rendered rows: two screens beyond the visible one, of rows with minimum height. */
const MAX_ROWS = Math.ceil((420 + 2 * 600) / 28) + 2

let page: Mounted

beforeEach(async () => {
  store.set(feedAtom, roomEntered(roomOpened(EMPTY_FEED, 'r'), { chatRoomNo: 'r', snapshot: SNAPSHOT, role: 'anon' }))
  page = mount(
    <div style={{ display: 'flex', width: 384, height: 420 }}>
      <ChatList chatRoomNo="r" failedActions={FAILED_ACTIONS} onLoadOlder={() => {}} />
    </div>,
  )
  store.set(changeFeedAtom, (feed) => applyMessages(feed, [batch(lines(FIRST, 300))]))
  await frames(4)
})
afterEach(() => page.unmount())

const log = () => document.querySelector<HTMLElement>('[role="log"]')!
const drawn = () => log().querySelectorAll('[data-rows] > *').length
const rowAt = (y: number) => {
  const box = log().getBoundingClientRect()
  return document.elementFromPoint(box.left + 40, box.top + y)?.closest<HTMLElement>('[data-rows] > *') ?? null
}
const eye = () => rowAt(210)
const topOf = (id: string) => log().querySelector(`[data-id="${id}"]`)?.getBoundingClientRect().top ?? Number.NaN

/** Positions in the viewport without a row. */
function blanks(): number[] {
  return [6, 60, 120, 180, 240, 300, 360, 412].filter((y) => rowAt(y) === null)
}

/** A seeded linear congruential generator (Numerical Recipes). */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

function wheel(deltaY: number): void {
  log().dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true }))
  log().scrollTop += deltaY
}

async function readBack(): Promise<void> {
  wheel(-900)
  await frames(3)
}

/** Changes of the list other than the viewer's scrolling. */
const CHANGES: Readonly<Record<string, (roll: (sides: number) => number, step: number) => void>> = {
  'rows arrive': (_roll, step) => {
    const from = store.get(feedAtom).lastSeq + 1
    store.set(changeFeedAtom, (feed) => applyMessages(feed, [batch(lines(from, 1 + (step % 60)))]))
  },
  'history comes before': () => {
    const first = store.get(feedAtom).reading?.view.find((item) => item.type === 'row')
    const seq = first?.type === 'row' ? first.row.seq : FIRST
    store.set(changeFeedAtom, (feed) => prependOlder(feed, lines(Math.max(1, seq - 50), Math.min(50, seq - 1)), true))
  },
  'more is read on': () => store.set(changeFeedAtom, readMore),
  'others are deleted': (roll) => {
    const kept = eye()?.dataset['id']
    const rows = store
      .get(shownItemsAtom)
      .flatMap((item) => (item.type === 'row' && item.key !== kept ? [item.key] : []))
    const ids = [1, 2, 3].map(() => rows[roll(rows.length)] ?? '')
    const seq = store.get(feedAtom).lastSeq + 1
    store.set(changeFeedAtom, (feed) =>
      applyMessages(feed, [batch([], { lastSeq: seq, patches: [{ type: 'delete', ids, seq }] })]),
    )
  },
}

describe('a list that follows', () => {
  it('adds rows of any height without scrolling, and is at its end', async () => {
    const scrolled: number[] = []
    log().addEventListener('scroll', () => scrolled.push(log().scrollTop))
    const { lastSeq } = store.get(feedAtom)
    // up to the next step of its height, which causes one scroll
    for (let step = 0; step < 12; step += 1) {
      store.set(changeFeedAtom, (feed) => applyMessages(feed, [batch(lines(lastSeq + 1 + step * 5, 5))]))
      await frames(1)
      expect(rowAt(412)?.dataset['seq'], `step ${step}`).toBe(String(lastSeq + 5 + step * 5))
    }
    expect(new Set(scrolled).size).toBeLessThanOrEqual(1)
  })

  it('is at its end with rows that are higher than the content', async () => {
    const { lastSeq } = store.get(feedAtom)
    const tall = Array.from({ length: 60 }, (_, index) => textRow(lastSeq + 1 + index, '这球有了吗'.repeat(400)))
    store.set(changeFeedAtom, (feed) => applyMessages(feed, [batch(tall)]))
    await frames(3)
    expect(rowAt(412)?.dataset['seq']).toBe(String(lastSeq + 60))
    expect(log().scrollHeight - log().scrollTop - log().clientHeight).toBeLessThanOrEqual(1)
  })

  it('moves no row when reading begins', async () => {
    const id = eye()?.dataset['id'] ?? ''
    const top = topOf(id)
    log().dispatchEvent(new WheelEvent('wheel', { deltaY: -1, bubbles: true }))
    await frames(3)
    expect(store.get(feedAtom).reading).not.toBeNull()
    expect(Math.abs(topOf(id) - top)).toBeLessThanOrEqual(0.5)
  })
})

describe('a list that is read', () => {
  it.each([1, 2, 3, 4])(
    'keeps the row under the eye through everything that changes around it (seed %i)',
    async (seed) => {
      const roll = dice(seed)
      await readBack()
      const names = Object.keys(CHANGES)
      for (let step = 0; step < 40; step += 1) {
        wheel(roll(2_400) - 1_300)
        await frames(4)
        if (store.get(feedAtom).reading === null) await readBack() // at the end the list follows
        expect(blanks(), `step ${step}: blank`).toEqual([])
        const id = eye()?.dataset['id']
        if (id === undefined) continue // a deleted row
        const top = topOf(id)
        const name = names[roll(names.length)] ?? ''
        CHANGES[name]?.(roll, step)
        await frames(1 + roll(3))
        expect(Math.abs(topOf(id) - top), `step ${step}: ${name}`).toBeLessThanOrEqual(1)
        expect(blanks(), `step ${step}: blank after ${name}`).toEqual([])
        expect(drawn()).toBeLessThanOrEqual(MAX_ROWS)
      }
    },
  )

  it('shows rows at once wherever the scroll bar is dragged, and every row on the way up', async () => {
    await readBack()
    const seen = new Set<string>()
    for (const part of [0.5, 0.05, 0.9, 0.3, 1]) {
      log().scrollTop = log().scrollHeight * part
      await frames(2)
      expect(blanks(), `at ${part}`).toEqual([])
    }
    await frames(2)
    for (let step = 0; step < 400 && log().scrollTop > 0; step += 1) {
      for (const row of log().querySelectorAll<HTMLElement>('[data-id]')) seen.add(row.dataset['id'] ?? '')
      wheel(-300)
      await frames(1)
    }
    expect(seen.size).toBe(300)
    await frames(2)
    expect(log().scrollTop).toBeLessThanOrEqual(1)
    // below the space at the start that says that there are no older rows
    expect(rowAt(62)?.dataset['id']).toBe(`e${FIRST}`)
  })

  it('keeps the visible rows in place when the panel becomes narrower and rows higher', async () => {
    await readBack()
    wheel(-2_000)
    await frames(3)
    const id = eye()?.dataset['id'] ?? ''
    const top = topOf(id)
    const place = page.root.firstElementChild as HTMLElement
    for (const width of [260, 384, 300]) {
      place.style.width = `${width}px`
      await frames(3)
      expect(Math.abs(topOf(id) - top), `${width} px`).toBeLessThanOrEqual(1)
      expect(blanks()).toEqual([])
    }
  })

  it('follows when the scroll bar is dragged to the end of a list longer than the live one', async () => {
    await readBack()
    store.set(changeFeedAtom, (feed) => prependOlder(feed, lines(FIRST - 400, 400), true))
    wheel(-2_000)
    await frames(4)
    expect(log().querySelector('[data-rows]')?.getAttribute('data-rows')).toBe('700')
    const box = log().getBoundingClientRect()
    // The position of a classic scroll bar, which this browser does not render.
    log().dispatchEvent(
      new PointerEvent('pointerdown', { clientX: box.right + 4, clientY: box.top + 9, bubbles: true }),
    )
    const { scrollHeight } = log()
    log().scrollTop = scrollHeight
    await frames(8)
    expect(log().scrollHeight).toBeLessThan(scrollHeight)
    expect(store.get(feedAtom).reading).toBeNull()
    expect(rowAt(412)?.dataset['seq']).toBe(String(store.get(feedAtom).lastSeq))
    window.dispatchEvent(new PointerEvent('pointerup'))
  })
})
