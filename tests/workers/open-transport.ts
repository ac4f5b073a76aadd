import type { Result } from '#protocol/result.ts'
import type { WorkerApi, StartOptions, StartReport } from '#protocol/worker/api.ts'
import type { TransportNotice } from '#protocol/worker/notices.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import type { RoomSocket, TransportDependencies } from '#workers/dependencies.ts'
import { platform } from '#workers/platform.ts'
import { createTransport } from '#workers/transport.ts'
import type { ServerControl } from '../contract/support/control.ts'
import { NoticeLog, Profile } from '../contract/support/page.ts'

/** A transport without a page. The test controls its clock and timers. */
export class OpenTransport extends NoticeLog {
  readonly options: StartOptions

  readonly sockets: { readonly url: string; readonly socket: RoomSocket }[] = []
  readonly transport: WorkerApi<MessagePort>
  report: Result<StartReport> | null = null
  /** Error of the local clock in milliseconds. */
  aheadMs = 0
  readonly #timers = new Set<{ readonly dueAt: number; readonly delayMs: number; readonly task: () => void }>()
  readonly links: Parameters<WorkerApi<MessagePort>['start']>[1]

  private constructor(options: StartOptions, storage: StorageAdapter, changes: Partial<TransportDependencies>) {
    super()
    this.options = options
    const notify = (notice: TransportNotice) => this.add(notice)
    this.links = { storage, notify }
    const real = platform()
    this.transport = createTransport({
      ...real,
      now: () => Date.now() + this.aheadMs,
      connect: (url, options) => {
        const socket = real.connect(url, options)
        this.sockets.push({ url, socket })
        return socket
      },
      setTimer: (task, delayMs) => {
        const timer = { dueAt: this.aheadMs + delayMs, delayMs, task }
        this.#timers.add(timer)
        return () => this.#timers.delete(timer)
      },
      ...changes,
    })
  }

  static async start(
    server: Pick<ServerControl, 'where'>,
    storage: StorageAdapter,
    { aheadMs = 0, ...changes }: Partial<TransportDependencies> & { aheadMs?: number } = {},
  ): Promise<OpenTransport> {
    const { origin, identity } = await server.where()
    const options = {
      origin,
      siteId: 5009,
      clientType: 1,
      appVersion: '0.1.0',
      serverIdentity: identity,
      platform: 'Tests',
    } as const
    const opened = new OpenTransport(options, storage, changes)
    opened.aheadMs = aheadMs
    opened.report = await opened.transport.start(options, opened.links)
    return opened
  }

  /** Advances the clock and runs all timers that are due. */
  pass(durationMs: number): void {
    this.aheadMs += durationMs
    const due = [...this.#timers].filter((timer) => timer.dueAt <= this.aheadMs)
    for (const timer of due) {
      this.#timers.delete(timer)
      timer.task()
    }
  }

  /** Runs all timers of about this length (90 to 100 %). Returns their number. */
  runOut(delayMs: number): number {
    const due = [...this.#timers].filter((timer) => timer.delayMs <= delayMs && timer.delayMs > delayMs * 0.9)
    for (const timer of due) {
      this.#timers.delete(timer)
      timer.task()
    }
    return due.length
  }
}

/** Starts a transport and returns its parts. */
export async function startedTransport(
  server: Pick<ServerControl, 'where'>,
  changes: Partial<TransportDependencies> = {},
  profile = new Profile(),
) {
  const opened = await OpenTransport.start(server, profile.storage(), changes)
  const { transport, report, notices, conditions, links, options } = opened
  if (report === null) throw new Error('the transport has not started')
  return { transport, report, notices, conditions, profile, links, options, runOut: (ms: number) => opened.runOut(ms) }
}
