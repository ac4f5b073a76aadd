import { describe, expect, it } from 'vitest'
import { failure } from '#protocol/result.ts'
import type { EntryRow } from '#server/rooms/log/entries.ts'
import { applyMessages, roomOpened } from '#state/feed/apply-batch.ts'
import { EMPTY_FEED } from '#state/feed/feed-state.ts'
import { addOutgoing, failOutgoing } from '#state/feed/outgoing.ts'
import { batch, textRow } from '../ui/support/feed-fixtures.ts'
import { checkFeed } from './check-feed.ts'
import { checkReadBack } from './check-read-back.ts'
import { LogEntries } from './log-entries.ts'
import { OwnMessages } from './own-messages.ts'
import { floorsOf, Tally } from './tally.ts'

function entry(seq: number, kind: 'text' | 'delete', data: object = { text: `第${seq}句` }): EntryRow {
  const id = `e${seq}`
  const userId = kind === 'text' ? 'crowd-1' : null
  return { chatRoomNo: 'r', seq, epoch: 1, id, at: seq, kind, userId, json: JSON.stringify({ id, data }) }
}
const texts = [1, 2, 3].map((seq) => entry(seq, 'text'))
const given = (seqs: readonly number[], folded: number) => [
  batch(
    seqs.map((seq) => textRow(seq)),
    { lastSeq: 4, dropped: folded },
  ),
]

describe('the check of rows that a page received', () => {
  it('counts a deletion as dropped only if the page did not get the deleted row', () => {
    const log = new LogEntries([...texts, entry(4, 'delete', { ids: ['e2'] })], 4)
    expect(checkFeed(log, given([1, 2, 3], 0), null)).toEqual([])
    expect(checkFeed(log, given([1, 2, 3], 1), null)).toEqual(['1 folded, but 0 are missing and 0 deleted unseen'])
    expect(checkFeed(log, given([1, 3], 1), null)).toEqual([])
    expect(checkFeed(log, given([1, 3], 2), null)).toHaveLength(1)
  })

  it('counts tombstones of the log: the row may have been dropped before its deletion', () => {
    const erased = entry(2, 'delete', { ids: ['e2'] })
    const rows = [texts[0]!, erased, texts[2]!, entry(4, 'delete', { ids: ['e2'] })]
    const log = new LogEntries(rows, 4)
    expect(checkFeed(log, given([1, 3], 1), null)).toEqual([])
    expect(checkFeed(log, given([1, 3], 0), null)).toEqual([])
    expect(checkFeed(log, given([1, 3], 2), null)).toEqual(['2 folded, but 0 are missing and 1 deleted unseen'])
  })

  it('counts all rows of an author deletion as dropped', () => {
    const log = new LogEntries([...texts, entry(4, 'delete', { userId: 'crowd-1' })], 4)
    expect(checkFeed(log, given([1], 2), null)).toEqual([])
  })

  it('reports a text that was neither received nor dropped nor deleted', () => {
    const log = new LogEntries([...texts, entry(4, 'delete', { ids: ['e2'] })], 4)
    expect(checkFeed(log, given([1], 0), null)).toEqual(['lost: 1 texts are missing and 0 were told as folded: 3'])
  })
})

describe('the check of rows that a viewer read back', () => {
  const log = new LogEntries(texts, 3)
  const read = (seqs: readonly number[], folded = 0, dividers: readonly string[] = []) =>
    checkReadBack(
      log,
      { rows: seqs.map((seq) => ({ seq, id: `e${seq}` })), folded, dividers },
      { fromSeq: 1, toSeq: 3 },
    )

  it('accepts complete rows and reported drops', () => {
    expect(read([1, 2, 3], 0, ['断线期间错过 2 条，从这里继续'])).toEqual([])
    expect(read([1, 3], 1)).toEqual([])
  })

  it('reports rows that two pages lost, unless a divider reports them', () => {
    expect(read([1, 3])).toEqual(['lost: 1 texts, 0 told as folded: 2'])
    expect(read([1, 2, 3], 0, ['断线时间过长，缺少 9 条'])).toHaveLength(1)
  })

  it('reports a shown row that is not in the log', () => {
    expect(read([1, 2, 3, 4])).toEqual(['foreign: 4 e4'])
  })
})

describe('the check of own messages', () => {
  const speech = { cid: 'cid-0001', text: '稳住', result: null }
  const sent = addOutgoing(roomOpened(EMPTY_FEED, 'r'), { cid: 'cid-0001', text: '稳住', reply: null })
  const mine = batch([textRow(1, '稳住', { isMine: true, cid: 'cid-0001' })])

  it('accepts a message that is pending, failed or logged', () => {
    const own = new OwnMessages()
    for (const state of [sent, failOutgoing(sent, 'cid-0001', failure(-1, '请求超时')), applyMessages(sent, [mine])]) {
      own.check(state, [speech])
    }
    own.check(EMPTY_FEED, [speech])
    expect(own.problems).toEqual([])
  })

  it('reports a message that is gone or shown twice', () => {
    const own = new OwnMessages()
    own.check(EMPTY_FEED, [speech])
    own.check({ ...applyMessages(sent, [mine]), outgoing: sent.outgoing }, [speech])
    expect(own.problems).toEqual(['own message is gone: cid-0001', 'own message shown 2 times: cid-0001'])
  })
})

it('rejects a fault schedule without any fault', async () => {
  const tally = new Tally(floorsOf({ durationMs: 3_000, kills: 0, faults: 2 }))
  expect(tally.lacking).toHaveLength(6)
  const enough = tally.enough()
  for (const name of ['cut', 'cut']) tally.addFault(name)
  for (const what of ['speeches', 'gifts', 'reverts', 'deletions'] as const) tally.add(what)
  tally.add('texts', 15)
  expect(tally.lacking).toEqual(['hardly a storm: 1 faults, and 2 are the least'])
  tally.addFault('stall')
  await enough
  expect(tally.lacking).toEqual([])
})
