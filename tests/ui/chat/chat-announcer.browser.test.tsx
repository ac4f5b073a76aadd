import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChatAnnouncer } from '#features/chat/list/ChatAnnouncer.tsx'
import { COUNT_INTERVAL_MS } from '#features/chat/list/announcements.ts'
import { applyMessages, roomOpened } from '#state/feed/apply-batch.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { store } from '#state/store.ts'
import { batch, textRow } from '../support/feed-fixtures.ts'
import { frames, mount, type Mounted } from '../support/mount.tsx'

let mounted: Mounted | null = null
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
  store.set(feedAtom, roomOpened(store.get(feedAtom), 'football-1'))
  mounted = mount(<ChatAnnouncer />)
  // History that arrives after the announcer is mounted is not announced.
  give(mention(1, '早就说过'), batch([textRow(2), textRow(3)]))
  await hears('')
})
afterEach(() => {
  mounted?.unmount()
  vi.useRealTimers()
})

const give = (...batches: ReturnType<typeof batch>[]) => store.set(feedAtom, (feed) => applyMessages(feed, batches))
const mention = (seq: number, text: string) => batch([textRow(seq, text, { isMention: true })])
const announced = () => document.querySelector('output')?.textContent
const hears = async (text: string) => {
  vi.advanceTimersByTime(1_000)
  // Not expect.poll, which would advance the clock.
  await frames(2)
  expect(announced()).toBe(text)
}

describe('the chat announcer', () => {
  it('S9 announces a mention once and clears the text', async () => {
    give(mention(4, '看这边'))
    await hears('小满 提到你：看这边')
    await hears('')
  })

  it('S4.32 does not announce a message that was deleted before', async () => {
    give(mention(4, '会被删'))
    give(batch([], { lastSeq: 5, patches: [{ type: 'delete', ids: ['e4'], seq: 5 }] }))
    await hears('')
  })

  it('S9 announces the same text again when it arrives again', async () => {
    give(mention(4, '快看'))
    await hears('小满 提到你：快看')
    await hears('')
    give(mention(5, '快看'))
    await hears('小满 提到你：快看')
  })

  it('S9 announces a count after ten seconds although the system clock was set back', async () => {
    const crowd = (seq: number) => give(batch([textRow(seq), textRow(seq + 1)]))
    crowd(4)
    await hears('2 条新消息')
    await hears('')
    vi.setSystemTime(Date.now() - 3_600_000)
    crowd(6)
    await hears('')
    vi.advanceTimersByTime(COUNT_INTERVAL_MS - 3_000)
    await hears('2 条新消息')
  })
})
