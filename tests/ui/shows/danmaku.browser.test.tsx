import { afterEach, describe, expect, it } from 'vitest'
import { Danmaku } from '#features/danmaku/Danmaku.tsx'
import { DANMAKU_MAX } from '#state/room/danmaku-settings.ts'
import { applyMessages, roomOpened } from '#state/feed/apply-batch.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { store } from '#state/store.ts'
import { uiPreferencesAtom } from '#state/site/ui-preferences.ts'
import { batch, NOON, textRow } from '../support/feed-fixtures.ts'
import { frame, mount, type Mounted } from '../support/mount.tsx'

let mounted: Mounted | null = null
afterEach(() => {
  mounted?.unmount()
  mounted = null
})

type Batch = ReturnType<typeof batch>
const give = (...batches: Batch[]) => store.set(feedAtom, (feed) => applyMessages(feed, batches))
const lines = () => [...document.querySelectorAll('[data-danmaku] span')]

async function open(): Promise<void> {
  store.set(feedAtom, roomOpened(store.get(feedAtom), 'football-1'))
  mounted = mount(
    <div style={{ position: 'relative', width: 390, height: 219 }}>
      <Danmaku />
    </div>,
  )
  give(batch([textRow(1)]))
  // ResizeObserver reports in the next frame.
  await frame()
  await frame()
}

describe('danmaku over the video', () => {
  it('show new messages as text', async () => {
    await open()
    expect(lines()).toHaveLength(0)
    give(batch([textRow(2, '<img src=x onerror=alert(1)>')]))
    expect(lines().map((line) => line.textContent)).toEqual(['<img src=x onerror=alert(1)>'])
    expect(document.querySelector('[data-danmaku] img')).toBeNull()
  })

  it('discard messages without a free track, but always show own ones', async () => {
    await open()
    give(batch(Array.from({ length: 30 }, (_, index) => textRow(2 + index))))
    const crowded = lines().length
    expect(crowded).toBeLessThanOrEqual(2)
    give(batch([textRow(40, '我说的', { isMine: true })]))
    // It waits for a free track, until the last message has entered.
    await expect.poll(() => lines().map((line) => line.textContent)).toContain('我说的')
  })

  it('do not show messages that arrive late, own ones included', async () => {
    await open()
    const old = { at: NOON - 60_000 }
    give(batch([textRow(2, '一分钟前', old), textRow(3, '我一分钟前', { ...old, isMine: true })]))
    await frame()
    await frame()
    expect(lines()).toHaveLength(0)
    give(batch([textRow(4, '也是旧的', { at: NOON - 5_000 }), textRow(5, '刚刚', { at: NOON - 4_999 })]))
    expect(lines().map((line) => line.textContent)).toEqual(['刚刚'])
  })

  it('never exceed the limit of the stage during a flood', async () => {
    await open()
    for (let seq = 2; seq < 3_000; seq += 10) {
      give(batch(Array.from({ length: 10 }, (_, at) => textRow(seq + at, '短', { isMine: at === 0 }))))
    }
    expect(lines().length).toBeGreaterThan(0)
    expect(lines().length).toBeLessThanOrEqual(DANMAKU_MAX.normal)
  })

  it('S4.32 remove a deleted message at once, shown or waiting', async () => {
    await open()
    give(batch([textRow(2, '会被删')]))
    expect(lines()).toHaveLength(1)
    give(batch([], { lastSeq: 3, patches: [{ type: 'delete', ids: ['e2'], seq: 3 }] }))
    await expect.poll(() => lines()).toHaveLength(0)
  })

  it('do not overlap when the opacity changes', async () => {
    await open()
    give(batch([textRow(2, '先来的'), textRow(3, '第二条')]))
    expect(lines()).toHaveLength(2)
    const { danmaku } = store.get(uiPreferencesAtom)
    store.set(uiPreferencesAtom, { danmaku: { ...danmaku, opacity: 0.6, density: 'dense', speed: 'fast' } })
    await frame()
    await frame()
    give(batch([textRow(4, '后来的')]))
    const tops = lines().map((line) => (line as HTMLElement).style.top)
    expect(new Set(tops).size).toBe(tops.length)
  })

  it('do not overlap when the video grows', async () => {
    await open()
    give(batch([textRow(2, '先来的'), textRow(3, '我说的', { isMine: true })]))
    const stage = document.querySelector<HTMLElement>('[data-danmaku]')!.parentElement!
    Object.assign(stage.style, { width: '780px', height: '438px' })
    await frame()
    await frame()
    give(batch(Array.from({ length: 6 }, (_, at) => textRow(4 + at, '后来的'))))
    const boxes = lines().map((line) => line.getBoundingClientRect())
    const runsInto = (one: DOMRect, other: DOMRect) => one.top < other.bottom - 1 && other.top < one.bottom - 1
    const pairs = boxes.flatMap((one, place) => boxes.slice(place + 1).map((other) => [one, other] as const))
    expect(pairs.filter(([one, other]) => runsInto(one, other))).toEqual([])
    expect(lines().filter((line) => line.textContent === '我说的')).toHaveLength(1)
    await frame()
    await frame()
    expect(lines().filter((line) => line.textContent === '我说的')).toHaveLength(1)
  })

  it('apply the settings: size and opacity', async () => {
    await open()
    const { danmaku } = store.get(uiPreferencesAtom)
    store.set(uiPreferencesAtom, { danmaku: { ...danmaku, size: 'large', opacity: 0.5 } })
    await frame()
    await frame()
    const stage = document.querySelector<HTMLElement>('[data-danmaku]')
    await expect.poll(() => stage?.style.opacity).toBe('0.5')
    expect(stage?.style.getPropertyValue('--danmaku-font')).toBe('24px')
    store.set(uiPreferencesAtom, { danmaku })
  })
})
