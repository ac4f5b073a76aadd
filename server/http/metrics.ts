import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { EndpointName } from '#protocol/endpoints/table.ts'

/** Metrics reported by the router. */
export interface CallMetrics {
  called(name: EndpointName, code: number, durationMs: number): void
  /** A refused envelope, by its cause, which only the server knows. */
  refused(cause: string): void
}

export interface Metrics extends CallMetrics {
  /** Adds a gauge that is read when metrics are requested. */
  gauge(name: string, help: string, read: () => number): void
  /** Prometheus text format. */
  text(): Promise<string>
  readonly contentType: string
}

/** Uses its own registry, because several servers can run in one process (tests). */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'grandstand_' })
  const registers = [registry]
  const calls = new Counter({
    name: 'grandstand_calls_total',
    help: 'Calls by name and response code',
    labelNames: ['call', 'code'],
    registers,
  })
  const seconds = new Histogram({
    name: 'grandstand_call_seconds',
    help: 'Time from a request being read to its answer being sealed',
    labelNames: ['call'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  })
  const refusals = new Counter({
    name: 'grandstand_envelope_refusals_total',
    help: 'Envelopes that were refused, by cause',
    labelNames: ['cause'],
    registers,
  })
  return {
    called(name, code, durationMs) {
      calls.inc({ call: name, code: String(code) })
      seconds.observe({ call: name }, durationMs / 1000)
    },
    refused: (cause) => refusals.inc({ cause }),
    gauge(name, help, read) {
      const gauge = new Gauge({
        name: `grandstand_${name}`,
        help,
        registers,
        collect() {
          this.set(read())
        },
      })
      gauge.set(0)
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  }
}
