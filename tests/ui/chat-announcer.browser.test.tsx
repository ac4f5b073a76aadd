import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { COUNT_EVERY_MS } from '#features/chat/announcement.ts'
import { ChatAnnouncer } from '#features/chat/ChatAnnouncer.tsx'
import { applyMessages, roomOpened } from '#state/feed.ts'
import { feedAtom } from '#state/room.ts'
import { store } from '#state/store.ts'
import { batch, textRow } from './support/feed-fixtures.ts'
import { mount, type Mounted } from './support/mount.tsx'

let mounted: Mounted | null = null
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date', 'performance'] })
  store.set(feedAtom, roomOpened(store.get(feedAtom), 'football-1'))
  mounted = mount(<ChatAnnouncer />)
})
afterEach(() => {
  mounted?.unmount()
  vi.useRealTimers()
})

const give = (...batches: ReturnType<typeof batch>[]) => store.set(feedAtom, (feed) => applyMessages(feed, batches))
const mention = (seq: number, text: string) => batch([textRow(seq, text, { isMention: true })])
const said = () => document.querySelector('output')?.textContent
const hears = async (text: string) => {
  vi.advanceTimersByTime(1_000)
  await expect.poll(said).toBe(text)
}

describe('what a screen reader is told', () => {
  it('S9 says a mention once, and leaves nothing of it behind', async () => {
    give(mention(1, '看这边'))
    await hears('小满 提到你：看这边')
    await hears('')
  })

  it('S4.32 says nothing of a message that was deleted while it waited to be said', async () => {
    give(mention(1, '会被删'))
    give(batch([], { lastSeq: 2, patches: [{ type: 'delete', ids: ['e1'], seq: 2 }] }))
    await hears('')
  })

  it('S9 says the same words again when they come again', async () => {
    give(mention(1, '快看'))
    await hears('小满 提到你：快看')
    await hears('')
    give(mention(2, '快看'))
    await hears('小满 提到你：快看')
  })

  it('S9 counts on after ten seconds, though the system clock was set back by an hour', async () => {
    const crowd = (seq: number) => give(batch([textRow(seq), textRow(seq + 1)]))
    crowd(1)
    await hears('2 条新消息')
    await hears('')
    vi.setSystemTime(Date.now() - 3_600_000)
    crowd(3)
    await hears('')
    vi.advanceTimersByTime(COUNT_EVERY_MS - 3_000)
    await hears('2 条新消息')
  })
})
