import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntryDraft } from '#server/rooms/log/entries.ts'
import { checkFeed } from './check-feed.ts'
import { checkPage } from './check-page.ts'
import { authorOf } from './load.ts'
import { LogEntries } from './log-entries.ts'
import { Random } from './random.ts'
import { ServerProcess } from './server-process.ts'
import { lasting } from './trace.ts'
import { Viewer } from './viewer.ts'

const ROOM = 'r2001'
/** Each fault alone; all viewers are in one room of a real server. */
describe('each fault alone', () => {
  const random = new Random(5)
  const viewers: Viewer[] = []
  let server: ServerProcess
  let sent = 0

  beforeAll(async () => {
    server = await ServerProcess.start()
  })

  afterAll(async () => {
    for (const viewer of viewers) await viewer.close()
    await server.stop()
  })

  async function enter(name: string, account?: string): Promise<Viewer> {
    const viewer = await Viewer.open(name, server, () => random.next(), account)
    viewers.push(viewer)
    await viewer.join(ROOM)
    await viewer.until(() => viewer.connection === 'online')
    return viewer
  }

  /** Sends texts; resolves with the sequence number of the last. */
  async function say(count: number): Promise<number> {
    const drafts = Array.from({ length: count }, (): EntryDraft => {
      sent += 1
      return { kind: 'text', data: { text: `第${sent}句` }, author: authorOf(sent % 9, sent % 7) }
    })
    return (await server.append(ROOM, drafts)).at(-1)?.seq ?? 0
  }

  const back = (viewer: Viewer) => viewer.until(() => viewer.connection === 'online')
  const away = (viewer: Viewer) => viewer.until(() => viewer.connection !== 'online')

  it.concurrent('settled 36 a closed connection is restored', async () => {
    const viewer = await enter('cut')
    viewer.proxy.cut()
    await away(viewer)
    const seq = await say(5)
    await back(viewer)
    await viewer.reached(seq)
  })

  it.concurrent('settled 36 a half-open connection is detected and replaced when the network is back', async () => {
    const viewer = await enter('half-open')
    viewer.proxy.change({ isStalled: true })
    await away(viewer)
    const seq = await say(5)
    viewer.proxy.cut()
    await viewer.proxy.heal()
    viewer.page.become({ isOnline: false })
    viewer.page.become({ isOnline: true })
    await back(viewer)
    await viewer.reached(seq)
  })

  it.concurrent('a short stall only delays messages', async () => {
    const viewer = await enter('stall')
    viewer.proxy.change({ isStalled: true })
    const seq = await say(30)
    await lasting(3_000)
    expect(viewer.state.lastSeq).toBeLessThan(seq)
    await viewer.proxy.heal()
    await viewer.reached(seq)
    expect(viewer.connection).toBe('online')
  })

  it.concurrent('a truncated frame is requested again', async () => {
    const viewer = await enter('truncate')
    const absence = away(viewer)
    viewer.proxy.truncate(40)
    const seq = await say(5)
    await absence
    // The connection for calls fails likewise, on the first attempt.
    await back(viewer)
    await viewer.reached(seq)
  })

  it.concurrent('settled 36 refused connections are retried and restored, with or without the online event', async () => {
    const [patient, notified] = [await enter('refused'), await enter('told')]
    for (const viewer of [patient, notified]) {
      await viewer.proxy.refuse()
      viewer.proxy.cut()
    }
    notified.page.become({ isOnline: false })
    await lasting(3_000)
    const seq = await say(5)
    await Promise.all([patient.proxy.heal(), notified.proxy.heal()])
    notified.page.become({ isOnline: true })
    await Promise.all([back(patient), back(notified)])
    await Promise.all([patient.reached(seq), notified.reached(seq)])
  })

  it.concurrent('settled 14 messages that fail during an outage stay, and are posted once when sent again', async () => {
    const viewer = await enter('silent', 'rich001')
    await viewer.proxy.refuse()
    viewer.proxy.cut()
    await away(viewer)
    const cids = Array.from({ length: 30 }, (_, number) => `cid-silent-${number}`)
    await Promise.all(cids.map((cid) => viewer.say(cid, `第${cid}句`)))
    await viewer.proxy.heal()
    await back(viewer)
    await viewer.reached(await say(600))
    const failed = viewer.state.items.flatMap((item) => (item.type === 'outgoing' ? [item.cid] : []))
    expect(failed).toEqual(cids)
    expect(await viewer.retry(viewer.speeches[0]!)).toMatchObject({ ok: true })
    await viewer.until(() => viewer.state.items.filter((item) => item.type === 'outgoing').length === 29)
  })

  it.concurrent('a connection whose server side is closed is replaced', async () => {
    const viewer = await enter('half-closed')
    viewer.proxy.closeHalf()
    await away(viewer)
    const seq = await say(5)
    await back(viewer)
    await viewer.reached(seq)
  })

  it.concurrent('settled 9 messages of an old connection are not shown again after a new one', async () => {
    const viewer = await enter('old-after-new')
    viewer.proxy.holdOld('sockets')
    await say(20)
    await viewer.signIn('vip0009')
    const seq = await say(5)
    await viewer.reached(seq)
    viewer.proxy.releaseOld()
    await viewer.reached(await say(5))
  })

  it.concurrent('settled 19 a worker that dies while offline restores the session when online', async () => {
    const viewer = await enter('orphan', 'fan001')
    await viewer.proxy.refuse()
    viewer.proxy.cut()
    const { sessions } = viewer
    viewer.page.killWorker()
    const seq = await say(5)
    // Long enough for a replacement worker to fail to start.
    await lasting(6_000)
    expect(viewer.client.workersReplaced).toBe(1)
    await viewer.proxy.heal()
    await viewer.reached(seq)
    await viewer.until(() => viewer.sessions > sessions)
    expect(await viewer.say('cid-orphan', '我回来了')).toMatchObject({ ok: true })
  })

  it.concurrent.each([-600_000, 600_000])('a clock change of %i ms affects neither feed nor calls', async (byMs) => {
    const viewer = await enter('clock')
    viewer.page.clockOffMs = byMs
    viewer.proxy.cut()
    await away(viewer)
    const seq = await say(50)
    await viewer.reached(seq)
    expect(await viewer.client.calls.call('gateway.getSysTime', {})).toMatchObject({ ok: true })
    await viewer.reached(await say(50))
  })

  // In a separate block, because thousands of messages would affect the times above.
  describe('on a slow connection', () => {
    it.concurrent('settled 11 delay and jitter preserve the order', async () => {
      const viewer = await enter('jitter')
      viewer.proxy.change({ delayMs: 120, jitterMs: 400 })
      for (let round = 0; round < 20; round += 1) await say(2)
      await viewer.reached(await say(1))
    })

    it.concurrent('at 1 kB/s the feed falls behind and catches up completely afterwards', async () => {
      const viewer = await enter('trickle')
      viewer.proxy.change({ bytesPerSecond: 1_000 })
      for (let round = 0; round < 10; round += 1) await say(60)
      await lasting(6_000)
      await viewer.proxy.heal()
      await viewer.reached(await say(1))
    })

    it.concurrent('settled 12 at 40 kB/s a long absence is caught up in parts', async () => {
      const viewer = await enter('slow')
      await viewer.proxy.refuse()
      viewer.proxy.cut()
      await away(viewer)
      let seq = 0
      for (let round = 0; round < 4; round += 1) seq = await say(2_000)
      viewer.proxy.change({ bytesPerSecond: 40_000 })
      await viewer.proxy.accept()
      await viewer.reached(seq)
      expect(viewer.batches.some((batch) => batch.divider?.isLost)).toBe(false)
    })
  })

  it('and the log agrees with all pages: nothing lost, duplicated, reordered or foreign', async () => {
    const end = await say(1)
    await Promise.all(viewers.map((viewer) => viewer.reached(end)))
    for (const viewer of viewers) await viewer.close()
    const rows = await server.readLog(ROOM)
    const problems = viewers.flatMap((viewer) => {
      const log = new LogEntries(rows, viewer.state.lastSeq)
      const found = [
        ...checkFeed(log, viewer.messages, viewer.userId),
        ...checkPage(log, viewer.state),
        ...viewer.own.problems,
      ]
      return found.map((problem) => `${viewer.name}: ${problem}`)
    })
    expect(problems).toEqual([])
  })
})
