import type { FeedControl } from '#protocol/worker/feed.ts'
import type { LabFrame, LabRole } from '#protocol/worker/lab.ts'
import { compressor } from '../compress.ts'
import { chooseCrypto } from '../crypto/choose.ts'
import { openLogEntries, readLog } from './log-entries.ts'
import { LabReceiver } from './receiver.ts'
import { runSource } from './source.ts'

type Role<Name extends LabRole<MessagePort, Blob>['role']> = Extract<LabRole<MessagePort, Blob>, { role: Name }>

/** System time in milliseconds, with fractions, comparable between threads. */
const systemNow = () => performance.timeOrigin + performance.now()

/** Any message of the page on the port of the reports ends the run. */
async function source({ settings, log, key, frames, reports }: Role<'source'>): Promise<void> {
  let isStopped = false
  reports.onmessage = () => (isStopped = true)
  const run = async () =>
    runSource({
      settings,
      log: log === null ? null : await openLogEntries(log),
      key,
      backend: await chooseCrypto(crypto),
      compressor,
      now: systemNow,
      wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
      deliver: (frame) => frames.postMessage(frame),
      report: (report) => reports.postMessage(report),
      isStopped: () => isStopped,
    })
  await run().catch((error: unknown) => reports.postMessage({ type: 'failed', message: String(error) }))
}

async function receiver({ delivery, key, frames, batches }: Role<'receiver'>): Promise<void> {
  const backend = await chooseCrypto(crypto)
  const created = new LabReceiver({
    delivery,
    key,
    backend,
    compressor,
    now: () => Date.now(),
    setTimer: (task, delayMs) => void setTimeout(task, delayMs),
    post: (message) => batches.postMessage(message),
  })
  batches.onmessage = ({ data }: MessageEvent<FeedControl>) => created.control(data)
  frames.onmessage = ({ data }: MessageEvent<LabFrame>) => created.receive(data)
}

/** Shortest and longest time between two samples, milliseconds. */
const SAMPLE_MS = { from: 4, to: 14 } as const

/**
 * Posts the time at random moments. How long the main thread takes to receive it shows whether it was busy; the share of
 * late samples is its busy share. A thread of its own, so that the samples do not coincide with frames.
 */
function sampler({ samples }: Role<'sampler'>): void {
  const next = () => {
    samples.postMessage(systemNow())
    setTimeout(next, SAMPLE_MS.from + Math.random() * (SAMPLE_MS.to - SAMPLE_MS.from))
  }
  next()
}

addEventListener('message', ({ data }: MessageEvent<LabRole<MessagePort, Blob>>) => {
  if (data.role === 'source') void source(data)
  else if (data.role === 'receiver') void receiver(data)
  else if (data.role === 'log') void readLog(data.log, (report) => data.reports.postMessage(report))
  else sampler(data)
})
