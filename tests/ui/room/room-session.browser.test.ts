import { expect, it } from 'vitest'
import type { Result } from '#protocol/result.ts'
import { failure, success } from '#protocol/result.ts'
import type { FeedRow } from '#protocol/worker/feed.ts'
import { applyMessages } from '#state/feed/apply-batch.ts'
import { startReading, stopReading } from '#state/feed/reading.ts'
import type { FeedState } from '#state/feed/feed-state.ts'
import { feedAtom } from '#state/feed/feed-atoms.ts'
import { openRoom } from '#state/room/room-session.ts'
import { store } from '#state/store.ts'
import { batch, enteredRoom, SNAPSHOT, textRow } from '../support/feed-fixtures.ts'

type Page = Result<{ rows: FeedRow[]; hasMore: boolean }>

const change = (step: (feed: FeedState) => FeedState) => store.set(feedAtom, step)
const texts = (from: number, count: number) => Array.from({ length: count }, (_, index) => textRow(from + index))
const firstRead = () => {
  const item = store.get(feedAtom).reading?.view.find(({ type }) => type === 'row')
  return item?.type === 'row' ? item.row.seq : null
}

it('retries a failed message while the list is read, and returns to the live list', async () => {
  const sent: { readonly cid: string; readonly text: string }[] = []
  const session = openRoom(
    'r',
    () => undefined,
    (chatRoomNo, handlers) => {
      queueMicrotask(() => handlers.onEntered({ chatRoomNo: 'r', snapshot: SNAPSHOT, role: 'member' }))
      return {
        chatRoomNo,
        say: async (message) => {
          sent.push(message)
          return failure(-4, '网络异常')
        },
        older: async () => success({ rows: [], hasMore: false }),
        applied: () => undefined,
        leave: () => undefined,
      }
    },
  )
  await Promise.resolve()
  await session.say({ text: '还在吗', reply: null })
  change(startReading)
  await session.sayAgain(sent[0]!.cid)
  expect(sent.map(({ text }) => text)).toEqual(['还在吗', '还在吗'])
  expect(sent[1]?.cid).toBe(sent[0]?.cid)
  expect(store.get(feedAtom).reading).toBeNull()
  session.leave()
})

it('ignores a late page of history that would leave a gap', async () => {
  let respond: (page: Page) => void = () => undefined
  const older = () => new Promise<Page>((resolve) => (respond = resolve))
  const session = openRoom('r', () => undefined, enteredRoom(older))
  await Promise.resolve()
  change((feed) => startReading(applyMessages(feed, [batch(texts(1_000, 20))])))
  const late = session.loadOlder()
  change((feed) => startReading(applyMessages(stopReading(feed), [batch(texts(5_000, 600))])))
  const first = firstRead()
  expect(first).toBeGreaterThan(1_020)
  respond(success({ rows: texts(950, 50), hasMore: true }))
  await late
  expect(firstRead()).toBe(first)

  const next = session.loadOlder()
  respond(success({ rows: texts((first ?? 0) - 50, 50), hasMore: true }))
  await next
  expect(firstRead()).toBe((first ?? 0) - 50)
  session.leave()
})
