import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fromBase64Url } from '#protocol/bytes.ts'
import { openFrame, parseFrame } from '#protocol/room/frame.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { LagHistogram } from '#load/accounting.ts'
import type { FanOutOptions, FromRelayProcess, FromServer, RoomReport, ToServer } from './messages.ts'
import { FrameBook, Viewer } from './viewer.ts'

/** Sockets that open concurrently. */
const JOINING = 50
/** Wait for pending frames after the last text. */
const LINGER_MS = 1_500
/** The growth of the lag is measured after it: code is compiled, and intervals of frames settle. */
const WARM_UP_MS = 10_000

/** What the viewers of a room received, and when. Times in ms from the say call. */
export interface RoomResult {
  readonly viewers: number
  readonly texts: number
  readonly refused: number
  readonly entries: number
  readonly frames: number
  readonly deliveries: number
  readonly lost: number
  readonly doubled: number
  readonly outOfOrder: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly worst: number
  /** Growth of the median lag after the warm-up, ms per second: a server that keeps up has none. */
  readonly slope: number
  readonly bytesPerEntry: number
}

/** The first room, and the process. */
export interface FanOutResult extends RoomResult {
  /** Time in which texts were sent. */
  readonly seconds: number
  readonly cores: number
  /** Cores used by this process: the viewers. */
  readonly generatorCores: number
  readonly residentMb: number
  /** MB per minute. */
  readonly growthMb: number
  readonly loopDelayP99Ms: number
  readonly cut: number
  readonly beside: readonly RoomResult[]
}

/**
 * Joins viewers to the server process or its relays, starts its texts, and counts every delivery.
 *
 * @param forkRelay starts a relay of the server at this port
 */
export async function runFanOut(
  child: ChildProcess,
  options: FanOutOptions,
  forkRelay: (port: number) => ChildProcess,
): Promise<FanOutResult> {
  const inbox = mailbox(child)
  const ready = await inbox('ready')
  const relays = Array.from({ length: options.relays }, () => forkRelay(ready.port))
  const ports = await Promise.all(
    relays.map(async (relay) => ((await once(relay, 'message')) as [FromRelayProcess])[0].port),
  )
  const rooms: JoinedRoom[] = []
  for (const [index, { viewers: count }] of [options, ...options.beside].entries()) {
    const room: JoinedRoom = { book: new FrameBook(), viewers: [], firstSeq: 0 }
    rooms.push(room)
    while (room.viewers.length < count) {
      send(child, { type: 'tickets', room: index, count: Math.min(JOINING, count - room.viewers.length) })
      const { tickets, seq } = await inbox('tickets')
      room.firstSeq = seq
      const joining = tickets.map((ticket, at) => new Viewer(ports[at % ports.length] ?? ready.port, ticket, room.book))
      for (const response of await Promise.all(joining.map((viewer) => viewer.joined))) {
        if (!response.includes('"ok":true')) throw new Error(`a viewer was refused: ${response.slice(0, 200)}`)
      }
      room.viewers.push(...joining)
    }
  }
  // Entries caused by the arrivals (the number of viewers) are not measured.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const cpu = process.cpuUsage()
  const begun = performance.now()
  send(child, { type: 'go' })
  const { reports, cut } = await inbox('done')
  const { user, system } = process.cpuUsage(cpu)
  const generatorCores = (user + system) / 1_000 / (performance.now() - begun)
  await new Promise((resolve) => setTimeout(resolve, LINGER_MS))
  const results: RoomResult[] = []
  for (const [index, room] of rooms.entries()) {
    const report = reports[index]
    if (report === undefined) throw new Error('the server did not report every room')
    results.push(evaluate(room, await entryCounts(room.book, ready.roomKeys[index] ?? ''), report))
  }
  for (const { viewers } of rooms) for (const viewer of viewers) viewer.close()
  for (const relay of relays) relay.kill()
  const exited = once(child, 'exit')
  send(child, { type: 'stop' })
  await exited
  const [first, ...beside] = results
  const [report] = reports
  if (first === undefined || report === undefined) throw new Error('there is no room')
  const { cores, residentMb, growthMb, loopDelayP99Ms } = report
  return {
    ...first,
    seconds: options.seconds,
    cores,
    generatorCores,
    residentMb,
    growthMb,
    loopDelayP99Ms,
    cut,
    beside,
  }
}

interface JoinedRoom {
  readonly book: FrameBook
  readonly viewers: Viewer[]
  /** The sequence number at the last join. */
  firstSeq: number
}

/** The number of entries per frame. Opens every distinct frame once. */
async function entryCounts(book: FrameBook, roomKey: string): Promise<number[]> {
  const key = await nodeCrypto.importKey(fromBase64Url(roomKey))
  const counts: number[] = []
  for (const { sealed } of book.frames) {
    counts.push((await openFrame(nodeCrypto, key, nodeCompressor, parseFrame(sealed))).entries.length)
  }
  return counts
}

function evaluate({ viewers, book, firstSeq }: JoinedRoom, counts: readonly number[], report: RoomReport): RoomResult {
  const sentAt = new Map(report.sent)
  const lags = new LagHistogram()
  let worst = 0
  const warm = report.sent.map(([, at]) => at).filter((at, _, [start = 0]) => at >= start + WARM_UP_MS)
  const [warmFrom = Infinity] = warm
  const middle = warm[Math.floor(warm.length / 2)] ?? Infinity
  const halves = [new LagHistogram(), new LagHistogram()] as const
  const tally = { deliveries: 0, lost: 0, doubled: 0, outOfOrder: 0 }
  for (const viewer of viewers) {
    // A viewer that joined between two entries starts with its first frame.
    let last = (book.frames[viewer.received[0] ?? -1]?.firstSeq ?? firstSeq + 1) - 1
    viewer.received.forEach((frame, index) => {
      const first = book.frames[frame]?.firstSeq ?? 0
      const end = first + (counts[frame] ?? 0) - 1
      if (first > last + 1) tally.lost += first - last - 1
      if (first <= last) tally.doubled += Math.min(end, last) - first + 1
      if (end < last) tally.outOfOrder += 1
      for (let seq = first; seq <= end; seq += 1) {
        const at = sentAt.get(seq)
        if (at === undefined) continue
        tally.deliveries += 1
        const lag = (viewer.times[index] ?? 0) - at
        lags.add(lag)
        worst = Math.max(worst, lag)
        if (at >= warmFrom) halves[at < middle ? 0 : 1].add(lag)
      }
      last = Math.max(last, end)
    })
    tally.lost += report.lastSeq - last
  }
  const [before, after] = halves.map((half) => half.percentile(0.5))
  const { sent, refused, frames, sealedBytes, lastSeq } = report
  return {
    viewers: viewers.length,
    texts: sent.length,
    refused,
    entries: lastSeq,
    frames,
    ...tally,
    p50: lags.percentile(0.5),
    p95: lags.percentile(0.95),
    p99: lags.percentile(0.99),
    worst,
    // The middles of the halves are half of the run apart.
    slope: (((after ?? NaN) - (before ?? NaN)) / ((warm.at(-1) ?? 0) - warmFrom)) * 2_000,
    bytesPerEntry: sealedBytes / lastSeq,
  }
}

function send(child: ChildProcess, message: ToServer): void {
  child.send(message)
}

/** Waits for messages by type; rejects if the server process exits. */
function mailbox(child: ChildProcess) {
  const exited = once(child, 'exit').then(() => Promise.reject(new Error('the server process has ended')))
  exited.catch(() => undefined)
  return async <Type extends FromServer['type']>(type: Type): Promise<Extract<FromServer, { type: Type }>> => {
    for (;;) {
      const [message] = (await Promise.race([once(child, 'message'), exited])) as [FromServer]
      if (message.type === type) return message as Extract<FromServer, { type: Type }>
    }
  }
}
