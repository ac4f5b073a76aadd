import { describe, expect, it } from 'vitest'
import type { EntryRow } from '#server/rooms/log/entry.ts'
import { batch, textRow } from '../ui/support/feed-fixtures.ts'
import { judgeFeed } from './judge-feed.ts'
import { judgeReadBack } from './judge-read-back.ts'
import { LogFacts } from './log-facts.ts'
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

describe('the judge of what a page was given', () => {
  it('counts a deletion as folded only where the page was not given what it deletes', () => {
    const log = new LogFacts([...texts, entry(4, 'delete', { ids: ['e2'] })], 4)
    expect(judgeFeed(log, given([1, 2, 3], 0), null)).toEqual([])
    expect(judgeFeed(log, given([1, 2, 3], 1), null)).toEqual(['1 folded, but 0 are missing and 0 deleted unseen'])
    expect(judgeFeed(log, given([1, 3], 1), null)).toEqual([])
    expect(judgeFeed(log, given([1, 3], 2), null)).toHaveLength(1)
  })

  it('counts what the log has a tombstone for: it may have been folded before it was deleted', () => {
    const erased = entry(2, 'delete', { ids: ['e2'] })
    const rows = [texts[0]!, erased, texts[2]!, entry(4, 'delete', { ids: ['e2'] })]
    const log = new LogFacts(rows, 4)
    expect(judgeFeed(log, given([1, 3], 1), null)).toEqual([])
    expect(judgeFeed(log, given([1, 3], 0), null)).toEqual([])
    expect(judgeFeed(log, given([1, 3], 2), null)).toEqual(['2 folded, but 0 are missing and 1 deleted unseen'])
  })

  it('takes all that one deletion of an author took away for folded', () => {
    const log = new LogFacts([...texts, entry(4, 'delete', { userId: 'crowd-1' })], 4)
    expect(judgeFeed(log, given([1], 2), null)).toEqual([])
  })

  it('misses a text that was neither given nor folded nor deleted', () => {
    const log = new LogFacts([...texts, entry(4, 'delete', { ids: ['e2'] })], 4)
    expect(judgeFeed(log, given([1], 0), null)).toEqual(['lost: 1 texts are missing and 0 were told as folded: 3'])
  })
})

describe('the judge of what somebody read back', () => {
  const log = new LogFacts(texts, 3)
  const read = (seqs: readonly number[], folded = 0, dividers: readonly string[] = []) =>
    judgeReadBack(
      log,
      { rows: seqs.map((seq) => ({ seq, id: `e${seq}` })), folded, dividers },
      { fromSeq: 1, toSeq: 3 },
    )

  it('takes what is whole, and what was told as folded', () => {
    expect(read([1, 2, 3], 0, ['断线时错过 2 条，从这里接着看'])).toEqual([])
    expect(read([1, 3], 1)).toEqual([])
  })

  it('misses what two pages have both lost, and hears a divider that tells of it', () => {
    expect(read([1, 3])).toEqual(['lost: 1 texts, 0 told as folded: 2'])
    expect(read([1, 2, 3], 0, ['断线太久，中间少了 9 条'])).toHaveLength(1)
  })

  it('knows what the log does not have: a line that was shown and never written down', () => {
    expect(read([1, 2, 3, 4])).toEqual(['foreign: 4 e4'])
  })
})

it('a storm in which hardly anything happens is none', async () => {
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
