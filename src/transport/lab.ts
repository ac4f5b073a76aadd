import { toBase64Url } from '#protocol/bytes.ts'
import type { Compressor } from '#protocol/compress.ts'
import type { FeedControl } from '#protocol/worker/feed.ts'
import type { LabBatchMessage, LabFrame, LabReport, LabRole, LabSettings } from '#protocol/worker/lab.ts'
import type { LabLogReport } from '#protocol/worker/lab-log.ts'
import { scriptOfThisOrigin } from '#lib/browser/trusted-script.ts'
// oxlint-disable-next-line import/default -- Vite replaces the import by the URL of the built worker
import labWorker from '../../workers/lab/lab.worker.ts?worker&url'

interface LabHandlers {
  onReport(report: LabReport): void
  /** Batches in order, then `settled`. */
  onMessage(message: LabBatchMessage): void
  /** `delayMs` is the time that a message took from another thread to this one. About 100 per second. */
  onSample(delayMs: number): void
}

/** A running source with its receiver. */
export interface LabConnection {
  /** Returns credits to the receiver. */
  applied(lastSeq: number, batches: number): void
  /** Ends the generation early. The receiver then settles as after a complete run. */
  stop(): void
  /** Ends all threads. */
  close(): void
}

/** True if frames can be opened on the main thread: browsers have WebCrypto on https and localhost only. */
export function canReceiveOnMainThread(): boolean {
  // Typed as always present, but missing on plain http.
  return (crypto.subtle as SubtleCrypto | undefined) !== undefined
}

/**
 * Starts the lab (D.8): a source in a thread of its own delivers sealed frames to a receiver with the feed of a room, in a
 * worker or on this thread. No server takes part.
 *
 * @param log recorded log whose entries the source sends; null generates entries
 */
export async function connectLab(
  settings: LabSettings,
  log: Blob | null,
  handlers: LabHandlers,
): Promise<LabConnection> {
  const workers: Worker[] = []
  const start = (role: LabRole<MessagePort, Blob>, ports: MessagePort[]) => {
    workers.push(startWorker(role, ports, () => handlers.onReport({ type: 'failed', message: 'worker' })))
  }
  const key = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
  const [frames, reports, batches, samples] = [channel(), channel(), channel(), channel()]
  const now = () => performance.timeOrigin + performance.now()
  reports.port1.onmessage = ({ data }: MessageEvent<LabReport>) => handlers.onReport(data)
  batches.port1.onmessage = ({ data }: MessageEvent<LabBatchMessage>) => handlers.onMessage(data)
  samples.port1.onmessage = ({ data }: MessageEvent<number>) => handlers.onSample(Math.max(0, now() - data))

  if (settings.thread === 'main') await receiveHere(settings, key, frames.port2, batches.port2)
  else {
    const { delivery } = settings
    const role = { role: 'receiver' as const, delivery, key, frames: frames.port2, batches: batches.port2 }
    start(role, [frames.port2, batches.port2])
  }
  const source = { role: 'source' as const, settings, log, key, frames: frames.port1, reports: reports.port2 }
  start(source, [frames.port1, reports.port2])
  start({ role: 'sampler', samples: samples.port2 }, [samples.port2])

  return {
    applied: (seq, credits) => batches.port1.postMessage({ type: 'applied', seq, credits } satisfies FeedControl),
    stop: () => reports.port1.postMessage('stop'),
    close() {
      for (const worker of workers) worker.terminate()
      for (const port of [reports.port1, batches.port1, samples.port1, frames.port2, batches.port2]) port.close()
    },
  }
}

/**
 * Reads a recorded log in a thread of its own, as a stream, and reports its account up to the end. The returned function
 * ends it.
 */
export function readLabLog(log: Blob, onReport: (report: LabLogReport) => void): () => void {
  const reports = channel()
  reports.port1.onmessage = ({ data }: MessageEvent<LabLogReport>) => onReport(data)
  const role = { role: 'log' as const, log, reports: reports.port2 }
  const worker = startWorker(role, [reports.port2], () => onReport({ type: 'failed' }))
  return () => {
    worker.terminate()
    reports.port1.close()
  }
}

function startWorker(role: LabRole<MessagePort, Blob>, ports: MessagePort[], onError: () => void): Worker {
  const worker = new Worker(scriptOfThisOrigin(labWorker), { type: 'module', name: `lab-${role.role}` })
  worker.addEventListener('error', onError)
  worker.postMessage(role, ports)
  return worker
}

/** The baseline without a worker: the same receiver on this thread. */
async function receiveHere(
  { delivery }: LabSettings,
  key: string,
  frames: MessagePort,
  batches: MessagePort,
): Promise<void> {
  const [{ LabReceiver }, { createWebCrypto }, { compressor }] = await Promise.all([
    import('../../workers/lab/receiver.ts'),
    import('../../workers/crypto/webcrypto.ts'),
    import('../../workers/compress.ts') as Promise<{ readonly compressor: Compressor }>,
  ])
  const receiver = new LabReceiver({
    delivery,
    key,
    backend: createWebCrypto(crypto),
    compressor,
    now: () => Date.now(),
    setTimer: (task, delayMs) => void setTimeout(task, delayMs),
    post: (message) => batches.postMessage(message),
  })
  batches.onmessage = ({ data }: MessageEvent<FeedControl>) => receiver.control(data)
  frames.onmessage = ({ data }: MessageEvent<LabFrame>) => receiver.receive(data)
}

const channel = () => new MessageChannel()
