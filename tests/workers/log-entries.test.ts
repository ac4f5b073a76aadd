import { describe, expect, it } from 'vitest'
import { DELETE_MAX_IDS } from '#protocol/constants.ts'
import type { LogEvent } from '#load/readers/events.ts'
import type { LabLogReport } from '#protocol/worker/lab-log.ts'
import { checkEntry } from '#workers/feed/entries.ts'
import { LogEntries, openLogEntries, readLog } from '#workers/lab/log-entries.ts'
import { corpusFile, GOLDEN } from '../load/corpus.ts'

async function* batchesOf(events: readonly LogEvent[]): AsyncGenerator<readonly LogEvent[], void> {
  for (const event of events) yield [event]
}

const message = (id: string, text = 'a', user = 'Ann'): LogEvent => ({
  type: 'message',
  at: 0,
  user,
  account: user,
  text,
  id,
})
const blobOf = (name: string): Blob => new Blob([corpusFile(name) as Uint8Array<ArrayBuffer>])

describe('entries of a recorded log', () => {
  it.each(Object.keys(GOLDEN))('of %s are entries of a room', async (name) => {
    const log = await openLogEntries(blobOf(name))
    const entries = await log.take(1_000, 1)
    expect(entries.length).toBeGreaterThan(0)
    expect(log.isOver).toBe(true)
    for (const { json } of entries) expect(checkEntry(JSON.parse(json) as unknown)).not.toBeNull()
  })

  it('delete messages that were sent, and only those', async () => {
    const gone: LogEvent = { type: 'deletion', at: 1, target: { id: 'm1' } }
    const log = new LogEntries(batchesOf([message('m1'), message('m2'), gone, gone]))
    const entries = await log.take(10, 1)
    expect(entries.map(({ role }) => role)).toEqual(['message', 'message', 'deletion'])
    expect(JSON.parse(entries[2]?.json ?? '')).toMatchObject({ data: { ids: ['log-1'] } })
  })

  it('have names and deletions within the limits of an entry', async () => {
    const many = Array.from({ length: DELETE_MAX_IDS + 50 }, (_, index) => message(`m${index}`, 'a', '😀'.repeat(40)))
    const log = new LogEntries(batchesOf([...many, { type: 'deletion', at: 1, target: 'all' }]))
    const entries = await log.take(10_000, 1)
    for (const { json } of entries) expect(checkEntry(JSON.parse(json) as unknown)).not.toBeNull()
    const last = JSON.parse(entries.at(-1)?.json ?? '') as { data: { ids: string[] } }
    expect(last.data.ids).toHaveLength(DELETE_MAX_IDS)
  })

  it('are read with reports up to the end, or to the reason', async () => {
    const reports: LabLogReport[] = []
    await readLog(blobOf('recorder.xml'), (report) => reports.push(report))
    expect(reports[0]).toMatchObject({ type: 'reading', account: null, bytes: corpusFile('recorder.xml').length })
    expect(reports.at(-1)).toMatchObject({ type: 'read', account: { isComplete: true, messages: 2, gifts: 4 } })
    await readLog(new Blob(['']), (report) => reports.push(report))
    expect(reports.at(-1)).toEqual({ type: 'refused', problem: { type: 'empty' } })
  })
})
