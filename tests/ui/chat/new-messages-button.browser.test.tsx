import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { NewMessagesButton } from '#features/chat/list/ChatList.tsx'
import { startReading } from '#state/feed/reading.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { store } from '#state/store.ts'
import type { Mounted } from '../support/mount.tsx'
import { mount } from '../support/mount.tsx'

let mounted: Mounted
afterEach(() => {
  mounted.unmount()
  store.set(feedAtom, EMPTY_FEED)
})

it.each([
  { unread: 5, mentions: 2, name: '2 条提到你，5 条新消息' },
  { unread: 5, mentions: 0, name: '5 条新消息' },
  { unread: 1_200, mentions: 1, name: '1 条提到你，999+ 条新消息' },
  { unread: 0, mentions: 1, name: '1 条提到你，回到最新' },
  { unread: 0, mentions: 0, name: '回到最新' },
])('S9 the new-messages button is named by its content: $name', async ({ unread, mentions, name }) => {
  const { reading } = startReading(EMPTY_FEED)
  store.set(feedAtom, { ...EMPTY_FEED, reading: reading && { ...reading, unread, mentions } })
  mounted = mount(<NewMessagesButton onPress={() => undefined} />)
  for (const width of [1_280, 390]) {
    await page.viewport(width, 800)
    const pill = page.getByRole('button', { name, exact: true })
    await expect.element(pill).toBeVisible()
    const shown = [...pill.element().children].flatMap((part) =>
      part instanceof HTMLElement && part.offsetWidth > 0 ? [part.innerText] : [],
    )
    expect(shown).toHaveLength(mentions > 0 ? 2 : 1)
    for (const text of shown) expect(name).toContain(text)
  }
})
