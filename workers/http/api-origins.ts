import { CODES, failureOf } from '#protocol/codes.ts'
import { ORIGIN_LIMIT_DEFAULT } from '#protocol/constants.ts'
import type { Failure } from '#protocol/result.ts'
import type { StorageAdapter } from '#protocol/worker/storage.ts'
import { ENDPOINTS } from '#protocol/endpoints/table.ts'
import type { TransportDependencies } from '../dependencies.ts'
import { readAnswer, fetchReply, jsonObject } from './response.ts'
import { Deadline } from './deadline.ts'

/** The line that a request takes; the serial number tells whether lines have changed since. */
export interface Line {
  readonly origin: string
  readonly serial: number
}

export interface LinesContext {
  /** The page's own origin: the first line. */
  readonly home: string
  storage(): StorageAdapter
  /** Whether the server answers there; a line that hangs answers no. */
  probe(origin: string): Promise<boolean>
  /** Another line is used from now on. */
  onChange(origin: string, isFirst: boolean): void
}

/**
 * S8.15-S8.17: the ways to the server. The line in use is (base + errCount) mod n, where base is the last line that
 * worked. A failure counts errCount up, which is the next line; at the limit dc (the number of lines, 3 until it is
 * known) it begins again at the base. Several failures of requests that took the same line count once.
 */
export class Lines {
  private origins: readonly string[]
  private base = 0
  private errors = 0
  private limit = ORIGIN_LIMIT_DEFAULT
  private serial = 0
  private lastCode: number = CODES.LINE_SWITCHING
  private readonly probes = new Map<string, Promise<boolean>>()

  constructor(private readonly context: LinesContext) {
    this.origins = [context.home]
  }

  get current(): Line {
    const origin = this.origins[(this.base + this.errors) % this.origins.length] ?? this.context.home
    return { origin, serial: this.serial }
  }

  get count(): number {
    return this.origins.length
  }

  /** Takes up what an earlier page of this tab has counted. */
  async load(): Promise<void> {
    const storage = this.context.storage()
    this.limit = whole(await storage.get('dc')) || ORIGIN_LIMIT_DEFAULT
    const errors = whole(await storage.get('errCount'))
    this.errors = errors < this.limit ? errors : 0
  }

  /** The list of lines is known: the page's own origin first, then these. The line in use stays in use. */
  async adopt(origins: readonly string[]): Promise<void> {
    const { origin } = this.current
    this.origins = [...new Set([this.context.home, ...origins])]
    this.base = Math.max(0, this.origins.indexOf(origin))
    this.limit = this.origins.length
    const stored = this.setErrors(0)
    this.changed(origin)
    await Promise.all([stored, this.context.storage().set('dc', String(this.limit))])
  }

  /** A request on this line was answered by the server. */
  async succeeded(line: Line): Promise<void> {
    if (this.errors === 0 || line.origin !== this.current.origin) return
    this.base = (this.base + this.errors) % this.origins.length
    await this.setErrors(0)
  }

  /** A request on this line has failed for good; says whether there is another line to try (S8.15). */
  async failed(line: Line): Promise<Failure> {
    const { origin, serial } = this.current
    if (line.serial === serial && line.origin === origin) {
      const isSwitching = this.errors + 1 < this.limit
      this.lastCode = isSwitching ? CODES.LINE_SWITCHING : CODES.NETWORK_ABNORMAL
      this.serial += 1
      const stored = this.setErrors(isSwitching ? this.errors + 1 : 0)
      this.changed(origin)
      await stored
    }
    return failureOf(this.lastCode)
  }

  /** A request with credentials has failed on this line: looks whether the line is alive, and leaves it when it is not. */
  async doubt(line: Line): Promise<boolean> {
    if (line.serial !== this.serial) return false
    const isAlive = await this.probed(line.origin)
    if (!isAlive) await this.failed(line)
    return isAlive
  }

  /** Goes back to the first line as soon as it answers again. */
  async recover(): Promise<void> {
    const { origin } = this.current
    if (origin === this.context.home || !(await this.probed(this.context.home))) return
    this.base = 0
    this.serial += 1
    const stored = this.setErrors(0)
    this.changed(origin)
    await stored
  }

  /** One question at a time for each line. */
  private probed(origin: string): Promise<boolean> {
    const running = this.probes.get(origin)
    if (running) return running
    const probe = this.context.probe(origin).finally(() => this.probes.delete(origin))
    this.probes.set(origin, probe)
    return probe
  }

  private changed(before: string): void {
    const { origin } = this.current
    if (origin !== before) this.context.onChange(origin, origin === this.context.home)
  }

  private async setErrors(errors: number): Promise<void> {
    const storage = this.context.storage()
    const isNew = errors !== this.errors
    this.errors = errors
    if (!isNew) return
    if (errors === 0) await storage.remove('errCount')
    else await storage.set('errCount', String(errors))
  }
}

function whole(text: string | null): number {
  const value = Number(text ?? '')
  return Number.isSafeInteger(value) && value > 0 ? value : 0
}

const ROW = ENDPOINTS['gateway.timeServer']

/** Whether the server answers at this origin: GET /timeServer (S7.41), within its 5 s. */
export async function probeLine(
  dependencies: Pick<TransportDependencies, 'fetch' | 'now' | 'setTimer'>,
  origin: string,
): Promise<boolean> {
  const deadline = new Deadline(dependencies, ROW.timeoutMs)
  const reply = await fetchReply(dependencies, origin + ROW.path, { method: ROW.method, signal: deadline.signal })
  deadline.finish()
  const answer = reply && readAnswer(jsonObject(reply.text))
  return answer?.code === CODES.SUCCESS && ROW.data.safeParse(answer.data).success
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * The origin of a line or a domain that a list names, or null when it may not be used: only https, or the page's own
 * scheme on this very machine (a development set-up); nothing but an origin, so that no path or name is smuggled in.
 */
export function usableOrigin(text: string, ownOrigin: string): string | null {
  const url = parse(text)
  if (!url || (text !== url.origin && text !== `${url.origin}/`)) return null
  const isOwnScheme = LOOPBACK.has(url.hostname) && url.protocol === parse(ownOrigin)?.protocol
  return url.protocol === 'https:' || isOwnScheme ? url.origin : null
}

/** Those of a list that may be used, each once, in the list's order. */
export function usableOrigins(list: readonly string[], ownOrigin: string): string[] {
  const found = list.map((text) => usableOrigin(text, ownOrigin)).filter((origin) => origin !== null)
  return [...new Set(found)]
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
