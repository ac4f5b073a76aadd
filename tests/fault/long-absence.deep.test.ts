import { describe, expect, it } from 'vitest'
import { HISTORY_MAX_ENTRIES } from '#protocol/constants.ts'
import type { EntryDraft } from '#server/rooms/log/entries.ts'
import { DEPTH } from '../support/depth.ts'
import { checkFeed } from './check-feed.ts'
import { checkPage } from './check-page.ts'
import { authorOf } from './load.ts'
import { LogEntries } from './log-entries.ts'
import { Random } from './random.ts'
import { ServerProcess } from './server-process.ts'
import { Viewer } from './viewer.ts'

const ROOM = 'r2001'

describe.runIf(DEPTH === 'full')('a long absence with a killed server', () => {
  it('settled 12 shows the number of lost rows, and every later row once', async () => {
    const random = new Random(6)
    const server = await ServerProcess.start()
    const viewer = await Viewer.open('long', server, () => random.next())
    await viewer.join(ROOM)
    await viewer.until(() => viewer.connection === 'online')
    const drafts = (count: number) =>
      Array.from({ length: count }, (_, at): EntryDraft => ({
        kind: 'text',
        data: { text: `第${at}句` },
        author: authorOf(at % 5, 1),
      }))
    await server.append(ROOM, drafts(100))
    await viewer.proxy.refuse()
    viewer.proxy.cut()
    await viewer.until(() => viewer.connection !== 'online')
    const before = viewer.state.lastSeq
    let head = 0
    while (head - before <= HISTORY_MAX_ENTRIES) head = (await server.append(ROOM, drafts(2_000))).at(-1)?.seq ?? 0
    await viewer.proxy.accept()
    await viewer.reached(head)
    const [divider] = viewer.batches.flatMap((batch) => (batch.divider?.isLost ? [batch.divider] : []))
    expect(divider?.missed).toBeGreaterThanOrEqual(head - before)

    await server.kill()
    await server.run()
    await viewer.until(() => viewer.connection === 'online')
    const [last] = await server.append(ROOM, drafts(1))
    await viewer.reached(last?.seq ?? 0)
    await viewer.close()
    const log = new LogEntries(await server.readLog(ROOM), viewer.state.lastSeq)
    await server.stop()
    expect([...checkFeed(log, viewer.messages, null), ...checkPage(log, viewer.state)]).toEqual([])
  })
})
