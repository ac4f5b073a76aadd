import type { TransportNotice } from '#protocol/worker/notices.ts'

type Listener = (notice: TransportNotice) => void

/** Passes notices of the worker to the page. Corrects for replaced workers: removes repetitions and closes dialogs. */
export class Notices {
  readonly #listeners = new Set<Listener>()
  #isVerifying = false
  #warnedFor: number | null = null
  #hasStorageFailed = false

  /** Returns a function that removes the listener. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  send(notice: TransportNotice): void {
    if (this.#isRepetition(notice)) return
    if (notice.type === 'verification') this.#isVerifying = true
    else if (notice.type === 'verification-over') this.#isVerifying = false
    else if (notice.type === 'session-expiring') this.#warnedFor = notice.expireAt
    else if (notice.type === 'session' && notice.session === null) this.#warnedFor = null
    else if (notice.type === 'storage-failed') this.#hasStorageFailed = true
    for (const listener of this.#listeners) listener(notice)
  }

  /** Called after the page has closed or completed the safety dialog. */
  verificationEnded(): void {
    this.#isVerifying = false
  }

  /** Closes an open safety dialog: no call waits for it in a new worker. */
  workerReplaced(): void {
    if (this.#isVerifying) this.send({ type: 'verification-over' })
  }

  #isRepetition(notice: TransportNotice): boolean {
    if (notice.type === 'session-expiring') return notice.expireAt === this.#warnedFor
    return notice.type === 'storage-failed' && this.#hasStorageFailed
  }
}
