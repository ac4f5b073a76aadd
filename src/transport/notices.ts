import type { TransportNotice } from '#protocol/worker/notices.ts'

type Listener = (notice: TransportNotice) => void

/**
 * What the worker says, passed on to the page. A worker that was replaced cannot take back what it said, and its
 * successor does not know what was said before: both are made up for here.
 */
export class Notices {
  private readonly listeners = new Set<Listener>()
  private isVerifying = false
  private warnedFor: number | null = null
  private hasStorageFailed = false

  /** Returns the function that stops listening. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  pass(notice: TransportNotice): void {
    if (this.isRepetition(notice)) return
    if (notice.type === 'verification') this.isVerifying = true
    else if (notice.type === 'verification-over') this.isVerifying = false
    else if (notice.type === 'session-expiring') this.warnedFor = notice.expireAt
    else if (notice.type === 'session' && notice.session === null) this.warnedFor = null
    else if (notice.type === 'storage-failed') this.hasStorageFailed = true
    for (const listener of this.listeners) listener(notice)
  }

  /** The page itself has closed the safety dialog, or its answer was right. */
  verificationEnded(): void {
    this.isVerifying = false
  }

  /** Nothing waits in a new worker: a dialog that was open is over. */
  workerReplaced(): void {
    if (this.isVerifying) this.pass({ type: 'verification-over' })
  }

  private isRepetition(notice: TransportNotice): boolean {
    if (notice.type === 'session-expiring') return notice.expireAt === this.warnedFor
    return notice.type === 'storage-failed' && this.hasStorageFailed
  }
}
