import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CODES, failureOf } from '#protocol/codes.ts'
import { type Failure, failure, type Result, success } from '#protocol/result.ts'
import { SECOND_MS } from '#protocol/time.ts'
import { PROJECT_ROOT } from '../../config/project-root.ts'
import type { PictureType } from './media-type.ts'
import { PICTURE_PROBLEMS, type ReadablePicture, readPicture } from './read-picture.ts'

/** A path instead of an import, because a thread starts from a file, before and after a build. */
const WORKER_FILE = join(PROJECT_ROOT, 'server/members/uploads/picture-worker.mjs')

/** Calls of one member or operator that upload or wait at the same time. */
const MAX_OWN_CALLS = 2
/** Calls of all members and operators. Their files are in memory. */
export const MAX_CALLS = 16
/** Time for the pictures of one call, with the waiting. Clients give up after 30 s. */
const LIMIT_MS = 20 * SECOND_MS
/** Of the heap of the thread. Pixels are outside of it, and limited by `MAX_PIXELS`. */
const HEAP_MB = 64
/** First assumption, in milliseconds, and weight of the last picture in the average. */
const USUAL_MS = 500
const LAST_WEIGHT = 0.2

/** A picture as it is stored. */
export interface EncodedPicture {
  readonly type: PictureType
  readonly bytes: Uint8Array
}

interface PictureCaller {
  /** The member or operator. */
  readonly owner: string
  /** Aborted when the caller has disconnected. */
  readonly signal?: AbortSignal | undefined
}

/** `damaged`: no complete picture. `failed`: the thread failed, or took too long. `late`: it never started. */
type Outcome = Uint8Array | 'damaged' | 'failed' | 'late'

interface Job {
  readonly picture: ReadablePicture
  readonly signal: AbortSignal
  readonly end: (outcome: Outcome) => void
}

/**
 * Decodes pictures and encodes them again, so that nothing is stored as it was sent: no metadata, no data of other formats
 * before, in or after the picture. The only way in for pictures of members and operators. Pictures are decoded one after
 * the other, so that they never use more than one core, and callers take turns by picture: one of them cannot keep the
 * others waiting for longer than a picture.
 */
export class PictureDecoder {
  readonly #calls = new Map<string, number>()
  /** Waiting pictures by owner. The first owner is next. */
  readonly #waiting = new Map<string, Job[]>()
  #isRunning = false
  #meanMs = USUAL_MS

  /**
   * Reads files and encodes their pictures again. PARAM_ERROR names a file that is refused, and why. A call too many is
   * refused before its files are read, with the time after which a place is probably free.
   */
  async receive(
    caller: PictureCaller,
    read: () => Promise<Result<readonly Uint8Array[]>>,
  ): Promise<Result<readonly EncodedPicture[]>> {
    const refused = this.#refusal(caller.owner)
    if (refused) return refused
    this.#count(caller.owner, 1)
    try {
      const files = await read()
      return files.ok ? await this.#encodeAll(caller, files.data) : files
    } finally {
      this.#count(caller.owner, -1)
    }
  }

  #refusal(owner: string): Failure | null {
    const own = this.#calls.get(owner) ?? 0
    if (own >= MAX_OWN_CALLS) {
      return tooBusy(CODES.CURRENT_LIMITING_B, '您上传的图片还在处理', this.#waitMs(this.#waiting.get(owner)))
    }
    const total = [...this.#calls.values()].reduce((sum, calls) => sum + calls, 0)
    if (total < MAX_CALLS) return null
    return tooBusy(CODES.CURRENT_LIMITING_C, '正在上传图片的人较多', this.#waitMs([...this.#waiting.values()].flat()))
  }

  /** Time for waiting pictures and the running one. */
  #waitMs(jobs: readonly Job[] = []): number {
    return (jobs.length + 1) * this.#meanMs
  }

  #count(owner: string, change: 1 | -1): void {
    const calls = (this.#calls.get(owner) ?? 0) + change
    if (calls > 0) this.#calls.set(owner, calls)
    else this.#calls.delete(owner)
  }

  async #encodeAll(
    { owner, signal: caller }: PictureCaller,
    files: readonly Uint8Array[],
  ): Promise<Result<readonly EncodedPicture[]>> {
    const pictures: ReadablePicture[] = []
    for (const [index, bytes] of files.entries()) {
      const picture = readPicture(bytes)
      if (typeof picture === 'string') return wrongPicture(index, picture)
      pictures.push(picture)
    }
    const overdue = AbortSignal.timeout(LIMIT_MS)
    const signal = caller ? AbortSignal.any([caller, overdue]) : overdue
    const outcomes = await Promise.all(pictures.map((picture) => this.#encode(owner, picture, signal)))
    if (outcomes.includes('late')) {
      return tooBusy(CODES.CURRENT_LIMITING_C, '正在上传图片的人较多', this.#waitMs([...this.#waiting.values()].flat()))
    }
    const damaged = outcomes.indexOf('damaged')
    if (damaged !== -1) return wrongPicture(damaged, PICTURE_PROBLEMS.damaged)
    const encoded: EncodedPicture[] = []
    for (const [index, { type }] of pictures.entries()) {
      const bytes = outcomes[index]
      if (!(bytes instanceof Uint8Array)) return failureOf(CODES.INTERFACE_DEGRADE)
      encoded.push({ type, bytes })
    }
    return success(encoded)
  }

  #encode(owner: string, picture: ReadablePicture, signal: AbortSignal): Promise<Outcome> {
    return new Promise((resolve) => {
      const jobs = this.#waiting.get(owner) ?? []
      const job: Job = { picture, signal, end: resolve }
      this.#waiting.set(owner, jobs)
      jobs.push(job)
      signal.addEventListener('abort', () => this.#drop(owner, job), { once: true })
      if (signal.aborted) this.#drop(owner, job)
      void this.#run()
    })
  }

  /** Removes a picture that waits. */
  #drop(owner: string, job: Job): void {
    const jobs = this.#waiting.get(owner)
    const at = jobs?.indexOf(job) ?? -1
    if (!jobs || at === -1) return
    jobs.splice(at, 1)
    if (jobs.length === 0) this.#waiting.delete(owner)
    job.end('late')
  }

  /** Runs waiting pictures, one of each owner in turn. */
  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (let job = this.#next(); job; job = this.#next()) {
      const startedAt = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one picture at a time
      job.end(await encodeInThread(job.picture, job.signal))
      this.#meanMs += (performance.now() - startedAt - this.#meanMs) * LAST_WEIGHT
    }
    this.#isRunning = false
  }

  #next(): Job | null {
    const [first] = this.#waiting
    if (!first) return null
    const [owner, jobs] = first
    const job = jobs.shift() ?? null
    this.#waiting.delete(owner)
    if (jobs.length > 0) this.#waiting.set(owner, jobs)
    return job
  }
}

/** A picture in a thread of its own, which releases the memory of the codec. The thread ends with the signal. */
function encodeInThread(picture: ReadablePicture, signal: AbortSignal): Promise<Outcome> {
  const worker = new Worker(WORKER_FILE, {
    workerData: picture,
    // None of the server's secrets.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    // Codecs write why they fail; the response says it.
    stdout: true,
    stderr: true,
  })
  return new Promise((resolve) => {
    const end = (outcome: Outcome): void => {
      signal.removeEventListener('abort', stop)
      resolve(outcome)
      void worker.terminate()
    }
    const stop = (): void => end('failed')
    signal.addEventListener('abort', stop)
    worker.once('message', (encoded: Uint8Array | null) => end(encoded ?? 'damaged'))
    worker.once('error', stop)
    worker.once('exit', stop)
  })
}

/** A refusal that says when to try again. */
function tooBusy(code: number, reason: string, waitMs: number): Failure {
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS))
  return failure(code, `${reason}，请 ${seconds} 秒后再试`, { details: { retryAfterMs: seconds * SECOND_MS } })
}

function wrongPicture(index: number, text: string): Failure {
  return failureOf(CODES.PARAM_ERROR, { details: { fields: { [`files.${index}`]: text } } })
}
