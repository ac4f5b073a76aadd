import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { EndpointName } from '#protocol/endpoints/table.ts'

let processRegistry: Registry | null = null

/** Metrics of the process. Created once: the observer of its garbage collections is never removed. */
function metricsOfProcess(): Registry {
  if (processRegistry === null) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry, prefix: 'grandstand_' })
  }
  return processRegistry
}

/** Metrics of one server. Uses its own registry, because several servers can run in one process (tests). */
export class Metrics {
  readonly #registry = new Registry()
  readonly #calls: Counter<'call' | 'code'>
  readonly #seconds: Histogram<'call'>
  readonly #refusals: Counter<'cause'>
  readonly #redis: Histogram<'outcome'>

  constructor() {
    const registers = [this.#registry]
    metricsOfProcess()
    this.#calls = new Counter({
      name: 'grandstand_calls_total',
      help: 'Calls by name and response code',
      labelNames: ['call', 'code'],
      registers,
    })
    this.#seconds = new Histogram({
      name: 'grandstand_call_seconds',
      help: 'Time from a request being read to its answer being sealed',
      labelNames: ['call'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    })
    this.#refusals = new Counter({
      name: 'grandstand_envelope_refusals_total',
      help: 'Envelopes that were refused, by cause',
      labelNames: ['cause'],
      registers,
    })
    this.#redis = new Histogram({
      name: 'grandstand_redis_seconds',
      help: 'Time of commands to the shared Redis, by outcome (ok, error)',
      labelNames: ['outcome'],
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
      registers,
    })
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  called(name: EndpointName, code: number, durationMs: number): void {
    this.#calls.inc({ call: name, code: String(code) })
    this.#seconds.observe({ call: name }, durationMs / 1000)
  }

  /** A refused envelope, by its cause, which only the server knows. */
  refused(cause: string): void {
    this.#refusals.inc({ cause })
  }

  /** A command to the shared Redis. */
  redisCommand(durationMs: number, isOk: boolean): void {
    this.#redis.observe({ outcome: isOk ? 'ok' : 'error' }, durationMs / 1000)
  }

  /** Adds a gauge that is read when metrics are requested. */
  gauge(name: string, help: string, read: () => number): void {
    const gauge = new Gauge({
      name: `grandstand_${name}`,
      help,
      registers: [this.#registry],
      collect() {
        this.set(read())
      },
    })
    gauge.set(0)
  }

  /** The same for each value of a label. */
  gaugesOf(name: string, help: string, label: string, read: () => readonly (readonly [string, number])[]): void {
    const gauge = new Gauge({
      name: `grandstand_${name}`,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect() {
        this.reset()
        for (const [value, number] of read()) this.set({ [label]: value }, number)
      },
    })
    gauge.reset()
  }

  /** Prometheus text format. */
  text(): Promise<string> {
    return Registry.merge([metricsOfProcess(), this.#registry]).metrics()
  }
}
