import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Danmaku } from '#features/danmaku/Danmaku.tsx'
import { GiftTrays } from '#features/gift/GiftTrays.tsx'
import { MarqueeStrip } from '#features/marquee/MarqueeStrip.tsx'
import { PinnedMessage, WelcomeStrip } from '#features/marquee/ChatStrips.tsx'
import { SearchBox } from '#features/search/SearchBox.tsx'
import { Table } from '../../../src/console/parts/Table.tsx'
import { roomText } from '#messages/zh/room.ts'
import { giftPosted, giftTraysAtom, EMPTY_TRAYS } from '#state/effects/gift-trays.ts'
import { applyMessages, roomEntered, roomOpened } from '#state/feed/apply-batch.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { changeFeedAtom, feedAtom } from '#state/feed/feed-atoms.ts'
import { store } from '#state/store.ts'
import { Row, Rows } from '#ui/page/Rows.tsx'
import { author, batch, giftRow, SNAPSHOT, systemRow, textRow } from '../support/feed-fixtures.ts'
import { frames, mount, type Mounted } from '../support/mount.tsx'
import { closeRoom, openRoomPage } from '../support/open-room.tsx'

let mounted: Mounted | null = null
afterEach(() => {
  mounted?.unmount()
  mounted = null
  closeRoom()
})

/** The place of a word in the picture. */
function rectOf(root: Element, word: string): DOMRect {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = (node.nodeValue ?? '').indexOf(word)
    if (at < 0) continue
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + word.length)
    const [rect] = range.getClientRects()
    if (rect && rect.width > 1) return rect
  }
  throw new Error(`"${word}" is not drawn`)
}

/** The words from left to right, as they are drawn. */
function drawn(root: Element, words: readonly string[]): string[] {
  const rects = new Map(words.map((word) => [word, rectOf(root, word)]))
  const tops = [...rects.values()].map(({ top, height }) => top + height / 2)
  // They are in one line.
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(16)
  return words.toSorted((one, other) => (rects.get(one)?.left ?? 0) - (rects.get(other)?.left ?? 0))
}

/** The left edges of two texts, of which the first is from right to left, are one line. */
function expectOneEdge(root: Element, leftmost: string, below: string): void {
  expect(Math.abs(rectOf(root, leftmost).left - rectOf(root, below).left), `${leftmost} above ${below}`).toBeLessThan(3)
}

/** Sentences with a Latin word between two clauses. Read from right to left, the first clause is at the right. */
const SENTENCES = [
  { language: 'Arabic', text: 'هدف رائع، VAR ألغاه', first: 'هدف', last: 'ألغاه', name: 'علي-كأس' },
  { language: 'Hebrew', text: 'שער יפה! VAR ביטל', first: 'שער', last: 'ביטל', name: 'דני-גול' },
]

const row = (id: string) => document.querySelector<HTMLElement>(`[role="log"] [data-id="${id}"]`)!
const give = (...rows: Parameters<typeof batch>[0]) =>
  store.set(changeFeedAtom, (feed) => applyMessages(feed, [batch(rows)]))

describe.each(SENTENCES)('texts from right to left: $language', ({ text, first, last, name }) => {
  const inOrder = [last, 'VAR', first]

  it('S3.22 a message keeps its clauses in order beside a Chinese name and punctuation', async () => {
    await openRoomPage({ messages: [] })
    give(textRow(1, text, { author: author('北看台小满', 3) }), textRow(2, `（${text}）`))
    await frames(3)
    expect(drawn(row('e1'), ['北看台小满', '：', first, 'VAR', last])).toEqual(['北看台小满', '：', ...inOrder])
    expect(drawn(row('e2'), ['小满', '（', first, last, '）'])).toEqual(['小满', '）', last, first, '（'])
  })

  it('S3.22 a name stands before its colon, badge and message', async () => {
    await openRoomPage({ messages: [] })
    give(textRow(1, '2-1 好球', { author: author(name, 3) }), textRow(2, text, { author: author(name, 9) }))
    await frames(3)
    const [start = '', end = ''] = name.split('-')
    expect(drawn(row('e1'), ['V3', start, end, '：', '2-1', '好球'])).toEqual(['V3', end, start, '：', '2-1', '好球'])
    expect(drawn(row('e2'), ['V9', start, end, '：', first, last])).toEqual(['V9', end, start, '：', last, first])
    expect(row('e1').textContent).toBe(`V3 ${name}：2-1 好球`)
  })

  it('a quote, a gift and a notice keep name and text apart', async () => {
    await openRoomPage({ messages: [] })
    const reply = { id: 'e1', memberName: name, text }
    give(
      textRow(2, '是的', { data: { text: '是的', reply } }),
      giftRow(3, { giftName: '战鼓' }, { author: author(name, 4) }),
      systemRow(4, text),
      {
        ...textRow(5),
        kind: 'mute',
        data: { userId: 'u', memberName: name, until: null, reason: '' },
        author: null,
      } as never,
    )
    await frames(3)
    const [start = '', end = ''] = name.split('-')
    expect(drawn(row('e2'), [start, end, '：', first, 'VAR', last])).toEqual([end, start, '：', ...inOrder])
    expect(drawn(row('e3'), ['V4', start, end, '战鼓'])).toEqual(['V4', end, start, '战鼓'])
    expect(drawn(row('e4'), [first, 'VAR', last])).toEqual(inOrder)
    expect(drawn(row('e5'), [start, end])).toEqual([end, start])
  })

  it('a long quote is cut at its own end', async () => {
    await openRoomPage({ messages: [], width: 390, height: 844 })
    const reply = { id: 'e1', memberName: '小满', text: `${text} `.repeat(6).trim() }
    give(textRow(2, '是的', { data: { text: '是的', reply } }))
    await frames(3)
    const quote = row('e2').querySelector('span')!
    const { left, right } = quote.getBoundingClientRect()
    const seen = rectOf(quote, first)
    expect(seen.left).toBeGreaterThanOrEqual(left)
    expect(seen.right).toBeLessThanOrEqual(right)
  })

  it('danmaku, tray, marquee, pin and welcome keep their clauses in order', async () => {
    await page.viewport(1280, 800)
    const marquee = [
      { id: 'm1', category: 2, pmdTimerStart: null, pmdTimerEnd: null, content: text },
      { id: 'm2', category: 2, pmdTimerStart: null, pmdTimerEnd: null, content: '今晚八点' },
    ]
    const snapshot = { ...SNAPSHOT, pinned: text, marquee, setup: { ...SNAPSHOT.setup, welcomeText: text } }
    store.set(feedAtom, roomEntered(roomOpened(EMPTY_FEED, 'r'), { chatRoomNo: 'r', snapshot, role: 'anon' }))
    const posting = giftRow(9, {}, { author: author(name, 4) })
    store.set(giftTraysAtom, giftPosted(EMPTY_TRAYS, posting, posting.at))
    mounted = mount(
      <div>
        <div style={{ position: 'relative', width: 640, height: 360 }}>
          <Danmaku />
        </div>
        <div data-part="tray" style={{ position: 'relative', height: 200 }}>
          <GiftTrays />
        </div>
        <div data-part="marquee">
          <MarqueeStrip />
        </div>
        <div data-part="pin">
          <PinnedMessage />
        </div>
        <div data-part="welcome">
          <WelcomeStrip />
        </div>
      </div>,
    )
    store.set(feedAtom, (feed) => applyMessages(feed, [batch([textRow(1)])]))
    await frames(2)
    store.set(feedAtom, (feed) => applyMessages(feed, [batch([textRow(2, text)])]))
    await frames(2)
    const part = (which: string) => document.querySelector(`[data-part="${which}"]`)!
    expect(drawn(document.querySelector('[data-danmaku] span')!, [first, 'VAR', last])).toEqual(inOrder)
    for (const which of ['marquee', 'pin', 'welcome']) {
      expect(drawn(part(which), [first, 'VAR', last]), which).toEqual(inOrder)
    }
    const [start = '', end = ''] = name.split('-')
    const tray = document.querySelector('[data-gift-tray] > [aria-hidden]')!
    expect(drawn(tray.querySelector('b')!, [start, end])).toEqual([end, start])
    expectOneEdge(tray, end, '送出')
  })

  it('search, rows and tables of the console keep their clauses in order', async () => {
    await page.viewport(1280, 800)
    const found = {
      key: 'a',
      group: 'match' as const,
      title: text,
      note: '海岸联赛',
      end: '2 : 1',
      path: '/app/live/a',
    }
    const items = [{ ...found, isLive: true, weight: 1, picture: null, names: [text] }]
    const noop = () => undefined
    mounted = mount(
      <div>
        <Rows label="行">
          <Row title={text} note={roomText('gift.tray', { name, gift: text, count: 2 })} end="12" />
          <Row title={text} note="海岸联赛" />
        </Rows>
        <Table
          label="表"
          idOf={({ id }) => id}
          rows={[{ id: 'a', text }]}
          columns={[{ label: '内容', render: (one) => one.text }]}
        />
        <SearchBox query="" load={async () => ({ items, failure: null })} onSearch={noop} onGo={noop} />
      </div>,
    )
    expect(drawn(document.querySelector('ul li')!, [first, 'VAR', last, '12'])).toEqual([...inOrder, '12'])
    expectOneEdge(document.querySelector('ul li:last-child')!, last, '海岸联赛')
    expect(drawn(document.querySelector('td')!, [first, 'VAR', last])).toEqual(inOrder)
    const box = page.getByRole('combobox')
    await box.click()
    await box.fill(first)
    await expect.element(page.getByRole('option').first()).toBeVisible()
    const option = page
      .getByRole('option')
      .elements()
      .find((one) => one.textContent?.includes(last))!
    expect(drawn(option, [first, 'VAR', last, '2 : 1'])).toEqual([...inOrder, '2 : 1'])
    expectOneEdge(option, last, '海岸联赛')
  })
})

it('values of messages keep their order beside other values', () => {
  expect(roomText('chat.said', { name: 'דני', text: '2-1' })).toBe('\u2068דני\u2069：2-1')
  expect(roomText('chat.said', { name: '小满', text: '好球' })).toBe('小满：好球')
})

it('a message without letters from right to left is one node, as cheap as before', async () => {
  await openRoomPage({ messages: [] })
  give(textRow(1, '好球 2-1', { author: author('小满', 0) }))
  await frames(2)
  expect([...row('e1').childNodes].map(({ nodeName }) => nodeName)).toEqual(['SPAN', '#text'])
  expect(row('e1').querySelector('bdi')).toBeNull()
})
