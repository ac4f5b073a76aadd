import { fork, type ChildProcess } from 'node:child_process'
import { LagHistogram } from './accounting.ts'
import type { FromGenerator, GeneratorSecond, ToGenerator } from './generator-messages.ts'

/** Splits a number of viewers evenly over processes. */
export function share(total: number, parts: number): number[] {
  return Array.from({ length: parts }, (_, index) => Math.floor((total + index) / parts))
}

/** A generator process and its messages. */
export class GeneratorProcess {
  second: GeneratorSecond | null = null
  /** Samples that were requested and have not arrived. */
  outstanding = 0
  readonly lags = new LagHistogram()
  readonly #child: ChildProcess
  readonly #waiting = new Map<FromGenerator['type'], ((message: FromGenerator) => void)[]>()
  #deliveries = 0
  #bytes = 0

  constructor(onFailure: (reason: string) => void) {
    const entry = process.argv[1]
    if (entry === undefined) throw new Error('started without a file')
    this.#child = fork(entry, ['--generator'])
    let isDone = false
    this.#child.on('message', (message: FromGenerator) => {
      if (message.type === 'failed') return onFailure(message.reason)
      if (message.type === 'report') isDone = true
      if (message.type === 'second') this.#take(message.second)
      this.#waiting.get(message.type)?.shift()?.(message)
    })
    this.#child.on('exit', (code) => isDone || onFailure(`a generator process ended with code ${code}`))
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  send(message: ToGenerator): void {
    this.#child.send(message)
  }

  /** Requests a sample. It arrives late if the process is busy. */
  requestSample(): void {
    this.outstanding += 1
    this.send({ type: 'sample' })
  }

  next<Type extends FromGenerator['type']>(type: Type): Promise<Extract<FromGenerator, { type: Type }>> {
    return new Promise((resolve) => {
      const list = this.#waiting.get(type) ?? []
      list.push(resolve as (message: FromGenerator) => void)
      this.#waiting.set(type, list)
    })
  }

  kill(): void {
    this.#child.kill()
  }

  /** Deliveries, bytes and lags since the last call. */
  collect(into: LagHistogram): { deliveries: number; bytes: number } {
    const collected = { deliveries: this.#deliveries, bytes: this.#bytes }
    into.merge(this.lags.bins())
    this.lags.clear()
    this.#deliveries = 0
    this.#bytes = 0
    return collected
  }

  #take(second: GeneratorSecond): void {
    this.second = second
    this.outstanding = Math.max(0, this.outstanding - 1)
    this.lags.merge(second.lags)
    this.#deliveries += second.deliveries
    this.#bytes += second.bytes
  }
}
