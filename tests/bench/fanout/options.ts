import { parseArgs } from 'node:util'
import type { FanOutOptions } from './messages.ts'

export const USAGE = `node scripts/run.mjs tests/bench/fanout.ts [--viewers 2000] [--rate 100] [--seconds 10]
  [--store pglite|postgres|off] [--payload text|emit|binary] [--relays 0]
  [--beside VIEWERSxRATE ...] [--json FILE]
One room, and others beside it, on a real server in a process of its own; viewers on bare TCP sockets in this one. Prints server CPU,
deliveries, losses and the time from the say call to each viewer. Promised: <= 0.5 core, p95 <= 90 ms, 0 lost, with
the store on, as the product has it.`

const STORES = ['pglite', 'postgres', 'off'] as const
const PAYLOADS = ['text', 'emit', 'binary'] as const

export interface FanOutCommand {
  readonly options: FanOutOptions
  readonly json: string | undefined
  /** This process is the server. */
  readonly isServer: boolean
  /** This process is a relay of the server at this port. */
  readonly relayOf: number | null
}

/** Null for help and unknown options. */
export function readCommand(args: readonly string[]): FanOutCommand | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      viewers: { type: 'string', default: '2000' },
      rate: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '10' },
      store: { type: 'string', default: 'pglite' },
      payload: { type: 'string', default: 'text' },
      json: { type: 'string' },
      relays: { type: 'string', default: '0' },
      beside: { type: 'string', multiple: true, default: [] },
      relay: { type: 'string' },
      serve: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const store = STORES.find((one) => one === values.store)
  const payload = PAYLOADS.find((one) => one === values.payload)
  const beside = values.beside.map((room) => room.split('x').map(Number))
  const isUnknown = store === undefined || payload === undefined || beside.some((room) => room.length !== 2)
  if (values.help || isUnknown) return null
  const [viewers = 0, rate = 0, seconds = 0, relays = 0] = [
    values.viewers,
    values.rate,
    values.seconds,
    values.relays,
  ].map(Number)
  return {
    options: {
      viewers,
      rate,
      seconds,
      relays,
      store,
      payload,
      beside: beside.map(([viewersBeside = 0, rateBeside = 0]) => ({ viewers: viewersBeside, rate: rateBeside })),
    },
    json: values.json,
    isServer: values.serve,
    relayOf: values.relay === undefined ? null : Number(values.relay),
  }
}
