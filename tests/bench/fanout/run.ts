import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fromBase64Url } from '#protocol/bytes.ts'
import { openFrame, parseFrame } from '#protocol/room/frame.ts'
import { nodeCompressor } from '#server/http/envelope/compress-node.ts'
import { nodeCrypto } from '#server/http/envelope/crypto-node.ts'
import { median } from '../harness/figures.ts'
import type { FanOutOptions, FromRelayProcess, FromServer, ServerReport, ToServer } from './messages.ts'
import { FrameBook, Viewer } from './viewer.ts'

/** Sockets that open concurrently. */
const JOINING = 50
/** Wait for pending frames after the last text. */
const LINGER_MS = 1_500

export interface FanOutResult {
  readonly viewers: number
  readonly texts: number
  readonly refused: number
  readonly entries: number
  readonly frames: number
  /** Time in which texts were sent. */
  readonly seconds: number
  readonly deliveries: number
  readonly lost: number
  readonly doubled: number
  readonly outOfOrder: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly worst: number
  /** Growth of the median lag within the run, ms per second: a server that keeps up has none. */
  readonly slope: number
  readonly cores: number
  /** Cores used by this process: the viewers. */
  readonly generatorCores: number
  readonly residentMb: number
  /** MB per minute. */
  readonly growthMb: number
  readonly loopDelayP99Ms: number
  readonly bytesPerEntry: number
  readonly cut: number
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
  const book = new FrameBook()
  const viewers: Viewer[] = []
  let firstSeq = 0
  while (viewers.length < options.viewers) {
    send(child, { type: 'tickets', count: Math.min(JOINING, options.viewers - viewers.length) })
    const { tickets, seq } = await inbox('tickets')
    firstSeq = seq
    const joining = tickets.map((ticket, index) => new Viewer(ports[index % ports.length] ?? ready.port, ticket, book))
    for (const response of await Promise.all(joining.map((viewer) => viewer.joined))) {
      if (!response.includes('"ok":true')) throw new Error(`a viewer was refused: ${response.slice(0, 200)}`)
    }
    viewers.push(...joining)
  }
  // Entries caused by the arrivals (the number of viewers) are not measured.
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const cpu = process.cpuUsage()
  const begun = performance.now()
  send(child, { type: 'go' })
  const { report } = await inbox('done')
  const { user, system } = process.cpuUsage(cpu)
  const generatorCores = (user + system) / 1_000 / (performance.now() - begun)
  await new Promise((resolve) => setTimeout(resolve, LINGER_MS))
  const counts = await entryCounts(book, ready.roomKey)
  const result = evaluate(viewers, book, counts, report, firstSeq)
  for (const viewer of viewers) viewer.close()
  for (const relay of relays) relay.kill()
  const exited = once(child, 'exit')
  send(child, { type: 'stop' })
  await exited
  return { viewers: options.viewers, seconds: options.seconds, generatorCores, ...result }
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

function evaluate(
  viewers: readonly Viewer[],
  book: FrameBook,
  counts: readonly number[],
  report: ServerReport,
  before: number,
) {
  const sentAt = new Map(report.sent)
  const latencies: number[] = []
  const times = report.sent.map(([, at]) => at)
  const middle = times[Math.floor(times.length / 2)] ?? 0
  const halves: [number[], number[]] = [[], []]
  const tally = { deliveries: 0, lost: 0, doubled: 0, outOfOrder: 0 }
  for (const viewer of viewers) {
    // A viewer that joined between two entries starts with its first frame.
    let last = (book.frames[viewer.received[0] ?? -1]?.firstSeq ?? before + 1) - 1
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
        latencies.push(lag)
        halves[at < middle ? 0 : 1].push(lag)
      }
      last = Math.max(last, end)
    })
    tally.lost += report.lastSeq - last
  }
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? NaN
  const { sent, refused, frames, cores, residentMb, growthMb, loopDelayP99Ms, sealedBytes, cut, lastSeq } = report
  return {
    texts: sent.length,
    refused,
    entries: lastSeq,
    frames,
    ...tally,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    worst: at(1),
    // The middles of the halves are half of the run apart.
    slope: ((median(halves[1]) - median(halves[0])) / ((times.at(-1) ?? 0) - (times[0] ?? 0))) * 2_000,
    cores,
    residentMb,
    growthMb,
    loopDelayP99Ms,
    bytesPerEntry: sealedBytes / lastSeq,
    cut,
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
