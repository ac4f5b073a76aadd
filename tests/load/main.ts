import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { WorkerApi } from '#protocol/worker/api.ts'
import { readEnvironment } from '#server/config/config.ts'
import { percentile } from '../bench/harness/figures.ts'
import { runId, startClient } from './client.ts'
import { lagSlope } from './lag.ts'
import type { LoadOptions } from './options.ts'
import { readOptions } from './options.ts'
import { parseReplayLog } from './replay-log.ts'
import type { LoadLine } from './source.ts'
import { rateSource, replaySource } from './source.ts'
import { surroundingsOf, type Surroundings } from './surroundings.ts'
import type { Viewer, ViewerReport } from './viewer.ts'
import { watchRoom } from './viewer.ts'

/** Due messages are sent together, up to this many per call, with several concurrent calls. */
const LINES_PER_CALL = 200
const CALLS_AT_ONCE = 4
const TICK_MS = 20
const SETTLE_MS = 3_000
const DEFAULT_RATE_SECONDS = 30
const MAX_TRIES = 50

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function readLoadToken({ loadToken, loadTokenFile }: Surroundings): Promise<string> {
  if (loadToken !== null) return loadToken
  return (
    await readFile(loadTokenFile, 'utf8').catch(() => {
      throw new Error(
        `There is no load token: set LOAD_TOKEN, or DATA_DIR to the folder of a running demo server (looked for ${path.relative('', loadTokenFile)})`,
      )
    })
  ).trim()
}

async function readLines(options: LoadOptions): Promise<Iterable<LoadLine>> {
  if (options.replayFile === null) return rateSource(options.rate, options.seconds ?? DEFAULT_RATE_SECONDS)
  const lines = replaySource(parseReplayLog(await readFile(options.replayFile, 'utf8')), options.speed)
  const { seconds } = options
  return seconds === null ? lines : lines.filter(({ t }) => t <= seconds * 1000)
}

interface Sent {
  accepted: number
  refused: number
  /** Messages that a busy server accepted later. */
  delayed: number
  readonly cids: Set<string>
  finishedAt: number
}

/** Sends all messages when due. A busy server delays the tool; nothing is dropped. */
async function sayAll(
  transport: WorkerApi<MessagePort>,
  chatRoomNo: string,
  loadToken: string,
  source: Iterable<LoadLine>,
): Promise<Sent> {
  const run = runId()
  const sent: Sent = { accepted: 0, refused: 0, delayed: 0, cids: new Set(), finishedAt: 0 }
  const started = performance.now()
  const running = new Set<Promise<void>>()
  let number = 0
  let due: { user: string; cid: string; text: string }[] = []

  const flush = async (): Promise<void> => {
    while (due.length > 0) {
      const messages = due.slice(0, LINES_PER_CALL)
      due = due.slice(LINES_PER_CALL)
      while (running.size >= CALLS_AT_ONCE) await Promise.race(running)
      const work = sayBatch(transport, chatRoomNo, loadToken, messages, sent).finally(() => running.delete(work))
      running.add(work)
    }
  }
  for (const line of source) {
    const wait = line.t - (performance.now() - started)
    if (wait > TICK_MS) {
      await flush()
      await pause(wait)
    }
    number += 1
    due.push({ user: line.user, cid: `${run}-${number}`, text: line.text.slice(0, 400) })
    if (due.length >= LINES_PER_CALL) await flush()
  }
  await flush()
  await Promise.all(running)
  sent.finishedAt = performance.now() - started
  return sent
}

async function sayBatch(
  transport: WorkerApi<MessagePort>,
  chatRoomNo: string,
  loadToken: string,
  messages: { user: string; cid: string; text: string }[],
  sent: Sent,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const result = await transport.call('demo.say', { loadToken, chatRoomNo, messages })
    if (result.ok) {
      sent.accepted += result.data.accepted
      sent.refused += result.data.refused
      for (const { cid } of messages) sent.cids.add(cid)
      return
    }
    if (tries >= MAX_TRIES) throw new Error(`the server refuses: ${result.code} ${result.message}`)
    sent.delayed += messages.length
    await pause(100)
  }
}

function describe(sent: Sent, reports: readonly ViewerReport[]): string {
  const seconds = sent.finishedAt / 1000
  const lines = [
    `sent ${sent.accepted + sent.refused} lines in ${seconds.toFixed(1)} s (${((sent.accepted + sent.refused) / seconds).toFixed(0)}/s): ${sent.accepted} accepted, ${sent.refused} refused by the room's rules, ${sent.delayed} delayed`,
    'limits on address, rate and duplicates were lifted by the load token',
  ]
  for (const [index, report] of reports.entries()) {
    const lags = report.lags.map(({ lag }) => lag)
    lines.push(
      `viewer ${index + 1}: ${report.rows} rows shown, ${report.folded} folded, ${report.lost} lost, ${report.duplicates} twice, ${report.misordered} out of order, ${report.divided} interruptions`,
      `          lag p50 ${percentile(lags, 0.5).toFixed(0)} ms, p95 ${percentile(lags, 0.95).toFixed(0)} ms, p99 ${percentile(lags, 0.99).toFixed(0)} ms, slope ${lagSlope(report.lags).toFixed(2)} ms/s`,
    )
  }
  return lines.join('\n')
}

async function main(): Promise<void> {
  const surroundings = surroundingsOf(readEnvironment(process.env))
  const options = readOptions(process.argv.slice(2), surroundings.url)
  const loadToken = await readLoadToken(surroundings)
  const lines = await readLines(options)
  let offsetMs = 0
  const transport = await startClient(options.url, loadToken, (notice) => {
    if (notice.type === 'clock') offsetMs = notice.offsetMs
  })
  const detail = await transport.call('live.detail', { eid: options.room })
  if (!detail.ok) throw new Error(`there is no room ${options.room}: ${detail.message}`)
  const { chatRoomNo } = detail.data.match
  const viewers: Viewer[] = []
  for (let index = 0; index < options.viewers; index += 1) {
    viewers.push(await watchRoom(await startClient(options.url, loadToken), chatRoomNo, () => offsetMs))
  }
  const sent = await sayAll(transport, chatRoomNo, loadToken, lines)
  await pause(SETTLE_MS)
  const reports = viewers.map((viewer) => viewer.report())
  console.log(describe(sent, reports))
  await Promise.all(viewers.map((viewer) => viewer.leave()))
  const isClean = reports.every(({ lost, duplicates, misordered }) => lost + duplicates + misordered === 0)
  process.exit(isClean ? 0 : 1)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
